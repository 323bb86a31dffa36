/// A file that a release has for a target: an archive of one format, or one program as it is.
package struct TargetFile: Sendable {
    /// The packager's id.
    let format: String
    let packager: any Packager
    /// The program that it is; nothing for an archive.
    package let binary: String?
    /// What is in scope for its name.
    package let scope: TemplateScope

    /// What an archive's name is made with: `binary` stands for nothing where programs are shipped as they are too, so
    /// that a section tells them apart: `{{name}}{{#binary}}-{{binary}}{{/binary}}`.
    static let noBinary = TemplateScope(["binary": .list([])])

    /// Its name: what the template makes, and what the format and, for a program, the system want at its end.
    package func name(from stem: String, for triple: TargetTriple) -> String {
        let suffix = binary == nil ? "" : triple.executableSuffix
        // A template may have it already, by `{{exe}}`.
        let hasSuffix = !suffix.isEmpty && stem.lowercased().hasSuffix(suffix)
        return stem + (hasSuffix ? "" : suffix) + packager.fileExtension
    }
}

extension ArchiveSettings {
    /// The files for a target, in the order of its formats: an archive of each, or all programs where that is the format.
    ///
    /// - Throws: ``RelctlError`` for a format that nobody registered.
    package func files(for target: TargetContext, _ packagers: Registry<any Packager>) throws -> [TargetFile] {
        let known = try formats(for: target.target.triple).map { ($0, try packagers.connector($0, at: place)) }
        let archiveScope = shipsBinaries(packagers) ? target.scope.adding(TargetFile.noBinary) : target.scope
        return known.flatMap { format, packager in
            switch packager.kind {
            case .binary:
                target.binaries.map {
                    TargetFile(format: format, packager: packager, binary: $0, scope: target.scope(ofBinary: $0))
                }
            case .archive, .checksum, .chart, .signature, .flake:
                [TargetFile(format: format, packager: packager, binary: nil, scope: archiveScope)]
            }
        }
    }

    /// Whether any target's programs are shipped as they are.
    private func shipsBinaries(_ packagers: Registry<any Packager>) -> Bool {
        (formats.values + [defaultFormats]).contains { $0.contains { packagers.kind(of: $0) == .binary } }
    }
}

extension Registry where Connector == any Packager {
    /// What the packager of this id makes; nothing if there is none.
    package func kind(of id: String) -> Artifact.Kind? { try? connector(id).kind }
}

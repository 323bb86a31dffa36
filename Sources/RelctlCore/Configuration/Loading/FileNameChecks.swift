/// Proves that every file that ships has a name, and one of its own.
struct FileNameChecks {
    private let configuration: Configuration
    private let root: JSONNode
    private let packagers: Registry<any Packager>
    private let signatures: [String]
    private static let path = ConfigurationPath().key("archive").key("name")

    init(_ configuration: Configuration, _ root: JSONNode, _ extensions: Extensions) {
        (self.configuration, self.root, self.packagers) = (configuration, root, extensions.packagers)
        signatures = configuration.signing.compactMap { ReleaseSigning.name(of: $0, configuration, extensions) }
    }

    /// A file and what it is of.
    private struct Owner {
        let target: TargetTriple
        let binary: String?
    }

    /// The first problem of the names that a release's files would have.
    func problems(of release: ReleaseIdentity) -> [RelctlError] {
        var owners: [String: Owner] = [:]
        for target in configuration.targets {
            let context = TargetContext(
                target: target,
                scope: configuration.project.scope(of: release, target: target),
                binaries: configuration.project.binaries(of: target)
            )
            for file in (try? configuration.archive.files(for: context, packagers)) ?? [] {
                guard let stem = stem(of: file) else { continue }
                let name = file.name(from: stem, for: target.triple)
                let owner = Owner(target: target.triple, binary: file.binary)
                if let problem = problem(with: name, stem, owner) ?? collision(name, owner, &owners) {
                    return [problem]
                }
            }
        }
        return []
    }

    /// What the template makes; nothing where its text alone has been reported.
    private func stem(of file: TargetFile) -> String? {
        let template = configuration.archive.name
        guard TextForm.fileNameTemplate(.file).problem(with: template.source) == nil else { return nil }
        return try? template.render(file.scope)
    }

    private func problem(with name: String, _ stem: String, _ owner: Owner) -> RelctlError? {
        if let problem = TextForm.fileNameProblem(stem) {
            return error("it makes `\(stem)` for \(owner.target): \(problem)")
        }
        let taken = TextForm.takenNames + [configuration.checksums.combined].compactMap(\.self) + signatures
        guard taken.contains(where: { $0.lowercased() == name.lowercased() }) else { return nil }
        return error("it makes `\(name)` for \(owner.target), which is the name of another file in `dist`")
    }

    private func error(_ message: String, hints: [String] = []) -> RelctlError {
        .configuration("`\(Self.path)`: \(message)", root.place(at: Self.path), Self.path, hints: hints)
    }

    /// Whether another file, or another's checksum file, has the name already.
    private func collision(_ name: String, _ owner: Owner, _ owners: inout [String: Owner]) -> RelctlError? {
        for name in [name, ChecksumFile.sidecar(of: name)] {
            guard let other = owners.updateValue(owner, forKey: name) else { continue }
            // A format that is listed twice has been told of.
            guard other.target != owner.target || other.binary != owner.binary else { continue }
            guard other.target == owner.target, let one = other.binary, let binary = owner.binary else {
                return error(
                    "the targets `\(other.target)` and `\(owner.target)` both make `\(name)`",
                    hints: ["name the target in it, with `{{target}}`"]
                )
            }
            return error(
                "the binaries `\(one)` and `\(binary)` of \(owner.target) both make `\(name)`",
                hints: ["name the binary in it, with `{{binary}}`"]
            )
        }
        return nil
    }
}

/// Re-reads a release and proves what its manifest and its checksums say.
package struct ReleaseVerifier: Sendable {
    let effects: Effects
    let width: Int
    private let archives: ArchiveVerifier
    let signatures: SignatureProof?

    /// What was looked at, and what is wrong with it.
    package struct Report: Sendable, Hashable {
        /// The names of the files that were read whole, sorted bytewise.
        package var checked: [String]
        /// Everything that is wrong.
        package var findings: [Finding]
    }

    /// The usual name of the file that lists all checksums.
    static let usualList = "SHA256SUMS"

    /// Reads `width` files at a time and archives up to `limits`.
    ///
    /// `inspection` says whether a file in an archive is a program for another platform, `signatures` who signs.
    package init(
        width: Int,
        limits: ArchiveLimits = ArchiveLimits(),
        inspection: ProgramInspection? = nil,
        signatures: SignatureProof? = nil,
        with effects: Effects
    ) {
        self.effects = effects
        self.width = width
        self.signatures = signatures
        archives = ArchiveVerifier(effects: effects, limits: limits, inspection: inspection)
    }

    // MARK: A folder

    /// Verifies the release in `folder` against its `manifest.json`.
    ///
    /// - Throws: ``RelctlError`` if there is no manifest that can be read; `CancellationError`.
    package func verify(folder: FilePath) async throws -> Report {
        let manifest = try manifest(in: folder)
        let outcomes = try await mapConcurrently(manifest.artifacts, width: width) { artifact in
            try Task.checkCancellation()
            return try await verify(artifact, in: folder)
        }
        var report = Report(checked: [Manifest.fileName], findings: [])
        for (artifact, outcome) in zip(manifest.artifacts, outcomes) {
            if outcome.wasRead { report.checked.append(artifact.name) }
            report.findings += outcome.findings
        }
        report.findings += try await imageFindings(manifest, folder)
        report.findings += try sidecarFindings(manifest, folder)
        let combined = try signatures?.list(of: manifest.release) ?? manifest.checksums ?? presentList(in: folder)
        report.findings += try unlistedFindings(manifest, combined, folder)
        if let combined {
            report.findings += try await combinedFindings(combined, manifest, folder)
            report.checked.append(combined)
        }
        report.findings += try await signatureFindings(ofList: combined, of: manifest.release, folder)
        report.checked = report.checked.sortedBytewise()
        return report
    }

    /// The list of checksums that is there although the record, if any, names none.
    private func presentList(in folder: FilePath) throws -> String? {
        try effects.files.resolvedStatus(of: folder.appending(Self.usualList)) == nil ? nil : Self.usualList
    }

    /// Archives and sidecars that are there and that nothing lists: who downloads the folder would take them for a part.
    private func unlistedFindings(_ manifest: Manifest, _ list: String?, _ folder: FilePath) throws -> [Finding] {
        let artifacts = manifest.artifacts.map(\.name)
        // As paths, which are compared by their bytes.
        let listed = Set(
            (artifacts + artifacts.map(ChecksumFile.sidecar) + [list].compactMap(\.self)).map(FilePath.init)
        )
        return try effects.files.names(in: folder).compactMap { name in
            let isArchive = ArchiveReader.format(ofName: name) != nil
            guard isArchive || name.hasSuffix(ChecksumFile.sidecar(of: "")), !listed.contains(FilePath(name)) else {
                return nil
            }
            let message = "`\(name)` is there, but not in the manifest"
            return Finding(message, code: "artifact.unlisted", severity: .warning)
        }
    }

    private func manifest(in folder: FilePath) throws -> Manifest {
        let path = folder.appending(Manifest.fileName)
        guard try effects.files.resolvedStatus(of: path) != nil else {
            throw RelctlError(
                "cannot verify `\(folder)`: there is no `\(Manifest.fileName)` in it",
                code: .configurationInvalid,
                hints: ["name a folder that `relctl package` wrote, or a single archive"]
            )
        }
        let manifest = try JSONText.decode(Manifest.self, from: try effects.files.contents(of: path), file: path)
        guard manifest.format == Manifest.currentFormat else {
            throw RelctlError(
                "cannot verify `\(path)`: it has the form \(manifest.format), and this relctl reads "
                    + "\(Manifest.currentFormat)",
                code: .configurationInvalid
            )
        }
        return manifest
    }

    private func verify(_ artifact: Artifact, in folder: FilePath) async throws -> (wasRead: Bool, findings: [Finding])
    {
        let path = folder.appending(artifact.name)
        let status: FileStatus?
        do { status = try effects.files.resolvedStatus(of: path) } catch {
            return (false, [Finding(String(describing: error), code: "artifact.unreadable")])
        }
        guard status?.kind == .file else {
            return (false, [Finding("`\(artifact.name)` is in the manifest, but not there", code: "artifact.missing")])
        }
        do {
            let summary = try await ObservedHashing(effects).summary(of: path, name: artifact.name).get()
            var findings = Self.differences(artifact, summary)
            if artifact.kind != .checksum, artifact.kind != .signature {
                findings += try await archives.findings(
                    in: path,
                    format: Self.format(of: artifact) ?? "",
                    target: artifact.target,
                    contents: artifact.contents ?? []
                )
            }
            return (true, findings)
        } catch let error as CancellationError {
            throw error
        } catch {
            return (false, [Finding(String(describing: error), code: "artifact.unreadable")])
        }
    }

    private static func differences(_ artifact: Artifact, _ found: FileHasher.Summary) -> [Finding] {
        if found.size != artifact.size {
            let message = "`\(artifact.name)` has \(found.size) bytes, but the manifest lists \(artifact.size)"
            return [Finding(message, code: "artifact.size")]
        }
        guard found.sha256 != artifact.sha256 else { return [] }
        let message = "`\(artifact.name)` has the SHA-256 \(found.sha256), but the manifest lists \(artifact.sha256)"
        return [Finding(message, code: "artifact.digest")]
    }

    // MARK: Checksum files

    /// Each sidecar that is there says what the manifest says of its archive.
    private func sidecarFindings(_ manifest: Manifest, _ folder: FilePath) throws -> [Finding] {
        try manifest.downloads.flatMap { artifact -> [Finding] in
            let name = ChecksumFile.sidecar(of: artifact.name)
            let path = folder.appending(name)
            guard try effects.files.resolvedStatus(of: path)?.kind == .file else { return [] }
            let listed = ChecksumFile(parsing: try effects.files.contents(of: path))
            let right = ChecksumFile([ChecksumFile.Entry(name: artifact.name, sha256: artifact.sha256)])
            guard listed.malformedLines.isEmpty, listed.bytes == right.bytes else {
                let message = "`\(name)` does not say what the manifest says of `\(artifact.name)`"
                return [Finding(message, code: "sidecar.differs")]
            }
            return []
        }
    }

    /// The combined file lists every file that ships, none other, and each as the manifest does.
    private func combinedFindings(_ name: String, _ manifest: Manifest, _ folder: FilePath) async throws -> [Finding] {
        let path = folder.appending(name)
        guard try effects.files.resolvedStatus(of: path)?.kind == .file else {
            // Of a list that is to be signed, what else is said tells what to do.
            let hints = signatures?.list(of: manifest.release) == nil ? ["run `relctl checksum` first"] : []
            return [Finding("`\(name)` is missing", code: "combined.missing", hints: hints)]
        }
        let listed = ChecksumFile(parsing: try effects.files.contents(of: path))
        var findings = listed.malformedLines.map { line in
            Finding(
                "a line is malformed",
                code: "checksum.malformed",
                place: SourcePlace(file: name, line: line, column: 1)
            )
        }
        // By path, because paths are compared by their bytes.
        var digests = Dictionary(
            manifest.downloads.map { (FilePath($0.name), $0.sha256) }
        ) { first, _ in first }
        let record = try await FileHasher(files: effects.files).summary(of: folder.appending(Manifest.fileName))
        digests[FilePath(Manifest.fileName)] = record.sha256
        for entry in listed.entries {
            guard let digest = digests.removeValue(forKey: FilePath(entry.name)) else {
                let message = "`\(name)` lists `\(entry.name)`, which is not in the manifest, or lists it twice"
                findings.append(Finding(message, code: "combined.extra"))
                continue
            }
            if digest != entry.sha256 {
                findings.append(
                    Finding("`\(name)` has another SHA-256 for `\(entry.name)`", code: "combined.differs")
                )
            }
        }
        for missing in digests.keys.sorted() {
            findings.append(Finding("`\(name)` does not list `\(missing)`", code: "combined.incomplete"))
        }
        return findings
    }

    // MARK: One archive

    /// Verifies one archive against the checksum file beside it, its sidecar, the combined file, or both, and against
    /// the manifest if that is there and lists it.
    ///
    /// - Throws: ``RelctlError`` or ``FileSystemError`` if the archive cannot be read; `CancellationError`.
    package func verify(archive path: FilePath) async throws -> Report {
        let name = path.lastComponent
        let manifest = try? manifest(in: path.parent)
        let artifact = manifest?.downloads.first { $0.name.utf8.elementsEqual(name.utf8) }
        guard let format = try artifact.map(Self.format) ?? format(of: path, manifest) else {
            let hints = ["the name of an archive ends in \(ArchiveReader.endings)"]
            let message = "`\(name)` is not an archive that relctl can read"
            return Report(checked: [], findings: [Finding(message, code: "archive.unreadable", hints: hints)])
        }
        let summary = try await ObservedHashing(effects).summary(of: path, name: name).get()
        var findings = try checksumFindings(of: name, in: path.parent, manifest, summary.sha256)
        findings += try await archives.findings(
            in: path,
            format: format,
            target: artifact?.target ?? Self.target(inName: name),
            contents: artifact?.contents
        )
        findings += try await signatureFindings(ofList: list(manifest), of: manifest?.release, path.parent)
        return Report(checked: [name], findings: findings)
    }

    /// The list of all checksums that an archive is proven by.
    private func list(_ manifest: Manifest?) -> String {
        signatures?.list(of: manifest?.release) ?? manifest?.checksums ?? Self.usualList
    }

    private func checksumFindings(
        of name: String,
        in folder: FilePath,
        _ manifest: Manifest?,
        _ digest: Digest
    ) throws -> [Finding] {
        var findings: [Finding] = []
        var wasFound = false
        let combined = list(manifest)
        for file in [ChecksumFile.sidecar(of: name), combined] {
            guard let listed = try entries(ofChecksums: folder.appending(file)) else { continue }
            wasFound = true
            let lines = listed.filter { $0.name.utf8.elementsEqual(name.utf8) }
            if lines.isEmpty {
                findings.append(Finding("`\(file)` does not list `\(name)`", code: "combined.incomplete"))
            }
            for line in lines where line.sha256 != digest {
                let message = "`\(name)` has the SHA-256 \(digest), but `\(file)` lists \(line.sha256)"
                findings.append(Finding(message, code: "artifact.digest"))
            }
        }
        if wasFound { return findings }
        let hints = ["put the release's `\(combined)` beside it"]
        let message = "there is no checksum file beside `\(name)` to prove it by"
        return [Finding(message, code: "checksum.missing", hints: hints)]
    }

    /// What a checksum file lists; nothing if there is none.
    private func entries(ofChecksums path: FilePath) throws -> [ChecksumFile.Entry]? {
        guard try effects.files.resolvedStatus(of: path)?.kind == .file else { return nil }
        return ChecksumFile(parsing: try effects.files.contents(of: path)).entries
    }

    /// The format to read an artifact by, whoever packaged it; one that cannot be read only if its name tells no better.
    private static func format(of artifact: Artifact) -> String? {
        guard artifact.kind != .binary else { return BinaryPackager.id }
        if let format = artifact.format, ArchiveReader.reads(format) { return format }
        return ArchiveReader.format(ofName: artifact.name) ?? artifact.format
    }

    /// The format of a file that no manifest lists: what its name says, or a program, if a checksum file beside it lists
    /// that name, which may end in anything.
    private func format(of path: FilePath, _ manifest: Manifest?) throws -> String? {
        let name = path.lastComponent
        if let format = ArchiveReader.format(ofName: name) { return format }
        guard name != Manifest.fileName else { return nil }
        for file in [ChecksumFile.sidecar(of: name), list(manifest)] {
            let listed = try entries(ofChecksums: path.parent.appending(file)) ?? []
            if listed.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return BinaryPackager.id }
        }
        return nil
    }

    /// The platform whose triple the name of an archive or program ends in.
    private static func target(inName name: String) -> TargetTriple? {
        let ending = ArchiveReader.ending(ofName: name)?.text ?? (name.lowercased().hasSuffix(".exe") ? ".exe" : "")
        let words = name.dropLast(ending.count).split(separator: "-")
        for count in [4, 3, 2] where words.count >= count {
            if let target = try? TargetTriple(words.suffix(count).joined(separator: "-")) { return target }
        }
        return nil
    }
}

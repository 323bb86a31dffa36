/// Which checksum files will be written into a folder.
package struct ChecksumPlan: Sendable, Hashable, Codable {
    /// The files whose digests are needed, sorted bytewise.
    package var files: [File]
    /// Of these, the ones that get a `.sha256` beside them, sorted bytewise.
    package var sidecars: [String]
    /// The name of the file that lists all; nothing for none.
    package var combined: String?

    /// A file whose digest is needed.
    package struct File: Sendable, Hashable, Codable {
        /// Its name in the folder.
        package var name: String
        /// Its digest, where it is known because it was taken when the file was written.
        package var sha256: Digest?

        /// Describes a file.
        package init(name: String, sha256: Digest? = nil) {
            self.name = name
            self.sha256 = sha256
        }
    }
}

/// Decides which checksum files are written.
package struct ChecksumPlanner: Sendable {
    /// Needs nothing.
    package init() {}

    /// What is to be listed, and what is there.
    package struct Request: Sendable {
        /// The archives.
        package var archives: [ChecksumPlan.File]
        /// What else ships, such as `manifest.json`, without sidecars and the combined file.
        package var others: [ChecksumPlan.File]
        /// The names of sidecars that are there and right.
        package var existingSidecars: Set<String>
        /// What the configuration says.
        package var settings: ChecksumSettings

        /// Describes what is to be listed.
        package init(
            archives: [ChecksumPlan.File],
            others: [ChecksumPlan.File],
            existingSidecars: Set<String> = [],
            settings: ChecksumSettings
        ) {
            self.archives = archives
            self.others = others
            self.existingSidecars = existingSidecars
            self.settings = settings
        }
    }

    /// The combined file lists every file; sidecars are written for archives that lack one.
    ///
    /// - Throws: ``RelctlError`` if two of the files have one name, or one is named like the combined file.
    package func plan(_ request: Request) throws -> ChecksumPlan {
        let all = (request.archives + request.others).sortedBytewise(by: \.name)
        for (one, other) in zip(all, all.dropFirst()) where one.name.utf8.elementsEqual(other.name.utf8) {
            throw RelctlError("cannot list `\(one.name)`: two files have this name")
        }
        if let combined = request.settings.combined, all.contains(where: { $0.name == combined }) {
            throw RelctlError("cannot list `\(combined)` in itself", hints: ["give `checksums.combined` another name"])
        }
        let missing = all.map(\.name).filter { name in
            request.archives.contains { $0.name == name }
                && !request.existingSidecars.contains(ChecksumFile.sidecar(of: name))
        }
        let sidecars = request.settings.sidecars ? missing : []
        let files = request.settings.combined == nil ? all.filter { sidecars.contains($0.name) } : all
        return ChecksumPlan(files: files, sidecars: sidecars, combined: request.settings.combined)
    }
}

/// Writes the checksum files of a release that is packed, and has the list of all signed.
package struct ReleaseChecksums: Sendable {
    private let settings: ChecksumSettings
    private let signing: ReleaseSigning
    private let folder: ReleaseFolder
    private let width: Int
    private let effects: Effects

    /// Writes to `folder`, reading `width` files at a time.
    package init(
        _ settings: ChecksumSettings,
        signing: ReleaseSigning,
        in folder: ReleaseFolder,
        width: Int,
        with effects: Effects
    ) {
        self.settings = settings
        self.signing = signing
        self.folder = folder
        self.width = width
        self.effects = effects
    }

    /// Writes the file that lists all checksums, its signatures, and sidecars that are missing.
    ///
    /// Nothing is written before everything is signed, and no list ever lies beside a signature of another, nor without
    /// its own.
    ///
    /// - Parameters:
    ///   - manifest: What the folder's record says.
    ///   - proves: Whether the files are proven first, so that no list vouches for what is not there or not as it was.
    ///   - renews: Whether the flake may be another than the one in the folder's list.
    ///   - earlier: Lists whose signatures are taken, beside those in the folder, where they prove the new list.
    /// - Returns: The names of what was written.
    /// - Throws: ``RelctlError`` if a file is not what the record says, or what cannot be signed; ``FileSystemError``;
    ///   `CancellationError`.
    func write(
        for manifest: Manifest,
        proves: Bool,
        renews: Bool = false,
        reusing earlier: [ReleaseSigning.Signed] = []
    ) async throws -> [String] {
        let record = try await FileHasher(files: effects.files).summary(of: folder.manifest)
        let sidecars = manifest.artifacts.filter { $0.kind == .checksum }.map(\.name)
        let plan = try ChecksumPlanner().plan(
            ChecksumPlanner.Request(
                archives: manifest.downloads.map {
                    ChecksumPlan.File(name: $0.name, sha256: $0.sha256)
                },
                others: [ChecksumPlan.File(name: ReleaseFolder.manifestName, sha256: record.sha256)],
                existingSidecars: Set(try sidecars.filter { try effects.files.status(of: folder.file($0)) != nil }),
                settings: settings
            )
        )
        let present = try signed()
        if proves {
            try await prove(manifest)
            if let present, !signing.names.isEmpty {
                try await requireTruth(of: present, renews ? manifest.artifactsWithoutFlake : manifest.artifacts)
            }
        }
        _ = try await ChecksumExecutor().execute(plan, in: folder.path, width: width, with: effects) { list in
            let signatures = try await signing.signatures(
                of: list,
                reusing: [present].compactMap(\.self) + earlier,
                with: effects
            )
            let outdated = present.map { signing.outdated($0, by: list, signatures) } ?? []
            // Without signatures, the new list takes the place of the old one in one step.
            if present?.list != nil, present?.list != list, !signing.names.isEmpty || !outdated.isEmpty {
                try setAside()
            }
            for name in outdated { try effects.files.removeFile(folder.file(name)) }
            for name in signing.names {
                guard let bytes = signatures[name], present?.signatures[name] != bytes else { continue }
                try effects.files.write(bytes, to: folder.file(name))
            }
        }
        try forgetAside()
        return plan.sidecars.map { ChecksumFile.sidecar(of: $0) } + [plan.combined].compactMap(\.self) + signing.names
    }

    /// The list that is in the folder, and its signatures; nothing where no list is wanted.
    func signed() throws -> ReleaseSigning.Signed? {
        try settings.combined.map { try signing.signed(in: folder.path, list: $0, files: effects.files) }
    }

    /// Proves, before what the list vouches for is changed, that the list can be signed again; where there is none, it
    /// need not.
    ///
    /// - Parameter believes: Whether what is there will go into the new list, and so must be what was signed.
    /// - Throws: ``RelctlError`` that says why not; `CancellationError`.
    package func requireRenewable(believing believes: Bool = true) async throws {
        guard !signing.names.isEmpty, let present = try signed(), present.list != nil else { return }
        if believes { try await requireTruth(of: present, folder.record(effects.files).artifactsWithoutFlake) }
        try await signing.requireSigners(with: effects)
    }

    // MARK: Lists that are set aside

    /// The place of a list while it is not true: the next run learns from it that the release wants a list, if this one is
    /// killed.
    private var aside: FilePath? { settings.combined.map { folder.path.appending(".\($0).aside") } }

    private func isAside() throws -> Bool { try aside.map { try effects.files.status(of: $0) != nil } ?? false }

    private func setAside() throws {
        guard let list = settings.combined, let aside else { return }
        try effects.files.rename(folder.file(list), to: aside)
    }

    private func forgetAside() throws {
        if let aside, try isAside() { try effects.files.removeFile(aside) }
    }

    /// Sets the list aside while what it lists is changed, and removes its signatures.
    ///
    /// - Returns: What was there, without a list if a run that was killed has set it aside; nil if no list is wanted.
    func withdraw() throws -> ReleaseSigning.Signed? {
        guard let present = try signed() else { return nil }
        guard present.list != nil else { return try isAside() ? present : nil }
        try setAside()
        for name in signing.names where present.signatures[name] != nil {
            try effects.files.removeFile(folder.file(name))
        }
        return present
    }

    /// Removes lists of other names that vouch for the record that is there, and their signatures.
    ///
    /// The configuration called the list otherwise, or wanted one, when it was written; nothing would renew it.
    func removeOtherLists() throws {
        guard let bytes = try? effects.files.contents(of: folder.manifest),
            let record = try? folder.record(effects.files)
        else { return }
        for name in Set([record.checksums, ReleaseVerifier.usualList].compactMap(\.self)).sorted()
        where name != settings.combined {
            let present = try signing.signed(in: folder.path, list: name, files: effects.files)
            guard let list = present.list,
                ChecksumFile(parsing: list).entries.contains(where: {
                    $0.name == Manifest.fileName && $0.sha256 == Digest(of: bytes)
                })
            else { continue }
            for removed in [name] + present.signatures.keys.sorted() {
                try effects.files.removeFile(folder.file(removed))
            }
            let text = "removed `\(folder.file(name))`, which lists what was there before"
            effects.events.send(.message(.notice, text))
        }
    }

    /// Has the list of all checksums say what the record is now, and signed, where there is a list already.
    ///
    /// - Throws: As ``write(for:proves:)``, which proves the files.
    package func renew() async throws {
        guard let name = settings.combined else { return }
        guard try effects.files.status(of: folder.file(name)) != nil else {
            guard try isAside() else { return }
            _ = try await write(for: folder.record(effects.files), proves: true, renews: true)
            return
        }
        let record = Digest(of: try effects.files.contents(of: folder.manifest))
        let list = ChecksumFile(parsing: try effects.files.contents(of: folder.file(name)))
        let isTrue = list.entries.first { $0.name == Manifest.fileName }?.sha256 == record
        let isSigned = try signing.names.allSatisfy { try effects.files.status(of: folder.file($0)) != nil }
        guard !isTrue || !isSigned else { return try forgetAside() }
        _ = try await write(for: folder.record(effects.files), proves: true, renews: true)
    }

    /// Makes sure that what was signed is what the record has now.
    ///
    /// A step that makes an archive anew takes the list away before; the flake alone is written while the list is there.
    private func requireTruth(of present: ReleaseSigning.Signed, _ artifacts: [Artifact]) async throws {
        guard let list = present.list else { return }
        try await signing.requireTruth(of: present, with: effects)
        let listed = ChecksumFile(parsing: list).entries
        let changed = artifacts.first { artifact in
            listed.contains { $0.name.utf8.elementsEqual(artifact.name.utf8) && $0.sha256 != artifact.sha256 }
        }
        guard let changed else { return }
        throw ReleaseSigning.refusal("`\(changed.name)` is not what the list beside it says")
    }

    private func prove(_ manifest: Manifest) async throws {
        let archives = manifest.downloads
        let found = try await ChecksumExecutor()
            .entries(of: archives.map(\.name), in: folder.path, width: width, believing: effects.digests, with: effects)
        let problems = zip(archives, found).filter { $0.sha256 != $1.sha256 }.map { archive, _ in
            RelctlError("`\(folder.file(archive.name))` is not what `\(ReleaseFolder.manifestName)` says")
        }
        guard problems.isEmpty else {
            throw RelctlError(
                "cannot write the checksums of archives that were changed",
                hints: ["run `relctl package` to make them again"],
                causes: problems
            )
        }
    }
}

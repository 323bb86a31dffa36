/// Takes digests and writes checksum files.
package struct ChecksumExecutor: Sendable {
    /// Needs nothing.
    package init() {}

    /// Writes the plan's checksum files into `folder`, each whole or not at all, hashing `width` files at a time.
    ///
    /// - Parameters:
    ///   - plan: Which files.
    ///   - folder: Where.
    ///   - width: How many files are hashed at a time.
    ///   - effects: The world.
    ///   - willWrite: Is handed the bytes of the file that will list all, if any, before anything is written.
    /// - Returns: Every file of the plan with its digest, in the plan's order.
    /// - Throws: ``RelctlError`` with a cause for each file that cannot be read; what `willWrite` and writing throw.
    package func execute(
        _ plan: ChecksumPlan,
        in folder: FilePath,
        width: Int,
        with effects: Effects,
        willWrite: (_ list: [UInt8]) async throws -> Void = { _ in }
    ) async throws -> [ChecksumFile.Entry] {
        let unknown = plan.files.filter { $0.sha256 == nil }.map(\.name)
        var computed = try await self.entries(of: unknown, in: folder, width: width, with: effects).makeIterator()
        let entries = plan.files.compactMap { file in
            file.sha256.map { ChecksumFile.Entry(name: file.name, sha256: $0) } ?? computed.next()
        }
        let list = plan.combined.map { (name: $0, bytes: ChecksumFile(entries).bytes) }
        if let list { try await willWrite(list.bytes) }
        for entry in entries where plan.sidecars.contains(entry.name) {
            let path = folder.appending(ChecksumFile.sidecar(of: entry.name))
            try effects.files.write(ChecksumFile([entry]).bytes, to: path)
        }
        if let list { try effects.files.write(list.bytes, to: folder.appending(list.name)) }
        return entries
    }

    /// The digests of any files, in their order, as the lines of a checksum file name them.
    ///
    /// With `digests`, files are not read whose digests these know.
    ///
    /// - Throws: ``RelctlError`` with a cause for each file that cannot be read.
    package func entries(
        of names: [String],
        in folder: FilePath,
        width: Int,
        believing digests: FileDigests? = nil,
        with effects: Effects
    ) async throws -> [ChecksumFile.Entry] {
        let outcomes = try await outcomes(of: names, in: folder, width: width, believing: digests, with: effects)
        let problems = outcomes.compactMap { if case .failure(let error) = $0 { error } else { nil } }
        guard problems.isEmpty else { throw Self.failure(problems) }
        return try outcomes.map { try $0.get() }
    }

    /// Digests of any files in their order, as the lines of a checksum file; an error for each that cannot be read.
    ///
    /// With `digests`, files are not read whose digests these know.
    ///
    /// - Throws: `CancellationError` alone.
    package func outcomes(
        of names: [String],
        in folder: FilePath,
        width: Int,
        believing digests: FileDigests? = nil,
        with effects: Effects
    ) async throws -> [Result<ChecksumFile.Entry, any Error>] {
        try await mapConcurrently(names, width: width) { name in
            try Task.checkCancellation()
            let outcome = await ObservedHashing(effects, believing: digests).summary(
                of: folder.appending(name),
                name: name
            )
            try Task.checkCancellation()
            return outcome.map { ChecksumFile.Entry(name: name, sha256: $0.sha256) }
        }
    }

    /// The error for files that cannot be read.
    package static func failure(_ problems: [any Error]) -> RelctlError {
        RelctlError("cannot compute all checksums", causes: problems)
    }
}

/// Hashing that the user can watch.
package struct ObservedHashing: Sendable {
    private let effects: Effects
    private let hasher: FileHasher

    package init(_ effects: Effects, believing digests: FileDigests? = nil) {
        self.effects = effects
        hasher = FileHasher(files: effects.files, believing: digests)
    }

    /// Reads the file at `path`, shown as `name`.
    package func summary(of path: FilePath, name: String) async -> Result<FileHasher.Summary, any Error> {
        let size = (try? effects.files.resolvedStatus(of: path))?.size
        let activity = Activity(
            id: "checksum/\(path)",
            title: "hashing \(name)",
            isDetail: true,
            total: size.map { Int64(clamping: $0) },
            unit: .bytes
        )
        do {
            return .success(
                try await effects.events.during(activity) {
                    var progress = ByteProgress(activity.id, events: effects.events)
                    var before: UInt64 = 0
                    return try await hasher.summary(of: path) { done in
                        progress.advance(by: Int(done - before))
                        before = done
                    }
                }
            )
        } catch {
            return .failure(error)
        }
    }
}

/// Takes the bytes of a tar.
package protocol TarOutput {
    /// Takes headers, padding and the like.
    mutating func write(_ bytes: [UInt8]) async throws
    /// Takes all of a file's content; `progress` hears of every few bytes.
    ///
    /// - Returns: The digest of the content.
    mutating func write(_ content: EntryContent, in files: any FileSystem, progress: (Int) -> Void) async throws
        -> Digest
    /// Ends the output.
    mutating func finish() async throws
}

/// Writes a tar: a ustar, with pax records where needed.
package struct TarWriter<Output: TarOutput>: ContainerWriter {
    private var output: Output
    private let timestamp: Int64

    /// Writes to `output`; `timestamp` is the time of every entry, in seconds since 1970.
    package init(_ output: Output, timestamp: Int64) {
        self.output = output
        self.timestamp = timestamp
    }

    package mutating func addFolder(_ path: RelativePath) async throws {
        try await addFolder(path, FolderAttributes())
    }

    /// Writes a folder with an owner and permissions of its own.
    package mutating func addFolder(_ path: RelativePath, _ attributes: FolderAttributes) async throws {
        let name = Array(path.string.utf8) + [UInt8(ascii: "/")]
        var header = TarHeader(name: name, kind: .folder, mode: attributes.mode, modificationTime: timestamp)
        (header.owner, header.group) = (attributes.owner, attributes.group)
        try await output.write(header.bytes)
    }

    package mutating func addLink(_ path: RelativePath, target: String) async throws {
        var header = TarHeader(name: Array(path.string.utf8), kind: .link, mode: 0o777, modificationTime: timestamp)
        header.linkTarget = Array(target.utf8)
        try await output.write(header.bytes)
    }

    package mutating func addFile(_ file: EntryFile, progress: (Int) -> Void) async throws -> Digest {
        let name = Array(file.path.string.utf8)
        var header = TarHeader(name: name, kind: .file, mode: file.mode, modificationTime: timestamp)
        header.size = file.content.size
        try await output.write(header.bytes)
        let digest = try await output.write(file.content, in: file.files, progress: progress)
        try await output.write(TarHeader.padding(after: file.content.size))
        return digest
    }

    package mutating func finish() async throws {
        // Two blocks of zeros end a tar.
        try await output.write([UInt8](repeating: 0, count: 2 * TarHeader.blockSize))
        try await output.finish()
    }
}

/// Whose a folder is, and what they may do in it.
package struct FolderAttributes: Sendable, Hashable {
    /// The lower twelve mode bits.
    package var mode: UInt16 = 0o755
    /// The owner's number.
    package var owner: UInt64 = 0
    /// The group's number.
    package var group: UInt64 = 0

    /// Describes a folder.
    package init(mode: UInt16 = 0o755, owner: UInt64 = 0, group: UInt64 = 0) {
        self.mode = mode
        self.owner = owner
        self.group = group
    }
}

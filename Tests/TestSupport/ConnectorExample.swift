package import RelctlCore

/// A library of the examples, built by its own script once for all tests.
package enum ConnectorExample {
    /// The names of libraries, by what they are called here.
    package static func name(_ name: String) -> String {
        #if canImport(Darwin)
            "relctl-\(name).dylib"
        #else
            "relctl-\(name).so"
        #endif
    }

    /// Puts the publisher `depot` of `Examples/plugin-c` into a folder, and returns its path.
    package static func depot(in folder: FilePath) async throws -> FilePath { try await put(c, "depot", in: folder) }

    /// Puts the packager `cpio` of `Examples/plugin-swift` into a folder, and returns its path.
    package static func cpio(in folder: FilePath) async throws -> FilePath { try await put(swift, "cpio", in: folder) }

    /// Builds an example in a folder, and returns what the script prints: the digest and the path.
    package static func build(
        _ example: String,
        in folder: FilePath,
        options: String = ""
    ) async throws -> (digest: String, path: FilePath) {
        let script = Fixtures.project.appending("Examples/\(example)/build.sh").string
        guard let sh = HostTool("sh") else { throw RelctlError("there is no sh") }
        let outcome = try await sh.run([script, folder.string], in: folder, environment: ["CFLAGS": options])
        let words = outcome.text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard outcome.status == 0, words.count == 2 else {
            throw RelctlError("cannot build \(example): \(outcome.text)\(outcome.errors)")
        }
        return (words[0], FilePath(words[1]))
    }

    private static let c = Task { try await bytes(of: "plugin-c") }
    private static let swift = Task { try await bytes(of: "plugin-swift") }

    private static func bytes(of example: String) async throws -> [UInt8] {
        try await withScratchFolder { scratch in
            let built = try await build(example, in: scratch, options: "-Werror -pedantic")
            let bytes = try LiveFileSystem().contents(of: built.path)
            // It is what people copy into their `plugins.allow`.
            guard "\(Digest(of: bytes))" == built.digest else {
                throw RelctlError("the script of \(example) prints another digest than its library has")
            }
            return bytes
        }
    }

    private static func put(
        _ library: Task<[UInt8], any Error>,
        _ name: String,
        in folder: FilePath
    ) async throws -> FilePath {
        let path = folder.appending(Self.name(name))
        try LiveFileSystem().write(try await library.value, to: path)
        return path
    }
}

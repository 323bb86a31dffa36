import Foundation
package import RelctlCore

/// A program of this machine that serves a test as an independent witness.
package struct HostTool: Sendable {
    private let path: String

    /// What a run came to.
    package struct Outcome: Sendable {
        /// The exit code.
        package let status: Int32
        /// All of standard output.
        package let output: [UInt8]
        /// All of standard error.
        package let errors: String
        /// Standard output as text.
        package var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// The first program of one of these names on the PATH, or nothing.
    package init?(_ names: String...) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        let candidates = names.flatMap { name in folders.map { "\($0)/\(name)" } }
        guard let path = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            return nil
        }
        self.path = path
    }

    /// Whether all of these programs are on the PATH.
    package static func areHere(_ names: String...) -> Bool { names.allSatisfy { HostTool($0) != nil } }

    /// Runs the program in `folder`, with UTF-8 names and UTC unless `environment` says otherwise.
    ///
    /// Output goes to files, never to pipes that could fill up.
    package func run(
        _ arguments: [String],
        in folder: FilePath,
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await withScratchFolder { scratch in
            let (output, errors) = (scratch.appending("out"), scratch.appending("err"))
            let process = Process()
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = arguments
            process.currentDirectoryURL = URL(fileURLWithPath: folder.string)
            process.environment = ProcessInfo.processInfo.environment
                .merging(["LC_ALL": "C.UTF-8", "TZ": "UTC"]) { $1 }
                .merging(environment) { $1 }
            process.standardInput = FileHandle.nullDevice
            for path in [output, errors] { try LiveFileSystem().create(path, permissions: 0o644).close() }
            process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output.string))
            process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors.string))
            try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<Void, any Error>) in
                process.terminationHandler = { _ in waiting.resume() }
                do { try process.run() } catch { waiting.resume(throwing: error) }
            }
            return Outcome(
                status: process.terminationStatus,
                output: try LiveFileSystem().contents(of: output, limit: 1 << 30),
                errors: String(decoding: try LiveFileSystem().contents(of: errors), as: UTF8.self)
            )
        }
    }
}

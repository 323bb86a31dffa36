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
    package func run(
        _ arguments: [String],
        in folder: FilePath,
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        let outcome = try await LiveProcessRunner().run(
            ProcessRequest(
                arguments: [path] + arguments,
                directory: folder,
                environment: ProcessInfo.processInfo.environment
                    .merging(["LC_ALL": "C.UTF-8", "TZ": "UTC"]) { $1 }
                    .merging(environment) { $1 },
                output: .captured(limit: 1 << 30)
            )
        )
        let status: Int32 =
            switch outcome.termination {
            case .exited(let code): code
            case .signalled(let signal): 128 + signal
            case .timedOut: -1
            }
        return Outcome(
            status: status,
            output: outcome.standardOutput,
            errors: String(decoding: outcome.standardError, as: UTF8.self)
        )
    }
}

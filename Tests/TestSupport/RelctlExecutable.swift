import Foundation
package import RelctlCore

/// The relctl that is tested: the one beside the tests, or `$RELCTL_UNDER_TEST`.
package enum RelctlExecutable {
    /// Finds it.
    ///
    /// - Throws: ``RelctlError`` that lists where it was looked for.
    package static func path() throws -> FilePath {
        if let chosen { return FilePath(chosen) }
        // SwiftPM puts products beside the test bundle, which stands among the arguments of whatever runs it.
        let bundles = CommandLine.arguments + [Bundle.main.bundlePath] + Bundle.allBundles.map(\.bundlePath)
        let candidates = bundles.compactMap(folderOfBundle).map { FilePath($0).appending("relctl") }
        guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.string) }) else {
            let places = candidates.map(\.string).joined(separator: ", ")
            throw RelctlError(
                "cannot find the built relctl",
                hints: ["looked for \(places)", "or set RELCTL_UNDER_TEST"]
            )
        }
        return found
    }

    /// Whether one is named, such as a release build.
    package static var isChosen: Bool { chosen != nil }

    private static let chosen = ProcessInfo.processInfo.environment["RELCTL_UNDER_TEST"]

    private static func folderOfBundle(_ path: String) -> String? {
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let bundle = components.firstIndex(where: { $0.hasSuffix(".xctest") }) else {
            return path.hasPrefix("/") ? path : nil
        }
        let folder = components[..<bundle].joined(separator: "/")
        return folder.hasPrefix("/") ? folder : FileManager.default.currentDirectoryPath + "/" + folder
    }
}

extension World {
    /// Runs relctl to its end.
    package func relctl(
        _ arguments: String...,
        in directory: FilePath? = nil,
        environment changes: [String: String?] = [:]
    ) async throws -> ProgramResult {
        try await run([RelctlExecutable.path().string] + arguments, in: directory, environment: changes)
    }

    /// Starts relctl and does not wait for it.
    package func startRelctl(
        _ arguments: String...,
        in directory: FilePath? = nil,
        environment changes: [String: String?] = [:]
    ) throws -> RunningProgram {
        try start([RelctlExecutable.path().string] + arguments, in: directory, environment: changes)
    }
}

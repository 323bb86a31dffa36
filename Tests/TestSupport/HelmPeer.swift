import Foundation

/// Helm itself, as the Python package `helm-python-sdk` has it: the judge of every chart that relctl packs.
package enum HelmPeer {
    /// The interpreter that has `helm_python`, `yaml` and `kubernetes_validate`.
    package static var python: String { ProcessInfo.processInfo.environment["RELCTL_TEST_PYTHON"] ?? "python3" }

    /// What a script prints, with `helm`, `json`, `tarfile`, `yaml` and `arguments` at hand.
    ///
    /// - Throws: ``ProgramFailure`` if it does not succeed.
    @discardableResult
    package static func run(
        _ script: String,
        _ arguments: [String] = [],
        in world: World
    ) async throws -> String {
        try await world.output(of: [python, "-c", prologue + script] + arguments)
    }

    /// Whether Helm refuses what a script asks of it, and in which words.
    package static func refusal(
        _ script: String,
        _ arguments: [String] = [],
        in world: World
    ) async throws -> String? {
        let guarded = script.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        let whole = "try:\n\(guarded)\nexcept helm.HelmError as error:\n    print(error)"
        let words = try await run(whole, arguments, in: world)
        return words.isEmpty ? nil : words
    }

    private static let prologue = """
        import json, os, sys, tarfile, yaml
        import helm_python as helm
        arguments = sys.argv[1:]

        """
}

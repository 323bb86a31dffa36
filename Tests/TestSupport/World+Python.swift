package import RelctlCore

extension World {
    /// Starts a program of Python's and does not wait for it, in a fork of one interpreter that has the modules ready.
    ///
    /// What measures itself or needs an environment of its own wants an interpreter of its own: ``start(_:in:environment:)``.
    ///
    /// - Parameters:
    ///   - arguments: Those of an interpreter: `[-W ignore] -c PROGRAM …`, or a path and the program's own.
    ///   - directory: The folder it runs in; the world's own if nothing else is said.
    /// - Returns: The program.
    /// - Throws: ``RelctlError`` if there is no Python.
    package func startPython(_ arguments: [String], in directory: FilePath? = nil) async throws -> RunningProgram {
        try await RunningProgram(
            python: arguments,
            directory: directory ?? folder,
            environment: environment,
            said: said()
        )
    }

    /// Runs such a program, which must succeed, and returns its standard output.
    @discardableResult
    package func python(_ arguments: [String], in directory: FilePath? = nil) async throws -> String {
        let result = try await startPython(arguments, in: directory).result()
        guard result.exitCode == 0 else { throw ProgramFailure(arguments: ["python3"] + arguments, result: result) }
        return result.output
    }
}

/// Python as an independent witness.
package enum Python {
    /// Runs a program to its end in a folder; see ``World/startPython(_:in:)``.
    package static func run(_ arguments: [String], in folder: FilePath) async throws -> ProgramResult {
        try await World.scratch { try await $0.startPython(arguments, in: folder).result() }
    }

    /// Whether it has all of these modules.
    package static func canImport(_ modules: String...) async throws -> Bool {
        try await run(["-c", "import " + modules.joined(separator: ", ")], in: FilePath("/")).exitCode == 0
    }
}

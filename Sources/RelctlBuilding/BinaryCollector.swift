/// Takes in the binaries that a target's build left behind.
struct BinaryCollector {
    private let build: TargetBuild
    private let options: BuildExecutor.Options
    private let files: any FileSystem

    init(_ build: TargetBuild, options: BuildExecutor.Options, files: any FileSystem) {
        self.build = build
        self.options = options
        self.files = files
    }

    /// Removes what an earlier build of the target left there.
    func clear() throws { try files.removeTree(folder) }

    /// Checks each binary and copies it whole.
    ///
    /// - Throws: ``RelctlError`` with all binaries that are not what they should be.
    func collect() throws -> [BuiltBinary] {
        var built: [BuiltBinary] = []
        var failures: [any Error] = []
        try files.createFolders(folder)
        for output in build.outputs {
            do {
                built.append(try collect(output))
            } catch {
                failures.append(error)
            }
        }
        guard !failures.isEmpty else { return built }
        // Half a target is none.
        try clear()
        throw RelctlError(
            "cannot take in what was built for `\(build.target)`",
            details: ["target": build.target.text],
            hints: ["what the build said is in `\(options.logs.appending(build.logName))`"],
            causes: failures
        )
    }

    private var folder: FilePath { options.folder.appending("build").appending(build.target.text) }

    private func collect(_ output: BuildOutput) throws -> BuiltBinary {
        let source = options.project.appending(output.path)
        guard let status = try files.resolvedStatus(of: source) else { throw missing(output, source) }
        guard status.kind == .file else {
            throw RelctlError("`\(output.path)` is a \(status.kind.rawValue), not a program")
        }
        let file = try files.open(source)
        let format = try BinaryInspector.inspect(file, named: output.path, for: build.target)
        let size = try file.status().size
        try file.seek(to: 0)
        var copied: UInt64 = 0
        try files.copy(file, to: folder.appending(output.name), permissions: 0o755) { piece in
            copied += UInt64(piece.count)
            guard copied <= size else { throw changed(output) }
        }
        guard copied == size else { throw changed(output) }
        return BuiltBinary(
            target: build.target,
            name: output.name.string,
            path: try RelativePath("build/\(build.target)/\(output.name)"),
            size: size,
            format: format.description
        )
    }

    private func changed(_ output: BuildOutput) -> RelctlError {
        RelctlError("`\(output.path)` changed while it was copied")
    }

    private func missing(_ output: BuildOutput, _ source: FilePath) -> RelctlError {
        let names = (try? files.names(in: source.parent)) ?? []
        let there = names.prefix(10).map { "`\($0)`" }.joined(separator: ", ")
        let found: String
        if (try? files.resolvedStatus(of: source.parent))?.kind != .folder {
            found = "the folder `\(source.parent)` does not exist"
        } else {
            found = names.isEmpty ? "its folder is empty" : "its folder holds \(there)\(names.count > 10 ? ", …" : "")"
        }
        return RelctlError(
            "the build left no `\(output.path)`",
            details: ["binary": output.binary, "path": output.path],
            hints: ["check that the build makes `\(output.binary)`, and that `output`, or the builder, says where"],
            causes: [RelctlError(found)]
        )
    }
}

import RelctlCore

/// The modules that these tests were built with, for compilers that tests run.
package struct BuiltModules: Sendable {
    private let folder: FilePath
    /// The modules in C that are relctl's own.
    private let own: [String]

    /// Finds them.
    ///
    /// - Throws: ``RelctlError`` if there is no build beside the tests.
    package init() throws {
        let folder = try RelctlExecutable.path().parent
        self.folder = folder
        own = try LiveFileSystem().names(in: folder).filter { name in
            guard name.hasSuffix(".build") else { return false }
            return try LiveFileSystem().status(of: folder.appending("\(name)/module.modulemap")) != nil
        }
    }

    /// The options with which a compiler finds all of them.
    package var options: [String] {
        let maps =
            ["CArchive", "CZlib"].map { Fixtures.project.appending("Sources/\($0)/module.modulemap") }
            + own.map { folder.appending("\($0)/module.modulemap") }
        return ["-I", folder.appending("Modules").string] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.string)"] }
    }

    /// The Swift modules that are relctl's own, sorted.
    package var names: [String] {
        get throws {
            try LiveFileSystem().names(in: folder.appending("Modules")).compactMap { name in
                let module = name.split(separator: ".").first.map { String($0) } ?? name
                let isOwn = module.hasPrefix("Relctl") && !module.hasSuffix("Tests")
                return isOwn && name == "\(module).swiftmodule" ? module : nil
            }.sorted()
        }
    }

    /// What a program is linked with that uses `RelctlCLI`.
    package func objects() throws -> [String] {
        // What relctl is linked with but for its own `main`, as words of a shell; folders may hold what was left behind.
        let list = try LiveFileSystem().text(of: folder.appending("relctl.product/Objects.LinkFileList"))
        let objects = list.split(separator: "\n").map { $0.filter { $0 != "'" && $0 != "\\" } }
            .filter { !$0.contains("/relctl.build/") }
        return objects + ["-larchive", "-lz"]
    }
}

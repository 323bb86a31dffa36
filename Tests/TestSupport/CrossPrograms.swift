import Foundation
package import RelctlCore

/// One tiny C program for each of five platforms, really compiled and linked by Zig, once for all tests.
package enum CrossPrograms {
    /// Targets as relctl and as Zig name them; the header of a program for MSVC and for GNU is the same.
    package static let targets = [
        "x86_64-unknown-linux-musl": "x86_64-linux-musl",
        "aarch64-unknown-linux-musl": "aarch64-linux-musl",
        "x86_64-apple-darwin": "x86_64-macos",
        "aarch64-apple-darwin": "aarch64-macos",
        "x86_64-pc-windows-msvc": "x86_64-windows-gnu",
    ]

    /// The Python that reads what relctl wrote.
    package static var python: String { ProcessInfo.processInfo.environment["RELCTL_TEST_PYTHON"] ?? "python3" }

    /// Whether there is a compiler for them.
    package static var areAvailable: Bool { ZigCompiler.command != nil }

    /// A folder that holds one program for each target, named as the target is.
    package static func folder() async throws -> FilePath { try await built.value }

    private static let source = """
        #include <stdio.h>
        int main(int count, char **arguments) {
            for (int i = 1; i < count; i++) printf("[%s]", arguments[i]);
            puts("");
            return count > 3 ? 3 : 0;
        }
        """

    private static let built = Task { try await build() }

    private static func build() async throws -> FilePath {
        let environment = ProcessInfo.processInfo.environment
        let caches = environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache"
        let hash = source.utf8.reduce(UInt64(5381)) { $0 &* 33 &+ UInt64($1) }
        let folder = FilePath(caches).appending("relctl-tests/programs-\(hash)")
        if FileManager.default.fileExists(atPath: folder.string) { return folder }
        try LiveFileSystem().createFolders(folder.parent)
        let making = FilePath(folder.string + ".\(ProcessInfo.processInfo.processIdentifier)")
        try LiveFileSystem().createFolder(making)
        try LiveFileSystem().write(source.utf8, to: making.appending("program.c"))
        for (target, zig) in targets.sorted(by: { $0.key < $1.key }) {
            try await compile(for: zig, to: target, in: making)
        }
        // Another run of the tests may have been quicker; its programs are as good.
        if (try? LiveFileSystem().rename(making, to: folder)) == nil { try LiveFileSystem().removeTree(making) }
        return folder
    }

    private static func compile(for zig: String, to name: String, in folder: FilePath) async throws {
        guard let compiler = ZigCompiler.command else { throw RelctlError("cannot compile without Zig") }
        try await World.scratch { world in
            try await world.output(
                of: compiler + ["cc", "-target", zig, "-Os", "-s", "-o", name, "program.c"],
                in: folder,
                environment: ["HOME": NSHomeDirectory()]
            )
            for rest in ["\(name).pdb", "program.pdb"] { try LiveFileSystem().removeTree(folder.appending(rest)) }
        }
    }
}

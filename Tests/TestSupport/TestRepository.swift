import Foundation
package import RelctlCore

/// A real git repository with a bare remote named `origin`, in a world of its own.
package struct TestRepository: Sendable {
    /// Where it lies.
    package let world: World
    /// Its working tree.
    package let folder: FilePath

    /// Creates an empty repository on the branch `main`.
    package init(_ name: String = "project", in world: World) async throws {
        self.world = world
        folder = world.folder.appending(name)
        let remote = world.folder.appending(name + ".git").string
        try await world.output(of: ["git", "init", "--quiet", "--bare", "--template=", "-b", "main", remote])
        try await world.output(of: ["git", "init", "--quiet", "--template=", "-b", "main", folder.string])
        try await git("remote", "add", "origin", remote)
    }

    private init(cloned folder: FilePath, in world: World) {
        self.world = world
        self.folder = folder
    }

    /// A clone of what was committed, in another folder of the same world.
    package func clone(to name: String) async throws -> TestRepository {
        let copy = world.folder.appending(name)
        try LiveFileSystem().createFolders(copy.parent)
        try await world.output(of: ["git", "clone", "--quiet", "--template=", folder.string, copy.string])
        return TestRepository(cloned: copy, in: world)
    }

    /// Runs git in the working tree and returns its output without the last newline.
    @discardableResult
    package func git(_ arguments: String...) async throws -> String {
        let output = try await world.output(of: ["git", "-C", folder.string] + arguments)
        return output.hasSuffix("\n") ? String(output.dropLast()) : output
    }

    /// Writes a file and the folders above it.
    package func write(_ path: String, _ text: String, isExecutable: Bool = false) throws {
        let file = folder.appending(path)
        try LiveFileSystem().createFolders(file.parent)
        try LiveFileSystem().write(text.utf8, to: file, permissions: isExecutable ? 0o755 : 0o644)
    }

    /// Writes a symbolic link.
    package func link(_ path: String, to destination: String) throws {
        try LiveFileSystem().createFolders(folder.appending(path).parent)
        try LiveFileSystem().createLink(at: folder.appending(path), to: destination)
    }

    /// Commits all that is there.
    package func commit(_ message: String) async throws {
        try await git("add", "--all")
        try await git("commit", "--quiet", "--allow-empty", "--message", message)
    }

    /// Tags what HEAD is at.
    package func tag(_ name: String) async throws { try await git("tag", "--annotate", "--message", name, name) }

    /// Removes a file, link or folder.
    package func remove(_ path: String) throws { try LiveFileSystem().removeTree(folder.appending(path)) }

    /// The text of a file.
    package func text(_ path: String) throws -> String { try LiveFileSystem().text(of: folder.appending(path)) }

    /// Whether there is something at this path.
    package func holds(_ path: String) throws -> Bool { try LiveFileSystem().status(of: folder.appending(path)) != nil }

    /// Runs relctl in the working tree.
    package func relctl(
        _ arguments: [String],
        environment changes: [String: String?] = [:]
    ) async throws -> ProgramResult {
        try await world.run([RelctlExecutable.path().string] + arguments, in: folder, environment: changes)
    }
}

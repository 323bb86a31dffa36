import TestSupport
import Testing

@testable import RelctlManifests

@Suite struct ManifestWriterTests {
    private static let files = LiveFileSystem()

    /// A folder with three files, one of them behind a link, and the changes of all.
    private static func withProject(_ body: (FilePath, [ManifestChange]) async throws -> Void) async throws {
        try await withScratchFolder { folder in
            try files.createFolder(folder.appending("project"))
            let project = folder.appending("project")
            try files.write("1.0.0\n".utf8, to: project.appending("VERSION"))
            try files.write("a 1.0.0\r\n".utf8, to: project.appending("a.txt"), permissions: 0o755)
            try files.write("b 1.0.0".utf8, to: project.appending("real.txt"), permissions: 0o600)
            try files.createLink(at: project.appending("link.txt"), to: "real.txt")
            try await body(
                project,
                [
                    change("VERSION", "1.0.0\n", "1.1.0\n"), change("a.txt", "a 1.0.0\r\n", "a 1.1.0\r\n"),
                    change("link.txt", "b 1.0.0", "b 1.1.0"),
                ]
            )
        }
    }

    private static func change(_ file: String, _ old: String, _ new: String) throws -> ManifestChange {
        ManifestChange(file: try RelativePath(file), old: old, new: new)
    }

    @Test func allFilesAreWrittenAndKeepWhatTheyAre() async throws {
        try await Self.withProject { project, changes in
            let writer = ManifestWriter(project: project, files: Self.files)
            try writer.write(try writer.place(changes))
            #expect(try Self.files.names(in: project) == ["VERSION", "a.txt", "link.txt", "real.txt"])
            #expect(try Self.files.text(of: project.appending("VERSION")) == "1.1.0\n")
            #expect(try Self.files.contents(of: project.appending("a.txt")) == Array("a 1.1.0\r\n".utf8))
            #expect(try Self.files.destination(ofLink: project.appending("link.txt")) == "real.txt")
            #expect(try Self.files.text(of: project.appending("real.txt")) == "b 1.1.0")
            #expect(try Self.files.status(of: project.appending("a.txt"))?.permissions == 0o755)
            #expect(try Self.files.status(of: project.appending("real.txt"))?.permissions == 0o600)
        }
    }

    /// Whichever call fails, every file is as before, and nothing is left beside it; what fails after the last rename
    /// may find all files changed.
    @Test func whereverItFailsEveryFileIsAsBefore() async throws {
        var failures = 0
        for call in 1... {
            var isOver = false
            try await Self.withProject { project, changes in
                let before = try TreeSnapshot(of: project, .modes)
                let faulty = FaultyFileSystem(failingCall: call)
                let writer = ManifestWriter(project: project, files: faulty)
                do {
                    try writer.write(try writer.place(changes))
                } catch {
                    failures += 1
                    let differences = try TreeSnapshot(of: project, .modes).differences(from: before)
                    #expect(differences == [], "call \(call)")
                }
                isOver = !faulty.didFail
            }
            if isOver { break }
        }
        #expect(failures > 20)
    }

    @Test func whatCannotBeWrittenIsFoundBeforeAnythingChanges() async throws {
        try await Self.withProject { project, changes in
            try Self.files.setPermissions(0o444, of: project.appending("real.txt"))
            let before = try TreeSnapshot(of: project)
            let error = try #require(throws: RelctlError.self) {
                try ManifestWriter(project: project, files: Self.files).place(changes)
            }
            #expect(error.message == "cannot change the version in `link.txt`: it is write-protected")
            #expect(try TreeSnapshot(of: project) == before)
        }
    }

    @Test func aFileThatChangedMeanwhileIsLeftAlone() async throws {
        try await Self.withProject { project, changes in
            try Self.files.write("1.0.1\n".utf8, to: project.appending("VERSION"))
            let error = try #require(throws: RelctlError.self) {
                try ManifestWriter(project: project, files: Self.files).place(changes)
            }
            #expect(error.message.contains("something else has changed the file meanwhile"))
        }
    }

    @Test func twoNamesOfOneFileAreOneChange() async throws {
        try await Self.withProject { project, changes in
            let writer = ManifestWriter(project: project, files: Self.files)
            let real = try Self.change("real.txt", "b 1.0.0", "b 1.1.0")
            #expect(try writer.place(changes + [real]).count == 3)
            let other = try Self.change("real.txt", "b 1.0.0", "b 2.0.0")
            #expect(throws: RelctlError.self) { try writer.place(changes + [other]) }
        }
    }

    @Test func whatAKilledRunLeftBesideIsReplaced() async throws {
        try await Self.withProject { project, changes in
            try Self.files.write("half".utf8, to: project.appending(".VERSION.new"))
            let writer = ManifestWriter(project: project, files: Self.files)
            try writer.write(try writer.place(changes))
            #expect(try Self.files.names(in: project) == ["VERSION", "a.txt", "link.txt", "real.txt"])
        }
    }
}

import RelctlCore
import TestSupport
import Testing

/// A file that is larger than 32 bits can count comes out of every reader as it was.
@Suite struct LargeFileTests {
    /// A sparse file: zeros, with some bytes at its ends and around 4 GiB.
    private func makeFile(of size: UInt64, in project: TreeProject) async throws {
        let script = """
            import sys
            size = int(sys.argv[2])
            with open(sys.argv[1], "wb") as file:
                file.truncate(size)
                for place in [0, 1 << 20, (1 << 32) - 3, 5_000_000_000, size - 6]:
                    if place + 6 <= size:
                        file.seek(place)
                        file.write(b"islets")
            """
        let path = project.data.appending("large").string
        try await project.world.output(of: [CrossPrograms.python, "-c", script, path, "\(size)"])
    }

    /// What each reader says of the file's content; nothing is unpacked to the disk.
    private func commands(_ archive: String) -> [(tool: String, command: String)] {
        guard archive.hasSuffix(".tar.gz") else {
            return [
                ("bsdtar", "bsdtar -xOf \"$0\" \"$1\""), ("unzip", "unzip -p \"$0\" \"$1\""),
                ("7zz", "7zz x -bd -so \"$0\" \"$1\""),
            ]
        }
        return [
            ("tar", "tar -xOzf \"$0\" \"$1\""), ("bsdtar", "bsdtar -xOf \"$0\" \"$1\""),
            ("7zz", "7zz x -bd -so \"$0\" | 7zz x -bd -si -ttar -so \"$1\""),
        ]
    }

    private func expectEveryReaderSees(_ size: UInt64) async throws {
        try await World.scratch { world in
            let project = try await TreeProject(ContentTree(), forWindows: false, in: world)
            try await makeFile(of: size, in: project)
            expect(try await project.package(), exits: 0)
            expect(try await project.verify(), exits: 0)
            let digest = try await world.reading("digest", project.data.appending("large").string)
            let path = TreeProject.top + "large"
            for name in project.archives {
                let archive = project.dist.appending(name).string
                #expect(try await world.reading("digest", archive, path) == digest, "Python, \(name)")
                for (tool, command) in commands(name) where HostTool.areHere(tool) {
                    let seen = try await world.output(of: ["sh", "-c", command + " | sha256sum", archive, path])
                    #expect(seen.prefix(64) == digest.prefix(64), "\(tool), \(name)")
                }
            }
        }
    }

    @Test(.needs("sha256sum")) func aFileOfManyPiecesIsTheSameToEveryReader() async throws {
        try await expectEveryReaderSees(FullRun.isAsked ? 300 << 20 : 64 << 20)
    }

    @Test(.enabled(if: FullRun.isAsked, "takes minutes"), .needs("sha256sum"))
    func aFileOfMoreThanFourGibibytesIsTheSameToEveryReader() async throws {
        try await expectEveryReaderSees(5 << 30 + 1)
    }
}

import RelctlCore
import TestSupport
import Testing

/// `relctl checksum`, and what becomes of its list when archives change.
@Suite struct ChecksumCommandTests {
    /// The greeter with its archive and the list of checksums, and then its next version, tagged.
    private func grown(in world: World, more: String = "") async throws -> TestRepository {
        let project = try await ScriptProject.create(in: world, more: more)
        try await project.tag("v1.0.0")
        for step in ["package", "checksum"] { expect(try await project.relctl([step, "v1.0.0"]), exits: 0) }
        try project.write("greet", "#!/bin/sh\necho hello again\n", isExecutable: true)
        try project.write("VERSION", "1.1.0\n")
        try await project.commit("feat: greet again")
        try await project.tag("v1.1.0")
        return project
    }

    @Test func packingOverAnOlderReleaseWritesTheListAnew() async throws {
        try await World.scratch { world in
            let project = try await grown(in: world)
            expect(try await project.relctl(["package", "v1.1.0"]), exits: 0)
            let list = try project.text("dist/SHA256SUMS")
            #expect(list.contains("greeter-v1.1.0-") && !list.contains("greeter-v1.0.0-"))
            expect(try await project.relctl(["checksum", "--check", "dist/SHA256SUMS"]), exits: 0)
            // Where there is none, nobody asked for one.
            try LiveFileSystem().removeFile(project.folder.appending("dist/SHA256SUMS"))
            expect(try await project.relctl(["package", "v1.1.0"]), exits: 0)
            #expect(!(try project.holds("dist/SHA256SUMS")))
        }
    }

    @Test(arguments: ["false", "\"SUMS\""])
    func packingRemovesAnOlderListThatTheConfigurationNoLongerWants(_ combined: String) async throws {
        try await World.scratch { world in
            let project = try await grown(in: world)
            try project.write("dist/SHA256SUMS.asc", "a signature")
            let text = try project.text("relctl.json")
                .replacing("name: \"greeter\",", with: "name: \"greeter\", checksums: { combined: \(combined) },")
            try project.write("relctl.json", text)
            try project.write("VERSION", "1.2.0\n")
            try await project.commit("chore: another list")
            try await project.tag("v1.2.0")
            let packed = try await project.relctl(["package", "v1.2.0"])
            expect(packed, exits: 0, naming: "removed `")
            for name in ["SHA256SUMS", "SHA256SUMS.asc"] { #expect(!(try project.holds("dist/\(name)")), "\(name)") }
            // A list of anything else is none of relctl's.
            try project.write("dist/SHA256SUMS", "\(Digest(of: []))  other\n")
            expect(try await project.relctl(["package", "v1.2.0"]), exits: 0)
            #expect(try project.holds("dist/SHA256SUMS"))
        }
    }

    @Test func packingThatFailsLeavesNoListOfWhatWasThere() async throws {
        try await World.scratch { world in
            let project = try await grown(in: world)
            let text = try project.text("relctl.json").replacing("contents:", with: "budget: \"1B\", contents:")
            try project.write("relctl.json", text)
            expect(try await project.relctl(["package", "--snapshot"]), exits: 1)
            #expect(!(try project.holds("dist/SHA256SUMS")))
        }
    }

    @Test func whatIsRefusedBeforeAnythingIsPackedLeavesTheList() async throws {
        try await World.scratch { world in
            let project = try await grown(in: world)
            let text = try project.text("relctl.json")
                .replacing("{ files: [\"greet\"] }", with: "{ files: [\"greet\"] }, { binaries: \"bin\" }")
                .replacing("name: \"greeter\",", with: "name: \"greeter\", binaries: [\"greeter\"],")
            try project.write("relctl.json", text)
            let before = try project.text("dist/SHA256SUMS")
            let result = try await project.relctl(["package", "--snapshot"])
            expect(result, exits: 1, naming: "binaries are missing")
            #expect(try project.text("dist/SHA256SUMS") == before)
        }
    }

    @Test func standardInputIsReadAsAFileIs() async throws {
        try await World.scratch { world in
            let program = try RelctlExecutable.path().string
            let file = world.folder.appending("file")
            try LiveFileSystem().write("hello\n".utf8, to: file)
            let digest = Digest(of: Array("hello\n".utf8)).hexadecimal
            let empty = Digest(of: []).hexadecimal
            let script = "printf 'hello\\n' | \"$0\" checksum \"$1\" - && \"$0\" checksum - < /dev/null"
            let result = try await world.run(["sh", "-c", script, program, file.string])
            expect(result, exits: 0)
            #expect(result.output == "\(digest)  \(file)\n\(digest)  -\n\(empty)  -\n")
            let large = "head -c 3000000 /dev/zero | \"$0\" checksum -"
            let zeros = Digest(of: [UInt8](repeating: 0, count: 3_000_000)).hexadecimal
            #expect(try await world.run(["sh", "-c", large, program]).output == "\(zeros)  -\n")
            expect(try await world.run([program, "checksum", "-", "-"]), exits: 64, naming: "once only")
            let closed = try await world.run(["sh", "-c", "\"$0\" checksum - <&-", program])
            #expect(closed.end == .exit(1) || closed.output == "\(empty)  -\n", "\(closed)")
        }
    }
    @Test func pipesAreReadAsFilesAre() async throws {
        try await World.scratch { world in
            let program = try RelctlExecutable.path().string
            let folder = world.folder.appending("files")
            try LiveFileSystem().createFolder(folder)
            try LiveFileSystem().write("one\n".utf8, to: folder.appending("file"))
            let one = Digest(of: Array("one\n".utf8)).hexadecimal
            let zeros = Digest(of: [UInt8](repeating: 0, count: 3_000_000)).hexadecimal
            // The second pipe gets its bytes after the first.
            let script = """
                cd "$1" && mkfifo first second
                { head -c 3000000 /dev/zero > first; cat file > second; } &
                "$0" checksum first file second && wait && cat file | "$0" checksum /dev/stdin
                """
            let result = try await world.run(["sh", "-c", script, program, folder.string])
            expect(result, exits: 0)
            #expect(
                result.output
                    == "\(zeros)  first\n\(one)  file\n\(one)  second\n\(one)  /dev/stdin\n"
            )
            let bash = "\"$0\" -C \"$1\" checksum <(cat \"$1/file\")"
            let substituted = try await world.run(["bash", "-c", bash, program, folder.string])
            expect(substituted, exits: 0)
            #expect(substituted.output.hasPrefix("\(one)  /dev/fd/"), "\(substituted)")
        }
    }

    @Test func aListIsReadFromStandardInputAndFromPipes() async throws {
        try await World.scratch { world in
            let program = try RelctlExecutable.path().string
            let folder = world.folder.appending("files")
            try LiveFileSystem().createFolder(folder)
            try LiveFileSystem().write("one\n".utf8, to: folder.appending("file"))
            let digest = Digest(of: Array("one\n".utf8)).hexadecimal
            for name in ["-", "/dev/stdin"] {
                let check = "printf '%s  file\\n' \"$2\" | \"$0\" -C \"$1\" checksum --check \(name)"
                let good = try await world.run(["sh", "-c", check, program, folder.string, digest])
                expect(good, exits: 0)
                #expect(good.output.hasPrefix("file: OK\n"))
                let other = Digest(of: []).hexadecimal
                let bad = try await world.run(["sh", "-c", check, program, folder.string, other])
                expect(bad, exits: 2)
                #expect(bad.output.contains("file: FAILED\n") && bad.output.contains("\(name):1:1"), "\(bad)")
            }
        }
    }

    @Test func aFileThatCannotBeReadHidesNoOther() async throws {
        try await World.scratch { world in
            let program = try RelctlExecutable.path().string
            let (file, gone) = (world.folder.appending("file"), world.folder.appending("gone"))
            try LiveFileSystem().write("one\n".utf8, to: file)
            let digest = Digest(of: Array("one\n".utf8)).hexadecimal
            let paths = [gone.string, file.string, world.folder.string]
            let result = try await world.run([program, "checksum"] + paths)
            expect(result, exits: 1, naming: "cannot compute all checksums", gone.string, "it is a folder")
            #expect(result.output == "\(digest)  \(file)\n")
        }
    }
}

import Foundation
import RelctlCore
import TestSupport
import Testing

/// The archives of a target are packed while other targets still build, and nobody can tell from the release.
@Suite(.needsCrossPrograms) struct OverlapTests {
    /// The second build ends only when the first archive is there: step after step, this release could not be made.
    @Test(arguments: [1, 2]) func anArchiveIsPackedWhileAnotherTargetBuilds(jobs: Int) async throws {
        try await World.scratch { world in
            let project = try await OverlapProject.create(in: world)
            try project.tell(.second, "await \(OverlapProject.isPacked(.first))")
            let result = try await project.release("--jobs", "\(jobs)", "--json")
            expect(result, exits: 0)
            if jobs == 1 {
                #expect(try project.builds() == ["begin first", "end first", "begin second", "end second"])
            }
            let summary = try JSONDecoder().decode(Summary.self, from: Data(result.output.utf8))
            let (build, package) = (try summary.time(of: "build"), try summary.time(of: "package"))
            #expect(build.start < package.start && package.start < build.start + build.seconds)
            #expect(package.start + package.seconds > build.start + build.seconds)
            let together = try World.release(in: project.repository)

            try LiveFileSystem().removeFile(project.sign("second"))
            try project.repository.remove("dist")
            for step in ["build", "package", "checksum", "notes"] {
                let result = try await project.repository.relctl([step, "v1.0.0"], environment: project.environment)
                expect(result, exits: 0)
            }
            try expect(World.release(in: project.repository), equals: together)
        }
    }

    private struct Summary: Decodable {
        let steps: [Step]

        struct Step: Decodable {
            let step: String
            let start: Double
            let seconds: Double
        }

        func time(of name: String) throws -> Step { try #require(steps.first { $0.step == name }) }
    }

    @Test func whatWasPackedBesideAFailingBuildIsUsedWhenItIsRunAgain() async throws {
        try await World.scratch { world in
            let project = try await OverlapProject.create(in: world)
            try project.tell(.second, "await \(OverlapProject.isPacked(.first)); echo no luck >&2; exit 7")
            expect(try await project.release("--jobs", "2"), exits: 1, naming: "no luck", "code 7")
            let (work, files) = (try #require(try project.work()), LiveFileSystem())
            #expect(try files.status(of: work.appending("manifest.json")) == nil)
            #expect(try !project.repository.holds("dist/manifest.json"))
            #expect(try !project.repository.holds("out"))
            let packed = try #require(try files.status(of: work.appending(OverlapProject.Role.first.archive)))

            try files.removeFile(project.sign("second"))
            try files.removeFile(project.sign("builds"))
            expect(try await project.release(), exits: 0)
            #expect(try project.builds() == ["begin second", "end second"])
            let dist = project.repository.folder.appending("dist")
            let shipped = try files.status(of: dist.appending(OverlapProject.Role.first.archive))
            #expect(shipped?.identity == packed.identity, "the archive was packed again")
            expect(try await project.repository.relctl(["verify"]), exits: 0)
        }
    }

    @Test func withKeepGoingAllThatCanBePackedIsPackedAndAllThatFailedIsTold() async throws {
        try await World.scratch { world in
            let project = try await OverlapProject.create(3, in: world)
            // The third begins when the second has failed; its archive cannot be packed.
            try project.tell(.second, "await \(OverlapProject.isPacked(.first)); touch \"$TEST_SIGNS/failed\"; exit 7")
            try project.tell(.third, "await test -e \"$TEST_SIGNS/failed\"; rm -r generated")
            let result = try await project.release("--jobs", "3", "--keep-going")
            expect(result, exits: 1, naming: "code 7", "cannot pack `\(OverlapProject.Role.third.archive)`", "shared")
            #expect(try project.builds().contains("end third"))
            #expect(try !project.repository.holds("dist/manifest.json"))

            for role in [OverlapProject.Role.second, .third] {
                try LiveFileSystem().removeFile(project.sign(role.rawValue))
            }
            try LiveFileSystem().removeFile(project.sign("builds"))
            try project.repository.write("generated/shared", "before\n")
            expect(try await project.release(), exits: 0)
            #expect(try project.builds() == ["begin second", "end second"])
            expect(try await project.repository.relctl(["verify"]), exits: 0)
        }
    }

    @Test func anArchiveThatCannotBePackedStopsNoBuild() async throws {
        try await World.scratch { world in
            let project = try await OverlapProject.create(in: world)
            try project.tell(.first, "rm -r generated")
            let result = try await releaseSecond(after: "cannot pack", project)
            expect(result, exits: 65, naming: "relctl.json:", "the pattern `generated/**` matches")
            #expect(try project.builds().suffix(1) == ["end second"])
            let work = try #require(try project.work())
            #expect(
                try LiveFileSystem().names(in: work).filter { $0.contains("overlap-") || $0.hasSuffix(".new") } == []
            )
        }
    }

    /// A release whose second build goes on only when relctl has said `text`, and then runs `script`.
    private func releaseSecond(
        after text: String,
        _ project: OverlapProject,
        script: String = ""
    ) async throws -> ProgramResult {
        try project.tell(.second, "await test -e \"$TEST_SIGNS/go\"; \(script)")
        let run = try project.repository.world.start(
            [RelctlExecutable.path().string, "release", "v1.0.0", "--jobs", "2"],
            in: project.repository.folder,
            environment: project.environment
        )
        for _ in 0..<20000 where run.isRunning && !run.errorsUntilNow.contains(text) {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(run.isRunning, "`\(text)` was not told while the second build ran")
        try LiveFileSystem().write([], to: project.sign("go"))
        return try await run.result()
    }

    @Test func whatFailedBeforeABuildDidIsToldBesideIt() async throws {
        try await World.scratch { world in
            let project = try await OverlapProject.create(in: world)
            try project.tell(.first, "rm -r generated")
            let result = try await releaseSecond(after: "cannot pack", project, script: "exit 7")
            let first = OverlapProject.Role.first.archive
            expect(result, exits: 1, naming: "cannot build and pack the release", "code 7", "cannot pack `\(first)`")
        }
    }

    /// What ships is what is there when all is built, as if nothing had been packed before.
    @Test(arguments: [false, true])
    func whatALaterBuildWritesIsInEveryArchive(isMissingAtFirst: Bool) async throws {
        try await World.scratch { world in
            let project = try await OverlapProject.create(in: world)
            if isMissingAtFirst { try project.tell(.first, "rm generated/shared") }
            let first = OverlapProject.Role.first.archive
            let result = try await releaseSecond(
                after: isMissingAtFirst ? "cannot pack" : "packing \(first): done",
                project,
                script: "echo after > generated/shared"
            )
            expect(result, exits: 0, naming: isMissingAtFirst ? "packed again" : "packing `\(first)` again")
            #expect(!result.errors.contains("packing `\(OverlapProject.Role.second.archive)` again"))
            for role in [OverlapProject.Role.first, .second] {
                let archive = project.repository.folder.appending("dist").appending(role.archive)
                let shared = try await world.entries(of: archive).first { $0.path.hasSuffix("generated/shared") }
                #expect(shared?.sha256 == Digest(of: Array("after\n".utf8)).hexadecimal)
            }
            expect(try await project.repository.relctl(["verify"]), exits: 0)
        }
    }

    /// A target is not done before what is run after all of them.
    @Test func nothingIsPackedBeforeTheHooksAfterTheBuild() async throws {
        try await World.scratch { world in
            let project = try await OverlapProject.create(in: world)
            let text = try project.repository.text("relctl.json").replacing(
                "passEnvironment:",
                with:
                    "after: [[\"sh\", \"-c\", \"test ! -e dist/.work/*/.records/archive-* && echo after > generated/shared\"]], passEnvironment:"
            )
            try project.repository.write("relctl.json", text)
            try await project.repository.commit("build: finish what ships")
            try await project.repository.git("tag", "--force", "--message", "v1.0.0", "v1.0.0")
            try project.tell(.second, "sleep 1")
            let result = try await project.release("--jobs", "2")
            expect(result, exits: 0)
            #expect(!result.errors.contains("again"))
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func anInterruptionEndsBothBuildingAndPacking(signal: Int32) async throws {
        try await World.scratch { world in
            let project = try await OverlapProject.create(in: world)
            // Packing it takes long, and no room.
            let large = project.repository.folder.appending("generated/large")
            try await world.output(of: ["truncate", "-s", "8G", large.string])
            try project.tell(.second, "echo $$ > \"$TEST_SIGNS/shell\"; sleep 300")
            let run = try world.start(
                [RelctlExecutable.path().string, "release", "v1.0.0", "--jobs", "2"],
                in: project.repository.folder,
                environment: project.environment
            )
            for _ in 0..<3000 where run.isRunning {
                let journal = (try? project.repository.text("dist/journal.jsonl")) ?? ""
                if journal.contains("package/\(OverlapProject.Role.first.archive)"),
                    (try? LiveFileSystem().text(of: project.sign("shell")).isEmpty) == false
                {
                    break
                }
                try await Task.sleep(for: .milliseconds(10))
            }
            let shell = try #require(pid_t(try LiveFileSystem().text(of: project.sign("shell")).dropLast()))
            run.send(signal)
            expect(try await run.result(), exits: 130)
            #expect(kill(shell, 0) != 0, "process \(shell) still runs")
            let left = try TreeSnapshot(of: project.repository.folder) { $0.contains("large") || $0.hasPrefix(".git/") }
            #expect(left.lines.keys.filter { $0.hasSuffix(".new") } == [])

            for name in ["second", "builds"] { try LiveFileSystem().removeFile(project.sign(name)) }
            try LiveFileSystem().removeFile(large)
            try LiveFileSystem().write([], to: large)
            expect(try await project.release(), exits: 0)
            expect(try await project.repository.relctl(["verify"]), exits: 0)
        }
    }

    /// Steps side by side are two groups on GitHub, one after the other.
    @Test func groupsOfALogAreNeverMixed() async throws {
        try await World.scratch { world in
            var project = try await OverlapProject.create(in: world)
            try project.tell(.second, "await \(OverlapProject.isPacked(.first))")
            project = OverlapProject(
                repository: project.repository,
                environment: project.environment.merging(["GITHUB_ACTIONS": "true", "CI": "true"]) { $1 }
            )
            let result = try await project.release("--jobs", "2")
            expect(result, exits: 0)
            var open: String?
            var held: [String: [String]] = [:]
            for line in result.errors.split(separator: "\n").map(String.init) {
                if line.hasPrefix("::group::") {
                    #expect(open == nil, "`\(line)` stands in the group of `\(open ?? "")`")
                    open = String(line.dropFirst("::group::".count))
                } else if line.hasPrefix("::endgroup::") {
                    #expect(open != nil)
                    open = nil
                } else if let open {
                    held[open, default: []].append(line)
                }
            }
            #expect(open == nil)
            let roles = [OverlapProject.Role.first, .second]
            #expect(held["building"]?.count { $0.hasPrefix("  building ") } == 2)
            for role in roles { #expect(held["packing"]?.contains { $0.contains(role.archive) } == true) }
            #expect(held["building"]?.contains { $0.contains("packing") } == false)
        }
    }
}

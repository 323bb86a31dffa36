import Foundation
import RelctlCore
import TestSupport
import Testing

/// What `relctl bump` refuses, and how it leaves things when it cannot finish.
@Suite struct BumpRefusalTests {
    /// Refused, with every file and the history as they were; a dry run warns of it and says the next version.
    private static func expectRefusal(
        _ project: TestRepository,
        _ arguments: [String],
        naming texts: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let files = try TreeSnapshot(of: project.folder, .modes, leavingOut: { $0 == ".git" })
        let references = try await project.git("for-each-ref")
        let head = try await project.git("rev-parse", "HEAD")
        let result = try await project.relctl(["bump"] + arguments)
        expect(result, exits: 1, sourceLocation: sourceLocation)
        let rehearsal = try await project.relctl(["bump"] + arguments + ["--dry-run"])
        expect(rehearsal, exits: 0, sourceLocation: sourceLocation)
        #expect(rehearsal.output.hasPrefix("1.1.0\n"), sourceLocation: sourceLocation)
        for text in texts {
            #expect(result.errors.contains(text), "\(result.errors)", sourceLocation: sourceLocation)
            #expect(rehearsal.errors.contains(text), "\(rehearsal.errors)", sourceLocation: sourceLocation)
        }
        #expect(rehearsal.errors.contains("warning: "), sourceLocation: sourceLocation)
        expect(
            try TreeSnapshot(of: project.folder, .modes, leavingOut: { $0 == ".git" }),
            equals: files,
            sourceLocation: sourceLocation
        )
        #expect(try await project.git("for-each-ref") == references, sourceLocation: sourceLocation)
        #expect(try await project.git("rev-parse", "HEAD") == head, sourceLocation: sourceLocation)
    }

    @Test func aTreeThatIsNotClean() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            try project.write("relctl.json", "{ name: \"tool\" }\n")
            try await Self.expectRefusal(project, ["minor"], naming: "the working tree differs", "`relctl.json`")
        }
    }

    @Test func anotherBranch() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world, more: "branch: \"main\"")
            try await project.git("switch", "--quiet", "--create", "topic")
            let message = "versions are changed on the branch `main`, but `topic` is checked out"
            try await Self.expectRefusal(project, ["minor"], naming: message, "change `version.branch`")
        }
        try await World.scratch { world in
            let project = try await BumpedProject.create(
                in: world,
                more: "branch: \"main\", bump: { branch: \"next\" }"
            )
            try await Self.expectRefusal(
                project,
                ["minor"],
                naming: "the branch `next`",
                "change `version.bump.branch`"
            )
        }
    }

    @Test func aDetachedHead() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            try await project.git("checkout", "--quiet", "--detach")
            try await Self.expectRefusal(project, ["minor", "--commit"], naming: "no branch is checked out")
            expect(try await project.relctl(["bump", "minor"]), exits: 0)
        }
    }

    @Test func aBranchThatIsBehindItsRemote() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            let remote = world.folder.appending("tool.git").string
            let other = world.folder.appending("other").string
            try await world.output(of: ["git", "clone", "--quiet", "--template=", remote, other])
            try await world.output(of: ["git", "-C", other, "commit", "--quiet", "--allow-empty", "-m", "fix: theirs"])
            try await world.output(of: ["git", "-C", other, "push", "--quiet"])
            // Nothing here knows of it yet but the remote, which is asked only for what will be committed or tagged.
            expect(try await project.relctl(["bump", "minor", "--dry-run"]), exits: 0)
            #expect(try await project.relctl(["bump", "minor", "--dry-run"]).errors == "")
            let message = "the remote `origin` has commits of `main` that are not here"
            try await Self.expectRefusal(project, ["minor", "--commit"], naming: message, "git pull")
            try await project.git("fetch", "--quiet")
            try await Self.expectRefusal(project, ["minor"], naming: "`main` lacks 1 commit of `origin/main`")
        }
    }

    @Test func aTagThatExists() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            try await project.tag("v1.1.0")
            try await Self.expectRefusal(project, ["minor"], naming: "there is a tag `v1.1.0` already")
            try await project.git("push", "--quiet", "origin", "v1.1.0")
            try await project.git("tag", "--delete", "v1.1.0")
            let message = "the remote `origin` has a tag `v1.1.0` already"
            try await Self.expectRefusal(project, ["minor", "--commit", "--tag"], naming: message)
            expect(try await project.relctl(["bump", "minor", "--commit", "--tag", "--offline"]), exits: 0)
        }
    }

    @Test func aRepositoryWithoutCommits() async throws {
        try await World.scratch { world in
            let project = try await TestRepository("tool", in: world)
            try project.write("relctl.json", "{ name: \"tool\" }\n")
            try project.write("VERSION", "1.0.0\n")
            let message = "there is no commit yet"
            expect(try await project.relctl(["bump", "minor", "--commit"]), exits: 1, naming: message)
            let rehearsal = try await project.relctl(["bump", "minor", "--commit", "--dry-run"])
            expect(rehearsal, exits: 0, naming: "warning: " + message)
            #expect(rehearsal.output.hasPrefix("1.1.0\n"))
            #expect(try project.text("VERSION") == "1.0.0\n")
        }
    }

    @Test func aLinkThatLeadsOutOfTheRepository() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            let outside = world.folder.appending("outside")
            try LiveFileSystem().write("1.0.0\n".utf8, to: outside)
            try project.remove("VERSION")
            try project.link("VERSION", to: "../outside")
            try await project.commit("chore: share the version")
            let message = "`VERSION` leads out of the repository, to `\(outside)`"
            try await Self.expectRefusal(project, ["minor", "--commit", "--tag"], naming: message)
            try await Self.expectRefusal(project, ["minor", "--commit"], naming: message)
            #expect(try LiveFileSystem().text(of: outside) == "1.0.0\n")
            // Whoever wants the files alone has them all.
            expect(try await project.relctl(["bump", "minor"]), exits: 0)
            #expect(try LiveFileSystem().text(of: outside) == "1.1.0\n")
        }
    }

    @Test func aManifestOfAnotherRepository() async throws {
        try await World.scratch { world in
            let other = try await TestRepository("other", in: world)
            try other.write("lib/VERSION", "1.0.0\n")
            try await other.commit("feat: begin")
            let project = try await BumpedProject.create(in: world, more: "manifests: ['VERSION', 'sub/lib/VERSION']")
            try await project.git(
                "-c",
                "protocol.file.allow=always",
                "submodule",
                "--quiet",
                "add",
                other.folder.string,
                "sub"
            )
            try await project.commit("feat: a submodule")
            let message = "`sub/lib/VERSION` is in another repository, `sub`"
            try await Self.expectRefusal(project, ["minor", "--commit", "--tag"], naming: message)
            #expect(try project.text("sub/lib/VERSION") == "1.0.0\n")
        }
    }

    @Test func aTagOfChangesThatGitDoesNotTrack() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world, more: "manifests: ['gen/VERSION']")
            try project.write(".gitignore", "gen/\n")
            try project.write("gen/VERSION", "1.0.0\n")
            try await project.commit("chore: make the version")
            let message = "`v1.1.0` would stand for a commit without the change"
            try await Self.expectRefusal(project, ["minor", "--commit", "--tag"], naming: message)
        }
    }

    @Test func aTagWhereTheManifestSaysAVersionThatNobodyCanRead() async throws {
        try await World.scratch { world in
            let project = try await TestRepository("tool", in: world)
            try project.write("relctl.json", "{ name: \"tool\" }\n")
            try project.write("build.gradle", "version = \"${x}.2.3\"\n")
            try await project.commit("feat: begin")
            try await project.tag("v1.0.0")
            let message = "`build.gradle` says no version: its `version` is not a plain text but computed"
            try await Self.expectRefusal(project, ["minor", "--commit", "--tag"], naming: message, "`manifests: []`")
            try await Self.expectRefusal(project, ["minor", "--tag"], naming: message)
            // One beside it that can be read proves nothing of this one.
            try project.write("gradle.properties", "version=1.0.0\n")
            try await project.commit("feat: a version")
            try await Self.expectRefusal(
                project,
                ["minor", "--commit", "--tag"],
                naming: message,
                "`version.manifests`"
            )
            try await project.tag("v1.0.1")
            let verdict = try await project.relctl(["validate", "v1.0.1"])
            expect(verdict, exits: 2)
            #expect(verdict.output.contains(message) && !verdict.output.contains("may be released"))
            // Whoever changes files alone looks at them, and whoever lists one says that it counts.
            expect(try await project.relctl(["bump", "minor"]), exits: 0, naming: "warning: ")
            #expect(try project.text("gradle.properties") == "version=1.1.0\n")
            try await project.git("checkout", "--quiet", ".")
            try project.write("relctl.json", "{ name: \"tool\", version: { manifests: [\"gradle.properties\"] } }\n")
            try await project.commit("chore: say what counts")
            expect(try await project.relctl(["bump", "minor", "--commit", "--tag"]), exits: 0)
        }
    }

    @Test func anotherRunThatChangesTheVersionRightNow() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            let lock = try LiveFileSystem().lock(project.folder.appending(".git/relctl-bump.lock"))
            #expect(lock != nil)
            let refused = try await project.relctl(["bump", "minor", "--commit", "--tag"])
            expect(refused, exits: 1, naming: "cannot change the version: another run of relctl does so")
            #expect(try await project.git("status", "--porcelain") == "")
            #expect(try project.text("VERSION") == "1.0.0\n")
            withExtendedLifetime(lock) {}
        }
    }

    /// Whichever of them comes first, the other leaves what it made as it is.
    @Test func ofManyRunsAtOnceEachFinishesOrDoesNothing() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            let runs = try (0..<4).map { _ in
                try world.startRelctl("bump", "1.1.0", "--commit", "--tag", "--offline", in: project.folder)
            }
            var codes: [Int32?] = []
            for run in runs { codes.append(try await run.result().exitCode) }
            #expect(codes.filter { $0 == 0 }.count == 1 && codes.filter { $0 == 1 }.count == 3, "\(codes)")
            #expect(try await project.git("status", "--porcelain") == "")
            #expect(try project.text("VERSION") == "1.1.0\n")
            #expect(try await project.git("rev-parse", "v1.1.0^{commit}") == project.git("rev-parse", "HEAD"))
        }
    }

    @Test func aReleaseThatIsAheadOfTheManifests() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            try await project.tag("v2.0.0")
            try await Self.expectRefusal(project, ["minor"], naming: "cannot go from `2.0.0` to `1.1.0`")
            // One that is not below HEAD is another line's.
            try await project.git("tag", "--delete", "v2.0.0")
            try await project.git("switch", "--quiet", "--create", "next")
            try await project.commit("feat!: two")
            try await project.tag("v2.0.0")
            try await project.git("switch", "--quiet", "main")
            expect(try await project.relctl(["bump", "minor"]), exits: 0)
        }
    }

    @Test func aRemoteThatDoesNotAnswer() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            try LiveFileSystem().removeTree(world.folder.appending("tool.git"))
            let message = "cannot ask the remote `origin` what it has"
            try await Self.expectRefusal(project, ["minor", "--tag", "--commit"], naming: message, "--offline")
        }
    }

    @Test func aTagOfWhatIsNotCommitted() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            try await Self.expectRefusal(project, ["minor", "--tag"], naming: "`v1.1.0` would stand for", "`--commit`")
        }
    }

    @Test(arguments: ["1.0.0", "0.9.9", "1.0.0-rc.1"]) func aVersionThatIsNotGreater(version: String) async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            let message = "cannot go from `1.0.0` to `\(version)`"
            expect(try await project.relctl(["bump", version]), exits: 1, naming: message)
            let rehearsal = try await project.relctl(["bump", version, "--dry-run"])
            expect(rehearsal, exits: 0, naming: "warning: " + message)
            #expect(rehearsal.output.hasPrefix(version + "\n"))
            #expect(try await project.git("status", "--porcelain") == "")
        }
    }

    @Test(arguments: [
        ["v1.1.0"], ["mayor"], ["1.1"], ["01.0.0"], ["minor", "--sign"], ["release", "--preid", "rc"],
        ["minor", "--preid", "r c"], [],
    ])
    func aCommandLineThatIsWrong(arguments: [String]) async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            expect(try await project.relctl(["bump"] + arguments), exits: 64)
            #expect(try await project.git("status", "--porcelain") == "")
        }
    }

    // MARK: What fails on the way

    @Test func aCommitThatAHookRefusesLeavesAllAsItWas() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            try project.write(
                ".git/hooks/pre-commit",
                "#!/bin/sh\necho not on Sundays >&2\nexit 1\n",
                isExecutable: true
            )
            try project.write("staged.txt", "staged")
            try await project.git("add", "staged.txt")
            // A staged file is not committed and would ship nowhere; it counts as a change all the same.
            expect(try await project.relctl(["bump", "minor", "--commit"]), exits: 1, naming: "`staged.txt`")
            try await project.git("rm", "--quiet", "-f", "staged.txt")
            let before = try TreeSnapshot(of: project.folder, .modes, leavingOut: { $0 == ".git" })
            let result = try await project.relctl(["bump", "minor", "--commit", "--tag"])
            expect(
                result,
                exits: 1,
                naming: "cannot commit the new version",
                "not on Sundays",
                "all files are as they were"
            )
            expect(try TreeSnapshot(of: project.folder, .modes, leavingOut: { $0 == ".git" }), equals: before)
            #expect(try await project.git("tag", "--list") == "v1.0.0")
            #expect(try await project.git("status", "--porcelain") == "")
        }
    }

    @Test func aTagThatFailsAfterTheCommitIsExplained() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            // A branch of references in the tag's way: git can make no tag of that name.
            try await project.git("update-ref", "refs/tags/v1.1.0/x", "HEAD")
            let result = try await project.relctl(["bump", "minor", "--commit", "--tag"])
            let head = try await project.git("rev-parse", "HEAD")
            expect(
                result,
                exits: 1,
                naming: "the commit `\(head.prefix(12))` is made, the tag `v1.1.0` is not",
                "run the same command again",
                "git reset --keep HEAD~1"
            )
            #expect(try await project.git("log", "-1", "--format=%s") == "Release 1.1.0")
            try await project.git("update-ref", "-d", "refs/tags/v1.1.0/x")
            expect(try await project.relctl(["bump", "minor", "--commit", "--tag"]), exits: 0)
            #expect(try await project.git("rev-parse", "v1.1.0^{commit}") == head)
            try await project.git("reset", "--quiet", "--keep", "HEAD~1")
            #expect(try project.text("VERSION") == "1.0.0\n")
        }
    }

    @Test func aFileThatGitDoesNotTrackIsChangedAndToldOf() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            try project.write(".gitignore", "Cargo.lock\n")
            try await project.git("rm", "--quiet", "--cached", "Cargo.lock")
            try await project.commit("chore: ignore the lock file")
            try await project.git("push", "--quiet")
            let result = try await project.relctl(["bump", "minor", "--commit"])
            expect(result, exits: 0, naming: "`Cargo.lock` is changed but not committed")
            #expect(try project.text("Cargo.lock") == BumpedProject.texts("1.1.0")["Cargo.lock"])
            #expect(
                try await project.git("show", "--name-only", "--format=", "HEAD") == "Cargo.toml\nVERSION\npackage.json"
            )
        }
    }
}

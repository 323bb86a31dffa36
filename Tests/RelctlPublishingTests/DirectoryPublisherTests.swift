import RelctlPublishing
import TestSupport
import Testing

@Suite struct DirectoryPublisherTests {
    let publisher = DirectoryPublisher()

    @Test func aReleaseAppearsWithAllItsFilesAndNothingElse() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let request = try stage.request(contents: "one")
            #expect(try await publisher.observe(request, with: .onDisk()) == .absent)
            try await stage.publish(request)
            #expect(try stage.published() == ["a.tar.gz": "one", "manifest.json": PublishingStage.manifest("one")])
            #expect(try LiveFileSystem().names(in: stage.parent) == ["v1"])
            // What is there is what was wanted: nothing is left to do.
            let observed = try await publisher.observe(request, with: .onDisk())
            #expect(observed == .identical)
            #expect(try publisher.plan(request, observed: observed).isEmpty)
        }
    }

    #if os(Linux)
        @Test func anotherSpellingOfANameIsAnotherFile() async throws {
            try await withScratchFolder { scratch in
                let stage = try PublishingStage(scratch)
                let request = try stage.request(contents: "one", name: "caf\u{e9}.tar.gz")
                try await stage.publish(request)
                let other = "cafe\u{301}.tar.gz"
                try LiveFileSystem().write("one".utf8, to: stage.destination.appending(other))
                let observed = try await publisher.observe(request, with: .onDisk())
                #expect(observed == .different(["`\(other)` is there, and not in this release"]))
            }
        }
    #endif

    @Test func anIdenticalReleaseIsLeftAlone() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let request = try stage.request(contents: "one")
            try await stage.publish(request)
            let before = try TreeSnapshot(of: stage.destination)
            try await stage.publish(request)
            #expect(try TreeSnapshot(of: stage.destination) == before)
        }
    }

    @Test(arguments: ["a.tar.gz", "extra", "missing"])
    func aDifferentReleaseIsRefusedUnlessItMayBeReplaced(change: String) async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            var request = try stage.request(contents: "one")
            try await stage.publish(request)
            let files = LiveFileSystem()
            if change == "missing" {
                try files.removeFile(stage.destination.appending("a.tar.gz"))
            } else {
                // As long as what belongs there, so that only the digest tells.
                try files.write("two".utf8, to: stage.destination.appending(change))
            }
            let before = try TreeSnapshot(of: stage.parent)
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code.name == "publish.exists")
            #expect(error?.hints.contains { $0.contains("`--replace`") } == true)
            let difference = [
                "a.tar.gz": "`a.tar.gz` has other contents", "extra": "`extra` is there, and not in this release",
                "missing": "`a.tar.gz` is missing",
            ]
            #expect(error?.causes.map { "\($0)" } == [difference[change] ?? ""])
            #expect(try TreeSnapshot(of: stage.parent) == before)
            request.replaces = true
            try await stage.publish(request)
            #expect(try stage.published()?["a.tar.gz"] == "one")
            #expect(try await publisher.observe(request, with: .onDisk()) == .identical)
            #expect(try files.names(in: stage.parent) == ["v1"])
        }
    }

    @Test func whatIsNoReleaseIsNeverReplaced() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let request = try stage.request(contents: "one", replaces: true)
            let files = LiveFileSystem()
            try files.createFolders(stage.destination)
            try files.write("my thesis".utf8, to: stage.destination.appending("thesis.txt"))
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.description.contains("has no `manifest.json`") == true)
            #expect(try await publisher.preflight(request, with: .onDisk()).map(\.code) == ["publish.path"])
            let other = PublishingStage.manifest("x").replacing("\"streams\"", with: "\"other\"")
            try files.write(other.utf8, to: stage.destination.appending("manifest.json"))
            let foreign = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(foreign?.description.contains("a release of `other`") == true)
            #expect(try files.names(in: stage.destination) == ["manifest.json", "thesis.txt"])
        }
    }

    #if os(Linux)
        @Test func aPlaceWithoutAnyRoomIsFoundBeforeAnythingIsBuilt() async throws {
            try await withScratchFolder { scratch in
                var request = try PublishingStage(scratch).request(contents: "one")
                request.options = ["path": .text("/proc/x")]
                let findings = try await publisher.preflight(request, with: .onDisk())
                // Whoever is no superuser may not even write there.
                #expect(findings.count == 1)
                #expect(["publish.no_space", "publish.not_writable"].contains(findings.first?.code))
            }
        }
    #endif

    @Test func anEmptyFolderGivesWay() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            try LiveFileSystem().createFolders(stage.destination)
            try await stage.publish(try stage.request(contents: "one"))
            #expect(try stage.published()?["a.tar.gz"] == "one")
        }
    }

    @Test(arguments: ["file", "link"])
    func aFileOrLinkInTheWayIsRefused(kind: String) async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let files = LiveFileSystem()
            try files.createFolders(stage.parent)
            try files.createFolder(scratch.appending("elsewhere"))
            if kind == "file" {
                try files.write("x".utf8, to: stage.destination)
            } else {
                try files.createLink(at: stage.destination, to: scratch.appending("elsewhere").string)
            }
            let request = try stage.request(contents: "one", replaces: true)
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.description.contains("a \(kind) is there") == true)
            #expect(try files.status(of: stage.destination)?.kind.rawValue == kind)
            #expect(try files.names(in: scratch.appending("elsewhere")).isEmpty)
        }
    }

    @Test(arguments: [
        ".", "..", "../project", "dist", "dist/out", "out/..", ".git/out", "", "missing/../out", "file/out", "/",
        "dangling/out", "out/../dist/x", "out/" + String(repeating: "n", count: 250),
    ])
    func pathsThatAreNotForReleasesAreRefused(path: String) async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let files = LiveFileSystem()
            try files.write("x".utf8, to: stage.project.appending("file"))
            try files.createFolder(stage.project.appending("out"))
            try files.createLink(at: stage.project.appending("dangling"), to: "nowhere")
            let before = try TreeSnapshot(of: stage.project)
            var request = try stage.request(contents: "one", replaces: true)
            request.options = ["path": .text(path)]
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code == .configurationInvalid)
            #expect(try await publisher.preflight(request, with: .onDisk()).map(\.code) == ["publish.path"])
            #expect(
                try TreeSnapshot(of: stage.project).lines.keys.sorted()
                    == (Array(before.lines.keys) + ["dist/a.tar.gz", "dist/manifest.json"]).sorted()
            )
        }
    }

    @Test func aLinkAboveThePathIsFollowed() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            try LiveFileSystem().createFolder(scratch.appending("elsewhere"))
            try LiveFileSystem().createLink(at: stage.parent, to: "../elsewhere")
            try await stage.publish(try stage.request(contents: "one"))
            #expect(try LiveFileSystem().names(in: scratch.appending("elsewhere")) == ["v1"])
        }
    }

    @Test func aFileThatChangedSinceItWasPackedIsNotPublished() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let request = try stage.request(contents: "one")
            try LiveFileSystem().write("two".utf8, to: stage.dist.appending("a.tar.gz"))
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.description.contains("its contents have changed") == true)
            #expect(try LiveFileSystem().status(of: stage.parent) == nil)
        }
    }

    @Test func leftoversOfAKilledRunAreClearedAwayByTheNext() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let request = try stage.request(contents: "one")
            let files = LiveFileSystem()
            for leftover in [".v1.relctl-new", ".v1.relctl-old"] {
                try files.createFolders(stage.parent.appending(leftover))
                try files.write("half".utf8, to: stage.parent.appending(leftover).appending("a.tar.gz"))
            }
            try await stage.publish(request)
            #expect(try files.names(in: stage.parent) == ["v1"])
            // Killed after the release took its place, before the old one was removed.
            try files.createFolder(stage.parent.appending(".v1.relctl-new"))
            try await stage.publish(request)
            #expect(try files.names(in: stage.parent) == ["v1"])
            #expect(try stage.published()?["a.tar.gz"] == "one")
        }
    }

    @Test func publishedFilesAreReadableByAllWhateverTheOriginals() async throws {
        try await withScratchFolder { scratch in
            let stage = try PublishingStage(scratch)
            let request = try stage.request(contents: "one")
            try LiveFileSystem().setPermissions(0o600, of: stage.dist.appending("a.tar.gz"))
            try await stage.publish(request)
            let status = try LiveFileSystem().status(of: stage.destination.appending("a.tar.gz"))
            #expect(status?.permissions == 0o644)
        }
    }
}

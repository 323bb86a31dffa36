import Foundation
import TestSupport
import Testing

@testable import RelctlImages

/// What cannot be an image is refused, and leaves nothing that leads to it.
@Suite(.enabled(if: CrossPrograms.areAvailable)) struct ImageRefusalTests {
    private static let simple = #"[{ name: "ghcr.io/acme/app" }]"#

    /// Builds and says why that fails.
    private func refusal(_ project: ImageProject) async throws -> String {
        do {
            _ = try await project.build()
        } catch {
            #expect(try project.files.status(of: project.layout.appending("index.json")) == nil)
            return "\(error)"
        }
        Issue.record("nothing was refused")
        return ""
    }

    @Test func aProgramForAnotherProcessorIsRefused() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(
                in: folder,
                images: Self.simple,
                programs: [ImageProject.arm: ImageProject.intel]
            )
            let reason = try await refusal(project)
            #expect(reason.contains("`app` is not a program for `\(ImageProject.arm)`"))
        }
    }

    @Test func anArchiveThatIsNotTheRecordedOneIsRefused() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.simple)
            try project.files.removeTree(project.dist.appending("build"))
            let names = project.manifest.artifacts.map(\.name)
            let (one, other) = (project.dist.appending(names[0]), project.dist.appending(names[1]))
            try project.files.copyFile(one, to: other)
            let reason = try await refusal(project)
            #expect(reason.contains("is not what the manifest records"))
        }
    }

    @Test func anArchiveThatIsGoneIsTold() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.simple)
            try project.files.removeTree(project.dist.appending("build"))
            try project.files.removeFile(project.dist.appending(project.manifest.artifacts[0].name))
            #expect(try await refusal(project).contains("cannot find the artifact"))
        }
    }

    @Test func aCutOffArchiveIsRefused() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.simple)
            try project.files.removeTree(project.dist.appending("build"))
            let path = project.dist.appending(project.manifest.artifacts[0].name)
            let bytes = try project.files.contents(of: path)
            try project.files.write(bytes.prefix(bytes.count / 2), to: path)
            let reason = try await refusal(project)
            #expect(reason.contains("is not what the manifest records"))
        }
    }

    @Test func aProgramThatChangedSinceItWasPackedIsTakenFromTheArchive() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.simple)
            let path = project.dist.appending("build/\(ImageProject.intel)/app")
            var bytes = try project.files.contents(of: path)
            bytes[bytes.count - 1] ^= 1
            try project.files.write(bytes, to: path)
            let image = try #require(try await project.build().first)
            let recorded = project.manifest.artifacts.compactMap(\.contents).flatMap(\.self)
                .filter { $0.path.lastComponent == "app" }.compactMap(\.sha256)
            let used = image.platforms.flatMap(\.files).filter { $0.path.string == "usr/bin/app" }.map(\.sha256)
            #expect(Set(used) == Set(recorded))
        }
    }

    @Test func namesThatTakeFilesAwayAreRefused() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(
                in: folder,
                images: #"[{ name: "a/b", files: [{ files: ["data/**"] }] }]"#
            ) { project in
                try LiveFileSystem().createFolders(project.appending("data"))
                try LiveFileSystem().write("x".utf8, to: project.appending("data/.wh.passwd"))
            }
            #expect(try await refusal(project).contains("`.wh.passwd` would take files away"))
        }
    }

    @Test func linksThatLeadAboveTheRootAreRefused() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(
                in: folder,
                images: #"[{ name: "a/b", files: [{ files: ["data/**"] }] }]"#
            ) { project in
                try LiveFileSystem().createFolders(project.appending("data"))
                try LiveFileSystem().createLink(at: project.appending("data/up"), to: "../../etc/shadow")
            }
            #expect(try await refusal(project).contains("leads above the root"))
        }
    }

    @Test func nothingStandsBelowALink() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(
                in: folder,
                images: """
                    [{ name: "a/b", files: [
                      { files: ["data/**"], from: "one" }, { files: ["data/inner.txt"], from: "two" },
                    ] }]
                    """
            ) { project in
                for name in ["one", "two/data"] { try LiveFileSystem().createFolders(project.appending(name)) }
                try LiveFileSystem().createLink(at: project.appending("one/data"), to: "/etc")
                try LiveFileSystem().write("x".utf8, to: project.appending("two/data/inner.txt"))
            }
            let reason = try await refusal(project)
            #expect(reason.contains("cannot find anything") || reason.contains("no folder"), "\(reason)")
        }
    }

    @Test func awkwardNamesComeThrough() async throws {
        try await withScratchFolder { folder in
            let name = "line\nbreak é \u{1F600} \(String(repeating: "long", count: 40))"
            let project = try await ImageProject(
                in: folder,
                images: #"[{ name: "a/b", files: [{ files: ["data/**"], to: "/" }] }]"#
            ) { project in
                try LiveFileSystem().createFolders(project.appending("data"))
                try LiveFileSystem().write("x".utf8, to: project.appending("data/\(name)"))
            }
            let image = try #require(try await project.build().first)
            #expect(image.platforms[0].files.map(\.path.string).contains("data/\(name)"))
            guard HostTool.areHere("skopeo", "umoci") else { return }
            let root = try await project.unpack("a/b:1.2.3", "amd64")
            #expect(try project.files.names(in: root.appending("data")) == [name])
        }
    }

    @Test func aFileThatCannotBeReadIsTold() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(
                in: folder,
                images: #"[{ name: "a/b", files: [{ files: ["data/pipe"] }] }]"#
            ) { project in
                try LiveFileSystem().createFolders(project.appending("data"))
                #expect(mkfifo(project.appending("data/pipe").string, 0o600) == 0)
            }
            #expect(try await refusal(project).contains("it is a pipe"))
        }
    }

    @Test(arguments: ["", "blobs", "blobs/sha256"]) func aLinkInThePlaceOfTheLayoutIsNotFollowed(
        _ below: String
    ) async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.simple)
            let (files, outside) = (project.files, folder.appending("outside"))
            try files.createFolders(outside.appending("blobs/sha256"))
            try files.write("mine".utf8, to: outside.appending("blobs/sha256/mine"))
            let link = below.isEmpty ? project.layout : project.layout.appending(below)
            try files.createFolders(link.parent)
            let target = below.isEmpty ? outside : outside.appending(below)
            try files.createLink(at: link, to: target.string)
            let reason = try await refusal(project)
            #expect(reason.contains("`\(link)` is a link, not a folder"), "\(reason)")
            #expect(try files.text(of: outside.appending("blobs/sha256/mine")) == "mine")
            #expect(try files.names(in: outside) == ["blobs"])
        }
    }

    @Test func aFolderInThePlaceOfABlobIsToldWithAWayOut() async throws {
        try await withScratchFolder { folder in
            let project = try await ImageProject(in: folder, images: Self.simple)
            _ = try await project.build()
            let blobs = project.layout.appending("blobs/sha256")
            for name in try project.files.names(in: blobs) {
                try project.files.removeFile(blobs.appending(name))
                try project.files.createFolder(blobs.appending(name))
                let error = await #expect(throws: RelctlError.self) { _ = try await project.build() }
                #expect(
                    error?.message.contains("there is a folder in its place") == true,
                    "\(String(describing: error))"
                )
                #expect(error?.hints.isEmpty == false)
                try project.files.removeTree(blobs.appending(name))
                _ = try await project.build()
            }
        }
    }
}

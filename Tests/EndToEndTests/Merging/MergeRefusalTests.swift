import RelctlCore
import TestSupport
import Testing

/// Shards that do not belong together, or are not what they say, are refused, all of them in one pass.
@Suite struct MergeRefusalTests {
    /// What is wrong with one of three shards, and what the user is told of it.
    enum Flaw: String, CaseIterable, CustomTestStringConvertible {
        case commit, tag, time, configuration, name
        case conflict, damage, truncation, absence, linkedArtifact
        case link, file, nothing, empty, unpacked, unpackedBesides
        case garbage, foreign, format, manifestLink, escape, huge

        var testDescription: String { rawValue }

        var words: [String] {
            switch self {
            case .commit: ["commit"]
            case .tag: ["tag", "`v1.0.1`", "`v1.0.0`"]
            case .time: ["time", "SOURCE_DATE_EPOCH"]
            case .configuration: ["another configuration"]
            case .name: ["name", "`other`"]
            case .conflict: [ShardedProject.archive(for: ShardedProject.targets[0]), "not the same"]
            case .damage, .truncation: [ShardedProject.archive(for: ShardedProject.targets[1]), "is not what"]
            case .absence: [ShardedProject.archive(for: ShardedProject.targets[1]), "there is no"]
            case .linkedArtifact: [ShardedProject.archive(for: ShardedProject.targets[1]), "link"]
            case .link: ["it is a link"]
            case .file: ["it is a file"]
            case .nothing: ["there is no such folder"]
            case .empty: ["not finished", "relctl package"]
            case .unpacked, .unpackedBesides: ["not finished", "relctl package --target"]
            case .garbage, .foreign, .escape, .huge: ["manifest.json"]
            case .format: ["form 2"]
            case .manifestLink: ["not a file"]
            }
        }
    }

    @Test(arguments: Flaw.allCases) func aFlawIsNamedAndNothingIsDone(flaw: Flaw) async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            var shards = try await project.shards()
            shards[1] = try await flawed(flaw, shards[1], project)
            let result = try await project.merge(shards)
            #expect(result.exitCode == 1 || result.exitCode == 65, "\(result.errors)")
            for word in flaw.words + [shards[1]] {
                #expect(result.errors.contains(word), "`\(word)` is not in:\n\(result.errors)")
            }
            #expect(try !project.home.holds("dist/manifest.json"))
            #expect(try !project.home.holds("dist/\(ShardedProject.archive(for: ShardedProject.targets[0]))"))
        }
    }

    @Test func everythingThatIsWrongIsToldAtOnce() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            var shards = try await project.shards()
            shards[0] = try await flawed(.commit, shards[0], project)
            shards[1] = try await flawed(.damage, shards[1], project)
            let result = try await project.merge(shards + ["nowhere"])
            expect(result, exits: 1, naming: "is not what", "nowhere", "commit")
        }
    }

    @Test func aCheckoutOfAnotherCommitIsRefused() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            let shards = try await project.shards()
            try project.home.write("greet", "#!/bin/sh\necho more\n", isExecutable: true)
            try await project.home.commit("feat: greet more")
            expect(try await project.merge(shards), exits: 1, naming: "commit", "the project")
        }
    }

    @Test func withoutFoldersTheCommandLineIsWrong() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            expect(try await project.merge([]), exits: 64, naming: "DIR")
        }
    }

    /// Lets the second shard be wrong, and says where it lies then.
    private func flawed(_ flaw: Flaw, _ shard: String, _ project: ShardedProject) async throws -> String {
        let files = LiveFileSystem()
        let folder = project.home.folder.appending(shard)
        let archive = folder.appending(ShardedProject.archive(for: ShardedProject.targets[1]))
        let manifest = folder.appending("manifest.json")
        func edit(_ old: String, _ new: String) throws {
            let text = try files.text(of: manifest)
            try #require(text.contains(old))
            try files.write(text.replacing(old, with: new).utf8, to: manifest)
        }
        switch flaw {
        case .commit, .tag, .time, .configuration, .name, .conflict:
            return try await made(flaw, project)
        case .damage:
            var bytes = try files.contents(of: archive)
            bytes[bytes.count / 2] ^= 1
            try files.write(bytes, to: archive)
        case .truncation: try files.write(files.contents(of: archive).dropLast(), to: archive)
        case .absence: try files.removeFile(archive)
        case .linkedArtifact:
            try files.rename(archive, to: folder.appending("elsewhere"))
            try files.createLink(at: archive, to: "elsewhere")
        case .link:
            try files.createLink(at: project.home.folder.appending("link"), to: shard)
            return "link/"
        case .file:
            try files.write("a".utf8, to: project.home.folder.appending("file"))
            return "file"
        case .nothing: return "nothing"
        case .empty:
            try files.createFolder(project.home.folder.appending("empty"))
            return "empty"
        case .unpacked:
            try files.createFolders(project.home.folder.appending("unpacked/build/\(ShardedProject.targets[1])"))
            return "unpacked"
        case .unpackedBesides:
            let builds = folder.appending("build/\(ShardedProject.targets[2])")
            try files.createFolders(builds)
            try files.write("a".utf8, to: builds.appending("greeter"))
        case .garbage: try files.write([0, 1, 2, 0xff, 0xfe], to: manifest)
        case .foreign: try files.write(#"{"schemaVersion": 2, "layers": []}"#.utf8, to: manifest)
        case .format: try edit(#""format" : 1,"#, #""format" : 2,"#)
        case .manifestLink:
            try files.rename(manifest, to: folder.appending("elsewhere"))
            try files.createLink(at: manifest, to: "elsewhere")
        case .escape:
            try edit(#""name" : "\#(archive.lastComponent)""#, #""name" : "../\#(archive.lastComponent)""#)
        case .huge: try files.write(String(repeating: "[", count: 1 << 20).utf8, to: manifest)
        }
        return shard
    }

    /// A shard of the second target, or for a conflict of the first, from a machine where something was different.
    private func made(_ flaw: Flaw, _ project: ShardedProject) async throws -> String {
        let machine = try await project.origin.clone(to: "stranger")
        var (tag, target) = ("v1.0.0", ShardedProject.targets[1])
        var environment: [String: String?] = [:]
        switch flaw {
        case .commit:
            try machine.write("greet", "#!/bin/sh\necho otherwise\n", isExecutable: true)
            try await machine.commit("fix: greet otherwise")
        case .tag:
            tag = "v1.0.1"
            try machine.write("VERSION", "1.0.1\n")
        case .time: environment["SOURCE_DATE_EPOCH"] = "86400"
        case .configuration: try machine.write("relctl.json", "// another\n" + ShardedProject.configuration())
        case .name:
            let other = ShardedProject.configuration().replacing(#"name: "greeter""#, with: #"name: "other""#)
            try machine.write("relctl.json", other)
        default:
            target = ShardedProject.targets[0]
            try machine.write("greet", "#!/bin/sh\necho otherwise\n", isExecutable: true)
        }
        expect(try await machine.relctl(["package", tag, "--target", target], environment: environment), exits: 0)
        return "../stranger/dist"
    }
}

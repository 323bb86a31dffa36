import RelctlManifests
import TestSupport
import Testing

/// npm itself takes what relctl writes into the manifests and the lock of a workspace for its own.
@Suite struct NPMWitnessTests {
    private static let files = [
        "package.json": """
        {
        \t"name": "root",
        \t"private": true,
        \t"workspaces": [ "packages/**", "tools/one", "!packages/out" ],
        \t"devDependencies": { "left-pad": "file:vendor/left-pad-1.2.3.tgz", "@x/core": "^1.2.3" },
        \t"version": "1.2.3"
        }
        """,
        "packages/core/package.json": #"{"name":"@x/core","version":"1.2.3","bin":{"core":"core.js"}}"#,
        "packages/core/core.js": "#!/usr/bin/env node\n",
        "packages/deep/app/package.json": """
        { "name": "app", "version": "1.2.3",\r
          "dependencies": { "@x/core": "~1.2.3", "one": "1.x", "own": "^0.1.0" },\r
          "peerDependencies": { "one": ">=1.0.0" } }\r

        """,
        "packages/own/package.json": #"{ "name": "own", "version": "0.1.0", "dependencies": { "@x/core": "1.2.3" } }"#,
        "packages/out/package.json": #"{ "name": "out", "version": "1.2.3", "dependencies": { "@x/core": "1.2.3" } }"#,
        "tools/one/package.json":
            "{\n  \"version\": \"1.2.3\",\n  \"optionalDependencies\": { \"@x/core\": \"*\" }\n}\n",
        "left-pad/package.json": #"{ "name": "left-pad", "version": "1.2.3" }"#,
    ]

    /// The files that say the version, with the version that each has afterwards, `NEW` for the project's.
    private static let versions = [
        "package.json": "NEW", "packages/core/package.json": "NEW", "packages/deep/app/package.json": "NEW",
        "tools/one/package.json": "NEW", "packages/own/package.json": "0.1.0", "packages/out/package.json": "1.2.3",
        "left-pad/package.json": "1.2.3",
    ]

    private struct Project {
        let folder: FilePath
        let npm: HostTool

        func run(_ arguments: String...) async throws -> String {
            let settings = [
                "npm_config_cache": folder.appending(".npm").string, "npm_config_offline": "true",
                "npm_config_audit": "false", "npm_config_fund": "false", "npm_config_update_notifier": "false",
                "npm_config_ignore_scripts": "true", "npm_config_userconfig": folder.appending(".npmrc").string,
            ]
            let outcome = try await npm.run(arguments, in: folder, environment: settings)
            try #require(outcome.status == 0, "npm \(arguments.joined(separator: " ")): \(outcome.errors)")
            return outcome.text
        }

        @Sendable func text(_ file: RelativePath) throws -> String? {
            let path = folder.appending(file)
            return try LiveFileSystem().status(of: path) == nil ? nil : LiveFileSystem().text(of: path)
        }

        @Sendable func names(_ below: RelativePath?) throws -> [String] {
            let path = below.map { folder.appending($0) } ?? folder
            let isFolder = try LiveFileSystem().resolvedStatus(of: path)?.kind == .folder
            return isFolder ? try LiveFileSystem().names(in: path) : []
        }

        /// Changes the version as `bump` does, and says in which files.
        func change(to version: Version) throws -> [String] {
            let source = NPMVersionSource()
            let manifest = try RelativePath("package.json")
            let document = VersionDocument(file: manifest, text: try text(manifest) ?? "", read: text, names: names)
            let edits = Dictionary(grouping: try source.edits(to: version, in: document), by: \.file)
            var changed = ContentTree()
            for (file, edits) in edits {
                let old = try #require(try text(file))
                guard let new = try ManifestChange.applying(edits, to: old, of: file, by: source)?.new else { continue }
                try LiveFileSystem().removeTree(folder.appending(file))
                changed.addFile(file.string, Array(new.utf8))
            }
            try changed.write(to: folder)
            return changed.nodes.keys.sorted()
        }
    }

    @Test(.enabled(if: HostTool.areHere("npm")), arguments: zip([1, 2, 3], ["1.3.0", "10.0.0", "2.0.0-rc.1"]))
    func npmFindsNothingToChange(_ lockVersion: Int, _ version: String) async throws {
        let npm = try #require(HostTool("npm"))
        try await withScratchFolder { folder in
            var tree = ContentTree()
            for (path, text) in Self.files { tree.addFile(path, Array(text.utf8)) }
            try tree.write(to: folder)
            let project = Project(folder: folder, npm: npm)
            try LiveFileSystem().createFolders(folder.appending("vendor"))
            _ = try await project.run("pack", "./left-pad", "--pack-destination", "vendor")
            let install = ["install", "--package-lock-only", "--lockfile-version", "\(lockVersion)"]
            _ = try await project.run(install[0], install[1], install[2], install[3])
            _ = try await project.run("ci")
            let changed = try project.change(to: Version(version))
            #expect(changed.contains("package-lock.json") && !changed.contains("packages/out/package.json"))

            let before = try texts(of: project)
            _ = try await project.run(install[0], install[1], install[2], install[3])
            #expect(try texts(of: project) == before)
            _ = try await project.run("ci")
            #expect(try texts(of: project) == before)
            _ = try await project.run("ls", "--all")
            for (file, said) in Self.versions {
                let located = try NPMVersionSource().version(
                    in: VersionDocument(
                        file: try RelativePath(file),
                        text: try #require(before[file] ?? nil),
                        read: project.text,
                        names: project.names
                    )
                )
                #expect(located.text == (said == "NEW" ? version : said), "\(file)")
            }
            #expect(try project.change(to: Version(version)).isEmpty)
        }
    }

    private func texts(of project: Project) throws -> [String: String?] {
        let names = Self.files.keys + ["package-lock.json"]
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try project.text(try RelativePath($0))) })
    }
}

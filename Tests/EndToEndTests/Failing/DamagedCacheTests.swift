import RelctlCore
import TestSupport
import Testing

/// Whatever became of the cache, the archives are right.
@Suite struct DamagedCacheTests {
    /// What can happen to a cache between two runs; `$0` is its folder, and what `files` names the pieces in it.
    enum Damage: String, CaseIterable, CustomTestStringConvertible {
        case flippedBytes, cutOff, emptied, grown, swapped, replacedByFolders, foreignFiles, unreadable, readOnly
        case isAFile, leadsNowhere, isGone, isAPipe

        var testDescription: String { rawValue }

        /// A program for Python; `root` is the cache's folder, `files` are the files below, and `random` is seeded.
        var program: String {
            switch self {
            case .flippedBytes:
                """
                for file in files:
                    data = bytearray(open(file, "rb").read())
                    for _ in range(3): data[random.randrange(len(data))] ^= random.randrange(1, 256)
                    open(file, "wb").write(data)
                """
            case .cutOff: "for file in files: os.truncate(file, random.randrange(os.path.getsize(file)))"
            case .emptied: "for file in files: os.truncate(file, 0)"
            case .grown: "for file in files: open(file, 'ab').write(random.randbytes(random.randrange(1, 5000)))"
            case .swapped:
                """
                contents = [open(file, "rb").read() for file in files]
                for file, data in zip(files, contents[1:] + contents[:1]): open(file, "wb").write(data)
                """
            case .replacedByFolders:
                """
                for file in files:
                    os.remove(file)
                    os.makedirs(os.path.join(file, "in it"))
                """
            case .foreignFiles:
                """
                for folder in {os.path.dirname(file) for file in files} | {root}:
                    for name in ["README", ".new", ".tmp-1", "f" * 64, "not \\n a name"]:
                        open(os.path.join(folder, name), "wb").write(random.randbytes(100))
                    os.symlink("/etc/passwd", os.path.join(folder, "link"))
                """
            case .unreadable: "for file in files: os.chmod(file, 0)"
            case .readOnly:
                "for folder, _, _ in os.walk(root, topdown=False): os.chmod(folder, 0o555)"
            case .isAFile: "shutil.rmtree(root); open(root, 'w').write('a file')"
            case .leadsNowhere: "shutil.rmtree(root); os.symlink('nowhere', root)"
            case .isGone: "shutil.rmtree(root)"
            case .isAPipe:
                """
                for file in files:
                    os.remove(file)
                    os.mkfifo(file)
                """
            }
        }
    }

    @Test(arguments: Damage.allCases) func theArchivesAreRightAllTheSame(_ damage: Damage) async throws {
        try await World.scratch { world in
            var tree = ContentTree.pieceBoundaries(upTo: 140_000)
            tree.addFile("large", SampleBytes.text(600_000, seed: 5))
            let project = try await TreeProject(tree, forWindows: false, in: world)
            let cache = world.folder.appending("cache")
            let environment = ["XDG_CACHE_HOME": cache.string]
            expect(try await project.package(environment: environment), exits: 0)
            let whole = try project.shipped()
            #expect(try Self.files(in: cache).count > 2)
            let preamble = """
                import os, random, shutil, sys
                random, root = random.Random(7), sys.argv[1]
                files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names)

                """
            let program = preamble + damage.program
            try await world.python(["-c", program, cache.appending("relctl").string])
            // Once with the damage, and once with what the run made of it.
            for _ in 0..<2 {
                try project.clear()
                expect(try await project.package(environment: environment), exits: 0)
                expect(try project.shipped(), equals: whole)
            }
            try await world.output(of: ["chmod", "-R", "u+w", cache.string])
        }
    }

    private static func files(in folder: FilePath) throws -> [FilePath] {
        let files = LiveFileSystem()
        return try files.names(in: folder).map(folder.appending).flatMap { path in
            try files.status(of: path)?.kind == .folder ? try Self.files(in: path) : [path]
        }
    }
}

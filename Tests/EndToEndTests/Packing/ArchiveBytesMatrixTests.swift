import RelctlCore
import TestSupport
import Testing

/// Neither threads nor the cache nor anything of the user's surroundings decides a byte of what is packed.
@Suite struct ArchiveBytesMatrixTests {
    enum Cache: CaseIterable { case off, cold, warm }

    /// What a run is surrounded by.
    struct Surroundings: Sendable, Hashable, CustomStringConvertible {
        let threads: Int
        let cache: Cache
        let zone: String
        let mask: String
        let locale: String

        var description: String { "\(threads) threads, cache \(cache), \(zone), umask \(mask), \(locale)" }

        static let threads = [1, 2, 8]
        static let zones = ["UTC", "Pacific/Chatham", "America/St_Johns"]
        static let masks = ["022", "077", "000"]
        static let locales = ["C.UTF-8", "C", "tr_TR.UTF-8"]

        /// All of them.
        static let all = threads.flatMap { threads in
            Cache.allCases.flatMap { cache in
                zones.flatMap { zone in
                    masks.flatMap { mask in
                        locales.map {
                            Surroundings(threads: threads, cache: cache, zone: zone, mask: mask, locale: $0)
                        }
                    }
                }
            }
        }

        /// Nine in which each two values of the first four columns, and most others, meet once: a Latin square.
        static let sample = (0..<9).map { number in
            let (row, column) = (number / 3, number % 3)
            return Surroundings(
                threads: threads[row],
                cache: Cache.allCases[column],
                zone: zones[(row + column) % 3],
                mask: masks[(row + 2 * column) % 3],
                locale: locales[(2 * row + column + row * column) % 3]
            )
        }
    }

    private static func tree() -> ContentTree {
        var tree = ContentTree.pieceBoundaries(upTo: FullRun.isAsked ? .max : 600_000)
        // Names that a Turkish or a C locale would sort, fold or decode differently.
        for (number, name) in ["I", "i", "ı", "İ", "z", "ä"].enumerated() {
            tree.addFile("names/\(name)\(number)", Array(name.utf8))
        }
        tree.addLink("names/link", to: "../0-tiny")
        return tree
    }

    /// A folder with a real Turkish locale in it, where the system can make one; else the name alone has to do.
    private func locales(in world: World) async throws -> FilePath {
        let folder = world.folder.appending("locales")
        try LiveFileSystem().createFolder(folder)
        if HostTool.areHere("localedef") {
            let place = folder.appending("tr_TR.UTF-8").string
            _ = try await world.run(["localedef", "-i", "tr_TR", "-f", "UTF-8", place])
        }
        return folder
    }

    private func package(
        _ project: TreeProject,
        in surroundings: Surroundings,
        _ environment: [String: String?]
    ) async throws -> TreeSnapshot {
        try project.clear()
        let options =
            EngineOptions.threads(surroundings.threads) + (surroundings.cache == .off ? EngineOptions.noCache : [])
        let command = "umask \(surroundings.mask) && exec \"$0\" \"$@\""
        let result = try await project.world.run(
            ["sh", "-c", command, RelctlExecutable.path().string, "package", "v1.0.0"] + options,
            in: project.repository.folder,
            environment: environment.merging(["TZ": surroundings.zone, "LC_ALL": surroundings.locale]) { $1 }
        )
        #expect(result.end == .exit(0), "\(surroundings):\n\(result.errors)")
        return try project.shipped()
    }

    @Test func threadsCacheZonesMasksAndLocalesDecideNoByte() async throws {
        try await World.scratch { world in
            let project = try await TreeProject(Self.tree(), in: world)
            let places = try await locales(in: world)
            let warm = world.folder.appending("warm").string
            expect(try await project.package(environment: ["XDG_CACHE_HOME": warm]), exits: 0)
            let first = try project.shipped()
            for (number, surroundings) in (FullRun.isAsked ? Surroundings.all : Surroundings.sample).enumerated() {
                let cache = surroundings.cache == .warm ? warm : world.folder.appending("cache-\(number)").string
                let shipped = try await package(
                    project,
                    in: surroundings,
                    ["XDG_CACHE_HOME": cache, "LOCPATH": places.string]
                )
                let differences = shipped.differences(from: first)
                #expect(differences.isEmpty, "\(surroundings): \(differences)")
                if surroundings.cache == .off { #expect(try LiveFileSystem().status(of: FilePath(cache)) == nil) }
            }
        }
    }
}

import RelctlCore
import TestSupport
import Testing

/// The same input gives the same bytes, wherever and whenever.
@Suite(.needsCrossPrograms) struct ReproducibilityTests {
    /// A place to build in that is as unlike the others as can be.
    struct Place: Sendable, CustomTestStringConvertible {
        let folder: String
        let umask: String
        let environment: [String: String?]

        var testDescription: String { folder }
    }

    static let places = [
        Place(folder: "here", umask: "022", environment: [:]),
        Place(
            folder: "somewhere else/with a longer name/velo stream",
            umask: "077",
            environment: ["TZ": "Pacific/Chatham", "LANG": "C", "LC_ALL": "tr_TR.UTF-8", "USER": "someone"]
        ),
        Place(
            folder: "third",
            umask: "000",
            environment: ["TZ": "America/St_Johns", "LC_ALL": "C", "COLUMNS": "40", "SOURCE_DATE_EPOCH": "1767323045"]
        ),
    ]

    @Test func placesZonesMasksAndLocalesDecideNothing() async throws {
        try await World.scratch { world in
            let origin = try await VelostreamProject.create(in: world)
            try await origin.tag("v1.0.0")
            var results: [TreeSnapshot] = []
            for place in Self.places {
                let clone = try await origin.clone(to: place.folder)
                // Files that appear in another order, with other times.
                if place.umask != "022" { try await reorder(clone) }
                try VelostreamProject.addEmptyFolder(to: clone)
                let environment = try await VelostreamProject.environment().merging(place.environment) { $1 }
                let relctl = try RelctlExecutable.path().string
                let command = "umask \(place.umask) && exec \"$0\" -C \"$1\" release v1.0.0"
                let result = try await world.run(
                    ["sh", "-c", command, relctl, clone.folder.string],
                    environment: environment
                )
                expect(result, exits: 0)
                results.append(try World.release(in: clone))
            }
            for result in results.dropFirst() { expect(result, equals: results[0]) }
        }
    }

    /// Gives a tree's folders another order on the disk.
    private func reorder(_ project: TestRepository) async throws {
        for folder in ["demo", "configs"] {
            let old = project.folder.appending(folder)
            let aside = project.folder.appending(folder + ".aside")
            try LiveFileSystem().rename(old, to: aside)
            let script =
                "mkdir \"$1\" && cd \"$0\" && ls -A | sort -r | while read -r name; do cp -R -P \"$name\" \"$1/\"; done"
            try await project.world.output(of: ["sh", "-c", script, aside.string, old.string])
            try LiveFileSystem().removeTree(aside)
        }
    }
}

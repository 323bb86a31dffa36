import TestSupport
import Testing

@testable import RelctlCore

/// What a release consists of by size, beside an earlier one.
@Suite struct SizeReportTests {
    /// A record of one archive and one program as it is, at a version.
    static func manifest(
        _ version: String,
        archive: UInt64,
        files: [(path: String, size: UInt64)],
        program: UInt64? = nil,
        image: UInt64? = nil
    ) throws -> Manifest {
        let target = try TargetTriple("x86_64-unknown-linux-musl")
        func entry(_ path: String, _ size: UInt64) throws -> ArchivedEntry {
            let digest = AttestationSample.digest(path)
            return ArchivedEntry(path: try RelativePath(path), kind: .file, mode: 0o755, size: size, sha256: digest)
        }
        var artifacts = [
            try Artifact(
                name: "app-\(version)-linux.tar.gz",
                kind: .archive,
                target: target,
                format: "tar.gz",
                size: archive,
                sha256: AttestationSample.digest(version),
                contents: try files.map { try entry("app-\(version)-linux/\($0.path)", $0.size) }
            )
        ]
        if let program {
            artifacts.append(
                try Artifact(
                    name: "app-\(version)-linux",
                    kind: .binary,
                    target: target,
                    format: "binary",
                    size: program,
                    sha256: AttestationSample.digest(version),
                    contents: [try entry("app", program)]
                )
            )
        }
        var manifest = Manifest(
            release: ReleaseIdentity(
                name: "app",
                version: try Version(version),
                tag: "v\(version)",
                commit: String(repeating: "a", count: 40),
                timestamp: 0
            ),
            artifacts: artifacts
        )
        manifest.images = image.map { size in
            let digest = AttestationSample.digest("image")
            let platform = ReleasedImage.Platform(platform: "linux/amd64", target: target, digest: digest, size: size)
            return [
                ReleasedImage(
                    id: "ghcr.io/acme/app",
                    names: ["ghcr.io/acme/app"],
                    tags: [version],
                    digest: digest,
                    size: 500,
                    platforms: [platform]
                )
            ]
        }
        return manifest
    }

    @Test func everythingStandsBesideWhatItWasWhateverItsVersion() throws {
        let before = try Self.manifest("1.9.0", archive: 900, files: [("bin/app", 700), ("old", 10)], image: 3000)
        let now = try Self.manifest("2.0.0", archive: 1000, files: [("new", 10), ("bin/app", 800)], image: 2000)
        let report = SizeReport(of: now, comparedWith: before)
        #expect(report.previousTag == "v1.9.0")
        #expect(report.items.map(\.name) == ["ghcr.io/acme/app for linux/amd64", "app-2.0.0-linux.tar.gz"])
        #expect(report.items.map(\.previous) == [3000, 900])
        let parts = try #require(report.items.last).parts
        #expect(parts == [.init(path: "bin/app", size: 800, previous: 700), .init(path: "new", size: 10)])
        #expect(report.removed.isEmpty)
    }

    @Test func whatOnlyTheEarlierReleaseHadIsGone() throws {
        let before = try Self.manifest("1.9.0", archive: 900, files: [], program: 50, image: 3000)
        let now = try Self.manifest("2.0.0", archive: 900, files: [])
        let report = SizeReport(of: now, comparedWith: before)
        #expect(report.removed.map(\.name) == ["ghcr.io/acme/app for linux/amd64", "app-1.9.0-linux"])
        #expect(SizeReport(of: now).removed.isEmpty)
        #expect(SizeReport(of: now).items.map(\.previous) == [nil])
    }

    @Test func whatIsMadeAfterPackagingIsNotGone() throws {
        var before = try Self.manifest("1.9.0", archive: 900, files: [], program: 50, image: 3000)
        let flake = ("app-1.9.0-flake.tar.gz", AttestationSample.digest("flake"))
        before.artifacts.append(try Artifact(name: flake.0, kind: .flake, size: 7, sha256: flake.1))
        let now = try Self.manifest("2.0.0", archive: 900, files: [])
        let report = SizeReport(ofPacked: now, comparedWith: before)
        #expect(report.removed.map(\.name) == ["app-1.9.0-linux"])
        #expect(report.items.map(\.previous) == [900])
    }

    @Test func imagesStandBesideWhatTheyWere() throws {
        let before = try Self.manifest("1.9.0", archive: 900, files: [], image: 3000)
        let packed = try Self.manifest("2.0.0", archive: 900, files: [])
        let images = try #require(try Self.manifest("2.0.0", archive: 1, files: [], image: 2000).images)
        let report = SizeReport(of: images, in: packed, comparedWith: before, isWhole: true)
        #expect(report.items.map(\.name) == ["ghcr.io/acme/app for linux/amd64"])
        #expect(report.items.map(\.previous) == [3000] && report.removed.isEmpty)
        let none = [SizeReport(of: [], in: packed, comparedWith: before, isWhole: true)]
        #expect(none.flatMap(\.removed).count == 1)
        #expect(SizeReport(of: [], in: packed, comparedWith: before, isWhole: false).removed.isEmpty)
    }

    @Test(
        arguments: [
            (nil, 5, nil), (5, 5, nil), (0, 5, "+5 B"), (1000, 1048, "+48 B (+4.8%)"),
            (2_000_000, 1_000_000, "-1.00 MB (-50.0%)"),
            (3, 2, "-1 B (-33.3%)"), (1, UInt64.max, "+18.4 EB"), (UInt64.max, 0, "-18.4 EB (-100.0%)"),
        ] as [(UInt64?, UInt64, String?)]
    )
    func changesAreToldInBytesAndShares(previous: UInt64?, size: UInt64, text: String?) {
        #expect(SizedItem.change(from: previous, to: size) == text)
    }
}

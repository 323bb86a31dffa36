import RelctlCore
import TestSupport

/// A small release to attest.
enum AttestationSample {
    private static func release(_ isSnapshot: Bool, _ license: String?) throws -> ReleaseIdentity {
        ReleaseIdentity(
            name: "streams",
            description: "Streams of things, with \"quotes\"",
            homepage: "https://example.org/streams",
            license: license,
            repository: "Acme/streams",
            version: try Version("1.2.3"),
            tag: "v1.2.3",
            commit: String(repeating: "ab", count: 20),
            timestamp: 1_767_323_045,
            isSnapshot: isSnapshot
        )
    }

    static func digest(_ text: String) -> Digest { Digest(of: Array(text.utf8)) }

    static func manifest(isSnapshot: Bool = false, license: String? = "Apache-2.0 OR MIT") throws -> Manifest {
        let target = try TargetTriple("x86_64-unknown-linux-musl")
        let entries = [
            ArchivedEntry(path: try RelativePath("streams-1.2.3"), kind: .folder, mode: 0o755),
            ArchivedEntry(
                path: try RelativePath("streams-1.2.3/bin/streams"),
                kind: .file,
                mode: 0o755,
                size: 900,
                sha256: digest("program")
            ),
            ArchivedEntry(
                path: try RelativePath("streams-1.2.3/README é.md"),
                kind: .file,
                mode: 0o644,
                size: 5,
                sha256: digest("text")
            ),
            ArchivedEntry(
                path: try RelativePath("streams-1.2.3/streams"),
                kind: .link,
                mode: 0o777,
                target: "bin/streams"
            ),
        ]
        return Manifest(
            release: try release(isSnapshot, license),
            configuration: digest("configuration"),
            artifacts: [
                try Artifact(
                    name: "streams-1.2.3-x86_64-unknown-linux-musl.tar.gz",
                    kind: .archive,
                    target: target,
                    format: "tar.gz",
                    size: 1000,
                    sha256: digest("archive"),
                    contents: entries
                ),
                try Artifact(
                    name: "streams-1.2.3-x86_64-unknown-linux-musl.tar.gz.sha256",
                    kind: .checksum,
                    target: target,
                    size: 100,
                    sha256: digest("sidecar")
                ),
            ]
        )
    }

    static func image(base: AttestedImage.Base? = nil) throws -> AttestedImage {
        var image = AttestedImage(
            repository: "ghcr.io/acme/streams",
            tag: "1.2.3",
            platform: ImagePlatform(os: "linux", architecture: "arm64", variant: "v8"),
            digest: ContentDigest(digest("image")),
            base: base
        )
        image.files = [
            AttestedImage.File(
                path: try RelativePath("usr/bin/streams"),
                sha256: digest("program"),
                isExecutable: true
            ),
            AttestedImage.File(path: try RelativePath("etc/passwd"), sha256: digest("accounts"), isExecutable: false),
        ]
        return image
    }

    static func planner(
        for manifest: Manifest,
        builder: ProvenanceBuilder = .local
    ) -> AttestationPlanner {
        let targets = manifest.artifacts.compactMap(\.target)
        return AttestationPlanner(
            manifest.release,
            configuration: manifest.configuration,
            targets: Array(targets.prefix(1)),
            builder: builder
        )
    }

    static let base = AttestedImage.Base(
        repository: "docker.io/library/alpine",
        tag: "3.20",
        digest: ContentDigest(digest("base"))
    )
}

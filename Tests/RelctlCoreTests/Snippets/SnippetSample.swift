import TestSupport

@testable import RelctlCore

/// What a release that people deploy has: an image at two registries, its variant, a chart and a flake.
enum SnippetSample {
    static func image(_ names: [String], suffix: String = "") throws -> ReleasedImage {
        let target = try TargetTriple("x86_64-unknown-linux-musl")
        let digest = AttestationSample.digest((names.first ?? "") + suffix)
        return ReleasedImage(
            id: (names.first ?? "") + suffix,
            names: names,
            tags: ["1.2.3\(suffix)", "latest\(suffix)"],
            digest: digest,
            size: 500,
            platforms: ["linux/amd64", "linux/arm64"].map {
                ReleasedImage.Platform(platform: $0, target: target, digest: digest, size: 4_000_000)
            }
        )
    }

    static func chart(_ text: String = "chart") throws -> Artifact {
        try Artifact(
            name: "streams-chart-1.2.3.tgz",
            kind: .chart,
            size: UInt64(text.utf8.count),
            sha256: AttestationSample.digest(text)
        )
    }

    static func manifest(isSnapshot: Bool = false) throws -> Manifest {
        let manifest = try AttestationSample.manifest(isSnapshot: isSnapshot)
        var whole = Manifest(release: manifest.release, artifacts: manifest.artifacts + [try chart()])
        let names = ["ghcr.io/acme/streams", "docker.io/acme/streams"]
        whole.images = [try image(names), try image(names, suffix: "-alpine"), try image(["ghcr.io/acme/ui/streams"])]
        return whole
    }

    static func request(isSnapshot: Bool = false) throws -> SnippetRequest {
        let manifest = try manifest(isSnapshot: isSnapshot)
        let forge = manifest.release.repository.flatMap { ForgeAddress(repository: $0) }
        var request = SnippetRequest(manifest, forge: forge)
        request.images[0].ports = ["8080/tcp", "53/udp"]
        request.images[0].volumes = ["/var/lib/my $data"]
        request.flake = SnippetRequest.Flake(
            package: "streams",
            reference: "https://example.org/streams-1.2.3.tar.gz?narHash=sha256-AAAA%3D"
        )
        return request
    }

    static func text(_ name: String, of plan: DocumentationPlan) -> String? {
        plan.files.first { $0.name == name }?.text
    }
}

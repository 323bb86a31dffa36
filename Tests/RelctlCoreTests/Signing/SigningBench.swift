import TestSupport
import Testing

@testable import RelctlCore

/// A signer that gives other bytes each time, and waits to be stopped where the configuration says so.
private struct SealSigner: Signer {
    let fileExtension = ".seal"
    let keys = [
        ConfigurationKey("waits", "Whether it never ends.", shape: .flag),
        ConfigurationKey("motto", "What it says besides.", shape: .template),
    ]

    func sign(_ request: SigningRequest, with effects: Effects) async throws -> [UInt8] {
        if request.options["waits"]?.asFlag == true { try await Task.sleep(for: .seconds(600)) }
        let words = [
            "\(UInt64.random(in: .min ... .max))", request.options["motto"]?.asText ?? "",
            Digest(of: request.content).hexadecimal,
        ]
        return Array(words.joined(separator: " ").utf8)
    }

    func verify(
        _ signature: [UInt8],
        of request: SigningRequest,
        with effects: Effects
    ) async throws -> SignatureVerdict {
        let digest = Digest(of: request.content).hexadecimal
        return String(decoding: signature, as: UTF8.self).hasSuffix(digest) ? .proven : .refuted("it is of other bytes")
    }
}

/// A signer that does not tell what it signed.
struct MuteSigner: Signer {
    var fileExtension = ".mark"
    var keys: [ConfigurationKey] = []
    func sign(_ request: SigningRequest, with effects: Effects) async throws -> [UInt8] { [1, 2, 3] }

    func verify(
        _ signature: [UInt8],
        of request: SigningRequest,
        with effects: Effects
    ) async throws -> SignatureVerdict {
        .unproven("it is mute")
    }
}

/// A signer that finds out only when it signs that it cannot.
private struct BrokenSigner: Signer {
    let fileExtension = ".void"
    func sign(_ request: SigningRequest, with effects: Effects) async throws -> [UInt8] {
        throw RelctlError("the pen is broken", causes: [RelctlError("there is no ink")])
    }

    func verify(
        _ signature: [UInt8],
        of request: SigningRequest,
        with effects: Effects
    ) async throws -> SignatureVerdict {
        .proven
    }
}

/// A folder with a release of one file.
struct SigningBench {
    let folder: ReleaseFolder

    static func extensions() throws -> Extensions {
        var extensions = Extensions()
        try extensions.registerBuiltInVersionSources()
        try extensions.registerBuiltInPackagers()
        try extensions.registerBuiltInPublishers()
        try extensions.registerBuiltInSigners()
        try extensions.signers.register(SealSigner(), id: "seal")
        try extensions.signers.register(MuteSigner(), id: "mute")
        try extensions.signers.register(BrokenSigner(), id: "broken")
        return extensions
    }

    static func configuration(_ text: String) throws -> Configuration {
        try ConfigurationLoader(extensions: extensions())
            .configuration(fromText: "{ name: 'app', \(text) }", file: "relctl.json")
    }

    init(_ scratch: FilePath) throws {
        folder = ReleaseFolder(scratch.appending("dist"))
        try LiveFileSystem().createFolder(folder.path)
        try record("one")
    }

    func release(isSnapshot: Bool = false, version: String = "1.2.3") throws -> ReleaseIdentity {
        ReleaseIdentity(
            name: "app",
            version: try Version(version),
            tag: "v1.2.3",
            commit: String(repeating: "a", count: 40),
            timestamp: 0,
            isSnapshot: isSnapshot
        )
    }

    func record(_ text: String, homepage: String? = nil) throws {
        let bytes = Array(text.utf8)
        try LiveFileSystem().write(bytes, to: folder.file("app.tar.gz"))
        let artifact = try Artifact(
            name: "app.tar.gz",
            kind: .archive,
            size: UInt64(bytes.count),
            sha256: Digest(of: bytes)
        )
        var release = try release()
        release.homepage = homepage
        let manifest = Manifest(release: release, checksums: "SHA256SUMS", artifacts: [artifact])
        try LiveFileSystem().write(JSONText.pretty(manifest), to: folder.manifest)
    }

    func signing(_ text: String, of release: ReleaseIdentity? = nil) throws -> ReleaseSigning {
        try ReleaseSigning(
            try Self.configuration(text),
            release: release ?? self.release(),
            project: folder.path.parent,
            extensions: Self.extensions()
        )
    }

    func checksums(_ text: String) throws -> ReleaseChecksums {
        ReleaseChecksums(
            ChecksumSettings(sidecars: false, combined: "SHA256SUMS"),
            signing: try signing(text),
            in: folder,
            width: 1,
            with: .onDisk()
        )
    }

    func write(_ text: String) async throws -> [String] {
        try await checksums(text).write(for: folder.record(LiveFileSystem()), proves: true)
    }

    func findings(_ text: String) async throws -> [Finding] {
        try await signing(text).findings(in: folder.path, with: .onDisk())
    }

    func bytes(_ name: String) throws -> [UInt8] { try LiveFileSystem().contents(of: folder.file(name)) }
    func names() throws -> [String] { try LiveFileSystem().names(in: folder.path).sorted() }
}

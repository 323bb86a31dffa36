import Testing

@testable import RelctlImages

/// The values of image-spec 1.1: what they are called and what bytes they make.
@Suite struct ImageModelTests {
    @Test(arguments: [
        ("linux/amd64", "linux/amd64", true), ("linux/arm64", "linux/arm64/v8", true),
        ("linux/arm", "linux/arm/v7", true), ("linux/arm/v6", "linux/arm/v7", false),
        ("linux/amd64/v1", "linux/amd64", true), ("linux/amd64/v3", "linux/amd64", false),
        ("windows/amd64", "linux/amd64", false),
    ])
    func platformsMatchUnderTheNamesThatToolsGiveThem(_ one: String, _ other: String, _ matches: Bool) throws {
        let (one, other) = (try #require(ImagePlatform(one)), try #require(ImagePlatform(other)))
        #expect(one.matches(other) == matches)
        #expect(other.matches(one) == matches)
    }

    @Test(arguments: ["", "linux", "linux/", "/amd64", "linux/amd64/v1/x", "Linux/amd64", "linux /amd64", "linux//v7"])
    func otherTextsAreNoPlatform(_ text: String) {
        #expect(ImagePlatform(text) == nil)
    }

    @Test func targetsHaveThePlatformsOfTheirOCINames() throws {
        #expect(ImagePlatform(try TargetTriple("aarch64-unknown-linux-musl")) == ImagePlatform("linux/arm64"))
        #expect(ImagePlatform(try TargetTriple("armv7-unknown-linux-gnueabihf")) == ImagePlatform("linux/arm/v7"))
        #expect(ImagePlatform(try TargetTriple("x86_64-pc-windows-msvc")) == ImagePlatform("windows/amd64"))
    }

    @Test func digestsAreSpelledAsTheSpecificationSpellsThem() throws {
        let text = "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
        #expect(ContentDescriptor.empty.digest.description == text)
        #expect(ContentDigest(text)?.layoutPath == "blobs/sha256/\(text.dropFirst(7))")
        let wrong = [text.uppercased(), "sha256:" + text.dropFirst(7).uppercased(), "sha512:00", "sha256:", text + "0"]
        for wrong in wrong { #expect(ContentDigest(wrong) == nil) }
    }

    @Test func theSameValueMakesTheSameBytes() throws {
        var configuration = ImageConfiguration(platform: ImagePlatform(os: "linux", architecture: "amd64"))
        var execution = ImageConfiguration.Execution()
        execution.labels = ["b": "2", "a": "1"]
        execution.exposedPorts = ["80/tcp": .init()]
        configuration.config = execution
        let text = String(decoding: try configuration.bytes(), as: UTF8.self)
        let wanted =
            #"{"architecture":"amd64","config":{"ExposedPorts":{"80/tcp":{}},"Labels":{"a":"1","b":"2"}},"#
            + #""os":"linux","rootfs":{"diff_ids":[],"type":"layers"}}"#
        #expect(text == wanted)
    }

    @Test func anIndexLeadsToTheFirstImageForAPlatform() throws {
        let arm = ImagePlatform(os: "linux", architecture: "arm64", variant: "v8")
        let attestation = ContentDescriptor(.imageManifest, of: [1], platform: .unknown)
        let image = ContentDescriptor(.imageManifest, of: [2], platform: arm)
        let index = ImageIndex(manifests: [
            attestation, image, ContentDescriptor(.imageManifest, of: [3], platform: arm),
        ])
        #expect(index.manifest(for: ImagePlatform(os: "linux", architecture: "arm64")) == image)
        #expect(index.manifest(for: ImagePlatform(os: "linux", architecture: "s390x")) == nil)
    }
}

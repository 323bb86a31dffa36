import TestSupport
import Testing

@testable import RelctlPublishing

@Suite struct AWSAccountTests {
    private func settings(_ options: [String: ConfigurationValue] = [:]) throws -> S3Settings {
        try S3Settings(
            PublicationRequest(
                publisher: "s3",
                options: ["bucket": .text("releases")].merging(options) { $1 },
                release: ReleaseIdentity(
                    name: "streams",
                    version: try Version("1.0.0"),
                    tag: "v1.0.0",
                    commit: "abc",
                    timestamp: 0
                ),
                files: [],
                folder: FilePath("dist"),
                project: FilePath("."),
                replaces: false
            )
        )
    }

    /// The account that these settings, variables and files come to.
    private func account(
        _ options: [String: ConfigurationValue] = [:],
        _ environment: [String: String] = [:],
        credentials: String? = nil,
        config: String? = nil
    ) async throws -> AWSAccount {
        try await withScratchFolder { scratch in
            let files = LiveFileSystem()
            try files.createFolder(scratch.appending(".aws"))
            if let credentials { try files.write(credentials.utf8, to: scratch.appending(".aws/credentials")) }
            if let config { try files.write(config.utf8, to: scratch.appending(".aws/config")) }
            let environment = ["HOME": scratch.string].merging(environment) { $1 }
            return try AWSAccount(for: try settings(options), environment: environment, files: files)
        }
    }

    private static let profiles = """
        [default]
        aws_access_key_id = DEFAULTKEY
        aws_secret_access_key = defaultsecret=with:marks

        [work]
        aws_access_key_id=WORKKEY
        aws_secret_access_key=worksecret
        aws_session_token=worktoken
        """
    private static let config = """
        # a comment
        [default]
        region = eu-west-1
        s3 =
          max_concurrent_requests = 20
        [profile work]
        region = eu-central-1
        endpoint_url = https://store.example.org
        [profile single]
        sso_session = corporate
        [sso-session corporate]
        sso_region = us-east-1
        """

    @Test func variablesComeBeforeProfilesAndEmptyOnesAreAbsent() async throws {
        let environment = [
            "AWS_ACCESS_KEY_ID": "ENVKEY", "AWS_SECRET_ACCESS_KEY": "envsecret", "AWS_SESSION_TOKEN": "",
            "AWS_REGION": "", "AWS_DEFAULT_REGION": "ap-south-1",
        ]
        let account = try await account([:], environment, credentials: Self.profiles, config: Self.config)
        #expect(account.credentials.accessKey.revealed == "ENVKEY")
        #expect(account.credentials.sessionToken == nil)
        #expect(account.region == "ap-south-1")
        #expect(account.endpoint == nil)
        let empty = environment.merging(["AWS_SECRET_ACCESS_KEY": ""]) { $1 }
        let fallen = try await self.account([:], empty, credentials: Self.profiles, config: Self.config)
        #expect(fallen.credentials.secretKey.revealed == "defaultsecret=with:marks")
    }

    @Test(arguments: [true, false]) func aProfileIsNamedByTheConfigurationOrAVariable(isVariable: Bool) async throws {
        let account = try await account(
            isVariable ? [:] : ["profile": .text("work")],
            isVariable ? ["AWS_PROFILE": "work"] : ["AWS_ACCESS_KEY_ID": "ENVKEY", "AWS_SECRET_ACCESS_KEY": "x"],
            credentials: Self.profiles,
            config: Self.config
        )
        #expect(account.credentials.accessKey.revealed == "WORKKEY")
        #expect(account.credentials.sessionToken?.revealed == "worktoken")
        #expect(account.region == "eu-central-1")
        #expect(account.endpoint == "https://store.example.org")
    }

    @Test func variablesThatTheConfigurationNamesAreMeant() async throws {
        let options: [String: ConfigurationValue] = [
            "accessKeyFrom": .list([.text("MY_KEY")]), "secretKeyFrom": .list([.text("MY_SECRET")]),
            "region": .text("us-west-2"),
        ]
        let environment = ["MY_KEY": "k", "MY_SECRET": "s", "AWS_SESSION_TOKEN": "of another account"]
        let account = try await account(options, environment, credentials: Self.profiles)
        #expect(account.credentials.accessKey.revealed == "k")
        #expect(account.credentials.sessionToken == nil)
        #expect(S3Publisher().secretNames(options) == ["MY_KEY", "MY_SECRET"])
        let error = await #expect(throws: RelctlError.self) {
            try await self.account(options, ["MY_KEY": "k"], credentials: Self.profiles)
        }
        #expect(error?.code == .notAuthorized)
        #expect(error?.description.contains("MY_SECRET") == true)
    }

    @Test func withoutCredentialsTheErrorSaysWhereTheyGo() async throws {
        let error = await #expect(throws: RelctlError.self) { try await account([:], ["AWS_REGION": "eu-west-1"]) }
        #expect(error?.code == .notAuthorized)
        #expect(error?.hints.first?.contains("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY") == true)
        let single = await #expect(throws: RelctlError.self) {
            try await account(["profile": .text("single")], config: Self.config)
        }
        #expect(single?.description.contains("`sso_session`") == true)
        #expect(single?.hints.first?.contains("aws configure export-credentials --profile single") == true)
        let missing = await #expect(throws: RelctlError.self) {
            try await account(["profile": .text("nobody")], config: Self.config)
        }
        #expect(missing?.description.contains("there is no profile `nobody`") == true)
        let region = await #expect(throws: RelctlError.self) { try await account(credentials: Self.profiles) }
        #expect(region?.code == .configurationInvalid)
    }

    @Test(arguments: [
        "[default]\nSECRETLINE", "SECRETLINE", "[default]\nSECRETLINE = 1\nSECRETLINE = 2", "\u{0}SECRETLINE",
    ])
    func aBrokenFileIsToldWithoutItsLines(text: String) async throws {
        let error = await #expect(throws: RelctlError.self) { try await account(credentials: text) }
        #expect(error?.description.contains("SECRETLINE") == false)
        #expect(error?.place?.line != nil)
    }

    @Test(
        arguments: [
            ("", "", nil, "https://releases.s3.eu-west-1.amazonaws.com/k%20ey"),
            ("https://store.example.org/", "", nil, "https://store.example.org/releases/k%20ey"),
            ("https://STORE.example.org:443/base/", "", nil, "https://store.example.org/base/releases/k%20ey"),
            ("http://127.0.0.1:9000", "", nil, "http://127.0.0.1:9000/releases/k%20ey"),
            ("https://store.example.org", "", false, "https://releases.store.example.org/k%20ey"),
            ("", "", true, "https://s3.eu-west-1.amazonaws.com/releases/k%20ey"),
            ("", "my.releases", nil, "https://s3.eu-west-1.amazonaws.com/my.releases/k%20ey"),
        ] as [(String, String, Bool?, String)]
    )
    func objectsAreFoundWhereTheStoreHasThem(endpoint: String, name: String, pathStyle: Bool?, url: String) async throws
    {
        var options: [String: ConfigurationValue] = ["region": .text("eu-west-1")]
        if !endpoint.isEmpty { options["endpoint"] = .text(endpoint) }
        if !name.isEmpty { options["bucket"] = .text(name) }
        if let pathStyle { options["pathStyle"] = .flag(pathStyle) }
        let bucket = try S3Bucket(try settings(options), in: try await account(options, credentials: Self.profiles))
        #expect(bucket.url(of: "k ey") == url)
        #expect(url.hasPrefix("\(bucket.origin)/") && bucket.origin.hasSuffix("//\(bucket.host)"))
    }

    @Test(arguments: [
        ("endpoint", "http://store.example.org"), ("endpoint", "store.example.org"), ("endpoint", "https://a@b.org"),
        ("endpoint", "https://store.example.org/?a=b"), ("bucket", "a/b"), ("bucket", "x"), ("prefix", "a//b"),
        ("prefix", "../up"), ("prefix", "a/./b"), ("prefix", "a\nb"), ("latest", "streams/v1.0.0/manifest.json"),
        ("latest", "/latest.json"), ("region", "eu west"),
    ])
    func placesThatNoStoreWouldUnderstandAreRefused(option: String, value: String) async throws {
        let region: [String: ConfigurationValue] = ["region": .text("eu-west-1")]
        let options = region.merging([option: .text(value)]) { $1 }
        let error = await #expect(throws: RelctlError.self) {
            _ = try S3Bucket(try settings(options), in: try await account(options, credentials: Self.profiles))
        }
        #expect(error?.code == .configurationInvalid)
    }

    @Test func aStoreIsSpokenToInPlainTextOnlyIfThatIsSaid() async throws {
        let options: [String: ConfigurationValue] = [
            "endpoint": .text("http://store.example.org:9000"), "plainHTTP": .flag(true),
        ]
        let bucket = try S3Bucket(try settings(options), in: try await account(options, credentials: Self.profiles))
        #expect(bucket.allowsPlainHTTP && bucket.host == "store.example.org:9000" && bucket.region == "us-east-1")
    }

    @Test(
        arguments: [
            (0, 0), (1, 1), (16 << 20, 1), (16 << 20 + 1, 2), (160_000 << 20, 10_000), (160_000 << 20 + 1, 9412),
            (5 << 40, 9987),
        ] as [(UInt64, Int)]
    )
    func filesAreCutIntoNoMorePartsThanAStoreTakes(size: UInt64, count: Int) {
        let ranges = PartPlan(size: size, partSize: 16 << 20).ranges
        #expect(ranges.count == count)
        #expect(ranges.reduce(0) { $0 + UInt64($1.count) } == size)
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(ranges.dropLast().allSatisfy { $0.count >= 16 << 20 && $0.count.isMultiple(of: 1 << 20) })
    }

    @Test func digestsOfPartsAreThoseOfTheirBytes() async throws {
        try await withScratchFolder { scratch in
            let bytes = SampleBytes.noise(1_000_003)
            try LiveFileSystem().write(bytes, to: scratch.appending("file"))
            let plan = PartPlan(size: UInt64(bytes.count), partSize: 1 << 18)
            // Whole MiB are for files that need them: here the parts are as small as they were asked to be.
            let digests = try await PartDigests(of: scratch.appending("file"), cut: plan, files: LiveFileSystem())
            #expect(digests.whole == Digest(of: bytes) && digests.size == UInt64(bytes.count))
            #expect(
                digests.parts == plan.ranges.map { Digest(of: Array(bytes[Int($0.lowerBound)..<Int($0.upperBound)])) }
            )
        }
    }
}

import RelctlPublishing
import TestSupport
import Testing

@Suite struct S3PermissionTests {
    /// Moto computes each signature anew, with botocore, and refuses those that differ.
    @Test func aStoreThatChecksSignaturesTakesThem() async throws {
        try await MotoServer.signed { server in
            try await withScratchFolder { scratch in
                try await server.boto("s3.create_bucket(Bucket=bucket)", bucket: "releases")
                let user = try await server.makeUser()
                var stage = S3Stage(server, scratch, "releases")
                stage.publisher = S3Publisher(partSize: 5 << 20)
                stage.environment["AWS_ACCESS_KEY_ID"] = user.accessKey
                stage.environment["AWS_SECRET_ACCESS_KEY"] = user.secretKey
                let files = S3Stage.release("1.0.0", ["b.zip": String(repeating: "large", count: 1_200_000)])
                let request = try stage.request("1.0.0", files, options: ["latest": .text("streams/latest.json")])
                #expect(try await stage.publisher.preflight(request, with: stage.effects).isEmpty)
                try await stage.publish(request)
                #expect(stage.transport.writes.contains { $0.contains("partNumber=2&") })
                stage.environment["AWS_SECRET_ACCESS_KEY"] = "wrong"
                let wrong = await #expect(throws: RelctlError.self) { try await stage.plan(request) }
                #expect(wrong?.code == .notAuthorized)
                #expect(wrong?.description.contains("SignatureDoesNotMatch") == true)
                stage.environment["AWS_ACCESS_KEY_ID"] = "AKIANOBODY"
                let unknown = await #expect(throws: RelctlError.self) { try await stage.plan(request) }
                #expect(unknown?.description.contains("InvalidAccessKeyId") == true)
                let findings = try await stage.publisher.preflight(request, with: stage.effects)
                #expect(findings.map(\.code) == ["publish.s3.credentials"])
            }
        }
    }

    @Test func aMissingBucketAndOneOfAnotherRegionAreFoundBeforehand() async throws {
        try await S3Stage.running { stage in
            try await stage.boto(
                """
                west = boto3.client("s3", **(common | {"region_name": "eu-west-1"}))
                west.create_bucket(Bucket=bucket + "-west", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
                """
            )
            let western = try stage.request(options: ["bucket": .text("\(stage.bucket)-west")])
            let findings = try await stage.publisher.preflight(western, with: stage.effects)
            #expect(findings.map(\.code) == ["publish.s3.region"])
            #expect(findings.first?.hints == ["set `region` to `eu-west-1`"])
            let missing = try stage.request(options: ["bucket": .text("missing")])
            let absent = try await stage.publisher.preflight(missing, with: stage.effects)
            #expect(absent.first?.message.contains("NoSuchBucket") == true)
            let error = await #expect(throws: RelctlError.self) { try await stage.plan(missing) }
            #expect(error?.description.contains("NoSuchBucket") == true)
            #expect(try await stage.publisher.preflight(try stage.request(), with: stage.effects).isEmpty)
        }
    }

    @Test func withoutCredentialsNothingIsAsked() async throws {
        try await S3Stage.running { stage in
            var stage = stage
            stage.environment = [:]
            let findings = try await stage.publisher.preflight(try stage.request(), with: stage.effects)
            #expect(findings.map(\.code) == ["publish.s3.credentials"])
            #expect(stage.transport.requests.isEmpty)
        }
    }

    @Test func noSecretIsSaidAnywhere() async throws {
        try await S3Stage.running { stage in
            var stage = stage
            stage.environment["AWS_SECRET_ACCESS_KEY"] = "topsecretkey"
            stage.environment["AWS_SESSION_TOKEN"] = "topsecrettoken"
            let request = try stage.request(options: ["latest": .text("streams/latest.json")])
            let observed = try await stage.publisher.observe(request, with: stage.effects)
            try await stage.publish(request)
            let missing = try stage.request(options: ["bucket": .text("missing")])
            let error = await #expect(throws: RelctlError.self) { try await stage.plan(missing) }
            let texts = ["\(request)", "\(observed)", "\(stage.events.events)", "\(error ?? RelctlError(""))"]
            for text in texts + stage.transport.requests {
                #expect(!text.contains("topsecret"))
            }
        }
    }
}

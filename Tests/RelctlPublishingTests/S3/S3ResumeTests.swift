import RelctlPublishing
import TestSupport
import Testing

@Suite struct S3ResumeTests {
    /// Three parts of 5 MiB, the last one shorter.
    private static let large = String(decoding: SampleBytes.text(11 << 20), as: UTF8.self)

    private func keepsParts(_ stage: S3Stage) async throws -> [Int] {
        let script = """
            for upload in s3.list_multipart_uploads(Bucket=bucket).get("Uploads", []):
                parts = s3.list_parts(Bucket=bucket, Key=upload["Key"], UploadId=upload["UploadId"])
                print(len(parts.get("Parts", [])))
            """
        return try await stage.boto(script).split(separator: "\n").compactMap { Int($0) }
    }

    @Test func aLargeFileGoesInPartsAndIsReadBackByAnotherClient() async throws {
        try await S3Stage.running(parts: 5 << 20) { stage in
            let files = S3Stage.release("1.0.0", ["large.tar.gz": Self.large])
            try await stage.publish(try stage.request("1.0.0", files))
            #expect(try await stage.objects() == stage.expected(files))
            #expect(stage.transport.writes.count { $0.contains("partNumber=") } == 3)
            #expect(try await keepsParts(stage).isEmpty)
        }
    }

    @Test(arguments: [0, 1, 2, 3])
    func anUploadThatWasCutOffGoesOnWithoutSendingAPartTwice(done: Int) async throws {
        try await S3Stage.running(parts: 5 << 20) { stage in
            let files = S3Stage.release("1.0.0", ["large.tar.gz": Self.large])
            let request = try stage.request("1.0.0", files)
            let actions = try await stage.plan(request)
            let last =
                done < 3 ? "partNumber=\(done + 1)&" : "POST /\(stage.bucket)/streams/v1.0.0/large.tar.gz?uploadId="
            stage.transport.cut { $0.contains(last) }
            await #expect(throws: (any Error).self) { try await stage.execute(actions, request) }
            stage.transport.mend()
            // Parts go side by side: what is there is what counts.
            let there = try await keepsParts(stage)
            #expect(there.count == 1)
            stage.transport.forget()
            let plan = try await stage.plan(request)
            #expect(plan.contains { $0.subject == "large.tar.gz" && $0.reason == "goes on where it was cut off" })
            try await stage.publish(request)
            #expect(stage.transport.writes.count { $0.contains("partNumber=") } == 3 - (there.first ?? 0))
            #expect(try await stage.objects() == stage.expected(files))
            #expect(try await keepsParts(stage).isEmpty)
        }
    }

    @Test func anUploadOfOtherContentsIsGivenUp() async throws {
        try await S3Stage.running(parts: 5 << 20) { stage in
            let script = """
                for key, body in [("large.tar.gz", b"x" * (5 << 20)), ("stranger.zip", b"x"), ("a.tar.gz", b"x")]:
                    upload = s3.create_multipart_upload(Bucket=bucket, Key="streams/v1.0.0/" + key)["UploadId"]
                    s3.upload_part(Bucket=bucket, Key="streams/v1.0.0/" + key, UploadId=upload, PartNumber=1, Body=body)
                s3.create_multipart_upload(Bucket=bucket, Key="streams/v1.0.0/deeper/other.zip")
                """
            try await stage.boto(script)
            let files = S3Stage.release("1.0.0", ["large.tar.gz": Self.large])
            let request = try stage.request("1.0.0", files)
            let plan = try await stage.plan(request)
            #expect(plan.filter { $0.verb == .deleteBroken }.map(\.subject) == ["stranger.zip"])
            try await stage.publish(request)
            #expect(try await stage.objects() == stage.expected(files))
            // The one that lies deeper is none of this release's.
            #expect(try await keepsParts(stage) == [0])
        }
    }

    @Test func aReleaseThatWasNeverWholeIsRemovedWithoutATrace() async throws {
        try await S3Stage.running(parts: 5 << 20) { stage in
            let request = try stage.request("1.0.0", S3Stage.release("1.0.0", ["large.tar.gz": Self.large]))
            stage.transport.cut { $0.contains("large.tar.gz?uploadId=") && $0.hasPrefix("POST") }
            let actions = try await stage.plan(request)
            await #expect(throws: (any Error).self) { try await stage.execute(actions, request) }
            stage.transport.mend()
            try await stage.boto("s3.put_object(Bucket=bucket, Key='streams/v1.0.0/mine.txt', Body=b'x')")
            let observed = try await stage.publisher.observe(request, with: stage.effects)
            let retreat = try stage.publisher.plan(.abandon, of: request, observed: observed)
            try await stage.execute(retreat, request)
            #expect(try await stage.objects().map { $0.split(separator: " ")[0] } == ["\"streams/v1.0.0/mine.txt\""])
            #expect(try await keepsParts(stage).isEmpty)
            let after = try await stage.publisher.observe(request, with: stage.effects)
            #expect(try stage.publisher.plan(.abandon, of: request, observed: after).isEmpty)
        }
    }

    @Test func whatIsPublishedIsYankedAndNeverAbandoned() async throws {
        try await S3Stage.running { stage in
            let request = try stage.request(options: ["latest": .text("streams/latest.json")])
            let nothing = try await stage.publisher.observe(request, with: stage.effects)
            #expect(try stage.publisher.plan(.yank(reason: "x"), of: request, observed: nothing).isEmpty)
            try await stage.publish(request)
            let observed = try await stage.publisher.observe(request, with: stage.effects)
            let refusal = #expect(throws: RelctlError.self) {
                try stage.publisher.plan(.abandon, of: request, observed: observed)
            }
            #expect(refusal?.code == .noWayBack)
            let yank = try stage.publisher.plan(.yank(reason: "loses data"), of: request, observed: observed)
            #expect(yank.map(\.verb) == [.yank])
            try await stage.execute(yank, request)
            let script =
                "print(s3.get_object(Bucket=bucket, Key='streams/v1.0.0/YANKED.json')['Body'].read().decode())"
            #expect(try await stage.boto(script).contains("\"reason\" : \"loses data\""))
            let after = try await stage.publisher.observe(request, with: stage.effects)
            #expect(try stage.publisher.plan(.yank(reason: "loses data"), of: request, observed: after).isEmpty)
            #expect(after.state.verdict == .identical)
            let warnings = stage.events.events.compactMap { event in
                if case .message(.warning, let text) = event { text } else { nil }
            }
            #expect(warnings.count == 1)
        }
    }
}

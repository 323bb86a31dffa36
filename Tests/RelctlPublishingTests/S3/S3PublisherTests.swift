import RelctlPublishing
import TestSupport
import Testing

@Suite struct S3PublisherTests {
    @Test func aReleaseIsReadBackByAnotherClient() async throws {
        try await S3Stage.running { stage in
            let files = S3Stage.release()
            try await stage.publish(try stage.request("1.0.0", files))
            #expect(try await stage.objects() == stage.expected(files))
            let script = """
                for name in ["a.tar.gz", "manifest.json", "SHA256SUMS"]:
                    head = s3.head_object(Bucket=bucket, Key="streams/v1.0.0/" + name, ChecksumMode="ENABLED")
                    print(head["ContentType"], "|", head["CacheControl"], "|", head["Metadata"]["sha256"],
                          "|", base64.b64decode(head["ChecksumSHA256"]).hex() == head["Metadata"]["sha256"])
                """
            let heads = try await stage.boto(script).split(separator: "\n").map { String($0) }
            let cache = "public, max-age=31536000, immutable"
            #expect(
                heads == [
                    "application/gzip | \(cache) | \(Digest(of: Array("archive 1.0.0".utf8))) | True",
                    "application/json | \(cache) | \(Digest(of: Array(files["manifest.json"]?.utf8 ?? "".utf8))) | True",
                    "text/plain; charset=utf-8 | \(cache) | \(Digest(of: Array("sums 1.0.0".utf8))) | True",
                ]
            )
        }
    }

    @Test func publishingTwiceAsksAFewQuestionsAndWritesNothing() async throws {
        try await S3Stage.running { stage in
            let request = try stage.request(options: ["latest": .text("streams/latest.json")])
            try await stage.publish(request)
            stage.transport.forget()
            try await stage.publish(request)
            #expect(stage.transport.writes.isEmpty)
            // Twice: the objects, the uploads, the pointer, and the head of each file.
            #expect(stage.transport.requests.count == 2 * (3 + request.files.count))
        }
    }

    @Test func anObjectWithoutADigestIsReadOnceInARunUnlessItChanges() async throws {
        try await S3Stage.running { stage in
            let request = try stage.request()
            let script = """
                import pathlib
                for path in pathlib.Path(arguments[0]).iterdir():
                    text = arguments[1].encode() if arguments[1:] else path.read_bytes()
                    if not arguments[1:] or path.name == "a.tar.gz":
                        s3.put_object(Bucket=bucket, Key="streams/v1.0.0/" + path.name, Body=text)
                """
            try await stage.boto(script, stage.scratch.appending("dist").string)
            let run = stage.effects
            func reads() async throws -> Int {
                stage.transport.forget()
                _ = try await stage.publisher.observe(request, with: run)
                return stage.transport.requests.count { $0.hasPrefix("GET ") && $0.contains("v1.0.0/") }
            }
            #expect(try await reads() == request.files.count)
            #expect(try await reads() == 0)
            try await stage.boto(script, stage.scratch.appending("dist").string, "ARCHIVE 1.0.0")
            #expect(try await reads() > 0)
            #expect(try await stage.publisher.observe(request, with: run).state.verdict == .different)
        }
    }

    @Test func whatSaysThatAllIsThereComesLast() async throws {
        try await S3Stage.running { stage in
            let request = try stage.request(
                "1.0.0",
                S3Stage.release("1.0.0", ["z.zip": "last by name"]),
                options: ["latest": .text("streams/latest.json")]
            )
            try await stage.publish(request)
            let keys = stage.transport.writes.map { String($0.split(separator: "/").last ?? "") }
            #expect(Set(keys.prefix(2)) == ["a.tar.gz", "z.zip"])
            #expect(Array(keys.dropFirst(2)) == ["SHA256SUMS", "manifest.json", "latest.json"])
        }
    }

    @Test(arguments: [
        "a b.tar.gz", "a+b=c&d.zip", "näïve-日本.tar.gz", "per%cent%2F.zip", "tail ", "quote'\"<&>.zip",
        "a~b!(c)*;,@$:.zip",
    ])
    func namesOfAllKindsAreKeptToTheByte(name: String) async throws {
        try await S3Stage.running { stage in
            let files = S3Stage.release("1.0.0", [name: "special"])
            try await stage.publish(try stage.request("1.0.0", files, options: ["prefix": .text("über uns/a+b=c")]))
            let script = """
                for entry in s3.list_objects_v2(Bucket=bucket)["Contents"]:
                    print(entry["Key"].encode().hex())
                """
            let keys = Set(try await stage.boto(script).split(separator: "\n").map { String($0) })
            let expected = files.keys.map {
                "über uns/a+b=c/\($0)".utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            }
            #expect(keys == Set(expected))
        }
    }

    @Test func threeHundredFilesArePublishedAndFoundAgain() async throws {
        try await S3Stage.running { stage in
            var files = S3Stage.release()
            for number in 0..<297 { files["file-\(number).tar.gz"] = "contents \(number)" }
            files["empty.txt"] = ""
            let request = try stage.request("1.0.0", files)
            try await stage.publish(request)
            #expect(try await stage.objects() == stage.expected(files))
            #expect(stage.transport.writes.count == 301)
        }
    }

    @Test(arguments: ["other bytes", "other size", "extra"])
    func anotherReleaseIsRefusedUnlessItMayBeReplaced(change: String) async throws {
        try await S3Stage.running { stage in
            let files = S3Stage.release()
            var request = try stage.request("1.0.0", files)
            try await stage.publish(request)
            let (name, body) =
                change == "extra" ? ("b.zip", "x") : ("a.tar.gz", change == "other size" ? "x" : "archive 6.6.6")
            // Another client writes no digest for us to trust: the bytes are read.
            try await stage.boto(
                "s3.put_object(Bucket=bucket, Key='streams/v1.0.0/' + arguments[0], Body=arguments[1].encode())",
                name,
                body
            )
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code.name == "publish.exists")
            #expect(error?.description.contains("`\(name)`") == true)
            request.replaces = true
            try await stage.publish(request)
            #expect(try await stage.objects() == stage.expected(files))
        }
    }

    @Test func whatIsNoReleaseOfTheProjectIsNeverRemoved() async throws {
        try await S3Stage.running { stage in
            try await stage.boto("s3.put_object(Bucket=bucket, Key='index.html', Body=b'mine')")
            let request = try stage.request(options: ["prefix": .text("/")], replaces: true)
            var error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.description.contains("has no `manifest.json`") == true)
            let other = "{\"format\": 1, \"artifacts\": [], \"release\": {\"name\": \"other\"}}"
            try await stage.boto(
                "s3.put_object(Bucket=bucket, Key='manifest.json', Body=arguments[0])",
                other
            )
            error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.description.contains("not that of a release of `streams`") == true)
            #expect(stage.transport.writes.isEmpty)
        }
    }

    @Test func replacingTakesTheSignOfAWholeReleaseAwayFirst() async throws {
        try await S3Stage.running { stage in
            try await stage.publish(try stage.request())
            stage.transport.forget()
            var changed = S3Stage.release("1.0.0", ["a.tar.gz": "better", "SHA256SUMS": "better sums"])
            changed["manifest.json", default: ""] += " "
            try await stage.publish(try stage.request("1.0.0", changed, replaces: true))
            let writes = stage.transport.writes.map { $0.replacing("/\(stage.bucket)/streams/v1.0.0", with: "") }
                .map { String($0.prefix { $0 != "/" }) + String($0.split(separator: "/").last ?? "") }
            #expect(
                writes == [
                    "DELETE manifest.json", "DELETE SHA256SUMS", "PUT a.tar.gz", "PUT SHA256SUMS", "PUT manifest.json",
                ]
            )
            #expect(try await stage.objects() == stage.expected(changed))
        }
    }

    @Test func aFileThatChangedSinceItWasPackedIsNotPublished() async throws {
        try await S3Stage.running { stage in
            let request = try stage.request()
            try LiveFileSystem().write("tampered!!!!!".utf8, to: FilePath(request.folder).appending("a.tar.gz"))
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.description.contains("its contents have changed") == true)
            #expect(try await stage.objects().isEmpty)
        }
    }

    @Test func theLatestPointerNeverGoesBack() async throws {
        try await S3Stage.running { stage in
            let latest: [String: ConfigurationValue] = ["latest": .text("streams/latest.json")]
            let script = "print(s3.get_object(Bucket=bucket, Key='streams/latest.json')['Body'].read().decode())"
            for (version, expected) in [
                ("1.9.0", "1.9.0"), ("1.10.0", "1.10.0"), ("1.9.1", "1.10.0"), ("2.0.0-rc.1", "1.10.0"),
                ("2.0.0", "2.0.0"),
                ("1.10.1", "2.0.0"),
            ] {
                try await stage.publish(try stage.request(version, options: latest))
                let text = try await stage.boto(script)
                #expect(text.contains("\"version\" : \"\(expected)\""), "after \(version): \(text)")
                #expect(text.contains("\"key\" : \"streams/v\(expected)/manifest.json\""))
            }
            let head = "print(s3.head_object(Bucket=bucket, Key='streams/latest.json')['CacheControl'])"
            #expect(try await stage.boto(head) == "public, max-age=60\n")
        }
    }

    @Test func aPointerThatSomeoneElseMovesFurtherMeanwhileStays() async throws {
        try await S3Stage.running { stage in
            let latest: [String: ConfigurationValue] = ["latest": .text("streams/latest.json")]
            let low = try stage.request("1.0.0", options: latest)
            let plan = try await stage.plan(low)
            #expect(plan.last?.verb == .update)
            try await stage.publish(try stage.request("3.0.0", options: latest))
            _ = try stage.request("1.0.0")
            try await stage.execute(plan, low)
            let script = "print(s3.get_object(Bucket=bucket, Key='streams/latest.json')['Body'].read().decode())"
            #expect(try await stage.boto(script).contains("\"version\" : \"3.0.0\""))
        }
    }

    @Test func somethingElseInThePointersPlaceIsLeftAlone() async throws {
        try await S3Stage.running { stage in
            try await stage.boto("s3.put_object(Bucket=bucket, Key='latest.json', Body=b'{}')")
            var request = try stage.request(options: ["latest": .text("latest.json")])
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code == .publicationExists)
            #expect(stage.transport.writes.isEmpty)
            request.replaces = true
            try await stage.publish(request)
        }
    }
}

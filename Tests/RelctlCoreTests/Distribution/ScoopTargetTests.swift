import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlDistribution

@Suite struct ScoopTargetTests {
    private let target = ScoopTarget()

    private func artifacts() throws -> [Artifact] {
        [
            try artifact("t-1.2.3-x64.zip", "zip", for: "x86_64-pc-windows-msvc", ["t-1.2.3/bin/tool.exe"]),
            try artifact("t-1.2.3-x64-gnu.zip", "zip", for: "x86_64-pc-windows-gnullvm", ["t-1.2.3/bin/tool.exe"]),
            try artifact("t-1.2.3-x64.tar.gz", "tar.gz", for: "x86_64-pc-windows-msvc", ["t-1.2.3/bin/tool.exe"]),
            try artifact("t-1.2.3-x86.zip", "zip", for: "i686-pc-windows-msvc", ["t-1.2.3/bin/tool.exe"]),
            try artifact("t-1.2.3-arm.tar.gz", "tar.gz", for: "aarch64-pc-windows-msvc", ["t-1.2.3/bin/tool.exe"]),
            try artifact("t-linux.tar.gz", "tar.gz", for: "x86_64-unknown-linux-musl"),
        ]
    }

    private func sidecars(of artifacts: [Artifact]) throws -> [Artifact] {
        try artifacts.map { try Artifact(name: $0.name + ".sha256", kind: .checksum, size: 1, sha256: $0.sha256) }
    }

    @Test func theManifestStandsInTheOrderOfBuckets() throws {
        let artifacts = try artifacts()
        let request = try distributionRequest(artifacts + sidecars(of: artifacts), programs: ["tool"])
        let distribution = try target.plan(request)
        #expect(distribution.files.map(\.path.string) == ["bucket/word-tool.json"])
        let digest = Dictionary(artifacts.map { ($0.name, $0.sha256.hexadecimal) }) { first, _ in first }
        func system(_ name: String, _ file: String, comma: String) -> String {
            """
                    "\(name)": {
                        "url": "https://x.example/1.2.3/\(file)",
                        "hash": "\(digest[file] ?? "")",
                        "extract_dir": "t-1.2.3"
                    }\(comma)

            """
        }
        let text = try #require(distribution.files.first?.text)
        let head = """
            {
                "version": "1.2.3",
                "description": "Tool that says its ${version} in \\"quotes\\"",
                "homepage": "https://github.com/acme/tool",
                "license": "MIT|Apache-2.0",
                "architecture": {

            """
        let systems =
            system("64bit", "t-1.2.3-x64-gnu.zip", comma: ",") + system("32bit", "t-1.2.3-x86.zip", comma: ",")
            + system("arm64", "t-1.2.3-arm.tar.gz", comma: "")
        let tail = """
                },
                "bin": "bin\\\\tool.exe",
                "checkver": {
                    "github": "https://github.com/acme/tool"
                },
                "autoupdate": {
                    "architecture": {
                        "64bit": {
                            "url": "https://x.example/$version/t-$version-x64-gnu.zip",
                            "extract_dir": "t-$version"
                        },
            """
        #expect(text.hasPrefix(head + systems + tail), "\(text)")
        #expect(
            text.hasSuffix("        \"hash\": {\n            \"url\": \"$url.sha256\"\n        }\n    }\n}\n"),
            "\(text)"
        )
        let without = try target.plan(distributionRequest(artifacts, programs: ["tool"])).files[0].text
        #expect(!without.contains("$url.sha256"))
        // Nor where they are, but not at the address of the archive and an ending.
        var elsewhere = request
        for index in elsewhere.downloads.indices where elsewhere.downloads[index].artifact.kind == .checksum {
            elsewhere.downloads[index].url += "?download"
        }
        #expect(!(try target.plan(elsewhere).files[0].text).contains("$url.sha256"))
    }

    /// What a manifest must and may say, by the wiki and the schema of Scoop.
    @Test(.enabled("wants Python's `jsonschema`") { try await SchemaValidator.isHere() })
    func manifestsHaveTheFormThatScoopReads() async throws {
        let text = { (type: String) in "{\"type\": \"\(type)\"}" }
        let address = "{\"type\": \"string\", \"pattern\": \"^https?://[^$ ]+$\"}"
        let template = "{\"type\": \"string\", \"pattern\": \"^https?://[^ ]*[$]version\"}"
        let system = """
            {"type": "object", "additionalProperties": false, "required": ["url", "hash"], "properties": {
              "url": \(address), "hash": {"type": "string", "pattern": "^[a-f0-9]{64}$"},
              "extract_dir": \(text("string")), "bin": {"type": ["string", "array"], "minItems": 1}}}
            """
        let update = """
            {"type": "object", "additionalProperties": false, "required": ["url"], "properties": {
              "url": \(template), "extract_dir": \(text("string"))}}
            """
        let names = { (shape: String) in
            "{\"type\": \"object\", \"additionalProperties\": false, \"minProperties\": 1, \"properties\": {"
                + ["64bit", "32bit", "arm64"].map { "\"\($0)\": \(shape)" }.joined(separator: ", ") + "}}"
        }
        let schema = """
            {"type": "object", "additionalProperties": false,
             "required": ["version", "homepage", "license", "architecture"], "properties": {
              "version": {"type": "string", "pattern": "^[\\\\w.+_-]+$"}, "description": \(text("string")),
              "homepage": \(address), "license": \(text("string")), "depends": {"type": ["string", "array"]},
              "architecture": \(names(system)), "bin": {"type": ["string", "array"], "minItems": 2, "minLength": 1},
              "checkver": {"type": "object", "additionalProperties": false, "required": ["github"],
                "properties": {"github": \(address), "regex": {"type": "string", "format": "regex"}}},
              "autoupdate": {"type": "object", "additionalProperties": false, "required": ["architecture"],
                "properties": {"architecture": \(names(update)), "hash": {"type": "object"}}}},
             "anyOf": [{"required": ["bin"]}, {"properties": {"architecture": {"additionalProperties": {"required": ["bin"]}}}}]}
            """
        var uneven = try artifacts()
        uneven[3] = try artifact(
            "t-1.2.3-x86.zip",
            "zip",
            for: "i686-pc-windows-msvc",
            ["a.exe", "b.exe", "notes.txt"]
        )
        let requests = [
            try distributionRequest(artifacts(), programs: ["tool"]), try distributionRequest(uneven),
            try distributionRequest(uneven, ["depends": .list([.text("main/git"), .text("7zip")])]) {
                $0.tag = "tool/v1.2.3_x"
                $0.description = "quoted \"\\ \u{1} 日本\n line"
                $0.license = "MIT AND (Zlib OR ISC)"
            },
            try distributionRequest([artifact("a.zip", "zip", for: "x86_64-pc-windows-msvc", ["x.exe"])]) {
                $0.tag = "latest"
                $0.homepage = "https://x.example/"
                $0.description = nil
            },
        ]
        try await withScratchFolder { folder in
            try LiveFileSystem().write(schema.utf8, to: folder.appending("schema.json"))
            for (index, request) in requests.enumerated() {
                let text = try target.plan(request).files[0].text
                try LiveFileSystem().write(text.utf8, to: folder.appending("\(index).json"))
            }
            let program = """
                import json, jsonschema, sys
                validator = jsonschema.Draft7Validator(json.load(open("schema.json")))
                for index in range(\(requests.count)):
                    manifest = json.load(open(f"{index}.json"))
                    for error in validator.iter_errors(manifest):
                        print(index, error.message)
                    # What is made of the templates for this very version is the manifest.
                    def filled(value):
                        return value.replace("$version", manifest["version"])
                    for name, update in manifest.get("autoupdate", {}).get("architecture", {}).items():
                        for key, value in update.items():
                            if filled(value) != manifest["architecture"][name][key]:
                                print(index, name, key)
                """
            let result = try await Python.run(["-c", program], in: folder)
            #expect(result.exitCode == 0 && result.output.isEmpty, "\(result)")
            let third = try LiveFileSystem().text(of: folder.appending("2.json"))
            #expect(third.contains(#""regex": "/releases/tag/tool%2Fv([\\d.]+)_x""#), "\(third)")
            #expect(third.contains("\"license\": \"MIT AND (Zlib OR ISC)\""))
            #expect(!(try LiveFileSystem().text(of: folder.appending("3.json")).contains("checkver")))
        }
    }

    @Test func whatScoopWouldNotTakeIsRefused() throws {
        let artifacts = try artifacts()
        func refusal(_ request: DistributionRequest) throws -> RelctlError {
            try #require(throws: RelctlError.self) { try target.plan(request) }
        }
        let linux = try refusal(distributionRequest([artifact("t.tar.gz", "tar.gz", for: "x86_64-unknown-linux-gnu")]))
        #expect("\(linux)".contains("nothing for a system of Scoop"))
        let unlicensed = try refusal(distributionRequest(artifacts) { $0.license = nil })
        #expect("\(unlicensed)".contains("names a licence") && unlicensed.hints == ["set `license`"])
        let name = try refusal(distributionRequest(artifacts, ["name": .text("../x")]))
        #expect("\(name)".contains("`name`: `../x` is not the name of an app"))
        let bucket = try refusal(distributionRequest(artifacts, ["bucket": .text("https://x.example/a;b")]))
        #expect("\(bucket)".contains("`bucket`: `https://x.example/a;b` is not"))
        let other = try refusal(distributionRequest(artifacts, programs: ["other"]))
        #expect("\(other)".contains("there is no program in `t-1.2.3-x64-gnu.zip`"))
    }

    @Test func usersAreToldTheBucket() throws {
        for bucket in ["https://github.com/acme/scoop-bucket", "https://github.com/acme/scoop-bucket.git"] {
            let plan = try target.plan(distributionRequest(artifacts(), ["bucket": .text(bucket)]))
            #expect(
                plan.installation?.commands == [
                    "scoop bucket add scoop-bucket \(bucket)", "scoop install scoop-bucket/word-tool",
                ]
            )
        }
    }
}

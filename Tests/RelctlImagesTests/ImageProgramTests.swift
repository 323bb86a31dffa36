import Testing

@testable import RelctlBinaries
@testable import RelctlImages

/// What an image from scratch begins with is in it.
@Suite struct ImageProgramTests {
    private func refusal(_ image: String) throws -> RelctlError? {
        do {
            _ = try ImagePlanner().plan(ImagePlannerTests.request("[{ name: \"a/b\", \(image) }]"))
            return nil
        } catch let error as RelctlError {
            return error
        }
    }

    @Test(arguments: [
        #"entrypoint: ["/usr/bin/app", "-v"]"#, #"entrypoint: ["app"]"#, #"entrypoint: [], command: ["/usr/bin/app"]"#,
        #"entrypoint: ["./app"], workingDirectory: "/usr/bin""#, #"entrypoint: ["/usr/../usr/./bin//app"]"#,
        #"binaries: []"#, #"from: "alpine", entrypoint: ["/bin/sh"]"#,
        #"volumes: ["/plugins"], entrypoint: ["/plugins/run"]"#,
        #"files: [{ files: ["README.md"], to: "/x", mode: "0755" }], entrypoint: ["/x/README.md"]"#,
    ]) func programsThatAreThereAreFine(_ image: String) throws {
        #expect(try refusal(image) == nil)
    }

    @Test(arguments: [
        (#"entrypoint: ["/bin/app"]"#, "`entrypoint` is `/bin/app`, which is not in the image"),
        (#"binaries: [], command: ["sh"]"#, "`command` is `sh`, which is not in the image"),
        (#"entrypoint: ["app"], environment: { PATH: "/opt" }"#, "`entrypoint` is `app`, which is not in the image"),
        (#"volumes: ["/plugins"], entrypoint: ["/plugins"]"#, "`entrypoint` is `/plugins`, which is not"),
        (
            #"files: [{ files: ["README.md"], to: "/x" }], entrypoint: ["/x/README.md"]"#,
            "which is `/x/README.md`, a file that cannot be run: `mode: \"0755\"` lets it be"
        ),
    ]) func programsThatAreNotThereAreTold(_ image: String, _ reason: String) throws {
        let error = try #require(try refusal(image))
        #expect(error.description.contains(reason), "\(error)")
        #expect(error.place?.file == "relctl.json")
        let cause = try #require(error.causes.first as? RelctlError)
        #expect(!cause.hints.isEmpty)
    }

    @Test(arguments: [
        #"workingDirectory: "/usr/bin/app""#, #"volumes: ["/data", "/usr/bin/app"]"#,
        #"workingDirectory: "/data", volumes: ["/usr/bin/app"]"#, #"from: "alpine", workingDirectory: "/usr/bin/app""#,
        #"files: [{ files: ["README.md"], to: "/x" }], volumes: ["/x/README.md"]"#,
    ]) func aFileOfTheImageIsNoFolder(_ image: String) throws {
        let error = try #require(try refusal("\n" + image))
        #expect(error.description.contains("is a file of the image"), "\(error)")
        #expect(error.place?.line == 3)
    }

    @Test(arguments: [
        ("", "x86_64-unknown-linux-gnu", false), (#"from: "alpine""#, "x86_64-unknown-linux-gnu", true),
        (#"files: [{ files: ["README.md"], to: "/lib64" }]"#, "x86_64-unknown-linux-gnu", false),
        (#"files: [{ files: ["README.md"], to: "/lib" }]"#, "x86_64-unknown-linux-gnu", true),
        (#"volumes: ["/lib"]"#, "x86_64-unknown-linux-gnu", true),
    ]) func whatStartsAProgramIsInAnImageFromScratch(_ image: String, _ target: String, isThere: Bool) throws {
        let request = try ImagePlannerTests.request("[{ name: \"a/b\", \(image) }]", targets: [target])
        let program = ImageProgram(try #require(try ImagePlanner().plan(request).first))
        let slice = BinaryFormat.Slice(
            processor: "x86-64",
            kind: .executable,
            linking: .dynamic(interpreter: "/lib/README.md")
        )
        let format = BinaryFormat(container: .elf, slices: [slice], isUniversal: false)
        let path = try RelativePath("usr/bin/app")
        let triple = try TargetTriple(target)
        let refusal = Result { try program.requireLoader(of: format, at: path, for: triple) }
        guard case .failure(let error) = refusal else { return #expect(isThere) }
        #expect(!isThere && "\(error)".contains("is started by `/lib/README.md`, which is not in the image"))
        var whole = format
        whole.slices[0].linking = .static
        try program.requireLoader(of: whole, at: path, for: triple)
    }
}

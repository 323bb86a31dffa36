import TestSupport
import Testing

@testable import RelctlImages

/// What containers begin with is for their platform, also where it is none of the release's programs.
@Suite(.enabled(if: CrossPrograms.areAvailable)) struct ImageStartTests {
    private static let script = "#!/bin/sh\n"

    /// Makes an image that begins with the project's `tools/start`: a program for `architecture`, or a script.
    private func build(_ image: String, for architecture: String?, in folder: FilePath) async throws -> [BuiltImage] {
        let files = LiveFileSystem()
        let cross = try await CrossPrograms.folder()
        let images = "[{ name: \"acme/app\", binaries: [], \(image) }]"
        let project = try await ImageProject(in: folder, images: images) { project in
            let start = project.appending("tools/start")
            try files.createFolders(start.parent)
            if let architecture {
                try files.copyFile(cross.appending(architecture), to: start, permissions: 0o755)
            } else {
                try files.write(Self.script.utf8, to: start)
            }
        }
        return try await project.build()
    }

    private static let file = #"files: [{ files: ["tools/start"], to: "/opt", mode: "0755" }]"#
    private static let entrypoint = #"entrypoint: ["/opt/tools/start"]"#

    @Test(arguments: [
        "\(file), \(entrypoint)", #"\#(file), entrypoint: [], command: ["start"], environment: { PATH: "/opt/tools" }"#,
        #"\#(file), entrypoint: ["./tools/start"], workingDirectory: "/opt""#,
    ]) func aProgramForAnotherProcessorIsRefused(_ image: String) async throws {
        try await withScratchFolder { folder in
            let error = await #expect(throws: RelctlError.self) {
                _ = try await build(image, for: ImageProject.intel, in: folder)
            }
            let text = "\(try #require(error))"
            #expect(text.contains("`/opt/tools/start` is not a program for `\(ImageProject.arm)`"), "\(text)")
            #expect(text.contains("found ELF 64-bit x86-64 executable"), "\(text)")
        }
    }

    @Test func aScriptWhoseInterpreterIsNotThereIsRefused() async throws {
        try await withScratchFolder { folder in
            let error = await #expect(throws: RelctlError.self) {
                _ = try await build("\(Self.file), \(Self.entrypoint)", for: nil, in: folder)
            }
            let text = "\(try #require(error))"
            #expect(text.contains("`/opt/tools/start` of the image `acme/app` is started by `/bin/sh`"), "\(text)")
        }
    }

    @Test(arguments: [
        (#"\#(file), \#(entrypoint), platforms: ["linux/amd64"]"#, ImageProject.intel),
        (#"\#(file), \#(entrypoint), platforms: ["linux/arm64"]"#, ImageProject.arm),
        // A script's interpreter may come with a volume.
        (#"\#(file), \#(entrypoint), volumes: ["/bin"]"#, nil),
        // It is a file like any other where containers begin with something else.
        (#"\#(file), entrypoint: ["/plugins/run"], volumes: ["/plugins"]"#, ImageProject.intel),
    ]) func whatCanBeRunIsTaken(_ image: String, _ architecture: String?) async throws {
        try await withScratchFolder { folder in
            let images = try await build(image, for: architecture, in: folder)
            #expect(images.count == 1)
        }
    }
}

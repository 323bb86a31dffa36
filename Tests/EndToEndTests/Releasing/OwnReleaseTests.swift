import Foundation
import RelctlCore
import TestSupport
import Testing

/// relctl as it is released, by its own configuration: a program that needs no more than the C library, and an image.
///
/// Only a release build runs where there is no Swift.
@Suite(.enabled(if: RelctlExecutable.isChosen)) struct OwnReleaseTests {
    @Test(.enabled(if: HostTool.areHere("ldd")))
    func theProgramNeedsNoMoreThanTheCLibrary() async throws {
        try await World.scratch { world in
            let listed = try await world.output(of: ["ldd", RelctlExecutable.path().string])
            let libraries = listed.split(separator: "\n").compactMap { line in
                line.split(whereSeparator: \.isWhitespace).first.map { $0.split(separator: "/").last ?? $0 }
            }
            // By the third the C library ends threads.
            let expected = ["libc.so", "libm.so", "libgcc_s.so", "ld-linux", "linux-vdso"]
            #expect(libraries.allSatisfy { name in expected.contains { name.hasPrefix($0) } }, "\(libraries)")
        }
    }

    /// Its names of functions are in a file beside it.
    @Test(.enabled(if: HostTool.areHere("readelf")))
    func theProgramIsSmall() async throws {
        try await World.scratch { world in
            let program = try RelctlExecutable.path()
            let size = try #require(try LiveFileSystem().resolvedStatus(of: program)).size
            #expect(size <= 30_000_000, "\(size) bytes")
            let sections = try await world.output(of: ["readelf", "--sections", "--wide", program.string])
            #expect(!sections.contains(".symtab") && sections.contains(".gnu_debuglink"))
            let names = program.parent.appending(program.lastComponent + ".debug")
            let identity = try await Self.identity(of: program, in: world)
            #expect(try await Self.identity(of: names, in: world) == identity && !identity.isEmpty)
        }
    }

    /// The id of the build that a program, or the file with its names, is of.
    private static func identity(of file: FilePath, in world: World) async throws -> String {
        let notes = try await world.output(of: ["readelf", "--notes", "--wide", file.string])
        return notes.split(separator: "\n").first { $0.contains("Build ID") }.map(String.init) ?? ""
    }

    @Test(.enabled(if: HostTool.areHere("podman", "runc", "umoci") && getuid() == 0))
    func theImageReleasesAProject() async throws {
        try await World.scratch { world in
            let own = try await Self.ownProject(in: world)
            for step in ["build", "package"] {
                expect(try await own.relctl([step, "--snapshot", "--target", "x86_64-*linux*"]), exits: 0)
            }
            let tar = world.folder.appending("relctl.tar").string
            let build = ["image", "build", "--snapshot", "--platform", "linux/amd64", "--load-tar", tar]
            expect(try await own.relctl(build), exits: 0)

            let project = try await ScriptProject.create(in: world)
            // As if it were somebody else's than the one who runs the container.
            try await world.output(of: ["chown", "-R", "4321:4321", project.folder.string])
            let podman = [
                "podman", "--root", world.folder.appending("podman").string, "--runroot",
                world.folder.appending("podman-run").string, "--storage-driver", "vfs", "--cgroup-manager", "cgroupfs",
                "--runtime", "runc",
            ]
            let loaded = try await world.output(of: podman + ["load", "-i", tar])
            let image = try #require(loaded.split(whereSeparator: \.isWhitespace).last.map(String.init))
            let options = [
                "--rm", "--network", "none", "--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024",
                "--volume", "\(project.folder):/project",
            ]
            let run = podman + ["run"] + options + [image]
            let version = try await world.relctl("--version").output
            #expect(try await world.output(of: run + ["--version"]) == version)
            try await world.output(of: run + ["release", "--snapshot", "--skip", "publish"])
            expect(try await project.relctl(["verify"]), exits: 0)
            try await world.output(of: podman + ["rmi", "--all", "--force"])
        }
    }

    /// A project that is released as relctl is, from a program that was built before, on a base of this machine's.
    private static func ownProject(in world: World) async throws -> TestRepository {
        let project = try await TestRepository("relctl", in: world)
        let files = LiveFileSystem()
        for name in ["README.md", "LICENSE", ".github/CHANGELOG.md", "Sources/RelctlCLI/BuildInformation.swift"] {
            try project.write(name, try files.text(of: Fixtures.project.appending(name)))
        }
        let configuration = try files.text(of: Fixtures.project.appending(".relctl.json"))
        let base = "docker.io/library/buildpack-deps:noble-scm"
        #expect(configuration.contains(base))
        try project.write(".relctl.json", configuration.replacing(base, with: "oci:base:base"))
        let program = try RelctlExecutable.path().string
        try project.write(
            ".github/build.sh",
            """
            mkdir -p "$1/release" .build-share/man/man1
            cp '\(program)' "$1/release/relctl"
            "$1/release/relctl" man >.build-share/man/man1/relctl.1
            """
        )
        try project.write(".gitignore", ".build*\ndist\nbase\n")
        try await project.commit("feat: relctl")
        try await makeBase(project)
        return project
    }

    /// Makes an image that has git and what git loads, as this machine has them.
    private static func makeBase(_ project: TestRepository) async throws {
        let program = try RelctlExecutable.path().string
        let script = """
            set -e
            umoci init --layout base
            umoci new --image base:base
            umoci config --image base:base --architecture amd64 --os linux --config.env PATH=/usr/bin
            mkdir -p root/usr/bin root/tmp
            for file in $(ldd "$(command -v git)" '\(program)' | grep -o '/[^ :]*lib[^ :]*') ; do
              [ ! -f "$file" ] || cp -L --parents "$file" root
            done
            cp -L "$(command -v git)" root/usr/bin/git
            umoci insert --image base:base root /
            rm -r root
            """
        try await project.world.output(of: ["sh", "-c", script], in: project.folder)
    }
}

import RelctlCore
import TestSupport

/// A project of three platforms whose builds do what a test tells each of them, so that it decides what runs beside what.
struct OverlapProject {
    /// The part that a platform plays.
    enum Role: String, CaseIterable {
        case first, second, third

        var target: String {
            switch self {
            case .first: "x86_64-unknown-linux-musl"
            case .second: "aarch64-unknown-linux-musl"
            case .third: "x86_64-pc-windows-msvc"
            }
        }

        var archive: String { "overlap-\(target)" + (self == .third ? ".zip" : ".tar.gz") }
    }

    let repository: TestRepository
    let environment: [String: String?]

    /// The repository, tagged v1.0.0, with the first so many platforms; `generated/shared` ships and git ignores it.
    static func create(_ count: Int = 2, in world: World) async throws -> OverlapProject {
        let repository = try await TestRepository("overlap", in: world)
        try repository.write("relctl.json", configuration(Array(Role.allCases.prefix(count))))
        try repository.write("VERSION", "1.0.0\n")
        try repository.write("README.md", "# Overlap\n")
        try repository.write(".gitignore", "/made/\n/dist/\n/out/\n/generated/\n")
        try repository.write("build.sh", build, isExecutable: true)
        try await repository.commit("feat: overlap")
        try await repository.tag("v1.0.0")
        try repository.write("generated/shared", "before\n")
        let environment = ["TEST_SIGNS": world.home.string].merging(try await VelostreamProject.environment()) { $1 }
        return OverlapProject(repository: repository, environment: environment)
    }

    /// Lets the build of a platform run this script before it makes its program.
    func tell(_ role: Role, _ script: String) throws {
        try LiveFileSystem().write(Array((script + "\n").utf8), to: sign(role.rawValue))
    }

    /// A file that builds and the test both see.
    func sign(_ name: String) -> FilePath { repository.world.home.appending(name) }

    /// When builds began and ended, as far as they succeeded: `begin first`, `end first`.
    func builds() throws -> [Substring] { try LiveFileSystem().text(of: sign("builds")).split(separator: "\n") }

    func release(_ more: String...) async throws -> ProgramResult {
        try await repository.relctl(["release", "v1.0.0"] + more, environment: environment)
    }

    /// The work folder, while there is one.
    func work() throws -> FilePath? {
        let folder = repository.folder.appending("dist/.work")
        return try LiveFileSystem().names(in: folder).map(folder.appending)
            .first { try LiveFileSystem().status(of: $0.appending("plan.json")) != nil }
    }

    /// A shell command that succeeds when the archive of a platform is in the work folder.
    static func isPacked(_ role: Role) -> String { "eval 'test -e dist/.work/*/.records/archive-\(role.archive).json'" }

    private static let build = """
        #!/bin/sh
        set -eu
        case $1 in
        \(Role.allCases.map { "\($0.target)) role=\($0.rawValue) ;;" }.joined(separator: "\n"))
        esac
        # Waits for a command to succeed, for minutes at most: the machine may be busy.
        await() {
            tries=0
            until "$@"; do
                tries=$((tries + 1))
                [ $tries -lt 6000 ] || { echo "waited in vain for: $*" >&2; exit 9; }
                sleep 0.05
            done
        }
        echo "begin $role" >> "$TEST_SIGNS/builds"
        [ ! -e "$TEST_SIGNS/$role" ] || . "$TEST_SIGNS/$role"
        extension=; [ "$role" != third ] || extension=.exe
        mkdir -p "made/$1"
        cp "$TEST_PROGRAMS/$1" "made/$1/app$extension"
        echo "end $role" >> "$TEST_SIGNS/builds"
        """

    private static func configuration(_ roles: [Role]) -> String {
        """
        {
          name: "overlap",
          version: { manifests: ["VERSION"] },
          binaries: ["app"],
          build: {
            command: ["sh", "build.sh", "{{target}}"],
            output: "made/{{target}}/{{binary}}{{exe}}",
            passEnvironment: ["TEST_PROGRAMS", "TEST_SIGNS"],
          },
          targets: { \(roles.map { "\"\($0.target)\": {}" }.joined(separator: ", ")) },
          archive: {
            name: "{{name}}-{{target}}",
            formats: { default: "tar.gz", windows: "zip" },
            contents: [{ binaries: "bin" }, { files: ["README.md", "generated/**"] }],
          },
          publish: [{ to: "directory", path: "out/{{tag}}" }],
        }
        """
    }
}

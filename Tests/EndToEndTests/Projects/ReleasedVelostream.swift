import RelctlCore
import TestSupport
import Testing

/// Velostream at v1.0.0, released once for all tests of a suite, which only look at it.
struct ReleasedVelostream: Sendable {
    let project: TestRepository
    let result: ProgramResult

    var world: World { project.world }

    func dist(_ name: String) -> FilePath { project.folder.appending("dist").appending(name) }

    @TaskLocal private static var shared: ReleasedVelostream?

    /// The release of the suite that asks.
    static func current() throws -> ReleasedVelostream { try #require(shared) }

    /// Makes the release before the first test and removes it after the last.
    struct Scope: SuiteTrait, TestScoping {
        @concurrent func provideScope(
            for test: Test,
            testCase: Test.Case?,
            performing body: @concurrent @Sendable () async throws -> Void
        ) async throws {
            guard CrossPrograms.areAvailable else { return try await body() }
            try await World.scratch { world in
                let project = try await VelostreamProject.create(in: world)
                try await project.tag("v1.0.0")
                let result = try await project.relctl(
                    ["release", "v1.0.0"],
                    environment: VelostreamProject.environment()
                )
                let released = ReleasedVelostream(project: project, result: result)
                try await $shared.withValue(released) { try await body() }
            }
        }
    }
}

extension Trait where Self == ReleasedVelostream.Scope {
    /// One release of Velostream for the whole suite.
    static var releasedVelostream: Self { Self() }
}

extension Trait where Self == ConditionTrait {
    /// Skips where Zig's cross compilers, PyPI's `ziglang`, are missing.
    static var needsCrossPrograms: Self {
        .enabled(if: CrossPrograms.areAvailable, "wants Zig's cross compilers: `$RELCTL_TEST_PYTHON -m ziglang`")
    }

    /// Skips where a program is missing.
    static func needs(_ programs: String...) -> Self {
        .enabled(if: programs.allSatisfy { HostTool.areHere($0) }, "wants \(programs.joined(separator: ", "))")
    }
}

import TestSupport
import Testing

@testable import RelctlCore

/// Budgets in the configuration, and what exceeds them.
@Suite struct SizeBudgetsTests {
    private static func item(_ size: UInt64, parts: [UInt64] = [], previous: UInt64? = nil) -> SizeBudgets.Limited {
        let parts = parts.enumerated().map { SizedItem.Part(path: "file-\($0)", size: $1, previous: previous) }
        let item = SizedItem(name: "app.tar.gz", size: size, previous: previous, parts: parts)
        return SizeBudgets.Limited(item, budget: ByteCount(1000), key: "archive.budget")
    }

    private static func failure(_ limited: [SizeBudgets.Limited]) throws -> RelctlError {
        try #require(throws: RelctlError.self) { try SizeBudgets.check(limited) }
    }

    @Test func aBudgetMayBeUsedUp() throws {
        try SizeBudgets.check([Self.item(1000, parts: [5000])])
        #expect(throws: RelctlError.self) { try SizeBudgets.check([Self.item(1001)]) }
    }

    @Test func whatIsInItIsToldLargestFirst() throws {
        let failure = try Self.failure([Self.item(2000, parts: [5, 1500, 700], previous: 600)])
        #expect(failure.code == .budgetExceeded)
        #expect(failure.hints == ["leave something out, or raise `archive.budget`"])
        let cause = try #require(failure.causes.first as? RelctlError)
        #expect(
            cause.message == """
                `app.tar.gz` has 2.00 kB, 1.00 kB over its budget of 1.00 kB, +1.40 kB (+233.3%) since the release \
                before; in it, largest first:
                1.50 kB  file-1  +900 B (+150.0%)
                  700 B  file-2  +100 B (+16.7%)
                    5 B  file-0  -595 B (-99.2%)
                """
        )
        #expect(cause.details == ["name": "app.tar.gz", "size": "2000", "budget": "1000"])
    }

    @Test func thousandsOfFilesAreCounted() throws {
        let failure = try Self.failure([Self.item(2000, parts: Array(repeating: UInt64.max / 2, count: 5000))])
        let lines = try #require(failure.causes.first as? RelctlError).message.split(separator: "\n")
        #expect(lines.count == 12)
        #expect(lines.last == "and 4990 more of 18.4 EB together")
    }

    @Test func everythingThatIsTooLargeIsToldAtOnce() throws {
        let failure = try Self.failure([Self.item(2000), Self.item(1), Self.item(3000)])
        #expect(failure.causes.count == 2)
    }

    @Test func noRecordIsWrittenOfWhatIsTooLarge() async throws {
        try await withScratchFolder { folder in
            let plans = try PackagingExecutorTests.prepare(folder)
            var request = try PackagingExecutorTests.request(folder, plans)
            request.budgets = SizeBudgets(archive: ByteCount(10), binaries: ["app": ByteCount(6)])
            let error = try await #require(throws: RelctlError.self) {
                _ = try await PackagingExecutor()
                    .execute(request, packagers: PackagingExecutorTests.packagers(), with: .onDisk())
            }
            #expect(
                error.hints == ["leave something out, or raise `archive.budget` and `binaries[].budget` of `app`"]
            )
            // Two archives, and the program that is in both once.
            let causes = error.causes.compactMap { $0 as? RelctlError }
            #expect(
                causes.map { $0.details["name"] } == plans.map(\.name) + ["app for \(PackagingExecutorTests.target)"]
            )
            #expect(
                causes.last?.message == "`app for \(PackagingExecutorTests.target)` has 7 B, 1 B over its budget of 6 B"
            )
            #expect(try LiveFileSystem().status(of: request.output.appending(Manifest.fileName)) == nil)
            request.budgets = SizeBudgets(archive: ByteCount(10_000), binaries: ["app": ByteCount(7)])
            _ = try await PackagingExecutor()
                .execute(request, packagers: PackagingExecutorTests.packagers(), with: .onDisk())
        }
    }

    @Test func earlierReleasesTellWhatGrew() async throws {
        try await withScratchFolder { folder in
            let plans = try PackagingExecutorTests.prepare(folder)
            var request = try PackagingExecutorTests.request(folder, plans)
            let packagers = try PackagingExecutorTests.packagers()
            let before = try await PackagingExecutor().execute(request, packagers: packagers, with: .onDisk())
            let program = folder.appending("build/\(PackagingExecutorTests.target)/app")
            try LiveFileSystem().write("program, larger".utf8, to: program)
            request.previous = before
            request.budgets = SizeBudgets(binaries: ["app": ByteCount(7)])
            let error = try await #require(throws: RelctlError.self) {
                _ = try await PackagingExecutor().execute(request, packagers: packagers, with: .onDisk())
            }
            let cause = try #require(error.causes.first as? RelctlError)
            #expect(cause.message.hasSuffix("+8 B (+114.3%) since the release before"))
        }
    }

    @Test func theConfigurationSetsBudgets() throws {
        let configuration = try ConfigurationLoaderTests.load(
            """
            {
              name: "app",
              binaries: ["one", { name: "two", budget: "1.5MB" }, { name: "three" }],
              archive: { budget: "64 MiB" },
            }
            """
        )
        #expect(configuration.binaries == ["one", "two", "three"])
        #expect(
            configuration.budgets
                == SizeBudgets(archive: ByteCount(64 << 20), binaries: ["two": ByteCount(1_500_000)])
        )
    }

    @Test(arguments: [
        (#"archive: { budget: "50 megabytes" }"#, "`archive.budget`: `50 megabytes` is not a size such as `50MB`"),
        (#"archive: { budget: "50" }"#, "`archive.budget`: `50` has no unit: write `50B` for bytes, or `50MB`"),
        (#"archive: { budget: 50 }"#, "`archive.budget` must be a text, not the number 50"),
        (#"binaries: [{ name: "one", budget: "-1MB" }]"#, "`binaries[0].budget`: `-1MB` is not a size"),
        (#"binaries: [{ budget: "1MB" }]"#, "`binaries[0]` has no `name`, which is required"),
        (#"binaries: ["one", { name: "one" }]"#, "`binaries`: `one` is there twice"),
        (#"binaries: [{ name: "one.exe" }]"#, "`binaries[0].name`: `one.exe` ends in `.exe`"),
        (#"archive: { budget: "99999999999GB" }"#, "is not a size such as"),
    ])
    func budgetsThatAreNoneAreRefused(text: String, problem: String) {
        let error = #expect(throws: RelctlError.self) {
            try ConfigurationLoaderTests.load(#"{ name: "app", \#(text) }"#)
        }
        #expect(error.map(String.init(describing:))?.contains(problem) == true, "\(String(describing: error))")
    }
}

import Foundation
import RelctlCore
import TestSupport
import Testing

/// Ctrl-C in the middle of compressing.
@Suite struct PackagingInterruptionTests {
    @Test func itStopsWithinASecondAndLeavesNothing() async throws {
        try await World.scratch { world in
            let project = try await TreeProject(ContentTree(), in: world)
            try makeFile(of: 200, in: project)
            let run = try project.startPackage()
            try await waitForArchive(of: run, in: project)
            // Well into it: reading, compressing and writing go on at once.
            try await Task.sleep(for: .milliseconds(300))
            let clock = ContinuousClock()
            let start = clock.now
            run.send(SIGINT)
            expect(try await run.result(), exits: 130)
            #expect(start.duration(to: clock.now) < .seconds(1))
            #expect(try project.shipped().lines.keys.filter { !$0.isEmpty } == [])
            #expect(try LiveFileSystem().names(in: world.temporary) == [])
        }
    }

    /// A file of so many times a megabyte, no two of them alike.
    private func makeFile(of megabytes: Int, in project: TreeProject) throws {
        let file = try LiveFileSystem().create(project.data.appending("large"), permissions: 0o644)
        var bytes = SampleBytes.text(1 << 20)
        for number in 0..<megabytes {
            for place in 0..<64 { bytes[place << 14] = UInt8(number) }
            try bytes.withUnsafeBytes { try file.write($0) }
        }
        try file.close()
    }

    /// Waits until a part of an archive was written.
    private func waitForArchive(of run: RunningProgram, in project: TreeProject) async throws {
        for _ in 0..<3000 where run.isRunning {
            let names = (try? LiveFileSystem().names(in: project.dist)) ?? []
            let sizes = try names.compactMap { try LiveFileSystem().status(of: project.dist.appending($0)) }
                .filter { $0.kind == .file }.map(\.size)
            if sizes.contains(where: { $0 > 100_000 }) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        let errors = run.errorsUntilNow
        run.send(SIGKILL)
        throw RelctlError("cannot see an archive grow: \(errors)")
    }
}

#if canImport(Glibc)
    import Glibc
    import Testing

    @testable import RelctlCore
    @testable import RelctlEffects

    /// Which processes of this machine are still at work.
    @Suite struct LiveProcessTableTests {
        @Test func oneThatWasKilledIsOverBeforeItsParentHearsOfIt() async throws {
            let table = LiveProcessTable()
            var pid: pid_t = 0
            var words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("1000"), nil]
            defer { words.forEach { free($0) } }
            try #require(posix_spawnp(&pid, "sleep", nil, nil, &words, nil) == 0)
            let start = try #require(ChildLedger.entry(of: pid)).start
            let process = ProcessIdentity(number: pid, start: start, table: table.current.table)
            #expect(!table.hasEnded(process) && ChildLedger.start(of: pid) == start)
            #expect(table.isRunning(pid))
            kill(pid, SIGKILL)
            // Nobody waits for it: its number and its start stay.
            while ChildLedger.entry(of: pid)?.isOver == false { try await Task.sleep(for: .milliseconds(10)) }
            #expect(ChildLedger.entry(of: pid)?.start == start && ChildLedger.start(of: pid) == nil)
            #expect(table.hasEnded(process) && !table.isRunning(pid))
            waitpid(pid, nil, 0)
            #expect(table.hasEnded(process) && ChildLedger.entry(of: pid) == nil)
        }
    }
#endif

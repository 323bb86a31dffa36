import CSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Which children are running, on disk, for a run that comes after one that was killed.
///
/// A relctl that is killed cannot end its children: a build would go on writing below the next run's hands. Each
/// child is a file named by its number that holds when it was started, because the system gives numbers out again.
/// One relctl at a time may use a folder. A child is noted just after its start: one that is started in the very moment
/// of the kill is missed.
package struct ChildLedger: Sendable {
    private let folder: FilePath
    private var files: LiveFileSystem { LiveFileSystem() }

    /// Keeps the files in `folder`, which is created when it is first needed.
    package init(folder: FilePath) { self.folder = folder }

    /// Notes that a child runs.
    ///
    /// - Throws: ``FileSystemError`` if the file cannot be written.
    func record(_ pid: Int32) throws {
        // One that has ended already needs no note.
        guard let start = Self.start(of: pid) else { return }
        try files.createFolders(folder)
        try files.write(Array((start + "\n").utf8), to: path(of: pid))
    }

    /// Notes that a child has ended.
    func forget(_ pid: Int32) {
        // What stays behind is found out by its start time.
        try? files.removeFile(path(of: pid))
    }

    /// Ends the children that an earlier run left running, with their groups, and forgets them.
    ///
    /// - Parameter grace: How long they may take before they are killed.
    /// - Returns: The numbers of those that were running.
    /// - Throws: ``FileSystemError`` if the folder cannot be read; `CancellationError`.
    package func endLeftovers(grace: Duration = .seconds(5)) async throws -> [Int32] {
        guard try files.status(of: folder)?.kind == .folder else { return [] }
        var ended: [Int32] = []
        for name in try files.names(in: folder) {
            // 1 and less would not mean one group but everything.
            if let pid = Int32(name), pid > 1, isRunning(pid) {
                try await end(pid, grace: grace)
                ended.append(pid)
            }
            try files.removeTree(folder.appending(name))
        }
        return ended
    }

    private func end(_ pid: Int32, grace: Duration) async throws {
        let deadline = ContinuousClock.now + grace
        kill(-pid, SIGTERM)
        kill(-pid, SIGCONT)
        while isRunning(pid), ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(20)) }
        // Once more for what is left of the group: its number is taken as long as it has a member.
        kill(-pid, SIGKILL)
    }

    private func path(of pid: Int32) -> FilePath { folder.appending(String(pid)) }

    /// Whether the process of this number is the one that was noted, and leads a group.
    private func isRunning(_ pid: Int32) -> Bool {
        guard let noted = try? files.text(of: path(of: pid), limit: 1 << 10), let start = Self.start(of: pid) else {
            return false
        }
        return noted == start + "\n" && getpgid(pid) == pid
    }

    /// Text that differs for any two processes that ever had this number; nothing if there is none now.
    static func start(of pid: Int32) -> String? { entry(of: pid).flatMap { $0.isOver ? nil : $0.start } }

    /// What the system says of the process of this number; nothing if there is none, or none that may be seen.
    ///
    /// - Returns: Text that differs for any two processes that ever had the number, and whether it has ended and only
    ///   waits for its parent to hear of it.
    static func entry(of pid: Int32) -> (start: String, isOver: Bool)? {
        #if canImport(Glibc)
            let files = LiveFileSystem()
            // The name, in parentheses, may hold anything; the 20th field after it is the start, in ticks since the
            // boot (proc_pid_stat(5), field 22), the first is the state.
            guard let stat = try? files.contents(of: FilePath("/proc/\(pid)/stat"), limit: 1 << 12),
                let name = stat.lastIndex(of: UInt8(ascii: ")")),
                let boot = try? files.text(of: FilePath("/proc/sys/kernel/random/boot_id"), limit: 1 << 10)
            else { return nil }
            let fields = stat[name...].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard fields.count > 20 else { return nil }
            return ("\(boot.prefix { !$0.isNewline }) \(fields[20])", ["Z", "X"].contains(fields[1]))
        #else
            let time = relctl_start_time(pid)
            return time == 0 ? nil : (String(time), false)
        #endif
    }
}

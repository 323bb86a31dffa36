#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The machine's own processes.
package struct LiveProcessTable: ProcessTable {
    /// Needs nothing.
    package init() {}

    package var userName: String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        let id = getuid()
        guard getpwuid_r(id, &entry, &buffer, buffer.count, &found) == 0, let name = found?.pointee.pw_name else {
            return "user \(id)"
        }
        return String(cString: name)
    }

    package var hostName: String? {
        var buffer = [CChar](repeating: 0, count: 1 << 10)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? nil : name
    }

    package var current: ProcessIdentity {
        let number = getpid()
        return ProcessIdentity(number: number, start: ChildLedger.start(of: number) ?? "", table: table)
    }

    /// A boot of a machine, and the container whose numbers are meant (namespaces(7)); empty where that is not known.
    private var table: String {
        let files = LiveFileSystem()
        guard let boot = try? files.text(of: FilePath("/proc/sys/kernel/random/boot_id"), limit: 1 << 10),
            let space = try? files.destination(ofLink: FilePath("/proc/self/ns/pid"))
        else { return "" }
        return "\(boot.prefix { !$0.isNewline }) \(space)"
    }

    package func isRunning(_ number: Int32) -> Bool {
        if kill(number, 0) != 0, errno == ESRCH { return false }
        return ChildLedger.entry(of: number).map { !$0.isOver } ?? true
    }

    package func hasEnded(_ process: ProcessIdentity) -> Bool {
        guard process.number > 0, !process.start.isEmpty, !process.table.isEmpty, process.table == table else {
            return false
        }
        // Others' processes may be hidden, but not from this.
        if kill(process.number, 0) != 0, errno == ESRCH { return true }
        return ChildLedger.entry(of: process.number).map { $0.isOver || $0.start != process.start } ?? false
    }
}

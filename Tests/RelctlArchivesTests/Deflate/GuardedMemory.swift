import RelctlArchives

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Memory between two pages that nobody may touch: whoever reads or writes one byte beyond what was asked for dies.
///
/// At the other end than the one that lies at a page's border, ``canarySize`` bytes tell whether they were written to.
final class GuardedMemory {
    /// Which end of the bytes lies at the border of an untouchable page.
    enum Side: CaseIterable {
        case first, last
    }

    private static let canary: UInt8 = 0xC5
    private static let canarySize = 64
    private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

    private let mapping: UnsafeMutableRawPointer
    private let mappingSize: Int
    /// What lies between the two untouchable pages.
    private let inside: UnsafeMutableRawBufferPointer

    /// Takes memory for up to `capacity` bytes.
    init(capacity: Int) throws {
        let page = Self.pageSize
        let size = (capacity + Self.canarySize + page - 1) / page * page
        mappingSize = size + 2 * page
        let flags = MAP_PRIVATE | MAP_ANON
        guard let mapping = mmap(nil, mappingSize, PROT_READ | PROT_WRITE, flags, -1, 0), mapping != MAP_FAILED,
            mprotect(mapping, page, PROT_NONE) == 0,
            mprotect(mapping + page + size, page, PROT_NONE) == 0
        else {
            throw RelctlError("cannot map \(mappingSize) bytes: \(String(cString: strerror(errno)))")
        }
        self.mapping = mapping
        inside = UnsafeMutableRawBufferPointer(start: mapping + page, count: size)
    }

    deinit { munmap(mapping, mappingSize) }

    /// `count` bytes at one end, and canaries beside them.
    func bytes(_ count: Int, at side: Side) -> UnsafeMutableRawBufferPointer {
        let canaries = canaries(beside: count, at: side)
        canaries.initializeMemory(as: UInt8.self, repeating: Self.canary)
        let start = side == .first ? 0 : inside.count - count
        return UnsafeMutableRawBufferPointer(rebasing: inside[start..<start + count])
    }

    /// Whether nobody wrote beside the bytes that were handed out last.
    func isIntact(beside count: Int, at side: Side) -> Bool {
        canaries(beside: count, at: side).allSatisfy { $0 == Self.canary }
    }

    private func canaries(beside count: Int, at side: Side) -> UnsafeMutableRawBufferPointer {
        let start = side == .first ? count : inside.count - count - Self.canarySize
        return UnsafeMutableRawBufferPointer(rebasing: inside[start..<start + Self.canarySize])
    }

    /// Lets nobody write to any of it while `body` runs.
    func withoutWriting<Value>(_ body: () throws -> Value) throws -> Value {
        guard mprotect(inside.baseAddress, inside.count, PROT_READ) == 0 else {
            throw RelctlError("cannot protect memory: \(String(cString: strerror(errno)))")
        }
        defer { mprotect(inside.baseAddress, inside.count, PROT_READ | PROT_WRITE) }
        return try body()
    }
}

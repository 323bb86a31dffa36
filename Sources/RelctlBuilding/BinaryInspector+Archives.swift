extension BinaryInspector {
    /// Why a file of an archive is not a program of a platform, from its first bytes; nothing where it is one, where it
    /// is no program, or where its headers do not lie in those bytes.
    ///
    /// `size` is the number of all the file's bytes, `target` the platform that the archive is for.
    @Sendable package static func problem(inHead head: [UInt8], size: UInt64, for target: TargetTriple) -> String? {
        guard let format = format(ofHead: head, size: size) else { return nil }
        return mismatch(of: format, for: target)
    }

    /// What program a file is, from its first bytes; nothing where it is none that a processor runs, or where its
    /// headers do not lie in those bytes.
    package static func format(ofHead head: [UInt8], size: UInt64) -> BinaryFormat? {
        let format = try? BinaryFormat(size: size) { offset, count in
            guard offset <= UInt64(head.count) else { throw HeadEnds() }
            let rest = head[Int(offset)...]
            guard rest.count >= count || UInt64(head.count) == size else { throw HeadEnds() }
            return Array(rest.prefix(count))
        }
        guard let format, [.elf, .machO, .portableExecutable].contains(format.container) else { return nil }
        return format
    }

    private struct HeadEnds: Error {}
}

/// Compares what a binary's headers say with what its target needs.
package enum BinaryInspector {
    /// What is wrong with a binary for `target`, or nothing.
    ///
    /// - Returns: Text such as "found ELF 64-bit AArch64 executable, expected ELF for x86-64".
    package static func mismatch(of format: BinaryFormat, for target: TargetTriple) -> String? {
        guard let reason = reason(format, target) else { return nil }
        return "found \(format); expected \(expectation(target))\(reason.isEmpty ? "" : " (\(reason))")"
    }

    /// Reads the headers of an open file and compares them with what `target` needs.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - name: What errors call it.
    ///   - target: The platform that it must be for.
    /// - Returns: What the file is. Its position is anywhere afterwards.
    /// - Throws: ``RelctlError`` that says what was found and what was expected; ``FileSystemError``.
    @discardableResult
    package static func inspect(
        _ file: any ReadableFile,
        named name: String,
        for target: TargetTriple
    ) throws -> BinaryFormat {
        let found: String
        do {
            let format = try BinaryFormat(size: try file.status().size) { try Self.read(file, at: $0, count: $1) }
            guard let mismatch = mismatch(of: format, for: target) else { return format }
            found = mismatch
        } catch let problem as BinaryFormat.Problem {
            found = "found \(problem); expected \(expectation(target))"
        }
        throw RelctlError(
            "`\(name)` is not a program for `\(target)`",
            details: ["path": name, "target": target.text],
            hints: ["check that the command builds for `\(target)`, and `output`, or the builder, names what it built"],
            causes: [RelctlError(found)]
        )
    }

    /// Reads the headers of an open file that may be a program or anything else, such as a script.
    ///
    /// - Returns: What it is; nothing where it is no program of any processor's. How it is linked is its own affair.
    /// - Throws: ``RelctlError`` if it is a program for another processor or system.
    package static func inspectAny(
        _ file: any ReadableFile,
        named name: String,
        for target: TargetTriple
    ) throws -> BinaryFormat? {
        guard let format = try? BinaryFormat(size: try file.status().size, { try Self.read(file, at: $0, count: $1) })
        else { return nil }
        let isForTarget =
            format.container == container(of: target.system)
            && architectures(target).allSatisfy { needed in format.slices.contains { $0.architecture == needed } }
        guard !isForTarget else { return format }
        throw RelctlError(
            "`\(name)` is not a program for `\(target)`",
            details: ["path": name, "target": target.text],
            causes: [RelctlError("found \(format); expected one for \(target.architecture.rawValue)")]
        )
    }

    /// The bytes of a file from an offset on; fewer than `count` at its end.
    package static func read(_ file: any ReadableFile, at offset: UInt64, count: Int) throws -> [UInt8] {
        try file.seek(to: offset)
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let added = try bytes.withUnsafeMutableBytes {
                try file.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
            }
            guard added > 0 else { break }
            filled += added
        }
        return Array(bytes[..<filled])
    }

    // MARK: What is expected

    /// What a program for `target` must be, as the end of "expected …".
    static func expectation(_ target: TargetTriple) -> String {
        let container = container(of: target.system)
        switch container {
        case .webAssembly: return "a WebAssembly module"
        case .machO where target.architecture == .universal:
            return "a universal Mach-O file for x86_64 and aarch64"
        default:
            let article = container == .elf && !target.requiresStaticBinaries ? "an" : "a"
            let form = target.requiresStaticBinaries ? "statically linked " : ""
            return "\(article) \(form)\(container.rawValue) executable for \(target.architecture.rawValue)"
        }
    }

    private static func container(of system: TargetTriple.System) -> BinaryFormat.Container {
        switch system {
        case .macOS: .machO
        case .windows: .portableExecutable
        case .wasi: .webAssembly
        case .linux, .freebsd, .netbsd, .openbsd, .dragonfly, .illumos, .solaris: .elf
        }
    }

    /// What headers call the processors that triples tell apart.
    private static func architectures(_ target: TargetTriple) -> [TargetTriple.Architecture] {
        switch target.architecture {
        case .universal: [.x86_64, .aarch64]
        case .armv6, .armv7, .arm: [.arm]
        default: [target.architecture]
        }
    }

    // MARK: What is wrong

    /// Why `format` does not fit: empty where what was found says it all, nothing if it fits.
    private static func reason(_ format: BinaryFormat, _ target: TargetTriple) -> String? {
        guard format.container == container(of: target.system) else { return "" }
        for architecture in architectures(target) {
            guard let slice = format.slices.first(where: { $0.architecture == architecture }) else {
                return format.isUniversal ? "there is none for \(architecture.rawValue) in it" : ""
            }
            if let reason = reason(slice, target) { return reason }
        }
        return nil
    }

    private static func reason(_ slice: BinaryFormat.Slice, _ target: TargetTriple) -> String? {
        // Some release plug-ins: a shared library for the right platform passes.
        guard slice.kind == .executable || slice.kind == .sharedLibrary else { return "it cannot be run" }
        if slice.kind == .sharedLibrary, target.requiresStaticBinaries { return "it is a shared library" }
        if let platform = slice.foreignPlatform { return "it is for \(platform)" }
        if target.system == .windows, slice.system == nil {
            return "it does not run on Windows"
        }
        if let system = slice.system, !isSame(system, target.system) { return "it is for \(system.rawValue)" }
        if let isHardFloat = slice.isHardFloat, let environment = target.environment,
            isHardFloat != environment.isHardFloat
        {
            return "its floating point convention is the other one"
        }
        return linkingReason(slice, target)
    }

    private static func linkingReason(_ slice: BinaryFormat.Slice, _ target: TargetTriple) -> String? {
        switch slice.linking {
        case .static, nil: return nil
        case .dynamicWithoutInterpreter where slice.kind == .sharedLibrary && !target.requiresStaticBinaries: return nil
        case .dynamicWithoutInterpreter: return "it needs libraries, but nothing would load them"
        case .dynamic(let interpreter):
            guard !target.requiresStaticBinaries else { return "it needs the loader `\(interpreter)`" }
            guard let needed = libc(ofLoader: interpreter), let libc = target.environment?.libc, needed != libc else {
                return nil
            }
            return "it needs the C library \(needed.rawValue)"
        }
    }

    private static func libc(ofLoader path: String) -> TargetTriple.Environment.Libc? {
        if path.hasPrefix("/lib/ld-musl-") { return .musl }
        if path.hasPrefix("/system/bin/linker") { return .android }
        return path.contains("/ld-linux") || path.contains("/ld64.so") ? .gnu : nil
    }

    /// illumos' programs say that they are for Solaris, whose header they share.
    private static func isSame(_ found: TargetTriple.System, _ expected: TargetTriple.System) -> Bool {
        found == expected || (found == .solaris && expected == .illumos)
    }
}

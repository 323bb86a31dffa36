/// What the headers of a program say: which kind of file it is, for which processors and system, and what it needs.
package struct BinaryFormat: Sendable, Hashable {
    /// The kind of file.
    package var container: Container
    /// What it holds: one program, or one for each processor of a universal file.
    package var slices: [Slice]
    /// Whether it is a file that may hold several programs.
    package var isUniversal: Bool

    /// Kinds of file that systems run.
    package enum Container: String, Sendable, Hashable {
        case elf = "ELF"
        case machO = "Mach-O"
        case portableExecutable = "PE"
        case webAssembly = "WebAssembly"
    }

    /// A program for one processor.
    package struct Slice: Sendable, Hashable {
        /// The processor as a person calls it, such as `x86-64` or `machine 0x5441`.
        package var processor: String
        /// The processor, if it is one that triples name.
        ///
        /// 32-bit ARM is always ``TargetTriple/Architecture/arm``: which revision of it, headers do not tell.
        package var architecture: TargetTriple.Architecture?
        /// 32 or 64; nothing where that means nothing.
        package var bits: Int?
        /// What may be done with it.
        package var kind: Kind
        /// The operating system, where the headers tell.
        package var system: TargetTriple.System?
        /// Another platform that triples do not name, such as `iOS`; then ``system`` is nothing.
        package var foreignPlatform: String?
        /// How it comes to its libraries, where that is known.
        package var linking: Linking?
        /// Whether 32-bit ARM code passes floating point numbers in registers, where the headers tell.
        package var isHardFloat: Bool?
        /// What a Windows program opens.
        package var subsystem: String?
    }

    /// What may be done with a file.
    package enum Kind: String, Sendable, Hashable {
        case executable
        case sharedLibrary = "shared library"
        case object = "object file"
        case other = "file that is neither program nor library"
    }

    /// How a program comes to its libraries.
    package enum Linking: Sendable, Hashable {
        /// All is in it, at fixed addresses or (static-pie) at any.
        case `static`
        /// This loader brings them.
        case dynamic(interpreter: String)
        /// It needs libraries but names no loader.
        case dynamicWithoutInterpreter
    }
}

extension BinaryFormat {
    /// Why a file's headers cannot be read.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// Nothing in it.
        case empty
        /// It is something else.
        case notABinary(String)
        /// It begins like such a file, but this is wrong with it.
        case malformed(Container, String)

        /// What was found, as the end of "found …".
        package var description: String {
            switch self {
            case .empty: "an empty file"
            case .notABinary(let what): what
            case .malformed(let container, let reason): "a malformed \(container.rawValue) file: \(reason)"
            }
        }
    }

    /// Reads up to so many bytes from an offset; fewer come only where the file ends.
    package typealias Reader = (_ offset: UInt64, _ count: Int) throws -> [UInt8]

    /// Reads the headers of a file of `size` bytes.
    ///
    /// Whatever the file says, no more than some megabytes are read, and nothing outside of it.
    ///
    /// - Throws: ``Problem``, or what `read` throws.
    package init(size: UInt64, _ read: @escaping Reader) throws {
        guard size > 0 else { throw Problem.empty }
        let start = try read(0, 64)
        switch Array(start.prefix(4)) {
        case [0x7f, 0x45, 0x4c, 0x46]:
            self = try ELFHeaders.read(BinaryFields(.elf, size: size, read))
        case [0xce, 0xfa, 0xed, 0xfe], [0xcf, 0xfa, 0xed, 0xfe], [0xfe, 0xed, 0xfa, 0xce], [0xfe, 0xed, 0xfa, 0xcf],
            [0xca, 0xfe, 0xba, 0xbf]:
            self = try MachOHeaders.read(BinaryFields(.machO, size: size, read))
        case [0xca, 0xfe, 0xba, 0xbe]
        where start.count < 8 || (start[4..<7].allSatisfy { $0 == 0 } && start[7] < 40):
            // Java's class files share the number; where universal files count, they have a version of 45 or more.
            self = try MachOHeaders.read(BinaryFields(.machO, size: size, read))
        case [0x00, 0x61, 0x73, 0x6d]:
            self = try WebAssemblyHeaders.read(BinaryFields(.webAssembly, size: size, read))
        case let magic where magic.starts(with: [0x4d, 0x5a]):
            self = try PEHeaders.read(BinaryFields(.portableExecutable, size: size, read))
        default:
            throw Problem.notABinary(Self.nameOfOther(start))
        }
    }

    /// What a file is that no system runs by its headers.
    private static func nameOfOther(_ start: [UInt8]) -> String {
        if start.starts(with: "#!".utf8) {
            let line = start.dropFirst(2).prefix { $0 != 0x0a && $0 != 0x0d }.drop { $0 == 0x20 }
            return "a script run by `\(String(decoding: line, as: UTF8.self))`"
        }
        let known: [([UInt8], String)] = [
            (Array("!<arch>\n".utf8), "a static library"), ([0xca, 0xfe, 0xba, 0xbe], "a Java class file"),
            ([0x50, 0x4b, 0x03, 0x04], "a zip archive"), ([0x1f, 0x8b], "a gzip file"),
            ([0x42, 0x43, 0xc0, 0xde], "LLVM bitcode"),
        ]
        return known.first { start.starts(with: $0.0) }?.1 ?? "a file of no known binary format"
    }
}

extension BinaryFormat: CustomStringConvertible {
    /// What a person would say, such as `ELF 64-bit x86-64 executable, dynamically linked
    /// (/lib64/ld-linux-x86-64.so.2)`.
    package var description: String {
        guard !isUniversal else {
            let inside = slices.map(\.processor).joined(separator: ", ")
            return "universal \(container.rawValue) file for \(inside.isEmpty ? "no processor" : inside)"
        }
        return slices.first.map { "\(container.rawValue) \($0)" } ?? container.rawValue
    }
}

extension BinaryFormat.Slice: CustomStringConvertible {
    /// What a person would say, without the kind of file.
    package var description: String {
        let width = bits.map { "\($0)-bit " } ?? ""
        let platform = (foreignPlatform ?? system?.rawValue).map { " for \($0)" } ?? ""
        let float = isHardFloat.map { $0 ? ", hard float" : ", soft float" } ?? ""
        return width + processor + " " + kind.rawValue + platform + (subsystem.map { " (\($0))" } ?? "") + float
            + (linking.map { ", \($0)" } ?? "")
    }
}

extension BinaryFormat.Linking: CustomStringConvertible {
    /// `statically linked`, or `dynamically linked` and by what.
    package var description: String {
        switch self {
        case .static: "statically linked"
        case .dynamic(let interpreter): "dynamically linked (\(interpreter))"
        case .dynamicWithoutInterpreter: "dynamically linked without a loader"
        }
    }
}

/// A platform, as the Rust-style triple that the ecosystem uses: `ARCH-VENDOR-OS[-ENV]`.
///
/// relctl knows what the parts mean (which header a binary must have, what other ecosystems call the platform); a
/// triple with a part that it does not know is refused, because nothing could be promised for it.
public struct TargetTriple: Sendable, Hashable {
    /// The triple as it was written.
    public let text: String
    /// The processor.
    public let architecture: Architecture
    /// `unknown`, `apple`, `pc`, or another word; nothing where the triple has no vendor (`aarch64-linux-android`).
    public let vendor: String?
    /// The operating system.
    public let system: System
    /// The C library or ABI, where the triple names one.
    public let environment: Environment?

    /// Parses a triple.
    ///
    /// - Throws: ``Problem`` that names the part that is not known.
    public init(_ text: some StringProtocol) throws(Problem) {
        let parts = String(text).split(separator: "-", omittingEmptySubsequences: false).map { String($0) }
        guard parts.allSatisfy(Self.isWord), (2...4).contains(parts.count) else { throw .form(String(text)) }
        guard let architecture = Architecture(part: parts[0]) else { throw .architecture(parts[0]) }
        self.text = String(text)
        self.architecture = architecture
        let rest: (vendor: String?, system: String, environment: String?) =
            switch parts.count {
            case 2: (nil, parts[1], nil)
            case 3 where System(part: parts[1]) != nil: (nil, parts[1], parts[2])
            case 3: (parts[1], parts[2], nil)
            default: (parts[1], parts[2], parts[3])
            }
        guard let system = System(part: rest.system) else { throw .system(rest.system) }
        // `wasm32-wasi` is the only family that is commonly written with two parts.
        guard rest.vendor != nil || rest.environment != nil || system == .wasi else { throw .form(String(text)) }
        vendor = rest.vendor
        self.system = system
        environment = try rest.environment.map { part throws(Problem) in
            guard let environment = Environment(part: part) else { throw .environment(part) }
            return environment
        }
    }

    /// Whether a part is made of what parts are made of; triples name folders, so that a slash must not get through.
    private static func isWord(_ part: String) -> Bool {
        !part.isEmpty
            && part.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."): true
                default: false
                }
            }
    }

    /// Whether binaries of this platform end in `.exe` and archives must hold what Windows can unpack.
    public var isWindows: Bool { system == .windows }

    /// Whether binaries must be static: musl is what makers of portable Linux binaries choose for it.
    public var requiresStaticBinaries: Bool { environment?.libc == .musl }

    /// The ending of executables: `.exe` or nothing.
    public var executableSuffix: String {
        switch system {
        case .windows: ".exe"
        case .wasi: ".wasm"
        default: ""
        }
    }
}

extension TargetTriple {
    /// Why a text is not a triple that relctl knows.
    public enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// Not `ARCH-VENDOR-OS[-ENV]` at all.
        case form(String)
        /// No such processor.
        case architecture(String)
        /// No such operating system.
        case system(String)
        /// No such C library or ABI.
        case environment(String)

        /// What is wrong, and what is known.
        public var description: String {
            switch self {
            case .form(let text):
                "`\(text)` is not of the form ARCH-VENDOR-OS[-ENV], such as `x86_64-unknown-linux-musl`"
            case .architecture(let part):
                Self.unknown("architecture", part, known: Architecture.allCases.map(\.rawValue))
            case .system(let part): Self.unknown("operating system", part, known: System.allCases.map(\.rawValue))
            case .environment(let part): Self.unknown("environment", part, known: Environment.examples)
            }
        }

        private static func unknown(_ what: String, _ part: String, known: [String]) -> String {
            let nearest = Nearest.to(part, among: known).map { "; did you mean `\($0)`?" } ?? ""
            return "`\(part)` is not a known \(what) (known: \(known.joined(separator: ", ")))\(nearest)"
        }
    }

    /// A processor, by the name of its family in triples.
    public enum Architecture: String, Sendable, Hashable, CaseIterable {
        case x86_64, i686, aarch64, armv6, armv7, arm, riscv64, powerpc64, powerpc64le, s390x, loongarch64, mips64
        case mips64el, wasm32, universal

        /// Further words for them.
        private static let aliases: [String: Architecture] = [
            "i386": .i686, "i586": .i686, "x86": .i686, "arm64": .aarch64, "armv7a": .armv7, "armv7l": .armv7,
            "armv6l": .armv6, "riscv64gc": .riscv64, "riscv64a23": .riscv64, "ppc64le": .powerpc64le,
            "ppc64": .powerpc64,
        ]

        /// All words that triples may begin with.
        package static let words = allCases.map(\.rawValue) + aliases.keys.sorted()

        init?(part: String) {
            guard let known = Self.aliases[part] ?? Self(rawValue: part) else { return nil }
            self = known
        }
    }

    /// An operating system.
    public enum System: String, Sendable, Hashable, CaseIterable {
        case linux
        case macOS = "darwin"
        case windows, freebsd, netbsd, openbsd, dragonfly, illumos, solaris, wasi

        /// Further words for them.
        private static let aliases: [String: System] = [
            "macos": .macOS, "macosx": .macOS, "wasip1": .wasi, "wasip2": .wasi,
        ]

        /// All words that stand for a system in triples.
        package static let words = allCases.map(\.rawValue) + aliases.keys.sorted()

        package init?(part: String) {
            guard let known = Self.aliases[part] ?? Self(rawValue: part) else { return nil }
            self = known
        }
    }

    /// The C library and ABI that a triple ends in, such as `musl` and `eabihf` in `musleabihf`.
    public struct Environment: Sendable, Hashable {
        /// The word as it was written.
        public let text: String
        /// The C library.
        public let libc: Libc
        /// Whether 32-bit ARM code passes floating point numbers in registers.
        public let isHardFloat: Bool

        /// Where programs of this environment find the C library.
        public enum Libc: String, Sendable, Hashable {
            case gnu, musl, msvc, android
        }

        static let examples = ["gnu", "musl", "gnueabihf", "musleabihf", "msvc", "gnullvm", "android"]

        private static let known: [String: Libc] = [
            "gnu": .gnu, "gnueabi": .gnu, "gnueabihf": .gnu, "gnullvm": .gnu, "gnuabi64": .gnu, "gnuabin32": .gnu,
            "gnux32": .gnu, "musl": .musl, "musleabi": .musl, "musleabihf": .musl, "muslabi64": .musl, "msvc": .msvc,
            "android": .android, "androideabi": .android,
        ]

        /// All words that triples may end in.
        package static let words = known.keys.sorted()

        init?(part: String) {
            guard let libc = Self.known[part] else { return nil }
            text = part
            isHardFloat = part.hasSuffix("hf")
            self.libc = libc
        }
    }
}

extension TargetTriple: CustomStringConvertible {
    /// The triple as it was written.
    public var description: String { text }
}

extension TargetTriple: Codable {
    /// Reads a triple's text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(container.decode(String.self))
        } catch let problem as Problem {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: problem.description)
        }
    }

    /// Writes the triple's text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

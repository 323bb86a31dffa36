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
        guard parts.allSatisfy({ !$0.isEmpty }), (2...4).contains(parts.count) else { throw .form(String(text)) }
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

        init?(part: String) {
            switch part {
            case "i386", "i586", "x86": self = .i686
            case "arm64": self = .aarch64
            case "armv7a", "armv7l": self = .armv7
            case "armv6l": self = .armv6
            case "riscv64gc", "riscv64a23": self = .riscv64
            case "ppc64le": self = .powerpc64le
            case "ppc64": self = .powerpc64
            default: self.init(rawValue: part)
            }
        }
    }

    /// An operating system.
    public enum System: String, Sendable, Hashable, CaseIterable {
        case linux
        case macOS = "darwin"
        case windows, freebsd, netbsd, openbsd, dragonfly, illumos, solaris, wasi

        init?(part: String) {
            switch part {
            case "macos", "macosx": self = .macOS
            case "wasip1", "wasip2": self = .wasi
            default: self.init(rawValue: part)
            }
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

        init?(part: String) {
            text = part
            isHardFloat = part.hasSuffix("hf")
            switch part {
            case "gnu", "gnueabi", "gnueabihf", "gnullvm", "gnuabi64", "gnuabin32", "gnux32": libc = .gnu
            case "musl", "musleabi", "musleabihf", "muslabi64": libc = .musl
            case "msvc": libc = .msvc
            case "android", "androideabi": libc = .android
            default: return nil
            }
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

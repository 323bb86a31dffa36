/// A version by Semantic Versioning 2.0.0 (https://semver.org/spec/v2.0.0.html).
///
/// Numbers are kept as digits, because the specification sets no limit to their size. Equality is of the whole text,
/// build metadata included; precedence (``precedes(_:_:)``, ``hasSamePrecedence(as:)``) leaves it out (item 10), which
/// is why `Version` is not `Comparable`.
public struct Version: Sendable, Hashable {
    /// The major number's digits.
    public let major: NumericIdentifier
    /// The minor number's digits.
    public let minor: NumericIdentifier
    /// The patch number's digits.
    public let patch: NumericIdentifier
    /// The identifiers after `-`, or none for a final version.
    public let prerelease: [PrereleaseIdentifier]
    /// The identifiers after `+`.
    public let build: [String]

    /// Parses the text of a version.
    ///
    /// - Throws: ``Problem`` that says what is wrong with `text`.
    public init(_ text: some StringProtocol) throws(Problem) {
        let (rest, build) = Self.cut(Substring(text), at: "+")
        let (core, prerelease) = Self.cut(rest, at: "-")
        let numbers = core.split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 3 else { throw .numberCount(numbers.count) }
        major = try NumericIdentifier(numbers[0])
        minor = try NumericIdentifier(numbers[1])
        patch = try NumericIdentifier(numbers[2])
        var identifiers: [PrereleaseIdentifier] = []
        for part in prerelease?.split(separator: ".", omittingEmptySubsequences: false) ?? [] {
            identifiers.append(try PrereleaseIdentifier(part))
        }
        self.prerelease = identifiers
        var metadata: [String] = []
        for part in build?.split(separator: ".", omittingEmptySubsequences: false) ?? [] {
            metadata.append(try Self.identifier(part))
        }
        self.build = metadata
    }

    private init(core: Version, prerelease: [PrereleaseIdentifier], build: [String]) {
        major = core.major
        minor = core.minor
        patch = core.patch
        self.prerelease = prerelease
        self.build = build
    }

    /// Whether this is a candidate for, not the, final version.
    public var isPrerelease: Bool { !prerelease.isEmpty }

    /// The pre-release identifiers as text, `rc.1`; empty for a final version.
    public var prereleaseText: String { prerelease.map(\.description).joined(separator: ".") }

    /// The same version with other pre-release identifiers and no build metadata.
    public func with(prerelease text: String) throws(Problem) -> Version {
        var identifiers: [PrereleaseIdentifier] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            identifiers.append(try PrereleaseIdentifier(part))
        }
        return Version(core: self, prerelease: identifiers, build: [])
    }

    /// The same version without pre-release and build metadata.
    public var core: Version { Version(major: major, minor: minor, patch: patch) }

    /// The next patch version, without pre-release and build metadata.
    public var nextPatch: Version { Version(major: major, minor: minor, patch: patch.successor) }

    /// The next minor version, without pre-release and build metadata.
    public var nextMinor: Version { Version(major: major, minor: minor.successor, patch: .zero) }

    /// The next major version, without pre-release and build metadata.
    public var nextMajor: Version { Version(major: major.successor, minor: .zero, patch: .zero) }

    /// 0.0.0, which comes before whatever a project releases first.
    public static let zero = Version(major: .zero, minor: .zero, patch: .zero)

    private init(major: NumericIdentifier, minor: NumericIdentifier, patch: NumericIdentifier) {
        self.major = major
        self.minor = minor
        self.patch = patch
        prerelease = []
        build = []
    }

    private static func cut(_ text: Substring, at mark: Character) -> (Substring, Substring?) {
        guard let index = text.firstIndex(of: mark) else { return (text, nil) }
        return (text[..<index], text[text.index(after: index)...])
    }

    /// The decimal number that is one greater, of at least as many digits: `9` and `09` become `10`.
    package static func successor(ofDigits digits: String) -> String {
        var bytes = Array(digits.utf8)
        for index in bytes.indices.reversed() {
            guard bytes[index] == 0x39 else {
                bytes[index] += 1
                return String(decoding: bytes, as: UTF8.self)
            }
            bytes[index] = 0x30
        }
        return "1" + String(decoding: bytes, as: UTF8.self)
    }

    /// Dot-separated identifiers comprise only ASCII alphanumerics and hyphens, and are not empty (items 9 and 10).
    fileprivate static func identifier(_ text: Substring) throws(Problem) -> String {
        guard !text.isEmpty else { throw .emptyIdentifier }
        for character in text.unicodeScalars {
            switch character {
            case "0"..."9", "a"..."z", "A"..."Z", "-": continue
            default: throw .character(String(character))
            }
        }
        return String(text)
    }
}

extension Version {
    /// What is wrong with a text that is not a version.
    public enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// Not three numbers before the first `-` or `+`, but this many.
        case numberCount(Int)
        /// Something that is not all digits where a number belongs.
        case notANumber(String)
        /// A number with a zero in front (items 2 and 9).
        case leadingZero(String)
        /// Nothing between two dots, or after `-` or `+`.
        case emptyIdentifier
        /// A character that no identifier may have.
        case character(String)

        /// What is wrong, as the end of "`1.2` is not a version: …".
        public var description: String {
            switch self {
            case .numberCount(let count): "it has \(count) of the three numbers MAJOR.MINOR.PATCH"
            case .notANumber(let text): "`\(text)` is not a number"
            case .leadingZero(let text): "the number `\(text)` has a leading zero"
            case .emptyIdentifier: "an identifier is empty"
            case .character(let text): "`\(text)` is not allowed in an identifier"
            }
        }
    }

    /// A number of any size, as its decimal digits without leading zeros.
    public struct NumericIdentifier: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// The decimal digits.
        public let digits: String

        fileprivate init(_ text: Substring) throws(Problem) {
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw .notANumber(String(text))
            }
            guard text.utf8.count == 1 || text.utf8.first != 0x30 else { throw .leadingZero(String(text)) }
            digits = String(text)
        }

        private init(digits: String) { self.digits = digits }

        /// The number 0.
        public static let zero = NumericIdentifier(digits: "0")

        /// The number one greater.
        public var successor: NumericIdentifier { NumericIdentifier(digits: Version.successor(ofDigits: digits)) }

        /// The digits.
        public var description: String { digits }

        /// Numeric order; without leading zeros the longer number is the greater.
        public static func < (left: Self, right: Self) -> Bool {
            let (leftCount, rightCount) = (left.digits.utf8.count, right.digits.utf8.count)
            return leftCount == rightCount ? left.digits.precedesBytewise(right.digits) : leftCount < rightCount
        }
    }

    /// One dot-separated part of a pre-release.
    public enum PrereleaseIdentifier: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// All digits; ordered as a number, before every alphanumeric one.
        case numeric(NumericIdentifier)
        /// Anything else; ordered by its ASCII bytes.
        case alphanumeric(String)

        fileprivate init(_ text: Substring) throws(Problem) {
            let identifier = try Version.identifier(text)
            self =
                identifier.utf8.allSatisfy { (0x30...0x39).contains($0) }
                ? .numeric(try NumericIdentifier(text)) : .alphanumeric(identifier)
        }

        /// The identifier's text.
        public var description: String {
            switch self {
            case .numeric(let number): number.digits
            case .alphanumeric(let text): text
            }
        }

        /// Precedence (item 11.4).
        public static func < (left: Self, right: Self) -> Bool {
            switch (left, right) {
            case (.numeric(let left), .numeric(let right)): left < right
            case (.numeric, .alphanumeric): true
            case (.alphanumeric, .numeric): false
            case (.alphanumeric(let left), .alphanumeric(let right)): left.precedesBytewise(right)
            }
        }
    }
}

extension Version {
    /// Precedence (item 11): build metadata takes no part.
    public static func precedes(_ left: Version, _ right: Version) -> Bool {
        let numbers = [(left.major, right.major), (left.minor, right.minor), (left.patch, right.patch)]
        if let (left, right) = numbers.first(where: { $0 != $1 }) { return left < right }
        guard left.isPrerelease, right.isPrerelease else { return left.isPrerelease && !right.isPrerelease }
        return left.prerelease.lexicographicallyPrecedes(right.prerelease)
    }

    /// Whether neither of the two comes before the other.
    public func hasSamePrecedence(as other: Version) -> Bool {
        !Version.precedes(self, other) && !Version.precedes(other, self)
    }
}

extension Version: CustomStringConvertible {
    /// The version's text, exactly as it was parsed.
    public var description: String {
        var text = "\(major).\(minor).\(patch)"
        if isPrerelease { text += "-" + prereleaseText }
        if !build.isEmpty { text += "+" + build.joined(separator: ".") }
        return text
    }
}

extension Version: Codable {
    /// Reads a version's text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(text)
        } catch {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "`\(text)` is not a version: \(error)"
            )
        }
    }

    /// Writes the version's text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

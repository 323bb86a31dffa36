/// How the next version follows from the current one (https://semver.org/spec/v2.0.0.html).
///
/// As npm's `semver.inc` and cargo-release do it, a pre-release is on its way to its final version: `major` of
/// 2.0.0-rc.1 is 2.0.0, not 3.0.0, and `patch` of 1.0.1-rc.1 is 1.0.1. Build metadata is never carried over.
package enum VersionIncrement: Sendable, Hashable, Codable {
    /// A part of the version goes up, and those behind it to 0.
    case part(ReleaseLevel)
    /// The next candidate: `rc.1` becomes `rc.2`, and after a final version comes the next patch version's first.
    case prerelease
    /// The final version that the candidates were for.
    case release
    /// This one.
    case exact(Version)

    /// The version that follows `current`.
    ///
    /// - Throws: ``RelctlError`` if it would not be greater (``refusal(from:to:)``), and what
    ///   ``next(after:identifier:usualIdentifier:)`` throws.
    package func version(after current: Version, identifier: String? = nil) throws -> Version {
        let next = try next(after: current, identifier: identifier)
        guard let refusal = Self.refusal(from: current, to: next) else { return next }
        throw RelctlError(refusal.message, code: .versionNotGreater, hints: refusal.hints)
    }

    /// The version that this leads to from `current`, which may be one that is not greater.
    ///
    /// `identifier` is what candidates are called: with a ``part(_:)``, its first candidate is meant, such as
    /// `2.0.0-rc.1`, or the next if `current` is one already. `usualIdentifier` is for where a first candidate is to be
    /// made and nothing says what it is called.
    ///
    /// - Throws: ``RelctlError`` for a release of what is no pre-release, and a name that no pre-release can have.
    package func next(
        after current: Version,
        identifier: String? = nil,
        usualIdentifier: String = "rc"
    ) throws -> Version {
        switch self {
        case .exact(let version): return version
        case .release:
            guard current.isPrerelease else {
                throw RelctlError(
                    "cannot make a release of `\(current)`: it is no pre-release",
                    code: .versionNotGreater,
                    hints: ["`patch`, `minor` and `major` make the next version"]
                )
            }
            return current.core
        case .prerelease:
            guard current.isPrerelease else {
                return try Self.candidate(of: current.nextPatch, identifier ?? usualIdentifier, number: "1")
            }
            guard let identifier, !Self.isCalled(current, identifier) else {
                return try Self.nextCandidate(after: current)
            }
            return try Self.candidate(of: current.core, identifier, number: "1")
        case .part(let level):
            let next = Self.next(level, after: current)
            guard let identifier else { return next }
            return try Self.candidate(towards: next, after: current, identifier: identifier)
        }
    }

    /// Why nobody may go from one version to another; nothing if it is greater.
    ///
    /// Versions go forward alone, from `alpha` over `beta` to `rc`.
    package static func refusal(from current: Version, to next: Version) -> Finding? {
        guard !Version.precedes(current, next) else { return nil }
        let relation = current.hasSamePrecedence(as: next) ? "not greater than" : "less than"
        let isBack = current.isPrerelease && next.isPrerelease && current.core == next.core
        return Finding(
            "cannot go from `\(current)` to `\(next)`: it is \(relation) what there is",
            code: RelctlError.Code.versionNotGreater.name,
            hints: isBack ? ["pre-releases go forward alone, as from `alpha` over `beta` to `rc`"] : []
        )
    }

    /// The first or next candidate for `target`.
    static func candidate(towards target: Version, after current: Version, identifier: String) throws -> Version {
        guard current.isPrerelease, current.core == target else {
            return try candidate(of: target, identifier, number: "1")
        }
        return try VersionIncrement.prerelease.next(after: current, identifier: identifier)
    }

    private static func next(_ level: ReleaseLevel, after current: Version) -> Version {
        let core = current.core
        switch level {
        case .major: return current.isPrerelease && core.minor == .zero && core.patch == .zero ? core : core.nextMajor
        case .minor: return current.isPrerelease && core.patch == .zero ? core : core.nextMinor
        case .patch: return current.isPrerelease ? core : core.nextPatch
        }
    }

    private static func isCalled(_ version: Version, _ identifier: String) -> Bool {
        let words = identifier.split(separator: ".", omittingEmptySubsequences: false)
        return version.prerelease.prefix(words.count).map(\.description).elementsEqual(words.map(String.init))
    }

    private static func candidate(of core: Version, _ identifier: String, number: String) throws -> Version {
        do {
            return try core.with(prerelease: "\(identifier).\(number)")
        } catch {
            throw RelctlError("cannot call a pre-release `\(identifier)`: \(error)", code: .usage)
        }
    }

    /// The last number goes up, also one at the end of a word (`beta09` becomes `beta10`); else a first one is added.
    private static func nextCandidate(after current: Version) throws -> Version {
        var parts = current.prerelease.map(\.description)
        let numbers = current.prerelease.map { part in
            if case .numeric = part { true } else { false }
        }
        if let index = numbers.lastIndex(of: true) {
            parts[index] = Version.successor(ofDigits: parts[index])
        } else if let last = parts.last, let digits = trailingDigits(of: last) {
            parts[parts.count - 1] = String(last.dropLast(digits.utf8.count)) + Version.successor(ofDigits: digits)
        } else {
            parts.append("1")
        }
        return try current.with(prerelease: parts.joined(separator: "."))
    }

    private static func trailingDigits(of text: String) -> String? {
        let digits = text.utf8.reversed().prefix { (0x30...0x39).contains($0) }
        return digits.isEmpty ? nil : String(decoding: digits.reversed(), as: UTF8.self)
    }
}

/// The part of a version that goes up.
package enum ReleaseLevel: String, Sendable, Hashable, Comparable, CaseIterable, Codable {
    case patch, minor, major

    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .patch: 0
        case .minor: 1
        case .major: 2
        }
    }
}

extension RelctlError.Code {
    /// The next version would not be greater than the current one.
    package static let versionNotGreater = RelctlError.Code(name: "version.not_greater", exitCode: 1)
}

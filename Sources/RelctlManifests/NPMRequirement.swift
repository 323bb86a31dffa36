/// What a package asks of another's version, where that is one comparison with one version, as in `^1.2.3`.
///
/// Ranges of several comparisons, tags, addresses, files, aliases and `*` are not understood, and so stay as they are
/// (https://docs.npmjs.com/cli/configuring-npm/package-json#dependencies, https://semver.npmjs.com).
package struct NPMRequirement {
    private let `operator`: Operator
    /// One to three numbers' digits and what follows them.
    private let core: [Substring]
    /// The whole version, where all of it is there.
    private let version: Version?

    private enum Operator: String {
        case caret = "^"
        case tilde = "~"
        case exact = ""
        case atLeast = ">="
    }

    /// The requirement that stands for `text` after the package that it is about went from one version to another.
    ///
    /// What says exactly the old version says the new one afterwards, behind the same operator. Anything else stays,
    /// unless the old version satisfies it and the new one does not: then it moves in its own precision, `^1.2` to `^2.0`.
    ///
    /// - Returns: Nothing if it stays as it is.
    package static func moved(_ text: String, from old: String, to new: Version) -> String? {
        // The protocol of pnpm and Yarn for members of a workspace.
        let prefix = text.hasPrefix("workspace:") ? "workspace:" : ""
        let rest = Substring(text.utf8.dropFirst(prefix.utf8.count))
        let head = rest.prefix { "^~=>v ".contains($0) }
        guard let kind = Self.operator(head) else { return nil }
        let tail = rest.dropFirst(head.count)
        if kind != .atLeast, String(tail).equalsBytewise(old) { return prefix + head + new.description }
        guard let requirement = Self(kind, tail), let old = try? Version(old), requirement.isSatisfied(by: old),
            !requirement.isSatisfied(by: new)
        else { return nil }
        return prefix + requirement.saying(new, behind: String(head))
    }

    private static func `operator`(_ head: Substring) -> Operator? {
        switch head.filter({ $0 != " " && $0 != "v" }) {
        case "^": .caret
        case "~", "~>": .tilde
        case "", "=": .exact
        case ">=": .atLeast
        default: nil
        }
    }

    private init?(_ kind: Operator, _ text: Substring) {
        `operator` = kind
        if let version = try? Version(text) {
            self.version = version
            core = []
            return
        }
        version = nil
        core = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = core.prefix { Int($0) != nil && $0.utf8.allSatisfy { $0 != 0x2B && $0 != 0x2D } }
        let isPartial = (1...2).contains(numbers.count) && core.count <= 3
        guard isPartial, core[numbers.count...].allSatisfy({ ["x", "X", "*"].contains($0) }) else { return nil }
    }

    /// The numbers in front, of a version that is not all there.
    private var numbers: [String] { core.prefix { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }.map(String.init) }

    private func isSatisfied(by candidate: Version) -> Bool {
        guard let version else { return isPartlySatisfied(by: candidate) }
        let isNotOlder = !Version.precedes(candidate, version)
        let (wanted, found) = (version.digits, candidate.digits)
        // A candidate is only asked for by a requirement that names one of the same three numbers.
        guard !candidate.isPrerelease || (version.isPrerelease && wanted == found) else { return false }
        return switch `operator` {
        case .exact: candidate.hasSamePrecedence(as: version)
        case .atLeast: isNotOlder
        case .tilde: isNotOlder && wanted.prefix(2) == found.prefix(2)
        case .caret:
            isNotOlder && wanted.prefix(Self.fixed(wanted)) == found.prefix(Self.fixed(wanted))
        }
    }

    /// How many numbers `^` holds fast: those up to the first that is not zero.
    private static func fixed(_ numbers: [String]) -> Int {
        (numbers.firstIndex { $0 != "0" } ?? numbers.count - 1) + 1
    }

    private func isPartlySatisfied(by candidate: Version) -> Bool {
        guard !candidate.isPrerelease else { return false }
        let padded = (numbers + ["0", "0"]).prefix(3).joined(separator: ".")
        guard let least = try? Version(padded), !Version.precedes(candidate, least) else { return false }
        let fixed =
            switch `operator` {
            case .exact, .tilde: numbers.count
            case .caret: min(Self.fixed(numbers), numbers.count)
            case .atLeast: 0
            }
        return numbers.prefix(fixed).elementsEqual(candidate.digits.prefix(fixed))
    }

    private func saying(_ version: Version, behind head: String) -> String {
        guard self.version == nil else { return head + version.description }
        guard !version.isPrerelease else {
            // No partial version asks for a candidate; what `1.2` means is said with a whole one by `~`.
            guard `operator` == .exact else { return head + version.description }
            return (numbers.count == 1 ? "^" : "~") + version.description
        }
        let new = version.digits.prefix(numbers.count) + core[numbers.count...].map(String.init)
        return head + new.joined(separator: ".")
    }
}

extension Version {
    /// The digits of its three numbers.
    fileprivate var digits: [String] { [major.digits, minor.digits, patch.digits] }
}

/// What versions of a package a dependency allows
/// (https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html#version-requirement-syntax).
package struct CargoRequirement: Sendable, Hashable {
    /// All of which must allow a version.
    let comparators: [Comparator]

    /// One of the conditions that commas separate.
    struct Comparator: Sendable, Hashable {
        /// The sign; nothing for a version alone, which means the same as `^`.
        var sign: String
        /// What separates the sign from the numbers.
        var space: String
        /// The numbers that are given, at most three.
        var numbers: [Version.NumericIdentifier]
        /// Wildcards after the numbers, as they are written: `.*`, `*`.
        var wildcards: String
        /// The pre-release after three numbers.
        var prerelease: [Version.PrereleaseIdentifier]
    }

    /// Reads a requirement; nothing for what Cargo takes for none.
    package init?(_ text: String) {
        var comparators: [Comparator] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let comparator = Comparator(part.trimmed) else { return nil }
            comparators.append(comparator)
        }
        self.comparators = comparators
    }

    /// Whether a version is allowed.
    ///
    /// A pre-release only is where a comparator names one of the same three numbers.
    package func allows(_ version: Version) -> Bool {
        let numbers = [version.major, version.minor, version.patch]
        return comparators.allSatisfy { $0.allows(version) }
            && (!version.isPrerelease || comparators.contains { !$0.prerelease.isEmpty && $0.numbers == numbers })
    }

    /// The requirement for `version` in place of the one that it is for: the same sign, and as many numbers.
    ///
    /// A pre-release needs all numbers. What has bounds of another kind (`>=1, <2`) stays where it allows the version.
    ///
    /// - Returns: Nothing if it cannot be kept so that it allows `version`.
    package func following(_ version: Version) -> String? {
        guard comparators.count == 1, let comparator = comparators.first,
            ["", "=", "^", "~"].contains(comparator.sign), !comparator.numbers.isEmpty
        else { return allows(version) ? description : nil }
        guard !version.isPrerelease || comparator.wildcards.isEmpty else { return nil }
        var following = comparator
        let count = version.isPrerelease ? 3 : comparator.numbers.count
        following.numbers = Array([version.major, version.minor, version.patch].prefix(count))
        following.prerelease = version.prerelease
        return following.description
    }
}

extension CargoRequirement: CustomStringConvertible {
    /// The requirement with one blank after each comma.
    package var description: String { comparators.map(\.description).joined(separator: ", ") }
}

extension CargoRequirement.Comparator: CustomStringConvertible {
    fileprivate init?(_ text: Substring) {
        sign = [">=", "<=", ">", "<", "=", "^", "~"].first { text.hasPrefix($0) } ?? ""
        let unsigned = text.dropFirst(sign.count)
        space = String(unsigned.prefix { $0 == " " })
        let (core, suffix) = Self.cut(unsigned.dropFirst(space.count))
        var wildcards = ""
        var numbers: [Version.NumericIdentifier] = []
        for (index, part) in core.split(separator: ".", omittingEmptySubsequences: false).enumerated() {
            if ["*", "x", "X"].contains(part) {
                wildcards += (index == 0 ? "" : ".") + part
            } else {
                // Zeros stand for the numbers that are not of interest here.
                guard wildcards.isEmpty, let number = try? Version("\(part).0.0").major else { return nil }
                numbers.append(number)
            }
            guard index < 3 else { return nil }
        }
        guard !numbers.isEmpty || wildcards == "*" else { return nil }
        self.numbers = numbers
        self.wildcards = wildcards
        prerelease = []
        guard !suffix.isEmpty else { return }
        guard numbers.count == 3, let full = try? Version("0.0.0\(suffix)") else { return nil }
        prerelease = full.prerelease
    }

    private static func cut(_ text: Substring) -> (core: Substring, suffix: Substring) {
        let index = text.firstIndex { $0 == "-" || $0 == "+" } ?? text.endIndex
        return (text[..<index], text[index...])
    }

    var description: String {
        let suffix = prerelease.isEmpty ? "" : "-" + prerelease.map(\.description).joined(separator: ".")
        return sign + space + numbers.map(\.digits).joined(separator: ".") + wildcards + suffix
    }

    fileprivate func allows(_ version: Version) -> Bool {
        switch sign {
        case "=": isEqual(to: version)
        case ">": comparison(with: version) == .greater
        case ">=": comparison(with: version) != .less
        case "<": comparison(with: version) == .less
        case "<=": comparison(with: version) != .greater
        default: isCompatible(with: version)
        }
    }

    private enum Order { case less, equal, greater }

    /// How `version` stands to the numbers that are given; those that are not given are equal.
    private func comparison(with version: Version) -> Order {
        for (given, number) in zip(numbers, [version.major, version.minor, version.patch]) where given != number {
            return number < given ? .less : .greater
        }
        guard numbers.count == 3, version.prerelease != prerelease else { return .equal }
        // No pre-release comes after every one.
        if version.prerelease.isEmpty || prerelease.isEmpty { return prerelease.isEmpty ? .less : .greater }
        return version.prerelease.lexicographicallyPrecedes(prerelease) ? .less : .greater
    }

    private func isEqual(to version: Version) -> Bool {
        comparison(with: version) == .equal && version.prerelease == prerelease
    }

    /// The version is not lower, and the numbers that may not change are the same.
    private func isCompatible(with version: Version) -> Bool {
        guard wildcards.isEmpty || numbers.isEmpty else { return isEqual(to: version) }
        // `^` keeps all up to the first that is not zero, `~` the first two.
        let leadingZeros = numbers.prefix { $0.digits == "0" }.count
        let kept = min(numbers.count, sign == "~" ? 2 : leadingZeros + 1)
        let isSame = zip(numbers, [version.major, version.minor, version.patch]).prefix(kept).allSatisfy { $0 == $1 }
        return isSame && comparison(with: version) != .less
    }
}

extension Substring {
    /// Without blanks and line breaks at both ends.
    fileprivate var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }
}

/// What packages say of a release.
extension ReleaseIdentity {
    /// The description as nixpkgs (pkgs/README.md there) and Homebrew (`FormulaAudit/Desc`) want it: one line,
    /// capitalised, without article and full stop; nothing where there is none.
    ///
    /// A name that begins small, such as `iOS`, stays.
    var packageDescription: String? {
        var words = (description ?? "").split { $0.isWhitespace }.map(String.init)
        if words.count > 1, let first = words.first, ["a", "an", "the"].contains(first.lowercased()) {
            words.removeFirst()
        }
        var line = words.joined(separator: " ")
        while line.utf8.last == UInt8(ascii: ".") { line.removeLast() }
        guard let first = line.first, words.first?.contains(where: \.isUppercase) == false else {
            return line.isEmpty ? nil : line
        }
        return first.uppercased() + line.dropFirst()
    }

    /// What stands round the version in the tag; nothing where the version does not stand in it.
    var tagAffixes: (prefix: String, suffix: String)? {
        guard let range = tag.firstRange(of: version.description) else { return nil }
        return (String(tag[..<range.lowerBound]), String(tag[range.upperBound...]))
    }
}

extension TargetTriple {
    /// The platform to take of several that are one system to a package manager: one for the very processor, a static
    /// one, which needs nothing of the system, the first by its name.
    static func preferred(among targets: [TargetTriple]) -> TargetTriple? {
        targets.min { left, right in
            let (first, second) = (left.packageRank, right.packageRank)
            return first == second ? left.text.precedesBytewise(right.text) : first < second
        }
    }

    private var packageRank: Int { architecture == .universal ? 2 : requiresStaticBinaries ? 0 : 1 }
}

/// What is taken over of an index that somebody else wrote.
extension ChartIndex {
    /// Leaves out the charts that Helm leaves out when it reads an index (`loadIndex`, `Metadata.Validate`), and says
    /// what else the index's readers should know.
    ///
    /// - Parameter file: The index, as the user knows it.
    /// - Returns: What was left out, and addresses that hold credentials or that Helm alone cannot read from; warnings.
    package mutating func review(called file: String) -> [Finding] {
        var findings: [Finding] = []
        func warn(_ message: String, _ code: String, hints: [String] = []) {
            findings.append(Finding(message, code: "chart.index.\(code)", severity: .warning, hints: hints))
        }
        for key in entries.keys.sortedBytewise() {
            let all = entries[key] ?? []
            let kept = all.filter { Self.isName(key) && Self.isName($0.metadata.name) }
            if kept.count < all.count || !Self.isName(key) {
                warn("`\(file)`: left out `\(HTTPResponse.line(key))`, which Helm takes for no chart's name", "name")
            }
            entries[key] = kept.isEmpty ? nil : kept
            for entry in kept {
                let chart = "`\(HTTPResponse.line("\(key) \(entry.metadata.version)"))`"
                if entry.urls.contains(where: UserInfo.isIn) {
                    // It is not repeated.
                    let hint = "take it out of the index, and change the password: it may be known"
                    warn(
                        "`\(file)`: the address of \(chart) holds a user name or password",
                        "credentials",
                        hints: [hint]
                    )
                }
                let odd = Set(entry.urls.compactMap(Self.scheme)).subtracting(Self.schemes)
                if !odd.isEmpty {
                    let shown = odd.sortedBytewise().map { "`\(HTTPResponse.line($0)):`" }
                    let addresses = "an address begins with \(shown.joined(separator: ", "))"
                    warn("`\(file)`: Helm reads \(chart) by a plugin alone: \(addresses)", "url")
                }
            }
        }
        return findings
    }

    /// What Helm reads from without a plugin.
    private static let schemes: Set<String> = ["http", "https", "oci"]

    /// Whether a text is one component of a path; Helm takes all else for no name.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && ![".", ".."].contains(text) && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 }
    }

    /// The scheme of a URL in lower case; nothing for an address from the index on (RFC 3986, section 3.1).
    private static func scheme(_ url: String) -> String? {
        let scheme = url.prefix { !":/?#".contains($0) }
        guard url[scheme.endIndex...].hasPrefix(":"), scheme.first?.isLetter == true else { return nil }
        return scheme.lowercased()
    }
}

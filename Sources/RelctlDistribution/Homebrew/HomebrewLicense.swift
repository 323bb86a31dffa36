/// A licence as Homebrew writes it (https://docs.brew.sh/License-Guidelines).
enum HomebrewLicense {
    /// What follows `license`, for an expression of SPDX; no other text can be written down.
    static func text(_ expression: String) -> String {
        guard let parsed = SPDXExpression(expression), let names = SPDXExpression.names(in: expression),
            !names.contains(where: { $0.hasPrefix("LicenseRef-") })
        else { return ":cannot_represent" }
        return text(parsed, isInside: false)
    }

    private static func text(_ expression: SPDXExpression, isInside: Bool) -> String {
        func braced(_ text: String) -> String { isInside ? "{ \(text) }" : text }
        func list(_ parts: [SPDXExpression]) -> String {
            "[" + parts.map { text($0, isInside: true) }.joined(separator: ", ") + "]"
        }
        return switch expression {
        case .license(let name, nil): RubyText.string(name)
        case .license(let name, let exception?):
            braced("\(RubyText.string(name)) => { with: \(RubyText.string(exception)) }")
        case .all(let parts): braced("all_of: \(list(parts))")
        case .any(let parts): braced("any_of: \(list(parts))")
        }
    }
}

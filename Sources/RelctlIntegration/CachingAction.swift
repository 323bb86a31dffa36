/// An action that can keep a cache of its own between runs: what one of them left there, another's release would have in it.
package struct CachingAction: Sendable {
    /// `OWNER/NAME`, in lower case, as the forge takes it in any.
    private let name: String
    private let form: Form

    /// When it keeps one.
    private enum Form: Sendable {
        /// Whatever it is told.
        case always
        /// Unless an input says this.
        case unless(String, String)
        /// Where an input says anything but this.
        case given(String, isNot: String)
    }

    private static let forms: [String: Form] = [
        "actions/cache": .always,
        "actions/cache/restore": .always,
        "actions/setup-dotnet": .given("cache", isNot: "false"),
        "actions/setup-go": .unless("cache", "false"),
        "actions/setup-java": .given("cache", isNot: ""),
        "actions/setup-node": .given("cache", isNot: ""),
        "actions/setup-python": .given("cache", isNot: ""),
        "astral-sh/setup-uv": .unless("enable-cache", "false"),
        "gradle/actions/setup-gradle": .unless("cache-disabled", "true"),
        "mozilla-actions/sccache-action": .always,
        "ruby/setup-ruby": .given("bundler-cache", isNot: "false"),
        "swatinem/rust-cache": .always,
    ]

    /// The action of a step; nothing for one that keeps no cache, as far as that is known.
    package init?(_ use: IntegrationSettings.ActionUse) {
        name = use.reference.prefix { $0 != "@" }.lowercased()
        guard let form = Self.forms[name] else { return nil }
        self.form = form
    }

    /// What is to be said of a step that uses it with these inputs; nothing where its cache is switched off.
    package func finding(_ key: String, _ inputs: [String: String], _ place: SourcePlace) -> Finding? {
        let hint: String
        switch form {
        case .always:
            hint = "`ci.caches` keeps folders for pull requests alone"
        case .unless(let input, let value):
            guard inputs[input] != value else { return nil }
            hint = "switch it off: `with: { \"\(input)\": \"\(value)\" }`"
        case .given(let input, let value):
            guard let given = inputs[input], given != value else { return nil }
            hint = "leave `\(input)` away: `ci.caches` keeps folders for pull requests alone"
        }
        return Finding(
            "`\(key)`: `\(name)` puts into a release what other runs left in its cache",
            code: "ci.cache",
            severity: .warning,
            place: place,
            hints: [hint]
        )
    }
}

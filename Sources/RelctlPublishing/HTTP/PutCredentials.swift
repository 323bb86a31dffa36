/// What proves to a server who publishes, read from the environment.
enum PutCredentials {
    /// The header that proves it; nothing where none is configured.
    ///
    /// - Throws: ``RelctlError`` of code `remote.not_authorized` if a variable is not set, or no user has such a name.
    static func header(_ settings: PutSettings, _ environment: [String: String]) throws -> HTTPHeader? {
        if !settings.tokenNames.isEmpty {
            return .bearer(try secret("token", settings.tokenNames, settings, environment))
        }
        guard !settings.userNames.isEmpty else { return nil }
        let user = try secret("user's name", settings.userNames, settings, environment)
        let password = try secret("password", settings.passwordNames, settings, environment)
        // RFC 7617, section 2.
        guard !user.revealed.utf8.contains(UInt8(ascii: ":")) else {
            throw refusal("the user's name holds a colon", settings, hint: "basic authentication allows none")
        }
        return .basic(user: user.revealed, password)
    }

    private static func secret(
        _ kind: String,
        _ names: [String],
        _ settings: PutSettings,
        _ environment: [String: String]
    ) throws -> Secret {
        guard let secret = Credentials.secret(from: names, in: environment) else {
            let listed = names.map { "`\($0)`" }.joined(separator: " or ")
            throw refusal("there is no \(kind)", settings, hint: "set \(listed)")
        }
        return secret
    }

    private static func refusal(_ reason: String, _ settings: PutSettings, hint: String) -> RelctlError {
        RelctlError("cannot publish to `\(settings.place)`: \(reason)", code: .notAuthorized, hints: [hint])
    }
}

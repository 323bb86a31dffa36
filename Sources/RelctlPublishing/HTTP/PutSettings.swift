/// What a publication by HTTP PUT is told.
struct PutSettings: Sendable, Hashable {
    /// Where each file goes; only names of ``fileNames`` are left to fill in.
    private let url: Template
    /// Fields that are sent with each file, sorted bytewise by name; only names of ``headerNames`` are left.
    private let headers: [Field]
    /// Whether the digest of each file is sent with it.
    let sendsChecksums: Bool
    /// The environment variables that a token is read from.
    let tokenNames: [String]
    /// The environment variables that a user's name is read from.
    let userNames: [String]
    /// The environment variables that a password is read from.
    let passwordNames: [String]
    /// Whether plain `http` to other machines is allowed.
    let allowsPlainHTTP: Bool
    /// Whether missing folders are made (WebDAV's `MKCOL`).
    let createsFolders: Bool

    private struct Field: Sendable, Hashable {
        let name: String
        let value: Template
    }

    /// What the URL's template may use beside the project's names: the file's name, percent-encoded.
    static let fileNames = ["file"]
    /// What the headers' templates may use beside the project's names.
    static let headerNames = ["file", "sha256", "size"]

    static let keys = [
        ConfigurationKey(
            "url",
            "Where each file goes; `{{file}}` is its name, added as the last part where the URL does not have it.",
            shape: .template,
            isRequired: true,
            ownNames: fileNames
        ),
        ConfigurationKey(
            "headers",
            "What is sent with each file, by header; `{{file}}`, `{{sha256}}` and `{{size}}` are the file's.",
            shape: .templatesByName,
            ownNames: headerNames
        ),
        ConfigurationKey("checksumHeaders", "Whether each file's digest is sent with it; true else.", shape: .flag),
        ConfigurationKey(
            "tokenFrom",
            "The environment variables that a token is read from, the first that is not empty.",
            shape: .texts
        ),
        ConfigurationKey(
            "usernameFrom",
            "The environment variables that a user's name is read from, the first that is not empty.",
            shape: .texts
        ),
        ConfigurationKey(
            "passwordFrom",
            "The environment variables that the user's password is read from, the first that is not empty.",
            shape: .texts
        ),
        ConfigurationKey("allowPlainHTTP", "Whether `http` to other machines is allowed.", shape: .flag),
        ConfigurationKey("createFolders", "Whether missing folders are made, by WebDAV's MKCOL.", shape: .flag),
    ]

    /// Reads a request's options.
    ///
    /// - Throws: ``RelctlError`` if they do not say where files go, or hold what belongs in the environment.
    init(_ request: PublicationRequest) throws {
        let options = request.options
        sendsChecksums = options["checksumHeaders"]?.asFlag ?? true
        tokenNames = options["tokenFrom"]?.asTexts ?? []
        userNames = options["usernameFrom"]?.asTexts ?? []
        passwordNames = options["passwordFrom"]?.asTexts ?? []
        allowsPlainHTTP = options["allowPlainHTTP"]?.asFlag ?? false
        createsFolders = options["createFolders"]?.asFlag ?? false
        let (tokens, users, passwords) = (tokenNames, userNames, passwordNames)
        let (text, allowsPlainHTTP) = (options["url"]?.asText ?? "", self.allowsPlainHTTP)
        var fields: [(name: String, value: ConfigurationValue)] = []
        if case .object(let members)? = options["headers"] {
            fields = members.sortedBytewise(by: \.key).map { ($0.key, $0.value) }
        }
        let checks: [() throws -> Void] =
            [{ try Self.requireAddress(try Self.template(text), allowsPlainHTTP) }]
            + fields.map { field in { _ = try Self.field(field.name, field.value) } }
            + [{ try Self.requireOneKind(tokens, users, passwords) }]
        try PublicationKeys.check(Self.what, checks)
        url = try Self.template(text)
        headers = try fields.map { try Self.field($0.name, $0.value) }
    }

    /// Where a file goes.
    func url(of name: String) throws -> String { try Self.address(of: name, url) }

    private static func address(of name: String, _ url: Template) throws -> String {
        try url.render(TemplateScope(texts: ["file": PercentEncoding.segment(name)]))
    }

    /// The headers of the user's own for a file.
    func headers(of file: PublishedFile) throws -> [HTTPHeader] {
        let scope = TemplateScope(
            texts: ["file": file.name, "sha256": file.sha256.hexadecimal, "size": String(file.size)]
        )
        return try headers.map { HTTPHeader($0.name, try $0.value.render(scope)) }
    }

    /// The folder that a file lies in, as WebDAV names folders: with a slash at its end.
    func folder(of name: String) throws -> String {
        let path = try url(of: name).prefix { $0 != "?" }
        return String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    /// How the user knows the place: the URL with `*` for the files' names.
    var place: String {
        let text = (try? url.render(TemplateScope(texts: ["file": "*"]))) ?? url.source
        return (try? HTTPAddress(text, allowsPlainHTTP: true))?.shown ?? text
    }

    // MARK: What can be wrong

    private static func template(_ text: String) throws -> Template {
        let given = try Template(text)
        guard !given.names("file") else { return given }
        guard !text.contains("?") else {
            throw refusal("`url` has a query", hint: "say where in it the file's name belongs, with `{{file}}`")
        }
        return try Template(text + (text.hasSuffix("/") ? "" : "/") + "{{file}}")
    }

    private static func field(_ name: String, _ value: ConfigurationValue) throws -> Field {
        guard !HTTPHeader(name, "").isCredential else {
            throw refusal(
                "the header `\(name)` would hold a credential, which is no part of a configuration",
                hint: "name the environment variables it is in: `tokenFrom` for a token, `usernameFrom` and "
                    + "`passwordFrom` for a user and a password"
            )
        }
        guard !ownHeaders.contains(name.lowercased()), isToken(name) else {
            throw refusal("the header `\(name)` is not one to set", hint: "leave it out of `headers`")
        }
        let text = value.asText ?? ""
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else {
            throw refusal("the header `\(name)` holds control characters", hint: "write it on one line")
        }
        return Field(name: name, value: try Template(text))
    }

    /// What the connection, and what makes uploads safe, sets itself.
    private static let ownHeaders: Set<String> = [
        "content-length", "transfer-encoding", "host", "connection", "expect", "te", "trailer", "upgrade", "if-match",
        "if-none-match", "accept-encoding",
    ]

    /// Whether a text is a token (RFC 9110, section 5.6.2).
    private static func isToken(_ text: String) -> Bool {
        let signs = "!#$%&'*+-.^_`|~".unicodeScalars
        return !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                    || signs.contains(scalar)
            }
    }

    private static func requireOneKind(_ tokens: [String], _ users: [String], _ passwords: [String]) throws {
        guard users.isEmpty == passwords.isEmpty else {
            let (given, missing) = users.isEmpty ? ("passwordFrom", "usernameFrom") : ("usernameFrom", "passwordFrom")
            throw refusal("`\(given)` is set without `\(missing)`", hint: "add `\(missing)`")
        }
        guard tokens.isEmpty || users.isEmpty else {
            throw refusal("`tokenFrom` and `usernameFrom` are both set", hint: "keep the one that the server takes")
        }
    }

    /// Makes sure that two files go to two addresses that requests may be sent to.
    private static func requireAddress(_ url: Template, _ allowsPlainHTTP: Bool) throws {
        let (one, other) = (try address(of: "a", url), try address(of: "b", url))
        try PublicationKeys.check(
            PublicationKeys.Address(
                url: one,
                what: what,
                key: "`url`",
                permission: "allowPlainHTTP",
                allowsPlainHTTP: allowsPlainHTTP,
                hint: "write `url` as `https://HOST/PATH/{{tag}}/{{file}}`"
            )
        )
        guard one != other else {
            throw refusal("`url`: all files go to one URL", hint: "say where their names belong, with `{{file}}`")
        }
    }

    private static let what = "a web server by PUT"

    private static func refusal(_ reason: String, hint: String) -> RelctlError {
        RelctlError("cannot publish to \(what): \(reason)", code: .configurationInvalid, hints: [hint])
    }
}

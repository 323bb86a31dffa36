/// One publication into a bucket, as the configuration describes it.
struct S3Settings: Sendable, Hashable {
    /// The bucket's name.
    let bucket: String
    /// What all keys of the release begin with, with a slash at its end; empty for the bucket's top.
    let prefix: String
    /// The key of the object that points to the latest release, if one is kept.
    let latest: String?
    /// The region, if the configuration says.
    let region: String?
    /// The address of a store other than AWS, if the configuration says.
    let endpoint: String?
    /// Whether the bucket's name is a part of the path and not of the host; nothing for what the address suggests.
    let isPathStyle: Bool?
    /// Whether a store other than this machine may be spoken to without encryption.
    let allowsPlainHTTP: Bool
    /// What browsers and caches are told of the release's files.
    let cacheControl: String
    /// The profile of AWS's own files that is meant, if the configuration says.
    let profile: String?
    /// The variables that may hold the access key's id.
    let accessKeyNames: [String]
    /// The variables that may hold the secret access key.
    let secretKeyNames: [String]
    /// The variables that may hold the session token.
    let sessionTokenNames: [String]
    /// Whether the configuration says in which variables the keys are.
    let namesVariables: Bool

    /// The keys of the configuration that it is made from.
    static let keys: [ConfigurationKey] = [
        ConfigurationKey("bucket", "the bucket's name", shape: .template, isRequired: true),
        ConfigurationKey(
            "prefix",
            "what the keys begin with, without the slash at its end; by default `{{name}}/{{tag}}`",
            shape: .template
        ),
        ConfigurationKey(
            "latest",
            "the key of an object that points to the highest stable release, such as `{{name}}/latest.json`",
            shape: .template
        ),
        ConfigurationKey("region", "the bucket's region; by default that of the environment or profile", shape: .text),
        ConfigurationKey("endpoint", "the address of a store other than AWS", shape: .template),
        ConfigurationKey(
            "pathStyle",
            "whether the bucket is named in the path; by default so for every store but AWS",
            shape: .flag
        ),
        ConfigurationKey("plainHTTP", "whether a store may be spoken to without encryption", shape: .flag),
        ConfigurationKey("cacheControl", "`Cache-Control` of the files", shape: .text),
        ConfigurationKey("profile", "the profile in AWS's own files that holds the credentials", shape: .text),
        ConfigurationKey(
            "accessKeyFrom",
            "the variables that may hold the access key's id; by default AWS_ACCESS_KEY_ID",
            shape: .texts
        ),
        ConfigurationKey(
            "secretKeyFrom",
            "the variables that may hold the secret key; by default AWS_SECRET_ACCESS_KEY",
            shape: .texts
        ),
        ConfigurationKey(
            "sessionTokenFrom",
            "the variables that may hold a session token; by default AWS_SESSION_TOKEN",
            shape: .texts
        ),
    ]

    /// What is said of files that never change.
    private static let immutable = "public, max-age=31536000, immutable"

    /// Reads a request's options.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` for names that no store would take as they are meant.
    init(_ request: PublicationRequest) throws {
        let options = request.options
        let name = options.text("bucket") ?? ""
        let prefix = options.text("prefix") ?? "\(request.release.name)/\(request.release.tag)"
        let endpoint = options.text("endpoint")
        let allowsPlainHTTP = options["plainHTTP"]?.asFlag ?? false
        try PublicationKeys.check(
            "a bucket",
            [
                { _ = try Self.bucket(name) }, { _ = try Self.prefix(prefix) },
                { try options.text("latest").map { _ = try Self.key($0, "latest") } },
                { try options.text("region").map { _ = try Self.region($0) } },
                { try endpoint.map { try Self.checkEndpoint($0, "`endpoint`", allowsPlainHTTP) } },
            ]
        )
        bucket = try Self.bucket(name)
        self.prefix = try Self.prefix(prefix)
        latest = options.text("latest")
        region = options.text("region")
        self.endpoint = endpoint
        isPathStyle = options["pathStyle"]?.asFlag
        self.allowsPlainHTTP = allowsPlainHTTP
        cacheControl = options.text("cacheControl") ?? Self.immutable
        profile = options.text("profile")
        accessKeyNames = options.texts("accessKeyFrom") ?? Self.variables[0]
        secretKeyNames = options.texts("secretKeyFrom") ?? Self.variables[1]
        sessionTokenNames = options.texts("sessionTokenFrom") ?? (Self.namesKeys(options) ? [] : Self.variables[2])
        namesVariables = Self.namesKeys(options)
        if let latest, self.prefix + Manifest.fileName == latest {
            throw Self.refusal("latest", latest, "the release's own \(Manifest.fileName) lies there")
        }
    }

    /// The variables that secrets are read from, by the options alone.
    static func secretNames(_ options: [String: ConfigurationValue]) -> [String] {
        let token = options.texts("sessionTokenFrom") ?? (namesKeys(options) ? [] : variables[2])
        return (options.texts("accessKeyFrom") ?? variables[0]) + (options.texts("secretKeyFrom") ?? variables[1])
            + token
    }

    /// The key of a file of the release.
    func key(of name: String) -> String { prefix + name }

    /// What the user calls the place.
    var place: String { "s3://\(bucket)/\(prefix)" }

    private static let variables = [["AWS_ACCESS_KEY_ID"], ["AWS_SECRET_ACCESS_KEY"], ["AWS_SESSION_TOKEN"]]

    private static func namesKeys(_ options: [String: ConfigurationValue]) -> Bool {
        options.texts("accessKeyFrom") != nil || options.texts("secretKeyFrom") != nil
    }

    private static func bucket(_ name: String) throws -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-._".utf8.contains(byte)
        }
        guard (3...63).contains(name.utf8.count), isPlain, !name.hasPrefix("."), !name.contains("..") else {
            throw refusal("bucket", name, "that is no bucket's name")
        }
        return name
    }

    private static func region(_ name: String) throws -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "-")
        }
        guard isPlain else { throw refusal("region", name, "that is no region's name, such as `eu-central-1`") }
        return name
    }

    private static func prefix(_ text: String) throws -> String {
        var prefix = Substring(text)
        if prefix.utf8.last == UInt8(ascii: "/") { prefix = prefix.dropLast() }
        return prefix.isEmpty ? "" : try key(String(prefix), "prefix") + "/"
    }

    /// Makes sure that a key reaches the store as it is written: URLs are tidied on the way where they hold dots alone.
    private static func key(_ text: String, _ option: String) throws -> String {
        let parts = text.splitAtSlashes(omittingEmpty: false)
        guard !text.isEmpty, !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
            throw refusal(option, text, "a part of it is empty, `.` or `..`")
        }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }), text.utf8.count < 900 else {
            throw refusal(option, text, "it is too long, or holds control characters")
        }
        return text
    }

    /// Makes sure that requests may be sent to a store's address.
    static func checkEndpoint(_ endpoint: String, _ key: String, _ allowsPlainHTTP: Bool) throws {
        try PublicationKeys.check(
            PublicationKeys.Address(
                url: endpoint,
                what: "a bucket",
                key: key,
                permission: "plainHTTP",
                allowsPlainHTTP: allowsPlainHTTP
            )
        )
        guard endpoint.contains("?") else { return }
        throw RelctlError("cannot publish to a bucket: \(key): it has a query", code: .configurationInvalid)
    }

    private static func refusal(_ option: String, _ value: String, _ reason: String) -> RelctlError {
        RelctlError(
            "cannot publish to a bucket with the \(option) `\(value)`: \(reason)",
            code: .configurationInvalid
        )
    }
}

extension [String: ConfigurationValue] {
    /// A text that is there and not empty.
    fileprivate func text(_ key: String) -> String? {
        guard let text = self[key]?.asText, !text.isEmpty else { return nil }
        return text
    }

    /// The texts of a list that is there and not empty.
    fileprivate func texts(_ key: String) -> [String]? {
        guard let texts = self[key]?.asTexts?.filter({ !$0.isEmpty }) else { return nil }
        return texts.isEmpty ? nil : texts
    }
}

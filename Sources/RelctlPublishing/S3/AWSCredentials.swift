/// What proves to a store who asks.
struct AWSCredentials: Sendable, Hashable {
    /// The access key's id, which is sent.
    var accessKey: Secret
    /// The secret access key, which signs and never leaves.
    var secretKey: Secret
    /// The session token of a temporary key.
    var sessionToken: Secret?

    /// All of it.
    var secrets: [Secret] { [accessKey, secretKey] + [sessionToken].compactMap(\.self) }

    /// Takes the parts; an empty session token is none.
    ///
    /// - Returns: Nothing without a key and its secret.
    init?(accessKey: String?, secretKey: String?, sessionToken: String?) {
        guard let accessKey, let secretKey, !accessKey.isEmpty, !secretKey.isEmpty else { return nil }
        self.accessKey = Secret(accessKey)
        self.secretKey = Secret(secretKey)
        self.sessionToken = sessionToken.flatMap { $0.isEmpty ? nil : Secret($0) }
    }
}

/// The account that a publication is made with, and where: from the configuration, the environment and AWS's own files,
/// in the order of AWS's own tools (AWS SDKs and Tools Reference Guide, "Standardized credential providers").
///
/// Empty variables count as absent.
struct AWSAccount: Sendable {
    /// Who asks.
    let credentials: AWSCredentials
    /// The region.
    let region: String
    /// The store's own address, where it is not AWS itself.
    let endpoint: String?

    /// Finds the account.
    ///
    /// - Throws: ``RelctlError`` of code `remote.not_authorized` if there are no credentials, of `config.invalid` if
    ///   there is no region or AWS's files cannot be understood.
    init(for settings: S3Settings, environment: [String: String], files: any FileSystem) throws {
        func variable(_ names: [String]) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        let profiles = try AWSProfiles(environment: environment, files: files)
        let name = settings.profile ?? variable(["AWS_PROFILE"]) ?? "default"
        let profile = profiles.profile(name)
        let named = AWSCredentials(
            accessKey: variable(settings.accessKeyNames),
            secretKey: variable(settings.secretKeyNames),
            sessionToken: variable(settings.sessionTokenNames)
        )
        // What the configuration names is meant, whatever the environment and AWS's files hold besides.
        let found =
            if settings.profile != nil { profile.credentials } else if settings.namesVariables { named } else {
                named ?? profile.credentials
            }
        guard let found else {
            throw Self.missing(settings, profile: name, hasProfile: profiles.has(name), problem: profile.foreignKey)
        }
        credentials = found
        endpoint =
            settings.endpoint ?? variable(["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"]) ?? profile["endpoint_url"]
        let region = settings.region ?? variable(["AWS_REGION", "AWS_DEFAULT_REGION"]) ?? profile["region"]
        guard let region = region ?? (endpoint == nil ? nil : "us-east-1") else {
            throw RelctlError(
                "cannot tell the region of the bucket `\(settings.bucket)`",
                code: .configurationInvalid,
                hints: ["set `region` in the publication, or the variable AWS_REGION"]
            )
        }
        self.region = region
    }

    private static func missing(
        _ settings: S3Settings,
        profile: String,
        hasProfile: Bool,
        problem: String?
    ) -> RelctlError {
        var error = RelctlError("there are no credentials for the bucket `\(settings.bucket)`", code: .notAuthorized)
        let names =
            "\(settings.accessKeyNames.joined(separator: " or ")) and "
            + settings.secretKeyNames.joined(separator: " or ")
        if settings.profile != nil, !hasProfile {
            error.causes.append(RelctlError("there is no profile `\(profile)`"))
        } else if settings.namesVariables, settings.profile == nil {
            error.causes.append(RelctlError("\(names) are not both set"))
        } else if let problem {
            error.causes.append(
                RelctlError("the profile `\(profile)` gets them by `\(problem)`, which relctl does not know")
            )
            error.hints.append("`aws configure export-credentials --profile \(profile) --format env` prints variables")
        } else if hasProfile {
            error.causes.append(RelctlError("the profile `\(profile)` holds no key and secret"))
        }
        error.hints.append(
            settings.profile == nil ? "set \(names), or a profile" : "put them into the profile `\(profile)`"
        )
        return error
    }
}

/// The profiles in `~/.aws/credentials` and `~/.aws/config` (AWS SDKs and Tools Reference Guide, "Shared config and
/// credentials files").
struct AWSProfiles: Sendable {
    /// The sections of both files, those of the credentials first.
    private let sections: [(name: String, values: [String: String])]

    /// What a profile says.
    struct Profile: Sendable {
        fileprivate var values: [[String: String]]

        /// A value by its key; of the credentials file, else of the other.
        subscript(_ key: String) -> String? {
            values.lazy.compactMap { $0[key] }.first { !$0.isEmpty }
        }

        /// The key that it holds itself; id, secret and token from the same file.
        var credentials: AWSCredentials? {
            values.lazy.compactMap { values in
                AWSCredentials(
                    accessKey: values["aws_access_key_id"],
                    secretKey: values["aws_secret_access_key"],
                    sessionToken: values["aws_session_token"]
                )
            }.first
        }

        /// What it holds in place of a key, if that is something that only AWS's own tools understand.
        var foreignKey: String? {
            ["sso_session", "sso_start_url", "role_arn", "credential_process", "credential_source", "login_session"]
                .first { self[$0] != nil }
        }
    }

    /// Reads both files, where they are.
    ///
    /// - Throws: ``RelctlError`` if one cannot be read or understood; it repeats nothing of what the file holds.
    init(environment: [String: String], files: any FileSystem) throws {
        var sections: [(String, [String: String])] = []
        for (variable, name) in [("AWS_SHARED_CREDENTIALS_FILE", "credentials"), ("AWS_CONFIG_FILE", "config")] {
            let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
            let path = environment[variable].flatMap { $0.isEmpty ? nil : $0 } ?? home.map { "\($0)/.aws/\(name)" }
            guard let path = path.map(FilePath.init(_:)), try files.resolvedStatus(of: path) != nil else { continue }
            for section in try Self.parse(path, files).members {
                let values = section.node.members.map { ($0.key.lowercased(), $0.node.text ?? "") }
                // Only the configuration file has sections of other kinds, and says so of profiles.
                let isPlain = name == "credentials" || section.key == "default"
                let words = section.key.split(separator: " ", maxSplits: 1).map { String($0) }
                guard isPlain || (words.count == 2 && words[0] == "profile") else { continue }
                let key = isPlain ? section.key : String(words[1].drop { $0 == " " })
                sections.append((key, Dictionary(values) { first, _ in first }))
            }
        }
        self.sections = sections.map { (name: $0.0, values: $0.1) }
    }

    /// Whether there is such a profile.
    func has(_ name: String) -> Bool { sections.contains { $0.name.equalsBytewise(name) } }

    /// What a profile says; nothing of one that is not there.
    func profile(_ name: String) -> Profile {
        Profile(values: sections.filter { $0.name.equalsBytewise(name) }.map(\.values))
    }

    private static func parse(_ path: FilePath, _ files: any FileSystem) throws -> SourceNode {
        do throws(RelctlError) {
            return try INIParser.parse(try text(of: path, files), file: path.string)
        } catch {
            // The reader's own words would repeat a line, and with it, perhaps, a secret.
            let cause = error.place == nil ? [error] : [RelctlError("a line is not of the form of an INI file")]
            throw RelctlError(
                "cannot read the profiles in `\(path)`",
                code: .configurationInvalid,
                place: error.place,
                causes: cause
            )
        }
    }

    private static func text(of path: FilePath, _ files: any FileSystem) throws(RelctlError) -> String {
        do {
            return try files.text(of: path)
        } catch {
            throw RelctlError("it cannot be read", causes: [error])
        }
    }
}

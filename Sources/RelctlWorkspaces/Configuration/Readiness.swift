/// What must hold of a repository's release before the repositories that need it begin.
package struct Readiness: Sendable, Hashable, Codable {
    /// What is looked for.
    package var condition: Condition
    /// How long it may take, in seconds, from when the tag was pushed or a run went on.
    package var timeout: Int64
    /// How often it is looked for at first, in seconds; less often the longer it takes.
    package var interval: Int64

    /// What is looked for; texts are filled in.
    package enum Condition: Sendable, Hashable {
        /// The tag's workflow run succeeded; of this workflow's file, or of all that the tag started.
        case run(workflow: String?)
        /// The forge shows a published release with a file for each of these patterns.
        case release(assets: [String])
        /// A GET of this address answers with a success.
        case url(String)
        /// A registry of packages has the version.
        case registry(PackageRegistry)
        /// This argument vector ends with code 0.
        case command([String])
    }

    /// Describes a condition.
    package init(condition: Condition, timeout: Int64 = Self.standardTimeout, interval: Int64 = Self.standardInterval) {
        self.condition = condition
        self.timeout = timeout
        self.interval = interval
    }

    /// An hour.
    package static let standardTimeout: Int64 = 3600
    /// How often something is looked for at first, in seconds.
    package static let standardInterval: Int64 = 5
}

/// As in the workspace's file: `{ "run": { "workflow": "release.yml" } }`, `{ "command": ["true"] }`.
extension Readiness.Condition: Codable {
    private struct Form: Codable {
        var run: Run?
        var release: Release?
        var url: String?
        var registry: PackageRegistry?
        var command: [String]?

        struct Run: Codable { var workflow: String? }
        struct Release: Codable { var assets: [String] }
    }

    /// Reads what ``encode(to:)`` writes.
    package init(from decoder: any Decoder) throws {
        let form = try Form(from: decoder)
        let found: [Self] = [
            form.run.map { .run(workflow: $0.workflow) }, form.release.map { .release(assets: $0.assets) },
            form.url.map { .url($0) }, form.registry.map { .registry($0) }, form.command.map { .command($0) },
        ].compactMap(\.self)
        guard found.count == 1 else {
            let problem = "one of `run`, `release`, `url`, `registry` and `command` says what is awaited"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
        }
        self = found[0]
    }

    /// Writes an object with one member.
    package func encode(to encoder: any Encoder) throws {
        var form = Form()
        switch self {
        case .run(let workflow): form.run = Form.Run(workflow: workflow)
        case .release(let assets): form.release = Form.Release(assets: assets)
        case .url(let url): form.url = url
        case .registry(let registry): form.registry = registry
        case .command(let words): form.command = words
        }
        try form.encode(to: encoder)
    }
}

/// A version of a package that a registry shall have.
package struct PackageRegistry: Sendable, Hashable, Codable {
    /// Which registry's form the answer has.
    package var kind: Kind
    /// The package, as the registry names it: `@scope/name`, `group:artifact`, `ghcr.io/owner/name`.
    package var package: String
    /// The version, as the registry writes it.
    package var version: String
    /// The address that tells of it; nothing for an image, whose name says where it lies.
    package var url: String?

    /// A kind of registry.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case npm, pypi, crates, maven, oci
    }
}

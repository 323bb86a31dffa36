/// A manifest of Scoop's, with its keys in the order that buckets have.
struct ScoopManifest: Sendable {
    private let release: ReleaseIdentity
    private let homepage: String
    private let license: String
    private let repository: String?
    private let depends: [String]
    private let hasChecksumFiles: Bool
    private let sources: [Source]

    private struct Source: Sendable {
        let system: ScoopSystem
        let url: String
        let sha256: Digest
        let top: String?
        let programs: [String]
    }

    /// Describes the manifest of a release.
    ///
    /// - Parameters:
    ///   - request: The release.
    ///   - downloads: What each system gets, in their order.
    /// - Throws: ``RelctlError`` if an archive has no program, or the release has not what every manifest must say.
    init(
        _ request: DistributionRequest,
        _ downloads: [(ScoopSystem, DistributionRequest.Download)]
    ) throws {
        release = request.release
        repository = request.repositoryPage
        depends = try request.texts("depends", /[A-Za-z0-9][A-Za-z0-9._+\/\-]*/, "the name of an app")
        guard let homepage = release.homepage ?? repository else { throw Self.missing("homepage", "a page") }
        guard let license = release.license else { throw Self.missing("license", "a licence") }
        self.homepage = homepage
        self.license = Self.license(license)
        sources = try downloads.map { try Self.source($0, $1, request) }
        let checksums = Set(request.downloads.filter { $0.artifact.kind == .checksum }.map(\.url))
        hasChecksumFiles = downloads.allSatisfy { checksums.contains("\($1.url).sha256") }
    }

    private static func missing(_ key: String, _ what: String) -> RelctlError {
        RelctlError("every manifest of Scoop's names \(what)", code: .configurationInvalid, hints: ["set `\(key)`"])
    }

    private static func source(
        _ system: ScoopSystem,
        _ download: DistributionRequest.Download,
        _ request: DistributionRequest
    ) throws -> Source {
        let artifact = download.artifact
        let suffix = artifact.target?.executableSuffix ?? ""
        let layout = InstallationLayout(artifact.contents ?? [], programs: request.programs.map { $0 + suffix })
        // Without names, what is a program on Windows is told by its ending.
        let programs = layout.programs.filter { !request.programs.isEmpty || $0.lowercased().hasSuffix(".exe") }
        guard !programs.isEmpty || !request.contentsAreKnown else {
            throw RelctlError(
                "there is no program in `\(artifact.name)`",
                code: .configurationInvalid,
                hints: ["let `archive.contents` have the `binaries`"]
            )
        }
        return Source(
            system: system,
            // What looks like one of Scoop's variables is none here.
            url: download.url.replacing("$", with: "%24"),
            sha256: artifact.sha256,
            top: layout.top,
            programs: programs.map { $0.replacing("/", with: "\\") }
        )
    }

    /// A licence in Scoop's words: `|` between those to choose from, `,` between those that all hold.
    private static func license(_ expression: String) -> String {
        func names(_ parts: [SPDXExpression]) -> [String]? {
            let names = parts.compactMap { part -> String? in
                if case .license(let name, nil) = part { name } else { nil }
            }
            return names.count == parts.count ? names : nil
        }
        return switch SPDXExpression(expression) {
        case .any(let parts): names(parts)?.joined(separator: "|") ?? expression
        case .all(let parts): names(parts)?.joined(separator: ",") ?? expression
        case .license, nil: expression
        }
    }

    // MARK: The file

    /// The file.
    var text: String { JSONLayout.object(members).text + "\n" }

    private var members: [(String, JSONLayout)] {
        var members: [(String, JSONLayout)] = [("version", .text(release.version.description))]
        if let description = release.packageDescription { members.append(("description", .text(description))) }
        members += [("homepage", .text(homepage)), ("license", .text(license))]
        if !depends.isEmpty { members.append(("depends", .texts(depends))) }
        members.append(("architecture", .object(sources.map { ($0.system.rawValue, .object(download($0))) })))
        if let programs = commonPrograms { members.append(("bin", .texts(programs))) }
        if let check = checkForVersions, let update = updates {
            members += [("checkver", check), ("autoupdate", update)]
        }
        return members
    }

    /// The programs, where all systems have the same.
    private var commonPrograms: [String]? {
        Set(sources.map(\.programs)).count == 1 ? sources.first?.programs : nil
    }

    private func download(_ source: Source) -> [(String, JSONLayout)] {
        var members: [(String, JSONLayout)] = [
            ("url", .text(source.url)), ("hash", .text(source.sha256.hexadecimal)),
        ]
        if let top = source.top { members.append(("extract_dir", .text(top))) }
        if commonPrograms == nil { members.append(("bin", .texts(source.programs))) }
        return members
    }

    /// How a newer release is found: at GitHub, by the tag of the latest.
    private var checkForVersions: JSONLayout? {
        guard let repository, repository.hasPrefix("https://github.com/"), let affixes = release.tagAffixes else {
            return nil
        }
        let page = ("github", JSONLayout.text(repository))
        // Of tags such as `v1.0.0` Scoop finds the version by itself.
        guard !["", "v"].contains(affixes.prefix) || !affixes.suffix.isEmpty else { return .object([page]) }
        let (prefix, suffix) = (Self.expression(affixes.prefix), Self.expression(affixes.suffix))
        return .object([page, ("regex", .text("/releases/tag/\(prefix)([\\d.]+)\(suffix)"))])
    }

    /// A regular expression of .NET for a text as it stands in the address of a page.
    private static func expression(_ text: String) -> String {
        PercentEncoding.segment(text).replacing(/[.~]/) { "\\\($0.output)" }
    }

    /// How the manifest of another version is made of this one; nothing where addresses do not tell the version.
    private var updates: JSONLayout? {
        guard sources.allSatisfy({ $0.url.contains(release.version.description) }) else { return nil }
        let systems = sources.map { source in
            var members = [("url", JSONLayout.text(templated(source.url)))]
            if let top = source.top, top.contains(release.version.description) {
                members.append(("extract_dir", .text(templated(top))))
            }
            return (source.system.rawValue, JSONLayout.object(members))
        }
        let hash = ("hash", JSONLayout.object([("url", .text("$url.sha256"))]))
        return .object([("architecture", .object(systems))] + (hasChecksumFiles ? [hash] : []))
    }

    private func templated(_ text: String) -> String { text.replacing(release.version.description, with: "$version") }
}

/// JSON whose keys stand in an order of one's own, laid out as in Scoop's buckets.
private indirect enum JSONLayout {
    case text(String)
    /// One text stands by itself.
    case texts([String])
    case object([(String, JSONLayout)])

    var text: String { lines.joined(separator: "\n") }

    private var lines: [String] {
        switch self {
        case .text(let text): [text.quotedAsJSON]
        case .texts(let texts) where texts.count == 1: texts.map(\.quotedAsJSON)
        case .texts(let texts): Self.block("[", texts.map { [$0.quotedAsJSON] }, "]")
        case .object(let members):
            Self.block(
                "{",
                members.map { key, value in
                    let lines = value.lines
                    return ["\(key.quotedAsJSON): \(lines[0])"] + lines.dropFirst()
                },
                "}"
            )
        }
    }

    private static func block(_ start: String, _ items: [[String]], _ end: String) -> [String] {
        let inner = items.enumerated().flatMap { index, lines in
            let comma = index + 1 < items.count ? "," : ""
            return lines.enumerated().map { "    " + $1 + ($0 + 1 == lines.count ? comma : "") }
        }
        return [start] + inner + [end]
    }
}

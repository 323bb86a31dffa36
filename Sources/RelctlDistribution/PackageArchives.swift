/// The archives of a release that the systems of a package manager get.
struct PackageArchives<System: Hashable & Sendable>: Sendable {
    private let chosen: [System: DistributionRequest.Download]

    /// Chooses from what ships.
    ///
    /// Of several platforms that are one system to the package manager, the one is taken that needs the least.
    ///
    /// - Parameters:
    ///   - request: The release.
    ///   - formats: What the package manager unpacks, the ones that it needs the least for first.
    ///   - client: What it is called, such as `Homebrew`.
    ///   - example: A target that it has a system for.
    ///   - systems: Its systems that run programs for a platform.
    /// - Throws: ``RelctlError`` if there is nothing for any system, or only what is not unpacked for one.
    init(
        of request: DistributionRequest,
        formats: [String],
        client: String,
        example: String,
        systems: (TargetTriple) -> [System]
    ) throws {
        var downloads: [System: [DistributionRequest.Download]] = [:]
        for download in request.downloads where [.archive, .binary].contains(download.artifact.kind) {
            for system in download.artifact.target.map(systems) ?? [] {
                downloads[system, default: []].append(download)
            }
        }
        let known = formats.map { "`\($0)`" }.joined(separator: ", ")
        guard !downloads.isEmpty else {
            throw RelctlError(
                "the release has nothing for a system of \(client)",
                code: .configurationInvalid,
                hints: ["add a target that it has one for, such as `\(example)`"]
            )
        }
        chosen = downloads.compactMapValues { Self.archive(among: $0, formats) }
        let targets = downloads.filter { chosen[$0.key] == nil }.values.flatMap(\.self).compactMap(\.artifact.target)
        guard targets.isEmpty else {
            let names = Set(targets.map { "`\($0)`" }).sortedBytewise().joined(separator: ", ")
            throw RelctlError(
                "there is no archive that \(client) unpacks for \(names)",
                code: .configurationInvalid,
                hints: ["let `archive.formats` have one of these: \(known)"]
            )
        }
    }

    /// The archive of a system; nothing where the release has none for it.
    subscript(system: System) -> DistributionRequest.Download? { chosen[system] }

    private static func archive(
        among downloads: [DistributionRequest.Download],
        _ formats: [String]
    ) -> DistributionRequest.Download? {
        let known = downloads.filter { $0.artifact.kind == .archive && formats.contains($0.artifact.format ?? "") }
        guard let target = TargetTriple.preferred(among: known.compactMap(\.artifact.target)) else { return nil }
        let ofTarget = known.filter { $0.artifact.target == target }
        return formats.lazy.compactMap { format in ofTarget.first { $0.artifact.format == format } }.first
    }
}

extension DistributionRequest {
    /// A text of the options; nothing where there is none.
    ///
    /// - Throws: ``RelctlError`` if there is one of another form.
    func text(_ key: String, _ form: some RegexComponent, _ meaning: String) throws -> String? {
        guard let text = options[key]?.asText else { return nil }
        try Self.require(text, key, form, meaning)
        return text
    }

    /// Texts of the options.
    ///
    /// - Throws: ``RelctlError`` if one is of another form.
    func texts(_ key: String, _ form: some RegexComponent, _ meaning: String) throws -> [String] {
        let texts = options[key]?.asTexts ?? []
        for text in texts { try Self.require(text, key, form, meaning) }
        return texts
    }

    private static func require(_ text: String, _ key: String, _ form: some RegexComponent, _ meaning: String) throws {
        guard text.wholeMatch(of: form) == nil else { return }
        throw RelctlError("`\(key)`: `\(text)` is not \(meaning)", code: .configurationInvalid)
    }

    /// The name of the package: that of the options, else the project's in lower case, with `-` for what names have not.
    ///
    /// - Throws: ``RelctlError`` if it is none.
    func packageName(_ form: some RegexComponent, _ meaning: String) throws -> String {
        if let name = try text("name", form, meaning) { return name }
        let bytes = release.name.lowercased().utf8.map { byte in
            (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || "._-".utf8.contains(byte)
                ? byte : UInt8(ascii: "-")
        }
        let name = String(decoding: bytes.drop { "._-".utf8.contains($0) }, as: UTF8.self)
        guard name.wholeMatch(of: form) == nil else { return name }
        throw RelctlError(
            "cannot name it after `\(release.name)`, which is not \(meaning)",
            code: .configurationInvalid,
            hints: ["set `name`"]
        )
    }
}

/// What an external connector says of itself, its answer to `describe`.
package struct ConnectorDescription: Sendable, Hashable {
    /// Its own version, if it says one.
    package var version: String?
    /// What it is for, one line.
    package var summary = ""
    /// The keys that it takes in the configuration.
    package var keys: [ConfigurationKey] = []
    /// The variables that secrets are read from.
    package var secrets: [String] = []
    /// Other variables that it wants.
    package var environment: [String] = []
    /// Whether it looks for what would make publishing fail.
    package var hasPreflight = false
    /// Whether what users have seen can be taken back or replaced.
    package var isReversible = true
    /// Whether a trial that no tag stands for may be published there.
    package var takesSnapshots = true
    /// The ways back that it knows.
    package var retreats: Set<Way> = []
    /// What the names of its archives end in, dot included; nothing where it makes none.
    package var fileExtension: String?
    /// At which levels it compresses, if it does.
    var levels: Levels?

    /// A way back, without its reason.
    package enum Way: String, Sendable, Codable, CaseIterable { case abandon, yank }

    /// From the fastest level to the one that makes the smallest files.
    struct Levels: Sendable, Hashable, Decodable {
        var from: Int
        var to: Int
        /// The level where the configuration says nothing.
        var usual: Int?
    }
}

extension ConnectorDescription: Decodable {
    private enum Key: String, CodingKey {
        case speaks = "protocol"
        case version, summary, keys, secrets, environment, preflight, reversible, snapshots, retreats, levels
        case fileExtension = "extension"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let speaks = try container.decode(Int.self, forKey: .speaks)
        guard speaks == ExternalConnector.protocolVersion else {
            throw DecodingError.dataCorruptedError(
                forKey: .speaks,
                in: container,
                debugDescription: "it speaks version \(speaks) of the protocol, and this relctl version "
                    + "\(ExternalConnector.protocolVersion)"
            )
        }
        version = try container.decodeIfPresent(String.self, forKey: .version).map { HTTPResponse.line($0) }
        summary = HTTPResponse.line(try container.decode(String.self, forKey: .summary))
        keys = (try container.decodeIfPresent([DescribedKey].self, forKey: .keys) ?? []).map(\.key)
        secrets = try container.decodeIfPresent([String].self, forKey: .secrets) ?? []
        environment = try container.decodeIfPresent([String].self, forKey: .environment) ?? []
        hasPreflight = try container.decodeIfPresent(Bool.self, forKey: .preflight) ?? false
        isReversible = try container.decodeIfPresent(Bool.self, forKey: .reversible) ?? true
        takesSnapshots = try container.decodeIfPresent(Bool.self, forKey: .snapshots) ?? true
        retreats = Set(
            try (container.decodeIfPresent([String].self, forKey: .retreats) ?? []).map {
                try container.choice($0, forKey: .retreats, of: Way.allCases)
            }
        )
        fileExtension = try container.decodeIfPresent(String.self, forKey: .fileExtension)
        levels = try container.decodeIfPresent(Levels.self, forKey: .levels)
    }

    /// Makes sure that it makes sense for a connector of this kind.
    ///
    /// - Throws: ``RelctlError`` that says what does not.
    func check(for kind: ExternalConnector.Kind) throws(RelctlError) {
        if kind == .packager { try checkPackager() }
        let odd = keys.map(\.name).filter { !Self.isName($0) }
        let reserved = ReservedKeys.ofPublications.union(odd)
        if let problem = keys.problem(reserved: reserved) { throw RelctlError(problem) }
        if let odd = (secrets + environment).first(where: { !Self.isName($0) }) {
            throw RelctlError("it wants the variable `\(HTTPResponse.line(odd))`, which is no name of one")
        }
    }

    private func checkPackager() throws(RelctlError) {
        guard let fileExtension else {
            throw RelctlError("it does not say the `extension` of its archives' names, such as `.cpio`")
        }
        let isEnding =
            fileExtension.hasPrefix(".") && (2...32).contains(fileExtension.utf8.count)
            && fileExtension.utf8.allSatisfy { Self.isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        let isFileName = TextForm.fileNameProblem("a" + fileExtension) == nil
        guard isEnding, isFileName, !fileExtension.hasSuffix(ChecksumFile.sidecar(of: "")) else {
            throw RelctlError("no archive's name can end in `\(HTTPResponse.line(fileExtension))`, its `extension`")
        }
        if let key = keys.first {
            throw RelctlError("it describes the key `\(HTTPResponse.line(key.name))`, and packagers take none")
        }
        guard let levels else { return }
        guard levels.from <= levels.to, (levels.from...levels.to).contains(levels.usual ?? levels.from) else {
            throw RelctlError("its `levels` do not go up `from` one `to` another, or the `usual` is none of them")
        }
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 128 && name.utf8.allSatisfy(isWord)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// A configuration key as a program describes it.
private struct DescribedKey: Decodable {
    let key: ConfigurationKey

    private enum Key: String, CodingKey { case name, summary, shape, choices, required }

    private enum Shape: String, CaseIterable {
        case template, text, environmentName, flag, integer, texts, selection, choice, templatesByName
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let shape: ConfigurationKey.Shape =
            switch try container.choiceIfPresent(forKey: .shape, of: Shape.allCases) ?? .template {
            case .template: .template
            case .text: .text
            case .environmentName: .environmentName
            case .flag: .flag
            case .integer: .integer
            case .texts: .texts
            case .selection: .selection
            case .choice: .choice(try container.decode([String].self, forKey: .choices))
            case .templatesByName: .templatesByName
            }
        key = ConfigurationKey(
            try container.decode(String.self, forKey: .name),
            HTTPResponse.line(try container.decode(String.self, forKey: .summary)),
            shape: shape,
            isRequired: try container.decodeIfPresent(Bool.self, forKey: .required) ?? false
        )
    }
}

extension KeyedDecodingContainer {
    /// One of the words that there are for something.
    ///
    /// - Throws: `DecodingError` that tells them all for any other word.
    func choice<Choice: RawRepresentable<String>>(
        _ word: String,
        forKey key: Key,
        of choices: [Choice]
    ) throws -> Choice {
        if let choice = choices.first(where: { $0.rawValue == word }) { return choice }
        let known = choices.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        throw DecodingError.dataCorruptedError(
            forKey: key,
            in: self,
            debugDescription: "`\(HTTPResponse.line(word))` is none of \(known)"
        )
    }

    /// One of the words that there are for something; nothing where the key is missing.
    ///
    /// - Throws: `DecodingError` that tells them all for any other word.
    func choiceIfPresent<Choice: RawRepresentable<String>>(forKey key: Key, of choices: [Choice]) throws -> Choice? {
        try decodeIfPresent(String.self, forKey: key).map { try choice($0, forKey: key, of: choices) }
    }
}

import FoundationEssentials

/// A connector that is asked in JSON: a program, such as `relctl-publish-mirror` or `relctl-package-cpio`, or a part of a
/// library, such as `relctl-depot.so`.
///
/// A program is run once for each question, which it reads from its standard input, one line of JSON, and answers on its
/// standard output in lines of JSON; see <doc:ConnectorPrograms>. A library has a function that is called with the same;
/// see <doc:ConnectorLibraries>.
package struct ExternalConnector: Sendable {
    /// The version of the protocol that this relctl speaks.
    package static let protocolVersion = 1

    /// What it is.
    package let kind: Kind
    /// What the configuration calls it.
    package let id: String
    /// The file that is run or loaded, past all links.
    package let path: FilePath
    /// The digest of that file.
    package let digest: Digest
    /// The library that it is a part of; nothing where it is a program.
    let library: LibraryFile?
    /// The project's folder, in which programs run.
    package var project: FilePath
    /// How long it may take to answer; nothing for what is usual of the question.
    let timeout: Duration?
    /// What it said of itself.
    package internal(set) var description = ConnectorDescription()

    /// What a program may write to its standard error for one answer, in bytes: enough for hours of a transfer's progress.
    private static let errorLimit = 16 << 20

    /// A library, whatever becomes of its file.
    struct LibraryFile: Sendable {
        /// The file's name.
        let name: String
        /// All that is in it.
        let bytes: [UInt8]
    }

    /// Kinds of connector that can be programs, and parts of libraries.
    package enum Kind: String, Sendable, CaseIterable, Codable {
        case publisher, packager

        /// What stands before the id in the program's name.
        package var prefix: String {
            switch self {
            case .publisher: "relctl-publish-"
            case .packager: "relctl-package-"
            }
        }
    }

    /// What can be asked of a program.
    enum Question: String, Sendable, Codable {
        case describe, preflight, observe, plan, execute

        /// How long the answer may take where the configuration does not say.
        var patience: Duration {
            switch self {
            case .describe: .seconds(10)
            case .preflight, .observe, .plan: .seconds(300)
            case .execute: .seconds(3600)
            }
        }
    }

    /// What people know it by: the name of the program or library.
    package var name: String { library?.name ?? kind.prefix + id }

    /// Where it came from.
    package var origin: ConnectorOrigin { library == nil ? .program(path, digest) : .library(path, digest) }

    /// What a connector is handed to be asked something, one line.
    static func call(_ question: Question, _ content: some Encodable) throws -> [UInt8] {
        try JSONText.line(Call(version: protocolVersion, question: question, content: content))
    }

    /// Nothing that a question would be about.
    struct NoContent: Encodable {}

    private struct Call<Content: Encodable>: Encodable {
        let version: Int
        let question: Question
        let content: Content

        private enum Key: String, CodingKey {
            case version = "protocol"
            case question
        }

        func encode(to encoder: any Encoder) throws {
            try content.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(version, forKey: .version)
            try container.encode(question, forKey: .question)
        }
    }

    /// Asks something, and waits for the answer.
    ///
    /// - Parameters:
    ///   - question: What is asked.
    ///   - content: What it is asked about: keys beside `protocol` and `question`.
    ///   - type: What its answer is read as.
    ///   - effects: Other programs, and the environment that its variables are taken from.
    ///   - advance: Is called with the bytes that it says to have sent so far.
    /// - Returns: Its answer.
    /// - Throws: ``RelctlError`` if it refuses, fails, takes too long, or says what is not understood;
    ///   `CancellationError` if the task was cancelled, after the program was ended.
    func ask<Answer: Decodable & Sendable>(
        _ question: Question,
        _ content: some Encodable,
        for type: Answer.Type = Answer.self,
        with effects: Effects,
        advance: @escaping @Sendable (UInt64) -> Void = { _ in }
    ) async throws -> Answer {
        let answer = ConnectorAnswer<Answer>()
        let call = try Self.call(question, content)
        try await ask(question, call, with: effects, reading: { try answer.read($0, $1) }, advance: advance)
        return try answer.get()
    }

    /// Asks, and reads the answer by `read`: compiled once, whatever is asked.
    private func ask(
        _ question: Question,
        _ call: [UInt8],
        with effects: Effects,
        reading read: @escaping ConnectorOutput.Reading,
        advance: @escaping @Sendable (UInt64) -> Void
    ) async throws {
        let limit = question == .describe ? question.patience : timeout ?? question.patience
        let output = ConnectorOutput(of: name, hiding: secrets(effects), reading: read) { said in
            switch said {
            case .progress(let count): advance(count)
            case .note(let text): effects.events.send(.message(.notice, "`\(name)`: \(text)"))
            case .warning(let text): effects.events.send(.message(.warning, "`\(name)`: \(text)"))
            }
        }
        do {
            let outcome =
                if let library {
                    try await effects.libraries.ask(of(library, question, call, within: limit, effects)) {
                        try output.take($0)
                    }
                } else {
                    try await run(question, call, within: limit, effects) { try output.take($0) }
                }
            try output.requireAnswer(outcome, within: limit, isExtensible: question != .describe)
        } catch let error as RelctlError {
            throw RelctlError(
                "`\(name)` failed to \(question.rawValue)",
                code: error.code,
                hints: error.hints,
                causes: [RelctlError(error.message, causes: error.causes)]
            )
        }
    }

    private func of(
        _ library: LibraryFile,
        _ question: Question,
        _ call: [UInt8],
        within limit: Duration,
        _ effects: Effects
    ) -> LibraryQuestion {
        LibraryQuestion(
            library: library.bytes,
            digest: digest,
            connector: LibraryConnector(kind: kind.rawValue, id: id),
            name: question.rawValue,
            content: call,
            variables: variables(for: question, effects),
            timeout: limit
        )
    }

    private func run(
        _ question: Question,
        _ call: [UInt8],
        within limit: Duration,
        _ effects: Effects,
        _ read: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Bool
    ) async throws -> ProcessOutcome {
        if question != .describe { try await requireUnchanged(effects.files) }
        var request = ProcessRequest(
            arguments: [path.string, question.rawValue],
            directory: project,
            environment: variables(for: question, effects),
            output: .captured(limit: Self.errorLimit),
            timeout: limit
        )
        request.input = call
        let outcome = try await effects.processes.run(request, reading: read)
        tell(outcome.standardError, effects)
        return outcome
    }

    /// Makes sure that it is the program that was looked at: a build may have written over it.
    private func requireUnchanged(_ files: any FileSystem) async throws {
        guard try await FileHasher(files: files).summary(of: path).sha256 != digest else { return }
        throw RelctlError("it is not the program any more that it was when the run began: \(path)")
    }

    /// Shows what it wrote for people, in case they want to know.
    private func tell(_ errors: [UInt8], _ effects: Effects) {
        for line in String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline) {
            effects.events.send(.message(.detail, "`\(name)`: \(HTTPResponse.line(String(line)))"))
        }
    }

    /// What every child gets, and what it asked for, its secrets too; next to nothing before it was described, when it is
    /// not yet known which variables hold secrets.
    private func variables(for question: Question, _ effects: Effects) -> [String: String] {
        guard question != .describe else {
            return Self.plainVariables(effects)
        }
        let variables = ChildEnvironment(effects).variables(passing: description.environment)
        let own = description.secrets.compactMap { name in effects.environment[name].map { (name, $0) } }
        return variables.merging(own) { $1 }
    }

    /// The variables of one who is not yet known to want more.
    static func plainVariables(_ effects: Effects) -> [String: String] {
        effects.environment.filter { plainNames.contains($0.key) || $0.key.hasPrefix("LC_") }
    }

    /// Variables that never hold a secret.
    private static let plainNames: Set<String> = ["PATH", "HOME", "LANG", "TMPDIR"]

    private func secrets(_ effects: Effects) -> [Secret] {
        description.secrets.compactMap { effects.environment[$0] }
            .filter { $0.utf8.count >= SecretMask.distinctive }.map { Secret($0) }
    }
}

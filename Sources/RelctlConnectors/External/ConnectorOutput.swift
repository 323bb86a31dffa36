import Synchronization

/// What a connector says, line by line: what its program writes to its standard output, or what its library says.
final class ConnectorOutput: Sendable {
    /// Reads a line; the file is what errors call it.
    typealias Reading = @Sendable (_ line: [UInt8], _ file: FilePath) throws -> ConnectorSaying?

    private let name: String
    private let read: Reading
    private let mask: SecretMask
    private let hidesAny: Bool
    private let hear: @Sendable (ConnectorRemark) -> Void
    private let state = Mutex(State())

    private struct State {
        var line: [UInt8] = []
        var number = 0
        var total = 0
        var texts = 0
        var answer: ConnectorSaying.Answer?
    }

    /// More than this is no answer but a flood, in bytes.
    private static var limit: Int { 64 << 20 }
    /// More lines than this are none either: some for each second of a long upload, and some.
    private static var lineCount: Int { 50_000 }
    /// What one line may hold, in bytes.
    private static var lineLimit: Int { 16 << 20 }

    /// So many notes and warnings are shown; nobody reads more.
    private static var textCount: Int { 100 }

    /// Hears what the connector `name` says, which must not be one of `secrets`; `hear` is told what comes before its answer.
    init(
        of name: String,
        hiding secrets: [Secret],
        reading read: @escaping Reading,
        _ hear: @escaping @Sendable (ConnectorRemark) -> Void
    ) {
        self.name = name
        self.read = read
        mask = SecretMask(secrets)
        hidesAny = !secrets.isEmpty
        self.hear = hear
    }

    /// Takes the next bytes.
    ///
    /// - Throws: ``RelctlError`` if they are too many, or not understood.
    func take(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
        try state.withLock { state in
            state.total += bytes.count
            guard state.total <= Self.limit else { throw Self.flood("more than 64 MB") }
            var rest = bytes[...]
            while let end = rest.firstIndex(of: 0x0A) {
                state.line += rest[..<end]
                rest = rest[(end + 1)...]
                try finishLine(&state)
            }
            state.line += rest
            guard state.line.count <= Self.lineLimit else { throw Self.flood("a line of more than 16 MB") }
            return true
        }
    }

    /// Takes what a library says, as the line that a program would say it in.
    ///
    /// - Throws: ``RelctlError`` if it is too much, or not understood.
    func take(_ remark: LibraryRemark) throws {
        switch remark {
        case .result(let json):
            // A line is all that a program has for its answer, where texts have no ends of lines in them.
            let line = json.map { $0 == 0x0A ? 0x20 : $0 }
            try take(line: Array(#"{"result":"#.utf8) + line + Array("}\n".utf8))
        case .error(let message, let hint):
            try take(line: try JSONText.line(ConnectorRefusal(error: message, hints: hint.isEmpty ? [] : [hint])))
        case .note(let text): try take(line: try JSONText.line(["note": text]))
        case .warning(let text): try take(line: try JSONText.line(["warning": text]))
        // It costs a library nothing to say that with each block.
        case .progress(let count): hear(.progress(count))
        case .flood: throw Self.flood("more than 64 MB")
        }
    }

    private func take(line: [UInt8]) throws { _ = try line.withUnsafeBytes { try take($0) } }

    private static func flood(_ amount: String) -> RelctlError { RelctlError("it writes \(amount)") }

    private func finishLine(_ state: inout State) throws {
        let line = state.line
        state.line = []
        state.number += 1
        guard state.number <= Self.lineCount else { throw Self.flood("more than \(Self.lineCount) lines") }
        guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { return }
        let text = String(decoding: line, as: UTF8.self)
        guard !tellsSecret(line, text) else {
            throw RelctlError(
                "it writes a secret, on line \(state.number)",
                code: .secretTold,
                hints: ["mend the connector, and replace the secret if others could see it"]
            )
        }
        guard state.answer == nil else { throw RelctlError("it goes on after its answer, on line \(state.number)") }
        switch try understood(line, state.number) {
        case .remark(let remark): pass(remark, &state)
        case .answer(let answer): state.answer = answer
        case nil:
            throw RelctlError(
                "line \(state.number) of what it writes says nothing",
                hints: ["a line has one of the keys `result`, `error`, `progress`, `note` and `warning`"]
            )
        }
    }

    /// Has a remark heard, unless people were told enough.
    private func pass(_ remark: ConnectorRemark, _ state: inout State) {
        if case .progress = remark { return hear(remark) }
        state.texts += 1
        guard state.texts <= Self.textCount else { return }
        hear(remark)
        if state.texts == Self.textCount { hear(.note("what else it says is not shown")) }
    }

    /// Whether a secret stands in a line, as it is or as one of its texts means it.
    private func tellsSecret(_ line: [UInt8], _ text: String) -> Bool {
        guard hidesAny else { return false }
        let node = try? JSONParser.parse(line, file: name, dialect: .json)
        let texts = node.map { $0.allTexts.map(\.text) } ?? []
        return ([text] + texts).contains { mask.masked($0) != $0 }
    }

    /// What a line says; an error is the program's fault, and not one of the configuration.
    private func understood(_ line: [UInt8], _ number: Int) throws -> ConnectorSaying? {
        let file = FilePath("line \(number) of what it writes")
        do {
            return try read(line, file)
        } catch let error as RelctlError {
            throw RelctlError(
                error.message,
                hints: ["each line is one JSON object, such as `{\"result\": {}}`"],
                causes: error.causes
            )
        }
    }

    /// Makes sure that there is an answer, once the program has ended.
    ///
    /// - Parameters:
    ///   - outcome: How it ended.
    ///   - limit: The time that it had.
    ///   - isExtensible: Whether the user can give it more.
    /// - Throws: ``RelctlError`` if it refused, failed or did not answer.
    func requireAnswer(_ outcome: ProcessOutcome, within limit: Duration, isExtensible: Bool = false) throws {
        let answer = try state.withLock { state in
            if !state.line.isEmpty { try finishLine(&state) }
            return state.answer
        }
        if case .refusal(let refusal) = answer { throw refusal }
        let lines = String(decoding: outcome.standardError, as: UTF8.self).split(whereSeparator: \.isNewline)
        let last = lines.last.map { ": " + HTTPResponse.line(mask.masked(String($0))) } ?? ""
        switch outcome.termination {
        case .timedOut:
            throw RelctlError(
                "it did not end within \(limit)",
                hints: isExtensible ? ["`plugins.timeout` gives it more time"] : []
            )
        case .signalled(let signal): throw RelctlError("it was ended by signal \(signal)\(last)")
        case .exited(let code):
            guard answer == nil || code != 0 else { return }
            let moment = answer == nil ? "without an answer" : "after its answer"
            throw RelctlError("it ended with code \(code) \(moment)\(last)")
        }
    }
}

/// Why a connector does not answer, as its program writes it.
struct ConnectorRefusal: Encodable {
    let error: String
    let hints: [String]
}

/// What a program says before it answers.
enum ConnectorRemark: Sendable, Hashable {
    /// How many bytes it has sent.
    case progress(UInt64)
    /// Something that the user may want to know.
    case note(String)
    /// Something that the user should know.
    case warning(String)
}

/// What a line of a connector says.
enum ConnectorSaying: Sendable {
    case remark(ConnectorRemark)
    case answer(Answer)

    /// How a connector answers.
    enum Answer: Sendable {
        /// With what was asked for.
        case result
        /// It does not do what it was asked to.
        case refusal(RelctlError)
    }
}

/// The answer of a connector, which is read as one type.
final class ConnectorAnswer<Answer: Decodable & Sendable>: Sendable {
    private let found = Mutex<Answer?>(nil)

    /// Reads a line, and keeps the answer if it has one.
    func read(_ line: [UInt8], _ file: FilePath) throws -> ConnectorSaying? {
        let line = try JSONText.decode(ConnectorLine<Answer>.self, from: line, file: file)
        if let result = line.result { found.withLock { $0 = result } }
        return line.saying
    }

    /// The answer.
    ///
    /// - Throws: ``RelctlError`` if there is none.
    func get() throws -> Answer {
        guard let answer = found.withLock(\.self) else { throw RelctlError("it gives no answer") }
        return answer
    }
}

/// A line of what a program writes: an object with one key that counts.
private struct ConnectorLine<Answer: Decodable & Sendable>: Decodable {
    /// What it answers; nil if it is no answer.
    let result: Answer?
    /// What it says; nil if it holds no key that is known.
    let saying: ConnectorSaying?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ConnectorLineKey.self)
        result = container.contains(.result) ? try container.decode(Answer.self, forKey: .result) : nil
        saying = try result == nil ? ConnectorSaying(container) : .answer(.result)
    }
}

private enum ConnectorLineKey: String, CodingKey { case result, error, hints, progress, note, warning }

extension ConnectorSaying {
    /// Reads what is no result; nil if there is no key that is known.
    fileprivate init?(_ container: KeyedDecodingContainer<ConnectorLineKey>) throws {
        if let error = try container.decodeIfPresent(String.self, forKey: .error) {
            let hints = try container.decodeIfPresent([String].self, forKey: .hints) ?? []
            let refusal = RelctlError(HTTPResponse.line(error), hints: hints.map { HTTPResponse.line($0) })
            self = .answer(.refusal(refusal))
        } else if let count = try container.decodeIfPresent(UInt64.self, forKey: .progress) {
            self = .remark(.progress(count))
        } else if let text = try container.decodeIfPresent(String.self, forKey: .note) {
            self = .remark(.note(HTTPResponse.line(text)))
        } else if let text = try container.decodeIfPresent(String.self, forKey: .warning) {
            self = .remark(.warning(HTTPResponse.line(text)))
        } else {
            return nil
        }
    }
}

extension RelctlError.Code {
    /// A connector's program wrote the value of one of its secrets.
    package static let secretTold = RelctlError.Code(name: "plugin.secret", exitCode: 1)
}

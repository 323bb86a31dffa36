/// Asks connectors that are parts of shared libraries.
package protocol LibraryCaller: Sendable {
    /// Asks a question and waits for the end of the answer.
    ///
    /// The library is loaded into this process by the first question, and asked one after the other. `hear` is told what
    /// it says, while it goes on; where it throws, the library is told to stop. The outcome is that of a program which
    /// ends with the code that the library returns.
    ///
    /// - Throws: ``RelctlError`` if it cannot be loaded; what `hear` throws; `CancellationError` if the task was
    ///   cancelled, after the library was told to stop.
    func ask(
        _ question: LibraryQuestion,
        hearing hear: @escaping @Sendable (LibraryRemark) throws -> Void
    ) async throws -> ProcessOutcome
}

/// What a connector of a library is asked.
package struct LibraryQuestion: Sendable {
    /// All bytes of the library.
    package var library: [UInt8]
    /// Their digest.
    package var digest: Digest
    /// Which of its connectors is asked.
    package var connector: LibraryConnector
    /// The question.
    package var name: String
    /// What it is about: a JSON object.
    package var content: [UInt8]
    /// The environment variables that it may know.
    package var variables: [String: String]
    /// How long it may take.
    package var timeout: Duration

    /// Describes a question.
    package init(
        library: [UInt8],
        digest: Digest,
        connector: LibraryConnector,
        name: String,
        content: [UInt8],
        variables: [String: String],
        timeout: Duration
    ) {
        self.library = library
        self.digest = digest
        self.connector = connector
        self.name = name
        self.content = content
        self.variables = variables
        self.timeout = timeout
    }
}

/// What tells a connector from the others of its library.
package struct LibraryConnector: Sendable, Hashable, Codable {
    /// What it is.
    package var kind: String
    /// What configurations call it.
    package var id: String

    /// Names a connector.
    package init(kind: String, id: String) {
        self.kind = kind
        self.id = id
    }
}

/// What a connector of a library says.
package enum LibraryRemark: Sendable, Hashable {
    /// Its answer, which is to be a JSON object.
    case result([UInt8])
    /// Why it does not answer, and what to do about that.
    case error(String, hint: String)
    /// Something that the user may want to know.
    case note(String)
    /// Something that the user should know.
    case warning(String)
    /// How many bytes are done.
    case progress(UInt64)
    /// So many bytes at once that nobody wants to know which.
    case flood
}

/// Connectors of one kind by id.
///
/// Built-in connectors are registered through the same calls as anyone else's.
public struct Registry<Connector: Sendable>: Sendable {
    /// What the connectors are, as in "unknown publisher".
    public let kind: String
    private var connectors: [String: Connector] = [:]
    private var origins: [String: ConnectorOrigin] = [:]
    /// What is wrong with a connector; nothing if it can be used.
    private let problem: @Sendable (Connector) -> String?

    /// Creates an empty registry.
    public init(kind: String) { self.init(kind: kind) { _ in nil } }

    /// Creates an empty registry that takes no connector with a problem.
    package init(kind: String, problem: @escaping @Sendable (Connector) -> String?) {
        self.kind = kind
        self.problem = problem
    }

    /// The known ids, sorted bytewise.
    public var ids: [String] { connectors.keys.sortedBytewise() }

    /// All connectors in the order of their ids.
    public var all: [(id: String, connector: Connector)] {
        ids.compactMap { id in connectors[id].map { (id, $0) } }
    }

    /// Makes a connector known.
    ///
    /// - Throws: ``RelctlError`` if the id is taken or is not made of lower-case letters, digits, `.`, `_` and `-`,
    ///   starting with a letter or digit, or if the connector cannot be used as it is.
    public mutating func register(_ connector: Connector, id: String) throws {
        guard Self.isIdentifier(id) else {
            throw RelctlError("cannot register the \(kind) `\(id)`: an id is made of \(Self.idForm)")
        }
        guard connectors[id] == nil else {
            throw RelctlError("cannot register the \(kind) `\(id)`: there is one of this id already")
        }
        if let problem = problem(connector) { throw RelctlError("cannot register the \(kind) `\(id)`: \(problem)") }
        connectors[id] = connector
    }

    /// Makes a connector known that came from somewhere else than this relctl's own sources.
    package mutating func register(_ connector: Connector, id: String, from origin: ConnectorOrigin) throws {
        try register(connector, id: id)
        origins[id] = origin
    }

    /// Notes that all connectors up to now are relctl's own.
    package mutating func markAsBuiltIn() {
        for id in connectors.keys { origins[id] = .builtIn }
    }

    /// Where the connector of this id came from.
    package func origin(of id: String) -> ConnectorOrigin { origins[id] ?? .linked }

    /// The connector of this id.
    ///
    /// - Throws: ``RelctlError`` that lists the known ids and the nearest, at `place` in the configuration.
    public func connector(_ id: String, at place: SourcePlace? = nil) throws -> Connector {
        if let connector = connectors[id] { return connector }
        let nearest = Nearest.to(id, among: ids).map { ["did you mean `\($0)`?"] } ?? []
        throw RelctlError(
            "unknown \(kind) `\(id)`",
            code: .configurationInvalid,
            place: place,
            hints: nearest + ["known: " + ids.joined(separator: ", ")]
        )
    }

    /// What an id is made of, for people.
    package static var idForm: String { "a-z, 0-9, `.`, `_` and `-` and starts with a letter or digit" }

    /// Whether a text can be an id.
    package static func isIdentifier(_ id: String) -> Bool {
        let isWord: (UInt8) -> Bool = { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) }
        guard let first = id.utf8.first, isWord(first) else { return false }
        return id.utf8.allSatisfy { isWord($0) || [0x2d, 0x2e, 0x5f].contains($0) }
    }
}

/// Where a connector came from.
package enum ConnectorOrigin: Sendable, Hashable {
    /// It is relctl's own.
    case builtIn
    /// It was built into this relctl by others.
    case linked
    /// It is a program.
    case program(FilePath, Digest)
    /// It is a part of a library that is loaded when it is asked something.
    case library(FilePath, Digest)
}

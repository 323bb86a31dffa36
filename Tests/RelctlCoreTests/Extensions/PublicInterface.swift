import Foundation
import RelctlCore
import TestSupport

/// What the modules of the project make public, as the compiler lists it: one line for each declaration and each
/// conformance.
struct PublicInterface: Equatable {
    /// The version that ``ConnectorInterface`` gives it.
    var version: String
    /// The lines, sorted.
    var lines: [String]

    /// The digest of all lines.
    var digest: Digest { Digest(of: Array(lines.joined(separator: "\n").utf8)) }

    /// What is kept of it.
    var text: String { (["version \(version)", "digest \(digest)"] + lines).joined(separator: "\n") + "\n" }

    /// Reads what is kept.
    init?(kept text: String) {
        let rows = text.split(separator: "\n").map { String($0) }
        guard rows.count > 2, rows[0].hasPrefix("version "), rows[1].hasPrefix("digest ") else { return nil }
        version = String(rows[0].dropFirst("version ".count))
        lines = Array(rows.dropFirst(2))
        guard rows[1] == "digest \(digest)" else { return nil }
    }

    init(version: String, lines: [String]) {
        self.version = version
        self.lines = lines
    }

    /// Asks the compiler about the modules that these tests were built with.
    static func current(in world: World) async throws -> PublicInterface {
        #if arch(x86_64)
            let target = "x86_64-unknown-linux-gnu"
        #else
            let target = "aarch64-unknown-linux-gnu"
        #endif
        let modules = try BuiltModules()
        for module in try modules.names {
            _ = try await world.output(
                of: [
                    "swift", "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public",
                    "-skip-synthesized-members", "-target", target, "-output-dir", world.temporary.string,
                ] + modules.options,
                in: world.temporary
            )
        }
        // What a module adds to another's types is listed by itself.
        let lists = try LiveFileSystem().names(in: world.temporary).filter { $0.hasSuffix(".symbols.json") }
        let graphs = try lists.map { name in
            let listed = try LiveFileSystem().contents(of: world.temporary.appending(name))
            return try JSONDecoder().decode(SymbolGraph.self, from: Data(listed))
        }
        let names = graphs.reduce(into: [:]) { names, graph in names.merge(graph.names) { $1 } }
        return PublicInterface(
            version: ConnectorInterface.version,
            lines: Set(graphs.flatMap { $0.lines(names) }).sorted { $0.precedesBytewise($1) }
        )
    }

    /// What is wrong with this as the successor of `kept`; nothing where nothing is.
    func fault(after kept: PublicInterface) -> String? {
        guard lines != kept.lines else { return nil }
        let (gone, new) = (Set(kept.lines).subtracting(lines), Set(lines).subtracting(kept.lines))
        let (before, now) = (kept.numbers, numbers)
        let isRaised = before.lexicographicallyPrecedes(now)
        // What a protocol asks for that was there before breaks all that conform to it.
        let demands = new.filter { line in
            guard line.hasSuffix(Self.demand), let owner = line.split(separator: ".").first else { return false }
            return kept.lines.contains { $0.hasPrefix("\(owner): protocol ") }
        }
        let needsFirst = !(gone.isEmpty && demands.isEmpty) && before[0] > 0
        guard !isRaised || (needsFirst && before[0] == now[0]) else { return nil }
        let changes = gone.sorted().map { "- " + $0 } + new.sorted().map { "+ " + $0 }
        return "what is public changed: raise the \(needsFirst ? "first" : "second") number of "
            + "`ConnectorInterface.version`, \(kept.version) so far\n" + changes.joined(separator: "\n")
    }

    /// What ends the line of what a protocol asks for and has nothing in the place of.
    fileprivate static let demand = " (required)"
    /// What ends the line of what stands in the place of what is not there.
    fileprivate static let substitute = " (default)"

    private var numbers: [Int] { version.split(separator: ".").compactMap { Int($0) } }
}

/// What `swift symbolgraph-extract` writes, as far as it matters here.
private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable { var precise: String }
        struct Fragment: Decodable { var spelling: String }
        var identifier: Identifier
        var pathComponents: [String]
        var declarationFragments: [Fragment]?
    }

    struct Relationship: Decodable {
        var kind: String
        var source: String
        var target: String
        var targetFallback: String?
    }

    var symbols: [Symbol]
    var relationships: [Relationship]

    /// Conformances that every compiler finds by itself, or not.
    private static let implied: Set<String> = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"]

    /// What is said at the ends of the lines of symbols.
    private var ends: [String: String] {
        let defaults = relationships.filter { $0.kind == "defaultImplementationOf" }
        let answered = Set(defaults.map(\.target))
        let demands = relationships.filter { $0.kind == "requirementOf" && !answered.contains($0.source) }
        return Dictionary(
            defaults.map { ($0.source, PublicInterface.substitute) }
                + demands.map { ($0.source, PublicInterface.demand) }
        ) { $1 }
    }

    /// The symbols' names by their identifiers.
    var names: [String: String] {
        Dictionary(symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) }) { $1 }
    }

    /// Returns the lines; `names` are those of all modules, by identifiers.
    func lines(_ names: [String: String]) -> [String] {
        let ends = self.ends
        let declarations = symbols.map { symbol in
            let text = (symbol.declarationFragments ?? []).map(\.spelling).joined()
            // Whether a variable is stored or computed is the same for whoever uses it.
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .replacing(" { get set }", with: "")
            let end = ends[symbol.identifier.precise] ?? ""
            return "\(symbol.pathComponents.joined(separator: ".")): \(words)\(end)"
        }
        let conformances = relationships.compactMap { relationship -> String? in
            guard relationship.kind == "conformsTo", let source = names[relationship.source] else { return nil }
            let target = names[relationship.target] ?? relationship.targetFallback ?? relationship.target
            return Self.implied.contains(target) ? nil : "\(source): is \(target)"
        }
        return declarations + conformances
    }
}

/// The names that a template may use, and what they stand for; inner scopes hide outer ones.
package struct TemplateScope: Sendable, Hashable {
    /// What each name stands for; `.` is the scope itself, where it is a text or a list.
    package var values: [String: Value]

    /// What a name may stand for.
    package indirect enum Value: Sendable, Hashable {
        /// A text, which is escaped where the template's format wants that.
        case text(String)
        /// A text that is in the template's format already.
        case markup(String)
        /// Whether something is so.
        case flag(Bool)
        /// Things that a section repeats for.
        case list([TemplateScope])
        /// One thing with names of its own, for dotted names.
        case object(TemplateScope)
    }

    /// Creates a scope.
    package init(_ values: [String: Value] = [:]) { self.values = values }

    /// Creates a scope of texts.
    package init(texts: [String: String]) { values = texts.mapValues { .text($0) } }

    /// This scope with `other` in front of it.
    package func adding(_ other: TemplateScope) -> TemplateScope {
        TemplateScope(values.merging(other.values) { _, new in new })
    }

    /// This scope with texts in front of it.
    package func adding(texts: [String: String]) -> TemplateScope { adding(TemplateScope(texts: texts)) }
}

/// The scopes that a place in a template sees, the innermost last (Mustache's context stack).
struct TemplateStack {
    private(set) var scopes: [TemplateScope]

    init(_ scope: TemplateScope) { scopes = [scope] }

    mutating func push(_ scope: TemplateScope) { scopes.append(scope) }

    mutating func pop() { scopes.removeLast() }

    /// What a name stands for; nothing if it is not in scope.
    ///
    /// Of a dotted name the first part may stand in any scope, the others only in what the one before stands for
    /// (specification of interpolation, "Dotted Names"). A name with dots that stands in a scope as such is found too.
    func value(of name: String) -> TemplateScope.Value? {
        if name == "." { return scopes.last?.values["."] }
        for scope in scopes.reversed() {
            if let value = scope.values[name] { return value }
        }
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard parts.count > 1, let first = parts.first, !first.isEmpty, var value = value(of: first) else { return nil }
        for part in parts.dropFirst() {
            guard case .object(let scope) = value, let next = scope.values[part] else { return nil }
            value = next
        }
        return value
    }

    /// The names in scope, sorted bytewise.
    var names: [String] {
        Set(scopes.flatMap(\.values.keys)).subtracting(["."]).sortedBytewise()
    }
}

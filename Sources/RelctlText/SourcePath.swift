/// A way from the top of a structured text to a value: `a.b[0].c`, with `"quoted keys"` where a key holds more than
/// letters, digits, `_` and `-`.
package struct SourcePath: Sendable, Hashable {
    /// Keys and indices, outermost first.
    package let steps: [Step]

    /// One step down.
    package enum Step: Sendable, Hashable {
        case key(String)
        case index(Int)
    }

    /// A path of these steps.
    package init(_ steps: [Step]) { self.steps = steps }

    /// The path as it is written; reading it gives the same path.
    package var text: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += (text.isEmpty ? "" : ".") + Self.component(key)
            case .index(let index): text += "[\(index)]"
            }
        }
    }

    /// Reads a path.
    ///
    /// - Throws: ``Problem`` that says what is wrong with it.
    package init(_ text: String) throws(Problem) {
        var rest = Array(text.unicodeScalars)[...]
        var steps: [Step] = []
        while !rest.isEmpty {
            if rest.first == "[" {
                let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
                rest = rest.dropFirst(1 + digits.count)
                guard rest.popFirst() == "]", let index = Int(Self.string(digits)) else { throw .index(text) }
                steps.append(.index(index))
            } else {
                if !steps.isEmpty, rest.popFirst() != "." { throw .dot(text) }
                steps.append(.key(try Self.takeKey(&rest, of: text)))
            }
        }
        guard !steps.isEmpty else { throw .empty }
        self.steps = steps
    }

    /// Why a text is no path.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        case empty
        case index(String)
        case dot(String)
        case key(String)

        package var description: String {
            switch self {
            case .empty: "the path is empty"
            case .index(let path): "`\(path)` has an index that is not `[NUMBER]`"
            case .dot(let path): "in `\(path)` a `.` is missing between two keys"
            case .key(let path): "`\(path)` has an empty key, or a quoted one that does not end"
            }
        }
    }

    private static func takeKey(
        _ rest: inout ArraySlice<Unicode.Scalar>,
        of text: String
    ) throws(Problem) -> String {
        guard rest.first == "\"" else {
            let key = rest.prefix { $0 != "." && $0 != "[" }
            guard !key.isEmpty else { throw .key(text) }
            rest = rest.dropFirst(key.count)
            return string(key)
        }
        var key: [Unicode.Scalar] = []
        rest = rest.dropFirst()
        while let scalar = rest.popFirst() {
            if scalar == "\"" { return string(key) }
            guard scalar == "\\" else {
                key.append(scalar)
                continue
            }
            guard let escaped = rest.popFirst() else { break }
            key.append(escaped)
        }
        throw .key(text)
    }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// A key as it stands in a path.
    package static func component(_ key: String) -> String {
        let isPlain = key.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == 0x5F || byte == 0x2D
        }
        guard !isPlain || key.isEmpty else { return key }
        var quoted = "\""
        for scalar in key.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    /// The value that the path leads to from `node`; nothing where it leads nowhere.
    package func value(in node: SourceNode) -> SourceNode? {
        steps.reduce(node as SourceNode?) { node, step in
            switch step {
            case .key(let key): node?[key]
            case .index(let index): (node?.items).flatMap { index < $0.count ? $0[index] : nil }
            }
        }
    }
}

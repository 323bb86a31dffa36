package import RelctlCore

/// A line that GitHub Actions acts on.
///
/// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
package struct WorkflowCommand: Sendable, Equatable, CustomStringConvertible {
    /// `group`, `error` and the like.
    package var name: String
    /// Properties in order; their values may hold anything.
    package var properties: [(name: String, value: String)]
    /// The text; may hold anything.
    package var message: String

    /// Creates a command.
    package init(name: String, properties: [(name: String, value: String)] = [], message: String) {
        self.name = name
        self.properties = properties
        self.message = message
    }

    /// An annotation at a place of a file.
    package static func annotation(_ name: String, _ message: String, at place: SourcePlace? = nil) -> WorkflowCommand {
        guard let place else { return WorkflowCommand(name: name, message: message) }
        let properties = [("file", place.file), ("line", String(place.line)), ("col", String(place.column))]
        return WorkflowCommand(name: name, properties: properties, message: message)
    }

    /// The line, with everything escaped that would end it or one of its parts.
    package var description: String {
        let list = properties.map { "\($0.name)=\(Self.escaped($0.value, also: [":", ","]))" }.joined(separator: ",")
        return "::\(name)\(list.isEmpty ? "" : " ")\(list)::\(Self.escaped(message))"
    }

    /// A line of a log such that GitHub Actions takes no command from it: commands stand at the start of a line, or after
    /// `##[` anywhere.
    package static func inert(_ line: String) -> String {
        var characters = line.unicodeScalars.split(separator: "#", omittingEmptySubsequences: false)[...]
        var result = characters.popFirst().map { String($0) } ?? ""
        for part in characters {
            // An invisible joiner keeps the two signs apart.
            result += (result.hasSuffix("#") && part.first == "[" ? "\u{2060}#" : "#") + String(part)
        }
        let start = result.unicodeScalars.first { !$0.properties.isWhitespace }
        return start == ":" ? "| " + result : result
    }

    package static func == (left: WorkflowCommand, right: WorkflowCommand) -> Bool {
        left.description == right.description
    }

    private static func escaped(_ text: String, also more: [Unicode.Scalar] = []) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if ["%", "\r", "\n"].contains(scalar) || more.contains(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}

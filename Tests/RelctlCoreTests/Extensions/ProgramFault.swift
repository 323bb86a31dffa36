import Testing

/// A way in which a connector's program misbehaves.
struct ProgramFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What it is asked when it does.
    let question: String
    /// What it does then, as a part of a shell script.
    let body: String
    /// What relctl says of that.
    let message: String

    init(_ name: String, _ question: String, _ body: String, _ message: String) {
        (testDescription, self.question, self.body, self.message) = (name, question, body, message)
    }
}

/// Annotated tags that are in a mirror.
extension GitMirror {
    /// What an annotated tag says; nothing where the object is no such tag.
    ///
    /// - Parameter object: The whole name of the tag's object.
    /// - Returns: the message.
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func message(ofTag object: String) async throws -> [UInt8]? {
        guard GitObjectFormat(ofName: object) != nil else { return nil }
        let outcome = try await git.run(["cat-file", "tag", object])
        let blankLine: [UInt8] = [0x0A, 0x0A]
        guard outcome.succeeded, let start = outcome.standardOutput.firstRange(of: blankLine)?.upperBound else {
            return nil
        }
        return Array(outcome.standardOutput[start...])
    }
}

import RelctlCore

extension Session {
    /// Asks the user whether to go on, unless that was said already.
    ///
    /// - Parameters:
    ///   - question: What is asked, without the choice at its end.
    ///   - isSaid: Whether `--yes` was given.
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/usage`` where nobody can be asked, and another one if
    ///   the answer is not yes.
    func confirm(_ question: String, unless isSaid: Bool) async throws {
        guard !isSaid else { return }
        guard let answer = console.answer else {
            throw RelctlError(
                "cannot ask whether to go on: there is no terminal",
                code: .usage,
                hints: ["add `--yes` to say so beforehand, or `--dry-run` to see what would be done"]
            )
        }
        console.prompt(question + " [y/N] ")
        let text = try await answer()?.lowercased().filter { !$0.isWhitespace }
        guard text == "y" || text == "yes" else { throw RelctlError("stopped as you said: nothing was done") }
    }
}

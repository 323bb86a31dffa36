/// Why git could not speak to a remote, by what it said.
enum RemoteFailure {
    /// An error of what git said, with the code that fits and what to try.
    static func error(
        _ message: String,
        _ arguments: [String],
        _ outcome: ProcessOutcome,
        _ git: GitCommand
    ) -> RelctlError {
        var error = git.failure(message, arguments, outcome)
        error.code = .remoteUnavailable
        guard outcome.termination != .timedOut else {
            error.hints = ["try again when the network and the server are well; nothing was changed"]
            return error
        }
        let words = git.words(of: outcome)
        guard let cause = causes.first(where: { $0.symptoms.contains(where: words.contains) }) else { return error }
        if cause.isRefusal { error.code = .notAuthorized }
        error.hints = [cause.hint]
        return error
    }

    /// Whether git says that it was not let in, or not allowed to write.
    static func isRefusal(_ words: String) -> Bool {
        causes.contains { $0.isRefusal && $0.symptoms.contains(where: words.contains) }
    }

    private static let causes: [(symptoms: [String], isRefusal: Bool, hint: String)] = [
        (
            ["Host key verification failed"], false,
            "the server's key is not known here; `ssh -T USER@HOST` shows it, so that it can be compared and kept"
        ),
        (
            [
                "Permission denied (", "Authentication failed", "could not read Username", "could not read Password",
                "unable to read askpass response", "returned error: 401", "returned error: 403", "Permission to ",
                "insufficient permission", "unable to create temporary object directory", "access denied",
                "Access denied", "not allowed to push", "HTTP Basic: Access denied",
            ], true,
            "git is not let in with what it knows; try `git ls-remote URL`, and set up an SSH key or a credential helper"
        ),
        (
            ["does not appear to be a git repository", "epository not found", "' not found", "does not exist"], false,
            "correct its `url`; servers say the same where one may not read it"
        ),
        (["dubious ownership"], false, "`git config --global --add safe.directory DIR` trusts it"),
        (
            ["Could not resolve host", "Could not resolve hostname", "Connection refused", "Connection timed out"],
            false, "see whether the address is right and the server is up"
        ),
    ]
}

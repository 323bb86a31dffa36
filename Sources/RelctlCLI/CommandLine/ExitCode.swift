/// The numbers that relctl ends with.
package enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    case problemsFound = 2
    case partiallyPublished = 3
    case usage = 64
    case configurationInvalid = 65
    case remoteUnavailable = 69
    case notAuthorized = 77
    case interrupted = 130

    /// What the number means.
    package var meaning: String {
        switch self {
        case .done: "done"
        case .failed: "failed"
        case .problemsFound: "problems were found"
        case .partiallyPublished: "partly done at remotes; run it again, or resume, to go on"
        case .usage: "the command line is wrong"
        case .configurationInvalid: "the configuration or an input file cannot be read or is invalid"
        case .remoteUnavailable: "a remote does not answer"
        case .notAuthorized: "a remote refuses the credentials"
        case .interrupted: "interrupted"
        }
    }
}

/// How a subcommand that did not fail ended.
package enum Conclusion: Sendable {
    /// All is well.
    case done
    /// It did its work and found problems, which it has rendered.
    case problemsFound

    var exitCode: ExitCode {
        switch self {
        case .done: .done
        case .problemsFound: .problemsFound
        }
    }
}

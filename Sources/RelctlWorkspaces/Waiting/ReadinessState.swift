/// How it stands with what is awaited of a release.
package enum ReadinessState: Sendable, Hashable {
    /// It holds, as the text says.
    case ready(String)
    /// Not yet, for this reason.
    case pending(String)
    /// It will not come to hold by itself, for this reason, which people look at there.
    case failed(String, url: String?)
}

/// `{ "state": "failed", "text": "…", "url": "…" }`.
extension ReadinessState: Encodable {
    private struct Form: Encodable {
        var state: String
        var text: String
        var url: String?
    }

    /// Writes an object with the state's word.
    package func encode(to encoder: any Encoder) throws {
        let form =
            switch self {
            case .ready(let text): Form(state: "ready", text: text)
            case .pending(let text): Form(state: "pending", text: text)
            case .failed(let text, let url): Form(state: "failed", text: text, url: url)
            }
        try form.encode(to: encoder)
    }
}

extension Readiness {
    /// What is awaited, for "waiting for …".
    package func subject(of repository: PlannedRepository) -> String {
        switch condition {
        case .run(let workflow):
            (workflow.map { "the run of `\($0)`" } ?? "the runs") + " for `\(repository.tag)` of `\(repository.name)`"
        case .release: "release `\(repository.tag)` of `\(repository.name)`"
        case .url(let url): "`\(HTTPAddress.shown(url))` to answer, for `\(repository.name)`"
        case .registry(let package):
            "`\(package.package)` \(package.version) (\(package.kind.rawValue)), for `\(repository.name)`"
        case .command(let arguments):
            "`\(arguments.joined(separator: " "))` to succeed, for `\(repository.name)`"
        }
    }
}

extension HTTPAddress {
    /// An address for messages, without what may be secret.
    static func shown(_ url: String) -> String {
        (try? HTTPAddress(url, allowsPlainHTTP: true))?.shown ?? "the address"
    }
}

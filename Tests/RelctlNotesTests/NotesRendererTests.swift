import TestSupport
import Testing

@testable import RelctlNotes

/// Pages that a connector writes.
@Suite struct NotesRendererTests {
    private struct Words: NotesRenderer {
        let keys = [ConfigurationKey("greeting", "How it begins.", shape: .template)]
        var write: @Sendable (NotesPageRequest) throws -> String

        func page(for request: NotesPageRequest) throws -> String { try write(request) }
    }

    private static let place = SourcePlace(file: "relctl.json", line: 3, column: 5)

    private func plan(
        _ options: [String: ConfigurationValue] = [:],
        id: String = "words",
        format: NotesMarkup.Format = .markdown,
        _ change: (inout NotesRequest) -> Void = { _ in },
        _ write: @escaping @Sendable (NotesPageRequest) throws -> String
    ) throws -> NotesPlan {
        var settings = NotesSettings()
        settings.renderer = NotesSettings.Renderer(id: id, options: options)
        var request = try NotesSample.request(settings)
        request.place = Self.place
        request.format = format
        change(&request)
        var renderers = Extensions().notesRenderers
        try renderers.register(Words(write: write), id: "words")
        return try NotesPlanner(renderers: renderers).plan(request)
    }

    @Test func itIsToldWhatRelctlsOwnPageTells() throws {
        let plan = try plan(["greeting": .text("{{name}}!")]) { request in
            let notes = request.notes
            let changes = notes.groups.flatMap(\.changes)
            let said = [
                request.options["greeting"]?.asText ?? "", request.project, request.description ?? "", notes.tag ?? "",
                notes.previousTag ?? "", notes.date,
            ]
            let downloads = request.downloads.map { download in
                "\(download.artifact.name) \(download.language) \(download.address ?? "") "
                    + "\(download.install.contains(download.artifact.sha256.hexadecimal))"
            }
            return (said + changes.map(\.text) + downloads).joined(separator: "\n") + "\n\n\n"
        }
        let lines = plan.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.prefix(3) == ["velostream!", "velostream", "Streaming SQL engine"])
        #expect(lines[3] == "v1.1.0" && lines[4].hasPrefix("v1.0.") && plan.notes.date == lines[5])
        #expect(plan.text.contains("x86_64-pc-windows-msvc.zip powershell https://github.com/"))
        #expect(lines.count { $0.hasSuffix(" true") } == 5)
        #expect(plan.text.hasSuffix(" true\n") && lines.count > 12)
    }

    @Test func whatPeopleWroteBecomesSafeByTheProjectsRules() throws {
        let text = "thank @someone <b>"
        let escaped = try plan { $0.markdown(text) }.text
        #expect(escaped == Markdown.prose(text, Markdown.Style()) + "\n" && !escaped.contains("<b>"))
        let kept = try plan(
            [:],
            { $0.settings.mentions = .keep },
            { $0.markdown(text) }
        ).text
        #expect(kept != escaped && kept.contains("@someone"))
    }

    @Test func whoWritesOneCanTryIt() throws {
        let change = ReleaseNotes.Change(commit: "c", text: "thank @someone", author: "A")
        let archive = try Artifact(name: "tool.zip", kind: .archive, size: 7, sha256: Digest(of: []))
        let request = NotesPageRequest(
            project: "tool",
            notes: ReleaseNotes(
                version: try Version("1.0.0"),
                tag: "v1.0.0",
                commit: "c",
                timestamp: 0,
                groups: [ReleaseNotes.Group(title: "Fixes", changes: [change])],
                contributors: [ReleaseNotes.Contributor(name: "A", commits: 1)]
            ),
            downloads: [NotesDownload(artifact: archive, address: nil, install: "unzip", language: "sh")],
            options: ["greeting": .text("Hi")]
        )
        let words = Words { request in
            let texts = request.notes.groups.flatMap(\.changes).map { request.markdown($0.text) }
            let names = request.downloads.map(\.artifact.name) + request.notes.contributors.map(\.name)
            return ([request.options["greeting"]?.asText ?? "", request.notes.date] + texts + names)
                .joined(separator: "\n")
        }
        let text = Markdown.prose("thank @someone", Markdown.Style())
        #expect(try words.page(for: request) == "Hi\n1970-01-01\n\(text)\ntool.zip\nA")
        #expect(request.address(ofCommit: "c") == nil && request.notes.previousTag == nil)
    }

    @Test func aTrialHasNoAddresses() throws {
        let text = try plan([:], { $0.isSnapshot = true }, { "\($0.downloads.compactMap(\.address).count) addresses" })
            .text
        #expect(text == "0 addresses\n")
    }

    @Test func plainTextIsRelctlsOwn() throws {
        let text = try plan(format: .text) { _ in "words" }.text
        #expect(text.hasPrefix("velostream v1.1.0\n") && !text.contains("words"))
    }

    @Test func aForgeGetsNoMoreThanItTakes() throws {
        let plan = try plan { _ in String(repeating: "line\n", count: 40_000) }
        #expect(plan.text.utf8.count == 200_000)
        #expect(plan.body(whole: "NOTES.md").utf16.count <= ReleaseBody.limit)
        #expect(plan.body(whole: "NOTES.md").contains("This is not all"))
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let write: @Sendable (NotesPageRequest) throws -> String
    }

    @Test(arguments: [
        Refusal(testDescription: "its page is empty") { _ in " \n\n" },
        Refusal(testDescription: "its page has a NUL character") { _ in "a\0b" },
        Refusal(testDescription: "its page has more than 16 MB") { _ in String(repeating: "a", count: 16 << 20 | 1) },
        Refusal(testDescription: "no words today") { _ in throw RelctlError("no words today", hints: ["tomorrow"]) },
    ]) func aPageThatIsNoneIsRefused(_ refusal: Refusal) throws {
        let error = #expect(throws: RelctlError.self) { try plan([:], { _ in }, refusal.write) }
        #expect(error?.message == "the notes renderer `words` cannot write the notes")
        #expect(error?.place == Self.place)
        #expect(error?.description.contains(refusal.testDescription) == true)
        #expect(error?.hints == (refusal.testDescription.hasPrefix("no ") ? ["tomorrow"] : []))
    }

    @Test func oneThatNobodyKnowsIsNamedWithTheNearest() throws {
        let error = #expect(throws: RelctlError.self) { try plan(id: "wrods") { _ in "" } }
        #expect(error?.message == "unknown notes renderer `wrods`")
        #expect(error?.place == Self.place)
        #expect(error?.hints == ["did you mean `words`?", "known: words"])
    }
}

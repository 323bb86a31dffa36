import TestSupport
import Testing

@testable import RelctlNotes

@Suite struct ContributorTests {
    private func commit(_ repository: ScratchRepository, _ message: String, by author: String) async throws {
        let environment = ["GIT_AUTHOR_NAME": author, "GIT_AUTHOR_EMAIL": "\(author.lowercased())@example.org"]
        try await repository.git(["commit", "--quiet", "--allow-empty", "-m", message], environment: environment)
    }

    @Test func thoseWhoWereThereBeforeAreNotNew() async throws {
        try await ScratchRepository.with { repository in
            try await commit(repository, "a\n\nCo-authored-by: Cleo <CLEO@example.org>", by: "Ada")
            try await commit(repository, "b", by: "Bob")
            try await repository.git("tag", "v1.0.0")
            try await commit(repository, "c\n\nco-authored-by: Dora <dora@example.org>", by: "Ada")
            try await commit(repository, "d", by: "Cleo")
            try await commit(
                repository,
                "e\n\nCo-Authored-By: Bob <bob@example.org>\nCo-authored-by: nobody",
                by: "Eve"
            )
            try await repository.git("tag", "v1.1.0")
            var history = try await repository.history()
            let changes = try await history.changes(of: "v1.1.0")
            #expect(changes.contributors.map(\.name) == ["Eve", "Bob", "Cleo", "Ada", "Dora"])
            #expect(Set(try await history.newContributors(of: changes).map(\.name)) == ["Eve", "Dora"])
            let first = try await history.changes(of: "v1.0.0")
            #expect(try await history.newContributors(of: first).count == 3)
            // Found out while the history is read, or by another look at it, they are the same.
            var options = ReleaseHistory.Options()
            options.seeksNewcomers = true
            history = try await repository.history(options)
            let other = try await history.changes(of: "v1.1.0")
            #expect(Set(other.newContributors?.map(\.name) ?? []) == ["Eve", "Dora"])
            #expect(Set(try await history.newContributors(of: other).map(\.name)) == ["Eve", "Dora"])
            #expect(try await history.changes(of: "v1.0.0").newContributors == nil)
        }
    }

    /// What is in the release is clear long before the history ends.
    @Test func aLongHistoryIsReadUntilEverybodyWasMet() async throws {
        let trailer = { (name: String) in "\n\nCo-authored-by: \(name) <\(name.lowercased())@example.org>" }
        var made = MadeHistory()
        var last = made.commit("root" + trailer("Old"), on: [])
        for tag in ["v1.0.0", "v1.1.0", "v1.2.0"] {
            for number in 0..<400 { last = made.commit("\(tag) \(number)", on: [last]) }
            let names = tag == "v1.1.0" ? trailer("Old") + trailer("New").dropFirst() : trailer("Old")
            last = made.commit(tag + names, on: [last], tags: [tag])
        }
        try await ScratchRepository.with { repository in
            try await made.make(in: repository)
            var options = ReleaseHistory.Options()
            options.seeksNewcomers = true
            let history = try await repository.history(options)
            for (tag, names) in [("v1.1.0", ["New"]), ("v1.2.0", [])] {
                let changes = try await history.changes(of: tag)
                #expect(changes.commits.count == 401)
                #expect(changes.newContributors?.map(\.name) == names)
                var asked = changes
                asked.newContributors = nil
                #expect(try await history.newContributors(of: asked).map(\.name) == names)
            }
        }
    }

    @Test func authorsAreKnownByTheMailmap() async throws {
        try await ScratchRepository.with { repository in
            try repository.write("Ada L <ada@new.example> <ada@example.org>\n", to: ".mailmap")
            try await commit(repository, "a", by: "Ada")
            try await repository.git("tag", "v1.0.0")
            let environment = ["GIT_AUTHOR_NAME": "ada", "GIT_AUTHOR_EMAIL": "ada@new.example"]
            try await repository.git(["commit", "--quiet", "--allow-empty", "-m", "b"], environment: environment)
            try await commit(repository, "c", by: "Bob")
            let history = try await repository.history()
            let changes = try await history.unreleased()
            #expect(changes.contributors.map(\.email) == ["bob@example.org", "ada@new.example"])
            #expect(try await history.newContributors(of: changes).map(\.name) == ["Bob"])
        }
    }
}

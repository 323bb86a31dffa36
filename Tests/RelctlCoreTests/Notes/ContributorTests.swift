import RelctlCore
import Testing

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
            let history = try await repository.history()
            let changes = try await history.changes(of: "v1.1.0")
            #expect(changes.contributors.map(\.name) == ["Eve", "Bob", "Cleo", "Ada", "Dora"])
            #expect(Set(try await history.newContributors(of: changes).map(\.name)) == ["Eve", "Dora"])
            let first = try await history.changes(of: "v1.0.0")
            #expect(try await history.newContributors(of: first).count == 3)
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

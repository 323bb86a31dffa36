import TestSupport
import Testing

@testable import RelctlNotes

@Suite struct ReleasePeopleTests {
    private let ada = CommitIdentity(name: "Ada", email: "ada@example.org")
    private let bob = CommitIdentity(name: "Bob", email: "bob@example.org")

    private func named(_ person: CommitIdentity) -> String { "Co-Authored-By: \(person.name) <\(person.email)>" }

    @Test func thoseWithTheMostCommitsComeFirstThenByName() throws {
        let changes = try ReleaseSample.changes([
            ReleaseSample.commit("1", "a", author: bob), ReleaseSample.commit("2", "b", author: ada),
            ReleaseSample.commit("3", "c", author: bob),
            ReleaseSample.commit("4", "d", author: CommitIdentity(name: "Aaron", email: "a@example.org")),
            ReleaseSample.commit("5", "Merge", author: ada, parents: ["1", "2"], hidden: .merge),
        ])
        let people = ReleasePeople(newcomers: [bob]).contributors(to: changes)
        #expect(people.map(\.name) == ["Bob", "Aaron", "Ada"])
        #expect(people.map(\.commits) == [2, 1, 1])
        #expect(people.map(\.isNew) == [true, false, false])
    }

    @Test func coauthorsCountByWhatTheMailmapMakesOfThem() throws {
        let alias = CommitIdentity(name: "bobby", email: "b@old.example.org")
        let changes = try ReleaseSample.changes([
            ReleaseSample.commit("1", "a", author: ada, body: named(alias) + "\n" + named(ada)),
            ReleaseSample.commit("2", "b", author: ada, body: named(alias)),
        ])
        #expect(ReleasePeople.coauthors(in: changes) == [alias, ada])
        let people = ReleasePeople(newcomers: [bob], mapped: [alias: bob]).contributors(to: changes)
        #expect(people.map(\.name) == ["Ada", "Bob"])
        #expect(people.map(\.commits) == [2, 2])
        #expect(people.map(\.isNew) == [false, true])
    }

    @Test func oneAddressIsOnePerson() throws {
        let changes = try ReleaseSample.changes([
            ReleaseSample.commit("1", "a", author: CommitIdentity(name: "ada l", email: "ADA@example.org")),
            ReleaseSample.commit("2", "b", author: ada), ReleaseSample.commit("3", "c", author: ada),
        ])
        let people = ReleasePeople().contributors(to: changes)
        #expect(people.map(\.name) == ["Ada"])
        #expect(people.map(\.commits) == [3])
    }

    @Test(arguments: [
        ("dependabot[bot]", "49699333+dependabot[bot]@users.noreply.github.com", true, "dependabot[bot]"),
        ("Ada", "12+ada-l@users.noreply.github.com", false, "ada-l"),
        ("Ada", "ada@users.noreply.github.com", false, "ada"), ("Bot", "bot@example.org", false, nil),
        ("x", "1+a b@users.noreply.github.com", false, nil), ("renovate", "9+renovate[bot]@example.org", true, nil),
    ])
    func programsAndLoginsAreKnownByTheirAddresses(name: String, email: String, isBot: Bool, login: String?) throws {
        let person = CommitIdentity(name: name, email: email)
        let changes = try ReleaseSample.changes([ReleaseSample.commit("1", "a", author: person)])
        let people = ReleasePeople().contributors(to: changes)
        #expect(people.map(\.isBot) == [isBot])
        #expect(people.map(\.login) == [login])
    }
}

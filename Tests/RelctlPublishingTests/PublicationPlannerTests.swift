import TestSupport
import Testing

@testable import RelctlPublishing

@Suite struct PublicationPlannerTests {
    private let files = ["a", "b", "manifest.json"].map { name in
        PublishedFile(name: name, size: 3, sha256: Digest(of: Array(name.utf8)))
    }

    private func request(replaces: Bool = false) throws -> PublicationRequest {
        PublicationRequest(
            publisher: "forge",
            options: [:],
            release: ReleaseIdentity(
                name: "app",
                version: try Version("1.0.0"),
                tag: "v1.0.0",
                commit: "c",
                timestamp: 0
            ),
            files: files,
            folder: FilePath("dist"),
            project: FilePath("."),
            replaces: replaces
        )
    }

    private func draft(visible: Bool = false, own: Bool = true, immutable: Bool = false) -> RemoteRelease {
        RemoteRelease(id: "7", isVisible: visible, isOwn: own, isImmutable: immutable)
    }

    private func asset(_ name: String, _ id: String, of text: String? = nil, whole: Bool = true) -> RemoteAsset {
        RemoteAsset(name: name, id: id, size: 3, sha256: Digest(of: Array((text ?? name).utf8)), isComplete: whole)
    }

    private var rules: PublicationPlanner.Rules {
        PublicationPlanner.Rules(place: "the forge", subject: "v1.0.0", hasDraft: true, last: ["a"])
    }

    private func lines(
        _ state: PublicationState,
        _ rules: PublicationPlanner.Rules,
        replaces: Bool = false
    ) throws -> [String] {
        try PublicationPlanner(rules).actions(for: request(replaces: replaces), files: files, state).map {
            "\($0.verb) \($0.subject)\($0.remoteID.map { " " + $0 } ?? "")"
        }
    }

    @Test func whereNothingIsAllIsSentInADraftAndShownLast() throws {
        #expect(
            try lines(.absent, rules) == [
                "create draft v1.0.0", "upload b", "upload manifest.json", "upload a", "verify v1.0.0",
                "publish v1.0.0",
            ]
        )
    }

    @Test func whatIsThereIsSkippedAndWhatWasCutOffIsSentAgain() throws {
        let state = PublicationState(
            .partial,
            release: draft(),
            assets: [
                asset("a", "1"), asset("b", "2", whole: false), asset("b", "3", of: "other"), asset("stray", "4"),
            ]
        )
        #expect(
            try lines(state, rules) == [
                "delete stray 4", "delete broken asset b 2", "delete b 3", "upload b", "upload manifest.json",
                "skip a 1", "verify v1.0.0 7", "publish v1.0.0",
            ]
        )
    }

    @Test func whatIsAllThereNeedsNothing() throws {
        #expect(try lines(.identical, rules).isEmpty)
        var kept = rules
        kept.publishes = false
        let whole = PublicationState(
            .partial,
            release: draft(),
            assets: files.enumerated().map { asset($1.name, "\($0)") }
        )
        #expect(try lines(whole, kept).isEmpty)
        var changed = whole
        changed.remarks = ["its title is another"]
        #expect(try lines(changed, kept).suffix(2) == ["update v1.0.0 7", "verify v1.0.0 7"])
    }

    @Test(arguments: [(false, true), (true, false), (true, true)])
    func whatUsersSeeIsReplacedOnlyIfThatIsWantedAndAllowed(replaces: Bool, immutable: Bool) throws {
        let state = PublicationState(
            .different,
            release: draft(visible: true, immutable: immutable),
            assets: [asset("a", "1"), asset("b", "2", of: "other")]
        )
        guard immutable || !replaces else {
            let lines = try lines(state, rules, replaces: true)
            #expect(lines == ["delete b 2", "upload b", "upload manifest.json", "skip a 1", "verify v1.0.0 7"])
            return
        }
        let error = #expect(throws: RelctlError.self) { try lines(state, rules, replaces: replaces) }
        #expect(error?.code == .publicationExists)
        #expect(
            error?.causes.map { "\($0)" } == ["`b` has other contents", "`manifest.json` is missing"]
        )
        #expect(error?.hints.contains { $0.contains("immutable") } == immutable)
    }

    @Test func aSecondCopyOfTheSameBytesIsNoOtherRelease() {
        let bytes = Digest(of: Array("a".utf8))
        let files = ["a", "b"].map { PublishedFile(name: $0, size: 1, sha256: bytes) }
        func asset(_ name: String, _ id: String, _ digest: Digest = bytes) -> RemoteAsset {
            RemoteAsset(name: name, id: id, size: 1, sha256: digest)
        }
        let all = [asset("a", "1"), asset("b", "2")]
        #expect(PublicationPlanner.areDoubled(files, all + [asset("a", "3")]))
        #expect(!PublicationPlanner.areDoubled(files, all))
        #expect(!PublicationPlanner.areDoubled(files, [asset("a", "1"), asset("a", "3")]))
        #expect(!PublicationPlanner.areDoubled(files, all + [asset("a", "3", Digest(of: Array("x".utf8)))]))
        #expect(!PublicationPlanner.areDoubled(files, all + [asset("c", "3")]))
    }

    @Test func aStrangersDraftAndWhatCannotBeSeenAreLeftAlone() throws {
        let foreign = PublicationState(.different, release: draft(own: false), remarks: ["someone made it"])
        let error = #expect(throws: RelctlError.self) { try lines(foreign, rules, replaces: true) }
        #expect(error?.code == .publicationExists)
        let unknown = PublicationState(.unknown, remarks: ["no answer"])
        #expect(throws: RelctlError.self) { try lines(unknown, rules) }
    }
}

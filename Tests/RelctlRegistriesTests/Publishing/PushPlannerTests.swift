import TestSupport
import Testing

@testable import RelctlPublishing
@testable import RelctlPushing
@testable import RelctlRegistries

/// What is left to push is decided from what was found, and nothing else.
@Suite struct PushPlannerTests {
    private func blob(_ name: String) -> ContentDescriptor { ContentDescriptor(.layer, of: Array(name.utf8)) }

    private func node(_ name: String, _ blobs: [String], children: [ContentDescriptor] = []) -> ContentGraph.Node {
        ContentGraph.Node(
            descriptor: ContentDescriptor(children.isEmpty ? .imageManifest : .imageIndex, of: Array(name.utf8)),
            children: children,
            blobs: blobs.map(blob)
        )
    }

    private func graph(_ name: String = "root", layers: [String] = ["base", "own"]) -> ContentGraph {
        let image = node("image of \(name)", layers)
        let root = node(name, [], children: [image.descriptor])
        var referrer = node("bill of \(name)", ["{}"])
        referrer.subject = root.descriptor.digest
        return ContentGraph(root: root.descriptor, manifests: [image, root], referrers: [referrer])
    }

    private func wanted(
        _ tags: [PushTag],
        at path: String = "acme/app",
        _ graph: ContentGraph? = nil
    ) throws -> PushTarget {
        let repository = try RepositoryName(registry: "ghcr.io", path: path)
        return PushTarget(path, graph ?? self.graph(), to: repository, tags: tags)
    }

    private func release(_ version: String, isSnapshot: Bool = false) throws -> ReleaseIdentity {
        ReleaseIdentity(
            name: "app",
            version: try Version(version),
            tag: "v\(version)",
            commit: "",
            timestamp: 0,
            isSnapshot: isSnapshot
        )
    }

    private func whole(_ target: PushTarget) -> PushObservation {
        var found = PushObservation()
        found.manifests = Set(target.content.nodes.map(\.descriptor.digest))
        found.listed = Set(target.content.referrers.map(\.descriptor.digest))
        for tag in target.tags { found.tags[tag.name] = FoundTag(digest: target.content.root.digest) }
        return found
    }

    @Test func whereNothingIsBlobsComeFirstAndTagsLast() throws {
        let target = try wanted(PushTag.tags(["1.2.3", "1.2", "latest"], of: release("1.2.3")))
        let actions = try PushPlanner().actions([ObservedPush(target: target, found: PushObservation())])
        let verbs: [PublicationAction.Verb] = [
            .upload, .upload, .upload, .upload, .upload, .attach, .publish, .publish, .publish,
        ]
        #expect(actions.map(\.verb) == verbs)
        let manifests = target.content.nodes.map { target.reference($0.descriptor.digest) }
        #expect(actions.map(\.subject)[3...5] == manifests[...])
        #expect(actions.suffix(3).map(\.subject) == ["1.2.3", "1.2", "latest"].map { "ghcr.io/acme/app:\($0)" })
    }

    @Test func whereAllIsNothingIsLeft() throws {
        let target = try wanted(PushTag.tags(["1.2.3", "1.2"], of: release("1.2.3")))
        var observed = ObservedPush(target: target, found: whole(target))
        #expect(try PushPlanner().actions([observed]).isEmpty)
        // A referrer that is there and that nobody finds is attached anew.
        observed.found.listed = []
        let left = try PushPlanner().actions([observed]).filter { $0.verb != .skip }
        #expect(left.map(\.verb) == [.attach])
    }

    @Test func theTagOfAVersionIsMovedOnlyWhereThatIsWanted() throws {
        let target = try wanted(PushTag.tags(["1.2.3", "latest"], of: release("1.2.3")))
        var found = whole(target)
        let other = ContentDigest(of: Array("other".utf8))
        found.tags["1.2.3"] = FoundTag(digest: other)
        let observed = ObservedPush(target: target, found: found)
        let error = #expect(throws: RelctlError.self) { try PushPlanner().actions([observed]) }
        #expect(error?.code == .publicationExists)
        #expect(error?.description.contains("`ghcr.io/acme/app:1.2.3` leads to `\(other)`") == true)
        let actions = try PushPlanner(replacing: true).actions([observed]).filter { $0.verb != .skip }
        #expect(actions.map(\.verb) == [.replace] && actions.map(\.subject) == ["ghcr.io/acme/app:1.2.3"])
        #expect(try RegistryObservation([observed]).state.verdict == .different)
    }

    @Test(arguments: [("1.2.2", true), ("1.2.3", true), ("1.2.4", false), ("2.0.0", false), ("1.3.0-rc.1", false)])
    func tagsThatFollowVersionsNeverGoBack(found version: String, moves: Bool) throws {
        let target = try wanted(PushTag.tags(["1.2.3", "latest"], of: release("1.2.3")))
        var found = whole(target)
        let other = ContentDigest(of: Array("other".utf8))
        found.tags["latest"] = FoundTag(digest: other, version: try Version(version))
        let actions = try PushPlanner().actions([ObservedPush(target: target, found: found)])
        #expect(actions.filter { $0.verb != .skip }.map(\.verb) == (moves ? [.move] : []))
        // Nothing being left is a release that is whole, wherever `latest` is.
        #expect(
            try RegistryObservation([ObservedPush(target: target, found: found)]).state.verdict
                == (moves ? .partial : .identical)
        )
    }

    @Test func aTagThatNamesNoVersionMovesEvenWhereItIsTheFirst() throws {
        let target = try wanted(PushTag.tags(["stable", "1.2.3"], of: release("1.2.3")))
        var found = whole(target)
        found.tags["stable"] = FoundTag(digest: ContentDigest(of: Array("other".utf8)), version: try Version("1.2.2"))
        let actions = try PushPlanner().actions([ObservedPush(target: target, found: found)])
        #expect(actions.filter { $0.verb != .skip }.map(\.verb) == [.move])
    }

    @Test func anUploadThatAMountMaySpareSaysSo() throws {
        var target = try wanted([PushTag("1.0.0", .fixed)])
        target.sources = ["library/base"]
        let actions = try PushPlanner().actions([ObservedPush(target: target, found: PushObservation())])
        let blobs = actions.filter { $0.verb == .upload && $0.parameters?["from"] != nil }
        #expect(!blobs.isEmpty && blobs.allSatisfy { $0.reason == "unless `library/base` has it" }, "\(actions)")
    }

    @Test func repositoriesOfOneRegistryTakeBlobsOverFromEachOther() throws {
        let tags = [PushTag("1.0.0", .fixed)]
        let (one, two) = (
            try wanted(tags, at: "acme/app"),
            try wanted(tags, at: "acme/init", graph("init", layers: ["base", "more"]))
        )
        let observed = [one, two].map { ObservedPush(target: $0, found: PushObservation()) }
        let actions = try PushPlanner().actions(observed)
        let mounts = actions.filter { $0.verb == .mount }
        #expect(mounts.map(\.subject) == [two.reference(blob("base").digest), two.reference(blob("{}").digest)])
        #expect(mounts.allSatisfy { $0.parameters == ["from": "acme/app"] && $0.size == nil })
        let last = actions.lastIndex { $0.verb == .upload && $0.subject == two.reference(blob("more").digest) }
        let first = try #require(actions.firstIndex { $0.verb == .mount })
        #expect(try #require(last) < first)
        // Two images in one repository send what they share once.
        let same = try wanted([PushTag("1.0.0-alpine", .fixed)], graph("init", layers: ["base", "more"]))
        let once = try PushPlanner().actions([one, same].map { ObservedPush(target: $0, found: PushObservation()) })
        #expect(once.count { $0.subject == one.reference(blob("base").digest) } == 1)
    }

    @Test func whatIsThereOfAPushThatWasCutOffIsLeftAlone() throws {
        let target = try wanted([PushTag("1.0.0", .fixed)])
        var found = PushObservation()
        found.blobs = [blob("base").digest]
        let observed = ObservedPush(target: target, found: found)
        let actions = try PushPlanner().actions([observed])
        #expect(actions.filter { $0.verb == .skip }.map(\.subject) == [target.reference(blob("base").digest)])
        #expect(try RegistryObservation([observed]).state.verdict == .partial)
        #expect(
            try RegistryObservation([ObservedPush(target: target, found: PushObservation())]).state.verdict == .absent
        )
        #expect(try RegistryObservation([observed]).found == [observed])
    }

    @Test func tagsAreOfAVersionOrFollowIt() throws {
        let tags = PushTag.tags(["v1.2.3_b-alpine", "1.2-alpine", "alpine"], of: try release("1.2.3+b"))
        #expect(tags[0].rule == .fixed)
        guard case .forward(let version, let form) = tags[1].rule else {
            Issue.record("it does not follow versions")
            return
        }
        #expect(try version == Version("1.2.3+b") && form == TagForm("v1.2.3_b-alpine", version: "1.2.3_b"))
        let snapshot = PushTag.tags(
            ["1.2.4-SNAPSHOT.g1", "edge"],
            of: try release("1.2.4-SNAPSHOT.g1", isSnapshot: true)
        )
        #expect(snapshot.map(\.rule) == [.fixed, .free])
    }

    @Test(arguments: [("1.2", "1.2.10"), ("1", "1.3.0"), ("latest", "10.0.0"), ("3", nil), ("1.20", nil)])
    func theHighestVersionOfALineIsTold(tag: String, highest: String?) throws {
        let form = TagForm("1.2.3", version: "1.2.3")
        let tags = [
            "1.2.9", "1.2.10", "1.3.0", "1.4.0-rc.1", "10.0.0", "latest", "1.2.11-alpine", "01.2.3", "1.2", "x",
        ]
        #expect(form.highest(among: tags, for: tag)?.description == highest)
        let alpine = TagForm("1.2.3-alpine", version: "1.2.3")
        #expect(alpine.highest(among: tags, for: "1.2-alpine")?.description == "1.2.11")
    }
}

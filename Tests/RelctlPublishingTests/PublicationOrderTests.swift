import Synchronization
import TestSupport
import Testing

@testable import RelctlPublishing

@Suite struct PublicationOrderTests {
    private final class Seen: Sendable {
        let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private struct Failure: Error {}

    /// Runs places as the executor does: each prepares, may fail, appears.
    private func run(
        _ places: [PublicationOrder.Place],
        failing: Set<String> = []
    ) async -> (seen: [String], held: [String]) {
        let order = PublicationOrder(places)
        let (seen, held) = (Seen(), Seen())
        await withTaskGroup(of: Void.self) { group in
            for (index, place) in places.enumerated() {
                group.addTask {
                    do {
                        try await order.begin(index)
                        await Task.yield()
                        if failing.contains(place.name) { throw Failure() }
                        try await order.appear(index)
                        seen.add(place.name)
                        await order.end(index, succeeded: true)
                    } catch {
                        if error is PublicationOrder.Held { held.add(place.name) }
                        await order.end(index, succeeded: false)
                    }
                }
            }
        }
        return (seen.lines.withLock(\.self), held.lines.withLock(\.self))
    }

    private func place(_ name: String, after: [String] = [], for ever: Bool = false) -> PublicationOrder.Place {
        PublicationOrder.Place(name: name, after: after, isReversible: !ever)
    }

    @Test func whatCannotBeTakenBackAppearsLastInTheOrderOfTheConfiguration() async {
        for _ in 0..<50 {
            let result = await run([place("forge", for: true), place("other", for: true), place("s3"), place("web")])
            #expect(Set(result.seen.prefix(2)) == ["s3", "web"])
            #expect(result.seen.suffix(2) == ["forge", "other"])
        }
    }

    @Test func aFailureHoldsWhatCannotBeTakenBackAndWhatComesAfterAlone() async {
        let places = [place("forge", for: true), place("s3"), place("web"), place("mail", after: ["s3"])]
        let result = await run(places, failing: ["s3"])
        #expect(result.seen == ["web"])
        #expect(Set(result.held) == ["forge", "mail"])
    }

    @Test func whatComesAfterSomethingForEverDoesNotHoldItUp() async {
        for _ in 0..<50 {
            // `index` waits for `forge`, which waits for `other` before it in the list, which must not wait for `index`.
            let places = [
                place("index", after: ["forge"]), place("other", for: true), place("forge", for: true), place("s3"),
            ]
            let result = await run(places)
            #expect(result.seen == ["s3", "other", "forge", "index"])
        }
    }

    @Test func aCancelledRunEnds() async {
        let order = PublicationOrder([place("a"), place("b", after: ["a"])])
        let task = Task { try await order.begin(1) }
        await Task.yield()
        task.cancel()
        // The one that it waits for ends, cancelled too.
        await order.end(0, succeeded: false)
        await #expect(throws: (any Error).self) { try await task.value }
    }
}

/// Decides which publication may begin when, and when what it prepared may be seen.
///
/// What can be taken back may be seen at once. What cannot is seen last of all: when every other publication that does
/// not come after it is done, or waits for the same; and not at all if one of them failed.
actor PublicationOrder {
    private let places: [Place]
    private var states: [State]
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// A publication as its order sees it.
    struct Place: Sendable {
        /// Its name, which others may come after.
        var name: String
        /// The names of those that it comes after.
        var after: [String]
        /// Whether it can be taken back.
        var isReversible: Bool
    }

    /// Why a publication did not go on, which is no failure of its own.
    struct Held: Error, CustomStringConvertible {
        let description: String
        /// Whether all is there but for being seen.
        let isPrepared: Bool
    }

    private enum State {
        case pending, running, ready, succeeded, failed

        var isEnded: Bool { self == .succeeded || self == .failed }
    }

    init(_ places: [Place]) {
        self.places = places
        states = places.map { _ in .pending }
    }

    /// Returns when all that this one comes after is done.
    ///
    /// - Throws: ``Held`` if one of them failed; `CancellationError` if the task was cancelled.
    func begin(_ index: Int) async throws {
        let before = places.indices.filter { places[index].after.contains(places[$0].name) }
        try await wait { before.allSatisfy { states[$0].isEnded } }
        if let failed = before.first(where: { states[$0] == .failed }) {
            throw Held(
                description: "`\(places[index].name)` was not begun: it comes after `\(places[failed].name)`",
                isPrepared: false
            )
        }
        states[index] = .running
    }

    /// Returns when what a publication prepared may be seen.
    ///
    /// - Throws: ``Held`` if that must not be in this run; `CancellationError` if the task was cancelled.
    func appear(_ index: Int) async throws {
        guard !places[index].isReversible else { return }
        states[index] = .ready
        wake()
        let others = places.indices.filter { $0 != index && !comesAfter($0, index) }
        try await wait { others.allSatisfy { isOutOfTheWay($0, of: index) } }
        if let failed = others.first(where: { states[$0] == .failed }) {
            throw Held(
                description: "`\(places[index].name)` is prepared and not yet to be seen, because `"
                    + "\(places[failed].name)` failed",
                isPrepared: true
            )
        }
        states[index] = .running
    }

    /// Whether a publication need not be waited for any more: it is done, it waits for its own turn, which comes later
    /// in the configuration's order, or it cannot begin before one that waits.
    private func isOutOfTheWay(_ other: Int, of index: Int) -> Bool {
        switch states[other] {
        case .succeeded, .failed: true
        case .ready: other > index
        case .pending: places.indices.contains { states[$0] == .ready && comesAfter(other, $0) }
        case .running: false
        }
    }

    /// Notes how a publication ended.
    func end(_ index: Int, succeeded: Bool) {
        states[index] = succeeded ? .succeeded : .failed
        wake()
    }

    /// Whether a publication comes after another, directly or not.
    private func comesAfter(_ one: Int, _ other: Int) -> Bool {
        var (found, open) = (Set<Int>(), [one])
        while let place = open.popLast() {
            for before in places.indices where places[place].after.contains(places[before].name) {
                if before == other { return true }
                if found.insert(before).inserted { open.append(before) }
            }
        }
        return false
    }

    private func wait(until isEnough: () -> Bool) async throws {
        while !isEnough() {
            try Task.checkCancellation()
            await withCheckedContinuation { waiting.append($0) }
        }
        try Task.checkCancellation()
    }

    /// Lets everyone who waits look again; a cancelled publication ends, which wakes the others.
    private func wake() {
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }
}

/// Runs `body` over `items`, at most `width` at a time, and returns the results in the order of `items`.
///
/// The first failure cancels the rest and is thrown. Let `body` return a `Result` where all failures shall be known. Once
/// the task is cancelled nothing more is begun.
///
/// - Throws: What `body` throws; `CancellationError` if something was not begun.
package func mapConcurrently<Item: Sendable, Value: Sendable>(
    _ items: [Item],
    width: Int,
    _ body: @escaping @Sendable (Item) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (Int, Value).self) { group in
        var waiting = items.enumerated().makeIterator()
        var results = [Value?](repeating: nil, count: items.count)
        for _ in 0..<max(1, width) {
            guard let (index, item) = waiting.next() else { break }
            group.addTask { (index, try await body(item)) }
        }
        while let (index, value) = try await group.next() {
            results[index] = value
            guard let (index, item) = waiting.next() else { continue }
            try Task.checkCancellation()
            group.addTask { (index, try await body(item)) }
        }
        return results.compactMap(\.self)
    }
}

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The machine's clocks.
package struct LiveClock: WallClock {
    private let start = ContinuousClock.now

    /// Uptime counts from here.
    package init() {}

    package var secondsSinceEpoch: Int64 { Int64(time(nil)) }

    package var uptime: Duration { start.duration(to: .now) }

    package func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}

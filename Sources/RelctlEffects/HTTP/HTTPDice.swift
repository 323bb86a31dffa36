import Synchronization

/// Draws the waits between attempts: from zero to a bound that doubles, so that those who failed together do not come
/// back together ("full jitter").
package final class HTTPDice: Sendable {
    private let state: Mutex<UInt64?>

    /// The same waits for the same seed; without one, the system's generator.
    package init(seed: UInt64?) { state = Mutex(seed) }

    /// How long to wait after the attempt of that number, from 1.
    package func delay(after attempt: Int, _ policy: HTTPPolicy) -> Duration {
        let bound = min(policy.longestDelay, policy.firstDelay * (1 << min(max(attempt, 1) - 1, 20)))
        let milliseconds = max(0, Int64(bound / .milliseconds(1)))
        return .milliseconds(Int64(fraction() * Double(milliseconds)))
    }

    /// A number from 0 to below 1.
    private func fraction() -> Double {
        let bits: UInt64 = state.withLock { seed in
            guard var state = seed else { return UInt64.random(in: .min ... .max) }
            // SplitMix64 (Steele, Lea and Flood 2014).
            state &+= 0x9e37_79b9_7f4a_7c15
            seed = state
            let mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
            let more = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return more ^ (more >> 31)
        }
        return Double(bits >> 11) / Double(UInt64(1) << 53)
    }
}

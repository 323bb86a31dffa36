extension Sequence<UInt64> {
    /// All of them together, or the largest number where that is larger: sizes that others wrote may be any.
    package var saturatingSum: UInt64 {
        reduce(0) { sum, number in
            let (sum, overflows) = sum.addingReportingOverflow(number)
            return overflows ? .max : sum
        }
    }
}

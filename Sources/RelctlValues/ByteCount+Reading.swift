extension ByteCount {
    /// Reads a number of bytes as people write it: digits, with a fraction or without, and a unit (`B`, `kB` or `KB`,
    /// `MB`, `GB` for powers of 1000; `KiB`, `MiB`, `GiB` for powers of 1024); nothing for any other text, such as a
    /// number alone.
    package init?(_ text: some StringProtocol) {
        let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        let unit = text.dropFirst(number.count).drop { $0 == " " }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let factor = Self.units[String(unit)], let whole = UInt64(parts[0]),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && !$0.isEmpty })
        else { return nil }
        let (product, isTooLarge) = whole.multipliedReportingOverflow(by: factor)
        guard !isTooLarge else { return nil }
        var bytes = product
        if parts.count == 2 {
            guard parts[1].utf8.count <= 6, let digits = UInt64(parts[1]) else { return nil }
            let scale = (0..<parts[1].utf8.count).reduce(UInt64(1)) { scale, _ in scale * 10 }
            let (sum, overflows) = product.addingReportingOverflow(digits * factor / scale)
            guard !overflows else { return nil }
            bytes = sum
        }
        self.init(bytes)
    }

    private static let units: [String: UInt64] = [
        "B": 1, "kB": 1000, "KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000,
        "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
    ]
}

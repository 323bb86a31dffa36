extension [UInt8] {
    /// Appends a number with its least significant byte first, in as many bytes as its type has.
    package mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    package var isLetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}

extension ChecksumSettings {
    private typealias Key = ConfigurationKeyShape

    /// The keys of `checksums`.
    package static let shape = ObjectShape(
        Key("sidecars", "Whether each archive gets a `.sha256` beside it.", .flag).standard(.flag(true)),
        Key(
            "combined",
            "The name of the file that lists all checksums; `false` for none.",
            .either([.text(.checksumListName), .off])
        ).standard(.text("SHA256SUMS"))
    )

    /// Reads `checksums` from a completed text.
    package init(reading node: JSONNode?) {
        self.init(sidecars: node?["sidecars"]?.flag ?? true, combined: node?["combined"]?.text)
    }
}

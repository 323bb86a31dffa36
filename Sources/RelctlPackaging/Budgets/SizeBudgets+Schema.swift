extension SizeBudgets {
    private typealias Key = ConfigurationKeyShape

    /// The keys of one of the `binaries`.
    package static let binaryShape = ObjectShape(
        Key("name", "The program's name.", .text(.binaryName)).required().example(.text("tool")),
        Key.budget("What it may have on each platform; without it, any size.")
    )

    /// Reads the budgets of a completed text.
    package init(reading root: JSONNode) {
        self.init(archive: root["archive"]?["budget"]?.byteCount)
        for binary in root["binaries"]?.items ?? [] {
            guard let name = binary["name"]?.text else { continue }
            binaries[name] = binary["budget"]?.byteCount
        }
    }
}

extension ConfigurationKeyShape {
    /// The key `budget`: the bytes that something may have.
    package static func budget(_ summary: String) -> Self {
        Self("budget", summary, .text(.byteCount)).example(.text("50MB"))
    }
}

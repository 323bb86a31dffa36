/// A version that a release replaced, and what shows that a text means it and no other thing's version.
struct ReplacedVersion: Sendable, Hashable {
    /// The repository that was released.
    let repository: String
    /// The version before.
    let old: String
    /// The version now.
    let new: String
    /// What the repository and its packages are called, folded.
    var names: Set<[UInt8]>
    /// What stands before the version where the release changed it, such as `ffi-version`, folded.
    let keys: Set<[UInt8]>

    /// What a plan says of a repository; nothing where it had no version before, or has it still.
    init?(_ repository: PlannedRepository, in plan: WorkspacePlan) {
        guard repository.action != .unchanged, let previous = repository.previous?.description,
            previous != repository.version.description, VersionWord.isTelling(previous)
        else { return nil }
        self.repository = repository.name
        (old, new) = (previous, repository.version.description)
        names = Set(Self.names(of: repository).map(FoldedText.fold))
        keys = Self.keys(saying: Array(previous.utf8), in: plan)
        drop()
    }

    /// Takes further names, such as those of packages.
    mutating func add(names more: [String]) {
        names.formUnion(more.map(FoldedText.fold))
        drop()
    }

    /// One or two letters are words of many languages.
    private mutating func drop() { names = names.filter { $0.count >= 3 } }

    /// What a repository and its packages are called, as far as the plan says.
    static func names(of repository: PlannedRepository) -> [String] {
        var remote = repository.url.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? ""
        if remote.hasSuffix(".git") { remote.removeLast(4) }
        let packages = repository.ready.compactMap { readiness in
            if case .registry(let registry) = readiness.condition { registry.package } else { nil }
        }
        let artifacts = packages.compactMap { $0.split(separator: ":").last.map(String.init) }
        return [repository.name, remote] + packages + artifacts
    }

    // MARK: Keys

    /// Keys that say nothing of whose version it is.
    private static let general = Set(
        ["version", "tag", "ref", "rev", "revision", "image", "from", "name", "uses", "release", "url", "value"]
            .map { Array($0.utf8) }
    )

    /// The keys of lines that the release changed, where they said this version.
    private static func keys(saying version: [UInt8], in plan: WorkspacePlan) -> Set<[UInt8]> {
        var keys: Set<[UInt8]> = []
        for change in plan.repositories.flatMap(\.changes) {
            for line in change.diff.utf8.split(separator: UInt8(ascii: "\n")) {
                guard line.first == UInt8(ascii: "-"), !line.starts(with: "--- ".utf8) else { continue }
                let bytes = Array(line.dropFirst())
                for place in VersionWord.places(of: version, in: bytes[...]) {
                    guard let key = key(before: place, in: bytes), key.count >= 4, !general.contains(key) else {
                        continue
                    }
                    keys.insert(key)
                }
            }
        }
        return keys
    }

    /// Marks that may stand between a key and its version.
    private static let filling = Set("\"'`^~=:<>(!,@ \t".utf8)

    /// What is set to the version that stands here, folded: `FFI_VERSION: "`, `core = "^`, `<core.version>`.
    static func key(before place: Int, in line: [UInt8]) -> [UInt8]? {
        var end = place
        if end > 0, line[end - 1] == UInt8(ascii: "v") { end -= 1 }
        while end > 0, filling.contains(line[end - 1]) { end -= 1 }
        var start = end
        while start > 0, FoldedText.isPart(line[start - 1]) { start -= 1 }
        let words = FoldedText.fold(line[start..<end]).split(separator: UInt8(ascii: "-"))
        return words.isEmpty ? nil : Array(words.joined(separator: [UInt8(ascii: "-")]))
    }
}

/// Names as they are spelt in code, files and addresses: `Core_SDK` and `core-sdk` are the same.
enum FoldedText {
    /// The same number of bytes, in lower case, with `-` for `_`, `.` and blanks.
    static func fold(_ text: String) -> [UInt8] { fold(Array(text.utf8)[...]) }

    static func fold(_ text: ArraySlice<UInt8>) -> [UInt8] {
        text.map { byte in
            switch byte {
            case 0x41...0x5A: byte + 0x20
            case UInt8(ascii: "_"), UInt8(ascii: "."), 0x20: UInt8(ascii: "-")
            default: byte
            }
        }
    }

    /// Whether a byte may stand in a key.
    static func isPart(_ byte: UInt8) -> Bool {
        VersionWord.isLetterOrDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }
}

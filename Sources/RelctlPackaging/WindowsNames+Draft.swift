extension WindowsNames {
    /// Everything in an archive that Windows cannot unpack, in the order of the entries.
    static func problems(in draft: ArchiveDraft) -> [RelctlError] {
        var problems: [RelctlError] = []
        var seen: [[UInt8]: RelativePath] = [:]
        for path in draft.items.keys.sorted() {
            guard let item = draft.items[path] else { continue }
            if let reason = problem(with: path.lastComponent) {
                problems.append(
                    RelctlError(
                        "cannot put `\(draft.shown(path))` into an archive for Windows: \(reason)",
                        place: item.place
                    )
                )
            }
            // Parents as they are: where they differ in case alone, that was said of them.
            let key = Array((path.parent?.string ?? "").utf8) + [UInt8(ascii: "/")] + folded(path.lastComponent)
            guard let other = seen.updateValue(path, forKey: key) else { continue }
            problems.append(
                RelctlError(
                    "cannot put `\(draft.shown(path))` into an archive for Windows: "
                        + "`\(draft.shown(other))` differs from it in case alone",
                    place: item.place
                )
            )
        }
        return problems
    }
}

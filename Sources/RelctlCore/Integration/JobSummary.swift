/// What was made, as people read it on the page of a workflow's run: GitHub Flavored Markdown.
package enum JobSummary {
    /// Rows of a table; GitHub takes 1 MiB, which names of any length could fill.
    private static let rowLimit = 1000

    /// The tables of what people download, and of images, with sizes and digests.
    package static func markdown(of manifest: Manifest) -> String {
        let release = manifest.release
        let kind =
            release.isSnapshot
            ? ", a trial that no tag stands for" : release.version.isPrerelease ? ", a pre-release" : ""
        var lines = ["## \(Markdown.prose(release.name)) \(Markdown.prose(release.version.description))", ""]
        lines.append("\(Markdown.code(release.tag)), made of \(Markdown.code(release.commit))\(kind)")
        lines += table(
            ["File", "Platform", "Size", "SHA-256"],
            manifest.downloads.map { artifact in
                [
                    Markdown.code(artifact.name), artifact.target.map { Markdown.code($0.text) } ?? "",
                    ByteCount(artifact.size).description, Markdown.code(artifact.sha256.hexadecimal),
                ]
            }
        )
        lines += table(
            ["Image", "Platform", "Size", "Digest"],
            (manifest.images ?? []).flatMap { image in
                let tag = image.tags.first.map { ":" + $0 } ?? ""
                return [[Markdown.code((image.names.first ?? image.id) + tag), "", "", code(image.digest)]]
                    + image.platforms.map {
                        ["", Markdown.code($0.platform), ByteCount($0.size).description, code($0.digest)]
                    }
            }
        )
        return lines.map { $0 + "\n" }.joined()
    }

    private static func code(_ digest: Digest) -> String { Markdown.code("sha256:" + digest.hexadecimal) }

    private static func table(_ head: [String], _ rows: [[String]]) -> [String] {
        guard !rows.isEmpty else { return [] }
        func line(_ cells: [String]) -> String { "| " + cells.map(Markdown.cell).joined(separator: " | ") + " |" }
        let rule = head.map { $0 == "Size" ? "---:" : "---" }
        let more = rows.count - rowLimit
        return ["", line(head), line(rule)] + rows.prefix(rowLimit).map(line)
            + (more > 0 ? ["", "and \(more) more, which `manifest.json` names"] : [])
    }
}

/// The folders that publications take for themselves, each for one release alone.
enum FolderPlaces {
    /// Makes sure that no publication's folder is another's, or lies in it.
    ///
    /// Such folders could not both hold what they should: one of the publications would fail, at every run. Links among
    /// the folders are not followed here.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid`, with the place of the later publication.
    static func requireApart(_ requests: [PublicationRequest], in project: FilePath) throws {
        var known: [(parts: [[UInt8]], request: PublicationRequest)] = []
        var problems: [any Error] = []
        for request in requests where request.publisher == DirectoryPublisher.id {
            guard let path = request.options["path"]?.asText, !path.isEmpty else { continue }
            let parts = normalized(project.appending(path))
            if let other = known.first(where: { $0.parts.starts(with: parts) || parts.starts(with: $0.parts) }) {
                let name = "`\(other.request.options["path"]?.asText ?? "")`"
                let folder = "the folder \(name)" + (other.request.place.map { " (\($0))" } ?? "")
                let relation =
                    if other.parts == parts {
                        "it is \(folder)"
                    } else if other.parts.count < parts.count {
                        "it lies in \(folder)"
                    } else { "\(folder) lies in it" }
                problems.append(
                    RelctlError(
                        "cannot publish to the folder `\(path)`: \(relation)",
                        code: .configurationInvalid,
                        place: request.place,
                        hints: ["each publication needs a folder of its own, beside the others"]
                    )
                )
            }
            known.append((parts, request))
        }
        try RelctlError.throwAll(problems, "cannot publish to \(problems.count) folders")
    }

    /// The path's names, `.` and `..` resolved as far as that can be done without looking.
    private static func normalized(_ path: FilePath) -> [[UInt8]] {
        var parts: [Substring] = []
        for part in path.string.splitAtSlashes() where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return parts.map { Array($0.utf8) }
    }
}

/// What no shape can say about `publish`.
extension PublicationSettings {
    /// Publications come after others that are there, and never after themselves.
    package static func check(_ publications: [Self], _ report: inout ConfigurationReport) {
        let names = publications.map { $0.name ?? $0.publisher }
        let path = ConfigurationPath().key("publish")
        for (publication, own) in zip(publications, names) {
            for name in publication.after where !names.contains(name) {
                report.add(
                    "`\(path)`: `after` names `\(name)`, which is no publication",
                    at: publication.place,
                    path,
                    hints: ["publications: " + names.joined(separator: ", ")]
                )
            }
            let ambiguous = publication.after.filter { name in names.count { $0 == name } > 1 }
            for name in ambiguous {
                let message =
                    "`\(path)`: `after` names `\(name)`, and \(names.count { $0 == name }) publications are called so"
                let hints = ["give each of them a `name` of its own"]
                report.add(message, at: publication.place, path, hints: hints)
            }
            guard ambiguous.isEmpty, follows(own, publication.after, names, publications) else { continue }
            let message = "`\(path)`: `\(own)` comes after itself"
            report.add(message, at: publication.place, path)
        }
    }

    /// Whether `name` is among those that must be done before it.
    private static func follows(
        _ name: String,
        _ after: [String],
        _ names: [String],
        _ publications: [Self]
    ) -> Bool {
        var (found, open) = (Set<String>(), after)
        while let one = open.popLast() {
            if one == name { return true }
            guard found.insert(one).inserted else { continue }
            for (publication, own) in zip(publications, names) where own == one {
                open += publication.after
            }
        }
        return false
    }
}

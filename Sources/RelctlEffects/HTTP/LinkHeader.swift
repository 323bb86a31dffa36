/// The `Link` header of a list's page (RFC 8288), as far as lists use it.
package enum LinkHeader {
    /// The address of the next page, if there is one.
    package static func next(in headers: HTTPFields) -> String? {
        for value in headers.all(named: "Link") {
            for link in value.matches(of: /<([^<>]*)>\s*((?:;\s*[^,;]*)*)/) {
                let parameters = link.output.2.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\"" } }
                if parameters.contains(where: { $0.lowercased() == "rel=next" }) { return String(link.output.1) }
            }
        }
        return nil
    }
}

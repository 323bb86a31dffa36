/// Addresses of remotes (https://git-scm.com/docs/git-push#_git_urls).
package enum GitRemote {
    /// An address as git takes it from any folder: a relative path is made an absolute one.
    package static func resolved(_ url: String, in folder: FilePath) -> String {
        guard !url.hasPrefix("/"), !url.contains("://"), host(ofShort: url) == nil else { return url }
        return "/" + steps(of: folder.appending(url).string).joined(separator: "/")
    }

    /// An address without the name and password that one is let in with over HTTP.
    package static func shown(_ url: String) -> String {
        guard let scheme = url.firstRange(of: "://"), url[..<scheme.lowerBound].lowercased().hasPrefix("http") else {
            return url
        }
        let rest = url[scheme.upperBound...]
        let (_, host) = split(rest.prefix { $0 != "/" })
        return "\(url[..<scheme.upperBound])\(host)\(rest.drop { $0 != "/" })"
    }

    /// What stands before the colon of `HOST:PATH`; nothing for a path, in which a colon comes after a slash.
    package static func host(ofShort url: String) -> Substring? {
        let beginning = url.prefix { $0 != "/" }
        let end = beginning.lastIndex(of: "]") ?? beginning.startIndex
        return beginning[end...].firstIndex(of: ":").map { beginning[..<$0] }
    }

    /// A user's name, where one is named, and the host.
    package static func split(_ place: Substring) -> (user: Substring?, host: Substring) {
        guard let at = place.lastIndex(of: "@") else { return (nil, place) }
        return (place[..<at], place[place.index(after: at)...])
    }

    /// The names in a path, without `.` and `..`.
    package static func steps(of path: String) -> [String] {
        var steps: [String] = []
        for step in path.splitAtSlashes().map(String.init) where step != "." && !step.isEmpty {
            if step == "..", !steps.isEmpty { steps.removeLast() } else { steps.append(step) }
        }
        return steps
    }
}

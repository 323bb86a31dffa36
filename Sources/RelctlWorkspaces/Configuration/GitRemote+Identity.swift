/// One repository by its many addresses.
extension GitRemote {
    /// What all spellings of the address of one repository have in common, whatever the protocol; nothing else does.
    ///
    /// Of names of users only those count that say whose home folder a path is told from.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - folder: What a relative path is told from.
    ///   - real: The path of a file or folder on this machine without links; nothing where it is not there.
    /// - Returns: The same text for all spellings.
    static func identity(
        of url: String,
        in folder: FilePath,
        real: (FilePath) -> FilePath? = { _ in nil }
    ) -> String {
        let url = resolved(url, in: folder)
        if let scheme = url.firstRange(of: "://") {
            let name = url[..<scheme.lowerBound].lowercased()
            let rest = decoded(url[scheme.upperBound...])
            // git takes a file from this machine, whichever host is named.
            guard name != "file" else { return local(String(rest.drop { $0 != "/" }), real) }
            let (user, host) = split(rest.prefix { $0 != "/" })
            return identity(host.lowercased(), ports[name], user, steps(of: String(rest.drop { $0 != "/" })))
        }
        guard let place = host(ofShort: url) else { return local(url, real) }
        let (user, host) = split(place)
        let rest = url.dropFirst(place.count + 1)
        // As `scp` has it, a path without a slash is told from the user's home folder.
        return identity(host.lowercased(), nil, user, (rest.hasPrefix("/") ? [] : ["~"]) + steps(of: String(rest)))
    }

    private static func identity(_ host: String, _ port: String?, _ user: Substring?, _ steps: [String]) -> String {
        // A point at the end says that the name is whole.
        let whole = host.hasSuffix(".") ? String(host.dropLast()) : host.replacing(".:", with: ":")
        var (host, steps) = (forges[whole] ?? whole, steps)
        if let port, host.hasSuffix(":" + port) { host.removeLast(port.utf8.count + 1) }
        let isForge = WorkspaceForge(url: "https://\(host)/owner/name") != nil
        if steps.first == "~" {
            steps.removeFirst()
            // Where everybody is `git`, the folder is nobody's.
            if let name = user?.prefix(while: { $0 != ":" }), name != "git", !isForge, steps.first?.first != "~" {
                steps.insert("~\(name)", at: 0)
            }
        }
        // Forges take either case.
        return host + (isForge ? path(steps).lowercased() : path(steps))
    }

    /// The ports that need not be said.
    private static let ports = [
        "ssh": "22", "git+ssh": "22", "ssh+git": "22", "git": "9418", "http": "80", "https": "443",
    ]

    /// Where forges take SSH at the port of HTTPS.
    private static let forges = ["ssh.github.com:443": "github.com", "altssh.gitlab.com:443": "gitlab.com"]

    /// A path on this machine, past its links.
    private static func local(_ text: String, _ real: (FilePath) -> FilePath?) -> String {
        let name = "/" + steps(of: text).joined(separator: "/")
        return path(steps(of: (real(FilePath(name)) ?? real(FilePath(name + ".git")))?.string ?? name))
    }

    /// git finds `x.git` and the `.git` of a working copy by `x`.
    private static func path(_ steps: [String]) -> String {
        var steps = steps
        if steps.last == ".git" { steps.removeLast() }
        if let last = steps.last, last.hasSuffix(".git") { steps[steps.count - 1] = String(last.dropLast(4)) }
        return "/" + steps.joined(separator: "/")
    }

    private static func decoded(_ text: Substring) -> String {
        // In paths, a plus is one.
        PercentEncoding.decode(String(text).replacing("+", with: "%2B")) ?? String(text)
    }
}

/// One repository by its many addresses.
extension GitRemote {
    /// What all spellings of the address of one repository have in common, whatever the protocol; nothing else does.
    ///
    /// Of names of users only those count that say whose home folder a path is told from.
    static func identity(of url: String, in folder: FilePath) -> String {
        let url = resolved(url, in: folder)
        if let scheme = url.firstRange(of: "://") {
            let name = url[..<scheme.lowerBound].lowercased()
            let rest = decoded(url[scheme.upperBound...])
            guard name != "file" else { return path(steps(of: rest)) }
            let (user, host) = split(rest.prefix { $0 != "/" })
            return identity(host.lowercased(), ports[name], user, steps(of: String(rest.drop { $0 != "/" })))
        }
        guard let place = host(ofShort: url) else { return path(steps(of: url)) }
        let (user, host) = split(place)
        let rest = url.dropFirst(place.count + 1)
        // As `scp` has it, a path without a slash is told from the user's home folder.
        return identity(host.lowercased(), nil, user, (rest.hasPrefix("/") ? [] : ["~"]) + steps(of: String(rest)))
    }

    private static func identity(_ host: String, _ port: String?, _ user: Substring?, _ steps: [String]) -> String {
        var (host, steps) = (forges[host] ?? host, steps)
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

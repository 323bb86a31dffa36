/// Whether a registry may send us somewhere for tokens: what proves who we are goes there.
enum TokenRealm {
    /// Why a realm is none to ask; nothing if it is one.
    ///
    /// A registry that is spoken to by `https` may not lead to plain `http`, and none but a registry of the same network may
    /// lead to an address of this machine or of a private network: it could have secrets sent, or answers read, where it
    /// cannot reach itself.
    static func problem(with realm: String, of registry: RegistryHost) -> String? {
        guard let target = try? HTTPAddress(realm, allowsPlainHTTP: true),
            let own = try? HTTPAddress(registry.url, allowsPlainHTTP: true)
        else { return "it is no URL that may be asked" }
        if target.isPlain, !own.isPlain { return "it is plain `http`, and the registry `https`" }
        let (host, ownHost) = (host(of: target), host(of: own))
        guard host != ownHost, isPrivate(host) else { return nil }
        return isPrivate(ownHost) ? nil : "`\(host)` is an address of a private network, and the registry is not"
    }

    private static func host(of address: HTTPAddress) -> String {
        let authority = address.origin.drop { $0 != "/" }.dropFirst(2)
        let end = authority.lastIndex(of: ":") ?? authority.endIndex
        return String(authority[..<end])
    }

    /// Whether a host is an address of this machine, of a link or of a private network, or is named as one.
    static func isPrivate(_ host: String) -> Bool {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        if name.hasPrefix("[") { return isPrivateIPv6(String(name.dropFirst().dropLast())) }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        // What ends in a number is an address, however it is written: `127.1`, `0x7f000001`, `2130706433`.
        guard let last = labels.last, isNumber(last) else { return false }
        let numbers = labels.compactMap { label in
            label.utf8.allSatisfy { (0x30...0x39).contains($0) } && (label == "0" || !label.hasPrefix("0"))
                ? UInt8(label) : nil
        }
        guard numbers.count == 4, labels.count == 4 else { return true }
        return isPrivateIPv4(numbers)
    }

    private static func isNumber(_ label: Substring) -> Bool {
        if label.hasPrefix("0x") { return true }
        return !label.isEmpty && label.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The networks that RFC 6890 says are not the public's.
    private static func isPrivateIPv4(_ numbers: [UInt8]) -> Bool {
        switch (numbers[0], numbers[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168), (172, 16...31), (100, 64...127), (198, 18...19): true
        case (224..., _): true
        default: false
        }
    }

    private static func isPrivateIPv6(_ text: String) -> Bool {
        // Loopback, nobody, and addresses that hold others.
        if text.hasPrefix("::") || text.contains(".") { return true }
        guard let first = text.split(separator: ":").first, let group = UInt16(first, radix: 16) else { return true }
        // Unique local, link local, site local, multicast, and translation of IPv4.
        return group & 0xfe00 == 0xfc00 || group >= 0xfe80 || group == 0x64 || group == 0x2002 || group == 0
    }
}

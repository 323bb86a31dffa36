/// Whether a registry may send us somewhere for tokens: what proves who we are goes there.
enum TokenRealm {
    /// Why a realm is none to ask; nothing if it is one.
    ///
    /// A registry that is spoken to by `https` may not lead to plain `http`. None may lead to where it cannot reach itself:
    /// to this machine unless it is on it, to a private network from outside, or to another address of the link.
    static func problem(with realm: String, of registry: RegistryHost) -> String? {
        let (target, own): (HTTPAddress, HTTPAddress)
        do {
            target = try HTTPAddress(realm, allowsPlainHTTP: true)
            own = try HTTPAddress(registry.url, allowsPlainHTTP: true)
            if target.isPlain, !own.isPlain { return "it is plain `http`, and the registry `https`" }
            _ = try HTTPAddress(realm, allowsPlainHTTP: registry.allowsPlainHTTP)
        } catch {
            return error.reason
        }
        let (host, ownHost) = (host(of: target), host(of: own))
        let isReached =
            switch reach(of: host) {
            case .world: true
            case .network: reach(of: ownHost) != .world
            case .machine: reach(of: ownHost) == .machine
            case .link: false
            }
        guard host != ownHost, !isReached else { return nil }
        return "`\(host)` is an address that is not for everybody, and the registry is elsewhere"
    }

    /// Who can get to an address.
    enum Reach: Sendable, Hashable {
        /// This machine.
        case machine
        /// Machines on the same wire, where clouds tell their secrets (169.254.169.254).
        case link
        /// A private network.
        case network
        /// Everybody, as far as the address shows.
        case world
    }

    private static func host(of address: HTTPAddress) -> String {
        let authority = address.origin.drop { $0 != "/" }.dropFirst(2)
        let end = authority.lastIndex(of: ":") ?? authority.endIndex
        return String(authority[..<end])
    }

    /// Who can get to a host, as its name or address shows.
    static func reach(of host: String) -> Reach {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        if name == "localhost" || name.hasSuffix(".localhost") { return .machine }
        if name.hasPrefix("[") { return reach(ofIPv6: String(name.dropFirst().dropLast())) }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        // What ends in a number is an address, however it is written: `127.1`, `0x7f000001`, `2130706433`.
        guard let last = labels.last, isNumber(last) else { return .world }
        let numbers = labels.compactMap { label in
            isDecimal(label) && (label == "0" || !label.hasPrefix("0")) ? UInt8(label) : nil
        }
        // Written so that it could be any: it may lead nowhere.
        guard numbers.count == 4, labels.count == 4 else { return .link }
        return reach(ofIPv4: numbers)
    }

    private static func isNumber(_ label: Substring) -> Bool { label.hasPrefix("0x") || isDecimal(label) }

    private static func isDecimal(_ label: Substring) -> Bool {
        !label.isEmpty && label.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The networks that RFC 6890 says are not the public's.
    private static func reach(ofIPv4 numbers: [UInt8]) -> Reach {
        switch (numbers[0], numbers[1]) {
        case (127, _): .machine
        case (0, _), (169, 254), (224..., _): .link
        case (10, _), (192, 168), (172, 16...31), (100, 64...127), (198, 18...19): .network
        default: .world
        }
    }

    private static func reach(ofIPv6 text: String) -> Reach {
        if text == "::1" { return .machine }
        // Nobody, and addresses that hold others.
        if text.hasPrefix("::") || text.contains(".") { return .link }
        guard let first = text.split(separator: ":").first, let group = UInt16(first, radix: 16) else { return .link }
        // Unique local.
        if group & 0xfe00 == 0xfc00 { return .network }
        // Link local, site local, multicast, translation of IPv4.
        return group >= 0xfe80 || [0, 0x64, 0x2002].contains(group) ? .link : .world
    }
}

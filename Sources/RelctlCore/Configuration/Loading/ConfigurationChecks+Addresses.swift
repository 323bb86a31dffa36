/// What is wrong with the addresses that publications are told.
extension ConfigurationChecks {
    /// No address holds a user name or a password: plans, journals and messages would tell it everybody.
    ///
    /// What is found is not repeated.
    mutating func checkPublicationAddresses() {
        for (index, publication) in configuration.publications.enumerated() {
            for key in publication.options.keys.sorted(by: { $0.precedesBytewise($1) })
            where publication.options[key]?.holdsCredentials == true {
                let path = ConfigurationPath().key("publish").index(index).key(key)
                report(
                    "`\(path)`: the address holds a user name or password",
                    path,
                    hints: ["take it out: publishers have keys that name the variables which hold credentials"]
                )
            }
        }
    }
}

extension ConfigurationValue {
    /// Whether a text in it is an address that names who asks before its host.
    fileprivate var holdsCredentials: Bool {
        switch self {
        case .text(let text): HTTPAddress.holdsCredentials(text)
        case .list(let values): values.contains(where: \.holdsCredentials)
        case .object(let members): members.values.contains(where: \.holdsCredentials)
        case .null, .flag, .integer: false
        }
    }
}

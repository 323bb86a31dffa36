/// What is wrong with the addresses that publications are told, and those that users are.
extension ConfigurationChecks {
    /// No address holds a user name or a password: plans, journals and messages would tell it everybody.
    ///
    /// What is found is not repeated.
    mutating func checkPublicationAddresses() {
        for (index, publication) in configuration.publications.enumerated() {
            for key in publication.options.keys.sortedBytewise()
            where publication.options[key]?.holdsCredentials == true {
                let path = ConfigurationPath().key("publish").index(index).key(key)
                reportCredentials(path)
            }
        }
        if let url = configuration.nix?.url, UserInfo.isIn(url.source) {
            reportCredentials(ConfigurationPath().key("nix").key("url"))
        }
        for (index, settings) in configuration.distribution.enumerated() {
            let path = ConfigurationPath().key("distribution").index(index)
            for key in settings.options.keys.sortedBytewise()
            where settings.options[key]?.holdsCredentials == true {
                reportCredentials(path.key(key))
            }
            if let url = settings.url, UserInfo.isIn(url.source) { reportCredentials(path.key("url")) }
        }
        for (index, chart) in configuration.charts.enumerated() {
            guard let repository = chart.repository, UserInfo.isIn(repository.source) else { continue }
            reportCredentials(ConfigurationPath().key("charts").index(index).key("repository"))
        }
    }

    private mutating func reportCredentials(_ path: ConfigurationPath) {
        report(
            "`\(path)`: the address holds a user name or password",
            path,
            hints: ["take it out: publishers have keys that name the variables which hold credentials"]
        )
    }
}

extension ConfigurationValue {
    /// Whether a text in it is an address that names who asks before its host.
    fileprivate var holdsCredentials: Bool {
        switch self {
        case .text(let text): UserInfo.isIn(text)
        case .list(let values): values.contains(where: \.holdsCredentials)
        case .object(let members): members.values.contains(where: \.holdsCredentials)
        case .null, .flag, .integer: false
        }
    }
}

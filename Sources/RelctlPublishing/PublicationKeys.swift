/// What publishers have in common that look at what a publication's keys say.
package enum PublicationKeys {
    /// Runs all checks, so that all that is wrong with a publication's keys is told at once.
    ///
    /// - Parameters:
    ///   - what: Where to, such as `a bucket`.
    ///   - checks: Each looks at one key.
    /// - Throws: ``RelctlError`` of code `config.invalid` with all that was found.
    package static func check(_ what: String, _ checks: [() throws -> Void]) throws {
        var problems: [any Error] = []
        for check in checks {
            do { try check() } catch { problems.append(error) }
        }
        try RelctlError.throwAll(problems, "cannot publish to \(what): \(problems.count) of its keys are wrong")
    }

    /// An address that the configuration, or the environment in its place, gives.
    package struct Address {
        /// What it is.
        package let url: String
        /// Where to, such as `a bucket`.
        package let what: String
        /// Where it stands, such as `` `api` ``.
        package let key: String
        /// The key that allows plain `http` to other machines, if there is one.
        package var permission: String?
        /// Whether that is allowed.
        package var allowsPlainHTTP: Bool
        /// What to do about an address that is none.
        package var hint: String

        /// Describes an address that is said by a key.
        package init(
            url: String,
            what: String,
            key: String,
            permission: String? = nil,
            allowsPlainHTTP: Bool = false,
            hint: String = "write it as `https://HOST/PATH`"
        ) {
            self.url = url
            self.what = what
            self.key = key
            self.permission = permission
            self.allowsPlainHTTP = allowsPlainHTTP
            self.hint = hint
        }
    }

    /// Makes sure that requests may be sent to an address.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` that repeats nothing of the address but its host: it may hold
    ///   a password.
    package static func check(_ address: Address) throws {
        do {
            _ = try HTTPAddress(address.url, allowsPlainHTTP: address.allowsPlainHTTP)
        } catch {
            let isPlain = (try? HTTPAddress(address.url, allowsPlainHTTP: true)) != nil
            var hint = address.url.contains("@") ? "name the variables that hold credentials instead" : address.hint
            if isPlain, let permission = address.permission {
                hint = "`\(permission): true` sends all that is published, and credentials, for everybody to read"
            }
            throw RelctlError(
                "cannot publish to \(address.what): \(address.key): \(error.reason)",
                code: .configurationInvalid,
                hints: [hint]
            )
        }
    }
}

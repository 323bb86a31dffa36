/// Secrets from the environment.
package enum Credentials {
    /// The value of the first of these variables that is set and not empty.
    package static func secret(from names: [String], in environment: [String: String]) -> Secret? {
        found(from: names, in: environment)?.secret
    }

    /// The first of these variables that is set and not empty, with its value.
    package static func found(
        from names: [String],
        in environment: [String: String]
    ) -> (name: String, secret: Secret)? {
        names.lazy.compactMap { name in environment[name].map { (name, $0) } }.first { !$0.1.isEmpty }
            .map { ($0, Secret($1)) }
    }
}

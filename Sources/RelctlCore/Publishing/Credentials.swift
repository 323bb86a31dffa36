/// Secrets from the environment.
package enum Credentials {
    /// The value of the first of these variables that is set and not empty.
    package static func secret(from names: [String], in environment: [String: String]) -> Secret? {
        names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }.map { Secret($0) }
    }
}

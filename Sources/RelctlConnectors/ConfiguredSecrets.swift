/// Secrets from environment variables, such as those of a project's publications and signatures.
package struct ConfiguredSecrets: Sendable {
    /// The variables that secrets are read from, whether they are set or not.
    package let names: Set<String>
    /// Their values, where they are set and not empty.
    package let values: [Secret]

    /// The variables whose values are too short to be hidden in what is written, sorted.
    package let exposedNames: [String]

    /// Reads the variables of these names.
    package init(names: some Sequence<String>, environment: [String: String]) {
        let names = Set(names)
        self.names = names
        exposedNames = names.sorted().filter { (1..<SecretMask.shortest).contains(environment[$0]?.utf8.count ?? 0) }
        values = names.sorted().compactMap { environment[$0] }.filter { !$0.isEmpty }.map { Secret($0) }
    }

    /// Makes sure that a configuration holds none of them: what stands there ends up in plans, manifests and archives.
    ///
    /// - Throws: ``RelctlError`` with the place of each.
    package func requireAbsence(from root: JSONNode, of file: String) throws(RelctlError) {
        let secrets = values.map(\.revealed).filter { $0.utf8.count >= SecretMask.distinctive }
        guard !secrets.isEmpty else { return }
        let places = root.allTexts.filter { text, _ in secrets.contains { text.contains($0) } }.map(\.place)
        guard !places.isEmpty else { return }
        throw RelctlError(
            "cannot use the configuration `\(file)`: it holds a secret",
            code: .configurationInvalid,
            // Without a separate place: an error is shown with the line of its place, which holds the secret.
            causes: places.map {
                RelctlError(
                    "at \($0) stands the value of a variable that a secret is read from",
                    code: .configurationInvalid,
                    hints: ["take it out, and replace the secret: others may have read it"]
                )
            }
        )
    }
}

/// What signatures need, and that each is a file of its own.
extension ConfigurationChecks {
    /// There is a list to sign, and no two signatures, nor one and another file, have one name.
    mutating func checkSigning() {
        guard !configuration.signing.isEmpty else { return }
        let path = ConfigurationPath().key("signing")
        guard let list = configuration.checksums.combined else {
            report(
                "`\(path)`: what is signed is the list of all checksums, and `checksums.combined` is off",
                path,
                hints: ["set `checksums.combined` to `\"SHA256SUMS\"`"]
            )
            return
        }
        var signers: [String: String] = [:]
        for (index, settings) in configuration.signing.enumerated() {
            guard let signer = try? extensions.signers.connector(settings.signer) else { continue }
            let (name, path) = (list + signer.fileExtension, path.index(index))
            if let other = signers.updateValue(settings.signer, forKey: name.lowercased()) {
                let names = other == settings.signer ? "`\(other)` twice" : "`\(other)` and `\(settings.signer)`"
                report("`\(path)`: \(names) would make one file, `\(name)`", path)
            } else if let problem = TextForm.checksumListName.problem(with: name) {
                report("`\(path)`: the signature would be called `\(name)`: \(problem)", path)
            }
        }
    }
}

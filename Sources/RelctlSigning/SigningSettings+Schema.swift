extension SigningSettings {
    private typealias Key = ConfigurationKeyShape

    /// The key of all signatures.
    package static func key(_ known: Registry<any Signer>) -> ConfigurationKeyShape {
        let signer = Key("with", "The signer's id.", .text(.nonEmpty)).required()
        let signers = known.all.map { id, signer in
            TaggedShape(id: id, keys: signer.keys.map { Key.of($0) })
        }
        return Key(
            "signing",
            "Who signs the list of all checksums, each in a file of its own.",
            .list(.tagged(by: signer, kind: known.kind, signers))
        ).standard(.list([]))
    }

    /// Reads a signature from a completed text.
    package init?(reading node: JSONNode) {
        guard let signer = node["with"]?.text else { return nil }
        let options = node.connectorOptions(without: ReservedKeys.ofSignatures)
        self.init(signer: signer, options: options, place: node.place)
    }

    /// There is a list to sign, and no two signatures, nor one and another file, have one name.
    ///
    /// - Parameters:
    ///   - all: The signatures.
    ///   - list: The name of the file that lists all checksums; nil if there is none.
    ///   - known: The signers.
    ///   - report: Gets the problems.
    package static func check(
        _ all: [Self],
        ofList list: String?,
        _ known: Registry<any Signer>,
        _ report: inout ConfigurationReport
    ) {
        guard !all.isEmpty else { return }
        let path = ConfigurationPath().key("signing")
        guard let list else {
            report.add(
                "`\(path)`: what is signed is the list of all checksums, and `checksums.combined` is off",
                path,
                hints: ["set `checksums.combined` to `\"SHA256SUMS\"`"]
            )
            return
        }
        var signers: [String: String] = [:]
        for (index, settings) in all.enumerated() {
            guard let signer = try? known.connector(settings.signer) else { continue }
            let (name, path) = (list + signer.fileExtension, path.index(index))
            if let other = signers.updateValue(settings.signer, forKey: name.lowercased()) {
                let names = other == settings.signer ? "`\(other)` twice" : "`\(other)` and `\(settings.signer)`"
                report.add("`\(path)`: \(names) would make one file, `\(name)`", path)
            } else if let problem = TextForm.checksumListName.problem(with: name) {
                report.add("`\(path)`: the signature would be called `\(name)`: \(problem)", path)
            }
        }
    }
}

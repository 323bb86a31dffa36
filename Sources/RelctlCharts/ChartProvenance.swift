/// What a provenance file proves of a packed chart (https://helm.sh/docs/topics/provenance/): its Chart.yaml and the
/// digest of its archive, in a text that is signed by OpenPGP in clear.
package struct ChartProvenance {
    private let name: String
    private let text: [UInt8]
    private let timestamp: Int64

    /// Describes a packed chart by its plan and its digest.
    init(plan: ChartPlan, sha256: Digest) throws {
        name = plan.name
        timestamp = plan.timestamp
        // JSON is YAML too, and nothing in it can look like the mark between the two documents.
        text =
            try JSONText.pretty(plan.metadata)
            + Array("...\nfiles:\n  \(plan.name): sha256:\(sha256.hexadecimal)\n".utf8)
    }

    /// The text, signed by gpg.
    ///
    /// - Throws: ``RelctlError`` if there is no gpg, no such key or no passphrase, or it cannot sign.
    func signed(
        by signing: ChartSettings.Signing,
        in folder: FilePath,
        _ effects: Effects
    ) async throws -> [UInt8] {
        try await GPG(effects, in: folder).signed(
            text,
            called: name,
            by: GPG.Key(name: signing.key, passphrase: signing.passphrase, passphraseKey: "sign.passphrase"),
            at: timestamp,
            as: .clear
        )
    }
}

/// What a connector that is a program or a library found at a place, and what it plans to do there.
package struct ExternalObservation: PublicationObservation {
    package let state: PublicationState
    /// What the connector said, which it is handed when it plans.
    let report: Report
    /// What it plans; planning itself is pure and asks no connector.
    var planned: [PublicationAction] = []

    /// Reads what a connector said.
    init(_ report: Report) {
        self.report = report
        state = PublicationState(
            report.verdict,
            release: report.release,
            assets: report.assets,
            remarks: report.remarks,
            isYanked: report.details["yanked"] != nil
        )
    }

    /// A state as it is written for connectors; all but the verdict may be left out.
    struct Report: Sendable {
        let verdict: PublicationState.Verdict
        let release: RemoteRelease?
        let assets: [RemoteAsset]
        let remarks: [String]
        /// Facts that the connector alone knows how to use; but `yanked` means that users are told not to take the
        /// release.
        let details: [String: String]
    }
}

extension ExternalObservation.Report: Codable {
    private enum CodingKeys: String, CodingKey { case verdict, release, assets, remarks, details }

    private struct Asset: Decodable {
        var name: String
        var id: String?
        var size: UInt64?
        var sha256: Digest?
        var isComplete: Bool?
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        verdict = try container.choice(
            try container.decode(String.self, forKey: .verdict),
            forKey: .verdict,
            of: [PublicationState.Verdict.absent, .identical, .partial, .different, .unknown]
        )
        release = try container.decodeIfPresent(RemoteRelease.self, forKey: .release)
        let assets = try container.decodeIfPresent([Asset].self, forKey: .assets) ?? []
        self.assets = assets.map {
            RemoteAsset(name: $0.name, id: $0.id, size: $0.size, sha256: $0.sha256, isComplete: $0.isComplete ?? true)
        }.sortedBytewise(by: \.name)
        remarks = try container.decodeIfPresent([String].self, forKey: .remarks) ?? []
        details = try container.decodeIfPresent([String: String].self, forKey: .details) ?? [:]
    }
}

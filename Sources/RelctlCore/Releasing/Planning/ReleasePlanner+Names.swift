/// What would be one file in `dist` though it is of two kinds: of its own kind, each room looks itself.
extension ReleasePlanner {
    /// A file that a release would write.
    private struct PlannedName {
        let name: String
        let what: String
    }

    /// The problems of a plan's names, told before anything is built.
    static func nameProblems(of plan: ReleasePlan) -> [RelctlError] {
        var owners: [[UInt8]: String] = [:]
        return plannedNames(plan).compactMap { file in
            guard let other = owners.updateValue(file.what, forKey: Array(file.name.utf8)), other != file.what else {
                return nil
            }
            return RelctlError(
                "cannot give \(other) and \(file.what) one name, `\(file.name)`",
                code: .configurationInvalid,
                hints: ["another `archive.name`, `checksums.combined` or `nix.name` tells them apart"]
            )
        }
    }

    private static func plannedNames(_ plan: ReleasePlan) -> [PlannedName] {
        let archives = plan.archives.map { PlannedName(name: $0.name, what: "the archive for \($0.target)") }
        let charts = plan.charts
        let packed = charts.map { PlannedName(name: $0.name, what: "the chart `\($0.metadata.name)`") }
        let provenances = charts.compactMap { chart in
            chart.provenance.map { PlannedName(name: $0, what: "the provenance of the chart `\(chart.metadata.name)`") }
        }
        let flakes = plan.distributes ? [plan.distribution.flake].compactMap(\.self) : []
        let hashed = archives + packed + flakes.map { PlannedName(name: $0, what: "the flake") }
        let sidecars = hashed.map { file in
            PlannedName(name: ChecksumFile.sidecar(of: file.name), what: "the checksum of \(file.what)")
        }
        let combined = [plan.does(.checksum) ? plan.checksums.combined : nil].compactMap(\.self)
        return hashed + provenances + (plan.checksums.sidecars ? sidecars : [])
            + combined.map { PlannedName(name: $0, what: "the list of all checksums") }
            + plan.signing.planned.map { PlannedName(name: $0.name, what: "the signature by `\($0.signer)`") }
    }
}

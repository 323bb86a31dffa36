import RelctlCore

/// Writes the page by which Acme's shelf of tools offers a release: what each platform downloads, and the programs in it.
struct ShelfTarget: DistributionTarget {
    let keys = [
        ConfigurationKey("owner", "The team that answers for it.", shape: .template, isRequired: true),
        ConfigurationKey("audience", "Who is offered it.", shape: .choice(["staff", "everybody"])),
    ]

    func plan(_ request: DistributionRequest) throws -> Distribution {
        let (release, archives) = (request.release, request.downloads.filter { $0.artifact.format == "tar.gz" })
        guard !archives.isEmpty else {
            throw RelctlError(
                "the shelf unpacks `tar.gz` alone",
                code: .configurationInvalid,
                hints: ["let `archive.formats` have it"]
            )
        }
        var lines = [
            "name=\(release.name)", "version=\(release.version)", "owner=\(request.options["owner"]?.asText ?? "")",
        ]
        for (artifact, url) in archives.map({ ($0.artifact, $0.url) }) {
            let layout = InstallationLayout(artifact.contents ?? [], programs: request.programs)
            lines += ["", "[\(artifact.target?.text ?? "any")]", "url=\(url)", "sha256=\(artifact.sha256)"]
            lines += layout.programs.map { "program=\($0)" }
        }
        let audience = request.options["audience"]?.asText ?? "staff"
        return Distribution(
            files: [
                Distribution.File(
                    path: try RelativePath("\(audience)/\(release.name).shelf"),
                    text: lines.map { $0 + "\n" }.joined()
                )
            ],
            installation: Distribution.Installation(title: "The shelf", commands: ["shelf install '\(release.name)'"])
        )
    }
}

/// Makes a ``Configuration`` of a completed text.
///
/// It never refuses: what does not have its shape has been reported and is left out here, so that the rest can still
/// be checked.
struct ConfigurationDecoder {
    let file: String

    func configuration(from root: JSONNode, digest: Digest?) -> Configuration {
        Configuration(
            project: project(root),
            version: VersionSettings(reading: root["version"]),
            embeds: root["version"]?["embed"]?.items.compactMap { EmbedSettings(reading: $0) } ?? [],
            build: root["build"].flatMap { BuildSettings(reading: $0) },
            archive: ArchiveSettings(reading: root["archive"] ?? root),
            checksums: ChecksumSettings(reading: root["checksums"]),
            signing: root["signing"]?.items.compactMap { SigningSettings(reading: $0) } ?? [],
            notes: root["notes"].map { NotesSettings(reading: $0) } ?? NotesSettings(),
            notesPlace: root["notes"]?.place ?? root.place,
            publications: root["publish"]?.items.compactMap { PublicationSettings(reading: $0) } ?? [],
            images: ImageSettings.all(reading: root["images"]),
            budgets: SizeBudgets(reading: root),
            charts: root["charts"]?.items.compactMap { ChartSettings($0) } ?? [],
            nix: root["nix"].map { NixSettings($0) },
            distribution: root["distribution"]?.items.compactMap { DistributionSettings(reading: $0) } ?? [],
            integration: root["ci"].map { IntegrationSettings($0) },
            digest: digest
        )
    }

    private func project(_ root: JSONNode) -> ProjectSettings {
        ProjectSettings(
            file: file,
            name: root["name"]?.text ?? "",
            description: root["description"]?.text,
            homepage: root["homepage"]?.text,
            license: root["license"]?.text,
            repository: root["repository"]?.text,
            variables: root["variables"]?.textMap ?? [:],
            tag: root["version"]?["tag"]?.template ?? Template(),
            binaries: root["binaries"]?.items.compactMap { $0.text ?? $0["name"]?.text } ?? [],
            targets: root["targets"]?.members.compactMap { TargetSettings(reading: $0) } ?? []
        )
    }
}

/// Reads `version` of Chart.yaml (https://helm.sh/docs/topics/charts/#the-chartyaml-file); `appVersion` is another thing.
struct HelmVersionSource: VersionSource {
    let fileNames = ["Chart.yaml"]

    func version(in document: VersionDocument) throws -> LocatedVersion {
        let root = try YAMLParser.parse(document.text, file: document.file.string)
        guard case .mapping = root.value else {
            throw RelctlError("`\(document.file)` is not a mapping", code: .configurationInvalid, place: root.place)
        }
        guard let version = root["version"], version.value != .absent else {
            throw VersionSourceError.absent("version", in: document.file.string, at: root.place)
        }
        guard case .scalar(let text) = version.value else {
            throw VersionSourceError.notText("version", "a collection", at: version.place)
        }
        return LocatedVersion(text: text, place: version.place)
    }
}

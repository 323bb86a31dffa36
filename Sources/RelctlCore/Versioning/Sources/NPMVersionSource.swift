/// Reads `version` of package.json (https://docs.npmjs.com/cli/configuring-npm/package-json#version).
struct NPMVersionSource: VersionSource {
    let fileNames = ["package.json"]

    func version(in document: VersionDocument) throws -> LocatedVersion {
        let root = try JSONParser.parse(document.text, file: document.file.string, dialect: .json)
        guard let version = root["version"] else {
            throw VersionSourceError.absent("version", in: document.file.string, at: root.place)
        }
        guard case .string(let text) = version.value else {
            throw VersionSourceError.notText("version", "another value", at: version.place)
        }
        return LocatedVersion(text: text, place: version.place)
    }
}

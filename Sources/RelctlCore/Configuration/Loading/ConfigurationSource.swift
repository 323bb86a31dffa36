/// The text of a configuration, read and parsed once: the connectors that it names are searched for before it is checked.
package struct ConfigurationSource: Sendable {
    /// The file, as the user knows it.
    package let file: String
    /// The content, with nothing checked but the syntax.
    package let root: JSONNode
    /// The digest of the text, whatever its line endings.
    let digest: Digest
    /// Keys that an object has twice.
    let duplicates: [RelctlError]

    /// Reads the file at `path`, which errors call `name`.
    ///
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/configurationInvalid`` if it cannot be read or parsed.
    package init(at path: FilePath, named name: String, files: any FileSystem) throws(RelctlError) {
        let text: [UInt8]
        do {
            text = try files.contents(of: path, limit: ConfigurationFile.sizeLimit)
        } catch {
            throw RelctlError(
                "cannot read the configuration `\(name)`",
                code: .configurationInvalid,
                causes: [error]
            )
        }
        try self.init(text: text, file: name)
    }

    /// Parses the bytes of a text.
    ///
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/configurationInvalid`` if it is no JSON5.
    init(text: [UInt8], file: String) throws(RelctlError) {
        var duplicates: [RelctlError] = []
        do {
            root = try JSONParser.parse(text, file: file, dialect: .json5, addingDuplicateKeysTo: &duplicates)
        } catch {
            throw ConfigurationFile.invalid("the configuration `\(file)`", duplicates + [error])
        }
        self.file = file
        self.duplicates = duplicates
        digest = ConfigurationFile.digest(of: text)
    }
}

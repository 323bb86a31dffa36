/// Records of releases that users name: the file itself, or a folder that has it.
package enum ManifestFile {
    /// Reads the record at a path.
    ///
    /// - Throws: ``RelctlError`` if there is none, or if it is none of relctl's.
    package static func manifest(at path: FilePath, files: any FileSystem) throws -> Manifest {
        var file = path
        if try files.resolvedStatus(of: path)?.kind == .folder { file = path.appending(Manifest.fileName) }
        guard try files.resolvedStatus(of: file)?.kind == .file else {
            throw RelctlError(
                "cannot find the record of a release at `\(file)`",
                code: .configurationInvalid,
                hints: ["name a `\(Manifest.fileName)`, or the folder of a release that has one"]
            )
        }
        return try JSONText.decode(Manifest.self, from: files.contents(of: file), file: file)
    }
}

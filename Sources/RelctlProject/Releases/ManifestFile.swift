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
        return try read(file, files: files)
    }

    /// Reads the record that is there.
    ///
    /// - Throws: ``RelctlError`` if it is none of relctl's, or of another form.
    package static func read(_ file: FilePath, files: any FileSystem) throws -> Manifest {
        let manifest = try JSONText.decode(Manifest.self, from: files.contents(of: file), file: file)
        guard manifest.format == Manifest.currentFormat else {
            throw RelctlError(
                "cannot read `\(file)`: it has the form \(manifest.format), and this relctl reads "
                    + "\(Manifest.currentFormat)",
                code: .configurationInvalid
            )
        }
        return manifest
    }
}

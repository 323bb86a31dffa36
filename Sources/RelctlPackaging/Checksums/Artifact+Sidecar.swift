extension Artifact {
    /// Writes `NAME.sha256` beside this artifact, in the form of `sha256sum`.
    ///
    /// - Returns: The file that was written.
    package func writeSidecar(in folder: FilePath, files: any FileSystem) throws -> Artifact {
        let sidecar = try sidecar()
        try files.write(sidecar.bytes, to: folder.appending(sidecar.artifact.name))
        return sidecar.artifact
    }

    /// What `NAME.sha256` is, and what is in it.
    package func sidecar() throws -> (artifact: Artifact, bytes: [UInt8]) {
        let bytes = ChecksumFile([ChecksumFile.Entry(name: name, sha256: sha256)]).bytes
        let artifact = try Artifact(
            name: ChecksumFile.sidecar(of: name),
            kind: .checksum,
            target: target,
            size: UInt64(bytes.count),
            sha256: Digest(of: bytes)
        )
        return (artifact, bytes)
    }
}

extension Artifact {
    /// Writes `NAME.sha256` beside this artifact, in the form of `sha256sum`.
    ///
    /// - Returns: The file that was written.
    package func writeSidecar(in folder: FilePath, files: any FileSystem) throws -> Artifact {
        let sidecar = ChecksumPlan.sidecar(of: name)
        let bytes = ChecksumFile([ChecksumFile.Entry(name: name, sha256: sha256)]).bytes
        try files.write(bytes, to: folder.appending(sidecar))
        return try Artifact(
            name: sidecar,
            kind: .checksum,
            target: target,
            size: UInt64(bytes.count),
            sha256: Digest(of: bytes)
        )
    }
}

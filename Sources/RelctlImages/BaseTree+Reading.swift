extension BaseTree {
    /// Learns the folders and links of a base image whose layers lie in `layout`.
    ///
    /// A layer that its owner wants nobody to copy is not there, and is passed over. Of files only those that are
    /// `wanted` are kept.
    ///
    /// - Throws: ``RelctlError`` if a layer cannot be read, or is not the one that the base's configuration names
    ///   (image-spec, config, `diff_ids`).
    init(
        of base: BaseImage,
        in layout: ImageLayoutWriter,
        keeping wanted: Wanted = Wanted(),
        files: any FileSystem
    ) throws {
        self.init()
        for (descriptor, diffID) in zip(base.manifest.layers, base.configuration.rootfs.diffIDs)
        where !descriptor.mediaType.isNondistributable {
            try Task.checkCancellation()
            var (layer, hasher) = (BaseLayer(keeping: wanted), SHA256Hasher())
            let findings = try ArchiveReader(files: files).read(
                layout.path(of: descriptor.digest),
                format: try Self.format(of: descriptor),
                decompressed: { hasher.update($0) }
            ) { layer.take($0) }
            // An empty layer is one, too; and one that lacks the zeros at its end is whole: its digest was proven.
            let harmful = ["archive.damaged", "archive.limit", "archive.unreadable"]
            let problem = findings.first { finding in
                harmful.contains(finding.code) && !TarReader.unended.contains { finding.message.hasSuffix($0) }
            }
            if let finding = problem {
                throw RelctlError("cannot read the layer `\(descriptor.digest)`: \(finding.message)")
            }
            let actual = ContentDigest(hasher.finalize())
            guard actual == diffID else {
                throw RelctlError(
                    "cannot use the layer `\(descriptor.digest)` of the base image",
                    hints: ["the base is damaged: pull or copy it again, or take another"],
                    causes: [
                        RelctlError(
                            "uncompressed it has the digest `\(actual)`, and its configuration says `\(diffID)`"
                        )
                    ]
                )
            }
            apply(layer)
        }
    }

    private static func format(of layer: ContentDescriptor) throws -> String {
        let type = layer.mediaType.rawValue
        if type.hasSuffix("+gzip") || type.hasSuffix(".tar.gzip") { return "tar.gz" }
        if type.hasSuffix("+zstd") || type.hasSuffix(".tar.zstd") { return "tar.zst" }
        if type.hasSuffix(".tar") { return "tar" }
        throw RelctlError("cannot read a layer of the type `\(type)`")
    }
}

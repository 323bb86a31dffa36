extension BaseTree {
    /// Learns the folders and links of a base image whose layers lie in `layout`.
    ///
    /// A layer that its owner wants nobody to copy is not there, and is passed over.
    ///
    /// - Throws: ``RelctlError`` if a layer cannot be read.
    init(of base: BaseImage, in layout: ImageLayoutWriter, files: any FileSystem) throws {
        self.init()
        for descriptor in base.copiedLayers {
            try Task.checkCancellation()
            var layer = BaseLayer()
            let findings = try ArchiveReader(files: files).read(
                layout.path(of: descriptor.digest),
                format: try Self.format(of: descriptor)
            ) { layer.take($0) }
            // An empty layer is one, too; and one that lacks the zeros at its end is whole: its digest was proven.
            let harmful = ["archive.damaged", "archive.limit", "archive.unreadable"]
            let problem = findings.first { finding in
                harmful.contains(finding.code) && !TarReader.unended.contains { finding.message.hasSuffix($0) }
            }
            if let finding = problem {
                throw RelctlError("cannot read the layer `\(descriptor.digest)`: \(finding.message)")
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

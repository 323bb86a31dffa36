/// Writes images as one tar that `docker load` and `podman load` take: the layout, and beside it the list that Docker
/// itself reads (moby, image/spec, "Combined Image JSON + Filesystem Changeset Format").
package struct LoadableTar: Sendable {
    /// The layout that the images lie in.
    package let layout: ImageLayout
    /// The disk.
    package let files: any FileSystem

    /// Takes images out of `layout`.
    package init(_ layout: ImageLayout, files: any FileSystem) {
        (self.layout, self.files) = (layout, files)
    }

    /// An image as Docker lists it: it knows one platform alone.
    private struct Line: Encodable {
        var config: String
        var repoTags: [String]
        var layers: [String]

        private enum CodingKeys: String, CodingKey {
            case config = "Config"
            case repoTags = "RepoTags"
            case layers = "Layers"
        }
    }

    /// Writes the tar; Docker's list has the first platform of each image.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` if a blob is missing, or is not what its name says.
    @concurrent package func write(_ images: [BuiltImage], to path: FilePath) async throws {
        var blobs: [ContentDescriptor] = []
        var lines: [Line] = []
        for image in images {
            blobs.append(image.index)
            let index = try decode(ImageIndex.self, image.index)
            for descriptor in index.manifests {
                let manifest = try decode(ImageManifest.self, descriptor)
                let layers = manifest.layers.filter { !$0.mediaType.isNondistributable }
                blobs += [descriptor, manifest.config] + layers
                guard descriptor.digest == image.platforms.first?.manifest.digest else { continue }
                lines.append(
                    Line(
                        config: manifest.config.digest.layoutPath,
                        repoTags: image.plan.names.flatMap { name in image.plan.tags.map { "\(name):\($0)" } },
                        layers: manifest.layers.map(\.digest.layoutPath)
                    )
                )
            }
        }
        let texts = [
            (ImageLayout.indexName, String(decoding: try ImageExecutor.index(over: images).bytes(), as: UTF8.self)),
            ("manifest.json", String(decoding: try JSONText.line(lines), as: UTF8.self)),
            (ImageLayout.markerName, #"{"imageLayoutVersion":"\#(ImageLayout.version)"}"#),
        ]
        let replacement = try files.replacement(of: path)
        do {
            let timestamp = images.map(\.plan.timestamp).max() ?? 0
            try await write(texts, blobs, to: replacement.file, timestamp)
            try replacement.commit()
        } catch {
            replacement.discard()
            throw error
        }
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ descriptor: ContentDescriptor) throws -> Value {
        try JSONText.decode(type, from: try layout.bytes(descriptor), file: layout.blob(descriptor))
    }

    private func write(
        _ texts: [(String, String)],
        _ blobs: [ContentDescriptor],
        to file: any WritableFile,
        _ timestamp: Int64
    ) async throws {
        let output = ArchiveOutput(file)
        var writer = TarWriter(PlainOutput(output), timestamp: timestamp)
        for folder in ["blobs", "blobs/sha256"] { try await writer.addFolder(RelativePath(folder)) }
        var seen: Set<ContentDigest> = []
        for blob in blobs.sortedBytewise(by: \.digest.layoutPath)
        where seen.insert(blob.digest).inserted {
            let path = try RelativePath(blob.digest.layoutPath)
            let content = try EntryContent(layout.blob(blob), for: path, files: files)
            let entry = EntryFile(path: path, mode: 0o644, content: content, files: files)
            guard try await writer.addFile(entry, progress: { _ in }) == blob.digest.sha256 else {
                // It may have been damaged long before.
                try await layout.prove(blob)
                throw content.changed("changed")
            }
        }
        for (name, text) in texts {
            let path = try RelativePath(name)
            let content = EntryContent(text, for: path)
            let entry = EntryFile(path: path, mode: 0o644, content: content, files: files)
            _ = try await writer.addFile(entry) { _ in }
        }
        try await writer.finish()
        _ = try output.finish()
    }
}

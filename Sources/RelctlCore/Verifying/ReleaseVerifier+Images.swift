/// What is wrong with a release's images.
extension ReleaseVerifier {
    /// Reads all that the record's images are made of, in the image layout beside it.
    ///
    /// Images are published to registries, not beside the files: a folder without a layout is as good.
    func imageFindings(_ manifest: Manifest, _ folder: FilePath) async throws -> [Finding] {
        let path = ReleaseFolder(folder).images
        guard let images = manifest.images, try effects.files.status(of: path) != nil else { return [] }
        let layout: ImageLayout
        do { layout = try ImageLayout(at: path, files: effects.files) } catch {
            return [Self.finding("the images cannot be read", error)]
        }
        var findings: [Finding] = []
        var blobs: [ContentDescriptor] = []
        for image in images {
            let found = layout.index.manifests.first { $0.digest.sha256 == image.digest }
            guard let found else {
                let message = "the image `\(image.id)` is in the manifest, but not in `\(ReleaseFolder.imagesName)`"
                findings.append(Finding(message, code: "image.missing"))
                continue
            }
            do {
                let known = Set(blobs.map(\.digest))
                let graph = try await ContentWalk.graph(of: found, in: layout)
                blobs += graph.blobs.filter { !known.contains($0.digest) }
            } catch let error as RelctlError {
                findings.append(Self.finding("the image `\(image.id)` is not what the manifest says", error))
            }
        }
        let problems = try await mapConcurrently(blobs, width: width) { blob -> Finding? in
            try Task.checkCancellation()
            do { try await layout.prove(blob) } catch let error as RelctlError {
                return Self.finding("the layer `\(blob.digest)` of an image is not what its name says", error)
            }
            return nil
        }
        return findings + problems.compactMap(\.self)
    }

    private static func finding(_ message: String, _ error: any Error) -> Finding {
        let reason = (error as? RelctlError).map { ($0.causes.first as? RelctlError ?? $0).message } ?? "\(error)"
        return Finding(
            "\(message): \(reason)",
            code: "image.changed",
            hints: ["remove `\(ReleaseLayout.distName)/images`, and make them again by `relctl image build`"]
        )
    }
}

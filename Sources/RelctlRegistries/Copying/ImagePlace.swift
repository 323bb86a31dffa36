/// Where an image is, or shall be: in an image layout, or at a registry.
package enum ImagePlace: Sendable, Hashable {
    /// A folder, and what the image is called in it.
    case layout(String, name: String?)
    /// A repository, and a tag or digest of it.
    case registry(ImageReference)

    /// Reads `oci:PATH[:NAME]`, `docker://REFERENCE` or `REFERENCE`, as skopeo writes them.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` that says what is wrong.
    package init(_ text: String) throws(RelctlError) {
        let scheme = "oci:"
        guard text.hasPrefix(scheme) else {
            let hub = "docker://"
            self = .registry(try ImageReference(text.hasPrefix(hub) ? String(text.dropFirst(hub.count)) : text))
            return
        }
        // `oci://HOST/…` names charts, and is not said to be a folder, password and all.
        guard !text.contains("://") || !UserInfo.isIn(text) else {
            throw ReferenceGrammar.invalid("image", text, "an image layout is a folder")
        }
        let rest = text.dropFirst(scheme.count)
        // A name may hold colons, so that the path may not.
        let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, !path.isEmpty, !path.utf8.contains(0), parts.count == 1 || !parts[1].isEmpty
        else {
            throw ReferenceGrammar.invalid("image", text, "an image layout is written as `oci:PATH` or `oci:PATH:NAME`")
        }
        // `oci:USER:PASSWORD@HOST` is a slip of the pen, and no image is called so.
        if let name = parts.dropFirst().first, UserInfo.masked(reference: String(name)) != nil {
            throw ReferenceGrammar.invalid("image", text, "its name holds an `@` that no digest follows")
        }
        self = .layout(String(path), name: parts.count > 1 ? String(parts[1]) : nil)
    }

    /// How people write it.
    package var text: String {
        switch self {
        case .layout(let path, let name): "oci:\(path)" + (name.map { ":\($0)" } ?? "")
        case .registry(let reference): reference.text
        }
    }
}

/// An image that was found at a place.
package struct LocatedImage: Sendable {
    /// What names it.
    package let root: ContentDescriptor
    /// What it can be read from.
    package let source: any ContentSource
    /// What people call it there, if anything.
    package let name: String?

    /// Runs `body` with the image at a place.
    ///
    /// Paths of layouts start at `folder`; what comes of `body` is returned.
    ///
    /// - Throws: ``RelctlError`` if the image is not there; what `body` throws.
    package static func finding<Value>(
        _ place: ImagePlace,
        in folder: FilePath,
        _ effects: Effects,
        _ pool: RegistryPool,
        _ access: RegistryAccess,
        _ body: (LocatedImage) async throws -> Value
    ) async throws -> Value {
        switch place {
        case .layout(let path, let name):
            let layout = try ImageLayout(at: folder.appending(path), files: effects.files)
            var root = try layout.descriptor(of: name)
            let found = root.annotations?[ImageLayout.referenceKey]
            root.annotations = nil
            return try await body(LocatedImage(root: root, source: layout, name: found))
        case .registry(let reference):
            let client = pool.client(of: reference.repository, for: .pull, access: access)
            guard let manifest = try await client.manifest(reference.manifest) else {
                throw RelctlError(
                    "cannot find the image `\(reference)`",
                    hints: ["the registry answers, but has no such \(reference.digest == nil ? "tag" : "digest")"]
                )
            }
            let name = reference.digest == nil ? "\(reference.repository):\(reference.manifest)" : nil
            return try await RegistrySource.reading(client, effects) { source in
                try await body(LocatedImage(root: manifest.head.descriptor, source: source, name: name))
            }
        }
    }

    /// The same image for one platform alone.
    ///
    /// - Throws: ``RelctlError`` that lists the platforms if there is none for it.
    package func narrowed(to platform: ImagePlatform) async throws -> LocatedImage {
        guard root.mediaType.isIndex else { return self }
        let bytes = try await source.manifest(root)
        let index = try JSONText.decode(ImageIndex.self, from: bytes, file: FilePath(root.digest.description))
        guard let manifest = index.manifest(for: platform) else {
            let known = index.manifests.compactMap(\.platform).filter { $0 != .unknown }
            throw RelctlError(
                "cannot find the image for `\(platform)`",
                code: .configurationInvalid,
                hints: ["it is there for \(known.map { "`\($0)`" }.joined(separator: ", "))"]
            )
        }
        return LocatedImage(root: manifest, source: source, name: name)
    }
}

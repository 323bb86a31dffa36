/// An image of one platform, as attestations name it.
package struct AttestedImage: Sendable, Hashable {
    /// The repository, such as `ghcr.io/acme/app`.
    package var repository: String
    /// The tag of the exact version.
    package var tag: String
    /// What it runs on.
    package var platform: ImagePlatform
    /// The digest of its manifest.
    package var digest: ContentDigest
    /// What it stands on; nothing for one from scratch.
    package var base: Base?
    /// What the release put into it, without folders and what comes from the base.
    package var files: [File]

    /// An image below another.
    package struct Base: Sendable, Hashable {
        /// The repository; nothing for a layout in a folder.
        package var repository: String?
        /// The tag, if it was named by one.
        package var tag: String?
        /// The digest of the manifest of the platform.
        package var digest: ContentDigest

        /// Names a base image.
        package init(repository: String?, tag: String?, digest: ContentDigest) {
            self.repository = repository
            self.tag = tag
            self.digest = digest
        }
    }

    /// A file in an image or an archive.
    package struct File: Sendable, Hashable {
        /// From the root.
        package var path: RelativePath
        /// The digest of its content.
        package var sha256: Digest
        /// Whether it is a program.
        package var isExecutable: Bool

        /// Describes a file.
        package init(path: RelativePath, sha256: Digest, isExecutable: Bool) {
            self.path = path
            self.sha256 = sha256
            self.isExecutable = isExecutable
        }

        /// Describes an entry of an archive; nothing for one that is no file.
        package init?(_ entry: ArchivedEntry) {
            guard entry.kind == .file, let sha256 = entry.sha256 else { return nil }
            self.init(path: entry.path, sha256: sha256, isExecutable: entry.mode & 0o111 != 0)
        }
    }

    /// Names an image.
    package init(
        repository: String,
        tag: String,
        platform: ImagePlatform,
        digest: ContentDigest,
        base: Base? = nil
    ) {
        self.repository = repository
        self.tag = tag
        self.platform = platform
        self.digest = digest
        self.base = base
        files = []
    }

    /// What a Statement about it names, in BuildKit's way.
    package var subject: Attestation.Subject {
        let name = PackageURL.image(repository, tag: tag, platform: platform).description
        return Attestation.Subject(name: name, digest: digest.sha256)
    }
}

/// What users can take a release by, beside downloads: what snippets are made of.
package struct SnippetRequest: Sendable, Hashable {
    /// The release.
    package var release: ReleaseIdentity
    /// Its images.
    package var images: [Image]
    /// Its Helm charts.
    package var charts: [Chart]
    /// Its flake for Nix; nothing where it has none that others can reach.
    package var flake: Flake?
    /// How package managers install it.
    package var installations: [Distribution.Installation] = []

    /// An image, and what a container of it needs of its host.
    package struct Image: Sendable, Hashable {
        /// The image.
        package var image: ReleasedImage
        /// Ports that it listens on, with their protocol or without: `8080`, `53/udp`.
        package var ports: [String]
        /// Folders that data is kept in.
        package var volumes: [String]
        /// Whether a container of it has something to run: not where it holds files alone, such as for an init container.
        package var isRunnable = true

        /// Describes an image.
        package init(_ image: ReleasedImage, ports: [String] = [], volumes: [String] = []) {
            self.image = image
            self.ports = ports
            self.volumes = volumes
        }
    }

    /// A packed chart, and where it is.
    package struct Chart: Sendable, Hashable {
        /// The chart's name.
        package var name: String
        /// The chart's version, which need not be the release's.
        package var version: String
        /// The packed file.
        package var artifact: Artifact
        /// The registry's repository that it is pushed to, `oci://HOST/PATH`, without its own name.
        package var repository: String?
        /// Where else it can be fetched.
        package var address: String?

        /// Describes a chart.
        package init(name: String, version: String, artifact: Artifact) {
            self.name = name
            self.version = version
            self.artifact = artifact
        }

        /// Describes a chart by its file alone, which is named `NAME-VERSION.tgz`; nothing for a file that is none.
        ///
        /// A version begins at the first dash that a digit and a dot follow somewhere: names may have dashes too.
        package init?(_ artifact: Artifact) {
            guard artifact.kind == .chart,
                let match = artifact.name.wholeMatch(of: /(?<name>.+?)-(?<version>[0-9]+\.[0-9]+\.[0-9]+.*)\.tgz/)
            else { return nil }
            self.init(name: String(match.name), version: String(match.version), artifact: artifact)
        }
    }

    /// A flake, by what `nix` takes as its address.
    package struct Flake: Sendable, Hashable {
        /// The package's name in it.
        package var package: String
        /// The flake reference, such as `github:acme/app/v1.2.3`; with `narHash`, exactly what was released.
        package var reference: String

        /// Describes a flake.
        package init(package: String, reference: String) {
            self.package = package
            self.reference = reference
        }
    }

    /// What a record says: images, and charts where the forge has them.
    package init(_ manifest: Manifest, forge: ForgeAddress?) {
        release = manifest.release
        images = (manifest.images ?? []).map { Image($0) }
        charts = manifest.artifacts.compactMap { artifact in
            guard var chart = Chart(artifact) else { return nil }
            // A trial is published at no forge, so it has no address there.
            if !manifest.release.isSnapshot {
                chart.address = forge?.download(artifact.name, tag: manifest.release.tag)
            }
            return chart
        }
    }
}

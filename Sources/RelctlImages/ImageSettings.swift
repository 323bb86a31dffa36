/// What the configuration says about one image: an item of `images`, or a variant of one.
package struct ImageSettings: Sendable, Equatable {
    /// The repositories it goes to, such as `ghcr.io/acme/app`; the first is the one that people are told.
    package var names: [String]
    /// What the variant is called; nothing for the image itself.
    package var variant: String?
    /// What each tag ends in, for a variant.
    package var tagSuffix = ""
    /// What it stands on.
    package var base = ImageBase.scratch
    /// What it is for; empty for all Linux targets of the release that have a name among images.
    package var platforms: [ImagePlatformChoice] = []
    /// Files in it, in the file's order.
    package var files: [ImageFileRule] = []
    /// The programs in `/usr/bin`; nothing for all of the target's.
    package var binaries: [String]?
    /// What is always run; nothing for the only or first program.
    package var entrypoint: [String]?
    /// The arguments where the user says nothing else.
    package var command: [String]?
    /// Variables of its processes.
    package var environment: [String: Template] = [:]
    /// Whom the process runs as; nothing for 65532:65532 on `scratch`, and else the base's own.
    package var user: String?
    /// The folder it begins in.
    package var workingDirectory: String?
    /// Ports that it listens on, with their protocol.
    package var ports: [String] = []
    /// Folders that data is kept in.
    package var volumes: [String] = []
    /// What is said of it in its configuration, beside what relctl says.
    package var labels: [String: Template] = [:]
    /// What is said of it in manifests and index, beside what relctl says.
    package var annotations: [String: Template] = [:]
    /// The signal that ends it.
    package var stopSignal: String?
    /// Tags; nothing for those that follow from the version.
    package var tags: [Template]?
    /// The file of trusted certificates, in PEM.
    package var certificates: RelativePath?
    /// How layers are compressed.
    package var compression = ImageCompression()
    /// Bytes that a pull for one platform may take; nothing for any number.
    package var budget: UInt64?
    /// What is attached to it about where it comes from.
    package var attestations = Attached()
    /// Where the configuration names it.
    package var place: SourcePlace
    /// Places of its keys' values, and of those that a variant has from its image.
    package var keyPlaces: [String: SourcePlace] = [:]

    /// The place of a key's value, or of the image if the key is not set.
    package func place(of key: String) -> SourcePlace { keyPlaces[key] ?? place }

    /// What tells it from the release's other images.
    package var id: String { (names.first ?? "") + tagSuffix }

    /// What is attached to an image.
    package struct Attached: Sendable, Equatable {
        /// Whether what made it is told (SLSA provenance).
        package var provenance = true
        /// Whether what is in it is told (SPDX).
        package var sbom = true
    }

    /// Describes an image of which nothing but its names is known.
    package init(names: [String], place: SourcePlace) {
        self.names = names
        self.place = place
    }
}

/// What an image stands on.
package enum ImageBase: Sendable, Hashable, Codable {
    /// Nothing.
    case scratch
    /// An image layout below the project's folder, and in it the image of this name, where it has several.
    case layout(path: RelativePath, name: String?)
    /// An image at a registry, as the configuration writes it.
    case registry(String)

    /// Reads `scratch`, `oci:PATH[:NAME]` or a reference; nothing for a text that is none.
    package init?(_ text: String) {
        if text == "scratch" {
            self = .scratch
        } else if text.hasPrefix("oci:") {
            guard case .layout(let folder, let name)? = try? ImagePlace(text),
                let path = try? RelativePath(folder)
            else { return nil }
            self = .layout(path: path, name: name)
        } else {
            guard (try? ImageReference(text)) != nil else { return nil }
            self = .registry(text)
        }
    }

    /// Where it is; nothing for `scratch`.
    ///
    /// - Throws: ``RelctlError`` for a reference that is none.
    package var place: ImagePlace? {
        get throws {
            switch self {
            case .scratch: nil
            case .layout(let path, let name): .layout(path.string, name: name)
            case .registry(let text): .registry(try ImageReference(text))
            }
        }
    }

    /// As the configuration writes it.
    package var text: String {
        switch self {
        case .scratch: "scratch"
        case .layout(let path, let name): "oci:\(path)" + (name.map { ":\($0)" } ?? "")
        case .registry(let reference): reference
        }
    }
}

/// A platform that an image is for, as the configuration says it.
package enum ImagePlatformChoice: Sendable, Hashable {
    /// By its name among images, such as `linux/arm64`.
    case platform(ImagePlatform)
    /// By the target whose artifact is in it.
    case target(TargetTriple)

    /// Reads a platform or a triple; nothing for a text that is neither.
    package init?(_ text: String) {
        if let platform = ImagePlatform(text) {
            self = .platform(platform)
        } else if let triple = try? TargetTriple(text) {
            self = .target(triple)
        } else {
            return nil
        }
    }
}

/// Files of an image: those of the target's archive, or, where a pattern matches none of these, of the project.
package struct ImageFileRule: Sendable, Equatable {
    /// Which, and where they go: `to` is the folder below the image's top.
    package var selection: FileSelection
    /// Permission bits of the files; nothing to keep 0644 or 0755.
    package var mode: UInt16?
    /// Where the configuration says so.
    package var place: SourcePlace

    /// Describes files of an image.
    package init(selection: FileSelection, mode: UInt16? = nil, place: SourcePlace) {
        self.selection = selection
        self.mode = mode
        self.place = place
    }
}

/// How the layers of an image are compressed.
package struct ImageCompression: Sendable, Hashable, Codable {
    /// The format.
    package var format = Format.gzip
    /// The level on the format's own scale; nothing for the usual one.
    package var level: Int?

    /// Formats of layers.
    package enum Format: String, Sendable, Hashable, Codable, CaseIterable {
        case gzip, zstd, none

        /// What a layer of this format is.
        package var mediaType: MediaType {
            switch self {
            case .gzip: .layerGzip
            case .zstd: .layerZstandard
            case .none: .layer
            }
        }

        /// Its scale of levels; nothing where nothing is compressed.
        package var levels: ClosedRange<Int>? {
            switch self {
            case .gzip: CompressionScale.deflate.levels
            case .zstd: LibarchiveFilter.zstd.levels
            case .none: nil
            }
        }
    }
}

extension ProjectSettings {
    /// Whether a container of an image has something to begin with, as far as anybody knows before there is one: what a
    /// base has, is the base's own affair.
    package func hasProgram(_ image: ImageSettings) -> Bool {
        guard image.base == .scratch else { return true }
        let words = image.entrypoint ?? image.binaries ?? targets.flatMap { binaries(of: $0) }
        return !words.isEmpty || image.command?.isEmpty == false
    }
}

/// What a release consists of by size, beside what an earlier one had.
package struct SizeReport: Sendable, Hashable, Codable {
    /// The release's tag.
    package var tag: String
    /// The earlier release's tag, if it is held against one.
    package var previousTag: String?
    /// What it consists of, largest first.
    package var items: [SizedItem]
    /// What only the earlier release had.
    package var removed: [SizedItem]

    /// Reports on a release.
    package init(of manifest: Manifest, comparedWith previous: Manifest? = nil) {
        let comparison = SizeComparison(manifest, with: previous)
        tag = manifest.release.tag
        previousTag = previous?.release.tag
        items = SizedItem.ordered(comparison.items)
        removed = SizedItem.ordered(comparison.removed)
    }

    /// Reports on what was packed: images and the flake come later, so that nothing is said of an earlier release's.
    package init(ofPacked manifest: Manifest, comparedWith previous: Manifest) {
        var previous = previous
        (previous.images, previous.artifacts) = (nil, previous.artifactsWithoutFlake)
        self.init(of: manifest, comparedWith: previous)
    }

    /// Reports on images that were made, and on nothing else of their release.
    ///
    /// - Parameters:
    ///   - images: The images.
    ///   - manifest: The record of what they are made of.
    ///   - previous: The record of the earlier release.
    ///   - isWhole: Whether they are all images for all platforms, so that others are gone.
    package init(
        of images: [ReleasedImage],
        in manifest: Manifest,
        comparedWith previous: Manifest,
        isWhole: Bool
    ) {
        var (manifest, previous) = (manifest, previous)
        (manifest.images, manifest.artifacts, previous.artifacts) = (images, [], [])
        self.init(of: manifest, comparedWith: previous)
        if !isWhole { removed = [] }
    }
}

/// Something that people fetch, with its size.
package struct SizedItem: Sendable, Hashable, Codable {
    /// The name of a file, or what tells an image and its platform.
    package var name: String
    /// Bytes.
    package var size: UInt64
    /// Bytes of the same thing in the earlier release; nothing where it had none, or none is known.
    package var previous: UInt64?
    /// What is in it, largest first.
    package var parts: [Part]

    /// A file in it, or what else it is made of.
    package struct Part: Sendable, Hashable, Codable {
        /// From its top.
        package var path: String
        /// Bytes, before any compression.
        package var size: UInt64
        /// Bytes of it in the earlier release; nothing where it had none, or none is known.
        package var previous: UInt64?

        /// Describes a part.
        package init(path: String, size: UInt64, previous: UInt64? = nil) {
            self.path = path
            self.size = size
            self.previous = previous
        }
    }

    /// Describes something and what is in it, in any order.
    package init(name: String, size: UInt64, previous: UInt64? = nil, parts: [Part]) {
        self.name = name
        self.size = size
        self.previous = previous
        self.parts = parts.sorted { one, other in
            one.size == other.size ? one.path.precedesBytewise(other.path) : one.size > other.size
        }
    }

    /// Largest first, those of one size bytewise by name.
    static func ordered(_ items: [SizedItem]) -> [SizedItem] {
        items.sorted { one, other in
            one.size == other.size ? one.name.precedesBytewise(other.name) : one.size > other.size
        }
    }

    /// How a size differs from what it was: `+1.20 MB (+4.8%)`; nothing where it is not known, or is the same.
    package static func change(from previous: UInt64?, to size: UInt64) -> String? {
        guard let previous, previous != size else { return nil }
        let sign = size > previous ? "+" : "-"
        let difference = size > previous ? size - previous : previous - size
        let text = "\(sign)\(ByteCount(difference))"
        // Beyond that a factor is no help any more, and the arithmetic might not hold.
        let share = Double(difference) / Double(max(previous, 1))
        guard previous > 0, share < 100 else { return text }
        let tenths = Int((share * 1000).rounded())
        return "\(text) (\(sign)\(tenths / 10).\(tenths % 10)%)"
    }
}

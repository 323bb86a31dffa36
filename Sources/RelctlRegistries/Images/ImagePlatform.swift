/// What an image runs on (image-spec, image index, `platform`), such as `linux/arm64` or `linux/arm/v7`.
package struct ImagePlatform: Sendable, Hashable, Codable {
    /// Go's name of the processor.
    package var architecture: String
    /// Go's name of the system.
    package var os: String
    /// The variant of the processor, such as `v7`.
    package var variant: String?
    /// The version of the system, for Windows.
    package var osVersion: String?
    /// Features that the system must have, for Windows.
    package var osFeatures: [String]?

    private enum CodingKeys: String, CodingKey {
        case architecture, os, variant
        case osVersion = "os.version"
        case osFeatures = "os.features"
    }

    /// Names a platform.
    package init(os: String, architecture: String, variant: String? = nil) {
        self.os = os
        self.architecture = architecture
        self.variant = variant
    }

    /// Reads `OS/ARCHITECTURE[/VARIANT]`; nothing for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        }
        guard (2...3).contains(parts.count), isPlain else { return nil }
        self.init(os: parts[0], architecture: parts[1], variant: parts.count == 3 ? parts[2] : nil)
    }

    /// The platform of a target; nothing where no image can be for it.
    package init?(_ target: TargetTriple) {
        guard let name = target.ociName else { return nil }
        self.init(name)
    }

    /// What holds an attestation in BuildKit's form, which runs nowhere.
    package static let unknown = ImagePlatform(os: "unknown", architecture: "unknown")

    /// The same platform by the name that all write differently: `arm64/v8` is `arm64`, and `arm` alone is `arm/v7`.
    package var normalized: ImagePlatform {
        var platform = self
        switch (architecture, variant) {
        case ("arm64", "v8"), ("amd64", "v1"): platform.variant = nil
        case ("arm", nil): platform.variant = "v7"
        default: break
        }
        return platform
    }

    /// Whether an image for this platform is meant where `other` is asked for.
    package func matches(_ other: ImagePlatform) -> Bool {
        let (own, wanted) = (normalized, other.normalized)
        return own.os == wanted.os && own.architecture == wanted.architecture && own.variant == wanted.variant
    }
}

extension ImagePlatform: CustomStringConvertible {
    /// `OS/ARCHITECTURE[/VARIANT]`.
    package var description: String { ([os, architecture] + [variant].compactMap(\.self)).joined(separator: "/") }
}

/// Writes a manifest by which Scoop installs the released programs on Windows
/// (https://github.com/ScoopInstaller/Scoop/wiki/App-Manifests).
///
/// `dist/distribution/scoop` has the form of a bucket.
struct ScoopTarget: DistributionTarget {
    static let id = "scoop"

    let keys = [
        ConfigurationKey("name", "The manifest's name; by default the project's in lower case.", shape: .text),
        ConfigurationKey(
            "bucket",
            "The address of the bucket that has the manifest; for the commands that users get.",
            shape: .text
        ),
        ConfigurationKey("depends", "The apps that the programs need.", shape: .texts),
    ]

    /// Archives that Scoop unpacks; it needs 7-Zip for all but the first.
    private static let formats = ["zip", "tar.gz", "tar.xz", "tar", "tar.zst"]

    func plan(_ request: DistributionRequest) throws -> Distribution {
        let name = try request.packageName(/[A-Za-z0-9][A-Za-z0-9._+\-]*/, "the name of an app")
        let archives = try PackageArchives<ScoopSystem>(
            of: request,
            formats: Self.formats,
            client: "Scoop",
            example: "x86_64-pc-windows-gnu"
        ) { ScoopSystem($0).map { [$0] } ?? [] }
        let manifest = try ScoopManifest(
            request,
            ScoopSystem.allCases.compactMap { system in archives[system].map { (system, $0) } }
        )
        let bucket = try request.text(
            "bucket",
            /https?:\/\/[A-Za-z0-9.:_~\/\-]*[A-Za-z0-9_~]\/?/,
            "an address by HTTPS"
        )
        return Distribution(
            files: [Distribution.File(path: try RelativePath("bucket/\(name).json"), text: manifest.text)],
            installation: bucket.map { Self.installation(of: name, from: $0) }
        )
    }

    /// A bucket is called what the last part of its address says.
    private static func installation(of name: String, from bucket: String) -> Distribution.Installation {
        let last = bucket.split(separator: "/").last.map(String.init) ?? bucket
        let own = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
        return Distribution.Installation(
            title: "Scoop",
            commands: ["scoop bucket add \(own) \(bucket)", "scoop install \(own)/\(name)"]
        )
    }
}

/// A system of Scoop's, by its name there, in the order of manifests.
enum ScoopSystem: String, Sendable, Hashable, CaseIterable {
    case x86_64 = "64bit"
    case i686 = "32bit"
    case aarch64 = "arm64"

    /// The one that runs programs for a platform; nothing where there is none.
    init?(_ target: TargetTriple) {
        guard target.isWindows else { return nil }
        switch target.architecture {
        case .x86_64: self = .x86_64
        case .i686: self = .i686
        case .aarch64: self = .aarch64
        default: return nil
        }
    }
}

import TestSupport
import Testing

@testable import RelctlCore

extension PackedRelease {
    /// What is asked of a distribution target, with files downloaded from the folder.
    func request(
        _ options: [String: ConfigurationValue] = [:],
        programs: [String] = []
    ) -> DistributionRequest {
        DistributionRequest(
            options: options,
            release: manifest.release,
            repositoryPage: "https://github.com/acme/tool",
            programs: programs,
            downloads: manifest.artifacts.map {
                DistributionRequest.Download($0, url: "file://\(folder.path)/\($0.name)")
            }
        )
    }

    /// Writes what a target planned, and returns its only file.
    func write(_ distribution: Distribution) throws -> FilePath {
        let file = try #require(distribution.files.first)
        #expect(distribution.files.count == 1)
        let path = folder.distribution.appending(file.path.string)
        try LiveFileSystem().createFolders(path.parent)
        try LiveFileSystem().write(file.text.utf8, to: path)
        return path
    }
}

/// A release of which nothing was packed.
func distributionRequest(
    _ artifacts: [Artifact],
    _ options: [String: ConfigurationValue] = [:],
    programs: [String] = [],
    change: (inout ReleaseIdentity) throws -> Void = { _ in }
) throws -> DistributionRequest {
    var release = try PackedRelease.identity()
    try change(&release)
    return DistributionRequest(
        options: options,
        release: release,
        repositoryPage: "https://github.com/acme/tool",
        programs: programs,
        downloads: artifacts.map {
            DistributionRequest.Download($0, url: "https://x.example/\(release.version)/\($0.name)")
        }
    )
}

/// What the jobs of a workflow that come later are told of a release.
package struct JobOutputs: Sendable, Encodable {
    /// The tag.
    package var tag: String
    /// The version.
    package var version: String
    /// Whether it is a pre-release, as every snapshot is.
    package var prerelease: Bool
    /// The builds: a strategy's matrix.
    package var matrix: [String: [Matrix.Row]]
    /// The record of what was made, but for the lists of what archives hold; nothing where nothing is made yet.
    package var manifest: Manifest?

    /// Bytes that a record may have: of the 1 MiB that GitHub lets a job hand on, counted in UTF-16, what leaves room for
    /// all else.
    private static let manifestLimit = 480 << 10

    /// Describes a release.
    ///
    /// - Parameters:
    ///   - release: What is released.
    ///   - builds: Its builds.
    ///   - manifest: The record that is there, if there is one; that of another release is left out.
    /// - Throws: ``RelctlError`` for a record that cannot be.
    package init(_ release: ReleaseIdentity, builds: [Matrix.Row], manifest: Manifest?) throws {
        tag = release.tag
        version = release.version.description
        prerelease = release.version.isPrerelease
        matrix = Matrix.strategy(of: builds)
        guard let manifest, manifest.release == release else { return }
        self.manifest = try manifest.withoutContents
    }

    /// Leaves a record out that would be more than its part of what GitHub takes.
    ///
    /// - Returns: What is to be said about that; nothing where it stays.
    /// - Throws: Nothing but what JSON cannot hold.
    package mutating func boundManifest() throws -> Finding? {
        guard let size = try manifest.map({ try JSONText.line($0).count }), size > Self.manifestLimit else {
            return nil
        }
        manifest = nil
        return Finding(
            "the manifest is not handed to later jobs: it has \(ByteCount(UInt64(size))), and of what GitHub takes "
                + "\(ByteCount(UInt64(Self.manifestLimit))) are for it",
            code: "manifest.large",
            severity: .warning
        )
    }

    /// The names and values, each of one line.
    package var lines: [(name: String, value: String)] {
        get throws {
            let values = [
                (name: "tag", value: tag), ("version", version), ("prerelease", "\(prerelease)"),
                ("matrix", try Self.line(matrix)),
            ]
            return try values + (manifest.map { [("manifest", try Self.line($0))] } ?? [])
        }
    }

    /// What jobs of GitLab's take variables of, as a report `dotenv`; what is long is left out, for of that it takes 5 KiB
    /// (https://docs.gitlab.com/ci/yaml/artifacts_reports/#artifactsreportsdotenv).
    package var dotenv: String {
        [("TAG", tag), ("VERSION", version), ("PRERELEASE", "\(prerelease)")]
            .map { "RELEASE_\($0)=\($1)\n" }.joined()
    }

    private static func line(_ value: some Encodable) throws -> String {
        String(decoding: try JSONText.line(value).dropLast(), as: UTF8.self)
    }
}

extension Manifest {
    /// The record without the lists of what archives hold.
    fileprivate var withoutContents: Manifest {
        get throws {
            var manifest = self
            manifest.artifacts = try artifacts.map { artifact in
                try Artifact(
                    name: artifact.name,
                    kind: artifact.kind,
                    target: artifact.target,
                    format: artifact.format,
                    compression: artifact.compression,
                    size: artifact.size,
                    sha256: artifact.sha256
                )
            }
            return manifest
        }
    }
}

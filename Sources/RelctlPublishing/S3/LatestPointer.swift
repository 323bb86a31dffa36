/// A small object that says which release of a project is the latest, so that scripts need not list the bucket.
struct LatestPointer: Sendable, Hashable, Codable {
    /// The project's name.
    var name: String
    /// The release's version.
    var version: Version
    /// Its tag.
    var tag: String
    /// Its time in UTC, `YYYY-MM-DDTHH:MM:SSZ`.
    var date: String
    /// The key of its manifest, which lists all files with their digests.
    var key: String
    /// The URL of that at the store itself.
    var manifest: String

    /// Points to a release.
    init(to release: ReleaseIdentity, in settings: S3Settings, _ bucket: S3Bucket) {
        name = release.name
        version = release.version
        tag = release.tag
        date = UTCTime.dateAndTime(ofTimestamp: release.timestamp)
        key = settings.key(of: Manifest.fileName)
        manifest = bucket.url(of: key)
    }

    /// How long caches may keep it: a minute.
    static let cacheControl = "public, max-age=60"

    /// What is there in a pointer's place.
    enum Found: Sendable, Hashable {
        /// Nothing.
        case nothing
        /// A pointer.
        case pointer(LatestPointer)
        /// Something that relctl did not write.
        case foreign

        /// Reads what is there.
        init(_ bytes: [UInt8]?, key: String) {
            guard let bytes else {
                self = .nothing
                return
            }
            let pointer = try? JSONText.decode(LatestPointer.self, from: bytes, file: FilePath(key))
            self = pointer.map { .pointer($0) } ?? .foreign
        }
    }

    /// Whether this one takes the place of what is there: it never goes back to an older version, and never to one that
    /// is not stable.
    ///
    /// - Throws: ``RelctlError`` of code `publish.exists` if something else is there, unless it may be replaced.
    func takesPlace(of found: Found, at key: String, replaces: Bool) throws -> Bool {
        guard !version.isPrerelease else { return false }
        switch found {
        case .nothing: return true
        case .pointer(let other) where other.name.equalsBytewise(name):
            return Version.precedes(other.version, version) || (other.version == version && other != self)
        case .pointer, .foreign:
            guard replaces else {
                throw RelctlError(
                    "cannot point to the latest release in `\(key)`: something else is there",
                    code: .publicationExists,
                    hints: ["choose another `latest`, or replace it with `--replace`"]
                )
            }
            return true
        }
    }
}

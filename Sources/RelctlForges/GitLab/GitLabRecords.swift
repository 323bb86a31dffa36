/// What GitLab's REST API answers, as far as relctl reads it.
///
/// https://docs.gitlab.com/api/releases, https://docs.gitlab.com/api/packages, v4.
package enum GitLabRecords {
    /// A project.
    struct Project: Decodable, Sendable {
        var id: Int64
        var archived: Bool?
        var packagesEnabled: Bool?
        var packageRegistryAccessLevel: String?
        var releasesAccessLevel: String?
        var permissions: Permissions?

        struct Permissions: Decodable, Sendable {
            var projectAccess: Access?
            var groupAccess: Access?

            enum CodingKeys: String, CodingKey {
                case projectAccess = "project_access"
                case groupAccess = "group_access"
            }
        }

        struct Access: Decodable, Sendable {
            var accessLevel: Int

            enum CodingKeys: String, CodingKey { case accessLevel = "access_level" }
        }

        /// 30 for developers, 40 for maintainers; nothing where it is not told, as for administrators.
        var accessLevel: Int? {
            [permissions?.projectAccess, permissions?.groupAccess].compactMap { $0?.accessLevel }.max()
        }

        enum CodingKeys: String, CodingKey {
            case id, archived, permissions
            case packagesEnabled = "packages_enabled"
            case packageRegistryAccessLevel = "package_registry_access_level"
            case releasesAccessLevel = "releases_access_level"
        }
    }

    /// A release; there are no drafts.
    package struct Release: Decodable, Sendable {
        package var tagName: String
        var name: String?
        var description: String?
        var commit: Commit?
        package var assets: Assets?
        package var links: Addresses?

        package struct Assets: Decodable, Sendable { package var links: [Link]? }

        package struct Addresses: Decodable, Sendable {
            package var page: String?

            enum CodingKeys: String, CodingKey { case page = "self" }
        }

        enum CodingKeys: String, CodingKey {
            case name, description, commit, assets
            case tagName = "tag_name"
            case links = "_links"
        }
    }

    /// A release's link to a file.
    package struct Link: Decodable, Sendable {
        var id: Int64
        package var name: String
        var url: String
    }

    /// A commit.
    struct Commit: Decodable, Sendable { var id: String }

    /// A tag and the commit that it leads to.
    struct Tag: Decodable, Sendable { var commit: Commit? }

    /// A package; while it is `hidden` only the addresses of its files lead to it.
    struct Package: Decodable, Sendable {
        var id: Int64
        var name: String
        var version: String
        var status: String?
    }

    /// A file of a package; the newest of a name is the one that is downloaded.
    struct PackageFile: Decodable, Sendable {
        var id: Int64
        var fileName: String
        var size: UInt64
        var fileSHA256: String?

        /// The same, as publishers know files.
        func remote(id: String?) -> RemoteAsset {
            RemoteAsset(
                name: fileName,
                id: id,
                size: size,
                sha256: fileSHA256.flatMap { Digest(hexadecimal: $0) }
            )
        }

        enum CodingKeys: String, CodingKey {
            case id, size
            case fileName = "file_name"
            case fileSHA256 = "file_sha256"
        }
    }

    /// Which tags only some may make.
    struct ProtectedTag: Decodable, Sendable {
        var name: String
        var createAccessLevels: [Level]?

        struct Level: Decodable, Sendable {
            var accessLevel: Int?

            enum CodingKeys: String, CodingKey { case accessLevel = "access_level" }
        }

        enum CodingKeys: String, CodingKey {
            case name
            case createAccessLevels = "create_access_levels"
        }
    }

    /// The token that asks.
    struct Token: Decodable, Sendable { var scopes: [String]? }
}

/// What is said about a release when it is made or changed; what is nil stays as it is.
struct GitLabReleaseFields: Encodable, Sendable {
    var tagName: String?
    /// The commit that the tag is made at, if it is not there.
    var ref: String?
    var name: String?
    var description: String?
    var milestones: [String]?
    var assets: Assets?

    struct Assets: Encodable, Sendable { var links: [GitLabLinkFields] }

    enum CodingKeys: String, CodingKey {
        case ref, name, description, milestones, assets
        case tagName = "tag_name"
    }
}

/// A link as it is made.
struct GitLabLinkFields: Encodable, Sendable {
    var name: String
    var url: String
    var directAssetPath: String?
    var linkType: String?

    /// A link to a file of a package, with a lasting address below the release where GitLab takes the name for one.
    init(_ file: String, url: String) {
        name = file
        self.url = url
        linkType = "package"
        // `Releases::Link::FILEPATH_REGEX`, of 128 characters at most.
        let isPath = file.utf8.count < 128 && file.wholeMatch(of: /[A-Za-z0-9_.\-]*[A-Za-z0-9]/) != nil
        directAssetPath = isPath ? "/\(file)" : nil
    }

    enum CodingKeys: String, CodingKey {
        case name, url
        case directAssetPath = "direct_asset_path"
        case linkType = "link_type"
    }
}

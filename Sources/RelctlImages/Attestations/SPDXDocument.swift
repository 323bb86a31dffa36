/// A bill of materials (SPDX 2.3, https://spdx.github.io/spdx-spec/v2.3), as JSON has it.
///
/// Files are packages of the purpose `FILE` here: SPDX wants the SHA-1 of what it calls a file (clause 8.4), which no
/// record of a release has, while a package is told by SHA-256 alone (clause 7.10).
struct SPDXDocument: Sendable, Hashable, Encodable {
    var spdxVersion = "SPDX-2.3"
    var dataLicense = "CC0-1.0"
    var SPDXID = "SPDXRef-DOCUMENT"
    var name: String
    var documentNamespace: String
    var creationInfo: CreationInfo
    var packages: [Package]
    var relationships: [Relationship]

    /// Who wrote the document when (clause 6).
    struct CreationInfo: Sendable, Hashable, Encodable {
        var created: String
        var creators = ["Tool: relctl"]
    }

    /// Something that is distributed (clause 7).
    struct Package: Sendable, Hashable, Encodable {
        var SPDXID: String
        var name: String
        var versionInfo: String?
        var packageFileName: String?
        var primaryPackagePurpose: Purpose
        var downloadLocation = noAssertion
        var filesAnalyzed = false
        var checksums: [Checksum]?
        var homepage: String?
        var sourceInfo: String?
        var licenseConcluded = noAssertion
        var licenseDeclared = noAssertion
        var copyrightText = noAssertion
        var summary: String?
        var externalRefs: [ExternalReference]?
    }

    /// What a package is for (clause 7.24).
    enum Purpose: String, Sendable, Hashable, Encodable {
        case application = "APPLICATION"
        case archive = "ARCHIVE"
        case container = "CONTAINER"
        case file = "FILE"
        case install = "INSTALL"
    }

    struct Checksum: Sendable, Hashable, Encodable {
        var algorithm = "SHA256"
        var checksumValue: Digest
    }

    /// What others call a package (clause 7.21).
    struct ExternalReference: Sendable, Hashable, Encodable {
        var referenceCategory = "PACKAGE-MANAGER"
        var referenceType = "purl"
        var referenceLocator: String
    }

    /// What one element is to another (clause 11).
    struct Relationship: Sendable, Hashable, Encodable {
        var spdxElementId: String
        var relationshipType: Kind
        var relatedSpdxElement: String

        enum Kind: String, Sendable, Hashable, Encodable {
            case contains = "CONTAINS"
            case describes = "DESCRIBES"
            case descendantOf = "DESCENDANT_OF"
        }
    }

    /// Where nothing is claimed.
    static let noAssertion = "NOASSERTION"
}

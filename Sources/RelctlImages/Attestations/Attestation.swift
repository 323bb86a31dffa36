/// What is said of files or images by who made them: an in-toto Statement (in-toto attestation framework, v1).
package struct Attestation: Sendable, Hashable {
    /// What kind of thing is said.
    package let predicateType: PredicateType
    /// The whole Statement, as JSON with sorted keys; the same for the same input.
    package let statement: [UInt8]

    /// The kinds that relctl writes, by the address that stands in the Statement.
    package enum PredicateType: String, Sendable, Hashable, Codable, CaseIterable {
        /// How something was made: SLSA provenance, version 1.
        case provenance = "https://slsa.dev/provenance/v1"
        /// What is in it: an SPDX document.
        case spdx = "https://spdx.dev/Document"
    }

    /// What a Statement is about.
    package struct Subject: Sendable, Hashable {
        /// Its name: that of a file, or the package URL of an image.
        package var name: String
        /// The digest of its bytes; of an image, of its manifest.
        package var digest: Digest

        /// Names something.
        package init(name: String, digest: Digest) {
            self.name = name
            self.digest = digest
        }
    }

    /// The annotation that tells the kind of an attestation in the layers of a manifest (BuildKit, attestation storage).
    package static let predicateTypeAnnotation = "in-toto.io/predicate-type"

    /// States `predicate` of `subjects`.
    ///
    /// - Throws: What cannot be encoded.
    init(_ predicateType: PredicateType, of subjects: [Subject], _ predicate: some Encodable) throws {
        self.predicateType = predicateType
        let statement = Statement(
            _type: "https://in-toto.io/Statement/v1",
            subject: subjects.map { ResourceDescriptor(name: $0.name, digest: ["sha256": $0.digest.hexadecimal]) },
            predicateType: predicateType,
            predicate: predicate
        )
        self.statement = try JSONText.line(statement)
    }

    /// The layer of in-toto's model that binds a predicate to what it is about.
    private struct Statement<Predicate: Encodable>: Encodable {
        let _type: String
        let subject: [ResourceDescriptor]
        let predicateType: PredicateType
        let predicate: Predicate
    }
}

/// How in-toto names anything: by name, address, digests, or several of them (in-toto attestation framework, v1).
struct ResourceDescriptor: Sendable, Hashable, Encodable {
    var name: String?
    var uri: String?
    var digest: [String: String]?
}

/// Puts bills of materials together.
struct SPDXWriter: Sendable {
    private let planner: AttestationPlanner
    private var release: ReleaseIdentity { planner.release }

    init(_ planner: AttestationPlanner) { self.planner = planner }

    private typealias Package = SPDXDocument.Package
    private typealias Relationship = SPDXDocument.Relationship

    /// The bill of one platform's image: what the release put into it, and the image below.
    func document(of image: AttestedImage) -> SPDXDocument {
        let platform = image.platform.description.splitAtSlashes().joined(separator: "-")
        var document = document(named: "\(image.repository)-\(image.tag)-\(platform)", of: [image.digest.sha256])
        var package = Package(
            SPDXID: "SPDXRef-Image",
            name: image.repository,
            versionInfo: image.tag,
            primaryPackagePurpose: .container,
            checksums: [SPDXDocument.Checksum(checksumValue: image.digest.sha256)],
            licenseDeclared: license
        )
        let architecture = image.platform.architecture
        let address = PackageURL.image(
            image.repository,
            digest: image.digest,
            tag: image.tag,
            architecture: architecture
        )
        package.externalRefs = [SPDXDocument.ExternalReference(referenceLocator: address.description)]
        document.add(package, in: "SPDXRef-Release")
        add(image.files, in: package.SPDXID, to: &document)
        if let base = image.base { add(base, architecture, below: package.SPDXID, to: &document) }
        return document
    }

    /// The bill of all that people download.
    func document(of manifest: Manifest) -> SPDXDocument {
        let name = "\(release.name)-\(release.version)"
        var document = document(named: name, of: manifest.downloads.map(\.sha256))
        for (index, artifact) in manifest.downloads.enumerated() {
            var package = Package(
                SPDXID: "SPDXRef-Artifact-\(index)",
                name: artifact.name,
                versionInfo: release.version.description,
                packageFileName: artifact.name,
                primaryPackagePurpose: Self.purpose(of: artifact.kind),
                checksums: [SPDXDocument.Checksum(checksumValue: artifact.sha256)],
                licenseDeclared: license
            )
            // A trial is published at no forge, so it has no address there.
            if !release.isSnapshot, let address = planner.forge?.download(artifact.name, tag: release.tag) {
                package.downloadLocation = address
            }
            document.add(package, in: "SPDXRef-Release")
            guard artifact.kind != .binary else { continue }
            add((artifact.contents ?? []).compactMap(AttestedImage.File.init), in: package.SPDXID, to: &document)
        }
        return document
    }

    /// A document that describes the release; what it is about decides its address, which no other document has.
    private func document(named name: String, of digests: [Digest]) -> SPDXDocument {
        let about = ([release.commit] + digests.map(\.hexadecimal)).joined(separator: "\n")
        let page = planner.forge?.page
        let source = Package(
            SPDXID: "SPDXRef-Release",
            name: release.name,
            versionInfo: release.version.description,
            primaryPackagePurpose: .application,
            downloadLocation: page.map { "git+\($0)@\(release.commit)" } ?? SPDXDocument.noAssertion,
            homepage: release.homepage.flatMap(Self.address),
            sourceInfo: "\(release.isSnapshot ? "a snapshot" : release.tag) at git commit \(release.commit)",
            licenseDeclared: license,
            summary: release.description,
            externalRefs: release.isSnapshot
                ? nil
                : release.repository.flatMap { PackageURL.release(release.tag, of: $0) }.map {
                    [SPDXDocument.ExternalReference(referenceLocator: $0.description)]
                }
        )
        var document = SPDXDocument(
            name: name,
            documentNamespace: "https://spdx.org/spdxdocs/\(PercentEncoding.segment(name))-"
                + Digest(of: Array(about.utf8)).hexadecimal,
            creationInfo: SPDXDocument.CreationInfo(
                created: UTCTime.dateAndTime(ofTimestamp: release.timestamp)
            ),
            packages: [],
            relationships: []
        )
        document.add(source, .describes, in: document.SPDXID)
        return document
    }

    private func add(_ files: [AttestedImage.File], in parent: String, to document: inout SPDXDocument) {
        for (index, file) in files.sorted(by: { $0.path < $1.path }).enumerated() {
            let package = Package(
                SPDXID: "\(parent)-File-\(index)",
                name: file.path.string,
                versionInfo: file.isExecutable ? release.version.description : nil,
                packageFileName: file.path.string,
                primaryPackagePurpose: file.isExecutable ? .application : .file,
                checksums: [SPDXDocument.Checksum(checksumValue: file.sha256)]
            )
            document.add(package, in: parent)
        }
    }

    private func add(
        _ base: AttestedImage.Base,
        _ architecture: String,
        below image: String,
        to document: inout SPDXDocument
    ) {
        let address = base.repository.map {
            PackageURL.image($0, digest: base.digest, tag: base.tag, architecture: architecture)
        }
        document.packages.append(
            Package(
                SPDXID: "SPDXRef-Base",
                name: base.repository ?? "base",
                versionInfo: base.tag ?? base.digest.description,
                primaryPackagePurpose: .container,
                checksums: [SPDXDocument.Checksum(checksumValue: base.digest.sha256)],
                externalRefs: address.map { [SPDXDocument.ExternalReference(referenceLocator: $0.description)] }
            )
        )
        document.relationships.append(
            Relationship(spdxElementId: image, relationshipType: .descendantOf, relatedSpdxElement: "SPDXRef-Base")
        )
    }

    private static func purpose(of kind: Artifact.Kind) -> SPDXDocument.Purpose {
        switch kind {
        case .archive, .flake: .archive
        case .binary: .application
        case .chart: .install
        case .checksum, .signature: .file
        }
    }

    /// An address of the web, which is all that SPDX takes for a page.
    private static func address(_ text: String) -> String? {
        let isAddress = ["https://", "http://"].contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
        return isAddress && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? text : nil
    }

    /// The licence that the project declares; nothing is claimed where it is no expression (SPDX 2.3, annex D).
    private var license: String {
        guard let license = release.license, SPDXExpression.isExpression(license) else {
            return SPDXDocument.noAssertion
        }
        return license
    }
}

extension SPDXDocument {
    /// Adds a package that another element has in it.
    fileprivate mutating func add(_ package: Package, _ kind: Relationship.Kind = .contains, in element: String) {
        packages.append(package)
        relationships.append(
            Relationship(spdxElementId: element, relationshipType: kind, relatedSpdxElement: package.SPDXID)
        )
    }
}

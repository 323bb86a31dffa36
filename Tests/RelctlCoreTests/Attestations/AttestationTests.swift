import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlImages

/// Provenance and bills of materials against the libraries of those who specify them.
@Suite(.enabled { try await AttestationWitness.isHere() }) struct AttestationTests {
    private typealias Sample = AttestationSample

    @Test func referenceLibrariesTakeEveryStatement() async throws {
        let bases: [AttestedImage.Base?] = [
            nil, Sample.base, AttestedImage.Base(repository: nil, tag: nil, digest: Sample.base.digest),
        ]
        for isSnapshot in [false, true] {
            let manifest = try Sample.manifest(isSnapshot: isSnapshot)
            let planner = Sample.planner(for: manifest)
            var statements = [try planner.provenance(of: manifest), try planner.sbom(of: manifest)]
            for image in try bases.map({ try Sample.image(base: $0) }) {
                statements.append(try planner.provenance(of: image, madeOf: manifest.downloads))
                statements.append(try planner.sbom(of: image))
            }
            for attestation in statements {
                let problems = try await AttestationWitness.problems(with: attestation.statement)
                #expect(problems.isEmpty, "\(attestation.predicateType.rawValue)")
            }
        }
    }

    @Test(arguments: ["Proprietary, all rights reserved", "MIT OR", "(MIT", "MIT License", ""])
    func noLicenceIsClaimedWhereTheTextIsNoExpression(license: String) async throws {
        let manifest = try Sample.manifest(license: license)
        let attestation = try Sample.planner(for: manifest).sbom(of: manifest)
        #expect(try await AttestationWitness.problems(with: attestation.statement).isEmpty)
        let document = try Self.predicate(of: attestation)
        #expect(document["packages"]?.items.first?["licenseDeclared"]?.text == "NOASSERTION")
    }

    @Test(arguments: [
        ("Apache-2.0", true), ("(MIT OR Apache-2.0) AND BSD-3-Clause", true), ("GPL-2.0+", true),
        ("GPL-2.0-only WITH Classpath-exception-2.0", true), ("LicenseRef-own", true), ("MIT AND", false),
        ("AND MIT", false), ("MIT MIT", false), ("MIT)", false), ("() MIT", false), ("MIT/Apache-2.0", false),
        ("(MIT) WITH x", false), ("MIT WITH (x)", false), ("+", false),
    ])
    func licenceExpressionsHaveOneForm(text: String, isExpression: Bool) {
        #expect(SPDXExpression.isExpression(text) == isExpression)
    }

    @Test func brokenStatementsAreNoticedByTheWitness() async throws {
        let manifest = try Sample.manifest()
        let planner = Sample.planner(for: manifest)
        let broken = [
            (try planner.sbom(of: manifest), "\"SPDX-2.3\"", "\"SPDX-9\""),
            (try planner.sbom(of: manifest), "SPDXRef-Release", "SPDXRef-Rele ase"),
            (try planner.provenance(of: manifest), "\"builder\"", "\"maker\""),
            (try planner.provenance(of: manifest), "\"digest\"", "\"digests\""),
        ]
        for (attestation, text, other) in broken {
            let statement = String(decoding: attestation.statement, as: UTF8.self).replacing(text, with: other)
            #expect(try await AttestationWitness.problems(with: Array(statement.utf8)) != "", "\(other)")
        }
    }

    @Test func everythingThatAnImageHoldsIsInItsBill() throws {
        let manifest = try Sample.manifest()
        let image = try Sample.image(base: Sample.base)
        let attestation = try Sample.planner(for: manifest).sbom(of: image)
        let document = try Self.predicate(of: attestation)
        let packages = try #require(document["packages"]).items
        let digests = packages.flatMap { $0["checksums"]?.items ?? [] }.compactMap { $0["checksumValue"]?.text }
        let expected = [image.digest.sha256] + image.files.map(\.sha256) + [Sample.base.digest.sha256]
        #expect(Set(digests) == Set(expected.map(\.hexadecimal)))
        #expect(packages.compactMap { $0["packageFileName"]?.text } == ["etc/passwd", "usr/bin/streams"])
        let kinds = try #require(document["relationships"]).items.compactMap { $0["relationshipType"]?.text }
        #expect(kinds == ["DESCRIBES", "CONTAINS", "CONTAINS", "CONTAINS", "DESCENDANT_OF"])
        #expect(document["creationInfo"]?["created"]?.text == "2026-01-02T03:04:05Z")
    }

    @Test func documentsOfDifferentThingsHaveDifferentAddresses() throws {
        let manifest = try Sample.manifest()
        let planner = Sample.planner(for: manifest)
        var other = try Sample.image()
        other.digest = ContentDigest(Sample.digest("other"))
        let attestations = try [planner.sbom(of: Sample.image()), planner.sbom(of: other), planner.sbom(of: manifest)]
        let addresses = try attestations.map { try Self.predicate(of: $0)["documentNamespace"]?.text }
        #expect(Set(addresses).count == 3)
    }

    @Test func provenanceLeadsFromTheImageToItsSources() throws {
        let manifest = try Sample.manifest()
        let image = try Sample.image(base: Sample.base)
        let planner = Sample.planner(for: manifest)
        let provenance = try Self.predicate(of: planner.provenance(of: image, madeOf: manifest.downloads))
        let definition = try #require(provenance["buildDefinition"])
        let dependencies = try #require(definition["resolvedDependencies"]).items
        #expect(
            dependencies.map { $0["uri"]?.text } == [
                "git+https://github.com/Acme/streams@refs/tags/v1.2.3",
                "pkg:docker/alpine@3.20?platform=linux%2Farm64%2Fv8", nil,
            ]
        )
        #expect(dependencies.first?["digest"]?["gitCommit"]?.text == manifest.release.commit)
        #expect(dependencies.last?["digest"]?["sha256"]?.text == Sample.digest("archive").hexadecimal)
        let parameters = try #require(definition["externalParameters"])
        #expect(parameters["tag"]?.text == "v1.2.3")
        #expect(
            parameters["configuration"]?["digest"]?["sha256"]?.text == Sample.digest("configuration").hexadecimal
        )
    }

    @Test func onlyProvenanceBesideFilesNamesTheRun() throws {
        let environment = [
            "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_WORKFLOW_REF": "acme/streams/.github/workflows/release.yml@refs/tags/v1.2.3",
            "GITHUB_REPOSITORY": "acme/streams", "GITHUB_RUN_ID": "77", "GITHUB_RUN_ATTEMPT": "2",
        ]
        let builder = ProvenanceBuilder(environment: environment)
        let manifest = try Sample.manifest()
        let planner = Sample.planner(for: manifest, builder: builder)
        let details = try #require(Self.predicate(of: planner.provenance(of: manifest))["runDetails"])
        #expect(
            details["builder"]?["id"]?.text
                == "https://github.com/acme/streams/.github/workflows/release.yml@refs/tags/v1.2.3"
        )
        #expect(
            details["metadata"]?["invocationId"]?.text
                == "https://github.com/acme/streams/actions/runs/77/attempts/2"
        )
        let image = try Self.predicate(of: planner.provenance(of: Sample.image(), madeOf: []))
        #expect(image["runDetails"]?["metadata"] == nil)
        #expect(image["runDetails"]?["builder"] == details["builder"])
    }

    @Test func runsOfOneWorkflowHaveOneBuilder() {
        let environment = [
            "GITLAB_CI": "true", "CI_PROJECT_URL": "https://gitlab.com/acme/streams", "CI_COMMIT_TAG": "v1",
        ]
        let first = ProvenanceBuilder(environment: environment.merging(["CI_JOB_URL": "https://gitlab.com/1"]) { $1 })
        let second = ProvenanceBuilder(environment: environment.merging(["CI_JOB_URL": "https://gitlab.com/2"]) { $1 })
        #expect(first.id == "https://gitlab.com/acme/streams//.gitlab-ci.yml@refs/tags/v1")
        #expect(first.id == second.id)
        #expect(first.invocation != second.invocation)
    }

    @Test(arguments: ["", "javascript:alert(1)", "https://example.org/ x", "https://example.org/\u{1b}[0m"])
    func environmentsThatNameNoAddressAreLocal(server: String) {
        let environment = [
            "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": server, "GITHUB_WORKFLOW_REF": "a/b/c@d",
        ]
        #expect(ProvenanceBuilder(environment: environment) == .local)
        #expect(ProvenanceBuilder(environment: [:]) == .local)
    }

    /// The predicate of a statement, as relctl's own parser reads it.
    private static func predicate(of attestation: Attestation) throws -> JSONNode {
        let root = try JSONParser.parse(attestation.statement, file: "statement", dialect: .json)
        return try #require(root["predicate"])
    }
}

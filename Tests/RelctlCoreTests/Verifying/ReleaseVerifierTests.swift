import RelctlCore
import TestSupport
import Testing

@Suite struct ReleaseVerifierTests {
    /// A small release with two archives in a folder of its own.
    struct Release {
        let folder: FilePath
        let files = LiveFileSystem()
        var manifest: Manifest

        static let names = ["app-v1.0.0-x86_64-unknown-linux-musl.tar.gz", "app-v1.0.0-x86_64-pc-windows-msvc.zip"]

        init(in folder: FilePath) async throws {
            self.folder = folder
            var extensions = Extensions()
            try extensions.registerBuiltInPackagers()
            var artifacts: [Artifact] = []
            for name in Self.names {
                let format = name.hasSuffix("zip") ? "zip" : "tar.gz"
                let triple = format == "zip" ? "x86_64-pc-windows-msvc" : "x86_64-unknown-linux-musl"
                let plan = ArchivePlan(
                    name: name,
                    format: format,
                    target: try TargetTriple(triple),
                    timestamp: 1_700_000_000,
                    entries: try Self.entries(isForWindows: format == "zip")
                )
                let output = try LiveFileSystem().create(folder.appending(name), permissions: 0o644)
                let request = PackageRequest(archive: plan, project: folder, binaries: folder)
                let packager = try extensions.packagers.connector(format)
                let packaged = try await packager.package(request, to: output, with: .onDisk())
                try output.close()
                artifacts.append(
                    try Artifact(
                        name: name,
                        kind: .archive,
                        target: plan.target,
                        format: format,
                        size: packaged.size,
                        sha256: packaged.sha256,
                        contents: packaged.contents
                    )
                )
            }
            let identity = ReleaseIdentity(
                name: "app",
                version: try Version("1.0.0"),
                tag: "v1.0.0",
                commit: "0123",
                timestamp: 1_700_000_000
            )
            manifest = Manifest(release: identity, checksums: "SHA256SUMS", artifacts: artifacts)
            try save()
        }

        private static func entries(isForWindows: Bool) throws -> [PlannedEntry] {
            var entries: [(String, PlannedEntry.Content)] = [
                ("app", .folder), ("app/bin", .folder),
                ("app/bin/tool", .file(source: .text("PROGRAM tool"), isExecutable: true)),
                ("app/data", .file(source: .text("PROGRAM data"), isExecutable: false)),
            ]
            if !isForWindows { entries.append(("app/link", .link(target: "bin/tool"))) }
            return try entries.map { PlannedEntry(path: try RelativePath($0.0), content: $0.1) }
        }

        /// Writes the manifest and all checksum files as they should be.
        func save() throws {
            try files.write(JSONText.pretty(manifest), to: folder.appending("manifest.json"))
            var entries = manifest.artifacts.map { ChecksumFile.Entry(name: $0.name, sha256: $0.sha256) }
            for entry in entries {
                try files.write(ChecksumFile([entry]).bytes, to: folder.appending("\(entry.name).sha256"))
            }
            let record = Digest(of: try files.contents(of: folder.appending("manifest.json")))
            entries.append(ChecksumFile.Entry(name: "manifest.json", sha256: record))
            try files.write(ChecksumFile(entries).bytes, to: folder.appending("SHA256SUMS"))
        }

        /// Replaces the contents that the manifest lists for the first archive.
        mutating func change(_ body: (inout [ArchivedEntry]) throws -> Void) throws {
            let artifacts = try manifest.artifacts.map { artifact in
                guard artifact.name == Release.names[0], var contents = artifact.contents else { return artifact }
                try body(&contents)
                return try Artifact(
                    name: artifact.name,
                    kind: artifact.kind,
                    target: artifact.target,
                    format: artifact.format,
                    size: artifact.size,
                    sha256: artifact.sha256,
                    contents: contents
                )
            }
            manifest = Manifest(release: manifest.release, checksums: "SHA256SUMS", artifacts: artifacts)
            try save()
        }

        func codes(_ inspection: ProgramInspection? = nil) async throws -> [String] {
            let verifier = ReleaseVerifier(width: 2, inspection: inspection, with: .onDisk())
            return try await verifier.verify(folder: folder).findings.map(\.code)
        }

        func append(_ text: String, to name: String) throws {
            let file = try files.append(to: folder.appending(name))
            try Array(text.utf8).withUnsafeBytes { try file.write($0) }
            try file.close()
        }
    }

    static func withRelease(_ body: (inout Release) async throws -> Void) async throws {
        try await withScratchFolder { folder in
            var release = try await Release(in: folder)
            try await body(&release)
        }
    }

    @Test func aSoundReleaseHasNoFindings() async throws {
        try await Self.withRelease { release in
            let report = try await ReleaseVerifier(width: 2, with: .onDisk()).verify(folder: release.folder)
            #expect(report.findings == [])
            #expect(report.checked == ["SHA256SUMS", Release.names[1], Release.names[0], "manifest.json"])
        }
    }

    @Test func missingAndChangedFilesAreFound() async throws {
        try await Self.withRelease { release in
            try release.files.removeFile(release.folder.appending(Release.names[1]))
            try release.append("x", to: Release.names[0])
            #expect(try await release.codes() == ["artifact.missing", "artifact.size", "archive.trailing"])
        }
    }

    /// `sha256sum -c` would look for a file that is not there.
    @Test func checksumFilesThatSpellNamesOtherwiseAreFound() async throws {
        try await Self.withRelease { release in
            let old = release.folder.appending(Release.names[0])
            let (name, other) = ("caf\u{e9}.tar.gz", "cafe\u{301}.tar.gz")
            try release.files.rename(old, to: release.folder.appending(name))
            try release.files.removeTree(release.folder.appending(Release.names[0] + ".sha256"))
            release.manifest = Manifest(
                release: release.manifest.release,
                checksums: release.manifest.checksums,
                artifacts: try release.manifest.artifacts.map { artifact in
                    guard artifact.name == Release.names[0] else { return artifact }
                    return try Artifact(
                        name: name,
                        kind: .archive,
                        target: artifact.target,
                        format: artifact.format,
                        size: artifact.size,
                        sha256: artifact.sha256,
                        contents: artifact.contents
                    )
                }
            )
            try release.save()
            #expect(try await release.codes() == [])
            let digest = try #require(release.manifest.artifacts.first { $0.name == name }).sha256
            let wrong = ChecksumFile([ChecksumFile.Entry(name: other, sha256: digest)])
            try release.files.write(wrong.bytes, to: release.folder.appending("\(name).sha256"))
            #expect(try await release.codes() == ["sidecar.differs"])
        }
    }

    @Test func checksumFilesThatSaySomethingElseAreFound() async throws {
        try await Self.withRelease { release in
            let other = ChecksumFile([ChecksumFile.Entry(name: Release.names[0], sha256: Digest(of: []))])
            try release.files.write(other.bytes, to: release.folder.appending("\(Release.names[0]).sha256"))
            try release.append("\(Digest(of: []))  unknown\nnonsense\n", to: "SHA256SUMS")
            #expect(try await release.codes() == ["sidecar.differs", "checksum.malformed", "combined.extra"])
            try release.files.write(other.bytes, to: release.folder.appending("SHA256SUMS"))
            let codes = try await release.codes()
            #expect(codes == ["sidecar.differs", "combined.differs", "combined.incomplete", "combined.incomplete"])
            try release.files.removeFile(release.folder.appending("SHA256SUMS"))
            #expect(try await release.codes() == ["sidecar.differs", "combined.missing"])
        }
    }

    @Test func everyDifferenceFromTheManifestIsFound() async throws {
        try await Self.withRelease { release in
            try release.change { contents in
                contents = contents.map { entry in
                    var entry = entry
                    switch entry.path.string {
                    case "app/bin/tool": entry.mode = 0o644
                    case "app/data": entry.sha256 = Digest(of: [])
                    case "app/link": entry.target = "elsewhere"
                    case "app/bin": entry.kind = .file
                    default: break
                    }
                    return entry
                }
                contents.removeAll { $0.path.string == "app" }
                contents.append(ArchivedEntry(path: try RelativePath("app/new"), kind: .folder, mode: 0o755))
            }
            let expected: Set = [
                "contents.mode", "contents.digest", "contents.target", "contents.kind", "contents.extra",
                "contents.missing",
            ]
            #expect(Set(try await release.codes()) == expected)
        }
    }

    @Test func aManifestSaysHowMuchMayComeOfAnArchive() async throws {
        try await Self.withRelease { release in
            var limits = ArchiveLimits()
            (limits.freeSize, limits.ratio) = (1, 1)
            let verifier = ReleaseVerifier(width: 1, limits: limits, with: .onDisk())
            #expect(try await verifier.verify(folder: release.folder).findings == [])
            let path = release.folder.appending(Release.names[0])
            #expect(try await verifier.verify(archive: path).findings == [])
            try release.files.removeFile(release.folder.appending("manifest.json"))
            #expect(try await verifier.verify(archive: path).findings.map(\.code) == ["archive.limit"])
        }
    }

    @Test func whatLiesThereUnlistedIsAWarning() async throws {
        try await Self.withRelease { release in
            for name in ["extra.tar.gz", "extra.zip.sha256", "NOTES.md", "plan.json", "journal.jsonl"] {
                try release.files.write("x".utf8, to: release.folder.appending(name))
            }
            let report = try await ReleaseVerifier(width: 1, with: .onDisk()).verify(folder: release.folder)
            #expect(report.findings.map(\.code) == ["artifact.unlisted", "artifact.unlisted"])
            #expect(report.findings.allSatisfy { $0.severity == .warning })
        }
    }

    @Test func whatIsNoArchiveIsSaidToBeNone() async throws {
        try await Self.withRelease { release in
            try release.files.write("x".utf8, to: release.folder.appending("NOTES.md"))
            let verifier = ReleaseVerifier(width: 1, with: .onDisk())
            let findings = try await verifier.verify(archive: release.folder.appending("NOTES.md")).findings
            #expect(findings.map(\.message) == ["`NOTES.md` is not an archive that relctl can read"])
            #expect(findings.first?.hints.first?.contains("`.tar.gz`") == true)
        }
    }

    @Test(arguments: [
        ("{\n  \"format\": 1,\n  nonsense\n}", 3 as Int?, ""), ("{}", nil, "the key `format` is missing"),
        ("{\"format\": \"x\"}", nil, "the value of `format` is of the wrong type"),
    ])
    func aBrokenManifestIsDescribedInPlainWords(_ text: String, _ line: Int?, _ message: String) async throws {
        try await withScratchFolder { folder in
            try LiveFileSystem().write(text.utf8, to: folder.appending("manifest.json"))
            let error = await #expect(throws: RelctlError.self) {
                try await ReleaseVerifier(width: 1, with: .onDisk()).verify(folder: folder)
            }
            let cause = try #require(error?.causes.first as? RelctlError)
            #expect(cause.place?.line == line)
            #expect(message.isEmpty || cause.message == message)
        }
    }

    @Test func programsForOtherPlatformsAreFound() async throws {
        try await Self.withRelease { release in
            let codes = try await release.codes { head, size, target in
                guard head.starts(with: "PROGRAM tool".utf8), size == 12 else { return nil }
                return target.isWindows ? "it is for Linux" : nil
            }
            #expect(codes == ["binary.target"])
        }
    }

    @Test func withoutAManifestThereIsNothingToProve() async throws {
        try await withScratchFolder { folder in
            let verifier = ReleaseVerifier(width: 1, with: .onDisk())
            await #expect(throws: RelctlError.self) { try await verifier.verify(folder: folder) }
            try LiveFileSystem().write("{}".utf8, to: folder.appending("manifest.json"))
            let error = await #expect(throws: RelctlError.self) { try await verifier.verify(folder: folder) }
            #expect(error?.code == .configurationInvalid)
        }
    }

    @Test func aDownloadedArchiveIsProvenByWhatLiesBesideIt() async throws {
        try await Self.withRelease { release in
            let (folder, verifier) = (release.folder, ReleaseVerifier(width: 1, with: .onDisk()))
            let path = folder.appending(Release.names[0])
            #expect(try await verifier.verify(archive: path).findings == [])
            try release.files.removeFile(folder.appending("\(Release.names[0]).sha256"))
            #expect(try await verifier.verify(archive: path).findings == [])
            try release.files.write("".utf8, to: folder.appending("SHA256SUMS"))
            #expect(try await verifier.verify(archive: path).findings.map(\.code) == ["combined.incomplete"])
            try release.files.removeFile(folder.appending("SHA256SUMS"))
            #expect(try await verifier.verify(archive: path).findings.map(\.code) == ["checksum.missing"])
            try release.save()
            try release.append("x", to: Release.names[0])
            let codes = try await verifier.verify(archive: path).findings.map(\.code)
            #expect(codes == ["artifact.digest", "artifact.digest", "archive.trailing"])
        }
    }
}

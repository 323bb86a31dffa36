import Foundation
import RelctlCore
import TestSupport
import Testing

/// A program that unpacks archives and knows nothing of relctl.
enum ArchiveReader: String, CaseIterable, CustomTestStringConvertible {
    case gnuTar = "tar"
    case bsdtar
    case unzip
    case sevenZip = "7zz"
    case python = "python3"

    var testDescription: String { rawValue }

    func reads(_ archive: String) -> Bool {
        switch self {
        case .gnuTar: archive.hasSuffix(".tar.gz")
        case .unzip: archive.hasSuffix(".zip")
        case .bsdtar, .sevenZip, .python: true
        }
    }

    /// Listings as this reader spells names: libarchive composes an accent with its letter when it unpacks on Linux.
    func spelling(_ listing: String) -> String {
        self == .bsdtar ? listing.replacing(#"e\u0301"#, with: #"\u00e9"#) : listing
    }

    /// Unpacks into an existing folder.
    func unpack(_ archive: FilePath, into folder: FilePath, in world: World) async throws {
        let name = archive.string
        switch self {
        case .gnuTar: try await world.output(of: ["tar", "-xpzf", name, "-C", folder.string])
        case .bsdtar: try await world.output(of: ["bsdtar", "-xpf", name, "-C", folder.string])
        // `-^` lets control characters stand in names.
        case .unzip: try await world.output(of: ["unzip", "-q", "-^", name, "-d", folder.string])
        case .python: _ = try await world.reading("extract", name, folder.string)
        case .sevenZip where name.hasSuffix(".zip"):
            try await world.output(of: ["7zz", "x", "-bd", "-snld", "-o" + folder.string, name])
        case .sevenZip:
            try await world.output(of: ["7zz", "x", "-bd", "-o" + world.folder.string, name])
            let tar = world.folder.appending(String(archive.lastComponent.dropLast(3)))
            try await world.output(of: ["7zz", "x", "-bd", "-snld", "-o" + folder.string, tar.string])
        }
    }

    /// The paths it lists, without a slash at the end; nothing where its listing is made for people alone.
    func paths(in archive: FilePath, _ world: World) async throws -> Set<String>? {
        let arguments: [String]
        switch self {
        case .gnuTar: arguments = ["tar", "--quoting-style=literal", "-tzf", archive.string]
        case .bsdtar: arguments = ["bsdtar", "-tf", archive.string]
        case .unzip: arguments = ["unzip", "-Z1", archive.string]
        case .sevenZip, .python: return nil
        }
        let lines = try await world.output(of: arguments).split(separator: "\n")
        return Set(lines.map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) })
    }
}

/// Archives are the same to every reader: names, contents, modes and links.
@Suite(.needsCrossPrograms, .releasedVelostream) struct ArchiveReaderTests {
    @Test(arguments: ArchiveReader.allCases, VelostreamProject.targets)
    func everyReaderSeesWhatTheManifestSays(reader: ArchiveReader, target: String) async throws {
        let released = try ReleasedVelostream.current()
        let name = VelostreamProject.archive(for: target)
        guard reader.reads(name), HostTool.areHere(reader.rawValue) else { return }
        try await expectSame(name, in: released.dist("."), by: reader)
    }
}

/// Unpacks an archive and compares what came out with what the manifest beside it says.
func expectSame(_ name: String, in dist: FilePath, by reader: ArchiveReader, listing isListed: Bool = true) async throws
{
    try await World.scratch { world in
        let said = try await world.reading("manifest", dist.appending("manifest.json").string, name)
        let folder = world.folder.appending("unpacked")
        try LiveFileSystem().createFolder(folder)
        try await reader.unpack(dist.appending(name), into: folder, in: world)
        let seen = try await world.reading("tree", folder.string)
        let differences = Set(reader.spelling(seen).split(separator: "\n"))
            .symmetricDifference(reader.spelling(said).split(separator: "\n"))
        #expect(differences.isEmpty, "\(reader.rawValue), \(name):\n\(differences.sorted().joined(separator: "\n"))")
        guard isListed, let listed = try await reader.paths(in: dist.appending(name), world) else { return }
        let paths = try await world.entries(of: dist.appending(name)).map(\.path)
        #expect(listed.symmetricDifference(paths) == [])
    }
}

/// Says why a file is not a program of a platform, from its first bytes; nothing where it is one, or is no program.
package typealias ProgramInspection =
    @Sendable (_ head: [UInt8], _ size: UInt64, _ target: TargetTriple) -> String?

/// Proves what is in one archive: that it can be unpacked safely, that its links hold, that its programs are for the
/// right platform, and that it is what the manifest says.
struct ArchiveVerifier: Sendable {
    let effects: Effects
    let limits: ArchiveLimits
    let inspection: ProgramInspection?

    /// Reads the archive at `path`, made by the packager `format` for `target`, which must hold `contents` and nothing
    /// else; what is not known is not compared.
    @concurrent func findings(
        in path: FilePath,
        format: String,
        target: TargetTriple?,
        contents: [ArchivedEntry]?
    ) async throws -> [Finding] {
        let name = path.lastComponent
        guard format.isEmpty || ArchiveReader.reads(format) else {
            let message = "`\(name)`: relctl cannot read the format `\(format)`: what is in it was not proven"
            return [Finding(message, code: "archive.unread", severity: .warning)]
        }
        var audit = ArchiveAudit(archive: name, windows: Self.windowsSeverity(format: format, target: target))
        let limits = contents.map(limits.allowing) ?? limits
        var comparison = contents.map { ContentsComparison(archive: name, contents: $0) }
        var programs: [Finding] = []
        let activity = Activity(id: "verify/\(path)", title: "reading \(name)", isDetail: true)
        let damage = try await effects.events.during(activity) {
            try ArchiveReader(files: effects.files, limits: limits).read(path, format: format) { member in
                var member = member
                // A program that ships as it is has its own name in the manifest, not the download's.
                if format == BinaryPackager.id, let program = contents?.first {
                    member.name = Array(program.path.string.utf8)
                }
                guard let entry = audit.take(member) else { return }
                comparison?.take(member, at: entry)
                guard member.kind == .file, let target else { return }
                guard let reason = inspection?(member.head, member.size, target) else { return }
                // Data may hold programs for anything; what can be run must run there.
                let severity: Finding.Severity = member.mode & 0o111 == 0 ? .warning : .error
                let message = "`\(name)`: `\(entry)` is not for \(target): \(reason)"
                programs.append(Finding(message, code: "binary.target", severity: severity))
            }
        }
        audit.finish()
        // After damage nothing more was read: what is missing then says nothing of its own.
        if damage.isEmpty { comparison?.finish() }
        return damage + audit.findings + programs + (comparison?.findings ?? [])
    }

    /// How bad a name is that Windows cannot hold; a zip is what people unpack there, unless it says for whom it is.
    private static func windowsSeverity(format: String, target: TargetTriple?) -> Finding.Severity? {
        guard let target else { return format == "zip" ? .warning : nil }
        return target.isWindows ? .error : nil
    }
}

import RelctlCore

/// Packs a shell script that installs what is in it: `sh app-v1.0.0.sh FOLDER`.
struct InstallerPackager: Packager {
    let fileExtension = ".sh"

    func package(
        _ request: PackageRequest,
        to output: any WritableFile,
        with effects: Effects
    ) async throws -> PackagedArchive {
        var script = "#!/bin/sh\n# Installs into the folder that is named.\nset -eu\ncd -- \"${1:?name a folder}\"\n"
        var contents: [ArchivedEntry] = []
        for entry in request.archive.entries {
            let path = quoted("./" + entry.path.string)
            switch entry.content {
            case .folder:
                script += "mkdir -p \(path)\n"
                contents.append(ArchivedEntry(path: entry.path, kind: .folder, mode: 0o755))
            case .link(let target):
                script += "ln -sf -- \(quoted(target)) \(path)\n"
                contents.append(ArchivedEntry(path: entry.path, kind: .link, mode: 0o777, target: target))
            case .file(let source, let isExecutable):
                let (bytes, mode): ([UInt8], UInt16) = (
                    try self.bytes(of: source, request, effects.files), isExecutable ? 0o755 : 0o644
                )
                let folder = entry.path.parent.map { "mkdir -p \(quoted("./" + $0.string))\n" } ?? ""
                script += folder + "base64 -d >\(path) <<'END'\n\(base64(bytes))\nEND\n"
                script += "chmod \(String(mode, radix: 8)) \(path)\n"
                contents.append(
                    ArchivedEntry(
                        path: entry.path,
                        kind: .file,
                        mode: mode,
                        size: UInt64(bytes.count),
                        sha256: Digest(of: bytes)
                    )
                )
            }
        }
        let bytes = Array(script.utf8)
        try bytes.withUnsafeBytes { try output.write($0) }
        return PackagedArchive(size: UInt64(bytes.count), sha256: Digest(of: bytes), contents: contents)
    }

    private func bytes(
        of source: PlannedEntry.Source,
        _ request: PackageRequest,
        _ files: any FileSystem
    ) throws -> [UInt8] {
        switch source {
        case .text(let text): Array(text.utf8)
        case .project(let path): try files.contents(of: request.project.appending(path.string), limit: 1 << 30)
        case .binary(let name): try files.contents(of: request.binaries.appending(name), limit: 1 << 30)
        }
    }

    /// A word of the shell.
    private func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// Bytes in lines of 76 characters (RFC 2045, section 6.8).
    private func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            if start > 0, start % 57 == 0 { text.append(0x0A) }
            let piece = bytes[start..<min(start + 3, bytes.count)]
            let bits = piece.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - piece.count))
            for place in 0..<4 {
                text.append(place > piece.count ? 0x3D : alphabet[bits >> (18 - 6 * place) & 63])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

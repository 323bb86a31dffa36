package import RelctlCore

extension PackageRequest {
    /// Packs into `out-NAME` in the project's folder, as a release does: whole or not at all.
    package func pack(with effects: Effects = .onDisk()) async throws -> PackagedArchive {
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        let packager = try extensions.packagers.connector(archive.format)
        let replacement = try effects.files.replacement(of: packed)
        do {
            let packaged = try await packager.package(self, to: replacement.file, with: effects)
            try replacement.commit()
            return packaged
        } catch {
            replacement.discard()
            throw error
        }
    }

    /// Where ``pack(with:)`` puts the archive.
    package var packed: FilePath { project.appending("out-\(archive.name)") }
}

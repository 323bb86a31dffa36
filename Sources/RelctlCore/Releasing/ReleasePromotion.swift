#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Puts the finished parts of a release in the place of an older one's.
///
/// The work folder stays complete until all is done: its files get second names in `dist/`, each in one step, so that a
/// run that is cut off in the middle can simply be run again. What only the older release had is taken away first, while
/// its record still says what that was; the new record comes last.
package struct ReleasePromotion: Sendable {
    private let files: any FileSystem
    private let dist: ReleaseFolder

    /// Promotes into `dist`.
    package init(files: any FileSystem, dist: ReleaseFolder) {
        self.files = files
        self.dist = dist
    }

    /// Lets `parts` of `work` stand in `dist`, and nothing of `old` that is not among them.
    package func promote(_ parts: ReleaseParts, from work: ReleaseFolder, replacing old: ReleaseParts) throws {
        try files.createFolders(dist.path)
        for name in old.files where !parts.files.contains(name) { try files.removeTree(dist.file(name)) }
        for target in old.targets where !parts.targets.contains(target) {
            try files.removeTree(dist.binaries(of: target))
        }
        for name in old.folders where !parts.folders.contains(name) { try files.removeTree(dist.file(name)) }
        if parts.targets.isEmpty == false { try files.createFolders(dist.builds) }
        for target in parts.targets { try promoteFolder(work.binaries(of: target), to: dist.binaries(of: target)) }
        for name in parts.folders { try promoteFolder(work.file(name), to: dist.file(name)) }
        for name in parts.files.filter({ $0 != ReleaseFolder.manifestName }) + [ReleaseFolder.manifestName] {
            try promoteFile(work.file(name), to: dist.file(name))
        }
        try files.synchronizeFolder(dist.path)
    }

    private func promoteFile(_ new: FilePath, to path: FilePath) throws {
        let beside = try files.freshSibling(of: path)
        // A run that was cut off here did this one already; renaming one name of a file to its other does nothing.
        if let there = try files.status(of: path), try files.status(of: new)?.identity == there.identity { return }
        try files.createSecondName(for: new, at: beside)
        try files.rename(beside, to: path)
    }

    private func promoteFolder(_ new: FilePath, to path: FilePath) throws {
        let beside = try files.freshSibling(of: path)
        try createSecondNames(for: new, in: beside)
        if try files.status(of: path) == nil {
            try files.rename(beside, to: path)
        } else {
            try files.exchange(beside, with: path)
            try files.removeTree(beside)
        }
        try files.synchronizeFolder(path.parent)
    }

    /// Gives all files of a tree second names in a new one; what relctl makes has no links.
    private func createSecondNames(for folder: FilePath, in new: FilePath) throws {
        try files.createFolder(new)
        for name in try files.names(in: folder) {
            let (from, to) = (folder.appending(name), new.appending(name))
            if try files.status(of: from)?.kind == .folder {
                try createSecondNames(for: from, in: to)
            } else {
                try files.createSecondName(for: from, at: to)
            }
        }
        try files.synchronizeFolder(new)
    }
}

extension FileSystem {
    /// Gives a file a second name, or copies it where that cannot be.
    func createSecondName(for file: FilePath, at path: FilePath) throws {
        do {
            try createHardLink(at: path, to: file)
        } catch let error as FileSystemError
            where [EPERM, ENOTSUP, EOPNOTSUPP, EMLINK, EXDEV].contains(error.errno)
        {
            // Some file systems know no second names, and none knows those of another.
            try copyFile(file, to: path)
        }
    }
}

/// The names of what a release consists of.
package struct ReleaseParts: Sendable, Hashable {
    /// Files right in the folder, sorted bytewise.
    package var files: [String]
    /// Targets that have a folder of binaries, sorted bytewise.
    package var targets: [TargetTriple]
    /// Other folders right in the folder, sorted bytewise: the image layout, what distributes the release.
    package var folders: [String]

    /// Names parts.
    package init(files: [String], targets: [TargetTriple], folders: [String] = []) {
        self.folders = folders.sortedBytewise()
        self.files = Array(Set(files)).sortedBytewise()
        self.targets = targets.sortedBytewise(by: \.text)
    }
}

extension ReleaseParts {
    /// What an earlier release left in `folder`, as its plan and its record name it; other files are not relctl's.
    package static func found(in folder: ReleaseFolder, files: any FileSystem) -> ReleaseParts {
        var (names, folders) = ([String](), [String]())
        if let bytes = try? files.contents(of: folder.plan),
            let plan = try? JSONText.decode(ReleasePlanRecord.self, from: bytes, file: folder.plan)
        {
            let parts = plan.parts(for: plan.targets)
            names += parts.files
            folders = parts.folders.filter { (try? files.status(of: folder.file($0)))?.kind == .folder }
        }
        if let bytes = try? files.contents(of: folder.manifest),
            let manifest = try? JSONText.decode(Manifest.self, from: bytes, file: folder.manifest)
        {
            names += manifest.artifacts.map(\.name) + [ReleaseFolder.manifestName]
        }
        // Names come from files, and what is found may be removed: nothing outside the folder may be named.
        let present = names.filter { (try? Artifact.validated($0)) != nil }.filter {
            (try? files.status(of: folder.file($0))) != nil
        }
        let targets = ((try? files.names(in: folder.builds)) ?? []).compactMap { try? TargetTriple($0) }
        return ReleaseParts(files: present, targets: targets, folders: folders)
    }
}

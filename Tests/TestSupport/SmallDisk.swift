package import RelctlCore

/// A disk of a chosen size that is mounted on a folder for one program alone: a tmpfs in a mount namespace of its own,
/// gone when the program ends.
package struct SmallDisk: Sendable {
    /// The folder it is mounted on; it must be there.
    package let folder: FilePath
    /// Its size, in KiB.
    package let kibibytes: Int
    /// Where what is on it in the end is copied to; nowhere if nothing is said.
    package let copy: FilePath?

    /// Describes a disk.
    package init(on folder: FilePath, kibibytes: Int, copiedTo copy: FilePath? = nil) {
        (self.folder, self.kibibytes, self.copy) = (folder, kibibytes, copy)
    }

    private static let prefix = ["unshare", "-r", "-m", "sh", "-c"]

    /// Whether this user can mount one here.
    package static func isAvailable() async throws -> Bool {
        guard HostTool.areHere("unshare", "mount") else { return false }
        return try await World.scratch { world in
            let disk = SmallDisk(on: world.temporary, kibibytes: 100)
            return try await world.run(disk.running(["true"])).exitCode == 0
        }
    }

    /// The command line that runs `arguments` with this disk in its place.
    package func running(_ arguments: [String]) -> [String] {
        let script = """
            folder=$1 size=$2 copy=$3
            shift 3
            mount -t tmpfs -o "size=${size}k" none "$folder" || exit 99
            "$@"
            code=$?
            [ -z "$copy" ] || cp -R -P "$folder" "$copy"
            exit "$code"
            """
        return Self.prefix + [script, "sh", folder.string, "\(kibibytes)", copy?.string ?? ""] + arguments
    }
}

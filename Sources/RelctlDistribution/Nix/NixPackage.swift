/// A release as a package of Nix, before it is written down.
struct NixPackage: Sendable, Hashable {
    var name: String
    var version: String
    var kind: NixSettings.Kind
    /// In nixpkgs' form: without an article in front and a full stop at the end.
    var description: String?
    var homepage: String?
    var changelog: String?
    var license: NixLicense?
    /// Programs, the one that the package is run by first.
    var programs: [String]
    var maintainers: [String]
    /// Attributes of nixpkgs with further libraries.
    var libraries: [String]
    var checksVersion: Bool
    /// What each system downloads, sorted by system.
    var sources: [Source]
    /// Whether downloads are programs, not archives.
    var areBare: Bool
    /// Whether archives have no folder that all lies in.
    var isFlat: Bool
    /// What is done with what was unpacked.
    var steps: [NixInstallStep]
    /// Packages of nixpkgs that unpack the archives beside what is always there.
    var unpackers: [String]
    /// Whether there are programs for processors in it.
    var isNative: Bool
    /// Whether programs for Linux need a loader, which lies elsewhere in NixOS.
    var needsLoader: Bool

    /// What a system downloads.
    struct Source: Sendable, Hashable {
        var system: String
        var downloads: [Download]
    }

    /// A file to download.
    struct Download: Sendable, Hashable {
        /// The program that it is, where programs ship as they are.
        var program: String?
        var url: String
        /// Its name in the store, where that cannot be taken of the address.
        var name: String?
        var sha256: Digest

        /// The digest as Nix wants it: Subresource Integrity (https://www.w3.org/TR/SRI/).
        var hash: String { "sha256-\(sha256.base64)" }
    }

    /// Whether a plugin is one download for every system.
    var isPortable: Bool { !isNative && kind == .grafanaPlugin && Set(sources.flatMap(\.downloads)).count == 1 }

    /// Whether a system downloads several programs.
    var hasManyDownloads: Bool { sources.contains { $0.downloads.count > 1 } }
}

/// A line of a package's installation.
struct NixInstallStep: Sendable, InstallationStep {
    /// What it installs, from the archive's top.
    var path: String
    /// The line of a shell script, in an indented string.
    var command: String
    /// Whether it is in every system's archive.
    var isEverywhere = true
    /// What of nixpkgs the line takes.
    var tool: String?

    /// The line, which does nothing where there is nothing to install.
    var line: String {
        isEverywhere ? command : "if [ -e \(NixText.shellWord(path)) ]; then \(command); fi"
    }

    /// What installs the layouts of several systems' archives as the package `name`.
    static func steps(for layouts: [InstallationLayout], package name: String) -> [NixInstallStep] {
        joined(layouts.flatMap { steps(for: $0, package: name) }, of: layouts.count)
    }

    private static func steps(for layout: InstallationLayout, package name: String) -> [NixInstallStep] {
        let word = NixText.shellWord
        let share = "$out/share/\(name)"
        let documentation = "$out/share/doc/\(name)"
        func step(_ path: String, _ command: String, _ tool: String? = nil) -> NixInstallStep {
            NixInstallStep(path: path, command: command, tool: tool)
        }
        let shell = "installShellFiles"
        return layout.programs.map { step($0, "install -Dm755 \(word($0)) -t $out/bin") }
            + layout.folders.map { step($0, "cp -r \(word($0)) $out/") }
            + layout.shared.map { step($0, "mkdir -p \(share) && cp -r --parents \(word($0)) \(share)") }
            + layout.documents.map { step($0, "install -Dm644 \(word($0)) -t \(documentation)") }
            + layout.documentFolders.map {
                step($0, "mkdir -p \(documentation) && cp -r \(word($0))/. \(documentation)")
            }
            + layout.manualPages.map { step($0, "installManPage \(word($0))", shell) }
            + layout.completions.map { completion in
                let options = "--cmd \(word(completion.program)) --\(completion.shell)"
                return step(completion.path, "installShellCompletion \(options) \(word(completion.path))", shell)
            }
    }
}

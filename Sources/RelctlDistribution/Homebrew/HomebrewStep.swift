/// A line of a formula's `install`.
struct HomebrewStep: Sendable, InstallationStep {
    /// What it installs, from the archive's top, where Homebrew stands.
    private let path: String
    private let command: String
    /// Whether it is in every system's archive.
    var isEverywhere = true

    /// Installs `path` by a command, which may go on after what it names.
    private init(_ path: String, _ command: String) {
        self.path = path
        self.command = command
    }

    /// Moves `path` into a folder, under another name where one is given.
    private init(_ path: String, to folder: String, as name: String? = nil) {
        let isRenamed = name.map { !$0.equalsBytewise(Self.name(of: path)) } ?? false
        let rename = isRenamed ? name.map { " => \(RubyText.string($0))" } ?? "" : ""
        self.init(path, "\(folder).install \(RubyText.string(path))\(rename)")
    }

    /// The line, which does nothing where there is nothing to install.
    var line: String { isEverywhere ? command : "\(command) if File.exist?(\(RubyText.string(path)))" }

    /// A path's last component.
    static func name(of path: String) -> String { path.splitAtSlashes().last.map(String.init) ?? path }

    /// What installs the layouts of several systems' archives.
    static func steps(for layouts: [InstallationLayout]) -> [HomebrewStep] {
        // Programs come first, as they may lie in folders that are moved whole; those come next, as they are moved to where
        // nothing is yet, on every system.
        let steps = layouts.flatMap(Self.programs) + layouts.flatMap(Self.folders) + layouts.flatMap(Self.others)
        return joined(steps, of: layouts.count)
    }

    private static func programs(of layout: InstallationLayout) -> [HomebrewStep] {
        layout.programs.map { HomebrewStep($0, to: "bin") }
    }

    private static func folders(of layout: InstallationLayout) -> [HomebrewStep] {
        layout.folders.map { folder in
            // What lies in `etc` is the user's to change, and outlives upgrades.
            folder == "etc" ? HomebrewStep(folder, "etc.install Dir[\"etc/*\"]") : HomebrewStep(folder, to: "prefix")
        }
    }

    private static func others(of layout: InstallationLayout) -> [HomebrewStep] {
        layout.manualPages.map { HomebrewStep($0, to: manual(for: $0)) }
            + layout.completions.map { completion in
                let name = completion.program
                let names = ["zsh": "_\(name)", "fish": "\(name).fish"]
                return HomebrewStep(
                    completion.path,
                    to: "\(completion.shell)_completion",
                    as: names[completion.shell] ?? name
                )
            }
            + layout.shared.map { path in
                let parent = path.splitAtSlashes().dropLast().joined(separator: "/")
                return HomebrewStep(path, to: parent.isEmpty ? "pkgshare" : "(pkgshare/\(RubyText.string(parent)))")
            }
    }

    /// The folder of a manual page: that of its section, and of its language where it lies in one, as in `man/de/man1`.
    private static func manual(for path: String) -> String {
        let components = path.splitAtSlashes().map(String.init)
        let name = components.last ?? path
        let section = name.matches(of: /\.([1-9])[a-z]*(?:\.gz)?/).last.map { String($0.1) } ?? "1"
        let folders = components.dropLast()
        let language = zip(folders, folders.dropFirst()).first { folder, next in
            folder == "man" && !next.hasPrefix("man")
        }
        guard let language else { return section == "9" ? "(man/\"man9\")" : "man\(section)" }
        return "(man/\(RubyText.string("\(language.1)/man\(section)")))"
    }
}

/// The properties of an MSBuild project file that speak of its version.
struct MSBuildProject {
    private let file: RelativePath
    private let root: XMLElement
    /// All settings of properties, in the file's order.
    private let settings: [Setting]

    /// An element that sets a property.
    struct Setting {
        let element: XMLElement
        let isConditional: Bool
    }

    /// A version and the properties that say it.
    struct OwnVersion {
        let located: LocatedVersion
        /// The settings of the whole version, or of its numbers where there is a suffix or could be one.
        let main: [Setting]
        /// Whether ``main`` holds the numbers alone.
        let isPrefix: Bool
        /// The settings of what stands after `-`; none where the file has none.
        let suffix: [Setting]
    }

    /// Parses a project file.
    ///
    /// - Throws: ``RelctlError`` with the place in the file if it cannot be parsed or is no project.
    init(_ text: String, file: RelativePath) throws {
        root = try XMLParser.parse(text, file: file.string)
        self.file = file
        guard root.name == "Project" else {
            throw RelctlError(
                "`\(file)` is no MSBuild project: its root element is `\(root.name)`",
                code: .configurationInvalid,
                place: root.place
            )
        }
        settings = Self.settings(in: root, isConditional: false)
    }

    private static func settings(in element: XMLElement, isConditional: Bool) -> [Setting] {
        element.children.flatMap { child in
            let isConditional = isConditional || child[attribute: "Condition"] != nil
            switch child.name {
            case "PropertyGroup":
                return child.children.map {
                    Setting(element: $0, isConditional: isConditional || $0[attribute: "Condition"] != nil)
                }
            case "Choose": return settings(in: child, isConditional: true)
            case "When", "Otherwise": return settings(in: child, isConditional: true)
            default: return []
            }
        }
    }

    /// The settings of a property; MSBuild does not tell upper from lower case in its name.
    private func settings(of name: String) -> [Setting] {
        settings.filter { $0.element.name.lowercased() == name.lowercased() }
    }

    /// The version of the project.
    ///
    /// - Throws: ``RelctlError`` if it says none or several, or one that cannot be followed to where it is said.
    func version() throws -> OwnVersion {
        if let whole = try literal("Version") { return try checked(whole) }
        if let version = try composed() { return version }
        if let package = try literal("PackageVersion") { return try checked(package) }
        throw VersionSourceError.absent(
            "Version",
            in: file.string,
            at: root.place,
            hints: ["where `Directory.Build.props` sets it, list that in `version.manifests` instead"]
        )
    }

    private func composed() throws -> OwnVersion? {
        guard let prefix = try literal("VersionPrefix") else { return nil }
        let conditions = settings(of: "VersionSuffix")
        // A suffix on condition is for builds that are no releases.
        guard !conditions.contains(where: \.isConditional), let suffix = try literal("VersionSuffix") else {
            let version = try checked(prefix)
            return OwnVersion(located: version.located, main: version.main, isPrefix: true, suffix: [])
        }
        let (main, rest) = (try checked(prefix), suffix.text.isEmpty ? "" : "-" + (try checked(suffix)).located.text)
        let located = LocatedVersion(text: main.located.text + rest, place: main.located.place)
        return OwnVersion(located: located, main: main.main, isPrefix: true, suffix: suffix.settings)
    }

    /// What all settings of a property say, followed through `$(NAME)`; nothing where it is not set.
    private func literal(_ name: String) throws -> (text: String, settings: [Setting])? {
        var name = name
        var known: Set<String> = []
        while true {
            let found = settings(of: name)
            guard let first = found.first else { return nil }
            let run = try first.element.text()
            for other in found.dropFirst() {
                let text = try other.element.text()
                guard !text.text.equalsBytewise(run.text) else { continue }
                throw RelctlError(
                    "`\(first.element.name)` is `\(text.text)` here, but `\(run.text)` at \(run.place)",
                    code: .configurationInvalid,
                    place: text.place,
                    hints: ["set it once, or to the same under every condition"]
                )
            }
            guard let reference = Self.reference(run.text), !settings(of: reference).isEmpty,
                known.insert(reference.lowercased()).inserted
            else { return (run.text, found) }
            name = reference
        }
    }

    /// The name in `$(NAME)`.
    private static func reference(_ text: String) -> String? {
        guard text.hasPrefix("$("), text.hasSuffix(")") else { return nil }
        let name = text.dropFirst(2).dropLast()
        let isName = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
        return isName && !name.isEmpty ? String(name) : nil
    }

    private func checked(_ value: (text: String, settings: [Setting])) throws -> OwnVersion {
        let run = try value.settings[0].element.text()
        guard !value.text.contains("$("), !value.text.contains("%("), !value.text.contains("@(") else {
            throw RelctlError(
                "`\(value.settings[0].element.name)` is `\(value.text)`, which only a build can tell",
                code: .configurationInvalid,
                place: run.place,
                hints: ["list the file that sets the version, or write the version itself"]
            )
        }
        let located = LocatedVersion(text: value.text, place: run.place)
        return OwnVersion(located: located, main: value.settings, isPrefix: false, suffix: [])
    }
}

extension MSBuildProject {
    /// What changes when the project gets a version.
    ///
    /// - Throws: ``RelctlError`` if there is no place for all of it.
    func edits(to version: Version) throws -> [VersionEdit] {
        let own = try self.version()
        let core = "\(version.major).\(version.minor).\(version.patch)"
        var edits = Edits(file: file)
        if own.isPrefix {
            guard version.build.isEmpty, !version.isPrerelease || !own.suffix.isEmpty else {
                throw RelctlError(
                    "cannot write \(version) as `VersionPrefix` and `VersionSuffix` of `\(file)`",
                    code: .editRefused,
                    place: own.located.place,
                    hints: ["write `<VersionSuffix></VersionSuffix>` beside the prefix, or one `Version` for both"]
                )
            }
            try edits.set(own.main, to: core)
            try edits.set(own.suffix, to: version.prereleaseText)
        } else {
            try edits.set(own.main, to: version.description)
        }
        try follow(own.located.text, version, core, &edits)
        return edits.all
    }

    /// Changes the properties that repeat the version.
    private func follow(_ old: String, _ version: Version, _ core: String, _ edits: inout Edits) throws {
        for name in ["PackageVersion", "InformationalVersion"] {
            for setting in settings(of: name) where Self.isPlain(setting, old) {
                try edits.set([setting], to: version.description)
            }
        }
        guard let oldVersion = try? Version(old) else { return }
        let oldCore = "\(oldVersion.major).\(oldVersion.minor).\(oldVersion.patch)"
        for name in ["VersionPrefix", "AssemblyVersion", "FileVersion"] {
            for setting in settings(of: name) {
                if Self.isPlain(setting, oldCore) { try edits.set([setting], to: core) }
                if Self.isPlain(setting, oldCore + ".0") { try edits.set([setting], to: core + ".0") }
            }
        }
    }

    private static func isPlain(_ setting: Setting, _ text: String) -> Bool {
        (try? setting.element.text().text.equalsBytewise(text)) == true
    }

    /// Changes of properties, each told once.
    private struct Edits {
        let file: RelativePath
        private(set) var all: [VersionEdit] = []
        private var places: Set<Range<Int>> = []

        init(file: RelativePath) { self.file = file }

        mutating func set(_ settings: [Setting], to text: String) throws {
            for setting in settings {
                let run = try setting.element.text()
                guard !run.text.equalsBytewise(text), places.insert(run.range).inserted else { continue }
                guard !setting.element.isEmptyTag else {
                    throw RelctlError(
                        "cannot write `\(text)` into `<\(setting.element.name)/>`",
                        code: .editRefused,
                        place: setting.element.place,
                        hints: ["write it as `<\(setting.element.name)></\(setting.element.name)>`"]
                    )
                }
                all.append(VersionEdit(file: file, range: run.range, replacement: text, key: setting.element.name))
            }
        }
    }
}

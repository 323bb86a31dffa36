/// npm packages (https://docs.npmjs.com/cli/configuring-npm/package-json) whose programs Bun makes executables of.
extension ProjectDetector {
    func npm(_ text: String) throws -> DetectedProject {
        let root = try JSONParser.parse(text, file: "package.json", dialect: .json)
        let fullName = root["name"]?.text ?? folder.lastComponent
        let name = fullName.hasPrefix("@") ? fullName.split(separator: "/").last.map(String.init) ?? fullName : fullName
        var project = DetectedProject(
            ecosystem: .npm,
            name: name,
            description: root["description"]?.nonEmptyText,
            homepage: root["homepage"]?.nonEmptyText,
            license: root["license"]?.nonEmptyText,
            repository: (root["repository"]?.text ?? root["repository"]?["url"]?.text).flatMap(Self.repository)
        )
        if root["version"]?.text != nil { project.manifests = [.init(file: "package.json")] }
        var programs = root["bin"]?.members.compactMap { member in member.node.text.map { (member.key, $0) } } ?? []
        if let path = root["bin"]?.text { programs = [(name, path)] }
        programs = programs.filter { Self.isUsable($0.0) && !$0.1.contains("{{") }
        project.binaries = programs.map(\.0)
        project.targets = Self.bunTargets
        let compile = programs.map { name, path in
            ["bun", "build", "--compile", "--target={{bun}}", path, "--outfile", "out/{{target}}/\(name){{exe}}"]
        }
        guard let command = compile.first else { return project }
        project.build = .init(
            command: command,
            output: "out/{{target}}/{{binary}}{{exe}}",
            before: try install(),
            afterTarget: Array(compile.dropFirst()),
            remark: "Bun makes one executable of a script and its runtime"
        )
        return project
    }

    private static let bunTargets = zip(
        DetectedProject.Target.usual(linux: "gnu", windows: "msvc"),
        ["bun-linux-x64", "bun-linux-arm64", "bun-darwin-x64", "bun-darwin-arm64", "bun-windows-x64"]
    ).map { $0.adding("bun", $1) }

    /// The command that installs exactly what the lock file says.
    private func install() throws -> [[String]] {
        let commands = [
            ("package-lock.json", ["npm", "ci"]), ("npm-shrinkwrap.json", ["npm", "ci"]),
            ("pnpm-lock.yaml", ["pnpm", "install", "--frozen-lockfile"]),
            ("yarn.lock", ["yarn", "install", "--immutable"]),
            ("bun.lock", ["bun", "install", "--frozen-lockfile"]),
            ("bun.lockb", ["bun", "install", "--frozen-lockfile"]),
        ]
        return try commands.first { try exists($0.0) }.map { [$0.1] } ?? []
    }
}

extension JSONNode {
    fileprivate var nonEmptyText: String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}

extension NixSettings {
    /// Reads them from a completed text.
    package init(_ node: JSONNode) {
        name = node["name"]?.text
        kind = node["kind"]?.text.flatMap(Kind.init) ?? .program
        url = node["url"]?.template
        mainProgram = node["mainProgram"]?.text
        maintainers = node["maintainers"]?.texts ?? []
        libraries = node["libraries"]?.texts ?? []
        share = node["share"]?.items.compactMap(\.path) ?? []
        checksVersion = node["checkVersion"]?.flag ?? false
        nixpkgs = node["nixpkgs"]?.text ?? Self.usualNixpkgs
        flake = node["flake"]?.path
        flakeHub = node["flakeHub"].flatMap(FlakeHub.init)
    }
}

extension NixSettings.FlakeHub {
    /// Reads them from a completed text; nothing where the visibility, which it must have, is not there.
    package init?(_ node: JSONNode) {
        guard let visibility = node["visibility"]?.text.flatMap(Visibility.init) else { return nil }
        self.init(visibility: visibility)
        name = node["name"]?.text
        isRolling = node["rolling"]?.flag ?? false
        rollingMinor = node["rollingMinor"]?.integer
        labels = node["labels"]?.texts ?? []
        includesOutputPaths = node["includeOutputPaths"]?.flag ?? false
        failsOnConflict = node["errorOnConflict"]?.flag ?? false
        runner = node["runner"]?.text ?? Self.usualRunner
    }
}

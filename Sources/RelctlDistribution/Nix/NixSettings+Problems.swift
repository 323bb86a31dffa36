extension NixSettings {
    /// Why Nix or FlakeHub would not take a setting.
    package struct Problem: Sendable, Hashable {
        /// The keys that lead to it, below `nix`.
        package let keys: [String]
        /// What is wrong.
        package let reason: String

        /// The keys as people write them.
        var path: String { (["nix"] + keys).joined(separator: ".") }
    }

    /// All that is wrong with what the settings say, whatever is released.
    package var problems: [Problem] {
        var problems = maintainers.filter { !NixText.isIdentifier($0) }.map {
            Problem(keys: ["maintainers"], reason: "`\($0)` is not a name from nixpkgs' list of maintainers")
        }
        problems += libraries.filter { !NixText.isPath($0) }.map {
            Problem(keys: ["libraries"], reason: "`\($0)` is not the name of a package in nixpkgs")
        }
        if let name, !Self.isPackageName(name) {
            let reason = "`\(name)` is not a package's name, which is made of letters, digits, `_` and `-`"
            problems.append(Problem(keys: ["name"], reason: reason))
        }
        if !Self.isFlakeReference(nixpkgs) {
            problems.append(
                Problem(keys: ["nixpkgs"], reason: "`\(UserInfo.masked(nixpkgs))` is not the address of a flake")
            )
        }
        if let flake, !flake.lastComponent.equalsBytewise(GeneratedFlake.name) {
            let reason = "a flake is called `\(GeneratedFlake.name)`, not `\(flake.lastComponent)`"
            problems.append(Problem(keys: ["flake"], reason: reason))
        }
        return problems + (flakeHub?.problems ?? [])
    }

    /// The name of the package of a project.
    ///
    /// - Throws: ``RelctlError`` if nothing that nixpkgs takes for a package's name is left of the project's.
    package func packageName(of project: String) throws -> String {
        if let name { return name }
        let kept = project.lowercased().utf8.map { byte in
            NixText.isLetter(byte) || NixText.isDigit(byte) || "_-".utf8.contains(byte) ? byte : UInt8(ascii: "-")
        }
        let name = String(decoding: kept.drop { $0 == UInt8(ascii: "-") }, as: UTF8.self)
        guard Self.isPackageName(name) else {
            throw RelctlError(
                "cannot name a Nix package after `\(project)`",
                code: .configurationInvalid,
                hints: ["set `nix.name`"]
            )
        }
        return name
    }

    /// Whether Nix takes a text for an input's address: `SCHEME:…`, a name in the registry of flakes, or an absolute path
    /// (https://nix.dev/manual/nix/latest/command-ref/new-cli/nix3-flake).
    private static func isFlakeReference(_ text: String) -> Bool {
        text.wholeMatch(of: /[a-z][a-z0-9+.\-]*:[!-~]+|\/[!-~]+/) != nil
            || text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_\-]*(\/[A-Za-z0-9][A-Za-z0-9._\/@\-]*)?/) != nil
    }

    /// Whether nixpkgs takes a name for a package's.
    static func isPackageName(_ name: String) -> Bool { name.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9_\-]*/) != nil }
}

extension NixSettings.FlakeHub {
    /// What is wrong by the limits of flakehub-push: an owner and a name, at most 20 labels of at most 50 characters.
    fileprivate var problems: [NixSettings.Problem] {
        func problem(_ key: String, _ reason: String) -> NixSettings.Problem {
            NixSettings.Problem(keys: ["flakeHub", key], reason: reason)
        }
        var problems: [NixSettings.Problem] = []
        if let name, name.wholeMatch(of: /[A-Za-z0-9._\-]+\/[A-Za-z0-9._\-]+/) == nil {
            problems.append(problem("name", "`\(name)` is not OWNER/NAME"))
        }
        problems += labels.filter { $0.wholeMatch(of: /[a-z0-9\-]{1,50}/) == nil }
            .map { problem("labels", "`\($0)` is not a label: up to 50 small letters, digits and dashes") }
        if labels.count > 20 { problems.append(problem("labels", "there are more than 20, which FlakeHub takes")) }
        if rollingMinor != nil, !isRolling {
            problems.append(problem("rollingMinor", "it means something with `rolling: true` alone"))
        }
        return problems
    }
}

/// Reads and changes the version of the derivation that flake.nix or default.nix builds
/// (https://nixos.org/manual/nixpkgs/stable/#chap-stdenv).
///
/// It is the only `version` that is a plain string and bound by a `let` or among the attributes of a builder such as
/// `mkDerivation`; if there is none, the only one among attributes that have a `pname` too. The attributes of fetchers,
/// of `meta`, of inputs and of what else is called with some are not looked at, and a `rev` or a hash that names the
/// version is not changed.
struct NixVersionSource: VersionSource {
    let fileNames = ["default.nix", "flake.nix"]
    private static let key = "version"

    func version(in document: VersionDocument) throws -> LocatedVersion {
        let (code, token) = try find(in: document)
        return code.located(token)
    }

    func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let (_, token) = try find(in: document)
        let text = spelling(of: version)
        return [VersionEdit(file: document.file, range: token.content, replacement: text, key: Self.key)]
    }

    func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        try CodeText(text, file: file, language: .nix).values
    }

    private func find(in document: VersionDocument) throws -> (code: CodeText, token: CodeToken) {
        let code = try CodeText(document.text, file: document.file, language: .nix)
        let nix = try NixBindings(code)
        let all = nix.bindings(of: Self.key)
        var candidates = all.filter { binding in
            if case .derivation = binding.holder { return !Self.isInAnother(binding, of: all) }
            return binding.holder == .letIn
        }
        if candidates.isEmpty {
            candidates = all.filter { binding in
                guard case .attributes(let range) = binding.holder else { return false }
                return nix.has("pname", in: range)
            }
        }
        // One that is made of another, as in `version = "${version}-dirty"`, follows that.
        let known = candidates.filter { $0.text != nil || !$0.isOfItself }
        guard let binding = known.first else {
            throw VersionSourceError.absent(Self.key, in: document.file.string, at: nil)
        }
        let tokens = known.map { code.tokens[$0.name] }
        guard known.count == 1 else {
            throw VersionSourceError.several(Self.key, in: document.file.string, at: code.places(of: tokens))
        }
        guard let token = binding.text else {
            var error = code.computed(Self.key, at: tokens[0])
            // What it reads is a manifest itself, such as `./Cargo.toml`.
            if Self.readsFile(binding, in: code) { error.code = .versionAbsent }
            throw error
        }
        return (code, token)
    }

    /// Whether what is bound is taken from another file.
    private static func readsFile(_ binding: NixBindings.Binding, in code: CodeText) -> Bool {
        let readers = ["importTOML", "importJSON", "fromTOML", "fromJSON", "readFile", "fileContents"]
        return code.tokens[binding.name...].prefix { !$0.isMark(";") }.contains { token in
            readers.contains { token.isWord($0) }
        }
    }

    /// Whether a derivation is built among the attributes of another that has a version itself: a dependency.
    private static func isInAnother(_ binding: NixBindings.Binding, of all: [NixBindings.Binding]) -> Bool {
        all.contains { other in
            guard case .derivation(let range) = other.holder, binding.holder != other.holder else { return false }
            return range.contains(binding.name)
        }
    }
}

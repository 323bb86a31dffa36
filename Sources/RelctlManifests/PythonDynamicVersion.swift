/// Where a Python project keeps the version that its pyproject.toml or setup.cfg leaves to the build.
enum PythonDynamicVersion {
    /// A file with nothing but the version.
    case file(String)
    /// An assignment in a file of Python.
    case code(String)
    /// An attribute of a module, such as `pkg.__version__`.
    case attribute(String)
    /// Tags of the repository, by a plugin.
    case tags
    /// The Cargo.toml beside it, by Maturin (https://www.maturin.rs/metadata.html).
    case cargo
    case unknown

    /// Looks through what the build backends are told in `[tool]`
    /// (https://hatch.pypa.io/latest/version/, https://setuptools.pypa.io/en/latest/userguide/pyproject_config.html,
    /// https://backend.pdm-project.org/metadata/#dynamically-set-project-version).
    init(in root: SourceNode) {
        let tool = root["tool"]
        let setuptools = tool?["setuptools"]?["dynamic"]?["version"]
        let backends = [tool?["hatch"]?["version"], tool?["pdm"]?["version"]]
        let files = setuptools?["file"]
        if let attribute = setuptools?["attr"]?.text {
            self = .attribute(attribute)
        } else if let file = files?.text ?? files?.items.first?.text {
            self = .file(file)
        } else if let path = backends.compactMap({ $0?["path"]?.text }).first {
            self = path.hasSuffix(".py") ? .code(path) : .file(path)
        } else if backends.contains(where: { ["vcs", "scm"].contains($0?["source"]?.text) })
            || tool?["setuptools_scm"] != nil
        {
            self = .tags
        } else if root["build-system"]?["build-backend"]?.text == "maturin" {
            self = .cargo
        } else {
            self = .unknown
        }
    }

    /// Whether it comes from what is held against the tag by itself, or from the tag.
    var isKnownElsewhere: Bool {
        switch self {
        case .tags, .cargo: true
        case .file, .code, .attribute, .unknown: false
        }
    }

    /// What to write into the configuration.
    var hint: String {
        switch self {
        case .file(let path): "it stands in `\(path)`: list that file, { file: \"\(path)\", source: \"version-file\" }"
        case .code(let path):
            "it stands in `\(path)`: list that file, { file: \"\(path)\", pattern: \"^__version__ = [\\\"'](.*)[\\\"']\" }"
        case .attribute(let attribute):
            "it is `\(attribute)`: list the file of that module, with a `pattern` for its assignment"
        case .tags: "it is taken from the tags; `manifests: []` says so here as well"
        case .cargo: "it is that of `Cargo.toml`: list that file"
        case .unknown: "name the file that holds it, with `pattern`"
        }
    }
}

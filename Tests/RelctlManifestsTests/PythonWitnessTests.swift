import RelctlManifests
import TestSupport
import Testing

/// Whether Python's own tools read what relctl reads and writes.
@Suite struct PythonWitnessTests {
    /// Prints, for each text of a JSON file, the normalised version, or an empty line if it is none.
    private static let normalizing = """
        import json, sys
        try:
            from packaging.version import InvalidVersion, Version
        except ImportError:
            from pip._vendor.packaging.version import InvalidVersion, Version
        for text in json.load(open(sys.argv[1])):
            try:
                print(Version(text))
            except InvalidVersion:
                print("")
        """

    /// Prints, for each text of a JSON file, its options as JSON, or null if it cannot be read.
    private static let parsing = """
        import configparser, json, sys
        for text in json.load(open(sys.argv[1])):
            parser = configparser.RawConfigParser(default_section="\\0")
            parser.optionxform = str
            try:
                parser.read_string(text)
                found = sorted((s, o, v.strip()) for s in parser.sections() for o, v in parser.items(s))
                print(json.dumps(found))
            except configparser.Error:
                print("null")
        """

    @Test(.enabled(if: HostTool.areHere("python3")))
    func pythonNormalizesVersionsTheSameWay() async throws {
        var random = SeededGenerator(seed: 3)
        let parts = [
            "1", "0", "02", ".", "-", "_", "a", "rc", "alpha", "Beta", "pre", "post", "dev", "+", "!", "v", "c", "x",
        ]
        let texts = (0..<2000).map { _ in
            "1."
                + (0..<Int.random(in: 1...7, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
                .joined()
        }
        let lines = try await Self.python(Self.normalizing, texts)
        for (text, line) in zip(texts, lines) {
            #expect((PythonVersion(text) == nil) == line.isEmpty, "\(text): \(line)")
            guard let meaning = PythonVersionSource().meaning(of: text), PythonVersion(text) != nil else { continue }
            // What relctl writes for the version that it read is the same version to Python; it may add zeros.
            guard let spelling = PythonVersion.spelling(of: meaning), meaning.build.isEmpty else { continue }
            #expect(PythonVersion(spelling)?.isSame(as: PythonVersion(line)) == true, "\(text): \(line), \(spelling)")
        }
    }

    @Test(.enabled(if: HostTool.areHere("python3")))
    func pythonReadsTheSameOptions() async throws {
        var random = SeededGenerator(seed: 5)
        let lines = [
            "[metadata]", "[a]", "  [b]", "version = 1.2.3", "  version: 1", "name=x", " # c", "; c", "", "   ", "\ty",
            "a = b # c",
            "x :", "y", "= 1", "[]", "[a", "é = ü", "    deep = 1", "[a]]", "n =", "\t", "m = [a]", "k = v ; c",
        ]
        let texts = (0..<1500).map { _ in
            "[first]\n"
                + (0..<Int.random(in: 1...8, using: &random)).map { _ in lines.randomElement(using: &random) ?? "" }
                .joined(separator: "\n")
        }
        let read = try await Self.python(Self.parsing, texts)
        var readable = 0
        for (text, line) in zip(texts, read) {
            let found = try? INIParser.parse(text, file: "setup.cfg")
            let theirs = try JSONParser.parse(line, file: "python", dialect: .json)
            #expect((found == nil) == (theirs.value == .null), "\(text)")
            guard let found, case .array(let options) = theirs.value else { continue }
            readable += 1
            let ours = found.members.flatMap { section in
                section.node.members.map { [section.key, $0.key, $0.node.text ?? ""] }
            }
            let expected = options.compactMap { option -> [String]? in
                guard case .array(let parts) = option.value else { return nil }
                return parts.map { if case .string(let text) = $0.value { text } else { "" } }
            }
            #expect(Set(ours) == Set(expected), "\(text)")
        }
        #expect(readable > 100)
    }

    @Test(.enabled(if: HostTool.areHere("uv", "python3")))
    func uvTakesTheChangedLockAsItIs() async throws {
        try await withScratchFolder { folder in
            let top =
                "[project]\nname = 'My.Top'\nversion = '1.2.3'\nrequires-python = '>=3.9'\ndependencies = ['a_pkg']\n"
                + "[tool.uv.workspace]\nmembers = ['packages/*']\n[tool.uv.sources]\na-pkg = { workspace = true }\n"
            let member = "[project]\nname = 'a_pkg'\nversion = '1.2.3'\nrequires-python = '>=3.9'\n"
            var texts = ["pyproject.toml": top, "packages/a/pyproject.toml": member]
            let files = LiveFileSystem()
            try files.createFolders(folder.appending("packages/a"))
            let uv = try #require(HostTool("uv"))
            let environment = ["UV_CACHE_DIR": folder.appending("cache").string, "UV_OFFLINE": "1"]
            for (path, text) in texts { try files.write(Array(text.utf8), to: folder.appending(RelativePath(path))) }
            let locked = try await uv.run(["lock"], in: folder, environment: environment)
            try #require(locked.status == 0, "\(locked.errors)")
            texts["uv.lock"] = try files.text(of: folder.appending("uv.lock"))
            for path in ["pyproject.toml", "packages/a/pyproject.toml"] {
                let manifest = MarkedManifest(PythonVersionSource(), (path, texts[path] ?? ""))
                texts = try manifest.change(texts, to: Version("2.0.0-rc.1"))
            }
            for (path, text) in texts { try files.write(Array(text.utf8), to: folder.appending(RelativePath(path))) }
            let checked = try await uv.run(["lock", "--check"], in: folder, environment: environment)
            #expect(checked.status == 0, "\(checked.errors)")
            #expect(texts["uv.lock"]?.ranges(of: "\"2.0.0rc1\"").count == 2)
        }
    }

    /// The lines that a script prints for texts.
    private static func python(_ script: String, _ texts: [String]) async throws -> [String] {
        try await withScratchFolder { folder in
            try LiveFileSystem().write(JSONText.line(texts), to: folder.appending("texts.json"))
            let outcome = try await Python.run(["-c", script, "texts.json"], in: folder)
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
            let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            try #require(lines.count == texts.count)
            return lines.map { String($0) }
        }
    }
}

extension PythonVersion {
    /// Whether both are the same version but for zeros at the end of the release and what follows `+`.
    fileprivate func isSame(as other: PythonVersion?) -> Bool {
        func significant(_ release: [String]) -> ArraySlice<String> {
            release[...(release.lastIndex { $0 != "0" } ?? 0)]
        }
        guard let other else { return false }
        return significant(release) == significant(other.release) && candidate == other.candidate && post == other.post
            && development == other.development && epoch == other.epoch
    }
}

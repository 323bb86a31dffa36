/// Projects whose build is described by a program or a small language; what is looked for is found by its usual form.
extension ProjectDetector {
    /// Swift packages.
    func swift(_ text: String) -> DetectedProject {
        let source = text.withoutComments
        let products = source.matches(of: /\.executable\s*\(\s*name\s*:\s*"([^"]+)"/).map { String($0.1) }
        let targets = source.matches(of: /\.executableTarget\s*\(\s*name\s*:\s*"([^"]+)"/).map { String($0.1) }
        let name = source.firstMatch(of: /\bPackage\s*\(\s*name\s*:\s*"([^"]+)"/).map { String($0.1) }
        var project = DetectedProject(ecosystem: .swift, name: name ?? folder.lastComponent)
        project.binaries = products.isEmpty ? targets : products
        project.build = .init(
            command: ["swift", "build", "-c", "release", "--scratch-path", ".build/{{target}}", "{{platform}}"],
            output: ".build/{{target}}/release/{{binary}}{{exe}}",
            remark: "on Linux this wants the Static Linux SDK, which `swift sdk install` adds"
        )
        project.targets = [
            .init(triple: "x86_64-unknown-linux-musl", runner: "ubuntu-latest")
                .adding("platform", "--swift-sdk=x86_64-swift-linux-musl"),
            .init(triple: "aarch64-unknown-linux-musl", runner: "ubuntu-latest")
                .adding("platform", "--swift-sdk=aarch64-swift-linux-musl"),
            .init(triple: "x86_64-apple-darwin", runner: "macos-15").adding("platform", "--arch=x86_64"),
            .init(triple: "aarch64-apple-darwin", runner: "macos-15").adding("platform", "--arch=arm64"),
        ]
        return project
    }

    /// Go modules: `main` packages at the top and below `cmd`.
    func go(_ text: String) throws -> DetectedProject {
        let module = text.withoutComments.firstMatch(of: /(?m)^\s*module\s+"?([^\s"]+)/).map { String($0.1) } ?? ""
        // The last part names the program, unless it is the major version (https://go.dev/ref/mod#major-version-suffixes).
        let parts = module.split(separator: "/").map(String.init)
        let named = parts.last?.wholeMatch(of: /v[0-9]+/) == nil ? parts.last : parts.dropLast().last
        let name = named ?? folder.lastComponent
        var project = DetectedProject(ecosystem: .go, name: name)
        if parts.first == "github.com", parts.count >= 3 { project.repository = "\(parts[1])/\(parts[2])" }
        var packages: [String] = []
        if try isGoProgram("") { (project.binaries, packages) = ([name], ["."]) }
        for folder in try names(in: "cmd") where Self.isUsable(folder) && folder != name {
            guard try isGoProgram("cmd/\(folder)/") else { continue }
            project.binaries.append(folder)
            packages.append("./cmd/\(folder)")
        }
        if !packages.contains("."), try isGoProgram("cmd/\(name)/") {
            project.binaries.append(name)
            packages.append("./cmd/\(name)")
        }
        project.build = .init(
            command: [
                "go", "build", "-trimpath", "-ldflags=-s -w -X main.version={{version}}", "-o",
                "out/{{target}}/",
            ] + packages,
            output: "out/{{target}}/{{binary}}{{exe}}",
            environment: ["CGO_ENABLED": "0", "GOOS": "{{goos}}", "GOARCH": "{{goarch}}"],
            remark: "without cgo, one machine builds for all platforms"
        )
        project.targets = DetectedProject.Target.usual(linux: "musl", windows: "msvc").compactMap { target in
            guard let words = (try? TargetTriple(target.triple))?.goName?.split(separator: "/"), words.count == 2 else {
                return nil
            }
            return .init(triple: target.triple, runner: "ubuntu-latest")
                .adding("goos", String(words[0])).adding("goarch", String(words[1]))
        }
        return project
    }

    /// Whether a folder holds a package `main` (tests do not count).
    private func isGoProgram(_ folder: String) throws -> Bool {
        for name in try names(in: folder.isEmpty ? "." : folder)
        where name.hasSuffix(".go") && !name.hasSuffix("_test.go") {
            guard let text = try text(folder + name) else { continue }
            if text.withoutComments.firstMatch(of: /(?m)^package\s+main\b/) != nil { return true }
        }
        return false
    }

    /// Zig projects.
    func zig(_ text: String) throws -> DetectedProject {
        let source = text.withoutComments
        let names = source.matches(of: /addExecutable\s*\(\s*\.\{[^}]*?\.name\s*=\s*"([^"]+)"/).map { String($0.1) }
        let zon = try self.text("build.zig.zon")?.withoutComments ?? ""
        let name = zon.firstMatch(of: /\.name\s*=\s*(?:\.@?)?"?([^\s",}]+)/).map { String($0.1) }
        var project = DetectedProject(ecosystem: .zig, name: name ?? names.first ?? folder.lastComponent)
        let pattern = "\\.version\\s*=\\s*\"([^\"]+)\""
        if try Self.matches(pattern, in: zon) == 1 {
            project.manifests = [.init(file: "build.zig.zon", pattern: pattern)]
        }
        project.binaries = names
        project.build = .init(
            command: ["zig", "build", "-Dtarget={{zig}}", "-Doptimize=ReleaseSafe", "--prefix", "zig-out/{{target}}"],
            output: "zig-out/{{target}}/bin/{{binary}}{{exe}}",
            remark: "Zig builds for all platforms on one machine"
        )
        let zigNames = [
            "x86_64-linux-musl", "aarch64-linux-musl", "x86_64-macos", "aarch64-macos", "x86_64-windows-gnu",
        ]
        project.targets = zip(DetectedProject.Target.usual(linux: "musl", windows: "gnu"), zigNames).map {
            .init(triple: $0.triple, runner: "ubuntu-latest", variables: ["zig": $1])
        }
        return project
    }

    /// CMake projects: executables of the top list file and of the folders that it adds.
    func cmake(_ text: String) throws -> DetectedProject {
        let source = Self.withoutHashComments(text)
        let name = source.firstMatch(of: /(?i)\bproject\s*\(\s*"?([^\s")]+)/).map { String($0.1) }
        var project = DetectedProject(ecosystem: .cmake, name: name ?? folder.lastComponent)
        let list = try VersionDocument(
            file: RelativePath("CMakeLists.txt"),
            text: text,
            read: { _ in nil },
            names: { _ in [] }
        )
        if (try? BuiltInVersionSources.cmake.version(in: list)) != nil {
            project.manifests = [.init(file: list.file.string)]
        }
        var folders = [("", Self.executables(of: source, project: name))]
        for match in source.matches(of: /(?i)\badd_subdirectory\s*\(\s*"?([^\s")]+)/) {
            let folder = String(match.1)
            guard TextForm.path.problem(with: folder) == nil, Self.isUsable(folder.replacing("/", with: "")),
                let text = try self.text(folder + "/CMakeLists.txt")
            else { continue }
            folders.append((folder + "/", Self.executables(of: Self.withoutHashComments(text), project: name)))
        }
        // All binaries are found by one template, so they must lie in one folder: the one that has most of them.
        let chosen = folders.max { $0.1.count < $1.1.count } ?? ("", [])
        for (folder, names) in folders where folder != chosen.0 && !names.isEmpty {
            project.remarks.append(
                "not taken, because they are built in another folder: \(names.joined(separator: ", "))"
            )
        }
        project.binaries = chosen.1
        project.build = .init(
            command: ["cmake", "--build", "build/{{target}}"],
            output: "build/{{target}}/\(chosen.0){{binary}}{{exe}}",
            beforeTarget: [
                ["cmake", "-S", ".", "-B", "build/{{target}}", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"]
            ],
            remark: "each platform is built by a runner of its own"
        )
        project.targets = DetectedProject.Target.usual(linux: "gnu", windows: "msvc")
        return project
    }

    private static func executables(of source: String, project: String?) -> [String] {
        source.matches(of: /(?i)\badd_executable\s*\(\s*"?([^\s")]+)"?([^)]*)\)/).compactMap { match in
            guard match.2.firstMatch(of: /\b(IMPORTED|ALIAS)\b/) == nil else { return nil }
            var name = String(match.1)
            for variable in ["${PROJECT_NAME}", "${CMAKE_PROJECT_NAME}"] {
                name = name.replacing(variable, with: project ?? variable)
            }
            return isUsable(name) ? name : nil
        }
    }

    private static func withoutHashComments(_ text: String) -> String {
        text.replacing(/#[^\n]*/, with: "")
    }

    /// How often a pattern that goes into the configuration is found.
    private static func matches(_ pattern: String, in text: String) throws -> Int {
        text.matches(of: try Regex(pattern)).count
    }
}

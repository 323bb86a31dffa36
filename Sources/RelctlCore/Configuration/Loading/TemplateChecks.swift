/// Proves that every template can be filled in for everything that it is used for, and that what comes of it is fit
/// for use: archive names that differ, paths that stay inside.
struct TemplateChecks {
    let configuration: Configuration
    let root: JSONNode
    let extensions: Extensions
    private var problems: [RelctlError] = []

    init(configuration: Configuration, root: JSONNode, extensions: Extensions) {
        self.configuration = configuration
        self.root = root
        self.extensions = extensions
    }

    mutating func problems(with templates: [ShapeChecker.TemplateUse]) -> [RelctlError] {
        guard let release = Self.sample(of: configuration) else { return [] }
        for use in templates { checkNames(use, release) }
        // What cannot be filled in has been reported; what follows looks at the results.
        guard problems.isEmpty else { return problems }
        problems += FileNameChecks(configuration, root, extensions).problems(of: release)
        checkOutputs(release)
        for rule in configuration.archive.contents { checkLink(rule, release) }
        checkPublicationsDiffer(release)
        return problems
    }

    /// A release to try templates with: only its names matter, and that its texts look like real ones.
    private static func sample(of configuration: Configuration) -> ReleaseIdentity? {
        guard let version = try? Version("1.2.3") else { return nil }
        let tag = try? TagTemplate(of: configuration.project).tag(for: version)
        return ReleaseIdentity(
            name: configuration.name,
            version: version,
            tag: tag ?? "v1.2.3",
            commit: String(repeating: "0", count: 40),
            timestamp: 0
        )
    }

    // MARK: Names in scope

    private mutating func checkNames(_ use: ShapeChecker.TemplateUse, _ release: ReleaseIdentity) {
        let version = configuration.project.scope(of: release.version, tag: release.tag)
        let release = configuration.project.scope(of: release)
        switch use.reach {
        case .tag: checkTag(use)
        case .version:
            for problem in use.template.problems(in: version) { report(problem, use) }
        case .project:
            for problem in use.template.problems(in: release) { report(problem, use) }
        case .connector(let names):
            let own = TemplateScope(texts: names.reduce(into: [:]) { $0[$1] = $1 })
            for problem in use.template.problems(in: release.adding(own)) { report(problem, use) }
        case .target: checkNames(use) { [release.adding(TemplateScopes.target($0))] }
        case .binary:
            let binary = TemplateScopes.binary(configuration.binaries.first ?? "binary")
            checkNames(use) { [release.adding(TemplateScopes.target($0)).adding(binary)] }
        case .file:
            let (configuration, packagers) = (configuration, extensions.packagers)
            checkNames(use) { target in
                let context = TargetContext(
                    target: target,
                    scope: release.adding(TemplateScopes.target(target)),
                    binaries: configuration.project.binaries(of: target)
                )
                // An unknown format is told of where it stands.
                return (try? configuration.archive.files(for: context, packagers))?.map(\.scope) ?? []
            }
        }
    }

    private mutating func checkTag(_ use: ShapeChecker.TemplateUse) {
        do {
            _ = try TagTemplate(use.template, constants: configuration.project.constants)
        } catch .template(let problem) {
            report(problem, use)
        } catch {
            problems.append(.configuration("`\(use.path)`: \(error)", use.place, use.path))
        }
    }

    /// Checks a template for each target that it is used for, in all scopes that it is filled in with for that.
    ///
    /// What is wrong for all of them is wrong with the template; what is wrong for some is missing there.
    private mutating func checkNames(
        _ use: ShapeChecker.TemplateUse,
        in scopes: (TargetSettings) -> [TemplateScope]
    ) {
        let targets = targets(of: use)
        let found = targets.map { target in Self.unique(scopes(target).flatMap { use.template.problems(in: $0) }) }
        guard let first = found.first else { return }
        let common = first.filter { problem in found.allSatisfy { $0.contains { $0.isAlike(problem) } } }
        for problem in common { report(problem, use) }
        // A list where a text belongs is wrong with the template, whichever target shows it.
        for case .notText(let name) in Self.unique(found.flatMap(\.self)) where !common.contains(.notText(name)) {
            report(.notText(name), use)
        }
        for (target, problems) in zip(targets, found) {
            for case .unknownName(let name, _) in problems
            where !common.contains(where: { $0.isAlike(.unknownName(name, known: [])) }) {
                let path = ConfigurationPath().key("targets").key(target.triple.text)
                self.problems.append(
                    .configuration(
                        "the target `\(target.triple)` has no variable `\(name)`, which `\(use.path)` names",
                        target.place,
                        path,
                        hints: ["add `\(name)` to `\(path.key("variables"))`, or to `variables` for all targets"]
                    )
                )
            }
        }
    }

    /// The targets that a template is filled in for; where none is configured, one to try it with.
    private func targets(of use: ShapeChecker.TemplateUse) -> [TargetSettings] {
        if let own = use.path.target { return configuration.targets.filter { $0.triple.text == own } }
        guard configuration.targets.isEmpty, let triple = try? TargetTriple("x86_64-unknown-linux-gnu") else {
            return configuration.targets.filter { !isReplaced(use, for: $0) }
        }
        return [TargetSettings(triple: triple, variables: [:], environment: [:], place: use.place)]
    }

    /// Whether a target has a text of its own in a template's place.
    private func isReplaced(_ use: ShapeChecker.TemplateUse, for target: TargetSettings) -> Bool {
        guard use.path.steps.count >= 2, use.path.steps[0] == .key("build") else { return false }
        guard case .key(let key) = use.path.steps[1], let own = target.build else { return false }
        switch key {
        case "command": return own.command != nil || own.builder != nil
        case "output": return own.output != nil || own.builder != nil
        default:
            guard let builder = own.builder, !ReservedKeys.ofBuilds.contains(key) else { return false }
            return builder.options[key] != nil || builder.id != configuration.build?.builder?.id
        }
    }

    private mutating func report(_ problem: Template.Problem, _ use: ShapeChecker.TemplateUse) {
        var hints: [String] = []
        if use.reach == .file, case .notText("binary") = problem {
            let message = "`\(use.path)`: `binary` stands for nothing in the name of an archive of all binaries"
            hints = ["in a section it is left out there, as in `{{name}}{{#binary}}-{{binary}}{{/binary}}`"]
            problems.append(.configuration(message, use.place, use.path, hints: hints))
            return
        }
        if case .unknownName(let name, let known) = problem, let nearest = Nearest.to(name, among: known) {
            hints = ["did you mean `\(nearest)`?"]
        }
        problems.append(.configuration("`\(use.path)`: \(problem)", use.place, use.path, hints: hints))
    }

    private static func unique(_ problems: [Template.Problem]) -> [Template.Problem] {
        problems.reduce(into: []) { unique, problem in
            if !unique.contains(where: { $0.isAlike(problem) }) { unique.append(problem) }
        }
    }

    // MARK: Results

    private mutating func report(_ message: String, _ path: ConfigurationPath, hints: [String] = []) {
        problems.append(.configuration(message, root.place(at: path), path, hints: hints))
    }

    /// What a template makes; nothing where its text alone has been reported.
    private static func result(of template: Template, as form: TextForm, _ scope: TemplateScope) -> String? {
        form.problem(with: template.source) == nil ? try? template.render(scope) : nil
    }

    /// Every binary of a target is found at a place of its own below the project's folder.
    private mutating func checkOutputs(_ release: ReleaseIdentity) {
        guard let build = configuration.build else { return }
        var reported: Set<ConfigurationPath> = []
        for target in configuration.targets {
            // A builder tells what it makes when it is asked.
            guard target.build?.output != nil || build.builder(of: target) == nil else { continue }
            let own = ConfigurationPath().key("targets").key(target.triple.text)
            let path = (target.build?.output == nil ? ConfigurationPath() : own).key("build").key("output")
            var binaries: [String: String] = [:]
            for binary in configuration.project.binaries(of: target) where !reported.contains(path) {
                let scope = configuration.project.scope(of: release, target: target, binary: binary)
                let template = target.build?.output ?? build.output
                guard let output = Self.result(of: template, as: .pathTemplate(.binary), scope) else { continue }
                if let problem = TextForm.path.problem(with: output) {
                    reported.insert(path)
                    report("`\(path)`: it makes `\(output)` for \(target.triple): \(problem)", path)
                } else if let other = binaries.updateValue(binary, forKey: output) {
                    reported.insert(path)
                    let hints = ["name the binary in it, with `{{binary}}{{exe}}`"]
                    report(
                        "`\(path)`: the binaries `\(other)` and `\(binary)` both are `\(output)`",
                        path,
                        hints: hints
                    )
                }
            }
        }
    }

    /// No release goes to one place twice: what a publisher must be told says where it goes, if it must be told anything.
    private mutating func checkPublicationsDiffer(_ release: ReleaseIdentity) {
        let path = ConfigurationPath().key("publish")
        let scope = configuration.project.scope(of: release)
        var places: [[UInt8]: SourcePlace] = [:]
        for publication in configuration.publications {
            guard let publisher = try? extensions.publishers.connector(publication.publisher) else { continue }
            let required = publisher.keys.filter(\.isRequired)
            var identity: [String: ConfigurationValue] = [:]
            for key in required.isEmpty ? publisher.keys : required {
                var value = publication.options[key.name]
                let scope = scope.adding(texts: key.ownTags)
                if key.shape == .template, case .text(let text)? = value, let text = try? Template(text).render(scope) {
                    value = .text(text)
                }
                identity[key.name] = value
            }
            let texts = ConfigurationValue.list([.text(publication.publisher), .object(identity)])
            guard let line = try? JSONText.line(texts) else { continue }
            guard let first = places[line] else {
                places[line] = publication.place
                continue
            }
            let hints = required.map { "each needs a `\($0.name)` of its own" }
            problems.append(
                .configuration(
                    "`\(path)`: the release goes to the same place as at \(first)",
                    publication.place,
                    path,
                    hints: hints
                )
            )
        }
    }

    /// A link and what it leads to lie inside the archive.
    private mutating func checkLink(_ rule: ContentRule, _ release: ReleaseIdentity) {
        guard case .link(let link, let destination) = rule.content else { return }
        let path = ConfigurationPath().key("archive").key("contents")
        for target in configuration.targets {
            for binary in configuration.project.binaries(of: target).prefix(1) + [""] {
                let scope = configuration.project.scope(of: release, target: target, binary: binary)
                for (key, template) in [("link", link), ("to", destination)] {
                    guard !binary.isEmpty || !template.names("binary"),
                        let text = Self.result(of: template, as: .pathTemplate(.binary), scope),
                        let problem = TextForm.path.problem(with: text)
                    else { continue }
                    problems.append(.configuration("`\(key)` of a link: \(problem)", rule.place, path))
                    return
                }
            }
        }
    }
}

extension Template.Problem {
    /// Whether two problems are the same but for the names that are in scope.
    fileprivate func isAlike(_ other: Template.Problem) -> Bool {
        switch (self, other) {
        case (.unknownName(let left, _), .unknownName(let right, _)): left == right
        default: self == other
        }
    }
}

/// Holds a configuration against its shape, and collects all that is wrong with it and every template in it.
package struct ShapeChecker {
    /// What is wrong, in the order in which it was found.
    package private(set) var problems: [RelctlError] = []
    /// The templates that can be parsed.
    package private(set) var templates: [TemplateUse] = []
    /// Where connectors were looked for in vain, by their kinds and ids.
    private let missing: [String: [String: String]]

    package init(missing: [String: [String: String]] = [:]) { self.missing = missing }

    /// A template, and where it stands.
    package struct TemplateUse: Sendable {
        package let template: Template
        package let reach: TemplateReach
        package let path: ConfigurationPath
        package let place: SourcePlace
    }

    package mutating func check(
        _ node: JSONNode,
        _ shape: ConfigurationShape,
        at path: ConfigurationPath,
        example: Key? = nil
    ) {
        guard shape.takes(node.value) else {
            let subject = path.isTop ? "the configuration" : "`\(path)`"
            let hints = example?.example.map { ["such as `\($0.text)`"] } ?? []
            return report("\(subject) must be \(shape.phrase), not \(node.phrase)", node.place, path, hints: hints)
        }
        switch (shape, node.value) {
        case (.text(let form), .string(let text)): check(text, form, node.place, path)
        case (.choice(let known, let kind), .string(let text)):
            if !known.contains(text) { unknown(kind, text, known, node.place, path) }
        case (.integer(let bounds?), .number(let text)):
            guard let number = JSONNode.integer(text), !bounds.contains(number) else { return }
            report(
                "`\(path)` must be from \(bounds.lowerBound) to \(bounds.upperBound), not \(number)",
                node.place,
                path
            )
        case (.list(let item, let minimum, let isUnique), .array(let nodes)):
            check(nodes, item, at: path, node.place, minimum: minimum, key: example)
            if isUnique { checkUnique(nodes, at: path) }
        case (.command(let reach), .array(let nodes)):
            check(nodes, .text(.template(reach)), at: path, node.place, minimum: 1)
            if let program = nodes.first, program.value == .string("") {
                let path = path.index(0)
                report("`\(path)`: the name of the program is empty", program.place, path)
            }
        case (.map(let keys, let values), .object(let members)):
            for member in members {
                let path = path.key(member.key)
                check(member.key, keys, member.keyPlace, path)
                check(member.node, values, at: path)
            }
        case (.object(let object), .object(let members)): check(members, object, at: path, node.place)
        case (.either(let shapes), _): shapes.first { $0.takes(node.value) }.map { check(node, $0, at: path) }
        case (.marked(let objects), _):
            if let meant = shape.meant(by: node) { return check(node, meant, at: path) }
            checkUnmarked(node, objects, at: path)
        case (.tagged(let by, let kind, let known, _), _):
            if let meant = shape.meant(by: node) { return check(node, meant, at: path) }
            checkUntagged(node, by: by, kind: kind, known: known.map(\.id), at: path)
        default: break
        }
    }

    package typealias Key = ConfigurationKeyShape

    private mutating func check(_ text: String, _ form: TextForm, _ place: SourcePlace, _ path: ConfigurationPath) {
        if let problem = form.problem(with: text) {
            report("`\(path)`: \(problem)", place, path)
        } else if let reach = form.templateReach, let template = try? Template(text) {
            templates.append(TemplateUse(template: template, reach: reach, path: path, place: place))
        }
    }

    private mutating func check(
        _ nodes: [JSONNode],
        _ item: ConfigurationShape,
        at path: ConfigurationPath,
        _ place: SourcePlace,
        minimum: Int,
        key: Key? = nil
    ) {
        if nodes.count < minimum {
            // Nobody guesses whether an empty list is to mean all or nothing.
            let hints = key.map { $0.isRequired ? [] : ["leave `\($0.name)` out for the default: \($0.summary)"] } ?? []
            report("`\(path)` must not be empty", place, path, hints: hints)
        }
        for (index, node) in nodes.enumerated() { check(node, item, at: path.index(index)) }
    }

    private mutating func checkUnique(_ nodes: [JSONNode], at path: ConfigurationPath) {
        var places: [[UInt8]: SourcePlace] = [:]
        for (index, node) in nodes.enumerated() {
            guard let text = node.text ?? node["name"]?.text else { continue }
            guard let first = places[Array(text.utf8)] else {
                places[Array(text.utf8)] = node.place
                continue
            }
            report("`\(path)`: `\(text)` is there twice; the first is at \(first)", node.place, path.index(index))
        }
    }

    private mutating func check(
        _ members: [JSONNode.Member],
        _ object: ObjectShape,
        at path: ConfigurationPath,
        _ place: SourcePlace
    ) {
        for member in members {
            if let key = object[member.key] {
                check(member.node, key.shape, at: path.key(member.key), example: key)
            } else {
                unknownKey(member, object.keys.map(\.name), path)
            }
        }
        let subject = path.isTop ? "the configuration" : "`\(path)`"
        for pair in object.exclusions where Set(pair).isSubset(of: Set(members.map(\.key))) {
            let both = pair.map { "`\($0)`" }.joined(separator: " and ")
            report("\(subject) has both \(both); one of them is meant", place, path)
        }
        for (needy, needed) in object.needs {
            guard let member = members.first(where: { $0.key == needy }) else { continue }
            let answer = members.first { $0.key == needed }?.node.value ?? .array([])
            if answer == .array([]) { report("`\(needy)` needs `\(needed)`", member.keyPlace, path.key(needy)) }
        }
        for key in object.keys where key.isRequired && !members.contains(where: { $0.key == key.name }) {
            let hints = key.example.map { ["such as `\(key.name): \($0.text)`"] } ?? []
            report("\(subject) has no `\(key.name)`, which is required", place, path.key(key.name), hints: hints)
        }
    }

    /// Reports an object that none of the keys marks which tell objects apart.
    private mutating func checkUnmarked(_ node: JSONNode, _ objects: [ObjectShape], at path: ConfigurationPath) {
        guard case .object(let members) = node.value else { return }
        let marks = objects.compactMap(\.keys.first?.name)
        let known = objects.flatMap { $0.keys.map(\.name) }
        for member in members where !known.contains(member.key) { unknownKey(member, marks, path) }
        guard members.allSatisfy({ known.contains($0.key) }) else { return }
        let list = marks.map { "`\($0)`" }.joined(separator: ", ")
        report("`\(path)` has none of the keys that say what it puts there: \(list)", node.place, path)
    }

    /// Reports an object without a known connector's id.
    private mutating func checkUntagged(
        _ node: JSONNode,
        by key: ConfigurationKeyShape,
        kind: String,
        known: [String],
        at path: ConfigurationPath
    ) {
        let path = path.key(key.name)
        guard let id = node[key.name] else {
            let hints = ["known: " + known.joined(separator: ", ")]
            return report("`\(path)` is missing: it names the \(kind)", node.place, path, hints: hints)
        }
        guard case .string(let text) = id.value else { return check(id, key.shape, at: path) }
        unknown(kind, text, known, id.place, path)
    }

    private mutating func unknownKey(_ member: JSONNode.Member, _ known: [String], _ path: ConfigurationPath) {
        let parent = path.isTop ? "" : " in `\(path)`"
        let path = path.key(member.key)
        let hints = Self.hints(member.key, among: known)
        report("unknown key `\(member.key)`\(parent)", member.keyPlace, path, hints: hints)
    }

    private mutating func unknown(
        _ kind: String,
        _ text: String,
        _ known: [String],
        _ place: SourcePlace,
        _ path: ConfigurationPath
    ) {
        let search = [missing[kind]?[text]].compactMap(\.self)
        report("`\(path)`: unknown \(kind) `\(text)`", place, path, hints: Self.hints(text, among: known) + search)
    }

    /// The nearest known word, and all of them.
    private static func hints(_ word: String, among known: [String]) -> [String] {
        let nearest = Nearest.to(word, among: known).map { ["did you mean `\($0)`?"] } ?? []
        return nearest + ["known: " + (known.isEmpty ? "none" : known.joined(separator: ", "))]
    }

    private mutating func report(
        _ message: String,
        _ place: SourcePlace,
        _ path: ConfigurationPath,
        hints: [String] = []
    ) {
        problems.append(.configuration(message, place, path, hints: hints))
    }
}

extension RelctlError {
    /// Something wrong with the configuration at `path`.
    package static func configuration(
        _ message: String,
        _ place: SourcePlace,
        _ path: ConfigurationPath,
        hints: [String] = []
    ) -> RelctlError {
        let details = path.isTop ? [:] : ["key": path.description]
        return RelctlError(message, code: .configurationInvalid, place: place, details: details, hints: hints)
    }
}

extension JSONNode {
    /// What it is, for "not …".
    fileprivate var phrase: String {
        switch value {
        case .object: "an object"
        case .array: "a list"
        case .string: "a text"
        case .number(let text): "the number \(text)"
        case .flag(let flag): "`\(flag)`"
        case .null: "`null`"
        }
    }
}

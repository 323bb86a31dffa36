/// What a template for tags must look like, so that tags can be read as well as made.
enum TagForm {
    /// What is wrong with a template for tags; nothing if it is well.
    static func problem(with template: Template) -> String? {
        var uses = 0
        for piece in template.pieces {
            switch piece {
            case .text: continue
            case .variable("version"): uses += 1
            case .variable(let name), .section(let name, _, _):
                return "`\(name)` is not in scope; known here: version"
            }
        }
        guard uses == 1 else { return "`\(template.source)` names `{{version}}` \(uses) times; exactly once is wanted" }
        return (try? template.render(TemplateScope(texts: ["version": "1.0.0"]))).flatMap(nameProblem)
    }

    /// What git refuses in the name of a tag (git-check-ref-format(1), rules 1, 3 to 10).
    private static func nameProblem(_ tag: String) -> String? {
        let excluded: Set<Unicode.Scalar> = [" ", "~", "^", ":", "?", "*", "[", "\\", "\u{7F}"]
        if let character = tag.unicodeScalars.first(where: { excluded.contains($0) || $0.value < 0x20 }) {
            return "\(JSONReader.shown(character)) is not allowed in a tag"
        }
        return GitReferenceName.isValid(tag) ? nil : "git does not allow `\(tag)` as a tag"
    }
}

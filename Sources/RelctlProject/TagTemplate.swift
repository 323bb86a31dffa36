/// How tags are made of versions, and versions read from tags: `v{{version}}`, `{{version}}`, `{{name}}-v{{version}}`.
package struct TagTemplate: Sendable, Hashable {
    /// What stands before the version.
    package let prefix: String
    /// What stands after it.
    package let suffix: String

    /// Tags of a version between these texts, of which git takes tags.
    package init(prefix: String, suffix: String) { (self.prefix, self.suffix) = (prefix, suffix) }

    /// Takes a template that names `version` exactly once, and else only `constants`: names that stand for the same
    /// text in every release, so that tags can be read as well as made.
    package init(_ template: Template, constants: [String: String] = [:]) throws(Problem) {
        for case .section(let name, let isInverted, _) in template.pieces {
            throw .section("{{\(isInverted ? "^" : "#")\(name)}}")
        }
        let scope = TemplateScope(texts: constants).adding(texts: ["version": Self.mark])
        let text: String
        do {
            text = try template.render(scope)
        } catch {
            throw .template(error)
        }
        let parts = text.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 2 else { throw .versions(template.source, count: parts.count - 1) }
        (prefix, suffix) = (parts[0], parts[1])
        guard !GitReferenceName.isValid(example) else { return }
        throw GitReferenceName.excludedScalar(in: example).map { .excluded($0) } ?? .refused(example)
    }

    /// The form of a project's tags; its name and its variables are constants.
    ///
    /// - Throws: ``RelctlError`` if `version.tag` is not such a template.
    package init(of project: ProjectSettings) throws(RelctlError) {
        do {
            try self.init(project.tag, constants: project.constants)
        } catch {
            throw RelctlError(
                "cannot read tags by `version.tag`: \(error)",
                code: .configurationInvalid,
                hints: ["such as `v{{version}}`"]
            )
        }
    }

    /// What stands for the version while the rest is filled in; no text of a configuration holds it.
    private static let mark = "\0"

    /// Why a template makes no tags.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// It cannot be filled in.
        case template(Template.Problem)
        /// Whether a part is there would have to be guessed when a tag is read.
        case section(String)
        /// It names the version not once.
        case versions(String, count: Int)
        /// A character that no tag may have.
        case excluded(Unicode.Scalar)
        /// A tag that git does not take.
        case refused(String)

        package var description: String {
            switch self {
            case .template(let problem): problem.description
            case .section(let tag): "a tag's template cannot have sections such as `\(tag)`"
            case .versions(let source, let count):
                "`\(source)` names `{{version}}` \(count) times; exactly once is wanted"
            case .excluded(let scalar): "\(JSONReader.shown(scalar)) is not allowed in a tag"
            case .refused(let tag): "git does not allow `\(tag)` as a tag"
            }
        }
    }

    /// A tag of this form.
    private var example: String { prefix + "1.2.3" + suffix }

    /// The tag that stands for `version`.
    ///
    /// - Throws: ``RelctlError`` if git takes no tag of this name, as for `1.0.0-a.lock`.
    package func tag(for version: Version) throws -> String {
        let tag = prefix + version.description + suffix
        guard GitReferenceName.isValid(tag) else {
            throw RelctlError("cannot make a tag of the version `\(version)`: git takes no tag named `\(tag)`")
        }
        return tag
    }

    /// The version that `tag` stands for.
    ///
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/usage`` that says what a tag of this project looks
    ///   like.
    package func version(fromTag tag: String) throws -> Version {
        let message = "cannot read a version from the tag `\(tag)`"
        let bytes = Array(tag.utf8)
        guard bytes.starts(with: prefix.utf8),
            bytes.dropFirst(prefix.utf8.count).reversed().starts(with: suffix.utf8.reversed())
        else { throw unreadable(message, tag) }
        let inner = bytes.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        let text = String(decoding: inner, as: UTF8.self)
        do {
            let version = try Version(text)
            guard GitReferenceName.isValid(tag) else { throw RelctlError("git takes no tag of this name") }
            return version
        } catch let problem as Version.Problem {
            throw unreadable(message, tag, causes: [RelctlError("`\(text)` is not a version: \(problem)")])
        } catch {
            throw unreadable(message, tag, causes: [error])
        }
    }

    /// The versions that these tags stand for, in their order; tags of other forms stand for none.
    package func versions(among tags: [GitTag]) -> [Version] {
        tags.compactMap { try? version(fromTag: $0.name) }
    }

    private func unreadable(_ message: String, _ tag: String, causes: [any Error] = []) -> RelctlError {
        // What the user may have given instead: the version alone, or the whole reference.
        let bare = tag.hasPrefix("refs/tags/") ? String(tag.dropFirst("refs/tags/".count)) : tag
        let isTag = bare != tag && (try? version(fromTag: bare)) != nil
        let isVersion = (try? Version(bare)) != nil && !prefix.isEmpty
        let meant = isTag ? bare : isVersion ? prefix + bare + suffix : nil
        return RelctlError(
            message,
            code: .usage,
            hints: (meant.map { ["did you mean `\($0)`?"] } ?? []) + ["tags of this project look like `\(example)`"],
            causes: causes
        )
    }
}

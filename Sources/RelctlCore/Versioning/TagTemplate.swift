/// How tags are made of versions, and versions read from tags: `v{{version}}`, `{{version}}`, `name-v{{version}}`.
package struct TagTemplate: Sendable, Hashable {
    /// What stands before the version.
    package let prefix: String
    /// What stands after it.
    package let suffix: String

    /// Takes a template in which `{{version}}` stands exactly once, and no section.
    ///
    /// - Throws: ``RelctlError`` for any other, and for one that makes names that git does not take.
    package init(_ template: Template, at place: SourcePlace? = nil) throws {
        if let problem = TagForm.problem(with: template) {
            throw RelctlError(
                "cannot make tags by the template `\(template.source)`",
                code: .configurationInvalid,
                place: place,
                hints: ["such as `v{{version}}`; `git help check-ref-format` has the rules for names"],
                causes: [RelctlError(problem)]
            )
        }
        var parts = [""]
        for piece in template.pieces {
            if case .text(let text) = piece { parts[parts.count - 1] += text } else { parts.append("") }
        }
        (prefix, suffix) = (parts[0], parts[parts.count - 1])
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
    /// - Throws: ``RelctlError`` that says what a tag of this project looks like.
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

    private func unreadable(_ message: String, _ tag: String, causes: [any Error] = []) -> RelctlError {
        // What the user may have given instead: the version alone, or the whole reference.
        let bare = tag.hasPrefix("refs/tags/") ? String(tag.dropFirst("refs/tags/".count)) : tag
        let isTag = bare != tag && (try? version(fromTag: bare)) != nil
        let isVersion = (try? Version(bare)) != nil && !prefix.isEmpty
        let meant = isTag ? bare : isVersion ? prefix + bare + suffix : nil
        return RelctlError(
            message,
            code: .problemsFound,
            hints: (meant.map { ["did you mean `\($0)`?"] } ?? []) + ["tags of this project look like `\(example)`"],
            causes: causes
        )
    }
}

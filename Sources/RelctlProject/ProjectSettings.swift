/// The part of a configuration that every feature may need: the project's names, binaries, targets and tags.
///
/// A class, because many types hold one: copying a reference is less code, in each of them, than copying the values.
package final class ProjectSettings: Sendable {
    /// The configuration's file as the user knows it, such as `relctl.json`.
    package let file: String
    /// The project's name; in archive names and templates.
    package let name: String
    /// What the project is, in a sentence.
    package let description: String?
    /// The project's page.
    package let homepage: String?
    /// The SPDX expression of its licence.
    package let license: String?
    /// `OWNER/NAME` at its forge, or the repository's address.
    package let repository: String?
    /// Names for templates, of the project's own.
    package let variables: [String: String]
    /// The form of its tags; `version` stands in it exactly once, and else only the project's name and variables.
    package let tag: Template
    /// The programs that a release consists of, without `.exe`.
    package let binaries: [String]
    /// The platforms, in the file's order.
    package let targets: [TargetSettings]

    /// Puts together what was read.
    package init(
        file: String,
        name: String,
        description: String? = nil,
        homepage: String? = nil,
        license: String? = nil,
        repository: String? = nil,
        variables: [String: String],
        tag: Template,
        binaries: [String],
        targets: [TargetSettings]
    ) {
        self.file = file
        self.name = name
        self.description = description
        self.homepage = homepage
        self.license = license
        self.repository = repository
        self.variables = variables
        self.tag = tag
        self.binaries = binaries
        self.targets = targets
    }
}

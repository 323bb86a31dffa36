/// A target of a release, with the names that its templates may use.
package struct TargetContext: Sendable, Equatable {
    /// What the configuration says of it.
    package var target: TargetSettings
    /// What is in scope for its templates, `binary` left out.
    package var scope: TemplateScope
    /// The binaries that it has, without `.exe`.
    package var binaries: [String]

    /// Describes a target of a release.
    package init(target: TargetSettings, scope: TemplateScope, binaries: [String]) {
        self.target = target
        self.scope = scope
        self.binaries = binaries
    }

    /// What is in scope for templates about one binary.
    package func scope(ofBinary name: String) -> TemplateScope { scope.adding(texts: ["binary": name]) }
}

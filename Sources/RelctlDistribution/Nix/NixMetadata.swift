/// What nixpkgs wants to know about a package (nixpkgs manual, "Meta-attributes").
struct NixMetadata: Sendable {
    private let package: NixPackage

    init(_ package: NixPackage) { self.package = package }

    /// `meta = { … };`, with an expression for the systems that it is for.
    func lines(platforms: String) -> [String] {
        var lines: [String] = []
        func add(_ name: String, _ text: String?) {
            if let text { lines.append("\(name) = \(NixText.string(text));") }
        }
        add("description", package.description)
        add("homepage", package.homepage)
        add("changelog", package.changelog)
        lines += package.license?.lines ?? []
        if package.isNative { lines.append("sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];") }
        lines.append("platforms = \(platforms);")
        lines += NixText.list("maintainers = ", package.maintainers.map { "lib.maintainers.\($0)" })
        add("mainProgram", package.programs.first)
        return ["meta = {"] + NixText.indented(lines) + ["};"]
    }
}

/// All snippets of a release on one page, in Markdown.
struct InstallPage: Sendable {
    private let plan: DocumentationPlan
    private let release: ReleaseIdentity

    init(_ plan: DocumentationPlan, _ release: ReleaseIdentity) {
        self.plan = plan
        self.release = release
    }

    /// The page.
    var text: String {
        let title = "# \(Markdown.prose("\(release.name) \(release.version)"))"
        return ([title] + images + charts + flake + installations).joined(separator: "\n\n") + "\n"
    }

    private var images: [String] {
        guard !plan.images.isEmpty else { return [] }
        var parts = ["## Container images"]
        for image in plan.images {
            let platforms = image.image.platforms.map { Markdown.code($0.platform) }.joined(separator: ", ")
            let others = image.others.map { "Also as \(Markdown.code($0))." }
            let what = "\(Markdown.code(image.reference)), for \(platforms)"
            parts += image.run.map { ["\(what):", block("sh", $0)] } ?? ["\(what): files to copy, and nothing to run."]
            parts += others
        }
        return parts + (plan.compose.map { ["For `docker compose`:", block("yaml", $0)] } ?? [])
    }

    private var charts: [String] {
        guard !plan.charts.isEmpty else { return [] }
        return ["## Helm"]
            + plan.charts.flatMap { chart in
                ["Chart \(Markdown.code(chart.name)) \(Markdown.prose(chart.version)):", block("sh", chart.install)]
            }
    }

    private var flake: [String] {
        guard let flake = plan.flake else { return [] }
        return ["## Nix", block("sh", flake.run), "As an input of a flake:", block("nix", flake.input)]
    }

    private var installations: [String] {
        plan.installations.flatMap { installation in
            ["## \(Markdown.prose(installation.title))", block("sh", installation.commands.joined(separator: "\n"))]
        }
    }

    private func block(_ language: String, _ text: String) -> String {
        let fence = Markdown.fence(for: text)
        let line = text.utf8.last == UInt8(ascii: "\n") ? String(text.dropLast()) : text
        return "\(fence)\(language)\n\(line)\n\(fence)"
    }
}

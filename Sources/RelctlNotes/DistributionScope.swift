/// The names for what users take a release by, beside downloads: images, charts, a flake, package managers.
struct DistributionScope {
    private let plan: DocumentationPlan
    private let markup: NotesMarkup

    init(_ plan: DocumentationPlan, _ markup: NotesMarkup) {
        self.plan = plan
        self.markup = markup
    }

    var values: TemplateScope {
        TemplateScope([
            "hasImages": .flag(!plan.images.isEmpty),
            "images": .list(plan.images.map(image)),
            "compose": block(plan.compose ?? ""),
            "hasCharts": .flag(!plan.charts.isEmpty),
            "charts": .list(plan.charts.map(chart)),
            "hasFlake": .flag(plan.flake != nil),
            "flakeRun": block(plan.flake?.run ?? ""),
            "flakeInput": block(plan.flake?.input ?? ""),
            "installations": .list(plan.installations.map(installation)),
        ])
    }

    private func image(_ planned: DocumentationPlan.Image) -> TemplateScope {
        let image = planned.image
        let tags = image.tags.map { TemplateScope(["imageTag": .markup(markup.code($0))]) }
        return TemplateScope([
            "image": .markup(markup.code(image.names.first ?? "")),
            "imageCell": .markup(cell(markup.code(image.names.first ?? ""))),
            "reference": .markup(planned.reference),
            "imageTags": .list(tags),
            "imageTagsCell": .markup(cell(image.tags.map(markup.code).joined(separator: ", "))),
            "digest": .markup("sha256:\(image.digest.hexadecimal)"),
            "imagePlatforms": .text(image.platforms.map(\.platform).joined(separator: ", ")),
            "imageSize": .markup(ByteCount(image.platforms.map(\.size).max() ?? 0).description),
            "otherReferences": .list(
                planned.others.map { TemplateScope(["otherReference": .markup(markup.code($0))]) }
            ),
            "run": block(planned.run ?? ""),
        ])
    }

    private func chart(_ planned: DocumentationPlan.Chart) -> TemplateScope {
        TemplateScope([
            "chart": .markup(markup.code(planned.name)),
            "chartVersion": .text(planned.version),
            "chartFile": .markup(markup.code(planned.artifact.name)),
            "chartSha256": .markup(planned.artifact.sha256.hexadecimal),
            "chartInstall": block(planned.install),
        ])
    }

    private func installation(_ planned: Distribution.Installation) -> TemplateScope {
        TemplateScope([
            "installationTitle": .text(planned.title),
            "installationCommands": block(planned.commands.joined(separator: "\n")),
        ])
    }

    /// What stands in a block of code, where Markdown escapes nothing.
    private func block(_ text: String) -> TemplateScope.Value {
        let text = text.utf8.last == UInt8(ascii: "\n") ? String(text.dropLast()) : text
        return markup.format == .html ? .text(text) : .markup(text)
    }

    private func cell(_ text: String) -> String { markup.format == .markdown ? Markdown.cell(text) : text }
}

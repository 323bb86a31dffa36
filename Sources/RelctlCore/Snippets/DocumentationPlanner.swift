/// Writes the snippets of a release in the mind; nothing but the request decides what they say.
package struct DocumentationPlanner: Sendable {
    /// Needs nothing.
    package init() {}

    /// Plans the snippets, and the files that have them.
    package func plan(_ request: SnippetRequest) -> DocumentationPlan {
        let images = request.images.filter { !$0.image.names.isEmpty && !$0.image.tags.isEmpty }
        let runnable = images.filter(\.isRunnable)
        var plan = DocumentationPlan(
            images: images.map(Self.image),
            compose: runnable.isEmpty ? nil : ComposeFile(runnable).text,
            charts: request.charts.map(Self.chart),
            flake: request.flake.flatMap(FlakeSnippet.init).map {
                DocumentationPlan.Flake(run: $0.run, input: $0.input)
            },
            files: []
        )
        plan.installations = request.installations
        plan.files = Self.files(of: plan, request.release)
        return plan
    }

    private static func image(_ wanted: SnippetRequest.Image) -> DocumentationPlan.Image {
        let references = wanted.references
        let service = ComposeFile.Service(wanted)
        var words = ["docker", "run", "--rm"]
        for port in service.ports { words += ["-p", port] }
        for volume in service.volumes { words += ["-v", volume] }
        words += references.prefix(1)
        return DocumentationPlan.Image(
            image: wanted.image,
            reference: references.first ?? "",
            others: Array(references.dropFirst()),
            run: wanted.isRunnable ? words.map { ShellWord.posix($0) }.joined(separator: " ") : nil
        )
    }

    private static func chart(_ chart: SnippetRequest.Chart) -> DocumentationPlan.Chart {
        let (quote, file) = (ShellWord.posix(_:), chart.artifact.name)
        var commands: [String] = []
        if let repository = chart.repository {
            // Helm writes the file under this very name.
            let place = repository + (repository.hasSuffix("/") ? "" : "/") + chart.name
            commands = ["helm pull \(quote(place)) --version \(quote(chart.version))"]
        } else if let address = chart.address {
            commands = ["curl -fL -o \(ShellWord.posix(file: file)) \(quote(address))"]
        }
        commands += [
            "echo \(quote("\(chart.artifact.sha256)  \(file)")) | sha256sum -c -",
            "helm install \(quote(chart.name)) \(quote("./" + file))",
        ]
        return DocumentationPlan.Chart(
            name: chart.name,
            version: chart.version,
            artifact: chart.artifact,
            install: commands.joined(separator: " &&\n")
        )
    }

    /// One file for each thing to paste, and one that has all of them.
    private static func files(of plan: DocumentationPlan, _ release: ReleaseIdentity) -> [DocumentationPlan.File] {
        var files: [DocumentationPlan.File] = []
        func add(_ name: String, _ text: String?) {
            if let text, !text.isEmpty { files.append(DocumentationPlan.File(name: name, text: text)) }
        }
        func script(_ commands: [String]) -> String? {
            commands.isEmpty ? nil : "#!/bin/sh\nset -eu\n\n" + commands.map { $0 + "\n" }.joined(separator: "\n")
        }
        add("compose.yaml", plan.compose)
        add("docker-run.sh", script(Array(plan.images.compactMap(\.run).prefix(1))))
        add("flake.nix", plan.flake?.input)
        add("helm-install.sh", script(plan.charts.map(\.install)))
        guard !files.isEmpty || !plan.installations.isEmpty else { return [] }
        return files + [DocumentationPlan.File(name: "install.md", text: InstallPage(plan, release).text)]
    }
}

extension SnippetRequest.Image {
    /// What names exactly this image at each of its registries.
    ///
    /// Whoever has a tag and a digest takes the digest (https://docs.docker.com/reference/cli/docker/image/pull); the tag
    /// is for people.
    var references: [String] {
        guard let tag = image.tags.first else { return [] }
        return image.names.map { "\($0):\(tag)@\(ContentDigest(image.digest))" }
    }
}

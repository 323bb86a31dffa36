import RelctlCore

/// An image as people read it.
struct ImageText {
    private let style: TextStyle

    /// Writes for a place of this style.
    init(style: TextStyle) { self.style = style }

    /// What it is made of.
    func lines(_ image: ImageInspection) -> [String] {
        var lines = [style.text(TerminalText.escaped(image.reference), .bold), "  digest  \(image.digest)"]
        lines.append("  type    \(TerminalText.escaped(image.mediaType.rawValue))")
        lines += texts(image.annotations, indent: 2)
        for manifest in image.manifests { lines += [""] + self.lines(manifest) }
        if !image.referrers.isEmpty { lines += ["", style.text("attached", .cyan)] }
        lines += image.referrers.map { referrer in
            "  \(TerminalText.escaped(referrer.artifactType ?? "unknown"))  \(referrer.digest)"
        }
        return lines
    }

    private func lines(_ manifest: ImageInspection.Manifest) -> [String] {
        var lines = [
            style.text(title(manifest), .cyan) + "  \(ByteCount(manifest.size))", "  digest  \(manifest.digest)",
        ]
        if let attested = manifest.attests { lines.append("  about   \(attested)") }
        lines += texts(manifest.annotations, indent: 2)
        if let configuration = manifest.configuration { lines += self.lines(configuration) }
        guard !manifest.layers.isEmpty else { return lines }
        var table = Table([.right("SIZE"), .left("LAYER"), .left("TYPE"), .left("MADE BY")])
        let steps = manifest.configuration?.history?.filter { $0.emptyLayer != true } ?? []
        for (index, layer) in manifest.layers.enumerated() {
            // The history need not be complete.
            let step = steps.count == manifest.layers.count ? steps[index].createdBy ?? "" : ""
            let type = layer.mediaType.rawValue.split(separator: "/").last.map(String.init) ?? ""
            let predicate = layer.annotations?["in-toto.io/predicate-type"] ?? step
            table.append(["\(ByteCount(layer.size))", "\(layer.digest)".prefixed(19), type, predicate.prefixed(60)])
        }
        return lines + table.lines(style).map { "  " + $0 }
    }

    private func title(_ manifest: ImageInspection.Manifest) -> String {
        if let platform = manifest.platform { return TerminalText.escaped(platform.description) }
        return manifest.attests == nil ? TerminalText.escaped(manifest.artifactType ?? "artifact") : "attestation"
    }

    private func lines(_ configuration: ImageConfiguration) -> [String] {
        let execution = configuration.config
        var rows: [(String, String)] = []
        func row(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { rows.append((name, value)) }
        }
        row("created", configuration.created)
        row("user", execution?.user)
        row("entrypoint", execution?.entrypoint?.map(ShellWord.quoted).joined(separator: " "))
        row("command", execution?.command?.map(ShellWord.quoted).joined(separator: " "))
        row("folder", execution?.workingDirectory)
        row("ports", execution?.exposedPorts?.keys.sorted().joined(separator: " "))
        row("volumes", execution?.volumes?.keys.sorted().joined(separator: " "))
        row("signal", execution?.stopSignal)
        for variable in execution?.environment ?? [] { rows.append(("env", variable)) }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, value in
            "  " + TerminalText.padded(name, to: width, isRight: false) + "  " + TerminalText.escaped(value)
        } + texts(execution?.labels ?? [:], indent: 2, title: "label ")
    }

    /// Annotations or labels, sorted by name.
    private func texts(_ texts: [String: String], indent: Int, title: String = "") -> [String] {
        texts.sortedBytewise(by: \.key).map { key, value in
            String(repeating: " ", count: indent) + title + TerminalText.escaped("\(key): \(value)")
        }
    }
}

extension String {
    /// The first characters, with a sign that there were more.
    fileprivate func prefixed(_ count: Int) -> String { self.count > count ? prefix(count - 1) + "…" : self }
}

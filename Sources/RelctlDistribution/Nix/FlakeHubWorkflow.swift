/// The GitHub workflow that publishes a release's flake to FlakeHub (https://github.com/DeterminateSystems/flakehub-push).
///
/// It is called by the workflow that releases, which leaves the flake as the artifact `nix`: what lies in the repository
/// at the tag was written before there were digests to write.
struct FlakeHubWorkflow: Sendable {
    private let settings: NixSettings.FlakeHub
    private let release: ReleaseIdentity

    /// Describes the workflow of a project, by one of its releases.
    init(_ settings: NixSettings.FlakeHub, _ release: ReleaseIdentity) {
        self.settings = settings
        self.release = release
    }

    /// The folder of the checkout that the flake is put in.
    private static let folder = "flakehub"

    /// The file.
    var text: String { (header + trigger + job).map { $0 + "\n" }.joined() }

    private var header: [String] {
        [
            "# Publishes the flake of a release to FlakeHub. Keep it as .github/workflows/flakehub.yml, and let the workflow",
            "# that releases leave dist/nix as the artifact `nix` (actions/upload-artifact) and call it afterwards:",
            "#",
            "#   flakehub:",
            "#     needs: release",
            "#     uses: ./.github/workflows/flakehub.yml",
            "#     permissions:",
            "#       contents: read",
            "#       id-token: write",
            "name: FlakeHub", "",
        ]
    }

    private var trigger: [String] {
        guard !settings.isRolling else { return ["on:", "  workflow_call:", ""] }
        return [
            "on:", "  workflow_call:", "    inputs:", "      tag:", "        description: The release's tag",
            "        type: string", "        default: ${{ github.ref_name }}", "",
        ]
    }

    private var job: [String] {
        let head = [
            "permissions: {}", "", "jobs:", "  flakehub:", "    runs-on: \(settings.runner.quotedAsJSON)",
            "    permissions:", "      contents: read", "      id-token: write", "    steps:",
        ]
        return head + NixText.indented(steps, by: 3)
    }

    private var steps: [String] {
        let prepare = [
            "- uses: actions/checkout@v6", "  with:", "    persist-credentials: false",
            "- uses: actions/download-artifact@v5", "  with:", "    name: nix", "    path: \(Self.folder)",
            "- uses: DeterminateSystems/determinate-nix-action@v3",
            // A flake in a repository sees what git knows of alone.
            "- name: Lock the flake", "  run: |", "    git add --force --intent-to-add \(Self.folder)",
            "    nix flake lock ./\(Self.folder)", "    git add --force --intent-to-add \(Self.folder)",
        ]
        return prepare + version + ["- uses: DeterminateSystems/flakehub-push@main", "  with:"]
            + NixText.indented(inputs, by: 2)
    }

    /// Whether FlakeHub takes the tags as they are: a version after `v`, or by itself.
    private var takesTags: Bool {
        guard let affixes = release.tagAffixes else { return true }
        return ["", "v"].contains(affixes.prefix) && affixes.suffix.isEmpty
    }

    private var version: [String] {
        guard !settings.isRolling, !takesTags, let affixes = release.tagAffixes else { return [] }
        let (prefix, suffix) = (ShellWord.quoted(affixes.prefix), ShellWord.quoted(affixes.suffix))
        return [
            "- id: version", "  env:", "    TAG: ${{ inputs.tag }}", "  run: |", "    version=${TAG#\(prefix)}",
            "    echo \"tag=v${version%\(suffix)}\" >>\"$GITHUB_OUTPUT\"",
        ]
    }

    private var inputs: [String] {
        var lines = ["visibility: \(settings.visibility.rawValue)", "directory: \(Self.folder)"]
        if let name = settings.name { lines.append("name: \(name.quotedAsJSON)") }
        if settings.isRolling {
            lines.append("rolling: true")
            if let minor = settings.rollingMinor { lines.append("rolling-minor: \(minor)") }
        } else {
            lines.append("tag: ${{ \(takesTags ? "inputs.tag" : "steps.version.outputs.tag") }}")
        }
        if let license = release.license { lines.append("spdx-expression: \(license.quotedAsJSON)") }
        if !settings.labels.isEmpty {
            lines.append("extra-labels: \(settings.labels.joined(separator: ",").quotedAsJSON)")
        }
        if settings.includesOutputPaths { lines.append("include-output-paths: true") }
        if settings.failsOnConflict { lines.append("error-on-conflict: true") }
        return lines
    }
}

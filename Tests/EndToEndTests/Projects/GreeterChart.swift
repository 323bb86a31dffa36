import TestSupport

/// A chart that is released with a project of scripts.
enum GreeterChart {
    static let files = [
        "Chart.yaml":
            "apiVersion: v2\nname: greeter\nversion: 0.0.0 # the release's\nicon: https://example.org/i.png\n",
        "values.yaml": "image:\n  tag: latest # set by the release\n",
        "templates/map.yaml": """
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: greeter }
        data: { tag: {{ .Values.image.tag | quote }} }

        """,
    ]
    /// The key of the configuration that has it packed.
    static let settings = #"charts: [{ path: "helm/greeter", values: { "image.tag": "v{{version}}" } }],"#
    /// What it is called when it is packed.
    static let packed = "greeter-1.0.0.tgz"

    /// Writes it into a project.
    static func write(to project: TestRepository) throws {
        for (path, text) in files { try project.write("helm/greeter/\(path)", text) }
    }
}

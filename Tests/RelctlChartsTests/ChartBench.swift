import RelctlCharts
import TestSupport

/// A project with one chart in `chart`, to be packed by relctl and by Helm.
struct ChartBench {
    let world: World
    /// The chart's folder below the project's.
    let chart = "chart"
    /// The time of the release.
    static let timestamp: Int64 = 1_700_000_000

    var project: FilePath { world.folder.appending("project") }
    var folder: FilePath { project.appending(chart) }
    var output: FilePath { world.folder.appending("ours") }

    /// A fresh project with these files in its chart, gone when the body is done.
    static func with<Value>(_ files: [String: String], _ body: (ChartBench) async throws -> Value) async throws -> Value
    {
        try await World.scratch { world in
            let bench = ChartBench(world: world)
            for folder in [bench.folder, bench.output] { try LiveFileSystem().createFolders(folder) }
            for (path, text) in files { try bench.write(Array(text.utf8), to: path) }
            return try await body(bench)
        }
    }

    func write(_ bytes: [UInt8], to path: String) throws {
        let file = folder.appending(path)
        try LiveFileSystem().createFolders(file.parent)
        try LiveFileSystem().write(bytes, to: file)
    }

    /// The settings of a chart that says nothing but what a test adds.
    func settings(version: String? = "{{version}}", values: [(String, String)] = []) throws -> ChartSettings {
        let place = SourcePlace(file: "relctl.json", line: 1, column: 1)
        var settings = ChartSettings(path: try RelativePath(chart), place: place)
        settings.version = try version.map { try Template($0) }
        settings.appVersion = settings.version
        settings.values = try values.map {
            ChartSettings.Value(path: try SourcePath($0.0), text: try Template($0.1), place: place)
        }
        return settings
    }

    func plan(_ settings: ChartSettings? = nil, version: String = "1.2.3") async throws -> ChartPlan {
        let observer = ChartObserver(project: project, files: LiveFileSystem())
        return try ChartPlanner().plan(
            ChartPlanner.Request(
                settings: try settings ?? self.settings(),
                observation: try await observer.observe(try RelativePath(chart)),
                scope: TemplateScope(texts: ["version": version, "name": "tool"]),
                timestamp: Self.timestamp,
                compression: .quick
            )
        )
    }

    /// Packs by relctl into `ours`.
    @discardableResult
    func pack(_ plan: ChartPlan, with effects: Effects = .onDisk()) async throws -> [Artifact] {
        let request = ChartExecutor.Request(plans: [plan], project: project, output: output, writesSidecars: true)
        return try await ChartExecutor().execute(request, with: effects)
    }
}

/// Texts that make a chart.
enum ChartTexts {
    static let description = """
        # What the chart is.
        apiVersion: v2
        name: tool   # the program's name
        description: A tool
        type: application
        version: 0.1.0
        appVersion: "0.0.9"  # follows the release

        """
    static let values = """
        # The image that runs.
        image:
          repository: ghcr.io/example/tool   # without a tag
          tag: ""
          pullPolicy: 'IfNotPresent'
        replicas: 1

        """
    static let deployment = """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: {{ .Release.Name }}
          labels: { version: {{ .Chart.AppVersion | quote }} }
        spec:
          replicas: {{ .Values.replicas }}
          selector: { matchLabels: { app: tool } }
          template:
            metadata: { labels: { app: tool } }
            spec:
              containers:
                - name: tool
                  image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"

        """
    /// A chart of these parts.
    static let plain = [
        "Chart.yaml": description, "values.yaml": values, "templates/deployment.yaml": deployment,
    ]

    /// A small chart of this name that another one needs.
    static func dependency(_ name: String, version: String = "0.1.0") -> [String: String] {
        [
            "Chart.yaml": "apiVersion: v2\nname: \(name)\nversion: \(version)\n",
            "values.yaml": "size: 1\n",
            "templates/map.yaml":
                "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: \(name)\ndata:\n  size: {{ .Values.size | quote }}\n",
        ]
    }
}

extension [String: String] {
    /// These files below a folder.
    func below(_ folder: String) -> [String: String] {
        reduce(into: [:]) { $0[folder + "/" + $1.key] = $1.value }
    }

    /// These and others, which win.
    func adding(_ others: [String: String]) -> [String: String] { merging(others) { $1 } }
}

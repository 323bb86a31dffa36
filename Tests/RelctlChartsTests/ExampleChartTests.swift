import RelctlCharts
import TestSupport
import Testing

/// The chart of `Examples/streams` is one that Helm finds nothing wrong with and Kubernetes takes.
@Suite struct ExampleChartTests {
    @Test func thePackedChartIsLintedRenderedAndValid() async throws {
        try await World.scratch { world async throws in
            let project = Fixtures.project.appending("Examples/streams")
            let place = SourcePlace(file: "relctl.json", line: 1, column: 1)
            var settings = ChartSettings(path: try RelativePath("helm/streams"), place: place)
            settings.version = try Template("{{version}}")
            settings.appVersion = settings.version
            settings.values = [
                ChartSettings.Value(path: try SourcePath("image.tag"), text: try Template("{{version}}"), place: place)
            ]
            let observer = ChartObserver(project: project, files: LiveFileSystem())
            let plan = try ChartPlanner().plan(
                ChartPlanner.Request(
                    settings: settings,
                    observation: try await observer.observe(settings.path),
                    scope: TemplateScope(texts: ["version": "1.0.0"]),
                    timestamp: ChartBench.timestamp,
                    compression: .quick
                )
            )
            let request = ChartExecutor.Request(
                plans: [plan],
                project: project,
                output: world.folder,
                writesSidecars: false
            )
            _ = try await ChartExecutor().execute(request, with: .onDisk())
            let script = """
                import kubernetes_validate
                report = helm.lint(arguments[0], strict=True)
                assert report["messages"] == [], report
                chart = helm.Chart.load(arguments[0])
                assert chart.metadata["version"] == chart.metadata["appVersion"] == "1.0.0", chart.metadata
                rendered = chart.render({"orders": {"count": 10 ** 9}}, name="r")["streams/templates/cronjob.yaml"]
                job = yaml.safe_load(rendered)
                kubernetes_validate.validate(job, "1.30", strict=True)
                container, = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"]
                print(container["image"], *container["command"], *container["args"])
                """
            let said = try await HelmPeer.run(script, [world.folder.appending(plan.name).string], in: world)
            let image = "registry.example.org/example/streams:1.0.0"
            #expect(said == "\(image) /usr/bin/stream-gen --count 1000000000 --seed 1\n")
        }
    }
}

import Foundation
import RelctlCore
import TestSupport
import Testing

/// Charts are a part of the release that they are packed with.
@Suite struct ChartReleaseTests {
    private static let packed = GreeterChart.packed

    private func withProject(_ body: (World, ShardedProject) async throws -> Void) async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(
                in: world,
                more: GreeterChart.settings,
                adding: GreeterChart.write
            )
            try await body(world, project)
        }
    }

    private func manifest(_ place: TestRepository) throws -> Manifest {
        let bytes = try LiveFileSystem().contents(of: place.folder.appending("dist/manifest.json"))
        return try JSONDecoder().decode(Manifest.self, from: Data(bytes))
    }

    @Test func aChartIsPackedPublishedAndVerifiedWithTheRelease() async throws {
        try await withProject { world, project in
            let origin = project.origin
            expect(try await origin.relctl(["release", "v1.0.0"]), exits: 0)
            let artifact = try #require(try manifest(origin).artifacts.first { $0.kind == .chart })
            #expect(artifact.name == Self.packed)
            #expect(artifact.contents?.map(\.path.string).contains("greeter/templates/map.yaml") == true)
            for place in ["dist", "out/v1.0.0"] {
                for name in [Self.packed, Self.packed + ".sha256"] { #expect(try origin.holds("\(place)/\(name)")) }
            }
            let sums = try LiveFileSystem().text(of: origin.folder.appending("dist/SHA256SUMS"))
            #expect(sums.contains("\(artifact.sha256)  \(Self.packed)\n"))
            expect(try await origin.relctl(["verify"]), exits: 0)
            let script = """
                chart = helm.Chart.load(arguments[0])
                print(chart.version, chart.render(name="r")["greeter/templates/map.yaml"].count("v1.0.0"))
                """
            let path = origin.folder.appending("out/v1.0.0/\(Self.packed)").string
            #expect(try await HelmPeer.run(script, [path], in: world) == "1.0.0 1\n")
            // A chart that was changed is found.
            let chart = origin.folder.appending("dist/\(Self.packed)")
            try LiveFileSystem().write(try LiveFileSystem().contents(of: chart).dropLast(), to: chart)
            let found = try await origin.relctl(["verify"])
            expect(found, exits: 2)
            #expect(found.output.contains(Self.packed))
        }
    }

    @Test func whatIsWrongWithAChartsFolderIsReportedAtItsLine() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world, more: "charts: [{ path: \"chart\" }],")
            let line = try #require(
                try project.text("relctl.json").split(separator: "\n").firstIndex { $0.contains("charts:") }
            )
            try project.write("chart/values.yaml", "a: 1\n")
            try await project.commit("feat: a chart")
            func expectPlace(_ words: String, source: SourceLocation = #_sourceLocation) async throws {
                let result = try await project.relctl(["chart", "package", "--snapshot"])
                #expect(result.exitCode != 0 && result.errors.contains(words), "\(result)", sourceLocation: source)
                #expect(result.errors.contains("relctl.json:\(line + 1):"), "\(result)", sourceLocation: source)
            }
            try await expectPlace("Chart.yaml`")
            try project.write("chart/Chart.yaml", "apiVersion: v2\nname: chart\nversion: 1.0.0\n")
            try project.link("chart/out", to: "../VERSION")
            try await project.commit("feat: a link")
            try await expectPlace("is a link that leads out of the chart")
        }
    }

    @Test func shardsWithTheSameChartAreJoined() async throws {
        try await withProject { _, project in
            let whole = try await project.origin.clone(to: "whole")
            expect(try await whole.relctl(["package", "v1.0.0"]), exits: 0)
            expect(try await project.merge(try await project.shards()), exits: 0)
            try expect(World.release(in: project.home), equals: World.release(in: whole))
        }
    }

    @Test func chartsCanBePackedAndIndexedAlone() async throws {
        try await withProject { world, project in
            let origin = project.origin
            let before = try TreeSnapshot(of: origin.folder)
            let dry = try await origin.relctl(["chart", "package", "v1.0.0", "--dry-run", "--verbose"])
            expect(dry, exits: 0)
            #expect(dry.output.contains("greeter-1.0.0.tgz  3 files") && dry.output.contains("greeter/Chart.yaml"))
            expect(try TreeSnapshot(of: origin.folder), equals: before)
            expect(try await origin.relctl(["chart", "package", "v1.0.0"]), exits: 0)
            #expect(try manifest(origin).artifacts.map(\.name) == [Self.packed, Self.packed + ".sha256"])
            let alone = try LiveFileSystem().contents(of: origin.folder.appending("dist/\(Self.packed)"))
            expect(try await origin.relctl(["package", "v1.0.0"]), exits: 0)
            #expect(try LiveFileSystem().contents(of: origin.folder.appending("dist/\(Self.packed)")) == alone)
            let record = try manifest(origin)
            expect(try await origin.relctl(["chart", "package", "v1.0.0"]), exits: 0)
            #expect(try manifest(origin) == record)
            // A list of checksums follows what is packed alone.
            expect(try await origin.relctl(["checksum", "v1.0.0"]), exits: 0)
            try origin.write("helm/greeter/templates/map.yaml", "kind: ConfigMap\napiVersion: v1\n")
            expect(try await origin.relctl(["chart", "package", "--snapshot"]), exits: 0)
            expect(try await origin.relctl(["checksum", "--check", "dist/SHA256SUMS"]), exits: 0)
            try await origin.git("checkout", ".")
            try LiveFileSystem().removeTree(origin.folder.appending("dist"))
            expect(try await origin.relctl(["package", "v1.0.0"]), exits: 0)
            let url = "https://example.org/charts"
            expect(try await origin.relctl(["chart", "index", "--url", url]), exits: 0)
            let script = """
                index = yaml.safe_load(open(arguments[0]))
                entry, = index["entries"]["greeter"]
                print(entry["version"], entry["urls"], index["generated"])
                """
            let path = origin.folder.appending("dist/index.yaml").string
            let said = try await HelmPeer.run(script, [path], in: world)
            #expect(said == "1.0.0 ['\(url)/\(Self.packed)'] 2026-01-02T03:04:05Z\n")
        }
    }

    @Test func trialsAreNotSigned() async throws {
        try await withProject { _, project in
            let origin = project.origin
            let sign = "sign: { key: 'a@example.org', passphrase: 'CHART_PASSPHRASE' }"
            let signed = "charts: [{ path: 'helm/greeter', \(sign) }]"
            try origin.write("relctl.json", ShardedProject.configuration(more: signed))
            expect(try await origin.relctl(["chart", "package", "--snapshot"]), exits: 0)
            let kinds = try manifest(origin).artifacts.map(\.kind)
            #expect(kinds.contains(.chart) && !kinds.contains(.signature))
        }
    }

    @Test func whatIsNotCommittedAndWouldBePackedForbidsTheRelease() async throws {
        try await withProject { _, project in
            let origin = project.origin
            try origin.write("helm/greeter/.helmignore", "*.bak\n")
            try await origin.commit("chore: leave backups out")
            try await origin.tag("v1.0.1")
            try origin.write("VERSION", "1.0.0\n")
            try origin.write("helm/greeter/old.bak", "not packed")
            expect(try await origin.relctl(["chart", "package", "--dry-run"]), exits: 0)
            try origin.write("helm/greeter/more.yaml", "packed")
            let found = try await origin.relctl(["validate", "v1.0.1"])
            expect(found, exits: 2)
            #expect(found.output.contains("more.yaml") && !found.output.contains("old.bak"), "\(found.output)")
        }
    }

    @Test func whatIsWrongWithAChartIsToldBeforeAnythingIsDone() async throws {
        try await withProject { _, project in
            let origin = project.origin
            try LiveFileSystem().removeFile(origin.folder.appending("helm/greeter/Chart.yaml"))
            let failed = try await origin.relctl(["package", "v1.0.0"])
            expect(failed, exits: 65, naming: "there is no `helm/greeter/Chart.yaml`")
            try origin.write("relctl.json", #"{ name: "greeter", charts: [{ path: "a", repository: "ghcr.io" }] }"#)
            let refused = try await origin.relctl(["chart", "package"])
            expect(refused, exits: 65, naming: "does not begin with `oci://`", "relctl.json:1:")
            let sign = "sign: { key: 'a@example.org', passphrase: 'CHART_PASSPHRASE' }"
            let signed = "charts: [{ path: 'helm/greeter', \(sign) }]"
            try origin.write("relctl.json", ShardedProject.configuration(more: signed))
            let checked = try await origin.relctl(["check"])
            expect(checked, exits: 2)
            #expect(checked.output.contains("`CHART_PASSPHRASE`, which its key's passphrase is in, is not set"))
            try origin.write("relctl.json", #"{ name: "greeter" }"#)
            expect(try await origin.relctl(["chart", "package"]), exits: 65, naming: "has no `charts`")
        }
    }
}

import RelctlManifests
import TestSupport
import Testing

@Suite struct HelmVersionSourceTests {
    static let source = HelmVersionSource()

    /// A chart as it is found in the wild: comments, odd spacing, a dependency of the same version, texts in lines.
    static let chart = MarkedManifest(
        source,
        (
            "Chart.yaml",
            """
            # Chart version: 1.2.3, see docs/1.2.3.md
            apiVersion: v2
            name:   "web-1.2.3"
            description: |
              Ships web 1.2.3.
              version: 1.2.3
            kubeVersion: ">=1.2.3"
            type: application
            annotations:
              version: 1.2.3
              artifacthub.io/images: |
                - image: example.org/web:1.2.3
            maintainers:
            - {name: Zoë, version: 1.2.3}
            version :  ⟦1.2.3⟧   # keep at 1.2.3 until the next
            dependencies:
              - name: redis
                version: 1.2.3
                repository: "https://charts.example.org"
              - name: oci
                version: 1.2.3
                repository: oci://example.org/charts
              - name: gone
                version: 1.2.3
            appVersion: "v⟦1.2.3⟧"

            """
        )
    )

    @Test func theChartsVersionsAloneChange() throws {
        #expect(Self.chart.decoys >= 8)
        try Self.chart.expectChange(to: "7.8.9-rc.1+b2")
    }

    @Test(arguments: [
        "version: ⟦1.2.3⟧", "\u{FEFF}version:\t'⟦1.2.3⟧'\r\nappVersion: \"⟦1.2.3⟧\"\r\n", "{name: a, version: ⟦1.2.3⟧}",
        "{ \"version\":\"⟦1.2.3⟧\", 'appVersion': '⟦1.2.3⟧' }", "\"version\": ⟦1.2.3⟧\nb: 1", "version:\n  ⟦1.2.3⟧\n",
        "version: |-\n  ⟦1.2.3⟧\nname: a", "version: >-\r\n    ⟦1.2.3⟧\r\n",
        "--- # 1.2.3\nversion: ⟦1.2.3⟧\n...\n# 1.2.3\n",
        "version: v⟦1.2.3⟧\nappVersion: ⟦1.2.3⟧\n", "version: \"⟦1.2\\x2e3→7.8.9⟧\"\n",
        "version: ⟦1.2→7.8.9⟧\nappVersion: 1.2.3",
        "version: ⟦1.2.3⟧\nappVersion: 1.2.4 # of nginx 1.2.3\n", "version: ⟦1.2.3⟧\nappVersion: [1.2.3]\n",
        "version: ⟦1.2.3⟧\nappVersion:\n",
        "name: é\nversion: ⟦1.2.3-0⟧#no-comment: 1\n".replacing("⟧#no-comment: 1", with: "⟧ # 1"),
    ])
    func rarePlacementsAreEdited(_ text: String) throws {
        try MarkedManifest(Self.source, ("charts/web/Chart.yaml", text)).expectChange(to: "7.8.9")
    }

    @Test(arguments: [
        "version: &v 1.2.3\nappVersion: *v\n", "version: *v", "version: !!str 1.2.3", "<<: *base\nversion: 1.2.3",
        "version: [1.2.3]", "version: {a: 1.2.3}", "version:", "appVersion: 1.2.3", "- version: 1.2.3", "1.2.3", "",
        "version: 1.2.3\nversion: 1.2.3", "version: 1.2.3\n---\nversion: 1.2.3", "? version\n: 1.2.3",
    ])
    func whatCannotBeToldIsRefused(_ text: String) throws {
        let manifest = MarkedManifest(Self.source, ("Chart.yaml", text))
        #expect(throws: RelctlError.self) { try manifest.change(manifest.originals, to: Version("7.8.9")) }
    }

    /// An umbrella chart with charts of its own, one of them with a chart of its own again.
    static let umbrella = MarkedManifest(
        source,
        (
            "deploy/Chart.yaml",
            """
            apiVersion: v2
            name: umbrella
            version: ⟦1.2.3⟧
            appVersion: "⟦1.2.3⟧"
            dependencies:
            - {name: api, version: ⟦1.2.3⟧}
            - name: web
              repository: file://../web/.
              version: "v⟦1.2.3⟧"
              condition: web.enabled
            - name: behind
              version: 1.2.3
              repository: ""
            - name: ranged
              version: ^1.2.3
            - name: redis
              version: 1.2.3
              repository: https://charts.example.org
            - name: outside
              version: 1.2.3
              repository: file://../../../outside
            - name: absolute
              version: 1.2.3
              repository: file:///srv/charts/absolute
            - name: ../escape
              version: 1.2.3

            """
        ),
        ("deploy/charts/api/Chart.yaml", "name: api\r\nversion: '⟦1.2.3⟧'\r\nappVersion: 9.9.9\r\n"),
        ("deploy/charts/behind/Chart.yaml", "name: behind\nversion: 1.2.2\nappVersion: 1.2.3\n"),
        ("deploy/charts/ranged/Chart.yaml", "name: ranged\nversion: 1.2.3\n"),
        ("deploy/charts/redis/Chart.yaml", "name: redis\nversion: 1.2.3\n"),
        ("deploy/charts/unlisted/Chart.yaml", "name: unlisted\nversion: 1.2.3\n"),
        ("deploy/escape/Chart.yaml", "name: escape\nversion: 1.2.3\n"),
        (
            "web/Chart.yaml",
            "name: web\nversion: ⟦1.2.3⟧\nappVersion: v⟦1.2.3⟧\ndependencies:\n- name: deep\n  version: ⟦1.2.3⟧\n"
                + "- name: umbrella\n  repository: file://../deploy\n  version: ⟦1.2.3⟧\n"
        ),
        ("web/charts/deep/Chart.yaml", "name: deep\nversion: ⟦1.2.3⟧\n")
    )

    @Test func ownChartsMoveWithTheirEntries() throws {
        #expect(Self.umbrella.decoys >= 8)
        try Self.umbrella.expectChange(to: "7.8.9")
    }

    /// A published umbrella chart and its lock, whose digest Helm itself wrote.
    static let published = MarkedManifest(
        source,
        (
            "Chart.yaml",
            """
            apiVersion: v2
            appVersion: 8.2.x
            dependencies:
            - condition: identity.enabled
              import-values:
              - child: image
                parent: global.identity.image
              name: identity
              repository: ""
              version: ⟦8.2.10⟧
            - condition: operate.enabled
              name: operate
              repository: ""
              version: ⟦8.2.10⟧
            - condition: optimize.enabled
              name: optimize
              repository: ""
              version: ⟦8.2.10⟧
            - condition: tasklist.enabled
              name: tasklist
              repository: ""
              version: ⟦8.2.10⟧
            - condition: zeebe.enabled
              name: zeebe
              repository: ""
              version: ⟦8.2.10⟧
            - condition: zeebe.enabled
              name: zeebe-gateway
              repository: ""
              version: ⟦8.2.10⟧
            - condition: elasticsearch.enabled
              name: elasticsearch
              repository: https://helm.elastic.co
              version: 7.17.3
            - condition: postgresql.enabled
              name: postgresql
              repository: https://charts.bitnami.com/bitnami
              version: 11.x.x
            - name: common
              repository: https://charts.bitnami.com/bitnami
              version: 2.x.x
            name: camunda-platform
            version: ⟦8.2.10⟧

            """
        ),
        (
            "Chart.lock",
            """
            dependencies:
            - name: identity
              repository: ""
              version: ⟦8.2.10⟧
            - name: operate
              repository: ""
              version: ⟦8.2.10⟧
            - name: optimize
              repository: ""
              version: ⟦8.2.10⟧
            - name: tasklist
              repository: ""
              version: ⟦8.2.10⟧
            - name: zeebe
              repository: ""
              version: ⟦8.2.10⟧
            - name: zeebe-gateway
              repository: ""
              version: ⟦8.2.10⟧
            - name: elasticsearch
              repository: https://helm.elastic.co
              version: 7.17.3
            - name: postgresql
              repository: https://charts.bitnami.com/bitnami
              version: 11.9.13
            - name: common
              repository: https://charts.bitnami.com/bitnami
              version: 2.8.0
            digest: ⟦sha256:c29c416476ae4fe31c83702937cb14a4dbdec3e099ef7343b32878f9b53f618b→sha256:bd53bae6a2fcff7a192585022b7ee824c4a0119eaf39d230c94909e6c3f8b280⟧
            generated: "2023-08-08T19:44:26.959739+01:00"

            """
        ),
        ("charts/identity/Chart.yaml", "version: ⟦8.2.10⟧\n"),
        ("charts/operate/Chart.yaml", "version: ⟦8.2.10⟧\n"),
        ("charts/optimize/Chart.yaml", "version: ⟦8.2.10⟧\n"),
        ("charts/tasklist/Chart.yaml", "version: ⟦8.2.10⟧\n"),
        ("charts/zeebe/Chart.yaml", "version: ⟦8.2.10⟧\n"),
        ("charts/zeebe-gateway/Chart.yaml", "version: ⟦8.2.10⟧\n")
    )

    @Test func theLockAndItsDigestFollow() throws { try Self.published.expectChange(to: "8.2.11") }

    @Test(arguments: [
        ("version: 2.8.0", "version: 2.8.1"), ("sha256:c29", "sha256:c20"), ("- name: zeebe\n", "- name: zebra\n"),
    ])
    func aLockThatDidNotFitStays(_ fitting: String, _ unfitting: String) throws {
        var texts = Self.published.originals
        texts["Chart.lock"] = texts["Chart.lock"]?.replacing(fitting, with: unfitting)
        let changed = try Self.published.change(texts, to: Version("8.2.11"))
        #expect(changed["Chart.lock"] == texts["Chart.lock"])
        #expect(changed["charts/zeebe/Chart.yaml"] == "version: 8.2.11\n")
    }

    @Test(arguments: [chart, umbrella, published].enumerated().map { ($0, $1) })
    func damageIsRefusedOrTheVersionAloneChanges(_ number: Int, _ manifest: MarkedManifest) throws {
        let cases = FullRun.isAsked ? 3000 : 150
        try manifest.expectOnlyMeantChanges(cases: cases, seed: UInt64(number))
    }
}

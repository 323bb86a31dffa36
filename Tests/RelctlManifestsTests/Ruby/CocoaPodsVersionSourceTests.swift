import TestSupport
import Testing

@testable import RelctlManifests

@Suite struct CocoaPodsVersionSourceTests {
    static let wild = MarkedManifest(
        CocoaPodsVersionSource(),
        (
            "Streams.podspec",
            """
            #
            # s.version = '1.2.3'
            Pod::Spec.new do |s|
              s.name             = 'Streams'
              s.version          = '⟦1.2.3⟧'   # '1.2.3'
              s.summary          = "Streams 1.2.3"
              s.description      = <<-DESC
                s.version = '1.2.3'
                :tag => '1.2.3'
              DESC
              s.source           = {
                :git => 'https://example.org/Streams-1.2.3.git',
                # :tag => '1.2.3'
                :tag => 'v⟦1.2.3⟧',
                :submodules => true
              }
              s.social_media_url = 'https://example.org/1.2.3'
              s.ios.deployment_target = '1.2.3'
              s.swift_version = '1.2.3'
              s.swift_versions = ['1.2.3', '5.9']
              s.cocoapods_version = '>= 1.2.3'
              s.dependency 'Alamofire', '1.2.3'
              s.subspec 'Core' do |ss|
                ss.version = '1.2.3'
                ss.dependency 'Core', '~> 1.2.3'
              end
              s.pod_target_xcconfig = { 'MARKETING_VERSION' => '1.2.3', :tag => '1.2.3' }
            end

            """
        )
    )

    static let json = MarkedManifest(
        CocoaPodsVersionSource(),
        (
            "Streams.podspec.json",
            """
            {
            \t"name": "Streams-1.2.3", "summary": "\\"version\\": \\"1.2.3\\"",
            \t"source": {"git": "https://example.org/1.2.3.git", "tag":"v⟦1.2.3⟧", "commit": "1.2.3"},
            \t"platforms": { "ios": "1.2.3" }, "swift_versions": ["1.2.3"], "swift_version": "1.2.3",
            \t"dependencies": { "version": [ "1.2.3" ], "A": ["~> 1.2.3"] },
            \t"version" : "⟦1.2.3⟧",
            \t"subspecs": [ { "name": "Core", "version": "1.2.3", "source": { "tag": "1.2.3" } } ]
            }
            """
        )
    )

    @Test func onlyThePodsVersionAndItsTagChange() throws {
        for manifest in [Self.wild, Self.json] {
            #expect(manifest.decoys >= 8)
            try manifest.expectChange(to: "1.3.0")
            try manifest.expectChange(to: "2.0.0-beta.1")
        }
    }

    @Test(arguments: [
        ("{}", "there is no `version`"), ("{ \"version\": 1 }", "not a text"), ("[]", "there is no `version`"),
        ("{ \"version\": \"1.0.0\", \"version\": \"1.0.0\" }", "twice"), ("{", ""),
    ])
    func unclearJSONIsRefused(_ text: String, _ words: String) throws {
        let manifest = MarkedManifest(CocoaPodsVersionSource(), ("A.podspec.json", text))
        if words.isEmpty {
            #expect(throws: RelctlError.self) { try manifest.source.version(in: manifest.document(manifest.originals)) }
        } else {
            try manifest.expectRefusal(words)
        }
    }

    @Test(arguments: [
        "Pod::Spec.new do |spec|\nspec.version='⟦1.2.3⟧'\nspec.source = { git: '1.2.3', tag: \"⟦1.2.3⟧\" }\nend",
        "Pod::Spec.new do |s|\ns.version = '⟦1.2.3⟧'\ns.source = { :git => 'a', :tag => \"v#{s.version}\" }\nend",
        "Pod::Spec.new do |s|\ns.version = '⟦1.2.3⟧'\ns.source = { 'tag' => 'release/⟦1.2.3⟧' }\nend",
        "Pod::Spec.new do |s|\ns.version = '⟦1.2.3⟧'\ns.source = { :git => 'a', :tag => '11.2.3' }\nend",
        "Pod::Spec.new do |s|\ns.version = '⟦1.2.3⟧'\ns.source = { :tag => '0.1.2.3' , :commit => '1.2.3'}\nend",
        "Pod::Spec.new do |s|\ns.version = %q(⟦1.2.3⟧)\ns.source = { :tag => %q[v⟦1.2.3⟧], :git => '1.2.3' }\nend",
        "version = '⟦1.2.3⟧'\r\nPod::Specification.new do |s|\r\n  s.version = version\r\n  s.a = '1.2.3'\r\nend\r\n",
        "\u{FEFF}Pod::Spec.new { |s| s.version = \"⟦1.2.3⟧\"; s.source = { :tag => s.version.to_s } }",
    ])
    func theVersionIsFoundWhereverItStands(_ text: String) throws {
        try MarkedManifest(CocoaPodsVersionSource(), ("A.podspec", text)).expectChange(to: "9.0.0")
    }

    @Test func theFileThatHoldsItChangesWithTheTag() throws {
        try MarkedManifest(
            CocoaPodsVersionSource(),
            (
                "A.podspec",
                "Pod::Spec.new do |s|\ns.version = File.read('VERSION').strip\ns.source = { :tag => '⟦1.2.3⟧' }\nend"
            ),
            ("VERSION", "⟦1.2.3⟧")
        ).expectChange(to: "9.0.0")
    }

    @Test(arguments: [
        ("", "there is no `Spec.new`"), ("Pod::Spec.new do |s|\nend", "there is no `version`"),
        ("Pod::Spec.new do |s|\ns.version = package['version']\nend", "computed"),
        ("Pod::Spec.new { |s| s.version = '1.0.0'; s.version = '1.0.0' }", "in 2 places"),
        ("Pod::Spec.new { |s| s.version = '1.0.0", "not closed"),
    ])
    func whatIsUnclearIsRefused(_ text: String, _ words: String) throws {
        try MarkedManifest(CocoaPodsVersionSource(), ("A.podspec", text)).expectRefusal(words)
    }

    @Test(arguments: [wild, json])
    func aDamagedFileIsNeverChangedElsewhere(_ wild: MarkedManifest) throws {
        try wild.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5_000 : 200, seed: 53)
    }
}

import TestSupport
import Testing

@testable import RelctlManifests

@Suite struct MixVersionSourceTests {
    static let wild = MarkedManifest(
        MixVersionSource(),
        (
            "mix.exs",
            """
            # version: "1.2.3"
            defmodule Streams.Docs do
              @version "1.2.3"
              def project, do: [version: "1.2.3"]
            end

            defmodule Streams.MixProject do
              use Mix.Project

              @moduledoc \"""
              @version "1.2.3"
              def project, do: [version: "1.2.3"]
              \"""
              @source_url "https://example.org/streams/1.2.3"
              @otp_version "1.2.3"
              @version   "⟦1.2.3⟧" # @version "1.2.3"
              @pattern ~r/version: "1.2.3"/
              @quote ?"

              def project do
                [
                  app: :streams,
                  version: @version,
                  elixir: "~> 1.2.3",
                  elixirc_paths: elixirc_paths(Mix.env()),
                  releases: [streams: [version: "1.2.3", include_executables_for: [:unix]]],
                  docs: [main: "readme", source_ref: "v\\#{@version}", old: 'version: "1.2.3"'],
                  description: ~s(streams "1.2.3" version: "1.2.3"),
                  package: [links: %{"Changelog" => "https://example.org/1.2.3", version: "1.2.3"}],
                  deps: deps()
                ]
              end

              def application, do: [version: "1.2.3", extra_applications: [:logger]]

              defp deps do
                [
                  {:jason, "~> 1.2.3"},
                  {:plug, "1.2.3", only: :test},
                  {:local, path: "../local", version: "1.2.3"}
                ]
              end

              defp elixirc_paths(:test), do: ["lib", "test/support/1.2.3"]
              defp elixirc_paths(_), do: ["lib"]
            end

            """
        )
    )

    static let inFile = MarkedManifest(
        MixVersionSource(),
        (
            "apps/a/mix.exs",
            """
            defmodule A.MixProject do
              use Mix.Project
              @version "VERSION" |> File.read!() |> String.trim()
              # 1.2.3
              def project, do: [app: :a, version: @version, deps: [{:b, "1.2.3"}]]
            end
            """
        ),
        ("apps/a/VERSION", "⟦1.2.3⟧\r\n"),
        ("VERSION", "1.2.3\n")
    )

    @Test func onlyTheProjectsVersionChanges() throws {
        #expect(Self.wild.decoys >= 8)
        try Self.wild.expectChange(to: "1.3.0")
        try Self.wild.expectChange(to: "2.0.0-rc.1+build.5")
    }

    @Test func theFileThatHoldsItChangesInstead() throws { try Self.inFile.expectChange(to: "1.3.0") }

    static func module(_ text: String) -> MarkedManifest {
        MarkedManifest(MixVersionSource(), ("mix.exs", "defmodule A.MixProject do\nuse Mix.Project\n\(text)\nend\n"))
    }

    @Test(arguments: [
        "def project do\n[app: :a, version: \"⟦1.2.3⟧\", deps: [{:b, \"1.2.3\"}]]\nend",
        "def project(), do: [app: :a, version: \"⟦1.2.3⟧\"]\ndef other, do: [version: \"1.2.3\"]",
        "def project,\n  do: [\n    {:app, :a},\n    {:version, \"⟦1.2.3⟧\"}\n  ]",
        "def project do\n  version = \"⟦1.2.3⟧\"\n  [app: :a, version: version, elixir: \"1.2.3\"]\nend",
        "def project, do: [version: version()]\ndefp version, do: \"⟦1.2.3⟧\"\ndefp versions, do: \"1.2.3\"",
        "def project, do: [version: version()] ++ [elixir: \"1.2.3\"]\ndefp version() do\n  \"⟦1.2.3⟧\"\nend",
        "@v \"⟦1.2.3⟧\"\n@version @v\n@other \"1.2.3\"\ndef project, do: [version: @version]",
        "def project do\n  f = fn -> \"1.2.3\" end\n  [do: 1, end: f, version: \"⟦1.2.3⟧\"]\nend",
        "def project do\r\n\t[\r\n\t\tversion:\r\n\t\t\t\"⟦1.2.3⟧\",\r\n\t\t# é 1.2.3\r\n\t]\r\nend\r\n",
        "@a ~S(\\)) <> ?) <> ?\\\"\n@b ~w[1.2.3]a\n@c ~S'''\n\"#{\n'''\ndef project, do: [version: \"⟦1.2.3⟧\"]",
        "@a \"#{%{a: \"}\", b: \"1.2.3\"}.a}\"\ndef project, do: [version: \"⟦1.2.3⟧\"]",
    ])
    func theVersionIsFoundWhereverItStands(_ text: String) throws {
        try Self.module(text).expectChange(to: "9.0.0")
        let bare = Self.module(text).files[0].text
        try MarkedManifest(MixVersionSource(), ("mix.exs", "\u{FEFF}" + bare)).expectChange(to: "9.0.0")
    }

    @Test(arguments: [
        ("def project, do: [apps_path: \"apps\", deps: []]", "list the `mix.exs` of its applications"),
        ("def project, do: [app: :a, deps: [version: \"1.0.0\"]]", "there is no `version`"),
        ("def other, do: [version: \"1.0.0\"]", "there is no `version`"),
        ("def project, do: [version: \"1.0.0\", version: \"1.0.0\"]", "gives `version` in 2 places"),
        ("@version \"1.0.0\"\n@version \"1.0.0\"\ndef project, do: [version: @version]", "`@version` in 2 places"),
        ("def project, do: [version: @version]", "computed"), ("@v @v\ndef project, do: [version: @v]", "computed"),
        ("def project, do: [version: \"1.0.#{x}\"]", "computed"), ("def project, do: [version: v(1)]", "computed"),
        ("def project, do: [version: \"1.0\" <> \".0\"]", "computed"),
        ("def project, do: [version: '1.0.0']", "computed"),
        ("def project, do: [version: \"1\\x2e0.0\"]", "computed"),
        ("def project, do: [version: System.get_env(\"V\", \"1.0.0\")]", "computed"),
        ("def project, do: [version: File.read!(\"V\")]", "computed"), ("def project do [", "closed"),
        ("use Mix.Project\ndef project, do: [version: \"1.0.0\"]", "`use Mix.Project` in 2 places"),
        ("@a \"\"\"\n", "not closed"), ("end\ndef project, do: [version: \"1.0.0\"]", "closes nothing"),
    ])
    func whatIsUnclearIsRefused(_ text: String, _ words: String) throws {
        try Self.module(text).expectRefusal(words)
    }

    @Test func aScriptWithoutAProjectIsRefused() throws {
        for text in ["", "end", "do", "use Mix.Project", "defmodule A do\n@version \"1.0.0\"\nend"] {
            let script = MarkedManifest(MixVersionSource(), ("mix.exs", text))
            #expect(throws: RelctlError.self) { try script.source.version(in: script.document(script.originals)) }
        }
    }

    @Test(.timeLimit(.minutes(1))) func hostileTextsTakeLinearTime() throws {
        for piece in ["@version \"", "def project, do: [version: ", "do ", "[", "~s(#{", "\"#{", "@version @version "] {
            let text = String(repeating: piece, count: 20_000 / piece.utf8.count)
            let script = Self.module(text)
            #expect(throws: RelctlError.self) { try script.source.version(in: script.document(script.originals)) }
        }
    }

    @Test(arguments: [wild, inFile])
    func aDamagedFileIsNeverChangedElsewhere(_ wild: MarkedManifest) throws {
        try wild.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5_000 : 200, seed: 51)
    }
}

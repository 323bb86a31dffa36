import TestSupport
import Testing

@testable import RelctlManifests

@Suite struct RubyGemsVersionSourceTests {
    /// A specification that says the version itself.
    static let literal = MarkedManifest(
        RubyGemsVersionSource(),
        (
            "streams.gemspec",
            """
            #!/usr/bin/env ruby
            # s.version = "1.2.3"
            =begin
            s.version = "1.2.3"
            =end
            other = Struct.new(:version).new
            other.version = "1.2.3"
            ::Gem::Specification.new do |s|
              s.name        = 'streams'
              s.version     = '⟦1.2.3⟧'.freeze # was 1.2.2, not "1.2.3"
              s.required_ruby_version = ">= 1.2.3"
              s.required_rubygems_version = Gem::Requirement.new(">= 1.2.3") if s.respond_to? :required_rubygems_version=
              s.rubygems_version = "1.2.3"
              s.summary     = %q{a (1.2.3) } + 'it''s'
              s.description = <<-DESC.gsub(/^\\s*"?/, '')
                s.version = "1.2.3"
              DESC
              s.files       = Dir["lib/**/*"] + %w[1.2.3 s.version="1.2.3"]
              s.metadata    = { "changelog_uri" => "https://example.org/v1.2.3", version: "1.2.3" }
              s.add_dependency "rack", "1.2.3"
              s.add_development_dependency(%q<rspec>.freeze, ["= 1.2.3"])
              s.post_install_message = "#{s.name} 1.2.3 #{"s.version = '1.2.3'"}" unless s.version == "1.2.3"
              s.version = "#{s.version}.pre" if ENV["PRE"]
            end
            __END__
            s.version = "1.2.3"
            """
        )
    )

    /// A specification that names a constant, with what repeats the version.
    static let constant = MarkedManifest(
        RubyGemsVersionSource(),
        (
            "gems/streams/streams.gemspec",
            """
            # frozen_string_literal: true
            lib = File.expand_path("lib", __dir__)
            $LOAD_PATH.unshift(lib) unless $LOAD_PATH.include?(lib)
            require "streams/version"

            Gem::Specification.new do |spec|
              spec.name = "streams"
              spec.version = Streams::VERSION
              spec.add_dependency "json", "1.2.3"
            end
            """
        ),
        (
            "gems/streams/lib/streams/version.rb",
            """
            # VERSION = "1.2.3"
            module Streams
              module Protocol
                VERSION = "1.2.3"
              end
              class Old < Base; VERSION = '1.2.3'; end
              NAMES = { version: "1.2.3", "VERSION" => "1.2.3" }
              OLD_VERSION = "1.2.3"
              VERSION = "⟦1.2.3⟧"
              def self.version?(text = "1.2.3") = text == VERSION
              HELP = <<~TEXT
                VERSION = "1.2.3"
              TEXT
            end
            """
        ),
        ("lib/streams/version.rb", "module Streams\n  VERSION = '1.2.3'\nend\n"),
        ("Gemfile.lock", rootLock),
        ("gems/streams/Gemfile.lock", lock.replacing("\n", with: "\r\n")),
        ("gems/streams/gemfiles/rails.gemfile.lock", lock.replacing("remote: .\n", with: "remote: ..\n"))
    )

    static let lock = """
        GIT
          remote: https://example.org/streams.git
          revision: 1.2.3
          specs:
            streams (1.2.3)

        PATH
          remote: .
          specs:
            streams (⟦1.2.3⟧)
              json (= 1.2.3)
              streams (1.2.3)
            streams-core (1.2.3)

        PATH
          remote: ../other
          specs:
            streams (1.2.3)

        GEM
          remote: https://example.org/
          specs:
            json (1.2.3)
            streams (1.2.3)

        PLATFORMS
          ruby

        DEPENDENCIES
          json (= 1.2.3)
          streams!

        CHECKSUMS
          json (1.2.3) sha256=1.2.3
          streams (⟦1.2.3⟧)
          streams-core (1.2.3)

        BUNDLED WITH
           1.2.3

        """

    static let rootLock = """
        PATH
          remote: gems/./streams
          specs:
            streams (⟦1.2.3⟧-java)

        PATH
          remote: .
          specs:
            streams (1.2.3)
        """

    /// The constant's file as the manifest.
    static let file = MarkedManifest(
        RubyGemsVersionSource(),
        ("lib/streams/version.rb", "module Streams\n  VERSION = '⟦1.2.3⟧' # 1.2.3\n  API = '1.2.3'\nend\n"),
        (
            "a.gemspec",
            "require_relative 'lib/streams/version'\nGem::Specification.new { |s| s.name = 'streams'\n"
                + "s.version = Streams::VERSION.dup }"
        ),
        ("b.gemspec", "Gem::Specification.new { |s| s.name = 'streams-core'; s.version = '1.2.3' }"),
        ("Gemfile.lock", lock)
    )

    @Test func onlyTheGemsVersionChanges() throws {
        #expect(Self.literal.decoys >= 8)
        #expect(Self.constant.decoys >= 8)
        for manifest in [Self.literal, Self.constant, Self.file] {
            try manifest.expectChange(to: "1.3.0")
            try manifest.expectChange(to: "2.0.0-rc.1")
            try manifest.expectChange(to: "10.20.30")
        }
    }

    @Test func eachFileOfAGemHasItsDecoys() {
        let names = ["gems/streams/lib/streams/version.rb", "gems/streams/Gemfile.lock"]
        let counts = names.map { Self.constant.decoysOfFiles[$0] ?? 0 }
        #expect(counts.allSatisfy { $0 >= 8 }, "\(counts)")
    }

    @Test func theConstantsPlaceIsTold() throws {
        let read = try RubyGemsVersionSource().version(in: Self.constant.document(Self.constant.originals))
        #expect(read.place.description == "gems/streams/lib/streams/version.rb:9:13")
    }

    @Test(arguments: [
        "Gem::Specification.new('a', '⟦1.2.3⟧') do |s|\ns.license = '1.2.3'\nend",
        "Gem::Specification.new 'a', '⟦1.2.3⟧' do |s|\nend",
        "spec = Gem::Specification.new\nspec.name = '1.2.3'\nspec.version = \"⟦1.2.3⟧\"\nspec",
        "Gem::Specification.new { |gem| gem.version=('⟦1.2.3⟧') }",
        "Gem::Specification.new do |s|\n  s.version =\n    Gem::Version.new(\"⟦1.2.3⟧\").to_s\nend",
        "version = '⟦1.2.3⟧'\nGem::Specification.new do |s|\n s.version = version\n s.add_dependency 'b', '1.2.3'\nend",
        "module A; module B; VERSION = '⟦1.2.3⟧'; end; VERSION = '1.2.3'; end\n"
            + "Gem::Specification.new do |s| s.version = A::B::VERSION end",
        "A::VERSION ||= '⟦1.2.3⟧' unless defined?(A::VERSION)\nGem::Specification.new do |s|\r\n\ts.version\t=\tA::VERSION\r\nend\r\n",
        "x = 5 % 3 / 2; y = [?', ?\", :/]; z = a ? 'b' : %w(')\nGem::Specification.new do |s|\n"
            + "s.files = `git ls-files`.split($/).grep /'/ and s.a <<~'A', <<-B\n'\n A\n\"\n  B\ns.version = '⟦1.2.3⟧'\nend",
        "Gem::Specification.new do |s|\ns.version = %q{⟦1.2.3⟧}\ns.files = %w[1.2.3]\ns.summary = %q(1.2.3)\nend",
        "VERSION = %Q[⟦1.2.3⟧].freeze\nGem::Specification.new { |s| s.version = VERSION; s.x = %(1.2.3) }",
        "Gem::Specification.new { |s| s.version = %(⟦1.2.3⟧); s.y = %q<1.2.3> }",
        "class << self; def /(o) = 'x'; def `(x); end; end\nGem::Specification.new do |s|\ns.version = '⟦1.2.3⟧'\nend",
    ])
    func theVersionIsFoundWhereverItStands(_ text: String) throws {
        try MarkedManifest(RubyGemsVersionSource(), ("a.gemspec", text)).expectChange(to: "9.0.0")
        try MarkedManifest(RubyGemsVersionSource(), ("x/a.gemspec", "\u{FEFF}" + text)).expectChange(to: "9.0.0-rc.1")
    }

    @Test(arguments: [
        ("File.read('VERSION').strip", "VERSION"),
        ("File.read(File.expand_path('../VERSION', __FILE__)).chomp", "VERSION"),
        ("IO.read(File.join(__dir__, 'conf', 'VERSION.txt'))", "conf/VERSION.txt"),
        ("Pathname.new(__dir__).join('VERSION').read.strip", "VERSION"),
        ("File.read(File.join(File.dirname(__FILE__), '..', 'VERSION')).strip", "../VERSION"),
    ])
    func theFileThatHoldsTheVersionChangesInstead(_ value: String, _ path: String) throws {
        let file = path.hasPrefix("../") ? String(path.dropFirst(3)) : "gems/" + path
        try MarkedManifest(
            RubyGemsVersionSource(),
            ("gems/a.gemspec", "Gem::Specification.new do |s|\ns.version = \(value)\n# 1.2.3\nend\n"),
            (file, "⟦1.2.3⟧\n")
        ).expectChange(to: "2.0.0")
    }

    @Test(arguments: [
        "File.read('lib/a/version.rb')[/VERSION = '(.*)'/, 1]", "A::VERSION.freeze",
        "File.read(\"lib/a/version.rb\").match(/'(.+)'/)[1]",
    ])
    func aConstantIsFoundThroughWhatTheSpecificationReadsOrRequires(_ value: String) throws {
        let text =
            "require File.expand_path('../lib/a', __FILE__)\nGem::Specification.new do |s|\ns.version = \(value)\nend"
        try MarkedManifest(
            RubyGemsVersionSource(),
            ("a.gemspec", text),
            ("lib/a.rb", "require 'json'\nrequire_relative 'a/version'\nmodule A\n  X = '1.2.3'\nend\n"),
            ("lib/a/version.rb", "class A\n  if RUBY_VERSION\n    X = 1\n  end\n  VERSION = '⟦1.2.3⟧'.freeze\nend\n")
        ).expectChange(to: "1.2.4")
    }

    @Test(arguments: [
        ("", "there is no `Specification.new`"), ("Gem::Specification.new do |s|\nend", "there is no `version`"),
        ("Gem::Specification.new do |s|\nt.version = '1.0.0'\nend", "there is no `version`"),
        ("Gem::Specification.new { |s| s.version = '1.0.0'; s.version = '1.0.0' }", "`version` in 2 places"),
        ("Gem::Specification.new { |s| s.version = A::VERSION }", "computed"),
        ("Gem::Specification.new { |s| s.version = '1.0' + '.0' }", "computed"),
        ("Gem::Specification.new { |s| s.version = %w(1.0.0) }", "computed"),
        ("Gem::Specification.new { |s| s.version = %x(1.0.0) }", "computed"),
        ("Gem::Specification.new { |s| s.version = %Q(1.#{0}.0) }", "computed"),
        ("Gem::Specification.new { |s| s.version = ENV.fetch('V', '1.0.0') }", "computed"),
        ("Gem::Specification.new { |s| s.version = \"1.0.#{1}\" }", "computed"),
        ("Gem::Specification.new { |s| s.version = \"1.0\\x2e0\" }", "computed"),
        ("Gem::Specification.new { |s| s.version = '1.0.0', '2.0.0' }", "computed"),
        ("Gem::Specification.new { |s| s.version = <<A }\n1.0.0\nA", "computed"),
        ("Gem::Specification.new { |s| s.version = `git describe` }", "computed"),
        ("v = v\nGem::Specification.new { |s| s.version = v }", "computed"),
        ("v = '1.0.0'\nv = '1.0.0'\nGem::Specification.new { |s| s.version = v }", "`v` in 2 places"),
        ("A::V = 'a'\nB::V = 'b'\nGem::Specification.new { |s| s.version = V }", "`V` in 2 places"),
        ("Gem::Specification.new { |s| s.version = File.read('../V') }", "computed"),
        ("Gem::Specification.new { |s| s.version = '1.0.0", "not closed"), ("x = <<~A\n", "here document"),
        ("=begin\n", "no `=end`"), ("x = %w(a (b)", "not closed"),
    ])
    func whatIsUnclearIsRefused(_ text: String, _ words: String) throws {
        try MarkedManifest(RubyGemsVersionSource(), ("a.gemspec", text)).expectRefusal(words)
    }

    @Test(arguments: [
        ("module A\nend", "there is no `VERSION`"), ("VERSION = [MAJOR, 1].join('.')", "computed"),
        ("A::VERSION = '1.0.0'\nB::VERSION = '1.0.0'", "`VERSION` in 2 places"),
    ])
    func aFileWithoutAPlainConstantIsRefused(_ text: String, _ words: String) throws {
        try MarkedManifest(RubyGemsVersionSource(), ("lib/a/version.rb", text)).expectRefusal(words)
    }

    @Test(arguments: [
        ("1.2.3", "1.2.3"), ("1.0.0-rc.1", "1.0.0.rc.1"), ("1.0.0-rc1", "1.0.0.rc1"), ("1.0.0-a-b.c", "1.0.0.a.b.c"),
        ("1.0.0-1", "1.0.0.pre.1"), ("1.0.0-0.3.7", "1.0.0.pre.0.3.7"), ("1.0.0+build.5", "1.0.0"),
    ])
    func versionsAreSpelledAsGemsHaveThem(_ version: String, _ gem: String) throws {
        let source = RubyGemsVersionSource()
        #expect(source.spelling(of: try Version(version)) == gem)
        #expect(source.agrees(gem, with: try Version(version)))
    }

    @Test(arguments: [
        ("1.0.0.rc.1", "1.0.0-rc.1"), ("1.0.0.rc1", "1.0.0-rc.1"), ("1.0.0-rc.1", "1.0.0-rc.1"), ("1.2", "1.2.0"),
        ("1", "1.0.0"), ("2.0.a", "2.0.0-a"), ("1.2.3.4", nil), ("", nil), ("1..2", nil), ("a", nil), ("1.0.0.", nil),
        ("1.0.0.rc 1", nil), ("01.2.3", nil),
    ])
    func gemsVersionsMeanSemanticOnes(_ gem: String, _ version: String?) throws {
        #expect(RubyGemsVersionSource().meaning(of: gem)?.description == version)
    }

    @Test(.timeLimit(.minutes(1))) func hostileTextsTakeLinearTime() throws {
        let start = "Gem::Specification.new { |s|\ns.version = "
        let pieces = [
            "VERSION = ", "s.version = ", "(", "A::", "require ", "\"#{", "<<A ", "x /y ", "%w(", "v = v\n", "if ",
            "require(", "module A\n", "A::VERSION = A::VERSION\n", "Specification.new ",
        ]
        for piece in pieces {
            let text = String(repeating: piece, count: 20_000 / piece.utf8.count)
            for (name, prefix) in [("a.gemspec", start), ("version.rb", "")] {
                let script = MarkedManifest(RubyGemsVersionSource(), (name, prefix + text))
                #expect(throws: RelctlError.self) { try script.source.version(in: script.document(script.originals)) }
            }
        }
    }

    @Test(arguments: [literal, constant, file])
    func aDamagedFileIsNeverChangedElsewhere(_ wild: MarkedManifest) throws {
        try wild.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5_000 : 200, seed: 52)
    }
}

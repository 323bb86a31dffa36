import Foundation
import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlDistribution

/// Formulae in Ruby itself, by a stand-in for Homebrew.
@Suite(.enabled(if: HostTool.areHere("ruby"))) struct HomebrewInstallationTests {
    private let files = LiveFileSystem()

    /// What the formula said of itself on a system.
    private struct Facts: Decodable {
        var desc: String?
        var homepage: String?
        var version: String
        var url: String
        var parts: [String]
    }

    /// Installs a formula below `prefix`.
    private func install(
        _ formula: FilePath,
        _ system: String,
        _ processor: String,
        to prefix: FilePath
    ) async throws -> HostTool.Outcome {
        let script = Fixtures.path("homebrew/brew.rb").string
        return try await #require(HostTool("ruby"))
            .run(["-w", script, formula.string, system, processor, prefix.string], in: formula.parent)
    }

    /// A release for four systems whose programs say which.
    private func release(in folder: FilePath) async throws -> PackedRelease {
        var release = try PackedRelease(in: folder)
        let targets = [
            "aarch64-apple-darwin", "x86_64-apple-darwin", "aarch64-unknown-linux-musl", "x86_64-unknown-linux-musl",
            "x86_64-unknown-linux-gnu",
        ]
        for target in targets {
            var entries = [
                "t/bin/word-tool": "#!/bin/sh\necho \(target) 1.2.3\n", "t/bin/other": "#!/bin/sh\n",
                "t/README.md": "r", "t/man/word-tool.1": "m", "t/man/man5/word.conf.5": "m",
                "t/man/de/man1/word-tool.1": "d",
                "t/complete/word-tool.bash": "b", "t/complete/_word-tool": "z", "t/complete/word-tool.fish": "f",
                "t/demo/one.sql": "1", "t/lib/plugin.txt": "p", "t/etc/word.conf": "e",
            ]
            if target.contains("apple") { entries["t/bin/mac only"] = "#!/bin/sh\n" }
            let format = target == "x86_64-apple-darwin" ? "zip" : "tar.gz"
            try await release.pack("t-1.2.3-\(target).\(format)", format, for: target, entries)
        }
        try await release.pack("t-windows.zip", "zip", for: "x86_64-pc-windows-msvc", ["t/word-tool.exe": "#!"])
        return release
    }

    @Test(arguments: [
        ("macos", "arm64", "aarch64-apple-darwin"), ("macos", "x86_64", "x86_64-apple-darwin"),
        ("linux", "arm64", "aarch64-unknown-linux-musl"), ("linux", "x86_64", "x86_64-unknown-linux-musl"),
    ])
    func everySystemGetsItsOwnProgramsAndAllBesideThem(system: String, processor: String, target: String) async throws {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            let request = release.request(["checkVersion": .flag(true), "share": .list([.text("demo")])])
            let formula = try release.write(HomebrewTarget().plan(request))
            #expect(formula.string.hasSuffix("/Formula/word-tool.rb"))
            let prefix = folder.appending("prefix")
            let outcome = try await install(formula, system, processor, to: prefix)
            try #require(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            let facts = try JSONDecoder().decode(Facts.self, from: Data(outcome.output))
            #expect(facts.desc == "Tool that says its ${version} in \"quotes\"")
            #expect(facts.version == "1.2.3" && facts.url.contains(target))
            let program = try files.text(of: prefix.appending("bin/word-tool"))
            #expect(program == "#!/bin/sh\necho \(target) 1.2.3\n")
            #expect(FileManager.default.isExecutableFile(atPath: prefix.appending("bin/word-tool").string))
            for path in [
                "bin/other", "share/man/man1/word-tool.1", "share/man/man5/word.conf.5",
                "share/man/de/man1/word-tool.1",
                "etc/bash_completion.d/word-tool", "share/zsh/site-functions/_word-tool",
                "share/fish/vendor_completions.d/word-tool.fish", "share/word-tool/demo/one.sql", "lib/plugin.txt",
                "etc/word.conf",
            ] {
                #expect(try files.status(of: prefix.appending(path))?.kind == .file, "\(path)")
            }
            let macOnly = try files.status(of: prefix.appending("bin/mac only"))
            #expect((macOnly != nil) == (system == "macos"))
        }
    }

    /// Programs in folders that are moved whole, and folders that one system alone has.
    @Test func nothingIsMovedTwice() async throws {
        try await withScratchFolder { folder in
            var release = try PackedRelease(in: folder)
            try await release.pack(
                "m.tar.gz",
                "tar.gz",
                for: "aarch64-apple-darwin",
                [
                    "t/bin/word-tool": "#!/bin/sh\n", "t/bin/helper": "#!/bin/sh\n", "t/bin/helper2": "#!/bin/sh\n",
                    "t/man/word-tool.1": "m", "t/complete/_word-tool": "z",
                ]
            )
            try await release.pack(
                "l.tar.gz",
                "tar.gz",
                for: "x86_64-unknown-linux-gnu",
                [
                    "t/lib/word-tool": "#!/bin/sh\n", "t/lib/libx.so": "x", "t/libexec/helper2": "#!/bin/sh\n",
                    "t/etc/helper": "#!/bin/sh\n", "t/etc/word.conf": "e", "t/share/man/man1/word-tool.1": "m",
                    "t/complete/_word-tool": "z", "t/demo/one.sql": "1",
                ]
            )
            let request = release.request(programs: ["word-tool", "helper", "helper2"])
            let formula = try release.write(HomebrewTarget().plan(request))
            for (system, processor, more) in [
                ("macos", "arm64", []), ("linux", "x86_64", ["lib/libx.so", "etc/word.conf"]),
            ] {
                let prefix = folder.appending(system)
                let outcome = try await install(formula, system, processor, to: prefix)
                try #require(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
                let paths = [
                    "bin/word-tool", "bin/helper", "bin/helper2", "share/man/man1/word-tool.1",
                    "share/zsh/site-functions/_word-tool",
                ]
                for path in paths + more {
                    #expect(try files.status(of: prefix.appending(path))?.kind == .file, "\(system): \(path)")
                }
            }
        }
    }

    /// The order of `FormulaAudit/ComponentsOrder`, and nothing but blocks in blocks of an operating system.
    @Test func partsStandInTheOrderOfHomebrewsStyle() async throws {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            let request = release.request(["dependencies": .list([.text("zlib"), .text("openssl@3")])])
            let formula = try release.write(HomebrewTarget().plan(request))
            let outcome = try await install(formula, "linux", "arm64", to: folder.appending("prefix"))
            try #require(outcome.status == 0, "\(outcome.errors)")
            let parts = try JSONDecoder().decode(Facts.self, from: Data(outcome.output)).parts
            #expect(
                parts == [
                    "desc", "homepage", "version", "license", "depends_on", "depends_on", "on_macos", "on_linux",
                    "on_linux/on_arm", "on_linux/on_arm/url", "on_linux/on_arm/sha256", "on_linux/on_intel", "install",
                    "test",
                ]
            )
            let text = try files.text(of: formula)
            #expect(text.contains("  depends_on \"openssl@3\"\n  depends_on \"zlib\"\n"))
        }
    }

    @Test func oneDownloadSaysWhatItIsFor() async throws {
        try await withScratchFolder { folder in
            var release = try PackedRelease(in: folder)
            try await release.pack("t.tar.gz", "tar.gz", for: "aarch64-apple-darwin", ["bin/word-tool": "#!/bin/sh\n"])
            let formula = try release.write(HomebrewTarget().plan(release.request()))
            let good = try await install(formula, "macos", "arm64", to: folder.appending("good"))
            #expect(good.status == 0, "\(good.errors)")
            // Homebrew enters the one folder that lies at an archive's top, whatever it is called.
            #expect(try files.status(of: folder.appending("good/bin/word-tool"))?.kind == .file)
            let parts = try JSONDecoder().decode(Facts.self, from: Data(good.output)).parts
            #expect(parts.prefix(6) == ["desc", "homepage", "url", "version", "sha256", "license"])
            for (system, processor, need) in [("linux", "arm64", ":macos"), ("macos", "x86_64", ":arm64")] {
                let outcome = try await install(formula, system, processor, to: folder.appending("bad"))
                #expect(outcome.status != 0 && outcome.errors.contains("\(need)"), "\(outcome.errors)")
            }
        }
    }

    @Test func aUniversalProgramIsForBothProcessors() async throws {
        try await withScratchFolder { folder in
            var release = try PackedRelease(in: folder)
            try await release.pack("u.tar.gz", "tar.gz", for: "universal-apple-darwin", ["t/word-tool": "#!/bin/sh\n"])
            try await release.pack(
                "x.tar.gz",
                "tar.gz",
                for: "x86_64-unknown-linux-gnu",
                ["t/word-tool": "#!/bin/sh\n"]
            )
            let formula = try release.write(HomebrewTarget().plan(release.request()))
            for (system, processor) in [("macos", "arm64"), ("macos", "x86_64"), ("linux", "x86_64")] {
                let outcome = try await install(formula, system, processor, to: folder.appending(system + processor))
                #expect(outcome.status == 0, "\(outcome.errors)")
            }
        }
    }

    /// Nothing that a text says is evaluated, and every name finds its class.
    @Test(arguments: [
        "word-tool", "a", "foo-bar", "foo_bar.baz", "c++", "g++-x", "foo@1.2", "foo-bar@12", "libx264", "x@1.2.3",
    ])
    func textsStayTexts(name: String) async throws {
        try await withScratchFolder { folder in
            var release = try PackedRelease(in: folder)
            let hostile = "Say \"#{abort}\" #$0 #@a \\ \u{7}\u{9f} 'x' é 日本 #{`touch \(folder)/broken`} # end"
            release.manifest.release.description = hostile + "\n\tand\u{0} more"
            release.manifest.release.homepage = "https://x.example/#{abort}?\"\\"
            try await release.pack(
                "t.tar.gz",
                "tar.gz",
                for: "x86_64-unknown-linux-gnu",
                ["t/a\"#{b}$c": "#!/bin/sh\n"]
            )
            let formula = try release.write(HomebrewTarget().plan(release.request(["name": .text(name)])))
            let outcome = try await install(formula, "linux", "x86_64", to: folder.appending("prefix"))
            try #require(outcome.status == 0, "\(outcome.errors)")
            let facts = try JSONDecoder().decode(Facts.self, from: Data(outcome.output))
            #expect(facts.desc.map { Array($0.utf8) } == Array((hostile + " and\u{0} more").utf8))
            #expect(facts.homepage == "https://x.example/#{abort}?\"\\")
            #expect(try files.status(of: folder.appending("prefix/bin/a\"#{b}$c")) != nil)
            #expect(try files.status(of: folder.appending("broken")) == nil)
        }
    }

    /// Homebrew's hashes, written down by Ruby as JSON.
    @Test func licencesAreThoseOfTheExpression() async throws {
        let cases = [
            ("MIT", "[\"MIT\"]"), ("GPL-3.0-or-later", "[\"GPL-3.0-or-later\"]"), ("Zlib+", "[\"Zlib+\"]"),
            ("MIT OR Apache-2.0", "[{\"any_of\":[\"MIT\",\"Apache-2.0\"]}]"),
            ("MIT AND Zlib AND ISC", "[{\"all_of\":[\"MIT\",\"Zlib\",\"ISC\"]}]"),
            ("Apache-2.0 WITH LLVM-exception", "[{\"Apache-2.0\":{\"with\":\"LLVM-exception\"}}]"),
            (
                "MIT OR Zlib AND (ISC OR Apache-2.0 WITH LLVM-exception)",
                "[{\"any_of\":[\"MIT\",{\"all_of\":[\"Zlib\",{\"any_of\":[\"ISC\","
                    + "{\"Apache-2.0\":{\"with\":\"LLVM-exception\"}}]}]}]}]"
            ),
            ("((MIT))", "[\"MIT\"]"), ("LicenseRef-own OR MIT", "[\"cannot_represent\"]"),
            ("see \"#{LICENSE}\"", "[\"cannot_represent\"]"),
            (String(repeating: "(", count: 100_000) + "MIT", "[\"cannot_represent\"]"),
        ]
        let calls = cases.map { "license \(HomebrewLicense.text($0.0))" }
        let program = (["require 'json'", "def license(*x) = puts(x.to_json)"] + calls).joined(separator: "\n")
        let outcome = try await #require(HostTool("ruby")).run(["-w", "-e", program], in: FilePath("/"))
        #expect(outcome.text.split(separator: "\n").map(String.init) == cases.map(\.1), "\(outcome.errors)")
    }
}

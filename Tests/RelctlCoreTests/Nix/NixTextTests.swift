import Foundation
import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlDistribution

/// Nix itself says what our texts stand for.
@Suite(.enabled(if: NixSystem.isHere)) struct NixTextTests {
    /// Texts in which Nix, the shell or both see something.
    static let texts: [String] = {
        let alphabet = [
            "$", "{", "}", "\"", "\\", "'", "''", "${", "$$", "\n", "\t", "\r", "a", " ", "é", "🚀", "n", "#", "`",
        ]
        var generator = SeededGenerator(seed: 20)
        let random = (0..<400).map { _ in
            (0..<Int.random(in: 0...9, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? "" }
                .joined()
        }
        return ["", "${x}", "$${x}", "\\${x}", "a\"b", "''${x}''", "\u{1}\u{7f}", "e\u{301}"] + random
    }()

    private func values(of expression: String, _ nix: NixSystem) async throws -> [String] {
        let file = nix.work.appending("text.nix")
        try LiveFileSystem().write(expression.utf8, to: file)
        let outcome = try await nix.run(["eval", "--impure", "--json", "--file", file.string])
        #expect(outcome.status == 0, "\(outcome.errors)\n\(expression)")
        return try JSONDecoder().decode([String].self, from: Data(outcome.output))
    }

    @Test func stringsStandForTheTextsThatTheyWereMadeOf() async throws {
        try await NixSystem.scratch { nix in
            let list = "[\n" + Self.texts.map { NixText.string($0) + "\n" }.joined() + "]"
            let values = try await values(of: list, nix)
            #expect(values.map { Array($0.utf8) } == Self.texts.map { Array($0.utf8) })
        }
    }

    @Test func attributesHaveTheNamesThatTheyWereMadeOf() async throws {
        try await NixSystem.scratch { nix in
            let names = Set(Self.texts + ["or", "let", "in", "a.b", "1a", "_", "a-b", "a'", "inherit"])
            let set = "builtins.attrNames {\n" + names.map { "\(NixText.attribute($0)) = 1;\n" }.joined() + "}"
            let values = try await values(of: set, nix)
            #expect(Set(values.map { Array($0.utf8) }) == Set(names.map { Array($0.utf8) }))
        }
    }

    @Test func wordsOfAShellsLineReachTheProgramAsTheyAre() async throws {
        let shell = try #require(HostTool("sh"))
        try await NixSystem.scratch { nix in
            let words = Self.texts.filter { !$0.utf8.contains(0) } + ["--flag", "plain/name-1.0+x", "a b"]
            let lines = words.map { "    printf '%s\\0' \(NixText.shellWord($0))\n" }.joined()
            let script = "let lib = import \(nix.nixpkgs.appending("lib.nix")); in [ ''\n\(lines)'' ]"
            let text = try #require(try await values(of: script, nix).first)
            let outcome = try await shell.run(["-euc", text], in: nix.work)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let seen = outcome.output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init)
            #expect(seen == words.map { Array(($0.hasPrefix("-") ? "./\($0)" : $0).utf8) })
        }
    }

    @Test func digestsAreWhatNixMakesOfThem() async throws {
        try await NixSystem.scratch { nix in
            for text in ["", "relctl", "\u{ff}"] {
                let file = nix.work.appending("file")
                try LiveFileSystem().write(text.utf8, to: file)
                let digest = try await FileHasher(files: LiveFileSystem()).summary(of: file).sha256
                let download = NixPackage.Download(url: "file:///x", sha256: digest)
                #expect(try await nix.run(["hash", "file", file.string]).text == download.hash + "\n")
                let converted = try await nix.run(["hash", "to-sri", "--type", "sha256", digest.hexadecimal])
                #expect(converted.text == download.hash + "\n")
            }
        }
    }

    @Test(arguments: [
        ("tool-1.0.0.tar.gz", "tool-1.0.0.tar.gz"), ("..a b%20é.zip", "a-b-20--.zip"), ("=x?y_z", "=x?y_z"),
    ])
    func namesInTheStoreHaveNoOtherCharacters(name: String, stored: String) {
        #expect(NixText.storeName(name) == stored)
        #expect(NixText.storeName(String(repeating: "x", count: 300) + ".tar.gz").hasSuffix("x.tar.gz"))
        #expect(NixText.storeName(String(repeating: "x", count: 300)).utf8.count <= 211)
    }
}

import Foundation
import TestSupport
import Testing

@testable import RelctlRegistries

@Suite struct RegistryCredentialsTests {
    private func find(
        _ host: String,
        _ world: World,
        _ environment: [String: String] = [:]
    ) async throws -> FoundCredential? {
        let effects = RegistryStage(world, environment).effects
        return try await RegistryCredentials(effects).find(for: RegistryHost(host), "acme/app")
    }

    private static func auth(_ pair: String) -> String { Data(pair.utf8).base64EncodedString() }

    private func write(_ text: String, to path: FilePath) throws {
        try LiveFileSystem().createFolders(path.parent)
        try LiveFileSystem().write(text.utf8, to: path)
    }

    /// A helper that knows two registries, and notes what it is asked.
    private func install(_ name: String, in world: World, _ script: String) throws -> [String: String] {
        let bin = world.folder.appending("bin")
        try LiveFileSystem().createFolders(bin)
        try LiveFileSystem().write(
            "#!/bin/sh\nread -r server\necho \"$1 $server\" >>\"$HOME/asked\"\n\(script)\n".utf8,
            to: bin.appending("docker-credential-\(name)"),
            permissions: 0o755
        )
        return ["PATH": "\(bin):\(world.environment["PATH"] ?? "")"]
    }

    @Test func whereNobodyLoggedInThereIsNothing() async throws {
        try await World.scratch { world in
            let found = try await find("ghcr.io", world)
            #expect(found == nil)
        }
    }

    @Test func theFirstPlaceThatKnowsTheRegistryCounts() async throws {
        try await World.scratch { world in
            func file(_ user: String, _ hosts: String...) -> String {
                let entries = hosts.map { "\"\($0)\": {\"auth\": \"\(Self.auth("\(user):pw:\(user)"))\"}" }
                return "{\"auths\": {\(entries.joined(separator: ", "))}, \"other\": [1]}"
            }
            let folder = world.folder
            try write(file("home", "a.example"), to: world.home.appending(".docker/config.json"))
            try write(file("docker", "a.example", "b.example"), to: folder.appending("d/config.json"))
            try write(file("file", "b.example", "c.example"), to: folder.appending("auth.json"))
            try write(file("run", "c.example", "d.example"), to: folder.appending("run/containers/auth.json"))
            try write(
                file("config", "d.example", "e.example"),
                to: world.home.appending(".config/containers/auth.json")
            )
            var environment = [
                "REGISTRY_AUTH_FILE": folder.appending("auth.json").string,
                "XDG_RUNTIME_DIR": folder.appending("run").string,
            ]
            for (host, user) in [("a", "home"), ("b", "file"), ("c", "file"), ("d", "run"), ("e", "config")] {
                let found = try await find("\(host).example", world, environment)
                #expect(found?.credential == .password(user: user, Secret("pw:\(user)")))
            }
            environment["DOCKER_CONFIG"] = folder.appending("d").string
            #expect(try await find("a.example", world, environment)?.origin == "`\(folder)/d/config.json`")
            environment["DOCKER_AUTH_CONFIG"] = file("variable", "a.example")
            #expect(try await find("a.example", world, environment)?.origin == "`DOCKER_AUTH_CONFIG`")
        }
    }

    @Test(arguments: [
        ("docker.io", #""https://index.docker.io/v1/""#), ("docker.io", #""docker.io""#),
        ("ghcr.io", #""https://ghcr.io""#), ("ghcr.io", #""https://ghcr.io/v2/""#), ("ghcr.io", #""http://GHCR.io/""#),
        ("127.0.0.1:5000", #""127.0.0.1:5000""#),
    ])
    func keysAreReadAsDockersVersionsWroteThem(host: String, key: String) async throws {
        try await World.scratch { world in
            let text = #"{"auths": {"x.example": {"auth": "eDp5"}, \#(key): {"auth": "YWRhOnB3"}}}"#
            let found = try await find(host, world, ["DOCKER_AUTH_CONFIG": text])
            #expect(found?.credential == .password(user: "ada", Secret("pw")))
            #expect(try await find("other.example", world, ["DOCKER_AUTH_CONFIG": text]) == nil)
        }
    }

    @Test(
        arguments: [
            (#"{"identitytoken": "i", "auth": "YWRhOg=="}"#, RegistryCredential.identity(Secret("i"))),
            (#"{"registrytoken": "r"}"#, .access(Secret("r"))),
            (#"{"username": "u", "password": "p"}"#, .password(user: "u", Secret("p"))),
            (#"{"auth": "YWRhOnB3AAAA"}"#, .password(user: "ada", Secret("pw"))), ("{}", nil), (#"{"auth": ""}"#, nil),
        ] as [(String, RegistryCredential?)]
    )
    func everyKindOfEntryIsUnderstood(entry: String, credential: RegistryCredential?) async throws {
        try await World.scratch { world in
            let text = #"{"auths": {"ghcr.io": \#(entry)}}"#
            let found = try await find("ghcr.io", world, ["DOCKER_AUTH_CONFIG": text])
            #expect(found?.credential == credential)
        }
    }

    @Test(arguments: [
        "", "[", #"{"auths": {"ghcr.io": {"auth": "@@"}}}"#, #"{"auths": {"ghcr.io": {"auth": "YWRh"}}}"#,
        #"{"credsStore": "../../evil"}"#, #"{"credHelpers": {"ghcr.io": "a b"}}"#,
    ])
    func aFileThatCannotBeUnderstoodIsAnError(text: String) async throws {
        try await World.scratch { world in
            try write(text, to: world.home.appending(".docker/config.json"))
            let error = await #expect(throws: RelctlError.self) { try await find("ghcr.io", world) }
            #expect(error?.code == .configurationInvalid)
            #expect(error.map { "\($0)" }?.contains("YWRh") == false)
        }
    }

    @Test func whatIsForTheRepositoryComesBeforeWhatIsForTheRegistry() async throws {
        try await World.scratch { world in
            let entries = ["ghcr.io", "ghcr.io/acme", "ghcr.io/acme/app", "ghcr.io/acme/ap", "ghcr.io/other"]
            for count in 1...entries.count {
                let auths = entries.prefix(count).map { "\"\($0)\": {\"auth\": \"\(Self.auth("\($0):pw"))\"}" }
                let text = "{\"auths\": {\(auths.joined(separator: ","))}, \"credsStore\": \"none-such\"}"
                let found = try await find("ghcr.io", world, ["DOCKER_AUTH_CONFIG": text])
                #expect(found?.credential == .password(user: entries[min(count, 3) - 1], Secret("pw")))
            }
        }
    }

    @Test func aHelperOfTheRegistryComesBeforeTheStoreAndTheFile() async throws {
        try await World.scratch { world in
            let environment = try install("mine", in: world, #"echo '{"ServerURL":"x","Username":"h","Secret":"s"}'"#)
            let text = """
                {"credHelpers": {"ghcr.io": "mine"}, "credsStore": "none-such", "auths": {"ghcr.io": {"auth": "YWRhOnB3"}}}
                """
            try write(text, to: world.home.appending(".docker/config.json"))
            let found = try await find("ghcr.io", world, environment)
            #expect(found?.credential == .password(user: "h", Secret("s")))
            #expect(found?.origin == "`docker-credential-mine`")
            #expect(try LiveFileSystem().text(of: world.home.appending("asked")) == "get ghcr.io\n")
        }
    }

    @Test func theStoreIsAskedByTheNameThatDockerUses() async throws {
        try await World.scratch { world in
            let environment = try install("store", in: world, #"echo '{"Username":"<token>","Secret":"idt"}'"#)
            try write(#"{"credsStore": "store"}"#, to: world.home.appending(".docker/config.json"))
            #expect(try await find("docker.io", world, environment)?.credential == .identity(Secret("idt")))
            #expect(
                try LiveFileSystem().text(of: world.home.appending("asked")) == "get https://index.docker.io/v1/\n"
            )
        }
    }

    @Test func aStoreThatHasNothingLeavesTheRestToOthers() async throws {
        try await World.scratch { world in
            let script = "echo 'credentials not found in native keychain'; exit 1"
            let environment = try install("store", in: world, script)
            let path = world.home.appending(".docker/config.json")
            try write(#"{"credsStore": "store"}"#, to: path)
            #expect(try await find("ghcr.io", world, environment) == nil)
            try write(#"{"credsStore": "store", "auths": {"ghcr.io": {"auth": "YWRhOnB3"}}}"#, to: path)
            #expect(try await find("ghcr.io", world, environment)?.origin == "`\(path)`")
        }
    }

    @Test(arguments: [
        ("echo 'the keychain is locked' >&2; exit 1", "the keychain is locked"), ("echo '{'", "not understood"),
        (#"printf 'no agent\nat all\n'; exit 1"#, "it says: no agent at all"), ("exit 3", "it failed and says nothing"),
        (#"echo '{"Username":"a:b","Secret":"s"}'"#, "holds a colon"),
        ("head -c 2000000 /dev/zero", "larger than"),
    ])
    func aHelperThatFailsIsAnError(script: String, reason: String) async throws {
        try await World.scratch { world in
            let environment = try install("store", in: world, script)
            try write(#"{"credsStore": "store"}"#, to: world.home.appending(".docker/config.json"))
            let error = try await #require(throws: RelctlError.self) {
                try await find("ghcr.io", world, environment)
            }
            #expect("\(error)".contains(reason) && "\(error)".contains("`docker-credential-store`"))
        }
    }

    @Test func aHelperThatIsNotInstalledIsAnErrorUnlessTheFileKnows() async throws {
        try await World.scratch { world in
            let path = world.home.appending(".docker/config.json")
            try write(#"{"credsStore": "none-such"}"#, to: path)
            let error = try await #require(throws: RelctlError.self) { try await find("ghcr.io", world) }
            #expect("\(error)".contains("`docker-credential-none-such`"))
            try write(#"{"credsStore": "none-such", "auths": {"ghcr.io": {"auth": "YWRhOnB3"}}}"#, to: path)
            #expect(try await find("ghcr.io", world)?.credential == .password(user: "ada", Secret("pw")))
        }
    }

    @Test func gitHubsTokenIsForGitHubsRegistryAlone() async throws {
        try await World.scratch { world in
            let environment = ["GITHUB_TOKEN": "the-token-of-a-job", "GITHUB_ACTOR": "octocat"]
            let found = try await find("ghcr.io", world, environment)
            #expect(found?.credential == .password(user: "octocat", Secret("the-token-of-a-job")))
            for host in ["docker.io", "ghcr.io.example.org", "127.0.0.1:5000"] {
                #expect(try await find(host, world, environment) == nil)
            }
            // Whoever logged in meant it.
            try write(#"{"auths": {"ghcr.io": {"auth": "YWRhOnB3"}}}"#, to: world.home.appending(".docker/config.json"))
            #expect(try await find("ghcr.io", world, environment)?.origin.contains("config.json") == true)
        }
    }
}

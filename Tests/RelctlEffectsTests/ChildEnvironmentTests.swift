import RelctlEffects
import Testing

@Suite struct ChildEnvironmentTests {
    private func passed(_ names: String..., passing: [String] = [], secrets: Set<String> = []) -> [String] {
        let own = Dictionary(uniqueKeysWithValues: names.map { ($0, "value") })
        return ChildEnvironment(own: own, secretNames: secrets).variables(passing: passing).keys.sorted()
    }

    @Test func whatIsOnTheListIsPassed() {
        let names = [
            "CARGO_HOME", "CI", "DEVELOPER_DIR", "GIT_SSH_COMMAND", "GOFLAGS", "GOPATH", "HOME", "HTTPS_PROXY", "LANG",
            "LC_ALL", "LOGNAME", "PATH", "RUSTUP_HOME", "SHELL", "SSH_AUTH_SOCK", "SystemRoot", "TERM", "TMPDIR",
            "USER",
            "XDG_CACHE_HOME", "http_proxy",
        ]
        let own = Dictionary(uniqueKeysWithValues: names.map { ($0, "value of \($0)") })
        #expect(ChildEnvironment(own: own).variables() == own)
    }

    @Test func everythingElseIsNot() {
        #expect(
            passed("GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "PATHS", "MYPATH", "LD_PRELOAD", "GOOGLE_API_KEY") == []
        )
        #expect(passed("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_AUTHOR_NAME") == ["GIT_AUTHOR_NAME"])
    }

    @Test func namesCanBeAddedWhereTheyAreSet() {
        #expect(passed("SDKROOT", "OTHER", passing: ["SDKROOT", "MISSING"]) == ["SDKROOT"])
    }

    @Test func whatIsSetForTheChildWins() {
        let environment = ChildEnvironment(own: ["PATH": "/bin", "HOME": "/home/me"])
        #expect(
            environment.variables(adding: ["PATH": "/opt", "X": ""]) == ["PATH": "/opt", "HOME": "/home/me", "X": ""]
        )
    }

    @Test func aSecretsNameIsNeverPassed() {
        #expect(passed("CARGO_REGISTRY_TOKEN", "CARGO_HOME", secrets: ["CARGO_REGISTRY_TOKEN"]) == ["CARGO_HOME"])
        #expect(passed("MY_TOKEN", passing: ["MY_TOKEN"], secrets: ["MY_TOKEN"]) == [])
        let environment = ChildEnvironment(own: [:], secretNames: ["MY_TOKEN"])
        #expect(environment.variables(adding: ["MY_TOKEN": "x"]).isEmpty)
    }
}

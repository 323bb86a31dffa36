import Testing

@testable import RelctlCore

@Suite struct HostedRunnerTests {
    @Test(arguments: [
        ("ubuntu-24.04", "Linux-X64"), ("ubuntu-24.04-arm", "Linux-ARM64"), ("Windows-2025", "Windows-X64"),
        ("windows-11-arm", "Windows-ARM64"), ("macos-15", "macOS-ARM64"), ("macos-15-intel", "macOS-X64"),
        ("macos-15-large", "macOS-X64"), ("macos-15-xlarge", "macOS-ARM64"), ("macos-13", "macOS-X64"),
        ("macos-latest", "macOS-ARM64"),
    ])
    func aLabelSaysWhatTheMachineIs(label: String, platform: String) throws {
        #expect(try #require(HostedRunner(label)).platform.description == platform)
    }

    @Test func otherLabelsAreOnesOwn() {
        for label in ["self-hosted", "build-farm", "my-ubuntu-24.04"] { #expect(HostedRunner(label) == nil) }
    }

    @Test(arguments: [
        ("ubuntu-20.04", "ubuntu-24.04"), ("macOS-13", "macos-15-intel"), ("macos-14", "macos-15"),
        ("windows-2019", "windows-2025"), ("macos-14-xlarge", "macos-15-xlarge"),
    ])
    func whatIsRetiredHasASuccessorOfTheSamePlatform(label: String, successor: String) throws {
        let runner = try #require(HostedRunner(label))
        #expect(runner.successor == successor)
        let next = try #require(HostedRunner(successor))
        #expect(next.successor == nil && next.platform == runner.platform)
    }

    @Test func usualMachinesAreThereAndOfTheTargetsPlatform() throws {
        for text in [
            "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-musl", "x86_64-apple-darwin", "aarch64-apple-darwin",
            "x86_64-pc-windows-msvc",
        ] {
            let triple = try TargetTriple(text)
            let runner = try #require(HostedRunner(Matrix.usualRunner(for: triple)))
            #expect(runner.successor == nil)
            #expect(runner.platform == RunnerPlatform(triple))
        }
    }

    @Test func retiredMachinesAreTold() throws {
        let configuration = try ConfigurationLoaderTests.load(
            """
            { name: 'x', targets: {
              'x86_64-apple-darwin': { runner: 'macos-13' }, 'aarch64-apple-darwin': { runner: 'macos-15' },
            }, ci: { runner: 'ubuntu-20.04' } }
            """
        )
        let findings = configuration.integrationFindings
        #expect(findings.map(\.severity) == [.warning, .warning])
        #expect(
            findings[0].message == "`targets.x86_64-apple-darwin.runner`: GitHub has no machine `macos-13` any more"
        )
        #expect(findings[0].hints == ["its successor is `macos-15-intel`"])
        #expect(findings[0].place?.line == 2 && findings[1].place?.line == 3)
    }

    @Test func aMachineOfOnesOwnMayBeCalledAsARetiredOne() throws {
        let configuration = try ConfigurationLoaderTests.load(
            "{ name: 'x', ci: { runner: 'ubuntu-20.04', runners: ['ubuntu-20.04'] } }"
        )
        #expect(configuration.integrationFindings.isEmpty)
    }
}

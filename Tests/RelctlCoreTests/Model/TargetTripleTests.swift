import RelctlCore
import Testing

@Suite struct TargetTripleTests {
    struct Names: Sendable, CustomTestStringConvertible {
        let triple: String
        let go, oci, debian, nix, rpm: String?
        var testDescription: String { triple }

        init(_ triple: String, _ names: String?...) {
            self.triple = triple
            (go, oci, debian, nix, rpm) = (names[0], names[1], names[2], names[3], names[4])
        }
    }

    @Test(arguments: [
        Names("x86_64-unknown-linux-musl", "linux/amd64", "linux/amd64", "amd64", "x86_64-linux", "x86_64"),
        Names("aarch64-unknown-linux-gnu", "linux/arm64", "linux/arm64", "arm64", "aarch64-linux", "aarch64"),
        Names("armv7-unknown-linux-gnueabihf", "linux/arm", "linux/arm/v7", "armhf", "armv7l-linux", "armv7hl"),
        Names("armv7-unknown-linux-musleabi", "linux/arm", "linux/arm/v7", "armel", "armv7l-linux", "armv7l"),
        Names("arm-unknown-linux-gnueabi", "linux/arm", "linux/arm/v5", "armel", "armv5tel-linux", "armv5tel"),
        Names("i686-unknown-linux-gnu", "linux/386", "linux/386", "i386", "i686-linux", "i686"),
        Names("riscv64gc-unknown-linux-gnu", "linux/riscv64", "linux/riscv64", "riscv64", "riscv64-linux", "riscv64"),
        Names(
            "powerpc64le-unknown-linux-gnu",
            "linux/ppc64le",
            "linux/ppc64le",
            "ppc64el",
            "powerpc64le-linux",
            "ppc64le"
        ),
        Names("s390x-unknown-linux-gnu", "linux/s390x", "linux/s390x", "s390x", "s390x-linux", "s390x"),
        Names(
            "loongarch64-unknown-linux-gnu",
            "linux/loong64",
            "linux/loong64",
            "loong64",
            "loongarch64-linux",
            "loongarch64"
        ),
        Names("x86_64-apple-darwin", "darwin/amd64", "darwin/amd64", nil, "x86_64-darwin", nil),
        Names("aarch64-apple-darwin", "darwin/arm64", "darwin/arm64", nil, "aarch64-darwin", nil),
        Names("universal-apple-darwin", nil, nil, nil, nil, nil),
        Names("x86_64-pc-windows-msvc", "windows/amd64", "windows/amd64", nil, nil, nil),
        Names("aarch64-linux-android", "android/arm64", "android/arm64", nil, nil, nil),
        Names("x86_64-unknown-freebsd", "freebsd/amd64", "freebsd/amd64", nil, "x86_64-freebsd", nil),
        Names("wasm32-wasi", "wasip1/wasm", "wasip1/wasm", nil, nil, nil),
    ])
    func ecosystemsHaveNamesOfTheirOwn(_ names: Names) throws {
        let triple = try TargetTriple(names.triple)
        #expect(triple.goName == names.go)
        #expect(triple.ociName == names.oci)
        #expect(triple.debianName == names.debian)
        #expect(triple.nixName == names.nix)
        #expect(triple.rpmName == names.rpm)
        #expect(triple.description == names.triple)
    }

    @Test(arguments: [
        "", "x86_64", "x86_64-linux", "x86_64--linux", "x86_64-unknown-linux-", "-unknown-linux-gnu", "a-b-c-d-e",
        "x86_64-../..-linux-gnu", "x86_64-a b-linux-gnu",
        "x86-64-unknown-linux-gnu", "x86_64-unknown-plan9", "x86_64-unknown-linux-uclibc", "pdp11-unknown-linux-gnu",
        "X86_64-unknown-linux-gnu", "x86_64-unknown-linux-gnu ",
    ])
    func triplesWithUnknownPartsAreRefused(_ text: String) {
        #expect(throws: TargetTriple.Problem.self) { try TargetTriple(text) }
    }

    @Test func partsSayWhatBinariesMustBe() throws {
        let musl = try TargetTriple("x86_64-unknown-linux-musl")
        #expect(musl.requiresStaticBinaries && !musl.isWindows && musl.executableSuffix == "")
        let windows = try TargetTriple("x86_64-pc-windows-gnu")
        #expect(!windows.requiresStaticBinaries && windows.isWindows && windows.executableSuffix == ".exe")
        #expect(try TargetTriple("wasm32-wasip1").executableSuffix == ".wasm")
    }

    @Test func theNearestKnownPartIsNamed() {
        let problem = #expect(throws: TargetTriple.Problem.self) { try TargetTriple("aarch46-apple-darwin") }
        #expect(problem?.description.hasSuffix("did you mean `aarch64`?") == true)
    }
}

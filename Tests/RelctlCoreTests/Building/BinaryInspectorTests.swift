import RelctlCore
import TestSupport
import Testing

@Suite struct BinaryInspectorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let target: String
        /// What the message must contain; nothing if the binary fits.
        let reason: String?

        init(_ bytes: [UInt8], _ target: String, _ reason: String?) {
            self.bytes = bytes
            self.target = target
            self.reason = reason
        }

        var testDescription: String { "\(target): \(reason ?? "fits")" }
    }

    private static let x86 = BinarySamples.machO(processor: 0x0100_0007)
    private static let arm = BinarySamples.machO(processor: 0x0100_000c)
    private static let both = BinarySamples.universal([(0x0100_0007, x86), (0x0100_000c, arm)])
    private static let glibc = BinarySamples.elf(
        machine: 62,
        interpreter: "/lib64/ld-linux-x86-64.so.2",
        dynamic: [(1, 1)]
    )

    static let cases: [Case] = [
        Case(glibc, "x86_64-unknown-linux-gnu", nil),
        Case(glibc, "x86_64-unknown-linux-musl", "it needs the loader `/lib64/ld-linux-x86-64.so.2`"),
        Case(glibc, "x86_64-unknown-freebsd", "it is for linux"),
        Case(glibc, "x86_64-apple-darwin", "expected a Mach-O executable for x86_64"),
        Case(glibc, "aarch64-unknown-linux-gnu", "found ELF 64-bit x86-64 executable for linux"),
        Case(
            BinarySamples.elf(machine: 62, interpreter: "/lib/ld-musl-x86_64.so.1"),
            "x86_64-unknown-linux-gnu",
            "it needs the C library musl"
        ),
        Case(BinarySamples.elf(machine: 62), "x86_64-unknown-linux-musl", nil),
        Case(
            BinarySamples.elf(machine: 62, type: 3, dynamic: [(0x6fff_fffb, 0x0800_0000)]),
            "x86_64-unknown-linux-musl",
            nil
        ),
        Case(
            BinarySamples.elf(machine: 62, dynamic: [(1, 1)]),
            "x86_64-unknown-linux-musl",
            "it needs libraries, but nothing would load them"
        ),
        Case(BinarySamples.elf(machine: 62, type: 1), "x86_64-unknown-linux-gnu", "it cannot be run"),
        Case(BinarySamples.elf(machine: 3, is64: false), "i686-unknown-linux-musl", nil),
        Case(BinarySamples.elf(machine: 62), "i686-unknown-linux-musl", "x86-64"),
        Case(BinarySamples.elf(machine: 243), "riscv64gc-unknown-linux-gnu", nil),
        Case(BinarySamples.elf(machine: 21), "powerpc64le-unknown-linux-gnu", nil),
        Case(BinarySamples.elf(machine: 21, isBigEndian: true), "powerpc64le-unknown-linux-gnu", "PowerPC"),
        Case(BinarySamples.elf(machine: 258), "loongarch64-unknown-linux-gnu", nil),
        Case(BinarySamples.elf(machine: 40, is64: false, flags: 0x400), "armv7-unknown-linux-gnueabihf", nil),
        Case(BinarySamples.elf(machine: 40, is64: false, flags: 0x200), "arm-unknown-linux-gnueabi", nil),
        Case(
            BinarySamples.elf(machine: 40, is64: false, flags: 0x200),
            "armv7-unknown-linux-musleabihf",
            "floating point"
        ),
        Case(x86, "x86_64-apple-darwin", nil),
        Case(x86, "aarch64-apple-darwin", "found Mach-O 64-bit x86-64"),
        Case(BinarySamples.machO(processor: 0x0100_000c, platform: 2), "aarch64-apple-darwin", "it is for iOS"),
        Case(both, "aarch64-apple-darwin", nil),
        Case(both, "universal-apple-darwin", nil),
        Case(x86, "universal-apple-darwin", "expected a universal Mach-O file"),
        Case(
            BinarySamples.universal([(0x0100_0007, x86)]),
            "aarch64-apple-darwin",
            "there is none for aarch64 in it"
        ),
        Case(BinarySamples.pe(machine: 0x8664), "x86_64-pc-windows-msvc", nil),
        Case(BinarySamples.pe(machine: 0xaa64), "x86_64-pc-windows-gnu", "found PE 64-bit AArch64"),
        Case(BinarySamples.pe(machine: 0x8664, subsystem: 10), "x86_64-pc-windows-gnu", "it does not run on Windows"),
        Case([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0], "wasm32-wasip1", nil),
        Case(Array("#!/bin/sh\n".utf8), "x86_64-unknown-linux-gnu", "found a script run by `/bin/sh`"),
        Case([], "x86_64-unknown-linux-gnu", "found an empty file"),
        Case(Array("MZ".utf8), "x86_64-pc-windows-gnu", "a malformed PE file"),
    ]

    @Test(arguments: cases) func aBinaryIsComparedWithItsTarget(_ subject: Case) async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            let path = folder.appending("tool")
            try files.write(subject.bytes, to: path)
            let file = try files.open(path)
            let target = try TargetTriple(subject.target)
            guard let reason = subject.reason else {
                try BinaryInspector.inspect(file, named: "tool", for: target)
                return
            }
            let error = #expect(throws: RelctlError.self) {
                try BinaryInspector.inspect(file, named: "tool", for: target)
            }
            #expect(error?.message == "`tool` is not a program for `\(subject.target)`")
            #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        }
    }

    @Test(
        .enabled(if: ZigCompiler.command != nil, "Zig makes the binaries"),
        arguments: [
            ("x86_64-linux-musl", "x86_64-unknown-linux-musl"), ("aarch64-linux-musl", "aarch64-unknown-linux-musl"),
            ("x86_64-macos", "x86_64-apple-darwin"), ("aarch64-macos", "aarch64-apple-darwin"),
            ("x86_64-windows-gnu", "x86_64-pc-windows-gnu"),
        ]
    )
    func whatACompilerMakesFitsItsTargetAndNoOther(_ zig: String, _ triple: String) async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            try files.write("int main(void) { return 0; }\n".utf8, to: folder.appending("m.c"))
            let command = try #require(ZigCompiler.command) + ["cc", "-target", zig, "-o", "m", "m.c"]
            let outcome = try await LiveProcessRunner().run(
                ProcessRequest(arguments: command, directory: folder, environment: ZigCompiler.variables)
            )
            try #require(outcome.succeeded, "\(String(decoding: outcome.standardError, as: UTF8.self))")
            let others = [
                "x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl", "x86_64-apple-darwin",
                "aarch64-apple-darwin", "x86_64-pc-windows-gnu", "i686-unknown-linux-musl",
            ]
            let file = try files.open(folder.appending("m"))
            try BinaryInspector.inspect(file, named: "m", for: try TargetTriple(triple))
            for other in others where other != triple {
                let target = try TargetTriple(other)
                #expect(throws: RelctlError.self) { try BinaryInspector.inspect(file, named: "m", for: target) }
            }
        }
    }
}

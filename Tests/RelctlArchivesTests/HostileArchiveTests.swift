import RelctlArchives
import TestSupport
import Testing

@Suite(.enabled(if: HostTool.areHere("python3"))) struct HostileArchiveTests {
    /// An archive that a Python script makes, and the code of what must be found in it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let format: String
        let script: String
        let codes: Set<String>
        let windows: Finding.Severity?

        init(_ name: String, _ format: String, _ codes: Set<String>, windows: Finding.Severity? = nil, _ script: String)
        {
            (testDescription, self.format, self.codes, self.script) = (name, format, codes, script)
            self.windows = windows
        }
    }

    /// What the scripts have at hand: `add` puts an entry into the tar `t` or the zip `z`; `data` is its bytes.
    static let prelude = """
        import io, sys, struct, gzip, tarfile, zipfile, stat
        path = sys.argv[1]
        def tar(*entries, format=tarfile.PAX_FORMAT):
            buffer = io.BytesIO()
            with tarfile.open(fileobj=buffer, mode="w", format=format) as t:
                for name, kind, link, content in entries:
                    info = tarfile.TarInfo(name); info.type = kind; info.linkname = link; info.size = len(content)
                    t.addfile(info, io.BytesIO(content))
            return buffer.getvalue()
        F, L, H, D, C = tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.CHRTYPE
        def zip(*entries, method=zipfile.ZIP_DEFLATED):
            buffer = io.BytesIO()
            with zipfile.ZipFile(buffer, "w", method) as z:
                for name, content, mode in entries:
                    info = zipfile.ZipInfo(name); info.external_attr = mode << 16; info.create_system = 3
                    info.compress_type = method
                    z.writestr(info, content)
            return buffer.getvalue()
        def save(content): open(path, "wb").write(content)
        def gz(content): save(gzip.compress(content))
        good = [("top/a", F, "", b"hello" * 100), ("top/b", L, "a", b"")]
        goodzip = [("top/a", b"hello" * 100, 0o100644), ("top/b", b"a", 0o120777)]

        """

    static let cases: [Case] = [
        Case("nothing wrong", "tar.gz", [], "gz(tar(*good))"),
        Case("nothing wrong", "zip", [], "save(zip(*goodzip))"),
        Case(
            "nothing wrong in GNU's form",
            "tar",
            [],
            "save(tar(('top/' + 'n' * 200, F, '', b'x'), *good, format=tarfile.GNU_FORMAT))"
        ),
        Case("traversal", "tar.gz", ["archive.name"], "gz(tar(('top/../../evil', F, '', b'x')))"),
        Case("traversal", "zip", ["archive.name"], "save(zip(('../evil', b'x', 0o100644)))"),
        Case("absolute", "tar.gz", ["archive.name"], "gz(tar(('/etc/evil', F, '', b'x')))"),
        Case("backslash", "zip", ["archive.name"], windows: .error, "save(zip(('top\\\\..\\\\evil', b'x', 0o100644)))"),
        Case("drive", "zip", ["archive.name"], "save(zip(('C:evil', b'x', 0o100644)))"),
        Case("backslash before an accent", "tar", ["archive.name"], "save(tar(('top/..\\\\\\u0301evil', F, '', b'')))"),
        Case("drive before an accent", "zip", ["archive.name"], "save(zip(('C:\\u0301evil', b'x', 0o100644)))"),
        Case(
            "device before an accent",
            "zip",
            ["archive.name"],
            windows: .error,
            "save(zip(('nul.\\u0301', b'', 0o100644)))"
        ),
        Case(
            "two spellings",
            "zip",
            [],
            windows: .error,
            "save(zip(('\\u00e9', b'', 0o100644), ('e\\u0301', b'', 0o100644)))"
        ),
        Case(
            "endless name",
            "tar.gz",
            ["archive.name"],
            "gz(tar(('a/' * 400000 + 'a', F, '', b'x'), format=tarfile.GNU_FORMAT))"
        ),
        Case("endless link", "tar.gz", ["archive.link"], "gz(tar(*good, ('top/out', L, './' * 40000 + 'a', b'')))"),
        Case(
            "link with content",
            "tar",
            ["archive.damaged"],
            "save(tar(('top/out', L, 'evil', tar(('top/evil', F, '', b''))[:512])))"
        ),
        Case("duplicate", "tar.gz", ["archive.duplicate"], "gz(tar(*good, good[0]))"),
        Case(
            "duplicate",
            "zip",
            ["archive.duplicate"],
            "import warnings; warnings.simplefilter('ignore'); save(zip(*goodzip, goodzip[0]))"
        ),
        Case(
            "case-only duplicate",
            "zip",
            ["archive.duplicate"],
            windows: .error,
            "save(zip(('top/Name', b'', 0o100644), ('TOP/nAME', b'', 0o100644)))"
        ),
        Case("reserved name", "zip", ["archive.name"], windows: .error, "save(zip(('top/nul.txt', b'', 0o100644)))"),
        Case("reserved folder", "zip", ["archive.name"], windows: .error, "save(zip(('top/aux/x', b'', 0o100644)))"),
        Case("reserved name for Linux", "zip", [], "save(zip(('top/nul.txt', b'', 0o100644)))"),
        Case("no entry", "tar.gz", ["archive.empty"], "gz(tar())"),
        Case("no entry", "zip", ["archive.empty"], "save(zip())"),
        Case("link out", "tar.gz", ["archive.link"], "gz(tar(*good, ('top/out', L, '../../etc', b'')))"),
        Case("link out", "zip", ["archive.link"], "save(zip(*goodzip, ('top/out', b'../../etc', 0o120777)))"),
        Case("absolute link", "tar.gz", ["archive.link"], "gz(tar(*good, ('top/out', L, '/etc/passwd', b'')))"),
        Case(
            "chain out",
            "tar.gz",
            ["archive.link"],
            "gz(tar(('top/d', D, '', b''), ('top/d/up', L, '..', b''), ('top/x', L, 'd/up/../..', b'')))"
        ),
        Case(
            "written through a link",
            "tar.gz",
            ["archive.link", "archive.below"],
            "gz(tar(('top/x', L, '/tmp', b''), ('top/x/evil', F, '', b'x')))"
        ),
        Case("hard link", "tar.gz", ["archive.hard_link"], "gz(tar(*good, ('top/h', H, 'top/a', b'')))"),
        Case("device", "tar.gz", ["archive.special"], "gz(tar(('top/dev', C, '', b'')))"),
        Case("device", "zip", ["archive.special"], "save(zip(('top/dev', b'', 0o020644)))"),
        Case("setuid", "zip", ["archive.mode"], "save(zip(('top/su', b'', 0o104755)))"),
        Case(
            "not UTF-8",
            "tar",
            ["archive.name"],
            "save(tar(('top/' + chr(0xdcff), F, '', b''), format=tarfile.GNU_FORMAT))"
        ),
        Case("cut off", "tar.gz", ["archive.damaged"], "gz(tar(*good)); save(open(path, 'rb').read()[:-30])"),
        Case("cut off inside", "tar", ["archive.damaged"], "save(tar(*good)[:700])"),
        Case("no end", "tar", ["archive.damaged"], "save(tar(*good)[:1536])"),
        Case(
            "flipped bit",
            "tar.gz",
            ["archive.damaged"],
            "gz(tar(*good)); b = bytearray(open(path, 'rb').read()); b[40] ^= 4; save(b)"
        ),
        Case("bad header sum", "tar", ["archive.damaged"], "b = bytearray(tar(*good)); b[3] ^= 1; save(b)"),
        Case(
            "malformed pax",
            "tar",
            ["archive.damaged"],
            "b = tar(('top/' + 'é' * 90, F, '', b'')); i = b.index(b' path='); save(b[:i-3] + b'999' + b[i:])"
        ),
        Case("empty", "tar.gz", ["archive.damaged"], "save(b'')"),
        Case("empty", "zip", ["archive.damaged"], "save(b'')"),
        Case("garbage", "zip", ["archive.damaged"], "save(bytes(range(256)) * 99)"),
        Case(
            "trailing garbage",
            "tar.gz",
            ["archive.trailing"],
            "gz(tar(*good)); save(open(path, 'rb').read() + b'evil')"
        ),
        Case("after the end", "tar", ["archive.trailing"], "save(tar(*good) + tar(('evil', F, '', b'x')))"),
        Case("trailing garbage", "zip", ["archive.trailing"], "save(zip(*goodzip) + b'evil')"),
        Case("prepended", "zip", ["archive.hidden", "archive.damaged"], "save(b'#!/bin/sh' + zip(*goodzip))"),
        Case(
            "names disagree",
            "zip",
            ["archive.headers_differ"],
            "b = zip(*goodzip); i = b.index(b'top/a'); save(b[:i] + b'top/X' + b[i+5:])"
        ),
        Case("sizes disagree", "zip", ["archive.headers_differ"], "b = bytearray(zip(*goodzip)); b[22] ^= 1; save(b)"),
        Case(
            "second end",
            "zip",
            ["archive.hidden"],
            "b = bytearray(zip(*goodzip)); b[-2:] = struct.pack('<H', 30); save(b + b'PK\\5\\6' + bytes(26))"
        ),
        Case("cut off", "zip", ["archive.damaged"], "save(zip(*goodzip)[:-40])"),
        Case("flipped bit", "zip", ["archive.damaged"], "b = bytearray(zip(*goodzip)); b[40] ^= 4; save(b)"),
        Case(
            "wrong checksum",
            "zip",
            ["archive.damaged", "archive.headers_differ"],
            "b = bytearray(zip(*goodzip, method=0)); b[60] ^= 4; save(b)"
        ),
        Case(
            "hidden entry",
            "zip",
            ["archive.hidden"],
            """
            b = zip(*goodzip); evil = zip(("evil", b"x", 0o100644)); evil = evil[:evil.index(b"PK\\1\\2")]
            cd = b.index(b"PK\\1\\2"); end = bytearray(b[-22:]); end[16:20] = struct.pack("<I", cd + len(evil))
            save(b[:cd] + evil + b[cd:-22] + end)
            """
        ),
        Case(
            "overlap",
            "zip",
            ["archive.overlap", "archive.headers_differ"],
            """
            b = bytearray(zip(*goodzip)); cd = b.index(b"PK\\1\\2"); second = b.index(b"PK\\1\\2", cd + 4)
            b[second:] = b[cd:second] + b[-22:]; save(b)
            """
        ),
        Case("bomb", "tar.gz", ["archive.limit"], "gz(tar(('top/bomb', F, '', bytes(30 << 20))))"),
        Case("bomb", "zip", ["archive.limit"], "save(zip(('top/bomb', bytes(30 << 20), 0o100644)))"),
        Case(
            "lying size",
            "zip",
            ["archive.damaged"],
            """
            b = bytearray(zip(("top/a", bytes(5000), 0o100644))); cd = b.index(b"PK\\1\\2")
            b[22:26] = struct.pack("<I", 50); b[cd+24:cd+28] = struct.pack("<I", 50); save(b)
            """
        ),
        Case(
            "many entries",
            "zip",
            ["archive.limit"],
            "save(zip(*[('top/%d' % i, b'', 0o100644) for i in range(300)]))"
        ),
    ]

    /// What counts is the whole archive: small at its start an entry always is.
    @Test(arguments: ["tar.gz", "zip"])
    func manyOrdinaryEntriesAreNoBomb(_ format: String) async throws {
        try await withScratchFolder { scratch in
            let path = scratch.appending("many")
            let text = "b' '.join(b'%d' % ((i + 7) * (j * j + 13) % 99991) for j in range(2000))"
            let script =
                format == "zip"
                ? "save(zip(*[('top/%d' % i, \(text), 0o100644) for i in range(150)]))"
                : "gz(tar(*[('top/%d' % i, F, '', \(text)) for i in range(150)]))"
            let made = try await Python.run(["-c", Self.prelude + script, path.string], in: scratch)
            #expect(made.exitCode == 0, "\(made.errors)")
            var limits = Self.limits
            limits.freeSize = 1 << 10
            limits.ratio = 20
            #expect(try Self.codes(path, format, windows: nil, limits: limits) == [])
        }
    }

    static var limits: ArchiveLimits {
        var limits = ArchiveLimits()
        limits.entries = 200
        limits.freeSize = 1 << 20
        return limits
    }

    /// All codes that reading and auditing find.
    static func codes(_ path: FilePath, _ format: String, windows: Finding.Severity?, limits: ArchiveLimits) throws
        -> Set<String>
    {
        var audit = ArchiveAudit(archive: path.lastComponent, windows: windows)
        let reader = ArchiveReader(files: LiveFileSystem(), limits: limits)
        let findings = try reader.read(path, format: format) { _ = audit.take($0) }
        audit.finish()
        return Set((findings + audit.findings).map(\.code))
    }

    @Test(arguments: cases)
    func whatIsWrongIsFound(_ hostile: Case) async throws {
        try await withScratchFolder { scratch in
            let path = scratch.appending("hostile.\(hostile.format)")
            let outcome = try await Python.run(["-c", Self.prelude + hostile.script, path.string], in: scratch)
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
            let codes = try Self.codes(path, hostile.format, windows: hostile.windows, limits: Self.limits)
            #expect(hostile.codes.isEmpty ? codes.isEmpty : !codes.isDisjoint(with: hostile.codes), "\(codes)")
        }
    }

    @Test(arguments: ["tar.gz", "zip"])
    func aBombNeedNotBeLarge(_ format: String) async throws {
        try await withScratchFolder { scratch in
            let path = scratch.appending("bomb.\(format)")
            let bomb = [
                "tar.gz": "gz(tar(('top/bomb', F, '', bytes(70 << 20))))",
                "zip": "save(zip(*[('top/%d' % i, bytes(14 << 20), 0o100644) for i in range(5)]))",
            ]
            let script = Self.prelude + (try #require(bomb[format]))
            let made = try await Python.run(["-c", script, path.string], in: scratch)
            #expect(made.exitCode == 0, "\(made.errors)")
            let codes = try Self.codes(path, format, windows: nil, limits: ArchiveLimits())
            #expect(codes == ["archive.limit"])
        }
    }

    /// Much that compresses well, then something that does not, then a small entry.
    @Test(arguments: ["tar.gz", "zip"])
    func theWholeArchiveIsHeldAgainstTheLimit(_ format: String) async throws {
        try await withScratchFolder { scratch in
            let path = scratch.appending("sound.\(format)")
            let script = """
                import random; r = random.Random(1)
                e = [('top/zeros', bytes(4 << 20)), ('top/noise', r.randbytes(200000)), ('top/small', b'x')]
                t, z = [(n, F, '', b) for n, b in e], [(n, b, 0o100644) for n, b in e]
                gz(tar(*t)) if path.endswith('gz') else save(zip(*z))
                """
            let made = try await Python.run(["-c", Self.prelude + script, path.string], in: scratch)
            #expect(made.exitCode == 0, "\(made.errors)")
            #expect(try Self.codes(path, format, windows: nil, limits: Self.limits) == [])
        }
    }

    /// What Windows makes of names: an error for it, a warning where it may be meant, else nothing.
    @Test(arguments: [
        ("top/con", "archive.name"), ("top/x.", "archive.name"), ("top/a\\b", "archive.name"),
        ("TOP/y", "archive.duplicate"),
    ])
    func namesThatWindowsCannotHold(_ name: String, _ code: String) {
        let member = { (name: String) in ArchiveMember(name: Array(name.utf8), kind: .file, mode: 0o644) }
        for severity in [Finding.Severity.error, .warning] {
            var audit = ArchiveAudit(archive: "x.zip", windows: severity)
            for name in ["top/good", name] { #expect(audit.take(member(name)) != nil) }
            #expect(audit.findings.map(\.code) == [code])
            #expect(audit.findings.map(\.severity) == [severity])
        }
        var audit = ArchiveAudit(archive: "x.zip", windows: nil)
        for name in ["top/good", name] { _ = audit.take(member(name)) }
        #expect(audit.findings.allSatisfy { $0.severity == .warning && $0.message.contains("backslash") })
    }

    @Test(arguments: ["a\\..\\..\\x", "\\x", "..\\x", "a/..\\x", "a\\.."])
    func aBackslashThatClimbsIsAnErrorEverywhere(_ name: String) {
        for windows in [nil, Finding.Severity.warning, .error] {
            var audit = ArchiveAudit(archive: "x.zip", windows: windows)
            let path = audit.take(ArchiveMember(name: Array(name.utf8), kind: .file, mode: 0o644))
            #expect(path == nil)
            #expect(audit.findings.map(\.severity) == [.error])
        }
    }

    /// Every archive cut at many places, and with many bytes changed: anything but a crash or a hang.
    @Test(arguments: ["tar", "tar.gz", "zip"])
    func noDamageIsFatal(_ format: String) async throws {
        try await withScratchFolder { scratch in
            let path = scratch.appending("damaged")
            let content = ["tar": "save(tar(*good))", "tar.gz": "gz(tar(*good))", "zip": "save(zip(*goodzip))"]
            let script = Self.prelude + (try #require(content[format]))
            let made = try await Python.run(["-c", script, path.string], in: scratch)
            #expect(made.exitCode == 0, "\(made.errors)")
            let files = LiveFileSystem()
            let whole = try files.contents(of: path)
            var (found, tried) = (0, 0)
            for position in stride(from: 0, to: whole.count, by: max(1, whole.count / 400)) {
                var changed = whole
                changed[position] = ~changed[position]
                for bytes in [Array(whole[..<position]), changed] {
                    try files.write(bytes, to: path)
                    let codes = try Self.codes(path, format, windows: nil, limits: Self.limits)
                    tried += 1
                    if !codes.isEmpty { found += 1 }
                }
            }
            // Not all: a tar is mostly zeros that stand for nothing, and gzip's header holds a time.
            #expect(found > tried / 4)
        }
    }
}

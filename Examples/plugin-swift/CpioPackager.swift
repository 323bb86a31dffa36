// Packs archives as cpio, in the form that cpio, bsdtar and Linux read (`newc`).

import CConnector

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Why there is no archive.
struct Refusal: Error {
    let message: String
    var hint = ""
}

/// The archive on its way to a file, which is closed when nobody holds it any more.
final class CpioWriter {
    private var file: UnsafeMutablePointer<FILE>?
    private(set) var size = 0

    init(path: String) throws {
        guard let file = fopen(path, "wb") else { throw Refusal(message: "cannot write \(path): \(reason())") }
        self.file = file
    }

    deinit { if let file { fclose(file) } }

    func write(_ bytes: [UInt8]) throws {
        guard let file, fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw Refusal(message: "cannot write the archive: \(reason())", hint: "is the disk full?")
        }
        size += bytes.count
    }

    func pad() throws { try write([UInt8](repeating: 0, count: (4 - size % 4) % 4)) }

    func writeHeader(_ path: String, number: Int, mode: Int, time: Int, size: Int) throws {
        let fields = [number, mode, 0, 0, 1, time, size, 0, 0, 0, 0, path.utf8.count + 1, 0]
        // Eight digits are all that there is room for.
        guard let largest = fields.max(), let least = fields.min(), least >= 0, largest >> 32 == 0 else {
            throw Refusal(message: "\(path) has a time or mode that cpio cannot hold", hint: "pack it as tar.gz")
        }
        let digits = fields.map { field in
            let text = String(field, radix: 16, uppercase: true)
            return String(repeating: "0", count: 8 - text.utf8.count) + text
        }
        try write(Array("070701".utf8) + digits.joined().utf8 + path.utf8 + [0])
        try pad()
    }

    func close() throws {
        defer { file = nil }
        guard let file, fclose(file) == 0 else { throw Refusal(message: "cannot write the archive: \(reason())") }
    }
}

func reason() -> String { String(cString: strerror(errno)) }

/// The packager `cpio`.
enum CpioPackager {
    static let id = "cpio"
    private static let kinds = ["folder": 0o040000, "file": 0o100000, "link": 0o120000]

    /// The answer to a question, as JSON.
    static func answer(_ question: String, _ content: JSON, _ call: Call) throws -> String {
        switch question {
        case "describe":
            return #"{"protocol": 1, "version": "1.0.0", "summary": "cpio archives", "extension": ".cpio"}"#
        case "plan":
            let isWindows = content["archive"]["target"].asText?.contains("windows") ?? false
            let problem =
                #"{"message": "Windows has nothing that unpacks cpio", "hints": ["name another format for it"]}"#
            return #"{"findings": [\#(isWindows ? problem : "")]}"#
        case "execute":
            try pack(content, call)
            return "{}"
        default: throw Refusal(message: "a packager is not asked to \(question)")
        }
    }

    private static func pack(_ content: JSON, _ call: Call) throws {
        let archive = content["archive"]
        guard let tree = content["tree"].asText, let output = content["output"].asText else {
            throw Refusal(message: "there is no tree to pack")
        }
        let writer = try CpioWriter(path: output)
        let time = archive["timestamp"].asNumber ?? 0
        for (index, entry) in archive["entries"].items.enumerated() {
            guard let path = entry["path"].asText, let kind = entry["kind"].asText, let type = kinds[kind] else {
                throw Refusal(message: "entry \(index) is of no kind that cpio has")
            }
            let mode = type | (entry["mode"].asNumber ?? 0o777)
            let target = Array((entry["target"].asText ?? "").utf8)
            let file = kind == "file" ? try Source(path: tree + "/" + path) : nil
            defer { file?.close() }
            let size = file?.size ?? target.count
            guard size >> 32 == 0 else {
                throw Refusal(message: "\(path) has 4 GiB or more, which cpio cannot hold", hint: "pack it as tar.gz")
            }
            try writer.writeHeader(path, number: index + 1, mode: mode, time: time, size: size)
            try writer.write(target)
            while let block = try file?.next() {
                guard !call.isCancelled else { throw Refusal(message: "it was stopped") }
                try writer.write(block)
                call.report(writer.size)
            }
            try writer.pad()
        }
        try writer.writeHeader("TRAILER!!!", number: 0, mode: 0, time: 0, size: 0)
        try writer.close()
    }
}

/// A file that is packed.
struct Source {
    private let file: UnsafeMutablePointer<FILE>
    let size: Int

    init(path: String) throws {
        guard let file = fopen(path, "rb") else { throw Refusal(message: "cannot read \(path): \(reason())") }
        guard fseek(file, 0, SEEK_END) == 0 else {
            defer { fclose(file) }
            throw Refusal(message: "cannot read \(path): \(reason())")
        }
        self.file = file
        size = ftell(file)
        rewind(file)
    }

    /// The next bytes, or nothing at the end.
    func next() throws -> [UInt8]? {
        let block = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = fread(buffer.baseAddress, 1, buffer.count, file)
        }
        guard ferror(file) == 0 else { throw Refusal(message: "cannot read on: \(reason())") }
        return block.isEmpty ? nil : block
    }

    func close() { fclose(file) }
}

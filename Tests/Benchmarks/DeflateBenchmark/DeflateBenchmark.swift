import Foundation
import RelctlCore

/// Compresses a file in memory with one encoder on one thread, and prints the processor time of a pass and the size.
///
/// `DeflateBenchmark ENCODER LEVEL PASSES INPUT OUTPUT`, where the output is raw DEFLATE and the encoder `relctl`, another
/// of relctl's by its id, or `zlib-stream`.
@main
enum DeflateBenchmark {
    static func main() throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count == 5, let level = words.dropFirst().first.flatMap({ Int($0) }),
            let passes = words.dropFirst(2).first.flatMap({ Int($0) }), passes > 0,
            let encoder = words.first, let input = words.dropFirst(3).first, let output = words.last
        else { throw Failure("usage: DeflateBenchmark ENCODER LEVEL PASSES INPUT OUTPUT") }
        let subject = try subject(encoder, level: level)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: input))
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: subject.bound(bytes.count), alignment: 64)
        defer { room.deallocate() }
        // So that no pass pays for memory that is touched for the first time.
        room.initializeMemory(as: UInt8.self, repeating: 0)

        var size = 0
        let start = processorTime()
        for _ in 0..<passes {
            size = try bytes.withUnsafeBytes { try subject.compress($0, into: room) }
        }
        let seconds = (processorTime() - start) / Double(passes)
        try Data(UnsafeRawBufferPointer(rebasing: room[..<size])).write(to: URL(fileURLWithPath: output))
        print(#"{"seconds": \#(seconds), "size": \#(size)}"#)
    }

    /// The encoder over pieces as archives have them; zlib's stream is one piece, as `gzip` and `zip` make it.
    private static func subject(_ encoder: String, level: Int) throws -> PieceStream {
        let isStream = encoder == "zlib-stream"
        let names = ["relctl": DeflateEngines.preferred, "zlib-stream": DeflateEngines.zlib]
        let engine = try DeflateEngines.make(Compression(engine: names[encoder] ?? encoder, level: level))
        return PieceStream(engine: engine, pieceSize: isStream ? 2 << 30 : PieceCutter.pieceSize)
    }

    /// Seconds of processor time that this process has used.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// What ends the program, told on standard error.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

import Foundation
import RelctlCore

/// Asks a server on 127.0.0.1, one connection for each request; independent of the client that relctl has.
package struct LoopbackClient: Sendable {
    /// The server's port.
    package let port: UInt16

    /// What a server answered.
    package struct Answer: Sendable {
        /// The status code.
        package let status: Int
        /// All of the body.
        package let body: [UInt8]
        /// The body as text.
        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// A client for the server at an address such as `http://127.0.0.1:8080`.
    ///
    /// - Throws: ``RelctlError`` for an address without a port.
    package init(_ address: String) throws {
        guard let text = address.split(separator: ":").last, let port = UInt16(text) else {
            throw RelctlError("cannot find the port in `\(address)`")
        }
        self.port = port
    }

    /// Sends a request and waits for its answer on a thread of its own: an answer may take minutes.
    ///
    /// - Throws: ``RelctlError`` if the server is not there, or answers with something that is not HTTP.
    package func ask(
        _ method: String,
        _ path: String,
        headers: [(String, String)] = [],
        body: [UInt8] = []
    ) async throws -> Answer {
        let fields = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        // HTTP/1.0: the answer ends where the connection ends, without chunks.
        let head = "\(method) \(path) HTTP/1.0\r\nhost: 127.0.0.1\r\ncontent-length: \(body.count)\r\n\(fields)\r\n"
        let message = Array(head.utf8) + body
        let port = self.port
        return try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try Self.exchange(message, port: port) }) }.start()
        }
    }

    private static func exchange(_ message: [UInt8], port: UInt16) throws -> Answer {
        let descriptor = try connected(to: port)
        defer { close(descriptor) }
        try send(message, to: descriptor)
        let received = try receiveAll(from: descriptor)
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)),
            case let words = String(decoding: received[..<end.lowerBound], as: UTF8.self).split(separator: " "),
            words.count > 1, let status = Int(words[1])
        else { throw RelctlError("cannot understand what the server on port \(port) answered") }
        return Answer(status: status, body: Array(received[end.upperBound...]))
    }

    private static func connected(to port: UInt16) throws -> Int32 {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw RelctlError("cannot make a socket") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let outcome = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard outcome == 0 else {
            close(descriptor)
            throw RelctlError("cannot connect to port \(port)")
        }
        return descriptor
    }

    private static func send(_ message: [UInt8], to descriptor: Int32) throws {
        #if canImport(Glibc)
            let quietly = Int32(MSG_NOSIGNAL)
        #else
            let quietly: Int32 = 0
        #endif
        var rest = message[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, quietly) }
            guard count > 0 else { throw RelctlError("cannot send to the server") }
            rest = rest.dropFirst(count)
        }
    }

    private static func receiveAll(from descriptor: Int32) throws -> [UInt8] {
        var received: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = block.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard count >= 0 else { throw RelctlError("cannot read the server's answer") }
            if count == 0 { return received }
            received += block[..<count]
        }
    }
}

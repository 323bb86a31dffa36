import Foundation

/// A connection as a script uses it, on one thread.
package final class ServerConnection: @unchecked Sendable {
    /// Which it is of the server's, from 1.
    package let number: Int
    private let socket: Int32
    private let server: ScriptedServer
    private var buffer: [UInt8] = []
    private(set) var isReset = false

    init(socket: Int32, number: Int, server: ScriptedServer) {
        self.socket = socket
        self.number = number
        self.server = server
        var one: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The next request with its body; nothing when the client closes.
    package func request(keepsBody: Bool = true) throws -> ReceivedRequest? {
        guard var request = try head() else { return nil }
        let length = request.values("Content-Length").first.flatMap { Int($0) } ?? 0
        request.body = try read(length, keeps: keepsBody)
        request.bodyCount = length
        server.note(request)
        return request
    }

    /// The next request up to its body, which is noted as it is.
    package func head() throws -> ReceivedRequest? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let found = buffer.firstRange(of: end) {
                let lines = String(decoding: buffer[..<found.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                buffer.removeSubrange(..<found.upperBound)
                let headers = lines.dropFirst().map { line -> (name: String, value: String) in
                    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                    return (String(parts[0]), parts.count > 1 ? parts[1].drop { $0 == " " }.description : "")
                }
                return ReceivedRequest(line: lines[0], headers: Array(headers), connection: number)
            }
            guard try receive() else { return nil }
        }
    }

    /// Notes a request whose body is not read.
    package func note(_ request: ReceivedRequest) { server.note(request) }

    /// Reads so many bytes.
    @discardableResult
    package func read(_ count: Int, keeps: Bool = true) throws -> [UInt8] {
        var result = Array(buffer.prefix(count))
        buffer.removeFirst(result.count)
        var missing = count - result.count
        if !keeps { result = [] }
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        while missing > 0 {
            let got = recv(socket, &piece, min(missing, piece.count), 0)
            guard got > 0 else { throw ServerError("the client closed within a body") }
            if keeps { result += piece[..<got] }
            missing -= got
        }
        return result
    }

    /// Sends bytes.
    package func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                sendBytes($0, to: socket)
            }
            guard count > 0 else { throw ServerError("the client closed") }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends text.
    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Does nothing for a while.
    package func wait(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    /// Waits until the client closes.
    package func waitForEnd() throws { while try receive() { buffer = [] } }

    /// Lets the connection be reset, not closed, when the script returns.
    package func reset() {
        isReset = true
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    private func receive() throws -> Bool {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        let got = recv(socket, &piece, piece.count, 0)
        guard got > 0 else { return false }
        buffer += piece[..<got]
        return true
    }
}

/// The system's own, which a method hides.
private func sendBytes(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
    send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
}

import Foundation
import Synchronization

/// A server on loopback that does what a test writes down, byte by byte, on sockets of its own.
///
/// Each connection has a thread that runs the script; a script that returns closes the connection.
package final class ScriptedServer: Sendable {
    /// Where it listens.
    package let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    private struct State {
        var requests: [ReceivedRequest] = []
        var connections = 0
        var open: Set<Int32> = []
        var isStopped = false
    }

    /// Runs `body` beside a server whose connections each run `script`.
    package static func serving<Value>(
        _ script: @escaping @Sendable (ServerConnection) throws -> Void,
        _ body: (ScriptedServer) async throws -> Value
    ) async throws -> Value {
        let server = try ScriptedServer(script)
        defer { server.stop() }
        return try await body(server)
    }

    /// Runs `body` beside a server that gives each request, in the order of their coming, what `answer` says.
    package static func answering<Value>(
        _ answer: @escaping @Sendable (ReceivedRequest) throws -> ServerAnswer,
        _ body: (ScriptedServer) async throws -> Value
    ) async throws -> Value {
        try await serving(
            { connection in
                while let request = try connection.request() {
                    let answer = try answer(request)
                    try connection.send(answer.bytes(for: request))
                    if answer.closes { return }
                }
            },
            body
        )
    }

    private init(_ script: @escaping @Sendable (ServerConnection) throws -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 128) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw ServerError("cannot listen on loopback") }
        port = UInt16(bigEndian: address.sin_port)
        Thread { [self] in accept(script) }.start()
    }

    /// The beginning of URLs that lead here.
    package var url: String { "http://127.0.0.1:\(port)" }
    /// Everything that was asked so far.
    package var requests: [ReceivedRequest] { state.withLock { $0.requests } }
    /// How many connections there have been.
    package var connections: Int { state.withLock { $0.connections } }

    private func accept(_ script: @escaping @Sendable (ServerConnection) throws -> Void) {
        while true {
            let socket = acceptConnection(listener)
            guard socket >= 0, !state.withLock(\.isStopped) else {
                if socket >= 0 { close(socket) }
                // By nobody else: this thread would go on with whatever got the number next.
                close(listener)
                return
            }
            let number = state.withLock { state -> Int in
                state.connections += 1
                state.open.insert(socket)
                return state.connections
            }
            let connection = ServerConnection(socket: socket, number: number, server: self)
            Thread { [self] in
                // A client that goes away is what some tests are about.
                try? script(connection)
                state.withLock { _ = $0.open.remove(socket) }
                if !connection.isReset { shutdown(socket, Int32(SHUT_WR)) }
                close(socket)
            }.start()
        }
    }

    func note(_ request: ReceivedRequest) { state.withLock { $0.requests.append(request) } }

    private func stop() {
        state.withLock { state in
            state.isStopped = true
            for socket in state.open { shutdown(socket, Int32(SHUT_RDWR)) }
        }
        // Ends the waiting for connections.
        shutdown(listener, Int32(SHUT_RDWR))
    }
}

/// What a script could not do.
package struct ServerError: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}

/// A request as it came over the wire.
package struct ReceivedRequest: Sendable {
    /// Such as `PUT /a?b=c HTTP/1.1`.
    package var line: String
    /// All header lines.
    package var headers: [(name: String, value: String)]
    /// The body, unless it was counted only.
    package var body: [UInt8] = []
    /// How many bytes of body came.
    package var bodyCount = 0
    /// Which connection it came over, from 1.
    package var connection: Int

    /// Such as `PUT`.
    package var method: String { line.split(separator: " ").first.map { String($0) } ?? "" }
    /// Such as `/a?b=c`.
    package var target: String { line.split(separator: " ").dropFirst().first.map { String($0) } ?? "" }

    /// The values of the headers of that name.
    package func values(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}

/// An answer of a server.
package struct ServerAnswer: Sendable {
    /// Such as 200.
    package var status: Int
    /// Beside `Content-Length`.
    package var headers: [(name: String, value: String)]
    /// The body.
    package var body: [UInt8]
    /// Whether the connection is closed after it.
    package var closes = false

    /// An answer.
    package init(_ status: Int, _ headers: [(name: String, value: String)] = [], body: String = "") {
        self.status = status
        self.headers = headers
        self.body = Array(body.utf8)
    }

    func bytes(for request: ReceivedRequest) -> [UInt8] {
        var head = "HTTP/1.1 \(status) Something\r\nContent-Length: \(body.count)\r\n"
        for header in headers { head += "\(header.name): \(header.value)\r\n" }
        return Array((head + "\r\n").utf8) + (request.method == "HEAD" ? [] : body)
    }
}

/// The system's own, which a method hides.
private func acceptConnection(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

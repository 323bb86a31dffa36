import Foundation
package import RelctlCore

/// nginx with its WebDAV module, running on loopback out of a folder of its own.
///
/// Below `/open/` folders are made as files need them, below `/flat/` they are not; `/readonly/` takes nothing,
/// `/small/` no body of more than a kilobyte. All of it wants the user `ada` with the password `correct horse`.
package struct NginxServer: Sendable {
    /// The user's name.
    package static let user = "ada"
    /// The user's password.
    package static let password = "correct horse"

    /// The beginning of URLs that lead here, without a slash at its end.
    package let url: String
    /// The folder that is served.
    package let root: FilePath
    private let log: FilePath
    private let program: RunningProgram

    /// Whether it is installed.
    package static var isHere: Bool { executable != nil }

    /// Not everybody has system programs on the PATH.
    private static var executable: String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") + ["/usr/sbin"]
        return folders.map { "\($0)/nginx" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// A server that ends when the body is done, however it ends.
    package static func running<Value>(in world: World, _ body: (NginxServer) async throws -> Value) async throws
        -> Value
    {
        let server = try await NginxServer(in: world)
        do {
            let value = try await body(server)
            try await server.stop()
            return value
        } catch {
            try? await server.stop()
            throw error
        }
    }

    private init(in world: World) async throws {
        let folder = world.folder.appending("nginx-\(UUID().uuidString)")
        root = folder.appending("root")
        log = folder.appending("access.log")
        for name in ["open", "flat", "readonly", "small"] {
            try LiveFileSystem().createFolders(root.appending(name))
        }
        try LiveFileSystem().createFolder(folder.appending("tmp"))
        try LiveFileSystem().write("\(Self.user):{PLAIN}\(Self.password)\n".utf8, to: folder.appending("users"))
        guard let executable = Self.executable else { throw RelctlError("nginx is not installed") }
        // Someone else may take a port between the moment that it is found free and the one that nginx wants it.
        for _ in 0..<20 {
            let port = try Self.freePort()
            let settings = folder.appending("nginx.conf")
            try LiveFileSystem().write(Self.configuration(of: folder, port).utf8, to: settings)
            let arguments = [executable, "-p", folder.string, "-c", settings.string, "-e", "stderr"]
            let program = try world.start(arguments)
            if try await Self.isUp(program, port) {
                (url, self.program) = ("http://127.0.0.1:\(port)", program)
                return
            }
            let result = try await program.result()
            guard result.errors.contains("Address already in use") else {
                throw ProgramFailure(arguments: arguments, result: result)
            }
        }
        throw RelctlError("cannot find a free port for nginx")
    }

    private func stop() async throws {
        program.send(SIGTERM)
        _ = try await program.result()
    }

    /// What was asked so far, such as `PUT /open/a 201`; what comes after the answer may be missing for an instant.
    package func requests() throws -> [String] {
        try LiveFileSystem().text(of: log).split(separator: "\n").map(String.init)
    }

    /// Begins the log anew.
    package func forgetRequests() throws {
        // nginx keeps the file open and appends to it.
        guard truncate(log.string, 0) == 0 else { throw RelctlError("cannot empty `\(log)`") }
    }

    private static func isUp(_ program: RunningProgram, _ port: UInt16) async throws -> Bool {
        let client = try LoopbackClient("http://127.0.0.1:\(port)")
        for _ in 0..<1000 where program.isRunning {
            if (try? await client.ask("GET", "/-/up"))?.text == "nginx of \(port)" { return program.isRunning }
            try await Task.sleep(for: .milliseconds(10))
        }
        program.send(SIGKILL)
        return false
    }

    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw RelctlError("cannot make a socket") }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw RelctlError("cannot find a free port") }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func configuration(of folder: FilePath, _ port: UInt16) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder)/tmp/\($0);" }.joined(separator: " ")
        return """
            daemon off; master_process off; pid \(folder)/nginx.pid; error_log stderr warn;
            events { worker_connections 256; }
            http {
                log_format short '$request_method $request_uri $status';
                access_log \(folder)/access.log short;
                \(temporary)
                server {
                    listen 127.0.0.1:\(port);
                    root \(folder)/root;
                    client_max_body_size 0;
                    auth_basic "releases"; auth_basic_user_file \(folder)/users;
                    dav_methods PUT DELETE MKCOL; create_full_put_path off;
                    location / { }
                    location /open/ { create_full_put_path on; }
                    location /readonly/ { limit_except GET { deny all; } }
                    location /small/ { client_max_body_size 1k; }
                    location = /-/up { auth_basic off; access_log off; return 200 "nginx of \(port)"; }
                }
            }
            """
    }
}

import Foundation
package import RelctlCore

/// Distribution's own registry (`docker-registry` of Debian), running on loopback out of a folder of its own.
package struct RegistryServer: Sendable {
    /// Who may do what.
    package enum Protection: Sendable {
        /// Everybody everything.
        case open
        /// The user everything, by basic authentication.
        case password
        /// The user everything and all others reading, by tokens of a token server.
        case token
    }

    /// The user's name.
    package static let user = "ada"
    /// The user's password.
    package static let password = "correct horse"
    /// An identity token of the user's, where tokens are wanted.
    package static let identity = "refresh-ada"

    /// Host and port, as references to its images begin.
    package let host: String
    /// The certificate to trust, where it speaks TLS.
    package let certificate: FilePath?
    /// The folder that it keeps everything in.
    package let storage: FilePath
    private let program: RunningProgram
    private let tokens: RunningProgram?

    /// Whether it is installed, and what it needs.
    package static var isHere: Bool { HostTool.areHere("docker-registry", "htpasswd", "openssl", "setpriv") }

    /// A registry that ends when the body is done, however it ends.
    package static func running<Value>(
        in world: World,
        _ protection: Protection = .open,
        tls: Bool = false,
        _ body: (RegistryServer) async throws -> Value
    ) async throws -> Value {
        let server = try await RegistryServer(in: world, protection, tls: tls)
        do {
            let value = try await body(server)
            try await server.stop()
            return value
        } catch {
            try? await server.stop()
            throw error
        }
    }

    /// What the token server gave, such as `GET ada repository:a:pull`.
    package var givenTokens: [String] { (tokens?.outputUntilNow ?? "").split(separator: "\n").map(String.init) }

    /// What it was asked so far, such as `PUT /v2/app/manifests/1.0 201`.
    package var requests: [String] {
        program.outputUntilNow.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /"([A-Z]+ \S+) HTTP\/1\.1" (\d+)/).map { "\($0.output.1) \($0.output.2)" }
        }
    }

    private init(in world: World, _ protection: Protection, tls: Bool) async throws {
        let folder = world.folder.appending("registry-\(UUID().uuidString)")
        storage = folder.appending("storage")
        try LiveFileSystem().createFolders(storage)
        var configuration = Self.configuration(storage)
        tokens = try await Self.protect(&configuration, protection, world, folder)
        certificate = tls ? folder.appending("tls.crt") : nil
        if let certificate {
            let key = folder.appending("tls.key")
            try await Self.makeCertificate(certificate, key, world)
            configuration += "  tls: { certificate: \(certificate), key: \(key) }\n"
        }
        let file = folder.appending("config.yml")
        try LiveFileSystem().write(configuration.utf8, to: file)
        let arguments = Self.ending(["docker-registry", "serve", file.string])
        program = try world.start(arguments)
        for _ in 0..<1000 where program.isRunning {
            if let match = program.errorsUntilNow.firstMatch(of: /listening on (127\.0\.0\.1:\d+)[",]/) {
                host = String(match.output.1)
                return
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        program.send(SIGKILL)
        tokens?.send(SIGKILL)
        throw ProgramFailure(arguments: arguments, result: try await program.result())
    }

    /// A program that ends with the process that starts it, however that ends.
    ///
    /// The kernel would tell it of the end of the thread that starts it, which in Swift may end at any time; a program
    /// in between has one thread alone, and looks for the process.
    package static func ending(_ arguments: [String]) -> [String] {
        [CrossPrograms.python, "-c", launcher] + arguments
    }

    private static let launcher = """
        import os, subprocess, sys, time
        parent = os.getppid()
        program = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "--", *sys.argv[1:]])
        while os.getppid() == parent and program.poll() is None:
            time.sleep(0.1)
        program.kill()
        sys.exit(program.wait() & 0xff)
        """

    private func stop() async throws {
        for program in [program, tokens].compactMap(\.self) {
            program.send(SIGKILL)
            _ = try await program.result()
        }
    }

    /// `http` stands last, so that more can be added to it.
    private static func configuration(_ storage: FilePath) -> String {
        """
        version: 0.1
        log: { level: info, fields: {} }
        storage:
          filesystem: { rootdirectory: \(storage) }
          delete: { enabled: true }
        http:
          addr: 127.0.0.1:0

        """
    }

    private static func protect(
        _ configuration: inout String,
        _ protection: Protection,
        _ world: World,
        _ folder: FilePath
    ) async throws -> RunningProgram? {
        switch protection {
        case .open: return nil
        case .password:
            let users = folder.appending("users")
            let line = try await world.output(of: ["htpasswd", "-Bbn", "-C", "4", user, password])
            try LiveFileSystem().write(line.utf8, to: users)
            configuration = "auth: { htpasswd: { realm: images, path: \(users) } }\n" + configuration
            return nil
        case .token:
            let (certificate, ready) = (folder.appending("token.crt"), folder.appending("ready"))
            let script = Fixtures.project.appending("Tests/Fakes/token-server.py").string
            let program = try world.start(
                [CrossPrograms.python, script, "images", "\(user):\(password)", certificate.string, ready.string]
            )
            for _ in 0..<3000 where program.isRunning && !FileManager.default.fileExists(atPath: ready.string) {
                try await Task.sleep(for: .milliseconds(10))
            }
            guard let text = FileManager.default.contents(atPath: ready.string),
                let port = try JSONDecoder().decode([String: Int].self, from: text)["port"]
            else { throw RelctlError("cannot start the token server: \(program.errorsUntilNow)") }
            let realm = "http://127.0.0.1:\(port)/token"
            configuration =
                "auth: { token: { realm: '\(realm)', service: images, issuer: test, rootcertbundle: \(certificate) } }\n"
                + configuration
            return program
        }
    }

    private static func makeCertificate(_ certificate: FilePath, _ key: FilePath, _ world: World) async throws {
        try await world.output(of: [
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
            "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key.string, "-out", certificate.string,
        ])
    }
}

import Foundation
import RelctlCore

/// A store that behaves like Amazon S3, on loopback: the server of the Python package `moto`, which others wrote.
package struct MotoServer: Sendable {
    /// Its address, such as `http://127.0.0.1:40001`.
    package let endpoint: String

    /// The interpreter that has `moto` and `boto3`.
    package static var python: String { ProcessInfo.processInfo.environment["RELCTL_TEST_PYTHON"] ?? "python3" }

    /// One that all tests share, each with a bucket of its own; it wants no signatures.
    package static var shared: MotoServer {
        get async throws { try await starting.value.server }
    }

    private static let starting = Task { try await start("open") }

    /// Runs one that wants signatures, of those that ``makeUser()`` makes, while the body runs.
    package static func signed<Value>(_ body: (MotoServer) async throws -> Value) async throws -> Value {
        let (server, program) = try await start("signed")
        do {
            let value = try await body(server)
            program.send(SIGKILL)
            _ = try await program.result()
            return value
        } catch {
            program.send(SIGKILL)
            throw error
        }
    }

    private static func start(_ mode: String) async throws -> (server: MotoServer, program: RunningProgram) {
        // What it says is read before the folder goes; it needs none afterwards.
        try await World.scratch { world in
            let program = try world.start([python, "-c", launcher, mode], in: FilePath("/"))
            return (MotoServer(endpoint: "http://127.0.0.1:\(try await port(of: program))"), program)
        }
    }

    /// What boto3, a client that others wrote, makes of a script.
    ///
    /// `s3` and `iam` are clients of this server, `bucket` a bucket's name, `arguments` the texts that are handed over,
    /// `json`, `hashlib` and `base64` modules.
    ///
    /// - Returns: What the script prints.
    /// - Throws: ``ProgramFailure`` if it does not succeed.
    @discardableResult
    package func boto(_ script: String, bucket: String, _ arguments: [String] = []) async throws -> String {
        try await World.scratch { world in
            try await world.python(["-c", Self.prologue + script, endpoint, bucket] + arguments)
        }
    }

    /// A user that may do all, when the server wants signatures; its access key's id and secret.
    package func makeUser() async throws -> (accessKey: String, secretKey: String) {
        let script = """
            iam.create_user(UserName="publisher")
            policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
            iam.put_user_policy(UserName="publisher", PolicyName="all", PolicyDocument=json.dumps(policy))
            key = iam.create_access_key(UserName="publisher")["AccessKey"]
            from urllib.request import Request, urlopen
            urlopen(Request(sys.argv[1] + "/moto-api/reset-auth", b"0", {"Content-Type": "text/plain"}))
            print(key["AccessKeyId"], key["SecretAccessKey"])
            """
        let words = try await boto(script, bucket: "").split { $0.isWhitespace }.map { String($0) }
        guard words.count == 2 else { throw RelctlError("cannot make a user: \(words)") }
        return (words[0], words[1])
    }

    /// It ends with the process that started it, however that ends.
    private static let launcher = """
        import os, sys, time
        if sys.argv[1] == "signed":
            os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "1000000"
        from moto.server import ThreadedMotoServer
        parent = os.getppid()
        server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
        server.start()
        print("port", server.get_host_and_port()[1], flush=True)
        while os.getppid() == parent:
            time.sleep(0.3)
        """

    private static let prologue = """
        import sys, json, hashlib, base64, boto3
        from botocore.config import Config
        bucket, arguments = sys.argv[2], sys.argv[3:]
        common = dict(endpoint_url=sys.argv[1], aws_access_key_id="test", aws_secret_access_key="test",
                      region_name="us-east-1")
        s3 = boto3.client("s3", config=Config(s3={"addressing_style": "path"}), **common)
        iam = boto3.client("iam", **common)

        """

    private static func port(of program: RunningProgram) async throws -> Int {
        for _ in 0..<600 {
            let line = program.outputUntilNow
            let words = line.split { $0.isWhitespace }
            if line.hasSuffix("\n"), let port = words.last.flatMap({ Int($0) }) { return port }
            guard program.isRunning else { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw RelctlError("cannot start moto's server: \(program.errorsUntilNow)")
    }
}

import CSystem
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What relctl does when it is run to try a library: it loads what its standard input holds, has it register its
/// connectors, asks each to describe itself, and writes that to its standard output as a connector's program would.
///
/// Should the library crash, hang or end the process, then only this one.
package enum LibraryTrial {
    /// What relctl is run with to try a library; nobody but relctl itself says it.
    package static let argument = "--try-connector-library"

    /// What a library registered.
    struct Contents: Decodable, Sendable {
        let connectors: [Registered]
    }

    /// A connector of a library, and what it says of itself.
    struct Registered: Decodable, Sendable {
        let kind: ExternalConnector.Kind
        let id: String
        let description: ConnectorDescription
    }

    /// The program that this process runs, as it can be run again; nothing where the system does not tell.
    package static var ownProgram: FilePath? {
        guard let path = relctl_own_program() else { return nil }
        defer { free(path) }
        return FilePath(String(cString: path))
    }

    /// Tries the library that standard input holds, and returns the exit code.
    package static func run(environment: [String: String]) -> Int32 {
        let output = relctl_begin_trial()
        guard output >= 0 else { return 1 }
        do {
            let library = try ConnectorLibrary(try input())
            let connectors = try library.connectors.map { try described($0, environment) }
            return put(try JSONText.line(["result": ["connectors": connectors]]), to: output) ? 0 : 1
        } catch let error as RelctlError {
            let refusal = ConnectorRefusal(error: error.text, hints: error.hints)
            _ = (try? JSONText.line(refusal)).map { put($0, to: output) }
        } catch {}
        return 1
    }

    /// A connector as it is written down.
    private struct Described: Encodable {
        let kind: String
        let id: String
        let description: ConfigurationValue
    }

    private static func described(
        _ connector: RegisteredConnector,
        _ environment: [String: String]
    ) throws -> Described {
        let identity = connector.identity
        do {
            let said = Mutex<Result<[UInt8], RelctlError>?>(nil)
            let call = LibraryCall(
                ExternalConnector.Question.describe.rawValue,
                try ExternalConnector.call(.describe, ExternalConnector.NoContent()),
                variables: environment,
                hearing: { remark in
                    switch remark {
                    case .result(let json): said.withLock { $0 = .success(json) }
                    case .error(let message, let hint):
                        let hints = hint.isEmpty ? [] : [HTTPResponse.line(hint)]
                        said.withLock { $0 = .failure(RelctlError(HTTPResponse.line(message), hints: hints)) }
                    default: break
                    }
                },
                failed: { _ in }
            )
            let status = connector.answer(call)
            guard let json = try said.withLock({ $0 })?.get(), status == 0 else {
                throw RelctlError("it ends with code \(status) and no answer")
            }
            let description = try JSONText.decode(ConfigurationValue.self, from: json, file: FilePath("its answer"))
            return Described(kind: identity.kind, id: identity.id, description: description)
        } catch let error as RelctlError {
            throw RelctlError(
                "the \(identity.kind) `\(identity.id)` fails to describe itself",
                hints: error.hints,
                causes: [RelctlError(error.message, causes: error.causes)]
            )
        }
    }

    private static func input() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let chunk = try [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
                var result: Int
                repeat { result = read(0, buffer.baseAddress, buffer.count) } while result < 0 && errno == EINTR
                guard result >= 0 else {
                    throw RelctlError("it cannot be read: \(String(cString: strerror(errno)))")
                }
                count = result
            }
            guard !chunk.isEmpty else { return bytes }
            bytes += chunk
        }
    }

    private static func put(_ line: [UInt8], to output: Int32) -> Bool {
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }
}

extension RelctlError {
    /// The message, and what caused it.
    var text: String { message + causes.map { ": " + (($0 as? RelctlError)?.text ?? "\($0)") }.joined() }
}

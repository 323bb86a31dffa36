import CConnector
import CSystem

/// A shared library that is loaded into this process for good, and the connectors that it registered.
package struct ConnectorLibrary: Sendable {
    /// The connectors, in the order in which they were registered.
    package let connectors: [RegisteredConnector]

    /// Loads a library and has it register its connectors, on this thread.
    ///
    /// - Throws: ``RelctlError`` if it is none, is built for another version of the interface, or refuses.
    package init(_ bytes: [UInt8]) throws(RelctlError) {
        var reason = [CChar](repeating: 0, count: 1024)
        guard let library = relctl_library_load(bytes, bytes.count, &reason, reason.count) else {
            let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw RelctlError("it cannot be loaded: \(HTTPResponse.line(text))")
        }
        let version = unsafeBitCast(
            try Self.symbol("relctl_connector_abi_version", of: library),
            to: (@convention(c) () -> UInt32).self
        )
        let register = unsafeBitCast(
            try Self.symbol("relctl_connector_register", of: library),
            to: (@convention(c) (UnsafePointer<relctl_registry>?) -> Int32).self
        )
        let spoken = version()
        guard spoken == RELCTL_CONNECTOR_ABI_VERSION else {
            throw RelctlError(
                "it is built for version \(spoken) of `relctl_connector.h`, and this relctl is for version "
                    + "\(RELCTL_CONNECTOR_ABI_VERSION)"
            )
        }
        connectors = try Registration().connectors(registeredBy: register)
    }

    private static func symbol(_ name: String, of library: UnsafeMutableRawPointer) throws(RelctlError)
        -> UnsafeMutableRawPointer
    {
        if let symbol = relctl_library_symbol(library, name) { return symbol }
        throw RelctlError(
            "it does not export `\(name)`",
            hints: ["every library that is a connector has the two functions of `relctl_connector.h`"]
        )
    }
}

/// A connector as its library registered it; what it points to stays where it is.
package struct RegisteredConnector: @unchecked Sendable {
    package let identity: LibraryConnector
    private let context: UnsafeMutableRawPointer?
    private let answer: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<relctl_call>?) -> Int32

    /// What version 1 of the interface had in a `relctl_connector` when it began, in bytes; a library that was built then
    /// has no more, whatever is added at the end.
    private static let leastSize = 6 * MemoryLayout<UnsafeRawPointer>.size

    /// Takes a copy of what a library describes.
    ///
    /// - Throws: ``RelctlError`` if that is no connector.
    fileprivate init(_ connector: UnsafePointer<relctl_connector>?) throws(RelctlError) {
        // Nothing may be read behind the end of what the library says to have made.
        guard let connector, connector.pointee.size >= Self.leastSize else {
            throw RelctlError("it registers a connector whose `size` is not that of a `relctl_connector`")
        }
        let id = HTTPResponse.line(String(connector.pointee.id))
        let kinds = [RELCTL_CONNECTOR_PUBLISHER: "publisher", RELCTL_CONNECTOR_PACKAGER: "packager"]
        guard let kind = kinds.first(where: { $0.key == Int(connector.pointee.kind) })?.value else {
            throw RelctlError("it registers `\(id)` as a connector of kind \(connector.pointee.kind), which is none")
        }
        guard let answer = connector.pointee.answer else {
            throw RelctlError("it registers the \(kind) `\(id)` without an `answer`")
        }
        identity = LibraryConnector(kind: kind, id: id)
        context = connector.pointee.context
        self.answer = answer
    }

    /// Has the library answer on this thread; what it returns.
    package func answer(_ call: LibraryCall) -> Int32 { withExtendedLifetime(call) { answer(context, call.structure) } }
}

/// What a library registers while it does.
private final class Registration {
    private var connectors: [RegisteredConnector] = []
    private var problem: RelctlError?

    /// Calls the library's function.
    ///
    /// - Throws: ``RelctlError`` if the library refuses, or for what it registers.
    func connectors(
        registeredBy register: @convention(c) (UnsafePointer<relctl_registry>?) -> Int32
    ) throws(RelctlError) -> [RegisteredConnector] {
        var registry = relctl_registry()
        registry.size = MemoryLayout<relctl_registry>.size
        registry.abi_version = UInt32(RELCTL_CONNECTOR_ABI_VERSION)
        registry.host = Unmanaged.passUnretained(self).toOpaque()
        registry.add = { registry, connector in Registration.behind(registry)?.add(connector) ?? 1 }
        registry.error = { registry, message, hint in
            Registration.behind(registry)?.fail(RelctlError(message: message, hint: hint))
        }
        let status = withExtendedLifetime(self) { register(&registry) }
        if let problem { throw problem }
        guard status == 0 else { throw RelctlError("it fails to register its connectors, with \(status)") }
        guard !connectors.isEmpty else { throw RelctlError("it registers no connector") }
        return connectors
    }

    private static func behind(_ registry: UnsafePointer<relctl_registry>?) -> Registration? {
        registry?.pointee.host.map { Unmanaged<Registration>.fromOpaque($0).takeUnretainedValue() }
    }

    private func add(_ connector: UnsafePointer<relctl_connector>?) -> Int32 {
        do {
            let connector = try RegisteredConnector(connector)
            guard !connectors.contains(where: { $0.identity == connector.identity }) else {
                throw RelctlError("it registers the \(connector.identity.kind) `\(connector.identity.id)` twice")
            }
            connectors.append(connector)
            return 0
        } catch let error as RelctlError {
            fail(error)
        } catch {}
        return 1
    }

    private func fail(_ error: RelctlError) { problem = problem ?? error }
}

extension String {
    /// The text that a library hands over; what is no UTF-8 in it is replaced, what is too much left out.
    init(_ text: relctl_text) {
        self.init(decoding: text.content ?? UnsafeRawBufferPointer(start: nil, count: 0), as: UTF8.self)
    }
}

extension relctl_text {
    /// More than this is no text but a flood, in bytes.
    private static let limit = 64 << 20

    /// The bytes; null where there are said to be more than anybody has to say, as by a library that counted below 0.
    var content: UnsafeRawBufferPointer? {
        guard (0...Self.limit).contains(size) else { return nil }
        return UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : size)
    }
}

extension RelctlError {
    /// Why a library refuses, and what it says to do about that.
    fileprivate init(message: relctl_text, hint: relctl_text) {
        let hint = String(hint)
        self.init(
            message.content.map { HTTPResponse.line(String(decoding: $0, as: UTF8.self)) } ?? "it says too much",
            hints: hint.isEmpty ? [] : [HTTPResponse.line(hint)]
        )
    }
}

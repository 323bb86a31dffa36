// What relctl calls: the two functions of relctl_connector.h.

import CConnector

/// A question of relctl's, while it is answered.
struct Call {
    private let call: UnsafePointer<relctl_call>

    init(_ call: UnsafePointer<relctl_call>) { self.call = call }

    var question: String { String(decoding: bytes(call.pointee.question), as: UTF8.self) }
    var content: [UInt8] { bytes(call.pointee.content) }
    /// Whether the answer is not wanted any more.
    var isCancelled: Bool { call.pointee.is_cancelled(call) != 0 }

    func report(_ bytes: Int) { call.pointee.progress(call, UInt64(bytes)) }
    func give(_ json: String) { withText(json) { call.pointee.result(call, $0) } }
    func refuse(_ message: String, hint: String) {
        withText(message) { message in withText(hint) { call.pointee.error(call, message, $0) } }
    }

    private func bytes(_ text: relctl_text) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: text.bytes, count: text.size))
    }
}

/// Shows a text as C does, for as long as `body` takes.
func withText<Value>(_ text: String, _ body: (relctl_text) -> Value) -> Value {
    var text = text
    return text.withUTF8 { buffer in
        buffer.withMemoryRebound(to: CChar.self) { body(relctl_text(bytes: $0.baseAddress, size: $0.count)) }
    }
}

/// The version of the interface that this is built for.
@c(relctl_connector_abi_version)
public func abiVersion() -> UInt32 { UInt32(RELCTL_CONNECTOR_ABI_VERSION) }

/// Registers the one connector that there is.
@c(relctl_connector_register)
public func register(_ registry: UnsafePointer<relctl_registry>) -> Int32 {
    withText(CpioPackager.id) { id in
        var packager = relctl_connector(
            size: MemoryLayout<relctl_connector>.size,
            kind: Int32(RELCTL_CONNECTOR_PACKAGER),
            id: id,
            context: nil,
            answer: { _, call in call.map { answer(Call($0)) } ?? 1 }
        )
        return registry.pointee.add(registry, &packager)
    }
}

private func answer(_ call: Call) -> Int32 {
    do {
        call.give(try CpioPackager.answer(call.question, JSON(call.content), call))
        return 0
    } catch let refusal as Refusal {
        call.refuse(refusal.message, hint: refusal.hint)
    } catch {
        call.refuse("\(error)", hint: "")
    }
    return 1
}

import CConnector
import Synchronization

/// A question on its way to a library, and what the library says about it.
///
/// What the library is handed lives as long as this object, which whoever has the library answer keeps.
package final class LibraryCall: @unchecked Sendable {
    /// What the library is handed; nobody changes it.
    let structure: UnsafePointer<relctl_call>
    private let question: UnsafeMutableRawBufferPointer
    private let content: UnsafeMutableRawBufferPointer
    private let variables: [String: UnsafeMutableRawBufferPointer]
    private let hear: @Sendable (LibraryRemark) throws -> Void
    private let failed: @Sendable (any Error) -> Void
    private let isStopped = Atomic(false)
    private let isOver = Atomic(false)

    /// Prepares a call.
    ///
    /// - Parameters:
    ///   - question: What is asked.
    ///   - content: What it is about.
    ///   - variables: The environment variables that the library may know.
    ///   - hear: Is told what the library says.
    ///   - failed: Is told what `hear` throws.
    package init(
        _ question: String,
        _ content: [UInt8],
        variables: [String: String],
        hearing hear: @escaping @Sendable (LibraryRemark) throws -> Void,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        self.question = Self.copy(Array(question.utf8))
        self.content = Self.copy(content)
        self.variables = variables.mapValues { Self.copy(Array($0.utf8)) }
        (self.hear, self.failed) = (hear, failed)
        let structure = UnsafeMutablePointer<relctl_call>.allocate(capacity: 1)
        structure.initialize(to: relctl_call())
        self.structure = UnsafePointer(structure)
        structure.pointee.size = MemoryLayout<relctl_call>.size
        structure.pointee.host = Unmanaged.passUnretained(self).toOpaque()
        structure.pointee.question = Self.text(self.question)
        structure.pointee.content = Self.text(self.content)
        structure.pointee.result = { LibraryCall.behind($0)?.take($1) { .result(Array($0)) } }
        structure.pointee.note = { LibraryCall.behind($0)?.take($1) { .note(String(decoding: $0, as: UTF8.self)) } }
        structure.pointee.warning = {
            LibraryCall.behind($0)?.take($1) { .warning(String(decoding: $0, as: UTF8.self)) }
        }
        structure.pointee.error = { call, message, hint in
            let hint = String(hint)
            LibraryCall.behind(call)?.take(message) { .error(String(decoding: $0, as: UTF8.self), hint: hint) }
        }
        structure.pointee.progress = { LibraryCall.behind($0)?.say(.progress($1)) }
        structure.pointee.is_cancelled = { LibraryCall.behind($0)?.isStopped.load(ordering: .relaxed) == false ? 0 : 1 }
        structure.pointee.variable = { call, name in
            LibraryCall.behind(call)?.variables[String(name)].map { LibraryCall.text($0) } ?? relctl_text()
        }
    }

    deinit {
        structure.deallocate()
        for buffer in [question, content] + variables.values { buffer.deallocate() }
    }

    /// Tells the library that its answer is not wanted any more.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Hears nothing more.
    func end() { isOver.store(true, ordering: .relaxed) }

    private static func behind(_ call: UnsafePointer<relctl_call>?) -> LibraryCall? {
        call?.pointee.host.map { Unmanaged<LibraryCall>.fromOpaque($0).takeUnretainedValue() }
    }

    /// A copy with an address of its own, also where there is nothing in it.
    private static func copy(_ bytes: [UInt8]) -> UnsafeMutableRawBufferPointer {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        buffer.copyBytes(from: bytes)
        return buffer
    }

    private static func text(_ buffer: UnsafeMutableRawBufferPointer) -> relctl_text {
        relctl_text(
            bytes: buffer.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) },
            size: buffer.count
        )
    }

    private func take(_ text: relctl_text, _ remark: (UnsafeRawBufferPointer) -> LibraryRemark) {
        say(text.content.map(remark) ?? .flood)
    }

    private func say(_ remark: LibraryRemark) {
        guard !isOver.load(ordering: .relaxed) else { return }
        do { try hear(remark) } catch {
            end()
            failed(error)
        }
    }
}

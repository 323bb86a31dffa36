import CCurl
import Synchronization

/// A place for one exchange after another in libcurl, with the connection that the last one left open.
///
/// All but ``wake()`` is for the thread of the exchange that has it.
final class CurlHandle: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let isOpen = Mutex(true)

    /// A place without a connection yet.
    init(_ library: CurlLibrary) throws {
        guard let pointer = relctl_curl_open(library.table) else { throw Self.failure }
        self.pointer = pointer
    }

    deinit { close() }

    /// Closes the connection; waits where a name is being resolved, which libcurl cannot stop.
    func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { relctl_curl_close(pointer) }
    }

    /// Ends the waiting of ``run(asking:every:)``, from any thread.
    func wake() {
        isOpen.withLock { isOpen in
            if isOpen { relctl_curl_wake(pointer) }
        }
    }

    // MARK: An exchange

    /// Begins to say what the next exchange is; `context` must live until ``stop()``.
    func prepare(_ callbacks: relctl_curl_callbacks, _ context: UnsafeMutableRawPointer) {
        var callbacks = callbacks
        relctl_curl_prepare(pointer, &callbacks, context)
    }

    /// Sets an option that every libcurl from 7.68 on knows.
    func set(_ option: relctl_curl_option, _ value: Int64) throws {
        try check(relctl_curl_set_number(pointer, option, value))
    }

    /// Sets an option to a text.
    func set(_ option: relctl_curl_option, _ text: String) throws {
        try check(relctl_curl_set_text(pointer, option, text))
    }

    /// Adds a line to the request's head.
    func addHeader(_ line: String) throws { try check(relctl_curl_add_header(pointer, line)) }

    /// Runs what was prepared, and says with which of libcurl's codes it ended.
    ///
    /// `isOver` is asked at least that often, and at once after ``wake()``; what it throws is what the exchange ends with.
    func run(asking isOver: () throws -> Void, every pause: Duration) throws -> Int32 {
        guard relctl_curl_start(pointer) == 0 else { throw Self.failure }
        let milliseconds = Int32(clamping: max(1, Int64(pause / .milliseconds(1))))
        while true {
            try isOver()
            var code: Int32 = 0
            switch relctl_curl_perform(pointer, &code) {
            case 0: relctl_curl_wait(pointer, milliseconds)
            case 1: return code
            default: throw Self.failure
            }
        }
    }

    /// Ends the exchange, wherever it is.
    func stop() { relctl_curl_stop(pointer) }

    /// What is known of the last exchange; 0 for what is not.
    func info(_ info: relctl_curl_info) -> Int64 { relctl_curl_info(pointer, info) }

    /// What a code of the last exchange means.
    func message(of code: Int32) -> String { String(cString: relctl_curl_message(pointer, code)) }

    private func check(_ code: Int32) throws {
        guard code == 0 else {
            throw HTTPFailure(.invalidRequest, "libcurl refuses an option: \(message(of: code))", isUnsent: true)
        }
    }

    private static var failure: RelctlError { RelctlError("libcurl cannot work: there may be no memory") }
}

/// Handles that no exchange has right now, with open connections to where they were used.
final class CurlPool: Sendable {
    private static let limit = 16
    private let idle = Mutex<[(origin: String, handle: CurlHandle)]>([])

    /// The handle that was used last for an origin, else one without a connection.
    func handle(for origin: String) throws -> CurlHandle {
        let library = try CurlLibrary.loaded.get()
        let known = idle.withLock { idle in
            idle.lastIndex { $0.origin == origin }.map { idle.remove(at: $0).handle }
        }
        return try known ?? CurlHandle(library)
    }

    /// Keeps a handle whose exchange ended well; the one that was kept the longest goes when there are too many.
    func keep(_ handle: CurlHandle, for origin: String) {
        let surplus = idle.withLock { idle in
            idle.append((origin, handle))
            return idle.count > Self.limit ? idle.removeFirst().handle : nil
        }
        surplus?.close()
    }
}

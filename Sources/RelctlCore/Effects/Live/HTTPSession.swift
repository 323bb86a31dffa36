import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A URLSession, and who waits for which of its tasks.
final class HTTPSession: NSObject, Sendable {
    private let exchanges = Mutex<[Int: HTTPExchange]>([:])
    private let session = Mutex<URLSession?>(nil)
    /// Where tasks are started and cancelled: both wait for the session's own queue, which no task's thread may, and
    /// cancelling from a queue of the session's would wait for itself.
    private let commands = DispatchQueue(label: "relctl.http")

    /// Begins a session.
    override init() {
        super.init()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 64
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        let queue = HTTPDeliveryQueue()
        queue.maxConcurrentOperationCount = 1
        session.withLock { $0 = URLSession(configuration: configuration, delegate: self, delegateQueue: queue) }
    }

    /// Ends the session once all tasks have ended; the session keeps this object until then.
    func end() {
        let session = session.withLock { session in
            defer { session = nil }
            return session
        }
        commands.async { session?.finishTasksAndInvalidate() }
    }

    /// Starts a task for an exchange.
    func start(_ message: URLRequest, for exchange: HTTPExchange) {
        commands.async { [self] in
            guard !exchange.isOver, let session = session.withLock({ $0 }) else { return }
            let task = session.dataTask(with: message)
            exchanges.withLock { $0[task.taskIdentifier] = exchange }
            exchange.started(task)
            task.resume()
        }
    }

    /// Ends a task whose exchange is over; nothing of it is reported any more.
    func cancel(_ task: URLSessionTask) {
        exchanges.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
        commands.async { task.cancel() }
    }

    private func exchange(of task: URLSessionTask) -> HTTPExchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }
}

extension HTTPSession: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        exchange(of: dataTask)?.received(response)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.received(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        // A redirect that leads nowhere is announced by nothing but this.
        if error == nil, let response = task.response { exchange?.receivedLate(response) }
        exchange?.ended(with: error)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Never answered: Foundation ends the process if it is, and the task was cancelled meanwhile.
        exchange(of: task)?.received(response)
        exchange(of: task)?.ended(with: nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // Asked for after the whole answer, which is all that is wanted; every way to go on hangs or crashes.
            exchange(of: task)?.ended(with: nil)
        #else
            completionHandler(.performDefaultHandling, nil)
        #endif
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        exchange(of: task)?.refuseBody()
        completionHandler(nil)
    }
}

/// Hands over what the network brought, in order; and makes the network wait while much is not taken yet.
///
/// Foundation reads on whether or not anybody takes what it read. It hands everything over by this one method, so this
/// is where it can be made to wait: bodies of any size pass through the memory of a few pieces.
private final class HTTPDeliveryQueue: OperationQueue, @unchecked Sendable {
    private let room = DispatchSemaphore(value: 64)

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        room.wait()
        super.addOperation { [room] in
            block()
            room.signal()
        }
    }
}

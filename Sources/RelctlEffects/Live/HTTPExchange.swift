import CCurl
import Synchronization

/// One request under way, on a thread of its own: the sink may take its time, and makes the server wait for it.
final class HTTPExchange: Sendable {
    private let request: HTTPRequest
    private let address: HTTPAddress
    private let route: HTTPRoute
    private let sink: HTTPSink
    private let files: any FileSystem
    private let pool: CurlPool
    private let handle: CurlHandle
    private let isCancelled = Atomic(false)

    /// Prepares a request to an address, on a handle of the pool.
    init(
        _ request: HTTPRequest,
        to address: HTTPAddress,
        _ sink: HTTPSink,
        by transport: LiveHTTPTransport
    ) throws {
        self.request = request
        self.address = address
        self.sink = sink
        route = transport.route
        files = transport.files
        pool = transport.pool
        handle = try transport.pool.handle(for: address.origin)
    }

    /// Ends it as soon as its thread sees it, which is at once unless the sink is busy.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        handle.wake()
    }

    /// Sends the request and says what came of it; the sink is not called any more then.
    func run(telling continuation: CheckedContinuation<HTTPResponse, any Error>) {
        let reception = HTTPReception(request, sink)
        let result = Result { try transfer(reception) }
        reception.end()
        switch result {
        case .success:
            handle.stop()
            pool.keep(handle, for: address.origin)
            continuation.resume(with: result)
        case .failure where handle.info(RELCTL_CURLINFO_NAMELOOKUP_TIME_T) == 0:
            // Nobody but this thread shall wait for the system to give a name up.
            continuation.resume(with: result)
            close(reception)
        case .failure:
            close(reception)
            continuation.resume(with: result)
        }
    }

    private func close(_ reception: HTTPReception) {
        withExtendedLifetime(reception) { handle.stop() }
        handle.close()
    }

    private func transfer(_ reception: HTTPReception) throws -> HTTPResponse {
        reception.body = try HTTPBodyReader.opening(request.body, in: files, progress: sink.sent)
        handle.prepare(HTTPReception.callbacks, Unmanaged.passUnretained(reception).toOpaque())
        try handle.describe(request, to: address, by: route)
        var watch = HTTPWatch(request)
        let code = try handle.run(
            asking: {
                guard !isCancelled.load(ordering: .acquiring) else { throw CancellationError() }
                guard let failure = watch.failure(at: reception.progress) else { return }
                throw reception.marked(failure, on: handle)
            },
            every: watch.pause
        )
        return try reception.answer(endingWith: code, on: handle)
    }
}

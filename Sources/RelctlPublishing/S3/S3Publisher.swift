/// Publishes into a bucket of Amazon S3 or of a store that is compatible with it.
///
/// Every object appears whole or not at all; those that users take for the sign of a whole release come last, and after
/// them the pointer to the latest one. What was cut off is found by looking, and gone on with.
package struct S3Publisher: Publisher {
    /// The size above which files are sent in parts, and of the parts.
    private let partSize: UInt64

    /// Publishes with parts of at least `partSize` bytes; stores want 5 MiB or more.
    package init(partSize: UInt64 = 16 << 20) { self.partSize = partSize }

    package var keys: [ConfigurationKey] { S3Settings.keys }

    package func secretNames(_ options: [String: ConfigurationValue]) -> [String] { S3Settings.secretNames(options) }

    package func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
        do {
            let client = try S3Client(try S3Settings(request), with: effects)
            let region = try await client.probe()
            guard let region, region != client.bucket.region else { return [] }
            return [
                Finding(
                    "cannot publish to the bucket `\(client.bucket.name)`: it is in the region `\(region)`, not "
                        + "`\(client.bucket.region)`",
                    code: "publish.s3.region",
                    hints: ["set `region` to `\(region)`"]
                )
            ]
        } catch let error as RelctlError where error.code == .configurationInvalid {
            return Finding.failures(of: error, code: Self.findingCode(error))
        } catch let error as RelctlError {
            return [Finding(error.description, code: Self.findingCode(error), hints: error.hints)]
        }
    }

    private static func findingCode(_ error: RelctlError) -> String {
        switch error.code {
        case .notAuthorized: "publish.s3.credentials"
        case .configurationInvalid: "publish.s3.configuration"
        default: "publish.s3"
        }
    }

    package func observe(_ request: PublicationRequest, with effects: Effects) async throws -> S3Observation {
        let settings = try S3Settings(request)
        let client = try S3Client(settings, with: effects)
        return try await S3Observer(client: client, settings: settings, request: request).observe()
    }

    package func plan(_ request: PublicationRequest, observed: S3Observation) throws -> [PublicationAction] {
        try S3Planner(request).actions(observed)
    }

    /// Removes what was never whole; marks what users have seen.
    package func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: S3Observation
    ) throws -> [PublicationAction] {
        switch retreat {
        case .abandon: try S3Planner(request).abandonment(observed)
        case .yank(let reason): try S3Planner(request).yank(observed, reason: reason)
        }
    }

    package func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        guard !actions.isEmpty else { return }
        let settings = try S3Settings(request)
        let client = try S3Client(settings, with: run.effects)
        let executor = S3Executor(client: client, settings: settings, request: request, run: run, partSize: partSize)
        try await executor.execute(actions)
    }
}

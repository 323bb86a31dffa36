/// The signatures of a release's list of all checksums.
///
/// A trial has none: it is made on machines that have no key, and nobody is to take it for a release.
package struct ReleaseSigning: Sendable {
    private let parts: [Part]
    /// Endings of the names of signatures, of all signers.
    private let extensions: [String]

    /// A signature that the configuration wants.
    private struct Part: Sendable {
        let signer: any Signer
        let id: String
        let request: SigningRequest

        /// The request to sign these bytes.
        func request(_ content: [UInt8]) -> SigningRequest {
            var request = request
            request.content = content
            return request
        }
    }

    /// Asks for none.
    package init() {
        parts = []
        self.extensions = []
    }

    /// Asks for the signatures that a configuration wants of a release.
    ///
    /// - Throws: ``RelctlError`` for an unknown signer, or a template that cannot be filled in.
    package init(
        _ configuration: Configuration,
        release: ReleaseIdentity,
        project: FilePath,
        extensions: Extensions
    ) throws {
        try self.init(
            configuration.signing,
            list: configuration.checksums.combined,
            of: configuration.project,
            release,
            project: project,
            signers: extensions.signers
        )
    }

    /// Asks for signatures of a release's list of all checksums; without a list there are none.
    ///
    /// - Throws: ``RelctlError`` for an unknown signer, or a template that cannot be filled in.
    init(
        _ wanted: [SigningSettings],
        list: String?,
        of settings: ProjectSettings,
        _ release: ReleaseIdentity,
        project: FilePath,
        signers: Registry<any Signer>
    ) throws {
        extensions = signers.all.map(\.connector.fileExtension)
        guard let list, !release.isTrial else {
            parts = []
            return
        }
        let scope = settings.scope(of: release)
        parts = try wanted.map { settings in
            let signer = try signers.connector(settings.signer, at: settings.place)
            var request = SigningRequest(
                name: list,
                signatureName: try Artifact.validated(list + signer.fileExtension),
                content: [],
                release: release,
                options: try signer.keys.filled(
                    settings.options,
                    scope,
                    of: "the signature by `\(settings.signer)`",
                    at: settings.place
                ),
                project: project
            )
            request.place = settings.place
            return Part(signer: signer, id: settings.signer, request: request)
        }
    }

    /// The name of a signature; nothing where nobody makes it.
    static func name(
        of settings: SigningSettings,
        _ configuration: Configuration,
        _ extensions: Extensions
    ) -> String? {
        guard let list = configuration.checksums.combined else { return nil }
        return (try? extensions.signers.connector(settings.signer)).map { list + $0.fileExtension }
    }

    /// The names of the signatures.
    package var names: [String] { parts.map(\.request.signatureName) }

    /// The signatures as the record of a plan keeps them.
    package var planned: [ReleasePlanRecord.Signature] {
        parts.map {
            ReleasePlanRecord.Signature(signer: $0.id, name: $0.request.signatureName, options: $0.request.options)
        }
    }

    /// The signatures as notes tell of them.
    var checks: [NotesRequest.SignatureCheck] {
        parts.map { part in
            NotesRequest.SignatureCheck(
                name: part.request.signatureName,
                shell: part.signer.checkCommand(part.request, onWindows: false),
                powerShell: part.signer.checkCommand(part.request, onWindows: true)
            )
        }
    }

    /// Everything that would keep the list from being signed: what is missing, and what signing nothing shows.
    ///
    /// - Throws: `CancellationError`, and what a signer's preflight throws.
    package func preflight(with effects: Effects) async throws -> [Finding] {
        var findings: [Finding] = []
        for part in parts {
            let missing = try await part.signer.preflight(part.request, with: effects)
            findings += missing
            if missing.isEmpty { findings += try await trial(part, effects) }
        }
        return findings
    }

    private func trial(_ part: Part, _ effects: Effects) async throws -> [Finding] {
        func finding(_ reason: String, hints: [String] = []) -> Finding {
            let message = "cannot sign `\(part.request.name)` by `\(part.id)`: \(reason)"
            return Finding(message, code: "signing.tried", place: part.request.place, hints: hints)
        }
        do {
            let signature = try await part.signer.sign(part.request, with: effects)
            let verdict = try await part.signer.verify(signature, of: part.request, with: effects)
            guard verdict != .proven else { return [] }
            return [finding("what it signs is not proven: \(verdict.reason ?? "nobody says why")")]
        } catch let error as CancellationError {
            throw error
        } catch {
            let known = error as? RelctlError
            let reasons = [known?.message ?? "\(error)"] + (known?.causes ?? []).map { "\($0)" }
            var found = finding(reasons.joined(separator: ": "), hints: known?.hints ?? [])
            // Which key it is, the signer knows to say.
            if known?.message.hasPrefix("cannot sign") == true { found.message = reasons.joined(separator: ": ") }
            return [found]
        }
    }

    /// Proves that the list could be signed.
    ///
    /// - Throws: ``RelctlError`` with all that is in the way as causes; `CancellationError`.
    func requireSigners(with effects: Effects) async throws {
        let errors = try await preflight(with: effects).filter { $0.severity == .error }
        guard !errors.isEmpty else { return }
        throw RelctlError(
            "cannot change what a signed list says, and not sign it again",
            causes: errors.map { RelctlError($0.message, place: $0.place, hints: $0.hints) }
        )
    }

    // MARK: Making

    /// A list, and the signatures beside it.
    package struct Signed: Sendable {
        /// The list's bytes; nothing where there is none.
        let list: [UInt8]?
        /// The signatures that are there, by name.
        let signatures: [String: [UInt8]]
    }

    /// What is in a folder.
    package func signed(in folder: FilePath, list: String, files: any FileSystem) throws -> Signed {
        func bytes(_ name: String) throws -> [UInt8]? {
            let path = folder.appending(name)
            return try files.status(of: path)?.kind == .file ? files.contents(of: path) : nil
        }
        var signatures: [String: [UInt8]] = [:]
        for name in extensions.map({ list + $0 }) { signatures[name] = try bytes(name) }
        return Signed(list: try bytes(list), signatures: signatures)
    }

    /// The signatures of a list, by name: those of `earlier` that prove it, and for the others new ones.
    ///
    /// - Throws: ``RelctlError`` for what cannot be signed; `CancellationError`.
    func signatures(
        of list: [UInt8],
        reusing earlier: [Signed],
        with effects: Effects
    ) async throws -> [String: [UInt8]] {
        var signatures: [String: [UInt8]] = [:]
        for part in parts {
            try Task.checkCancellation()
            let (request, name) = (part.request(list), part.request.signatureName)
            for known in earlier where known.list == list && signatures[name] == nil {
                guard let bytes = known.signatures[name],
                    try await part.signer.verify(bytes, of: request, with: effects).isProven
                else { continue }
                signatures[name] = bytes
            }
            guard signatures[name] == nil else { continue }
            let activity = Activity(id: "sign/\(name)", title: "signing \(request.name) by \(part.id)", isDetail: true)
            signatures[name] = try await effects.events.during(activity) {
                let signature = try await part.signer.sign(request, with: effects)
                let verdict = try await part.signer.verify(signature, of: request, with: effects)
                guard verdict.isProven else {
                    throw RelctlError(
                        "cannot sign `\(request.name)` by `\(part.id)`: what it signed is not proven",
                        place: request.place,
                        hints: ["`relctl check` says what is missing, or which keys do not belong together"],
                        causes: [RelctlError(verdict.reason ?? "nobody says why")]
                    )
                }
                return signature
            }
        }
        try Task.checkCancellation()
        return signatures
    }

    /// The names of signatures that a list of other bytes must not have beside it.
    func outdated(_ present: Signed, by list: [UInt8], _ signatures: [String: [UInt8]]) -> [String] {
        present.signatures.filter { name, bytes in
            if let new = signatures[name] { return new != bytes }
            return present.list != list
        }.keys.sorted()
    }

    // MARK: Proving

    /// Makes sure that all signatures of a list that is there are there too, and prove it.
    ///
    /// Who signed whatever is there would vouch for what others have changed. relctl itself never leaves a list without
    /// its signatures: it is written after them, and taken away before them.
    ///
    /// - Throws: ``RelctlError`` that names a signature that is missing, or does not prove the list as far as can be told
    ///   here; `CancellationError`.
    func requireTruth(of present: Signed, with effects: Effects) async throws {
        guard let list = present.list else { return }
        for part in parts {
            guard let bytes = present.signatures[part.request.signatureName] else {
                throw Self.refusal("`\(part.request.name)` is there, and `\(part.request.signatureName)` is missing")
            }
            let verdict = try await part.signer.verify(bytes, of: part.request(list), with: effects)
            guard !verdict.isProven else { continue }
            throw Self.refusal(Self.findings(of: verdict, part).map(\.message).joined(separator: "; "))
        }
    }

    /// That what is there was changed.
    static func refusal(_ reason: String) -> RelctlError {
        RelctlError("cannot sign what is there: \(reason)", hints: [makingAnew])
    }

    /// What is wrong with the list in a folder and its signatures: each is there and proves it.
    ///
    /// - Throws: `CancellationError`; ``FileSystemError``.
    package func findings(in folder: FilePath, with effects: Effects) async throws -> [Finding] {
        var findings: [Finding] = []
        for part in parts {
            guard let list = try Self.bytes(part.request.name, in: folder, effects.files) else {
                let message = "`\(part.request.name)`, the list that is signed, is missing"
                return [Finding(message, code: "signature.missing", hints: [Self.makingAnew])]
            }
            guard let signature = try Self.bytes(part.request.signatureName, in: folder, effects.files) else {
                let message =
                    "`\(part.request.signatureName)` is missing: `\(part.request.name)` is not signed by `\(part.id)`"
                let hints = [Self.makingAnew, "releases from before `signing` was configured have none"]
                findings.append(Finding(message, code: "signature.missing", hints: hints))
                continue
            }
            do {
                let verdict = try await part.signer.verify(signature, of: part.request(list), with: effects)
                findings += Self.findings(of: verdict, part)
            } catch let error as CancellationError {
                throw error
            } catch {
                let message = "cannot verify `\(part.request.signatureName)`: \(error)"
                findings.append(Finding(message, code: "signature.unreadable"))
            }
        }
        return findings
    }

    private static func bytes(_ name: String, in folder: FilePath, _ files: any FileSystem) throws -> [UInt8]? {
        let path = folder.appending(name)
        return try files.resolvedStatus(of: path)?.kind == .file ? files.contents(of: path) : nil
    }

    private static func findings(of verdict: SignatureVerdict, _ part: Part) -> [Finding] {
        let (name, reason) = (part.request.signatureName, verdict.reason ?? "nobody says why")
        switch verdict.outcome {
        case .proven: return []
        case .doubtful:
            let message = "`\(name)` proves `\(part.request.name)`, but \(reason)"
            return [Finding(message, code: "signature.doubtful", severity: .warning)]
        case .refuted: return [Finding(refuted(part, verdict), code: "signature.refuted")]
        case .unproven: return [Finding("`\(name)` is not proven: \(reason)", code: unprovenCode)]
        }
    }

    private static func refuted(_ part: Part, _ verdict: SignatureVerdict) -> String {
        let reason = verdict.reason ?? "nobody says why"
        return "`\(part.request.signatureName)` does not prove `\(part.request.name)`: \(reason)"
    }

    /// The code of a signature of which nobody can tell here, such as where the public key is not at hand.
    package static let unprovenCode = "signature.unproven"

    /// The code of a trial, which nobody signs.
    package static let noneCode = "signature.none"

    /// What to do about a release that is not signed as it should be; what is there may have been changed by others.
    static let makingAnew = "`relctl release` makes all of it anew, and signs it"
}

extension ReleaseIdentity {
    /// Whether it is a trial, which is not signed; its version must say so too, in the form that relctl gives it.
    var isTrial: Bool {
        guard isSnapshot, commit.utf8.count >= 40, version.build.isEmpty else { return false }
        let mark = ReleaseVersion.snapshotMark(String(commit.prefix(12)))
        return version.prereleaseText == mark || version.prereleaseText.hasSuffix(".\(mark)")
    }
}

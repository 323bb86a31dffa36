/// Decides what is left to do at a place that holds files, from what was found there; pure, and the same for all
/// publishers but for their ``Rules``.
package struct PublicationPlanner: Sendable {
    private let rules: Rules

    /// Plans by a place's rules.
    package init(_ rules: Rules) { self.rules = rules }

    /// What a kind of place can do.
    package struct Rules: Sendable {
        /// How the user knows the place, such as `GitHub release v1.0.0 of acme/app`.
        package var place: String
        /// What the actions that make and publish the release are told to be done to: a tag, a path.
        package var subject: String
        /// Whether files are gathered in a draft that is made first.
        package var hasDraft: Bool
        /// Whether all files take their places in one step, so that none is left alone or removed by itself.
        package var isAtomic: Bool
        /// Whether files that users see may be exchanged.
        package var replacesVisible: Bool
        /// What takes a file there.
        package var transfer: PublicationAction.Verb
        /// Whether users see the release when all is done; a draft may be kept for a person to publish.
        package var publishes: Bool
        /// Names of files that go last, in this order, because users take the release for whole when they see them.
        package var last: [String]

        /// Describes a kind of place.
        package init(
            place: String,
            subject: String,
            hasDraft: Bool = false,
            isAtomic: Bool = false,
            replacesVisible: Bool = true,
            transfer: PublicationAction.Verb = .upload,
            publishes: Bool = true,
            last: [String] = []
        ) {
            self.place = place
            self.subject = subject
            self.hasDraft = hasDraft
            self.isAtomic = isAtomic
            self.replacesVisible = replacesVisible
            self.transfer = transfer
            self.publishes = publishes
            self.last = last
        }
    }

    /// What is left to do; nothing if all is there.
    ///
    /// - Parameters:
    ///   - request: What is wanted.
    ///   - files: The files that belong there.
    ///   - state: What was found.
    /// - Returns: The actions, in the order in which they are done.
    /// - Throws: ``RelctlError`` of code `publish.exists`, which shows the difference, if something else is there that
    ///   must not be replaced.
    package func actions(
        for request: PublicationRequest,
        files: [PublishedFile],
        _ state: PublicationState
    ) throws -> [PublicationAction] {
        switch state.verdict {
        case .identical: return []
        case .unknown: throw unknown(state.remarks)
        case .different where isVisible(state): try requireReplaceable(request, files, state)
        case .different where state.release?.isOwn == false: throw conflict(files, state, hint: Self.foreignDraft)
        case .absent, .partial, .different: break
        }
        guard !rules.isAtomic else {
            return files.map { PublicationAction(rules.transfer, $0.name, size: $0.size) }
                + [PublicationAction(isVisible(state) ? .replace : .publish, rules.subject)]
        }
        guard !isWaiting(files, state) else { return [] }
        var actions: [PublicationAction] = []
        if rules.hasDraft, state.release == nil { actions.append(PublicationAction(.createDraft, rules.subject)) }
        actions += extras(files, state)
        for file in ordered(files) { actions += transfers(of: file, state) }
        if let release = state.release, !state.remarks.isEmpty {
            actions.append(
                PublicationAction(
                    .update,
                    rules.subject,
                    reason: state.remarks.joined(separator: "; "),
                    remoteID: release.id
                )
            )
        }
        actions.append(
            PublicationAction(
                .verify,
                rules.subject,
                reason: "every size and digest is compared",
                remoteID: state.release?.id
            )
        )
        if rules.publishes, !isVisible(state) { actions.append(PublicationAction(.publish, rules.subject)) }
        return actions
    }

    /// Without a draft, users see something else as soon as it is there.
    private func isVisible(_ state: PublicationState) -> Bool {
        state.release?.isVisible ?? (state.verdict == .different)
    }

    /// Whether a draft that a person is to publish has all that belongs to it.
    private func isWaiting(_ files: [PublishedFile], _ state: PublicationState) -> Bool {
        guard !rules.publishes, rules.hasDraft, state.release != nil, state.remarks.isEmpty else { return false }
        return Self.differences(files, state.assets).isEmpty
    }

    /// What is different between what is there and what is wanted, one sentence each.
    package static func differences(_ files: [PublishedFile], _ assets: [RemoteAsset]) -> [String] {
        let wanted = Dictionary(files.map { (FilePath($0.name), $0) }) { first, _ in first }
        let present = Dictionary(assets.map { (FilePath($0.name), $0) }) { first, _ in first }
        let extra = assets.filter { wanted[FilePath($0.name)] == nil }.map {
            "`\($0.name)` is there, and not in this release"
        }
        let counts = Dictionary(assets.map { (FilePath($0.name), 1) }, uniquingKeysWith: +)
        return extra
            + files.compactMap { file in
                if let count = counts[FilePath(file.name)], count > 1 {
                    return "`\(file.name)` is there \(count) times"
                }
                guard let asset = present[FilePath(file.name)] else { return "`\(file.name)` is missing" }
                guard asset.isComplete else { return "the upload of `\(file.name)` was cut off" }
                if let size = asset.size, size != file.size {
                    return "`\(file.name)` has \(size) bytes, not \(file.size)"
                }
                return asset.holds(file) ? nil : "`\(file.name)` has other contents"
            }
    }

    /// Returns true if nothing differs but that files are there more than once, each time with the wanted bytes: a request
    /// that a server handled after its client had been killed leaves that.
    package static func areDoubled(_ files: [PublishedFile], _ assets: [RemoteAsset]) -> Bool {
        let wanted = Dictionary(files.map { (FilePath($0.name), $0) }) { first, _ in first }
        var seen: Set<FilePath> = []
        let single = assets.filter { asset in
            let name = FilePath(asset.name)
            guard let file = wanted[name], asset.holds(file) else { return true }
            return seen.insert(name).inserted
        }
        return single.count < assets.count && differences(files, single).isEmpty
    }

    private func ordered(_ files: [PublishedFile]) -> [PublishedFile] {
        let sorted = files.sortedBytewise(by: \.name)
        return sorted.filter { !rules.last.contains($0.name) }
            + rules.last.compactMap { name in sorted.first { $0.name == name } }
    }

    /// Files that do not belong there are removed before any is sent, as they may be in the way.
    private func extras(_ files: [PublishedFile], _ state: PublicationState) -> [PublicationAction] {
        state.assets.filter { asset in !files.contains { $0.name == asset.name } }.map { asset in
            PublicationAction(
                asset.isComplete ? .delete : .deleteBroken,
                asset.name,
                reason: "not in this release",
                remoteID: asset.id
            )
        }
    }

    private func transfers(of file: PublishedFile, _ state: PublicationState) -> [PublicationAction] {
        let upload = PublicationAction(rules.transfer, file.name, size: file.size)
        // Some forges take a name twice.
        let copies = state.assets.filter { $0.name.equalsBytewise(file.name) }
        let kept = copies.firstIndex { $0.holds(file) }
        let removals = copies.indices.filter { $0 != kept }.map { index in
            let asset = copies[index]
            let reason = asset.holds(file) ? "a double" : "has other contents"
            return asset.isComplete
                ? PublicationAction(.delete, asset.name, reason: reason, remoteID: asset.id)
                : PublicationAction(.deleteBroken, asset.name, remoteID: asset.id)
        }
        guard let kept else { return removals + [upload] }
        let skip = PublicationAction(
            .skip,
            file.name,
            reason: "identical by size and digest",
            remoteID: copies[kept].id
        )
        return removals + [skip]
    }

    private func requireReplaceable(
        _ request: PublicationRequest,
        _ files: [PublishedFile],
        _ state: PublicationState
    ) throws {
        guard state.release?.isImmutable != true else {
            throw conflict(files, state, hint: "it is immutable: make a release of another version")
        }
        guard rules.replacesVisible else {
            throw conflict(files, state, hint: "it cannot be replaced there: make a release of another version")
        }
        guard request.replaces else {
            throw conflict(files, state, hint: "`--replace` puts this release in its place, file by file")
        }
    }

    private static let foreignDraft =
        "remove or publish the draft yourself if it is not needed: relctl touches only drafts that it made"

    private func conflict(_ files: [PublishedFile], _ state: PublicationState, hint: String) -> RelctlError {
        // Who looked without listing files has told all that differs.
        let isTold = state.release == nil && state.assets.isEmpty && !state.remarks.isEmpty
        let sentences = state.remarks + (isTold ? [] : Self.differences(files, state.assets))
        return RelctlError(
            "cannot publish to \(rules.place): something else is there",
            code: .publicationExists,
            details: state.release?.address.map { ["address": $0] } ?? [:],
            hints: [hint],
            causes: sentences.map { RelctlError($0) }
        )
    }

    private func unknown(_ remarks: [String]) -> RelctlError {
        RelctlError(
            "cannot publish to \(rules.place): it cannot be told what is there",
            code: .remoteUnavailable,
            causes: remarks.map { RelctlError($0) }
        )
    }
}

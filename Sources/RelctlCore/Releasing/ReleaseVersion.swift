/// Decides which version a run is about, from what the user said and what was observed.
package enum ReleaseVersion {
    /// What the decision rests on.
    package struct Evidence: Sendable, Equatable {
        /// The tag that the user named.
        package var requestedTag: String?
        /// The tag for which CI started the run.
        package var triggeringTag: String?
        /// Tags at HEAD that have the project's form, with their versions.
        package var tagsAtHead: [Candidate]
        /// The nearest release reachable from HEAD.
        package var latest: Version?
        /// The version that the manifests say, if they say one.
        package var manifest: Version?
        /// The first 12 digits of HEAD's commit.
        package var shortCommit: String

        /// Gathers evidence.
        package init(
            requestedTag: String? = nil,
            triggeringTag: String? = nil,
            tagsAtHead: [Candidate] = [],
            latest: Version? = nil,
            manifest: Version? = nil,
            shortCommit: String
        ) {
            self.requestedTag = requestedTag
            self.triggeringTag = triggeringTag
            self.tagsAtHead = tagsAtHead
            self.latest = latest
            self.manifest = manifest
            self.shortCommit = shortCommit
        }
    }

    /// A version and its tag.
    package struct Candidate: Sendable, Equatable {
        /// The tag.
        package var tag: String
        /// The version.
        package var version: Version

        /// Pairs the two.
        package init(tag: String, version: Version) {
            self.tag = tag
            self.version = version
        }
    }

    /// The version of a release: the tag that was named, else the one CI runs for, else the highest at HEAD, else the
    /// tag that the manifests' version would get.
    ///
    /// - Throws: ``RelctlError`` if none of these says a version, and what `tags` throws.
    package static func release(_ evidence: Evidence, tags: TagTemplate) throws -> Candidate {
        if let tag = evidence.requestedTag ?? evidence.triggeringTag {
            return Candidate(tag: tag, version: try tags.version(fromTag: tag))
        }
        if let highest = evidence.tagsAtHead.max(by: { Version.precedes($0.version, $1.version) }) { return highest }
        guard let version = evidence.manifest else {
            throw RelctlError(
                "cannot tell which version this is about",
                code: .usage,
                hints: ["name the tag, such as `\(try tags.tag(for: Version("1.0.0")))`: no tag is at HEAD"]
            )
        }
        return Candidate(tag: try tags.tag(for: version), version: version)
    }

    /// The version of a trial: the next one that could follow, marked with the commit.
    ///
    /// After 1.0.0 comes 1.0.1-SNAPSHOT.g<commit>; manifests that are ahead already, or a tag that was named, say more.
    package static func snapshot(_ evidence: Evidence, tags: TagTemplate) throws -> Candidate {
        let base = try base(of: evidence, tags: tags)
        let version = try base.with(prerelease: snapshotMark(evidence.shortCommit))
        return Candidate(tag: try tags.tag(for: version), version: version)
    }

    /// What marks the version of a trial.
    static func snapshotMark(_ shortCommit: String) -> String { "SNAPSHOT.g\(shortCommit)" }

    private static func base(of evidence: Evidence, tags: TagTemplate) throws -> Version {
        if let tag = evidence.requestedTag { return try tags.version(fromTag: tag) }
        guard let latest = evidence.latest else { return try evidence.manifest ?? Version("0.0.1") }
        // What a candidate is for has not been released yet.
        let next = latest.isPrerelease ? latest : latest.nextPatch
        guard let manifest = evidence.manifest, Version.precedes(next, manifest) else { return next }
        return manifest
    }
}

/// A change of a reference at a remote.
package struct MirrorUpdate: Sendable, Hashable {
    /// The object that it shall lead to, which is in the mirror; nothing to delete it.
    package var object: String?
    /// The whole name of the reference, such as `refs/heads/main`.
    package var reference: String
    /// What it must lead to now for it to be changed; nothing for any commit that `object` stands on.
    package var expected: Expectation?

    /// What a reference must lead to.
    package enum Expectation: Sendable, Hashable {
        /// Nothing: it must not be there.
        case absent
        /// This object.
        case object(String)
    }

    /// Describes a change.
    package init(object: String?, reference: String, expected: Expectation? = nil) {
        self.object = object
        self.reference = reference
        self.expected = expected
    }

    /// Makes sure that no part of it can be taken for something else, such as the `+` that forces a push.
    ///
    /// - Throws: ``RelctlError`` for what is neither the whole name of an object nor of a reference.
    func requireSafe() throws {
        var names = object.map { [$0] } ?? []
        if case .object(let object)? = expected { names.append(object) }
        guard reference.hasPrefix("refs/"), GitReferenceName.isValid(reference),
            names.allSatisfy({ GitObjectFormat(ofName: $0) != nil })
        else { throw RelctlError("cannot push `\(refspec)`: it does not name an object and a reference as a whole") }
    }

    /// What `git push` is told of it.
    var refspec: String { "\(object ?? ""):\(reference)" }

    /// The condition, as `git push` takes it (https://git-scm.com/docs/git-push, `--force-with-lease`).
    var lease: String? {
        switch expected {
        case nil: nil
        case .absent: "--force-with-lease=\(reference):"
        case .object(let object): "--force-with-lease=\(reference):\(object)"
        }
    }
}

extension RelctlError.Code {
    /// A reference of a remote is not where it was, or a tag is there already.
    package static let pushRejected = RelctlError.Code(name: "push.rejected", exitCode: 1)
    /// A hook or a rule of a remote refuses a push.
    package static let pushRefused = RelctlError.Code(name: "push.refused", exitCode: 1)
    /// A remote cannot take several references all together or not at all.
    package static let pushNotAtomic = RelctlError.Code(name: "push.not_atomic", exitCode: 1)
    /// A push did not end in time, and may be done or not.
    package static let pushTimedOut = RelctlError.Code(name: "push.timed_out", exitCode: 69)
}

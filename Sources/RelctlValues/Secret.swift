/// A text that nobody may read: a token, a password, a signing key.
///
/// It prints as `****` wherever it is interpolated, logged, dumped or thrown, and it cannot be encoded. What must hold
/// the text itself, such as the header of a request, asks for ``revealed`` at the last moment.
public struct Secret: Sendable {
    /// The text itself; only for what is sent to whom it belongs.
    public let revealed: String
    /// Secrets that this one was made from, such as the password in the credentials of basic authentication.
    package let parts: [Secret]

    /// Hides a text, with the secrets that it was made from.
    public init(_ text: String, madeFrom parts: [Secret] = []) {
        revealed = text
        self.parts = parts
    }
}

extension Secret: Hashable {
    /// Bytewise equality of the texts.
    public static func == (left: Secret, right: Secret) -> Bool { left.revealed.equalsBytewise(right.revealed) }

    /// Hashes the bytes, as equality compares them.
    public func hash(into hasher: inout Hasher) { revealed.hashBytes(into: &hasher) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What stands in the place of a secret.
    package static let mask = "****"

    /// `****`.
    public var description: String { Self.mask }
    /// `****`.
    public var debugDescription: String { Self.mask }
    /// Nothing to see: `dump` shows what a mirror shows.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

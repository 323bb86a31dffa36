import FoundationEssentials

extension HTTPHeader {
    /// `Authorization: Basic …` (RFC 7617); the user's name holds no colon.
    package static func basic(user: String, _ password: Secret) -> HTTPHeader {
        let pair = Data("\(user):\(password.revealed)".utf8)
        return HTTPHeader("Authorization", Secret(pair.base64EncodedString(), madeFrom: [password]), prefix: "Basic ")
    }
}

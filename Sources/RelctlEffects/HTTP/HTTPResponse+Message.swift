import FoundationEssentials

extension HTTPResponse {
    /// What the server says went wrong.
    ///
    /// That is `message` of a JSON object as forges answer, `<Message>` of XML as buckets do, or the first line of plain
    /// text. It may hold anything; see ``line(_:)``.
    var serverMessage: String? {
        guard !body.isEmpty, body.count <= 256 << 10 else { return nil }
        return (jsonMessage ?? xmlMessage ?? plainMessage).flatMap { $0.isEmpty ? nil : $0 }
    }

    private struct Fault: Decodable {
        var message: String?
        var error: String?
        var errors: [Fault]?
        /// GitHub's `errors` may name what is wrong in place of a message, such as `ReleaseAsset`, `name`, `already_exists`.
        var resource: String?
        var field: String?
        var code: String?

        enum CodingKeys: CodingKey { case message, error, errors, resource, field, code }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            // Any of them may be of another type: then it is not said here.
            message = try? fields.decode(String.self, forKey: .message)
            error = try? fields.decode(String.self, forKey: .error)
            errors = try? fields.decode([Fault].self, forKey: .errors)
            resource = try? fields.decode(String.self, forKey: .resource)
            field = try? fields.decode(String.self, forKey: .field)
            code = try? fields.decode(String.self, forKey: .code)
        }

        /// What it says in words, or else by names.
        var said: String? {
            if let words = message ?? error { return words }
            guard let code else { return nil }
            let subject = [resource, field].compactMap(\.self).joined(separator: ".")
            return subject.isEmpty ? code : "\(subject) \(code)"
        }
    }

    private var jsonMessage: String? {
        guard body.first == UInt8(ascii: "{"), let fault = try? JSONDecoder().decode(Fault.self, from: Data(body))
        else {
            return nil
        }
        let details = (fault.errors ?? []).prefix(5).compactMap(\.said)
        let said = [fault.message ?? fault.error].compactMap(\.self) + details
        return said.isEmpty ? nil : said.joined(separator: "; ")
    }

    private var xmlMessage: String? {
        guard body.first == UInt8(ascii: "<") else { return nil }
        let text = String(decoding: body, as: UTF8.self)
        let parts = text.split(separator: "<Message>", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count < 2 ? nil : parts[1].split(separator: "<", maxSplits: 1).first.map { String($0) }
    }

    private var plainMessage: String? {
        guard headers["Content-Type"]?.lowercased().hasPrefix("text/plain") == true else { return nil }
        return body.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first.map { String(decoding: $0, as: UTF8.self) }
    }

    /// A text of a server's, in at most 500 characters, with nothing in it that a terminal would act on.
    package static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let shown = scalars.prefix(500).reduce(into: "") { result, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: result += scalar.escaped(asASCII: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return scalars.dropFirst(500).isEmpty ? shown : shown + " ..."
    }
}

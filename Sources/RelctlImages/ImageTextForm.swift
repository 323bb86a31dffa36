/// The forms of texts about images.
package enum ImageTextForm: TextRule {
    /// A repository of images, without tag.
    case name
    /// What an image stands on.
    case base
    /// What an image is for: a platform or a target.
    case platform
    /// Whom a container's process runs as.
    case user
    /// A path in an image.
    case absolutePath
    /// A port, with its protocol or without.
    case port
    /// A signal by name or number.
    case signal
    /// Permission bits in octal digits.
    case fileMode
    /// Part of a tag of an image.
    case tagPart
    /// Part of a tag of an image, or nothing.
    case tagSuffix

    package func problem(with text: String) -> String? {
        switch self {
        case .name: Self.nameProblem(text)
        case .base: Self.baseProblem(text)
        case .platform:
            ImagePlatformChoice(text) == nil
                ? "`\(text)` is neither a platform such as `linux/arm64` nor a target" : nil
        case .user: Self.imageUserProblem(text)
        case .absolutePath: Self.absolutePathProblem(text)
        case .port: Self.isPort(text) ? nil : "`\(text)` is not a port such as `8080` or `53/udp`"
        case .signal: ImageSignal.problem(with: text)
        case .fileMode: Self.isFileMode(text) ? nil : "`\(text)` is not three or four octal digits such as `0755`"
        case .tagPart: Self.isTagPart(text) ? nil : "`\(text)` cannot be part of a tag"
        case .tagSuffix:
            Self.isTagPart(text) || text.isEmpty ? nil : "`\(text)` cannot be part of a tag"
        }
    }

    package var pattern: String {
        switch self {
        case .user: "^[A-Za-z0-9_][A-Za-z0-9_.-]*(:[A-Za-z0-9_][A-Za-z0-9_.-]*)?$"
        case .absolutePath: "^/$|^(?!.*/\\.{0,2}(/|$))/[^\\u0000]+$"
        case .port: "^[0-9]{1,5}(/(tcp|udp|sctp))?$"
        case .signal: ImageSignal.pattern
        case .fileMode: "^[0-7]{3,4}$"
        case .tagPart: "^[A-Za-z0-9._-]+$"
        case .tagSuffix: "^[A-Za-z0-9._-]*$"
        case .name, .base, .platform: "^[^\\u0000]+$"
        }
    }

    private static func nameProblem(_ text: String) -> String? {
        words { () throws(RelctlError) in _ = try RepositoryName(text) }
    }

    private static func baseProblem(_ text: String) -> String? {
        guard ImageBase(text) == nil else { return nil }
        if text.hasPrefix("oci:") {
            return words { () throws(RelctlError) in _ = try ImagePlace(text) }
                ?? "`\(text)` is not `oci:` and a path below the project's folder"
        }
        return words { () throws(RelctlError) in _ = try ImageReference(text) }
    }

    /// What an error says.
    private static func words(_ body: () throws(RelctlError) -> Void) -> String? {
        do throws(RelctlError) {
            try body()
            return nil
        } catch {
            return error.causes.isEmpty ? error.message : error.causes.map { "\($0)" }.joined(separator: "; ")
        }
    }

    private static func imageUserProblem(_ text: String) -> String? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let isUser =
            (1...2).contains(parts.count)
            && parts.allSatisfy { part in
                part.utf8.first.map { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") } == true
                    && part.utf8.allSatisfy { $0.isLetterOrDigit || "_.-".utf8.contains($0) }
            }
        guard isUser else { return "`\(text)` is not `USER`, `UID`, `USER:GROUP` or `UID:GID`" }
        // `minID` and `maxID` of Moby's package `user`, which runtimes go by.
        let tooHigh = parts.first { $0.utf8.allSatisfy(isDigit) && Int32($0) == nil }
        return tooHigh.map { "`\($0)` is above \(Int32.max), the highest number that runtimes take" }
    }

    private static func absolutePathProblem(_ text: String) -> String? {
        guard text != "/" else { return nil }
        guard text.utf8.first == UInt8(ascii: "/") else { return "`\(text)` is not absolute" }
        do throws(RelativePath.Problem) {
            _ = try RelativePath(text.dropFirst())
            return nil
        } catch { return "`\(text)` is not a path in an image: \(error)" }
    }

    private static func isPort(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts[0].utf8.allSatisfy(isDigit), let port = UInt16(parts[0]), port > 0
        else { return false }
        return parts.count == 1 || ["tcp", "udp", "sctp"].contains(parts[1])
    }

    private static func isFileMode(_ text: String) -> Bool {
        (3...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x37).contains($0) }
    }

    private static func isTagPart(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension TextForm {
    /// A repository of images, without tag.
    package static var imageName: TextForm { .rule(ImageTextForm.name) }
    /// What an image stands on.
    package static var imageBase: TextForm { .rule(ImageTextForm.base) }
    /// What an image is for: a platform or a target.
    package static var imagePlatform: TextForm { .rule(ImageTextForm.platform) }
    /// Whom a container's process runs as.
    package static var imageUser: TextForm { .rule(ImageTextForm.user) }
    /// A path in an image.
    package static var absolutePath: TextForm { .rule(ImageTextForm.absolutePath) }
    /// A port, with its protocol or without.
    package static var port: TextForm { .rule(ImageTextForm.port) }
    /// A signal by name or number.
    package static var signal: TextForm { .rule(ImageTextForm.signal) }
    /// Permission bits in octal digits.
    package static var fileMode: TextForm { .rule(ImageTextForm.fileMode) }
    /// Part of a tag of an image.
    package static var tagPart: TextForm { .rule(ImageTextForm.tagPart) }
    /// Part of a tag of an image, or nothing.
    package static var tagSuffix: TextForm { .rule(ImageTextForm.tagSuffix) }
}

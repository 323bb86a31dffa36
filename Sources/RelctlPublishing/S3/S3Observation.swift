/// What a bucket holds of a release, and what an earlier run left in it.
package struct S3Observation: PublicationObservation {
    package var state: PublicationState = .absent
    /// Uploads in parts that were cut off and can go on, by the file's name.
    var uploads: [FilePath: String] = [:]
    /// Uploads in parts that lead nowhere: their ids, with the names.
    var leftovers: [String: String] = [:]
    /// How the pointer to the latest release stands.
    var pointer: Pointer = .right
    /// Why users are told not to take the release; nil if they are not.
    var yankReason: String?

    /// How the pointer to the latest release stands to this one.
    enum Pointer: String, Sendable, Hashable {
        /// It may stay.
        case right
        /// It is to point to this release.
        case outdated
        /// Something that relctl did not write is in its place.
        case foreign
    }

    /// Tells uploads that can go on from those that lead nowhere.
    ///
    /// The newest of a file that is wanted and not there goes on; the others cost storage and nothing ever ends them.
    mutating func sort(
        _ found: [S3Client.Upload],
        _ settings: S3Settings,
        _ request: PublicationRequest,
        _ assets: [RemoteAsset]
    ) {
        let files = request.filesAndNotes
        for upload in found.sorted(by: { ($0.begun, $0.id) > ($1.begun, $1.id) }) {
            let name = String(decoding: upload.key.utf8.dropFirst(settings.prefix.utf8.count), as: UTF8.self)
            // What lies deeper belongs to another release, or to nobody.
            guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { continue }
            let file = files.first { $0.name.equalsBytewise(name) }
            let isThere =
                file.map { file in assets.contains { $0.name.equalsBytewise(name) && $0.holds(file) } } ?? true
            if !isThere, uploads[FilePath(name)] == nil {
                uploads[FilePath(name)] = upload.id
            } else {
                leftovers[upload.id] = name
            }
        }
    }
}

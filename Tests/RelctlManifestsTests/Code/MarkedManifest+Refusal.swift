import RelctlManifests
import Testing

extension MarkedManifest {
    /// Expects that neither reading the version nor changing it is tried, for a reason with these words.
    func expectRefusal(
        _ words: String,
        at place: String? = nil,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let document = try document(originals)
        let readError = #expect(throws: RelctlError.self, sourceLocation: sourceLocation) {
            try source.version(in: document)
        }
        let writeError = #expect(throws: RelctlError.self, sourceLocation: sourceLocation) {
            try source.edits(to: Version("7.8.9"), in: document)
        }
        for error in [readError, writeError] {
            let said = ([error?.message ?? ""] + (error?.hints ?? [])).joined(separator: "; ")
            #expect(said.contains(words), sourceLocation: sourceLocation)
            if let place { #expect(error?.place?.description == place, sourceLocation: sourceLocation) }
        }
    }
}

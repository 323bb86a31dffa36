/// A layer that can be written.
struct PreparedLayer: Sendable {
    let key: Digest
    let title: String
    let entries: [LayerWriter.Entry]
    let writer: LayerWriter

    func write(to layout: ImageLayoutWriter, _ events: any EventSink) async throws -> LayerWriter.Written {
        let activity = Activity(id: "image/\(key.hexadecimal)", title: "packing \(title)", sizes: [])
        events.send(.began(activity))
        var outcome = Event.Outcome.failed
        defer { events.send(.ended(activity.id, outcome)) }
        let draft = try layout.draft(key.hexadecimal)
        do {
            let written = try await writer.write(entries, to: draft.file)
            try draft.commit(as: written.digest)
            outcome = .succeeded(nil)
            return written
        } catch {
            draft.discard()
            throw error
        }
    }
}

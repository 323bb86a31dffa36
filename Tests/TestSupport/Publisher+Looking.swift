package import RelctlCore
package import RelctlPublishing

extension Publisher {
    /// Looks at the place of a request, for planning whatever this publisher observes.
    package func look(at request: PublicationRequest, with effects: Effects) async throws -> ObservedPublication {
        ObservedPublication(request, at: self, try await observe(request, with: effects))
    }
}

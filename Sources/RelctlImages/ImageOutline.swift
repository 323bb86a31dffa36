/// An image as a release's plan names it, before anything is packed that it is made of.
package struct ImageOutline: Sendable, Hashable, Codable {
    /// What tells it from the release's other images.
    package var id: String
    /// The repositories it goes to.
    package var names: [String]
    /// The tags it gets in each.
    package var tags: [String]
    /// What it stands on, as the configuration writes it.
    package var base: String
    /// What it runs on.
    package var platforms: [String]
}

extension ImagePlanner {
    /// The images of a release that is planned; of the request's record only what is released matters.
    ///
    /// - Throws: ``RelctlError`` with everything that is wrong as its causes.
    package func outlines(_ request: Request) throws -> [ImageOutline] {
        let scope = request.project.scope(of: request.manifest.release)
        var problems: [any Error] = []
        var outlines: [ImageOutline] = []
        for image in request.images {
            do {
                outlines.append(
                    ImageOutline(
                        id: image.id,
                        names: image.names,
                        tags: try tags(of: image, request, scope),
                        base: image.base.text,
                        platforms: try ImagePlatforms(request).platforms(of: image).map(\.0.description)
                    )
                )
            } catch {
                problems.append(error)
            }
        }
        try RelctlError.throwAll(problems, "cannot plan \(problems.count) images")
        return outlines
    }
}

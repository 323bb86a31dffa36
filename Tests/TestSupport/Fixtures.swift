import Foundation
package import RelctlCore

/// Files that tests use, as they lie in the sources.
package enum Fixtures {
    /// The top folder of this project.
    package static let project = FilePath(#filePath.components(separatedBy: "/Tests/")[0])

    /// The path of a file in `Tests/Fixtures`.
    package static func path(_ name: String) -> FilePath { project.appending("Tests/Fixtures").appending(name) }
}

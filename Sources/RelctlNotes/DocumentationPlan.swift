/// What tells users how to take a release: commands and files to paste, each with the exact version and digest.
package struct DocumentationPlan: Sendable, Hashable {
    /// The images, each with the command that runs it, where it has something to run.
    package var images: [Image]
    /// The services of all images that can be run, as `docker compose` reads them; nothing without any.
    package var compose: String?
    /// The charts, each with the commands that install it.
    package var charts: [Chart]
    /// The flake; nothing where there is none.
    package var flake: Flake?
    /// How it is installed by package managers.
    package var installations: [Distribution.Installation] = []
    /// What goes to the folder ``ReleaseFolder/documentation``, sorted bytewise by name; empty where there is nothing to
    /// tell.
    package var files: [File]

    /// Describes what tells users how to take a release.
    package init(
        images: [Image],
        compose: String? = nil,
        charts: [Chart],
        flake: Flake? = nil,
        installations: [Distribution.Installation] = [],
        files: [File]
    ) {
        self.images = images
        self.compose = compose
        self.charts = charts
        self.flake = flake
        self.installations = installations
        self.files = files
    }

    /// An image and how it is run.
    package struct Image: Sendable, Hashable {
        /// The image.
        package var image: ReleasedImage
        /// What names exactly this image: `REPOSITORY:TAG@DIGEST`.
        package var reference: String
        /// The same at the other registries that have it.
        package var others: [String]
        /// The command, for a POSIX shell; nothing for an image of files alone.
        package var run: String?

        /// Describes an image.
        package init(image: ReleasedImage, reference: String, others: [String], run: String? = nil) {
            self.image = image
            self.reference = reference
            self.others = others
            self.run = run
        }
    }

    /// A chart and how it is installed.
    package struct Chart: Sendable, Hashable {
        /// The chart's name.
        package var name: String
        /// The chart's version.
        package var version: String
        /// The packed file.
        package var artifact: Artifact
        /// The commands, for a POSIX shell; nothing is installed that has another digest.
        package var install: String

        /// Describes a chart.
        package init(name: String, version: String, artifact: Artifact, install: String) {
            self.name = name
            self.version = version
            self.artifact = artifact
            self.install = install
        }
    }

    /// A flake and how it is used.
    package struct Flake: Sendable, Hashable {
        /// The command that runs the program.
        package var run: String
        /// A flake that has it as input.
        package var input: String

        /// Describes a flake.
        package init(run: String, input: String) {
            self.run = run
            self.input = input
        }
    }

    /// A file, whole.
    package struct File: Sendable, Hashable {
        /// Its name in the folder.
        package var name: String
        /// What is in it.
        package var text: String

        /// Describes a file.
        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// Of a release that people download, and no more.
    package static let empty = DocumentationPlan(images: [], compose: nil, charts: [], flake: nil, files: [])
}

/// How an image runs and what it is made of (image-spec, image configuration).
package struct ImageConfiguration: Sendable, Hashable, Codable {
    /// When it was made, as RFC 3339 has it.
    package var created: String?
    /// Who made it.
    package var author: String?
    /// Go's name of the processor.
    package var architecture: String
    /// Go's name of the system.
    package var os: String
    /// The variant of the processor.
    package var variant: String?
    /// The version of the system, for Windows.
    package var osVersion: String?
    /// Features that the system must have, for Windows.
    package var osFeatures: [String]?
    /// How a container of it begins.
    package var config: Execution?
    /// The layers.
    package var rootfs: RootFileSystem
    /// How it came to be: one entry for each layer, and more for what made none.
    package var history: [Step]?

    private enum CodingKeys: String, CodingKey {
        case created, author, architecture, os, variant, config, rootfs, history
        case osVersion = "os.version"
        case osFeatures = "os.features"
    }

    /// Describes an image for a platform that has no layer yet.
    package init(platform: ImagePlatform, created: String? = nil) {
        architecture = platform.architecture
        os = platform.os
        variant = platform.variant
        osVersion = platform.osVersion
        osFeatures = platform.osFeatures
        rootfs = RootFileSystem(diffIDs: [])
        self.created = created
    }

    /// The bytes whose digest names it: one line of JSON with sorted keys.
    package func bytes() throws -> [UInt8] { try JSONText.line(self).dropLast() }

    /// How a container begins.
    package struct Execution: Sendable, Hashable, Codable {
        /// Whom the process runs as: `user`, `uid`, `user:group`, `uid:gid`.
        package var user: String?
        /// Ports that it listens on, such as `8080/tcp`.
        package var exposedPorts: [String: Nothing]?
        /// `NAME=VALUE`.
        package var environment: [String]?
        /// What is always run.
        package var entrypoint: [String]?
        /// What is run, or the entrypoint's arguments, where the user says nothing else.
        package var command: [String]?
        /// Folders that data is kept in.
        package var volumes: [String: Nothing]?
        /// The folder it begins in.
        package var workingDirectory: String?
        /// What is said of it.
        package var labels: [String: String]?
        /// What ends it.
        package var stopSignal: String?
        /// How Docker sees whether it is well; no part of the specification, kept from base images.
        package var healthcheck: Healthcheck?
        /// Docker's own, kept from base images.
        package var shell: [String]?
        /// Docker's own, kept from base images.
        package var onBuild: [String]?

        private enum CodingKeys: String, CodingKey {
            case user = "User"
            case exposedPorts = "ExposedPorts"
            case environment = "Env"
            case entrypoint = "Entrypoint"
            case command = "Cmd"
            case volumes = "Volumes"
            case workingDirectory = "WorkingDir"
            case labels = "Labels"
            case stopSignal = "StopSignal"
            case healthcheck = "Healthcheck"
            case shell = "Shell"
            case onBuild = "OnBuild"
        }

        /// Describes nothing yet.
        package init() {}
    }

    /// Docker's check of a container's health.
    package struct Healthcheck: Sendable, Hashable, Codable {
        /// What is run.
        package var test: [String]?
        /// Nanoseconds from one run to the next.
        package var interval: Int64?
        /// Nanoseconds that a run may take.
        package var timeout: Int64?
        /// Nanoseconds before failures count.
        package var startPeriod: Int64?
        /// Nanoseconds from one run to the next while it starts.
        package var startInterval: Int64?
        /// How many failures in a row there must be.
        package var retries: Int?

        private enum CodingKeys: String, CodingKey {
            case test = "Test"
            case interval = "Interval"
            case timeout = "Timeout"
            case startPeriod = "StartPeriod"
            case startInterval = "StartInterval"
            case retries = "Retries"
        }
    }

    /// `{}`, which Go writes for a member of a set.
    package struct Nothing: Sendable, Hashable, Codable {
        /// The only one.
        package init() {}
    }

    /// The layers.
    package struct RootFileSystem: Sendable, Hashable, Codable {
        /// `layers`, always.
        package var type = "layers"
        /// The digests of the layers' uncompressed tar archives, the lowest first.
        package var diffIDs: [ContentDigest]

        private enum CodingKeys: String, CodingKey {
            case type
            case diffIDs = "diff_ids"
        }

        /// Describes layers.
        package init(diffIDs: [ContentDigest]) { self.diffIDs = diffIDs }
    }

    /// How a layer came to be.
    package struct Step: Sendable, Hashable, Codable {
        /// When, as RFC 3339 has it.
        package var created: String?
        /// By what.
        package var createdBy: String?
        /// By whom.
        package var author: String?
        /// More about it.
        package var comment: String?
        /// Whether it made no layer.
        package var emptyLayer: Bool?

        private enum CodingKeys: String, CodingKey {
            case created, author, comment
            case createdBy = "created_by"
            case emptyLayer = "empty_layer"
        }

        /// Describes a step.
        package init(created: String? = nil, createdBy: String? = nil, comment: String? = nil) {
            self.created = created
            self.createdBy = createdBy
            self.comment = comment
        }
    }
}

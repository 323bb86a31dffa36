/// A file for `docker compose` (https://github.com/compose-spec/compose-spec/blob/main/spec.md): a service for each image.
///
/// Of an image and its variants it has the first, which is the image itself.
struct ComposeFile: Sendable {
    private var services: [Service] = []

    /// What a container of an image needs of its host.
    struct Service: Sendable, Hashable {
        /// What names the image.
        let image: String
        /// `HOST:CONTAINER`, with the protocol where one is named.
        let ports: [String]
        /// `NAME:PATH`.
        let volumes: [String]
        /// The names of the volumes.
        let volumeNames: [String]
        /// A name that a service may have.
        let name: String

        /// Describes the need of an image, by its own name or another.
        init(_ wanted: SnippetRequest.Image, as name: String? = nil) {
            let service = name ?? Self.name(of: wanted)
            self.name = service
            image = wanted.references.first ?? ""
            ports = wanted.ports.map { port in
                let number = port.prefix { $0 != "/" }
                // Where nothing is said, it is TCP.
                return "\(number):\(port.hasSuffix("/tcp") ? String(number) : port)"
            }
            // Beyond a colon options are read; the image has a volume without a name in such a folder by itself.
            let paths = wanted.volumes.filter { !$0.utf8.contains(UInt8(ascii: ":")) }
            var names = UniqueNames()
            volumeNames = paths.map { path in
                names.take(
                    ([service] + path.splitAtSlashes().map(String.init)).joined(separator: "-")
                        .replacing(/[^A-Za-z0-9._-]/, with: "-")
                )
            }
            volumes = zip(volumeNames, paths).map { "\($0):\($1)" }
        }

        /// The name that an image gives its service.
        static func name(of wanted: SnippetRequest.Image) -> String {
            let repository = wanted.image.names.first ?? ""
            return repository.splitAtSlashes().last.map(String.init) ?? repository
        }
    }

    /// Has the first image of each repository.
    init(_ images: [SnippetRequest.Image]) {
        var repositories: Set<String> = []
        var names = UniqueNames()
        for image in images where repositories.insert(image.image.names.first ?? "").inserted {
            services.append(Service(image, as: names.take(Service.name(of: image))))
        }
    }

    /// The file.
    var text: String {
        var lines = ["services:"]
        for service in services {
            lines += ["  \(service.name.quotedAsJSON):", "    image: \(quoted(service.image))"]
            lines += list("ports", service.ports) + list("volumes", service.volumes)
        }
        let volumes = services.flatMap(\.volumeNames)
        if !volumes.isEmpty { lines += ["volumes:"] + volumes.map { "  \($0.quotedAsJSON): {}" } }
        return lines.map { $0 + "\n" }.joined()
    }

    private func list(_ key: String, _ values: [String]) -> [String] {
        values.isEmpty ? [] : ["    \(key):"] + values.map { "      - \(quoted($0))" }
    }

    /// A text that is YAML too, and in which compose finds no variable.
    private func quoted(_ text: String) -> String { text.replacing("$", with: "$$").quotedAsJSON }
}

/// Gives names, each once.
private struct UniqueNames {
    private var taken: Set<String> = []

    /// The name, or that with the first number that nobody has.
    mutating func take(_ name: String) -> String {
        var (result, number) = (name, 1)
        while !taken.insert(result).inserted {
            number += 1
            result = "\(name)-\(number)"
        }
        return result
    }
}

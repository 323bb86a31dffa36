/// A file for `docker compose` (https://github.com/compose-spec/compose-spec/blob/main/spec.md): a service for each image.
///
/// Of an image and its variants it has the first, which is the image itself.
struct ComposeFile: Sendable {
    private var services: [(name: String, service: Service)] = []

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

        init(_ wanted: SnippetRequest.Image) {
            let repository = wanted.image.names.first ?? ""
            name = repository.splitAtSlashes().last.map(String.init) ?? repository
            image = wanted.references.first ?? ""
            ports = wanted.ports.map { port in
                let number = port.prefix { $0 != "/" }
                // Where nothing is said, it is TCP.
                return "\(number):\(port.hasSuffix("/tcp") ? String(number) : port)"
            }
            let service = name
            volumeNames = wanted.volumes.map { path in
                ([service] + path.splitAtSlashes().map(String.init)).joined(separator: "-")
                    .replacing(/[^A-Za-z0-9._-]/, with: "-")
            }
            volumes = zip(volumeNames, wanted.volumes).map { "\($0):\($1)" }
        }
    }

    /// Has the first image of each repository.
    init(_ images: [SnippetRequest.Image]) {
        var repositories: Set<String> = []
        var names: [String: Int] = [:]
        for image in images where repositories.insert(image.image.names.first ?? "").inserted {
            let service = Service(image)
            names[service.name, default: 0] += 1
            let number = names[service.name] ?? 1
            services.append((number == 1 ? service.name : "\(service.name)-\(number)", service))
        }
    }

    /// The file.
    var text: String {
        var lines = ["services:"]
        for (name, service) in services {
            lines += ["  \(name.quotedAsJSON):", "    image: \(quoted(service.image))"]
            lines += list("ports", service.ports) + list("volumes", service.volumes)
        }
        let volumes = services.flatMap(\.service.volumeNames)
        if !volumes.isEmpty { lines += ["volumes:"] + volumes.map { "  \($0.quotedAsJSON): {}" } }
        return lines.map { $0 + "\n" }.joined()
    }

    private func list(_ key: String, _ values: [String]) -> [String] {
        values.isEmpty ? [] : ["    \(key):"] + values.map { "      - \(quoted($0))" }
    }

    /// A text that is YAML too, and in which compose finds no variable.
    private func quoted(_ text: String) -> String { text.replacing("$", with: "$$").quotedAsJSON }
}

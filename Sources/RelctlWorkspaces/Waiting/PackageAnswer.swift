import FoundationEssentials

/// Understands what registries of packages say of a version; pure.
///
/// Each kind answers at more than one address in more than one form, and the form tells which it is:
/// npm (https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md) a version or all of a package; PyPI (the JSON API
/// of https://github.com/pypi/warehouse, PEP 691) the same; crates (`crates/NAME` and `crates/NAME/VERSION` of the web API,
/// the sparse index of https://doc.rust-lang.org/cargo/reference/registry-index.html) a version, all of them, or lines;
/// Maven (https://maven.apache.org/ref/current/maven-repository-metadata/) `maven-metadata.xml` or the version's own pom.
struct PackageAnswer: Sendable {
    private let package: PackageRegistry
    private let url: String

    init(_ package: PackageRegistry, url: String) {
        self.package = package
        self.url = url
    }

    /// What is said of a version that is not there.
    static func absent(_ package: PackageRegistry) -> ReadinessState {
        .pending("`\(package.package)` \(package.version) is not there (\(package.kind.rawValue))")
    }

    /// What an answer says.
    ///
    /// - Throws: ``RelctlError`` of code `remote.unavailable` for an answer that cannot be understood, and of code
    ///   `config.invalid` for one that tells of another package.
    func state(_ body: [UInt8]) throws -> ReadinessState {
        let found: Found
        switch package.kind {
        case .npm: found = try npm(decoded(NPMPackage.self, body))
        case .pypi: found = try pypi(decoded(PyPIPackage.self, body))
        case .crates: found = try crates(body)
        case .maven: found = try maven(body)
        case .oci: throw garbage("it is no package's")
        }
        if let name = found.name, !isSame(name) {
            throw RelctlError(
                "cannot look for `\(package.package)`: `\(HTTPAddress.shown(url))` tells of `\(name)`",
                code: .configurationInvalid,
                hints: ["correct `registry.url` or `registry.package`"]
            )
        }
        switch found.presence {
        case .there: return .ready("`\(package.package)` \(package.version) is there (\(package.kind.rawValue))")
        case .withdrawn: return .failed("`\(package.package)` \(package.version) was yanked", url: nil)
        case .absent: return Self.absent(package)
        }
    }

    /// What was found of a version.
    private struct Found {
        var name: String?
        var presence: Presence

        enum Presence { case there, absent, withdrawn }

        init(_ name: String?, isThere: Bool, isWithdrawn: Bool = false) {
            self.name = name
            presence = !isThere ? .absent : isWithdrawn ? .withdrawn : .there
        }
    }

    /// Whether a name is that of the package, as its kind of registry compares names.
    private func isSame(_ name: String) -> Bool {
        switch package.kind {
        case .npm, .oci: name.equalsBytewise(package.package)
        case .pypi: Self.plain(name, "-_.") == Self.plain(package.package, "-_.")
        case .crates: Self.plain(name, "-_") == Self.plain(package.package, "-_")
        case .maven: name.equalsBytewise(package.package.split(separator: ":").last.map(String.init) ?? "")
        }
    }

    /// A name in lower case with `-` for each run of these marks (PEP 503).
    private static func plain(_ name: String, _ marks: String) -> String {
        name.lowercased().split(whereSeparator: marks.contains).joined(separator: "-")
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ body: [UInt8]) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch {
            throw garbage("it is not what \(package.kind.rawValue) answers", error)
        }
    }

    private func garbage(_ reason: String, _ cause: (any Error)? = nil) -> RelctlError {
        RelctlError(
            "cannot understand what `\(HTTPAddress.shown(url))` answered: \(reason)",
            code: .remoteUnavailable,
            causes: cause.map { [$0] } ?? []
        )
    }

    // MARK: npm

    private struct NPMPackage: Decodable {
        var name: String?
        var version: String?
        var versions: [String: Anything]?
    }

    /// Any value, of which it counts alone that it is there.
    private struct Anything: Decodable { init(from decoder: any Decoder) throws {} }

    private func npm(_ answer: NPMPackage) throws -> Found {
        if let versions = answer.versions { return Found(answer.name, isThere: versions[package.version] != nil) }
        guard let version = answer.version else { throw garbage("it names no version") }
        return Found(answer.name, isThere: version.equalsBytewise(package.version))
    }

    // MARK: PyPI

    private struct PyPIPackage: Decodable {
        var info: Info?
        var urls: [File]?
        var releases: [String: [File]]?
        var name: String?
        var versions: [String]?

        struct Info: Decodable {
            var name: String?
            var version: String?
            var yanked: Bool?
        }

        struct File: Decodable { var yanked: Bool? }
    }

    private func pypi(_ answer: PyPIPackage) throws -> Found {
        let name = answer.info?.name ?? answer.name
        let isNamed = answer.info?.version?.equalsBytewise(package.version) ?? false
        // Files are yanked one by one (PEP 592); a version without any is still being uploaded.
        if let files = isNamed ? answer.urls ?? answer.releases?[package.version] : answer.releases?[package.version] {
            let isWithdrawn = isNamed && answer.info?.yanked == true || files.allSatisfy { $0.yanked == true }
            return Found(name, isThere: !files.isEmpty, isWithdrawn: isWithdrawn)
        }
        if isNamed { return Found(name, isThere: true, isWithdrawn: answer.info?.yanked ?? false) }
        if answer.releases != nil { return Found(name, isThere: false) }
        if let versions = answer.versions { return Found(name, isThere: versions.contains(package.version)) }
        guard answer.info?.version != nil else { throw garbage("it names no version") }
        return Found(name, isThere: false)
    }

    // MARK: Crates

    private struct CratesPackage: Decodable {
        var version: Number?
        var versions: [Number]?

        struct Number: Decodable {
            var crate: String?
            var num: String
            var yanked: Bool?
        }
    }

    private struct IndexLine: Decodable {
        var name: String
        var vers: String
        var yanked: Bool?
    }

    private func crates(_ body: [UInt8]) throws -> Found {
        if let answer = try? JSONDecoder().decode(CratesPackage.self, from: Data(body)) {
            let numbers = answer.versions ?? answer.version.map { [$0] }
            if let numbers {
                let number = numbers.first { $0.num.equalsBytewise(package.version) }
                let name = numbers.first?.crate
                return Found(name, isThere: number != nil, isWithdrawn: number?.yanked ?? false)
            }
        }
        let lines = try body.split(separator: UInt8(ascii: "\n")).map { try decoded(IndexLine.self, Array($0)) }
        guard let first = lines.first else { throw garbage("it is empty") }
        let line = lines.last { $0.vers.equalsBytewise(package.version) }
        return Found(first.name, isThere: line != nil, isWithdrawn: line?.yanked ?? false)
    }

    // MARK: Maven

    private func maven(_ body: [UInt8]) throws -> Found {
        let root: XMLElement
        do {
            root = try XMLParser.parse(String(decoding: body, as: UTF8.self), file: HTTPAddress.shown(url))
        } catch {
            throw garbage("it is no XML", error)
        }
        func text(_ element: XMLElement) -> String? { try? element.text().text }
        let name = root.children("artifactId").first.flatMap(text)
        switch root.name {
        case "metadata":
            let versions = root.descendants("versioning", "versions", "version").compactMap(text)
            return Found(name, isThere: versions.contains { $0.equalsBytewise(package.version) })
        case "project":
            // A pom without a version has its parent's, and stands at the address of its own.
            let version = root.children("version").first.flatMap(text)
            return Found(name, isThere: version.map { $0.equalsBytewise(package.version) } ?? true)
        default: throw garbage("it is neither `maven-metadata.xml` nor a pom")
        }
    }
}

import TestSupport

/// A project whose version stands in a Cargo package with its lock file, a package.json and VERSION, released as 1.0.0
/// on `main`, which follows the same branch of a bare remote.
enum BumpedProject {
    static let cargo = "# 1.0.0\r\n[package]\r\nname = \"tool\"\r\nversion = \"1.0.0\" # 1.0.0\r\n"
    static let lock = "version = 4\n\n[[package]]\nname = \"tool\"\nversion = \"1.0.0\"\n"
    static let package =
        "{\n\t\"name\": \"grüße\",\n\t\"version\": \"1.0.0\",\n\t\"config\": { \"version\": \"1.0.0\" }\n}"

    static func create(in world: World, more: String = "") async throws -> TestRepository {
        let project = try await TestRepository("tool", in: world)
        try project.write("relctl.json", "{ name: \"tool\", version: { \(more) } }\n")
        try project.write("Cargo.toml", cargo)
        try project.write("Cargo.lock", lock)
        try project.write("package.json", package)
        try project.write("VERSION", "1.0.0\n")
        try await project.commit("feat: begin")
        try await project.tag("v1.0.0")
        try await project.git("push", "--quiet", "--set-upstream", "origin", "main", "v1.0.0")
        return project
    }

    /// The files with the version, and what they say once it is another.
    static func texts(_ version: String) -> [String: String] {
        [
            "Cargo.toml": "# 1.0.0\r\n[package]\r\nname = \"tool\"\r\nversion = \"\(version)\" # 1.0.0\r\n",
            "Cargo.lock": "version = 4\n\n[[package]]\nname = \"tool\"\nversion = \"\(version)\"\n",
            "package.json":
                "{\n\t\"name\": \"grüße\",\n\t\"version\": \"\(version)\",\n\t\"config\": { \"version\": \"1.0.0\" }\n}",
            "VERSION": "\(version)\n",
        ]
    }
}

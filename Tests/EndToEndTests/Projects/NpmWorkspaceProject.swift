import RelctlCore
import TestSupport

/// An npm workspace of two packages, one of which needs the other.
enum NpmWorkspaceProject {
    static func create(in world: World) async throws -> TestRepository {
        let project = try await TestRepository("shop", in: world)
        try project.write(
            "package.json",
            "{\n\t\"name\": \"shop\",\n\t\"private\": true,\n\t\"version\": \"0.4.0\",\n\t\"workspaces\": [\"packages/*\"]\n}\n"
        )
        try project.write(
            "packages/cart/package.json",
            """
            {
              "name": "@shop/cart",
              "version": "0.4.0",
              "description": "Ünïcode, and 0.4.0 in words",
              "dependencies": { "@shop/price": "^0.4.0" }
            }

            """
        )
        try project.write("packages/price/package.json", "{ \"name\": \"@shop/price\", \"version\": \"0.4.0\" }")
        try project.write("packages/price/index.js", "module.exports = () => 1;\n")
        try project.write(".gitignore", "node_modules/\n/dist/\n/out/\n")
        try project.write(
            "relctl.json",
            """
            {
              name: "shop",
              repository: "example/shop",
              version: { manifests: ["package.json"] },
              targets: { "x86_64-unknown-linux-gnu": {} },
              archive: { contents: [{ files: ["package.json", "packages/**"] }] },
              publish: [{ to: "directory", path: "out/{{tag}}" }],
            }
            """
        )
        try await npm(["install", "--package-lock-only"], in: project)
        try await project.commit("feat: sell")
        return project
    }

    /// Runs npm without a network.
    static func npm(_ arguments: [String], in project: TestRepository) async throws {
        let options = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--no-update-notifier"]
        try await project.world.output(of: ["npm"] + arguments + options, in: project.folder)
    }
}

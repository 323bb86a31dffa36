import TestSupport

@testable import RelctlCore

extension PackedRelease {
    /// What is asked of Nix, with files downloaded from the folder.
    func request(_ change: (inout NixSettings) throws -> Void = { _ in }) throws -> NixRequest {
        var request = NixRequest(manifest, try ConfigurationLoaderTests.load("{ name: 'Word Tool' }"))
        request.settings.name = "word-tool"
        request.settings.url = try Template(url)
        request.forge = ForgeAddress(repository: "acme/tool")
        try change(&request.settings)
        return request
    }

    /// Writes the files for Nix.
    @discardableResult
    func write(_ request: NixRequest) async throws -> NixPlan {
        let executor = NixExecutor(Effects.onDisk())
        let plan = try await executor.plan(request, in: folder, project: folder.path)
        try await executor.execute(plan, in: folder, project: folder.path)
        return plan
    }
}

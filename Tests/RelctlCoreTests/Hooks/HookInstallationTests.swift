import TestSupport
import Testing

@testable import RelctlCore

@Suite struct HookInstallationTests {
    private let files = LiveFileSystem()

    private func installation(_ folder: FilePath, project: String? = nil) throws -> HookInstallation {
        HookInstallation(
            folder: folder.appending("hooks"),
            project: try project.map { try RelativePath($0) },
            files: files
        )
    }

    private func write(_ text: String, _ name: String, in folder: FilePath) throws {
        try files.createFolders(folder.appending("hooks"))
        try files.write(text.utf8, to: folder.appending("hooks/\(name)"), permissions: 0o755)
    }

    @Test func whatIsInstalledIsTakenAwayWithoutATrace() async throws {
        try await withScratchFolder { folder in
            let hooks = try installation(folder)
            #expect(try hooks.install(GitHook.standard).map(\.outcome) == [.installed, .installed])
            #expect(try files.status(of: folder.appending("hooks/pre-push"))?.isExecutable == true)
            #expect(try hooks.install(GitHook.standard).map(\.outcome) == [.unchanged, .unchanged])
            #expect(try hooks.uninstall(GitHook.allCases).map(\.outcome) == [.removed, .absent, .removed])
            #expect(try files.names(in: folder.appending("hooks")) == [])
        }
    }

    @Test func anotherHookStaysAndComesBack() async throws {
        try await withScratchFolder { folder in
            let hooks = try installation(folder)
            try write("#!/usr/bin/env python3\n", "pre-commit", in: folder)
            #expect(try hooks.install([.preCommit]).map(\.outcome) == [.installedBeside])
            let kept = folder.appending("hooks/pre-commit.before-relctl")
            #expect(try files.text(of: kept) == "#!/usr/bin/env python3\n")
            #expect(try files.status(of: kept)?.isExecutable == true)
            #expect(try hooks.uninstall([.preCommit]).map(\.outcome) == [.restored])
            #expect(try files.names(in: folder.appending("hooks")) == ["pre-commit"])
            #expect(try files.text(of: folder.appending("hooks/pre-commit")) == "#!/usr/bin/env python3\n")
        }
    }

    @Test func aLinkToAnotherHookStaysALink() async throws {
        try await withScratchFolder { folder in
            try files.createFolders(folder.appending("hooks"))
            try files.createLink(at: folder.appending("hooks/pre-push"), to: "../shared/pre-push")
            #expect(try installation(folder).install([.prePush]).map(\.outcome) == [.installedBeside])
            let kept = folder.appending("hooks/pre-push.before-relctl")
            #expect(try files.destination(ofLink: kept) == "../shared/pre-push")
            #expect(try installation(folder).uninstall([.prePush]).map(\.outcome) == [.restored])
            #expect(try files.destination(ofLink: folder.appending("hooks/pre-push")) == "../shared/pre-push")
        }
    }

    @Test func twoHooksOfOthersAreNoPlaceForAThird() async throws {
        try await withScratchFolder { folder in
            try write("#!/bin/sh\n# one\n", "pre-push", in: folder)
            try write("#!/bin/sh\n# two\n", "pre-push.before-relctl", in: folder)
            #expect(throws: RelctlError.self) { try installation(folder).install([.prePush]) }
            #expect(try files.text(of: folder.appending("hooks/pre-push")) == "#!/bin/sh\n# one\n")
        }
    }

    @Test func anInstallationThatWasCutOffIsFinished() async throws {
        try await withScratchFolder { folder in
            for name in ["pre-push", "pre-push.before-relctl"] { try write("#!/bin/sh\n# one\n", name, in: folder) }
            #expect(try installation(folder).install([.prePush]).map(\.outcome) == [.installedBeside])
        }
    }

    @Test func projectsOfOneRepositoryShareAScript() async throws {
        try await withScratchFolder { folder in
            try write("#!/bin/sh\n", "pre-push", in: folder)
            #expect(try installation(folder).install([.prePush]).map(\.outcome) == [.installedBeside])
            #expect(try installation(folder, project: "a b/c").install([.prePush]).map(\.outcome) == [.installed])
            let text = try files.text(of: folder.appending("hooks/pre-push"))
            #expect(HookScript(.prePush, text: text)?.projects == [".", "a b/c"])
            #expect(try installation(folder).uninstall([.prePush]).map(\.outcome) == [.removed])
            #expect(try installation(folder).uninstall([.prePush]).map(\.outcome) == [.absent])
            #expect(try installation(folder, project: "a b/c").uninstall([.prePush]).map(\.outcome) == [.restored])
        }
    }
}

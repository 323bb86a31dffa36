import Testing

@testable import RelctlCore

@Suite struct HookMessageTests {
    private func findings(_ message: String) -> [Finding] { HookChecks.findings(inMessage: Array(message.utf8)) }

    @Test(arguments: [
        "feat: a", "fix(a b)!: c\n\nbody", "Revert \"feat: a\"\n\nThis reverts commit 0123456.", "Reapply \"feat: a\"",
        "fixup! x", "squash! x", "amend! x", "Merge branch 'main' into x", "Merge pull request #3 from a/b",
        "Merge remote-tracking branch 'origin/main'", "Merge tag 'v1.0.0'", "Merged in feature/x (pull request #3)",
        "Merged PR 12: x", "Automatic merge", "Auto-merged a into b", "Merged a into b", "1.2.3", "Release 1.2.3",
        "", "# feat: only a comment", "\n\nfix: after blank lines", "fix: a\r\n\r\nb\r\n",
    ])
    func whatHasTheFormOrIsNoChangePasses(message: String) {
        #expect(findings(message).isEmpty)
    }

    @Test(arguments: [
        "words", "feat:a", "FIX : a", "feat(): a", "feat!(a): b", "# comment\nwords\n",
        "words\n# ------------------------ >8 ------------------------\nfeat: a",
    ])
    func allElseIsNamed(message: String) {
        #expect(findings(message).map(\.code) == ["message.unconventional"])
    }
}

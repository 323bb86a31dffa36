import RelctlCLI
import Testing

@Suite struct SnapshotTests {
    @Test func helpOfRelctl() throws {
        try expectSnapshot(HelpText(.builtIn).text(), "help.txt")
    }

    @Test(arguments: CommandRegistry.builtIn.descriptions.map(\.name))
    func helpOfSubcommand(name: String) throws {
        try expectSnapshot(HelpText(.builtIn).text(CommandRegistry.builtIn.description(of: name)), "help-\(name).txt")
    }

    @Test func manualPage() throws {
        try expectSnapshot(ManPage(.builtIn, build: .sample).text, "relctl.1")
    }

    @Test func completions() throws {
        try expectSnapshot(BashCompletions(.builtIn).text, "relctl.bash")
        try expectSnapshot(ZshCompletions(.builtIn).text, "_relctl")
        try expectSnapshot(FishCompletions(.builtIn).text, "relctl.fish")
    }
}

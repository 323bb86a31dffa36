import RelctlCLI
import Testing

@Suite struct RegistryTests {
    static let commands = CommandRegistry.builtIn.descriptions
    static let globals = GlobalOptions.table.map(\.description)

    @Test func namesAreUnique() {
        let names = Self.commands.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: commands)
    func spellingsAreUniqueAmongTheGlobalOnesToo(command: CommandDescription) {
        let spellings = (command.options + Self.globals).flatMap(\.spellings)
        #expect(Set(spellings).count == spellings.count, "\(command.name)")
    }

    @Test(arguments: commands)
    func positionalsStandInAnOrderThatCanBeRead(command: CommandDescription) {
        let ranks = command.positionals.map { positional in
            switch positional.arity {
            case .required: 0
            case .optional: 1
            case .repeating: 2
            }
        }
        #expect(ranks == ranks.sorted())
        #expect(ranks.count { $0 == 2 } <= 1)
    }

    @Test(arguments: commands)
    func everythingIsExplained(command: CommandDescription) {
        let summaries = [command.summary] + command.options.map(\.summary) + command.positionals.map(\.summary)
        for summary in summaries { #expect(!summary.isEmpty && !summary.hasSuffix("."), "\(command.name): \(summary)") }
        #expect(!command.examples.isEmpty, "\(command.name) has no worked example")
        #expect(command.exitCodes.contains(.done) && command.exitCodes.contains(.usage))
    }

    /// Only what stands before a pipe, a redirection or a comment is relctl's.
    @Test(arguments: commands.flatMap(\.examples) + HelpText.examples)
    func examplesAreCommandLinesThatParse(example: Example) {
        let words = example.line.split(separator: " ").prefix { !["|", ">", ">>", "&&", "#"].contains($0) }
        guard words.first == "relctl" else { return }
        let plain = words.dropFirst().map { $0.filter { $0 != "'" && $0 != "\"" } }
        guard let name = plain.first(where: { !$0.hasPrefix("-") }), CommandRegistry.builtIn.names.contains(name) else {
            return
        }
        let invocation = Invocation(plain, registry: .builtIn, environment: [:])
        #expect(throws: Never.self) { try invocation.action.get() }
    }
}

/// A command line taken apart into options and arguments, before any of them means anything.
///
/// Taking apart never fails: what is wrong stands among the rest, so that `--help` is found however broken the rest is,
/// and a complaint about the command line can be made in the form that the command line asks for.
struct ScannedArguments {
    private(set) var items: [Item] = []
    private(set) var command: (any Command.Type)?

    enum Item: Equatable {
        case global(OptionDescription, value: String)
        case option(OptionDescription, value: String)
        case argument(String)
        case problem(UsageError)

        /// The long name, if it is an option.
        var optionName: String? {
            switch self {
            case .global(let option, _), .option(let option, _): option.long
            case .argument, .problem: nil
            }
        }
    }

    private let registry: CommandRegistry
    private var table: [OptionDescription] = []
    private var globals = GlobalOptions.table.map(\.description)
    private var isCommandKnown = true

    /// Takes a command line apart.
    init(_ arguments: [String], registry: CommandRegistry) {
        self.registry = registry
        var rest = arguments[...]
        var areOptionsOver = false
        while let word = rest.popFirst() {
            if areOptionsOver || !word.hasPrefix("-") || word == "-" {
                take(argument: word)
            } else if word == "--" {
                areOptionsOver = true
            } else {
                take(option: word, rest: &rest)
            }
        }
    }

    /// Whether this global option is anywhere.
    func contains(global long: String) -> Bool {
        items.contains { item in
            guard case .global(let option, _) = item else { return false }
            return option.long == long
        }
    }

    private mutating func take(argument: String) {
        guard command == nil, isCommandKnown else { return items.append(.argument(argument)) }
        if let command = registry.command(argument) {
            self.command = command
            table = CommandDescription(command).options
        } else {
            isCommandKnown = false
            var problem = registry.unknown(argument)
            problem.subcommand = argument
            items.append(.problem(problem))
        }
    }

    /// `--name`, `--name=value`, `--name value`, `-n`, `-n value`, `-nvalue`; letters are never bundled.
    private mutating func take(option word: String, rest: inout ArraySlice<String>) {
        if let item = itemWithAttachedValue(word) { return items.append(item) }
        let isLong = word.hasPrefix("--")
        let parts = word.dropFirst(isLong ? 2 : 1).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let isMeant: (OptionDescription) -> Bool =
            isLong ? { $0.long == name } : { name.count == 1 && $0.short == name.first }
        let spelling = (isLong ? "--" : "-") + name
        let local = table.first(where: isMeant)
        guard let option = local ?? globals.first(where: isMeant) else {
            return items.append(.problem(unknown(spelling)))
        }
        let attached = parts.count > 1 ? String(parts[1]) : nil
        guard isLong || attached == nil else { return items.append(.problem(unknown(word))) }
        switch (option.valueName, attached) {
        case (nil, nil):
            items.append(local == nil ? .global(option, value: "") : .option(option, value: ""))
        case (nil, _):
            items.append(.problem(UsageError("the option `\(spelling)` takes no value")))
        case (let valueName?, _):
            guard let value = attached ?? rest.popFirst() else {
                let form = isLong ? "\(spelling)=\(valueName)" : "\(spelling) \(valueName)"
                return items.append(
                    .problem(UsageError("the option `\(spelling)` needs a value", hints: ["write `\(form)`"]))
                )
            }
            items.append(local == nil ? .global(option, value: value) : .option(option, value: value))
        }
    }

    /// `-nvalue` (POSIX.1-2024, XBD 12.2, guideline 6); nothing for a long name behind one hyphen, which is a slip.
    private func itemWithAttachedValue(_ word: String) -> Item? {
        let text = word.dropFirst()
        let value = text.dropFirst()
        guard let letter = text.first, letter != "-", let first = value.first, first != "=" else { return nil }
        let name = text.prefix { $0 != "=" }
        guard !(table + globals).contains(where: { $0.long == name }) else { return nil }
        let local = table.first { $0.short == letter }
        guard let option = local ?? globals.first(where: { $0.short == letter }), option.valueName != nil else {
            return nil
        }
        return local == nil ? .global(option, value: String(value)) : .option(option, value: String(value))
    }

    private func unknown(_ spelling: String) -> UsageError {
        let known = (table + globals).flatMap(\.spellings)
        let help = ["relctl", command?.name, "--help"].compactMap(\.self).joined(separator: " ")
        var otherwise = ["run `\(help)` for the list"]
        if known.contains("-" + spelling) {
            otherwise = ["did you mean `-\(spelling)`?"]
        } else if let letter = spelling.dropFirst().first, letter != "-", spelling.count > 2 {
            let rest = spelling.dropFirst(2)
            switch (table + globals).first(where: { $0.short == letter }).map({ $0.valueName != nil }) {
            case true?:
                otherwise = ["letters take no `=`: write `-\(letter) \(rest.dropFirst())`"]
            case false? where rest.first != "=": otherwise = ["letters stand alone: write `-\(letter) -\(rest)`"]
            default: break
            }
        } else if command == nil {
            let owners = registry.descriptions.filter { $0.options.contains { $0.spellings.contains(spelling) } }
            if let owner = owners.first {
                otherwise = ["options of a subcommand stand after it: `relctl \(owner.name) \(spelling)`"]
            }
        }
        return .unknown("option", spelling, known: spelling.hasPrefix("--") ? known : [], otherwise: otherwise)
    }
}

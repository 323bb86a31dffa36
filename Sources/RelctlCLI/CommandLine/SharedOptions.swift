/// Options and arguments that several subcommands take, so that they are spelled and explained the same everywhere.
extension OptionSpec {
    /// `--target GLOB`, repeatable.
    package static func targets(_ property: any WritableKeyPath<Options, [String]> & Sendable) -> OptionSpec {
        values("target", "GLOB", property, "Only targets that match; may be repeated").completing(.target)
    }

    /// `--allow-missing TARGET`, repeatable.
    package static func allowMissing(_ property: any WritableKeyPath<Options, [String]> & Sendable) -> OptionSpec {
        values("allow-missing", "TARGET", property, "Publish without targets that match; may be repeated")
            .completing(.target)
    }

    /// `--dry-run`, `-n`.
    package static func dryRun(_ property: any WritableKeyPath<Options, Bool> & Sendable) -> OptionSpec {
        flag("dry-run", short: "n", property, "Print what would be done, and change nothing")
    }

    /// `--check`, of a subcommand that writes files.
    package static func check(_ property: any WritableKeyPath<Options, Bool> & Sendable) -> OptionSpec {
        flag("check", property, "Change nothing, and exit with 2 if something would change")
    }

    /// `--jobs N`, `-j N`, or the environment variable `RELCTL_JOBS`.
    package static func jobs(_ property: any WritableKeyPath<Options, Int?> & Sendable) -> OptionSpec {
        integer("jobs", "N", in: 1...1024, property, "Do at most N things at once (default: one per core)")
            .short("j").environment("RELCTL_JOBS")
    }

    /// `--compare-with DIR|FILE`.
    package static func compareWith(_ property: any WritableKeyPath<Options, String?> & Sendable) -> OptionSpec {
        value("compare-with", "DIR|FILE", property, "Compare sizes with an earlier release's manifest.json")
            .completing(.file)
    }

    /// `--threads N`, or the environment variable `RELCTL_THREADS`.
    package static func threads(_ property: any WritableKeyPath<Options, Int?> & Sendable) -> OptionSpec {
        integer("threads", "N", in: 1...1024, property, "Compress on at most N threads (default: one per core)")
            .environment("RELCTL_THREADS")
    }
}

extension PositionalSpec {
    /// `TAG`, which must be there.
    package static func tag(_ property: any WritableKeyPath<Options, String> & Sendable) -> PositionalSpec {
        required("TAG", property, "The release's tag, such as `v1.0.0`", completing: .tag)
    }

    /// `[TAG]`.
    package static func optionalTag(_ property: any WritableKeyPath<Options, String?> & Sendable) -> PositionalSpec {
        let summary = "The release's tag, such as `v1.0.0` (default: the one that HEAD has)"
        return optional("TAG", property, summary, completing: .tag)
    }

    /// `[TAG]`, of a subcommand that takes the release that `dist/` holds.
    package static func recordedTag(_ property: any WritableKeyPath<Options, String?> & Sendable) -> PositionalSpec {
        let summary = "The release's tag, to be sure that dist/ holds it (default: whichever it holds)"
        return optional("TAG", property, summary, completing: .tag)
    }
}

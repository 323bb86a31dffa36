extension CommandRegistry {
    /// The subcommands of relctl.
    package static let builtIn = CommandRegistry([
        InitCommand.self,
        CheckCommand.self,
        ValidateCommand.self,
        BumpCommand.self,
        HooksCommand.self,
        MatrixCommand.self,
        PlanCommand.self,
        BuildCommand.self,
        PackageCommand.self,
        MergeCommand.self,
        ChecksumCommand.self,
        NotesCommand.self,
        ChangelogCommand.self,
        PublishCommand.self,
        ReleaseCommand.self,
        YankCommand.self,
        VerifyCommand.self,
        VersionCommand.self,
        HelpCommand.self,
        CompletionsCommand.self,
        ManCommand.self,
        SchemaCommand.self,
    ])
}

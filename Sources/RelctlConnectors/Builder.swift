/// Knows how projects of one kind are built: what is run for a target, and where its binaries are afterwards.
///
/// A builder runs nothing and never touches the disk: it is handed texts and answers with a ``BuildRecipe``. Running it,
/// with its time limit, its log and what a target changes, is relctl's.
public protocol Builder: Sendable {
    /// The keys it takes in `build`, beside `with` and those that say how relctl runs it.
    ///
    /// One that calls a key `with`, `command`, `output`, `environment`, `directory`, `timeout`, `passEnvironment`,
    /// `before` or `after`, or two keys the same, cannot be registered.
    ///
    /// Their templates may use the names of a target too.
    var keys: [ConfigurationKey] { get }

    /// Decides how a target is built; pure, so that the same request gives the same recipe on every machine.
    ///
    /// - Throws: ``RelctlError`` if the project cannot be built so.
    func recipe(for request: BuildRequest) throws -> BuildRecipe
}

/// What is to be built.
public struct BuildRequest: Sendable {
    /// The platform.
    public var target: TargetTriple
    /// The binaries that it has, without `.exe`, in the configuration's order.
    public var binaries: [String]
    /// The builder's own keys, templates filled in.
    public var options: [String: ConfigurationValue]
    /// Reads a file below the folder that the command will run in; nothing where there is none.
    public var read: @Sendable (RelativePath) throws -> String?
    /// The names in a folder below that one (its own for nothing), sorted bytewise; empty where there is no such folder.
    public var names: @Sendable (RelativePath?) throws -> [String]

    /// Describes what is to be built.
    public init(
        target: TargetTriple,
        binaries: [String],
        options: [String: ConfigurationValue],
        read: @escaping @Sendable (RelativePath) throws -> String?,
        names: @escaping @Sendable (RelativePath?) throws -> [String]
    ) {
        self.target = target
        self.binaries = binaries
        self.options = options
        self.read = read
        self.names = names
    }
}

/// How a target is built.
public struct BuildRecipe: Sendable, Hashable {
    /// The program and its arguments.
    public var arguments: [String]
    /// Variables set for it; those that the configuration sets win.
    public var environment: [String: String]
    /// Names of variables that it gets from relctl's own environment beside the usual ones.
    public var passEnvironment: [String]
    /// Where each binary is found afterwards, below the folder that the command runs in, by the binaries' names without
    /// `.exe`.
    public var outputs: [String: RelativePath]

    /// Describes a build.
    public init(
        arguments: [String],
        environment: [String: String] = [:],
        passEnvironment: [String] = [],
        outputs: [String: RelativePath]
    ) {
        self.arguments = arguments
        self.environment = environment
        self.passEnvironment = passEnvironment
        self.outputs = outputs
    }
}

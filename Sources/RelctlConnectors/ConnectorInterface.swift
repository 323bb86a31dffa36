/// What connectors are written against: everything that `RelctlCore` and `RelctlCLI` make public.
public enum ConnectorInterface {
    /// Its version: the first number is raised by whatever may break a connector, the second by what is new.
    ///
    /// Up to 1.0 the second is raised by both. A change of what is public without one of the version fails the tests.
    public static let version = "0.5"
}

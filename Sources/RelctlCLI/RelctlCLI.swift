/// The command line as a library.
public enum RelctlCLI {
    /// Runs the command line of this process and ends it.
    public static func main() {}
}

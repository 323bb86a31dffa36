import RelctlCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Zig's C compiler, which builds for every platform from any: an independent maker of real binaries.
package enum ZigCompiler {
    /// `zig` on `PATH`, else the module `ziglang` of the Python that `RELCTL_TEST_PYTHON` names; nothing if neither is
    /// there.
    package static let command: [String]? = {
        if let zig = LiveProcessRunner().locate("zig", environment: variables, directory: FilePath("/")) {
            return [zig.string]
        }
        guard let python = variables["RELCTL_TEST_PYTHON"], !python.isEmpty else { return nil }
        return [python, "-m", "ziglang"]
    }()

    /// What Zig needs of the tests' own environment.
    package static let variables: [String: String] = {
        let names = ["PATH", "HOME", "TMPDIR", "RELCTL_TEST_PYTHON", "ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"]
        return names.reduce(into: [:]) { variables, name in
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
    }()
}

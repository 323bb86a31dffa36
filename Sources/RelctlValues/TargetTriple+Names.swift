/// What other ecosystems call the same platform; nothing where they have no name for it.
extension TargetTriple {
    /// Go's `GOOS/GOARCH` (https://go.dev/doc/install/source#environment), such as `linux/amd64`.
    public var goName: String? {
        guard let system = goSystem, let architecture = goArchitecture else { return nil }
        return "\(system)/\(architecture)"
    }

    /// The platform of an OCI image (image-spec, image index, `platform`), such as `linux/arm64` or `linux/arm/v7`.
    public var ociName: String? {
        guard let name = goName else { return nil }
        switch architecture {
        case .armv7: return name + "/v7"
        case .armv6: return name + "/v6"
        case .arm: return name + (environment?.isHardFloat == true ? "/v6" : "/v5")
        default: return name
        }
    }

    /// Debian's architecture (https://wiki.debian.org/SupportedArchitectures), for Linux alone.
    public var debianName: String? {
        guard system == .linux, environment?.libc != .android else { return nil }
        return switch architecture {
        case .x86_64: "amd64"
        case .i686: "i386"
        case .aarch64: "arm64"
        case .armv7: environment?.isHardFloat == false ? "armel" : "armhf"
        case .armv6, .arm: environment?.isHardFloat == true ? "armhf" : "armel"
        case .riscv64: "riscv64"
        case .powerpc64le: "ppc64el"
        case .powerpc64: "ppc64"
        case .s390x: "s390x"
        case .loongarch64: "loong64"
        case .mips64el: "mips64el"
        case .mips64, .wasm32, .universal: nil
        }
    }

    /// Nix's `system`, such as `aarch64-darwin`.
    public var nixName: String? {
        let system: String? =
            switch self.system {
            case .linux where environment?.libc != .android: "linux"
            case .macOS: "darwin"
            case .freebsd: "freebsd"
            default: nil
            }
        let architecture: String? =
            switch self.architecture {
            case .x86_64, .i686, .aarch64, .riscv64, .powerpc64le, .powerpc64, .s390x, .loongarch64:
                self.architecture.rawValue
            case .armv7: "armv7l"
            case .armv6: "armv6l"
            case .arm: "armv5tel"
            case .mips64el: "mips64el"
            case .mips64, .wasm32, .universal: nil
            }
        guard let system, let architecture else { return nil }
        return "\(architecture)-\(system)"
    }

    /// RPM's architecture, for Linux alone.
    public var rpmName: String? {
        guard system == .linux, environment?.libc != .android else { return nil }
        return switch architecture {
        case .x86_64, .i686, .aarch64, .riscv64, .s390x, .loongarch64, .mips64el, .mips64: architecture.rawValue
        case .armv7: environment?.isHardFloat == false ? "armv7l" : "armv7hl"
        case .armv6: environment?.isHardFloat == true ? "armv6hl" : "armv6l"
        case .arm: environment?.isHardFloat == true ? "armv6hl" : "armv5tel"
        case .powerpc64le: "ppc64le"
        case .powerpc64: "ppc64"
        case .wasm32, .universal: nil
        }
    }

    /// What a person calls the platform, such as `Linux (x86_64, static)` or `macOS (Apple silicon)`.
    public var displayName: String {
        switch system {
        case .macOS where architecture == .aarch64: return "macOS (Apple silicon)"
        case .macOS where architecture == .x86_64: return "macOS (Intel)"
        case .macOS: return "macOS (\(architecture))"
        case .linux:
            guard let libc = environment?.libc else { return "Linux (\(architecture))" }
            return libc == .android ? "Android (\(architecture))" : "Linux (\(architecture), \(libc))"
        case .windows: return "Windows (\(architecture == .i686 ? "32-bit" : architecture.rawValue))"
        case .freebsd: return "FreeBSD (\(architecture))"
        case .netbsd: return "NetBSD (\(architecture))"
        case .openbsd: return "OpenBSD (\(architecture))"
        case .dragonfly: return "DragonFly BSD (\(architecture))"
        case .illumos: return "illumos (\(architecture))"
        case .solaris: return "Solaris (\(architecture))"
        case .wasi: return "WebAssembly (WASI)"
        }
    }

    private var goSystem: String? {
        switch system {
        case .macOS: "darwin"
        case .linux: environment?.libc == .android ? "android" : "linux"
        case .wasi: "wasip1"
        default: system.rawValue
        }
    }

    private var goArchitecture: String? {
        switch architecture {
        case .x86_64: "amd64"
        case .i686: "386"
        case .aarch64: "arm64"
        case .armv7, .armv6, .arm: "arm"
        case .riscv64: "riscv64"
        case .powerpc64le: "ppc64le"
        case .powerpc64: "ppc64"
        case .s390x: "s390x"
        case .loongarch64: "loong64"
        case .mips64: "mips64"
        case .mips64el: "mips64le"
        case .wasm32: "wasm"
        case .universal: nil
        }
    }
}

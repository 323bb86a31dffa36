/// The script by which a machine downloads relctl, proves it by its digest and has it in a folder `bin`.
package struct DownloadScript: Sendable {
    /// What there is to download.
    package let downloads: [IntegrationSettings.Download]
    /// The word of the shell that says which platform the machine is of.
    package let platform: String
    /// What that word comes to on machines of a platform, as a pattern of the shell.
    package let pattern: @Sendable (RunnerPlatform) -> String
    /// What stands before a message that people are to see as an error.
    package let error: String

    /// Describes which relctl is fetched, and how.
    package init(
        downloads: [IntegrationSettings.Download],
        platform: String,
        pattern: @escaping @Sendable (RunnerPlatform) -> String,
        error: String
    ) {
        self.downloads = downloads
        self.platform = platform
        self.pattern = pattern
        self.error = error
    }

    /// Sets `url` and `sha256` to those of the machine, and ends where there is none.
    package var choice: [String] {
        let known = downloads.flatMap { download in
            [
                "\(RunnerPlatform(download.triple).map(pattern) ?? ""))",
                "  url=\(ShellWord.quoted(download.url))",
                "  sha256=\(download.sha256.hexadecimal)",
                "  ;;",
            ]
        }
        let unknown = ["*)", "  echo \"\(error)no relctl is named for \(platform)\"", "  exit 1", "  ;;"]
        return ["case \"\(platform)\" in"] + known + unknown + ["esac"]
    }

    /// Makes a folder of a relctl that was chosen, and goes there.
    ///
    /// - Parameter folder: The folder as the shell has it between quotation marks.
    /// - Returns: Lines that end with the program's own word.
    package func unpacking(into folder: String) -> [String] {
        [
            "mkdir -p \"\(folder)/bin\"",
            "cd \"\(folder)\"",
            "curl --fail --silent --show-error --location --retry 3 --proto '=https,file' \\",
            #"  --output download "$url""#,
            "if command -v sha256sum >/dev/null; then",
            #"  echo "$sha256  download" | sha256sum --check -"#,
            "else",
            #"  echo "$sha256  download" | shasum -a 256 --check -"#,
            "fi",
            "case \"$url\" in",
            "*.tar.* | *.tgz) tar -xf download --strip-components 1 ;;",
            "*.zip)",
            "  unzip -q download -d unpacked",
            "  cp -R unpacked/*/. .",
            "  ;;",
            "*) mv download bin/relctl && chmod 755 bin/relctl ;;",
            "esac",
        ]
    }
}

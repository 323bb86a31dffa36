/// A `.cmd` file that stands where a link to a program would, and runs the program.
struct CommandLauncher {
    /// The launcher's own path.
    let path: RelativePath
    /// Its text.
    let text: String

    /// Makes a launcher where `link` would be; nothing where none can be written: `cmd.exe` reads a `.cmd` in the
    /// console's code page, so that it would not find a program with a name beyond ASCII.
    init?(at link: RelativePath, for program: RelativePath) {
        let steps = RelativeLink.steps(from: link, to: program)
        let isSpeakable = steps.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7f).contains($0) } }
        guard isSpeakable, let path = try? RelativePath(Self.name(for: link.string)) else { return nil }
        self.path = path
        // `%~dp0` is the launcher's folder with a `\` at its end, wherever it is called from. Within quotes `%` alone
        // is special to cmd.exe, and `%%` stands for it.
        let target = steps.joined(separator: "\\").replacing("%", with: "%%")
        text = """
            @echo off
            "%~dp0\(target)" %*
            exit /b %ERRORLEVEL%

            """.replacing("\n", with: "\r\n")
    }

    var content: PlannedEntry.Content { .file(source: .text(text), isExecutable: false) }

    private static func name(for link: String) -> String {
        (link.lowercased().hasSuffix(".exe") ? String(link.dropLast(4)) : link) + ".cmd"
    }
}

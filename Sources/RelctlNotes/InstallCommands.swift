/// What a user types to get from an archive's address to its programs on PATH; every part may be empty.
package struct InstallCommands: Sendable, Hashable {
    /// The language of the commands, as Markdown names it.
    package var language: String
    /// Fetches the archive; nothing where its address is not known.
    package var fetch = ""
    /// Fetches it with another program.
    package var alternativeFetch = ""
    /// Fails unless the archive has its digest.
    package var verify = ""
    /// Unpacks it, or makes it runnable where it is a program itself; nothing for a format that no common program unpacks.
    package var unpack = ""
    /// Goes into its folder.
    package var enter = ""
    /// Puts its programs on PATH.
    package var setUp = ""
    /// Puts them on PATH in Windows' `cmd`.
    package var setUpInCommandPrompt = ""

    /// Finds the commands for an archive, at `address` if that is known.
    package init(for archive: NotesRequest.Archive, at address: String?) {
        let isWindows = archive.artifact.target?.isWindows == true
        language = isWindows ? "powershell" : "sh"
        if isWindows {
            fillForWindows(archive, address)
        } else {
            fillForUnix(archive, address)
        }
    }

    /// All of them in one text to paste, which stops where one fails: nothing is unpacked that has another digest.
    package var install: String {
        guard language == "powershell" else {
            return [fetch, verify, unpack, enter, setUp].filter { !$0.isEmpty }.joined(separator: " &&\n")
        }
        // Windows' own PowerShell has no `&&`, and goes on after a `throw` that was pasted with the lines after it.
        let check = [fetch, verify].filter { !$0.isEmpty }.joined(separator: "\n")
        let rest = [unpack, enter, setUp].filter { !$0.isEmpty }.map { "    \($0)\n" }
        return rest.isEmpty ? check : check + " else {\n" + rest.joined() + "}"
    }

    private mutating func fillForUnix(_ archive: NotesRequest.Archive, _ address: String?) {
        let (artifact, quote) = (archive.artifact, ShellWord.posix(file:))
        let file = quote(artifact.name)
        if let address {
            fetch = "curl -fL -o \(file) \(quote(address))"
            alternativeFetch = "wget -O \(file) \(quote(address))"
        }
        let check = Self.checksumProgram(for: artifact.target)
        verify = "echo \(quote("\(artifact.sha256)  \(artifact.name)")) | \(check) -c -"
        guard artifact.kind != .binary else { return fillForProgram(file, archive) }
        switch artifact.format {
        case "tar.gz": unpack = "tar -xzf \(file)"
        case "tar.xz": unpack = "tar -xJf \(file)"
        case "tar.zst": unpack = "tar --zstd -xf \(file)"
        case "zip": unpack = "unzip -q \(file)"
        case let format? where Self.isTar(format): unpack = "tar -xf \(file)"
        default: break
        }
        guard !unpack.isEmpty, let folder = Self.topFolder(of: artifact) else { return }
        enter = "cd \(quote(folder))"
        if let script = archive.environmentScript {
            setUp = ". \(quote("./" + script))"
        } else if let binaries = Self.binaryFolder(of: archive, in: folder) {
            setUp = "export PATH=\"$PWD\"\(binaries.isEmpty ? "" : "/" + quote(binaries)):\"$PATH\""
        }
    }

    /// Makes a program that is no archive runnable, and puts it where a user's own programs are, under its own name.
    private mutating func fillForProgram(_ file: String, _ archive: NotesRequest.Archive) {
        let program = Self.program(of: archive.artifact)
        unpack = "chmod +x \(file)"
        setUp = """
            mkdir -p "$HOME/.local/bin" &&
            mv \(file) "$HOME/.local/bin/"\(ShellWord.posix(program)) &&
            export PATH="$HOME/.local/bin:$PATH"
            """
    }

    private mutating func fillForWindows(_ archive: NotesRequest.Archive, _ address: String?) {
        let (artifact, quote) = (archive.artifact, ShellWord.powerShell)
        let file = quote(artifact.name)
        if let address { fetch = "Invoke-WebRequest -UseBasicParsing -Uri \(quote(address)) -OutFile \(file)" }
        let complaint = quote("the checksum of \(artifact.name) is wrong")
        verify = """
            $hash = (Get-FileHash -Algorithm SHA256 -LiteralPath \(file)).Hash
            if ($hash -ne \(quote(artifact.sha256.hexadecimal))) { throw \(complaint) }
            """
        guard artifact.kind != .binary else {
            let program = Self.program(of: artifact)
            if program != artifact.name {
                unpack = "Move-Item -Force -LiteralPath \(file) -Destination \(quote(program))"
            }
            setUp = "$env:PATH = \"$PWD\" + ';' + $env:PATH"
            return
        }
        switch artifact.format {
        case "zip": unpack = "Expand-Archive -LiteralPath \(file) -DestinationPath ."
        case let format? where Self.isTar(format): unpack = "tar -xf \(file)"
        default: break
        }
        guard !unpack.isEmpty, let folder = Self.topFolder(of: artifact) else { return }
        enter = "Set-Location -LiteralPath \(quote(folder))"
        if let binaries = Self.binaryFolder(of: archive, in: folder) {
            let windowsPath = binaries.splitAtSlashes().joined(separator: "\\")
            let path = binaries.isEmpty ? "\"$PWD\"" : "(Join-Path $PWD \(quote(windowsPath)))"
            setUp = "$env:PATH = \(path) + ';' + $env:PATH"
        }
        if let script = archive.environmentScript { setUpInCommandPrompt = Self.call(script) }
    }

    /// The program that checks SHA-256 digests where programs for `target` run.
    package static func checksumProgram(for target: TargetTriple?) -> String {
        target?.system == .macOS ? "shasum -a 256" : "sha256sum"
    }

    /// The command of Windows' `cmd` that runs a batch file in its own process.
    private static func call(_ script: String) -> String {
        let path = script.splitAtSlashes().joined(separator: "\\")
        let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "._-\\".contains($0) }
        return "call " + (isPlain ? path : "\"\(path)\"")
    }

    private static func isTar(_ format: String) -> Bool { format == "tar" || format.hasPrefix("tar.") }

    /// The name under which a program that ships as it is wants to be called.
    private static func program(of artifact: Artifact) -> String {
        artifact.contents?.first?.path.lastComponent ?? artifact.name
    }

    /// The one folder that all of an archive lies in.
    private static func topFolder(of artifact: Artifact) -> String? {
        let tops = Set((artifact.contents ?? []).compactMap { $0.path.components.first.map(String.init) })
        return tops.count == 1 ? tops.first : nil
    }

    /// The folder below the archive's top that holds its programs, empty for the top itself; one called `bin` before
    /// others, because programs may stand in several.
    private static func binaryFolder(of archive: NotesRequest.Archive, in top: String) -> String? {
        guard let binary = archive.binaries.first else { return nil }
        let name = binary + (archive.artifact.target?.executableSuffix ?? "")
        let folders = (archive.artifact.contents ?? [])
            .filter { $0.kind != .folder && $0.path.lastComponent == name }
            .compactMap(\.path.parent)
        let chosen = folders.first { $0.lastComponent == "bin" } ?? folders.first
        return chosen.map { $0.string == top ? "" : String($0.string.dropFirst(top.count + 1)) }
    }
}

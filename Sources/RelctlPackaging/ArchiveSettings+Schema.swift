/// The keys of `archive`.
extension ArchiveSettings {
    private typealias Key = ConfigurationKeyShape

    /// The keys of `archive`.
    package static func shape(_ packagers: Registry<any Packager>) -> ObjectShape {
        let format = ConfigurationShape.choice(packagers.ids, kind: packagers.kind)
        return ObjectShape(
            Key("name", "The archive's name without ending, also its top folder.", .text(.fileNameTemplate(.file)))
                .standard(.text("{{name}}-v{{version}}-{{target}}")),
            Key(
                "formats",
                "Archive formats by operating system or triple, and the `default`; the triple wins.",
                .map(keys: .formatKey, values: .either([format, .list(format, minimum: 1, isUnique: true)]))
            ).standard(.object(["default": .text("tar.gz"), "windows": .text("zip")])),
            Key(
                "level",
                "How hard archives are compressed, from 1 (fast) to 9 (small), or by format on its own scale; else 6.",
                .either([.integer(1...9), .object(levels(packagers))])
            ).example(.integer(9)),
            Key.budget("What each archive may have; without it, any size."),
            Key("contents", "What goes into an archive, in this order.", .list(.marked(rules)))
                .standard(.list([.object(["binaries": .text("bin")])])),
            Key(
                "windowsLinks",
                "What becomes of links in archives for Windows: a copy, or a small `.cmd` that runs the program.",
                .choice(WindowsLinks.allCases.map(\.rawValue), kind: "value")
            ).standard(.text(WindowsLinks.copy.rawValue))
        )
    }

    /// The levels of each format that has some.
    private static func levels(_ packagers: Registry<any Packager>) -> ObjectShape {
        ObjectShape(
            keys: packagers.all.compactMap { id, packager in
                packager.compression.map { Key(id, "The level of `\(id)`.", .integer($0.levels)) }
            }
        )
    }

    /// The rules of `archive.contents`; the first key of each tells it from the others.
    private static let rules = [
        ObjectShape(
            Key("binaries", "The folder that all binaries go to; `.` for the top.", .text(.folder)).required()
                .example(.text("bin"))
        ),
        ObjectShape(
            Key(
                "link",
                "A symbolic link, one for each binary if a template names `binary`.",
                .text(.pathTemplate(.binary))
            )
            .required().example(.text("{{binary}}{{exe}}")),
            Key("to", "What it leads to, from the archive's top.", .text(.pathTemplate(.binary)))
                .required().example(.text("bin/{{binary}}{{exe}}"))
        ),
        ObjectShape(
            Key(
                "files",
                "Files of the working tree, as globs; `**` matches any depth.",
                .list(.text(.glob), minimum: 1)
            )
            .required().example(.list([.text("README.md"), .text("demo/**")])),
            Key("except", "Globs of what is left out.", .list(.text(.glob))).standard(.list([]))
                .example(.list([.text("**/*.log")])),
            Key("from", "The folder that the globs start in and that is stripped.", .text(.path)),
            Key("to", "The folder in the archive that is put in front.", .text(.path))
        ),
        ObjectShape(
            Key(
                "environment",
                "A script that puts the binaries on PATH, under this name and `.sh`, or `.bat` on Windows.",
                .text(.fileName)
            ).required().example(.text("setup-env"))
        ),
    ]
}

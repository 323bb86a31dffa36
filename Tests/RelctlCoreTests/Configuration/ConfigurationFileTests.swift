import RelctlCore
import TestSupport
import Testing

@Suite struct ConfigurationFileTests {
    private static func located(_ names: [String], chosen: String? = nil) async throws -> String {
        try await withScratchFolder { folder in
            for name in names { try LiveFileSystem().write([], to: folder.appending(name)) }
            let path = try ConfigurationFile.locate(in: folder, chosen: chosen, files: LiveFileSystem())
            return String(path.string.dropFirst(folder.string.count + 1))
        }
    }

    @Test(arguments: ["relctl.json", ".relctl.json"])
    func eitherNameIsFound(_ name: String) async throws {
        #expect(try await Self.located([name, "other.json"]) == name)
    }

    @Test func theFileThatTheUserNamesIsTaken() async throws {
        #expect(try await Self.located(["relctl.json", "other.json"], chosen: "other.json") == "other.json")
        let error = await #expect(throws: RelctlError.self) { try await Self.located([], chosen: "other.json") }
        #expect(error?.message == "cannot find the configuration `other.json`")
        #expect(error?.code == .configurationInvalid)
    }

    @Test func bothNamesAreAnError() async throws {
        let error = await #expect(throws: RelctlError.self) { try await Self.located(ConfigurationFile.names) }
        #expect(error?.message.hasPrefix("cannot choose between `relctl.json` and `.relctl.json` in") == true)
        #expect(error?.code == .configurationInvalid)
    }

    @Test func noneIsAnErrorThatTellsOfInit() async throws {
        let error = await #expect(throws: RelctlError.self) { try await Self.located([]) }
        #expect(error?.message.hasPrefix("cannot find `relctl.json` or `.relctl.json` in") == true)
        #expect(error?.hints.first == "run `relctl init` to write one")
    }

    @Test func aFileThatCannotBeReadIsAnErrorOfTheConfiguration() async throws {
        try await withScratchFolder { folder in
            let path = folder.appending("relctl.json")
            try LiveFileSystem().createFolder(path)
            let error = #expect(throws: RelctlError.self) {
                try ConfigurationSource(at: path, named: "relctl.json", files: LiveFileSystem())
            }
            #expect(error?.message == "cannot read the configuration `relctl.json`")
            #expect(error?.code == .configurationInvalid)
            #expect(error?.causes.count == 1)
        }
    }
}

import Foundation
import RelctlCore
import TestSupport
import Testing

/// What connectors are written against changes with its version alone.
@Suite struct PublicInterfaceTests {
    private static let file = Fixtures.path("public-interface.txt")

    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
        /// Other compilers spell declarations in other ways.
        @Test func whatIsPublicIsThatOfItsVersion() async throws {
            try await World.scratch { world in
                let now = try await PublicInterface.current(in: world)
                let files = LiveFileSystem()
                guard let kept = PublicInterface(kept: try files.text(of: Self.file)) else {
                    Issue.record("`\(Self.file)` was edited by hand")
                    return
                }
                if let fault = now.fault(after: kept) {
                    Issue.record("\(fault)")
                } else if ProcessInfo.processInfo.environment["RELCTL_RECORD"] == "1" {
                    try files.write(now.text.utf8, to: Self.file)
                } else {
                    #expect(now == kept, "RELCTL_RECORD=1 swift test --filter PublicInterfaceTests records it")
                }
            }
        }
    #endif

    @Test(arguments: [
        ("0.1", ["a", "b"], nil), ("0.1", ["a", "c"], "second"), ("0.2", ["a", "c"], nil), ("0.0", ["a"], "second"),
    ])
    func beforeTheFirstReleaseEveryChangeRaisesTheSecondNumber(version: String, lines: [String], fault: String?) {
        let kept = PublicInterface(version: "0.1", lines: ["a", "b"])
        let found = PublicInterface(version: version, lines: lines).fault(after: kept)
        #expect(found?.contains("raise the \(fault ?? "") number") == (fault == nil ? nil : true))
    }

    @Test(arguments: [
        ("1.4", ["a", "b", "c"], "second"), ("1.5", ["a", "b", "c"], nil), ("1.5", ["a"], "first"), ("2.0", ["a"], nil),
        // A new requirement breaks what conforms, unless there is something in its place, or the protocol is new.
        ("1.5", ["a", "b", "P.c: var c (required)"], nil),
        ("1.5", ["a", "b", "O.c: var c (required)"], "first"), ("1.5", ["a", "b", "O.c: var c"], nil),
    ])
    func afterItWhatBreaksRaisesTheFirst(version: String, lines: [String], fault: String?) {
        let kept = PublicInterface(version: "1.4", lines: ["a", "b", "O: protocol O"])
        let lines = lines + ["O: protocol O"]
        let found = PublicInterface(version: version, lines: lines).fault(after: kept)
        #expect(found?.contains("raise the \(fault ?? "") number") == (fault == nil ? nil : true))
    }
}

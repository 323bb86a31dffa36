import Testing

@testable import RelctlCore

@Suite struct NixLicenseTests {
    @Test(arguments: [
        ("MIT", ["lib.licenses.mit"]), ("GPL-3.0+", ["lib.licenses.gpl3Plus"]),
        ("MIT OR Apache-2.0", ["lib.licenses.mit", "lib.licenses.asl20"]),
        ("(MIT AND (Zlib OR MIT))", ["lib.licenses.mit", "lib.licenses.zlib"]),
        ("Apache-2.0 WITH LLVM-exception", ["lib.licenses.asl20", "lib.licenses.llvm-exception"]),
        ("Sleepycat", ["lib.getLicenseFromSpdxId \"Sleepycat\""]),
        ("Ruby+", ["lib.getLicenseFromSpdxId \"Ruby\""]),
    ])
    func expressionsAreTheLicencesThatTheyName(expression: String, terms: [String]) throws {
        let license = try NixLicense(expression)
        #expect(license.terms == terms)
        #expect(license.isFree)
    }

    @Test(arguments: [
        "", "MIT OR", "OR MIT", "(MIT", "MIT)", "MIT Apache-2.0", "MIT OR OR Zlib", "()", "MIT/Apache-2.0", "${x}",
        "MIT WITH", "+", "é",
    ])
    func whatIsNoExpressionIsRefused(expression: String) {
        let error = #expect(throws: RelctlError.self) { try NixLicense(expression) }
        #expect(error?.message.hasPrefix("cannot read the licence `\(expression)`: ") == true)
        #expect(error?.code == .configurationInvalid)
    }

    @Test(arguments: ["LicenseRef-Proprietary", "MIT AND BUSL-1.1"])
    func licencesThatMustBeAgreedToAreNotFree(expression: String) throws {
        #expect(try !NixLicense(expression).isFree)
    }

    @Test func onlySeveralLicencesAreAList() throws {
        #expect(try NixLicense("MIT").lines == ["license = lib.licenses.mit;"])
        let lines = try NixLicense("MIT OR Sleepycat").lines
        #expect(lines == ["license = [", "  lib.licenses.mit", "  (lib.getLicenseFromSpdxId \"Sleepycat\")", "];"])
    }

    @Test(.timeLimit(.minutes(1))) func longExpressionsAreReadInTimeThatGrowsWithTheirLength() throws {
        let depth = 50_000
        let nested = String(repeating: "(", count: depth) + "MIT" + String(repeating: ")", count: depth)
        #expect(try NixLicense(nested + " OR " + nested).terms == ["lib.licenses.mit"])
    }
}

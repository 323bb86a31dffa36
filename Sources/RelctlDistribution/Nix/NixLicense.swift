/// A licence expression of SPDX in the terms of nixpkgs.
///
/// nixpkgs lists licences and does not say whether all of them hold or one of them is chosen.
package struct NixLicense: Sendable, Hashable {
    /// Expressions of Nix, one for each licence and exception, in their order.
    package let terms: [String]
    /// Whether nixpkgs takes all of them for free, so that nobody must be asked before the package is built.
    package let isFree: Bool

    /// Reads an expression.
    ///
    /// - Throws: ``RelctlError`` if it is none.
    package init(_ expression: String) throws(RelctlError) {
        guard let ids = SPDXExpression.names(in: expression) else {
            throw RelctlError(
                "cannot read the licence `\(expression)`: it is not an SPDX expression",
                code: .configurationInvalid,
                hints: ["`license` is one such as `Apache-2.0` or `MIT OR Apache-2.0`"]
            )
        }
        var (terms, isFree) = ([String](), true)
        for id in ids {
            let term = Self.term(id)
            if !terms.contains(term) { terms.append(term) }
            if id.hasPrefix("LicenseRef-") || Self.unfree.contains(id) { isFree = false }
        }
        self.terms = terms
        self.isFree = isFree
    }

    /// `license = …;` for a package's metadata.
    package var lines: [String] {
        guard terms.count == 1, let term = terms.first else {
            return NixText.list("license = ", terms.map { $0.utf8.contains(0x20) ? "(\($0))" : $0 })
        }
        return ["license = \(term);"]
    }

    // MARK: nixpkgs

    private static func term(_ id: String) -> String {
        if id.hasPrefix("LicenseRef-") { return "lib.licenses.unfree" }
        if let attribute = attributes[id] { return "lib.licenses.\(attribute)" }
        let base = id.hasSuffix("+") ? String(id.dropLast()) : id
        return "lib.getLicenseFromSpdxId \(NixText.string(base))"
    }

    /// Licences that nixpkgs does not build unless it is told to.
    private static let unfree: Set = ["BUSL-1.1", "SSPL-1.0", "Elastic-2.0", "FSL-1.1-MIT", "FSL-1.1-Apache-2.0"]

    /// What nixpkgs calls the licences that most projects have; it finds others by their identifiers.
    private static let attributes = [
        "0BSD": "bsd0", "AGPL-3.0": "agpl3Only", "AGPL-3.0-only": "agpl3Only", "AGPL-3.0-or-later": "agpl3Plus",
        "Apache-2.0": "asl20", "Artistic-2.0": "artistic2", "BSD-2-Clause": "bsd2", "BSD-3-Clause": "bsd3",
        "BSL-1.0": "boost", "BUSL-1.1": "bsl11", "CC-BY-4.0": "cc-by-40", "CC-BY-SA-4.0": "cc-by-sa-40",
        "CC0-1.0": "cc0", "EPL-2.0": "epl20", "EUPL-1.2": "eupl12", "GPL-2.0": "gpl2Only", "GPL-2.0+": "gpl2Plus",
        "GPL-2.0-only": "gpl2Only", "GPL-2.0-or-later": "gpl2Plus", "GPL-3.0": "gpl3Only", "GPL-3.0+": "gpl3Plus",
        "GPL-3.0-only": "gpl3Only", "GPL-3.0-or-later": "gpl3Plus", "ISC": "isc", "LGPL-2.1": "lgpl21Only",
        "LGPL-2.1+": "lgpl21Plus", "LGPL-2.1-only": "lgpl21Only", "LGPL-2.1-or-later": "lgpl21Plus",
        "LGPL-3.0": "lgpl3Only", "LGPL-3.0+": "lgpl3Plus", "LGPL-3.0-only": "lgpl3Only",
        "LGPL-3.0-or-later": "lgpl3Plus", "LLVM-exception": "llvm-exception", "MIT": "mit", "MIT-0": "mit0",
        "MPL-2.0": "mpl20", "NCSA": "ncsa", "PostgreSQL": "postgresql", "SSPL-1.0": "sspl",
        "Unlicense": "unlicense", "WTFPL": "wtfpl", "Zlib": "zlib",
    ]
}

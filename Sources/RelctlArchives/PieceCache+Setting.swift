extension PieceCache {
    /// Where pieces are kept from run to run, and how much of the disk they may take up.
    package struct Setting: Sendable, Hashable {
        /// The folder, absolute.
        package var folder: FilePath
        /// Bytes on disk that all pieces together are brought within at the end of a run.
        package var limit: UInt64

        /// What the limit is if nobody sets another.
        package static let defaultLimit: UInt64 = 2 << 30
        /// The variable that sets the limit.
        package static let limitVariable = "RELCTL_CACHE_LIMIT"

        /// Keeps pieces in `folder`.
        package init(folder: FilePath, limit: UInt64 = defaultLimit) {
            self.folder = folder
            self.limit = limit
        }

        /// What the environment says: the user's folder for caches by the XDG Base Directory Specification, and the limit
        /// by `RELCTL_CACHE_LIMIT`; nothing if it is zero or there is no such folder.
        ///
        /// - Throws: ``RelctlError`` if the limit is not a size.
        package init?(environment: [String: String]) throws {
            var limit = Self.defaultLimit
            if let text = environment[Self.limitVariable], !text.isEmpty {
                guard let size = Self.bytes(text) else {
                    throw RelctlError(
                        "cannot take the environment variable `\(Self.limitVariable)`: `\(text)` is not a size",
                        code: .usage,
                        hints: ["write a number of bytes, or `500M`, `2G`, `1T`; `0` keeps nothing"]
                    )
                }
                limit = size
            }
            guard limit > 0, let caches = CacheFolder.ofUser(environment) else { return nil }
            self.init(folder: caches.appending("relctl/pieces"), limit: limit)
        }

        /// A number of bytes, or of KiB, MiB, GiB or TiB where the unit's first letter follows.
        private static func bytes(_ text: String) -> UInt64? {
            let units: [String: UInt64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
            let unit = text.last.flatMap { units[$0.uppercased()] }
            let digits = unit == nil ? text[...] : text.dropLast()
            guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let number = UInt64(digits)
            else { return nil }
            let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: unit ?? 1)
            return isTooMuch ? nil : bytes
        }
    }
}

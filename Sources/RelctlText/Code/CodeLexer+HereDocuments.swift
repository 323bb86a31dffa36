/// Here documents: strings of whole lines that begin after the line that announces them.
extension CodeLexer {
    /// What is known of a here document when it is announced.
    struct HereDocument: Sendable {
        /// The line that ends it.
        var terminator: [UInt8]
        /// Whether blanks may stand before that line.
        var mayBeIndented: Bool
        /// Where it is announced.
        var start: Int
    }

    /// Reads the bodies of the documents that were announced on the line that has just ended.
    mutating func readDocuments() throws(RelctlError) {
        let announced = documents
        documents = []
        for document in announced {
            let start = position
            var end: Int?
            while end == nil {
                guard position < bytes.count else {
                    throw problem("the here document is not closed", at: document.start)
                }
                let line = position
                skipLine()
                var text = bytes[line..<position]
                if document.mayBeIndented { text = text.drop { $0 == 0x20 || $0 == 0x09 } }
                if text.elementsEqual(document.terminator) { end = line } else { skipLineBreak() }
            }
            // A value put in may stand anywhere in it: its text is never taken for plain.
            append(.string(.init(hasInterpolation: true)), from: start, content: start..<(end ?? start))
            if position < bytes.count { skipLineBreak() }
        }
    }

    private mutating func skipLineBreak() { position = min(bytes.count, position + (isNext("\r\n") ? 2 : 1)) }
}

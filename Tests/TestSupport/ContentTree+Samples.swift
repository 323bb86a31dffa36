/// Trees that archive engines stumble over.
extension ContentTree {
    /// Sizes around those that streams are cut at, in bytes: multiples of 128, 256 and 512 KiB, one less and one more.
    package static let boundarySizes =
        [0, 1] + [128, 256, 512, 1024].flatMap { [($0 << 10) - 1, $0 << 10, ($0 << 10) + 1] }

    /// Files of every size around which something may be cut, of several kinds, twice over, with tiny ones between.
    ///
    /// - Parameter limit: The size of the largest of them.
    /// - Returns: Some 7 MB, if nothing is said.
    package static func pieceBoundaries(upTo limit: Int = .max) -> ContentTree {
        var tree = ContentTree()
        for (number, size) in boundarySizes.filter({ $0 <= limit }).enumerated() {
            let content: [UInt8] =
                switch number % 3 {
                case 0: SampleBytes.text(size)
                case 1: SampleBytes.noise(size)
                default: [UInt8](repeating: UInt8(number), count: size)
                }
            tree.addFile("\(number)-of-\(size)", content, isExecutable: number % 2 == 0)
            tree.addFile("\(number)-tiny", Array("\(number)\n".utf8))
        }
        // The same bytes elsewhere, behind something else, and with something behind them.
        let (size, more) = (262_145, SampleBytes.text(700_000, seed: 2))
        tree.addFile("again/\(size)", SampleBytes.text(size))
        tree.addFile("again/longer", SampleBytes.text(size) + more)
        tree.addFile("again/more", more)
        tree.addFile("again/more-twice", more, isExecutable: true)
        return tree
    }

    /// So many tiny files, every fifth of them empty, in folders of a hundred.
    package static func tinyFiles(_ count: Int) -> ContentTree {
        var tree = ContentTree()
        for number in 0..<count {
            let content = number % 5 == 0 ? [] : SampleBytes.text(number % 400, seed: UInt64(number % 50))
            tree.addFile("\(number / 100)/\(number)", content, isExecutable: number % 7 == 0)
        }
        return tree
    }

    /// Links of every kind that may ship, to files, folders, links and far away, and folders with nothing in them.
    package static func links() -> ContentTree {
        var tree = ContentTree()
        tree.addFile("bin/tool", SampleBytes.text(600_000, seed: 3), isExecutable: true)
        tree.addFile("bin/other", SampleBytes.noise(300_000, seed: 3), isExecutable: true)
        tree.addFile("share/read me", Array("read me\n".utf8))
        for name in ["tool", "other"] {
            tree.addLink(name, to: "bin/\(name)")
            tree.addLink("demo/target/release/\(name)", to: "../../../bin/\(name)")
        }
        tree.addLink("demo/again", to: "../tool")
        tree.addLink("demo/folder", to: "../share")
        tree.addLink("übung", to: "share/read me")
        tree.addEmptyFolder("spool/in")
        tree.addEmptyFolder("spool/out")
        return tree
    }

    /// Names of the lengths, in bytes, at which formats and readers change how they hold them.
    ///
    /// - Parameter above: Bytes that stand before each name in the archive, slash included.
    /// - Returns: Files, empty folders and links, all told some hundred.
    package static func longNames(above: Int) -> ContentTree {
        var tree = ContentTree()
        // ustar: 100 bytes of name, 155 of prefix; 255 and 256 are both fields; then 512-byte blocks and 1 KiB buffers.
        for length in [
            99, 100, 101, 154, 155, 156, 157, 254, 255, 256, 257, 258, 511, 512, 513, 1023, 1024, 1025, 2000,
        ] {
            tree.addFile(path(of: length - above, "p"), Array("a name of \(length)\n".utf8))
            tree.addFile(path(of: length - above, "é"), Array("another of \(length)\n".utf8))
            tree.addEmptyFolder(path(of: length - above, "f"))
            let link = path(of: length - above, "l")
            tree.addLink(link, to: text(of: length, from: link, above))
        }
        // The longest name of one file, and names that fill the prefix to its last byte.
        tree.addFile(String(repeating: "n", count: 255), Array("full\n".utf8))
        for length in 154...156 {
            tree.addFile(String(repeating: "q", count: length - above) + "/" + String(repeating: "r", count: 100), [1])
        }
        return tree
    }

    /// The text of a link at `link`, of `length` bytes or a few more, to one of the files above.
    private static func text(of length: Int, from link: String, _ above: Int) -> String {
        let way = String(repeating: "../", count: link.count { $0 == "/" })
        let isOdd = (length - way.utf8.count - (99 - above)) % 2 != 0
        let goal = path(of: (isOdd ? 100 : 99) - above, "p")
        return way + String(repeating: "./", count: max(0, length - way.utf8.count - goal.utf8.count) / 2) + goal
    }

    /// A path of so many bytes, in components of at most 90, with nothing but more folders in its folders' way.
    private static func path(of length: Int, _ letter: Character) -> String {
        let width = letter.utf8.count
        var path = ""
        while length - path.utf8.count > 90 { path += "d" + String(repeating: letter, count: 80 / width) + "/" }
        let rest = length - path.utf8.count
        return path + String(repeating: "x", count: rest % width) + String(repeating: letter, count: rest / width)
    }
}

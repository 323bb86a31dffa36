/// A pattern for paths below a folder, as `files` and `except` have them.
///
/// `*` stands for any run of characters in one name, `?` for one character, `[a-z]` for one of a class, `[!a-z]` for
/// one outside it, `{a,b}` for either text (with `/` too), and `**`, alone between slashes, for any number of folders,
/// none included. `\` takes the next character as it is. A leading dot is nothing special. Names are compared scalar by
/// scalar, which is byte by byte: upper and lower case differ, and so do two spellings of `é`.
package struct Glob: Sendable, Hashable {
    /// The pattern as it was written.
    package let pattern: String
    /// What the braces spell out.
    package let alternatives: [GlobPath]

    /// Parses a pattern; a slash at its end is ignored.
    ///
    /// - Throws: ``Problem`` for one that can match no path below a folder.
    package init(_ pattern: String) throws(Problem) {
        self.pattern = pattern
        alternatives = try GlobParser.parse(pattern)
    }

    /// Why a text is not a pattern.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// `[` or `{` without its end.
        case unclosed(Character)
        /// A class with nothing in it that could match, or with a slash.
        case badClass
        /// `\` at the end.
        case trailingEscape
        /// An empty, `.` or `..` component, or a slash at the start.
        case badComponent(String)
        /// Braces that spell out more than ``GlobParser/alternativeLimit`` patterns.
        case tooManyAlternatives

        package var description: String {
            switch self {
            case .unclosed(let mark): "`\(mark)` is not closed; write `\\\(mark)` for the character itself"
            case .badClass: "a class `[…]` holds characters of names, from low to high, and no `/`"
            case .trailingEscape: "`\\` at the end escapes nothing; write `\\\\` for the character itself"
            case .badComponent(""): "a name in it is empty; patterns start in the folder that `from` names"
            case .badComponent(let text): "`\(text)` is no name of a file; patterns cannot leave their folder"
            case .tooManyAlternatives: "its braces spell out more than \(GlobParser.alternativeLimit) patterns"
            }
        }
    }

    /// Whether a path, by its components below the pattern's folder, matches.
    ///
    /// `a/**` matches the folder `a` and all below it, but no file `a`.
    package func matches(_ components: some Sequence<Substring>, isFolder: Bool) -> Bool {
        alternatives.contains { path in
            var positions = path.start
            for name in components {
                positions = path.step(from: positions, over: name)
                if positions.isEmpty { return false }
            }
            return path.accepts(positions, isFolder: isFolder)
        }
    }
}

/// A pattern without braces, cut at its slashes; never empty.
///
/// It is walked along with the names of a path, as a nondeterministic automaton whose positions are the components that
/// may match the next name; the position behind the last component means that the path is matched.
package struct GlobPath: Sendable, Hashable {
    package let components: [Component]

    package enum Component: Sendable, Hashable {
        /// `**`.
        case anyDepth
        /// A name without any wildcard.
        case name(String)
        /// A name with wildcards.
        case wildcard([Token])
    }

    package enum Token: Sendable, Hashable {
        case scalar(Unicode.Scalar)
        case any
        case one
        case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    }

    private var last: Int { components.count - 1 }

    /// The positions before the first name.
    package var start: Set<Int> { withSkippedFolders([0]) }

    /// The positions after `name`.
    package func step(from positions: Set<Int>, over name: Substring) -> Set<Int> {
        var next: Set<Int> = []
        for position in positions where position <= last {
            switch components[position] {
            case .anyDepth:
                next.insert(position)
                if position == last { next.insert(position + 1) }
            case .name(let wanted):
                if wanted.utf8.elementsEqual(name.utf8) { next.insert(position + 1) }
            case .wildcard(let tokens):
                if Self.matches(tokens[...], name.unicodeScalars[...]) { next.insert(position + 1) }
            }
        }
        return withSkippedFolders(next)
    }

    /// Whether a path that led to `positions` is matched.
    package func accepts(_ positions: Set<Int>, isFolder: Bool) -> Bool {
        if positions.contains(components.count) { return true }
        return isFolder && components[last] == .anyDepth && positions.contains(last)
    }

    /// Whether something below a folder that led to `positions` may match.
    package func continues(from positions: Set<Int>) -> Bool { positions.contains { $0 <= last } }

    /// The only name that may come next, where there is only one: what stands beside it need not be looked at.
    package func onlyName(at positions: Set<Int>) -> String? {
        guard positions.count == 1, let position = positions.first, position <= last,
            case .name(let name) = components[position]
        else { return nil }
        return name
    }

    /// Whether the last component names a file or folder exactly.
    package var endsInName: Bool {
        if case .name = components[last] { true } else { false }
    }

    /// Whether the last component is `**`.
    package var endsInAnyDepth: Bool { components[last] == .anyDepth }

    /// Adds what comes after each `**` that stands for no folder.
    ///
    /// Not what comes after the last: `a/**` is not a file `a`.
    private func withSkippedFolders(_ positions: Set<Int>) -> Set<Int> {
        var result = positions
        for position in positions {
            var next = position
            while next < last, components[next] == .anyDepth {
                next += 1
                result.insert(next)
            }
        }
        return result
    }

    /// Matches one name, going back to the last `*` alone, which takes time in proportion to both lengths at most.
    private static func matches(_ tokens: ArraySlice<Token>, _ name: Substring.UnicodeScalarView) -> Bool {
        var (tokens, rest) = (tokens, name)
        var retry: (tokens: ArraySlice<Token>, rest: Substring.UnicodeScalarView)?
        while true {
            if tokens.first == .any {
                tokens = tokens.dropFirst()
                retry = (tokens, rest)
            } else if let token = tokens.first, let scalar = rest.first, token.takes(scalar) {
                tokens = tokens.dropFirst()
                rest = rest.dropFirst()
            } else if tokens.isEmpty, rest.isEmpty {
                return true
            } else if let point = retry, !point.rest.isEmpty {
                tokens = point.tokens
                rest = point.rest.dropFirst()
                retry = (tokens, rest)
            } else {
                return false
            }
        }
    }
}

extension GlobPath.Token {
    fileprivate func takes(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .scalar(let wanted): scalar == wanted
        case .any: false
        case .one: true
        case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
        }
    }
}

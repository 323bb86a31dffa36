extension ReleaseIdentity {
    /// The version that another tag of this project stands for, by the form of this release's own tag.
    ///
    /// Publishers know no configuration, and tags of other forms are not this project's releases.
    package func version(ofTag other: String) -> Version? {
        let text = version.description
        guard let range = tag.ranges(of: text).last else { return nil }
        let (start, end) = (tag[..<range.lowerBound], tag[range.upperBound...])
        guard other.hasPrefix(start), other.hasSuffix(end), other.count > start.count + end.count else { return nil }
        return try? Version(String(other.dropFirst(start.count).dropLast(end.count)))
    }
}

/// The user's folder for caches, by the XDG Base Directory Specification.
package enum CacheFolder {
    /// Returns the folder that the user's variables name.
    ///
    /// Relative paths in the variables are not valid, and are ignored.
    ///
    /// - Returns: The folder; nil if no variable names one.
    package static func ofUser(_ environment: [String: String]) -> FilePath? {
        if let path = environment["XDG_CACHE_HOME"].map({ FilePath($0) }), path.isAbsolute { return path }
        guard let home = environment["HOME"].map({ FilePath($0) }), home.isAbsolute else { return nil }
        return home.appending(".cache")
    }
}

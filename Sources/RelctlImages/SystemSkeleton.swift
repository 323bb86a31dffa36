/// What programs expect of a system where there is none: the content of images from scratch.
package enum SystemSkeleton {
    /// Whom processes run as: nobody who may do anything, by the number that images agree on.
    static let user = "65532:65532"
    /// Where programs are looked for.
    static let searchPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    /// Where the release's programs go, from the root.
    static let programs = "usr/bin"
    /// Where trusted certificates are looked for, from the root.
    package static let certificates = "etc/ssl/certs/ca-certificates.crt"

    private static let accounts = """
        root:x:0:0:root:/root:/sbin/nologin
        nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin

        """
    private static let groups = "root:x:0:\nnonroot:x:65532:\n"

    /// Accounts, their homes, and a folder that anyone may put temporary files into.
    static func entries() throws -> [ImagePlan.Entry] {
        let contents: [(String, ImagePlan.Content)] = [
            ("etc/group", .file(.text(groups), mode: 0o644)),
            ("etc/passwd", .file(.text(accounts), mode: 0o644)),
            ("home/nonroot", .folder(mode: 0o700, owner: 65532)),
            ("root", .folder(mode: 0o700, owner: 0)),
            ("tmp", .folder(mode: 0o1777, owner: 0)),
        ]
        return try contents.map { ImagePlan.Entry(path: try RelativePath($0), content: $1) }
    }
}

import TestSupport
import Testing

@testable import RelctlImages

/// Whom an image runs as by name, it knows: no runtime would start it else.
@Suite(.enabled(if: CrossPrograms.areAvailable)) struct ImageUserTests {
    private static let plain = #"platforms: ["linux/amd64"], attestations: { provenance: false, sbom: false }"#
    /// Files of accounts that know nobody but `app`, where the project keeps them and where its archive does.
    private static let ownAccounts = #"files: [{ files: ["passwd"], from: "accounts", to: "/etc" }]"#
    private static let packedAccounts = #"files: [{ files: ["passwd"], from: "config", to: "/etc" }]"#

    /// A project with an image on a base that knows `root` and `nonroot`, as users and as groups.
    private func project(in folder: FilePath, base: String = "files: []", app: String) async throws -> ImageProject {
        let files = LiveFileSystem()
        func write(_ project: FilePath) throws {
            for path in ["accounts/passwd", "config/passwd", "place/opt/accounts"] {
                try files.createFolders(project.appending(path).parent)
                try files.write("# ours\napp:x:7:7::/:/bin/sh\r\n".utf8, to: project.appending(path))
            }
            let link = project.appending("link/etc/passwd")
            guard try files.status(of: link) == nil else { return }
            try files.createFolders(link.parent)
            try files.createLink(at: link, to: "../opt/accounts")
        }
        let layout = folder.appending("above/project/base")
        if try files.status(of: layout) == nil {
            let images = "[{ name: \"acme/base\", binaries: [], \(Self.plain), \(base) }]"
            let below = try await ImageProject(in: folder.appending("below"), images: images, change: write)
            _ = try await below.build()
            try files.createFolders(layout.parent)
            try files.rename(below.layout, to: layout)
        }
        let images = "[{ name: \"acme/app\", from: \"oci:base\", \(Self.plain), \(app) }]"
        return try await ImageProject(in: folder.appending("above"), images: images, change: write)
    }

    private static let place = SourcePlace(file: "relctl.json", line: 7, column: 3)

    /// Why the image is refused; nothing where it is made.
    private func refusal(_ project: ImageProject) async throws -> RelctlError? {
        do {
            let images = try await project.build { $0.places = ["acme/app": Self.place] }
            #expect(images.count == 1)
            return nil
        } catch let error as RelctlError {
            #expect(error.code == .configurationInvalid && error.place == Self.place)
            return error
        }
    }

    @Test(arguments: [
        #"user: "nonroot""#, #"user: "root:nonroot""#, #"user: "1234""#, #"user: "1234:nonroot""#,
        #"user: "nonroot:99999""#, #"user: "app", \#(ownAccounts)"#, #"user: "app:root", \#(packedAccounts)"#,
        #"user: "app", files: [{ files: ["**"], from: "link" }]"#, #"user: "whoever", volumes: ["/etc"]"#,
        #"user: "nonroot", binaries: []"#,
    ]) func imagesAreMadeForThoseWhomTheyKnow(_ app: String) async throws {
        try await withScratchFolder { folder in
            let base = #"files: [{ files: ["**"], from: "place" }]"#
            let refusal = try await refusal(try await project(in: folder, base: base, app: app))
            #expect(refusal == nil, "\(String(describing: refusal))")
        }
    }

    @Test(arguments: [
        (#"user: "app""#, "user `app`", "its `/etc/passwd` has no line", "it has `root`, `nonroot`"),
        (#"user: "nonrot""#, "user `nonrot`", "its `/etc/passwd` has no line", "did you mean `nonroot`?"),
        (#"user: "root:staff""#, "group `staff`", "its `/etc/group` has no line", "it has `root`, `nonroot`"),
        (#"user: "0:staff""#, "group `staff`", "its `/etc/group` has no line", "it has `root`, `nonroot`"),
        (#"user: "app", binaries: []"#, "user `app`", "its `/etc/passwd` has no line", "it has `root`, `nonroot`"),
        (#"user: "nonroot", \#(ownAccounts)"#, "user `nonroot`", "its `/etc/passwd` has no line", "it has `app`"),
        (#"user: "root", \#(packedAccounts)"#, "user `root`", "its `/etc/passwd` has no line", "`app`"),
        (
            #"user: "nonroot", files: [{ files: ["**"], from: "link" }]"#, "user `nonroot`", "its `/etc/passwd` has no",
            "`app`"
        ),
        (ownAccounts, "user `nonroot`, as which its base has it run", "its `/etc/passwd` has no line", "`app`"),
    ]) func whomAnImageDoesNotKnowIsTold(_ app: String, _ who: String, _ cause: String, _ hint: String) async throws {
        try await withScratchFolder { folder in
            let base = #"user: "nonroot", files: [{ files: ["**"], from: "place" }]"#
            let project = try await project(in: folder, base: base, app: app)
            let error = try #require(try await refusal(project))
            #expect(error.message.hasPrefix("the image `acme/app` for `linux/amd64` has no \(who)"), "\(error)")
            #expect("\(error)".contains(cause), "\(error)")
            #expect(error.hints.contains { $0.contains(hint) }, "\(error.hints)")
            #expect(try project.files.status(of: project.layout.appending("index.json")) == nil)
        }
    }

    /// Also where each layer was made before, for another user.
    @Test func layersThatAreThereProveNothingOfAnotherUser() async throws {
        try await withScratchFolder { folder in
            let known = try await project(in: folder, app: #"user: "nonroot""#)
            #expect(try await refusal(known) == nil)
            #expect(try await refusal(known) == nil)
            let error = try await refusal(try await project(in: folder, app: #"user: "app""#))
            #expect(error?.message.contains("has no user `app`") == true, "\(String(describing: error))")
        }
    }

    // MARK: What a base leaves

    private func layer(_ entries: [(String, ArchiveMember.Kind, String)]) throws -> BaseLayer {
        let wanted = BaseTree.Wanted(contents: [try RelativePath("etc/passwd"), try RelativePath("opt/accounts")])
        return entries.reduce(into: BaseLayer(keeping: wanted)) { layer, entry in
            var member = ArchiveMember(name: Array(entry.0.utf8), kind: entry.1, mode: 0o644)
            if entry.1 == .file {
                (member.size, member.head) = (UInt64(entry.2.utf8.count), Array(entry.2.utf8.prefix(100)))
            } else {
                member.linkTarget = Array(entry.2.utf8)
            }
            layer.take(member)
        }
    }

    private func accounts(_ layers: [(String, ArchiveMember.Kind, String)]...) throws -> ImageTree.Found? {
        var tree = BaseTree()
        for layer in layers { tree.apply(try self.layer(layer)) }
        let platform = ImagePlan.Platform(
            platform: try #require(ImagePlatform("linux/amd64")),
            target: try TargetTriple(ImageProject.intel),
            layers: []
        )
        return try ImageTree(platform, volumes: [], on: tree).find("/etc/passwd")
    }

    @Test func theLastLayerCounts() throws {
        let lower: [(String, ArchiveMember.Kind, String)] = [("etc/passwd", .file, "root:x\n")]
        let upper: [(String, ArchiveMember.Kind, String)] = [("./etc/passwd", .file, "app:x\n")]
        #expect(try content(of: accounts(lower, upper)) == "app:x\n")
        for gone in ["etc/.wh.passwd", "etc/.wh..wh..opq", ".wh.etc", ".wh..wh..opq"] {
            #expect(try accounts(lower, [(gone, .file, "")]) == nil, "\(gone)")
        }
        // A file in the place of the folder.
        #expect(try accounts(lower, [("etc", .file, "")]) == nil)
        let linked = try accounts([("etc/passwd", .link, "/opt/accounts"), ("opt/accounts", .file, "app:x\n")])
        #expect(content(of: linked) == "app:x\n")
    }

    private func content(of found: ImageTree.Found?) -> String? {
        guard case .base(let content) = found else { return nil }
        return content.map { String(decoding: $0, as: UTF8.self) } ?? "unknown"
    }

    /// Of what is too long, or a second name of another file, nobody knows what is in it.
    @Test func whatCannotBeReadIsThere() throws {
        let long = String(repeating: "app:x\n", count: 100)
        for entry in [("etc/passwd", ArchiveMember.Kind.file, long), ("etc/passwd", .hardLink, "etc/other")] {
            #expect(try content(of: accounts([entry])) == "unknown", "\(entry.1)")
        }
    }
}

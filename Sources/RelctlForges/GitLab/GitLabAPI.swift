/// GitLab's REST API as typed questions and orders, each one request.
///
/// https://docs.gitlab.com/api/releases, https://docs.gitlab.com/user/packages/generic_packages, v4. A job's token may
/// ask less than a user's: what it may not see counts as unknown.
package struct GitLabAPI: Sendable {
    let settings: GitLabSettings
    package let hasToken: Bool
    /// Whether it is a CI job that asks.
    let isJob: Bool
    package let client: ForgeClient
    /// Where the project's part of the API answers.
    package let root: String
    private let packagePath: String

    /// The API for one project; without a version, nothing of its package can be asked.
    package init(_ settings: GitLabSettings, version: Version? = nil, with effects: Effects) {
        self.settings = settings
        let token = Credentials.found(from: settings.tokenNames, in: effects.environment)
        hasToken = token != nil
        isJob = token?.name == GitLabSettings.jobTokenName
        var headers = [HTTPHeader("Accept", "application/json")]
        if let token { headers.append(HTTPHeader(isJob ? "JOB-TOKEN" : "PRIVATE-TOKEN", token.secret)) }
        client = ForgeClient(
            api: settings.api,
            repository: settings.project,
            headers: headers,
            http: HTTPClient(effects)
        )
        root = "\(settings.api)/projects/\(PercentEncoding.segment(settings.project))"
        let (name, number) = (
            PercentEncoding.segment(settings.package), PercentEncoding.segment(version?.description ?? "")
        )
        packagePath = "/packages/generic/\(name)/\(number)"
    }

    /// Statuses by which GitLab tells that there is nothing that this token may see.
    private var unseen: Set<Int> { isJob ? [401, 403, 404] : [404] }

    /// Asks for something of the project that need not be there, or that the token may not be allowed to see.
    func find<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ path: String,
        absent: Set<Int> = [404]
    ) async throws -> ForgeClient.Found<Value> {
        try await client.find(type, root + path, absent: absent)
    }

    /// The project.
    func project() async throws -> ForgeClient.Found<GitLabRecords.Project> {
        try await find(GitLabRecords.Project.self, "", absent: unseen)
    }

    /// The token that asks, where it may be asked for.
    func token() async throws -> GitLabRecords.Token? {
        let url = settings.api + "/personal_access_tokens/self"
        return try await client.find(GitLabRecords.Token.self, url, absent: [400, 401, 403, 404]).value
    }

    /// The commit that a tag leads to; nothing where there is no such tag, or it cannot be seen.
    func commit(ofTag tag: String) async throws -> String? {
        let path = "/repository/tags/\(PercentEncoding.segment(tag))"
        return try await find(GitLabRecords.Tag.self, path, absent: unseen).value?.commit?.id
    }

    // MARK: Releases

    private func path(_ tag: String) -> String { "/releases/\(PercentEncoding.segment(tag))" }

    /// The release of a tag.
    package func release(_ tag: String) async throws -> GitLabRecords.Release? {
        try await find(GitLabRecords.Release.self, path(tag)).value
    }

    /// Makes a release, which users see at once; sent once.
    func create(_ fields: GitLabReleaseFields) async throws -> GitLabRecords.Release {
        try await client.http.send(try client.json(.post, root + "/releases", fields))
            .decoded(GitLabRecords.Release.self)
    }

    /// Changes a release; the same change twice is one.
    func change(_ tag: String, _ fields: GitLabReleaseFields) async throws {
        _ = try await client.http.send(try client.json(.put, root + path(tag), fields))
    }

    /// Adds a link to a release, or changes the one of that id.
    func link(_ fields: GitLabLinkFields, of tag: String, id: Int64?) async throws {
        let url = root + path(tag) + "/assets/links" + (id.map { "/\($0)" } ?? "")
        _ = try await client.http.send(try client.json(id == nil ? .post : .put, url, fields))
    }

    /// Removes a link of a release.
    func deleteLink(_ id: String, of tag: String) async throws {
        try await client.delete(root + path(tag) + "/assets/links/\(id)")
    }

    // MARK: Packages

    /// Where a file of the package is downloaded, in the project of this id.
    func address(of file: String, project: String?) -> String {
        let root = project.map { "\(settings.api)/projects/\($0)" } ?? root
        return "\(root)\(packagePath)/\(PercentEncoding.segment(file))"
    }

    /// What a link's address ends with that leads into the package, and which file of it that is.
    func file(at address: String, project: String?) -> String? {
        let projects = [project, PercentEncoding.segment(settings.project)].compactMap(\.self)
        for project in projects {
            let part = "/projects/\(project)\(packagePath)/"
            if let range = address.ranges(of: part).last { return String(address[range.upperBound...]) }
        }
        return nil
    }

    /// The package of a name and a version in a state; nothing for the list if the token may not see it.
    func packages(_ name: String, _ version: String, status: String) async throws -> [GitLabRecords.Package]? {
        let query = [("package_name", name), ("package_version", version), ("status", status)].map {
            "&\($0)=\(PercentEncoding.segment($1))"
        }.joined()
        let url = "\(root)/packages?package_type=generic&per_page=100" + query
        do {
            // The server looks for names that are alike; older ones for all versions.
            return try await client.pages(GitLabRecords.Package.self, url).filter {
                $0.name.equalsBytewise(name) && $0.version.equalsBytewise(version)
            }
        } catch let error as RelctlError where isJob && error.code == .notAuthorized {
            return nil
        }
    }

    /// All files of a package that is not hidden, older ones of the same name too.
    func files(ofPackage id: Int64) async throws -> [GitLabRecords.PackageFile] {
        try await client.pages(GitLabRecords.PackageFile.self, "\(root)/packages/\(id)/package_files?per_page=100")
    }

    /// A file of the package, by its address alone.
    ///
    /// The server tells its digest where it sends the bytes itself; else they are downloaded.
    func look(for file: PublishedFile) async throws -> RemoteAsset? {
        let url = address(of: file.name, project: nil)
        var request = client.request(.head, url)
        request.redirectLimit = 0
        let response = try await client.http.send(request, accepting: [301, 302, 303, 307, 308, 404])
        guard response.status != 404 else { return nil }
        if response.isSuccess, let digest = response.headers["X-Checksum-SHA256"].flatMap({ Digest(hexadecimal: $0) }),
            let size = response.headers["Content-Length"].flatMap({ UInt64($0) })
        {
            return RemoteAsset(name: file.name, size: size, sha256: digest)
        }
        let digest = try await self.digest(of: file.name)
        return RemoteAsset(name: file.name, size: digest == file.sha256 ? file.size : nil, sha256: digest)
    }

    /// The digest of a file, by downloading it.
    func digest(of file: String) async throws -> Digest {
        try await client.http.digest(
            client.request(.get, address(of: file, project: nil), [HTTPHeader("Accept", "*/*")])
        )
    }

    /// Sends a file into the package, which takes this status with it; once, as every time adds another file.
    func upload(
        _ file: PublishedFile,
        from path: FilePath,
        status: String,
        sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> GitLabRecords.PackageFile {
        let request = client.request(
            .put,
            address(of: file.name, project: nil) + "?status=\(status)&select=package_file",
            [HTTPHeader("Content-Type", "application/octet-stream")],
            body: .file(path, 0..<file.size)
        )
        return try await client.upload(GitLabRecords.PackageFile.self, request, sent: sent)
    }

    /// Removes a file of a package: for maintainers alone, and no more than tidiness, as the newest counts.
    func deleteFile(_ id: String, ofPackage package: String) async throws {
        try await client.delete("\(root)/packages/\(package)/package_files/\(id)", accepting: [403, 404])
    }

    /// Removes a package.
    ///
    /// A hidden one is not to be found by its id; it takes another status only with another file.
    func deletePackage(_ id: String, isHidden: Bool) async throws {
        if isHidden {
            let url = address(of: "abandoned.txt", project: nil) + "?status=default"
            let text = [HTTPHeader("Content-Type", "application/octet-stream")]
            _ = try await client.http.send(client.request(.put, url, text, body: .bytes(Array("abandoned\n".utf8))))
        }
        try await client.delete("\(root)/packages/\(id)")
    }
}

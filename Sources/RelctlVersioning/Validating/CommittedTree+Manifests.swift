extension CommittedTree {
    /// The files as those who read manifests see them, symbolic links followed.
    package var manifests: ManifestTree {
        ManifestTree(
            read: { [self] file in
                guard case .file(let bytes)? = try object(file.string) else { return nil }
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw RelctlError("cannot read `\(file)`: it is not UTF-8 text", code: .configurationInvalid)
                }
                return text
            },
            names: { [self] folder in try entries(of: folder).map(\.name) },
            isFile: { [self] file in
                try entries(of: file.parent).contains {
                    $0.isFile && $0.name.utf8.elementsEqual(file.lastComponent.utf8)
                }
            }
        )
    }
}

package import RelctlCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A fresh folder that is removed when the body is done, however it ends.
package func withScratchFolder<Value>(_ body: (FilePath) async throws -> Value) async throws -> Value {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((base + "/relctl-test-XXXXXX").utf8CString)
    let created = template.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkdtemp($0) != nil } ?? false }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard created else { throw RelctlError("cannot create a scratch folder below `\(base)`") }
    let folder = try LiveFileSystem().canonicalPath(of: FilePath(path))
    do {
        let value = try await body(folder)
        try LiveFileSystem().removeTree(folder)
        return value
    } catch {
        try? LiveFileSystem().removeTree(folder)
        throw error
    }
}

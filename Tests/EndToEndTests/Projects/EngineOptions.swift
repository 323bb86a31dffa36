/// The options of `relctl package` that tell the archive engine how to work, and none of which decides what it makes.
enum EngineOptions {
    static func threads(_ count: Int) -> [String] { ["--threads", "\(count)"] }
    static let noCache = ["--no-cache"]
}

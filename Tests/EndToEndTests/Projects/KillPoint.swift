import RelctlCore
import TestSupport
import Testing

/// A point of a release at which it is killed.
enum KillPoint: Sendable, Hashable, CustomStringConvertible {
    /// Just before the forge acts upon the n-th request, or just after, with nothing answered yet.
    case request(Int, ForgeHold.Moment)
    /// Just before or just after the n-th system call that changes something below a path.
    case call(below: String, Int, isBefore: Bool)

    var description: String {
        switch self {
        case .request(let number, let moment): "\(moment) request \(number)"
        case .call(let path, let number, let isBefore): "\(isBefore ? "before" : "after") call \(number) at \(path)"
        }
    }
}

/// Counts a run's calls that change something, and kills it at one of them; see `Tests/Fixtures/kill_at_call.c`.
struct CallBarrier: Sendable {
    private let library: FilePath
    private let count: FilePath

    /// Compiles it.
    init(in world: World) async throws {
        library = world.folder.appending("kill_at_call.so")
        count = world.folder.appending("calls")
        let source = Fixtures.path("kill_at_call.c").string
        try await world.output(of: ["cc", "-shared", "-fPIC", "-O1", "-o", library.string, source, "-ldl"])
    }

    /// What a run is started with, to be counted or killed.
    func environment(_ path: String, killing point: (number: Int, isBefore: Bool)? = nil) throws -> [String: String?] {
        try LiveFileSystem().removeTree(count)
        var variables: [String: String?] = [
            "LD_PRELOAD": library.string, "KILL_PATTERN": path, "KILL_COUNT": count.string,
        ]
        if let point {
            variables["KILL_AT"] = String(point.number)
            variables["KILL_WHEN"] = point.isBefore ? "before" : "after"
        }
        return variables
    }

    /// How many calls the last run made.
    func calls() throws -> Int { try LiveFileSystem().contents(of: count).count }
}

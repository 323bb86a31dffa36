import CSystem
import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The threads and descriptors without which Dispatch waits for ever, or crashes: tried before it is first used, so that
/// there is an error instead.
///
/// Dispatch tries without end to begin a thread that the system refuses, and traps where it gets no descriptors for its
/// event loop. A system that refuses them later, in the midst of a run, still stops it there: nothing above Dispatch can
/// help it.
package enum ProcessNeeds {
    /// Threads beside those that run tasks, one for each core: Dispatch's own, and those that wait for children and servers.
    private static let furtherThreads: Int32 = 4

    /// The error if the system does not let this process have what it needs; nil if it does.
    package static func lack() -> RelctlError? {
        var lacksThreads: Int32 = 0
        let cores = Int32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let error = relctl_try_needs(max(1, cores) + furtherThreads, &lacksThreads)
        guard error != 0 else { return nil }
        return RelctlError(
            "cannot start: the system lets relctl have too few \(lacksThreads == 0 ? "open files" : "threads")",
            code: .processLimited,
            hints: [
                lacksThreads == 0
                    ? "raise the limit: `ulimit -n 1024`"
                    : "end other processes of this user, or raise the limit: `ulimit -u`, or that of the container"
            ],
            causes: [RelctlError(String(cString: strerror(error)))]
        )
    }

    /// Makes Dispatch open the descriptors of its timers, while there are any.
    ///
    /// It opens them for the first task that sleeps, such as one that waits to send a request again because no descriptor was
    /// left for the connection; there it would crash. A short sleep here may be over before Dispatch looks at it, and would open
    /// none. A timer that is due at once and again a day later opens them, at the latest before Dispatch looks at a second one.
    package static func openTimers() async {
        var timers: [any DispatchSourceTimer] = []
        for _ in 1...2 {
            let timer = DispatchSource.makeTimerSource()
            timer.schedule(deadline: .now(), repeating: .seconds(86_400))
            await withCheckedContinuation { fired in
                timer.setEventHandler { fired.resume() }
                timer.activate()
            }
            timers.append(timer)
        }
    }

    /// Reports on standard error from now on if this process crashes, also where a stack is used up.
    package static func reportCrashes() {
        relctl_keep_crash_stack()
        relctl_tell_crashes()
    }
}

extension RelctlError.Code {
    /// The system lets the process have too few threads or open files.
    package static let processLimited = RelctlError.Code(name: "process.limited", exitCode: 1)
}

/// A line that installs something of an archive, in the language of whatever installs it.
protocol InstallationStep: Hashable {
    /// Whether it is in every system's archive; it is until steps are joined.
    var isEverywhere: Bool { get set }
}

extension InstallationStep {
    /// Steps of several systems' archives, each one once, where it comes first.
    ///
    /// - Parameters:
    ///   - steps: Those of all systems, no step twice for one of them.
    ///   - systems: How many systems there are.
    /// - Returns: The steps, which know whether every system has them.
    static func joined(_ steps: [Self], of systems: Int) -> [Self] {
        var joined: [Self] = []
        var count: [Self: Int] = [:]
        for step in steps {
            if count[step] == nil { joined.append(step) }
            count[step, default: 0] += 1
        }
        return joined.map { step in
            var step = step
            step.isEverywhere = count[step] == systems
            return step
        }
    }
}

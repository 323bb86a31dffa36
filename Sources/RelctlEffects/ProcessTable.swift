/// Who this process is on its machine, and which others are there.
package protocol ProcessTable: Sendable {
    /// The name of the user that this process runs for; their number where they have no name.
    var userName: String { get }
    /// The machine's name; nothing where it has none.
    var hostName: String? { get }
    /// This process.
    var current: ProcessIdentity { get }

    /// Whether a process is known to have ended; not where nothing can be told of it, such as of another machine's.
    func hasEnded(_ process: ProcessIdentity) -> Bool

    /// Returns true if a process of this machine has the number and has not ended.
    ///
    /// A process that has ended keeps its number until its parent asks for its exit status; a container's first process
    /// may never ask.
    func isRunning(_ number: Int32) -> Bool
}

/// A process, told from all that ever had its number.
package struct ProcessIdentity: Sendable, Hashable, Codable {
    /// The number that the system gave it.
    package var number: Int32
    /// When it was started, in a form of the system's own.
    package var start: String
    /// What tells the table that has it from those of other machines and containers.
    package var table: String

    /// Describes a process.
    package init(number: Int32, start: String, table: String) {
        (self.number, self.start, self.table) = (number, start, table)
    }
}

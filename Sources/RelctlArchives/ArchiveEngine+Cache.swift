extension ArchiveEngine {
    /// Compresses `threads` pieces at a time, and keeps them from run to run where there is a cache; within the run, the
    /// same bytes are compressed once in any case.
    package convenience init(threads: Int, cache: PieceCache?) {
        self.init(threads: threads, store: cache)
    }
}

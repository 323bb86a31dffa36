#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What is set for a whole process, before there is a second thread in it.
enum ProcessSetting {
    /// Makes the process independent of the user's locale and time zone, and lets writes fail where nobody reads.
    static func prepare() {
        keepStandardStreams()
        // A reader that went away is an error of the write, which ends relctl in order; children get the default back.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may not grow as far as it must: setrlimit(2), RLIMIT_FSIZE.
        signal(SIGXFSZ, SIG_IGN)
        // libarchive converts names by the locale, which must be able to hold any.
        if setlocale(LC_CTYPE, "C.UTF-8") == nil { setlocale(LC_CTYPE, "UTF-8") }
        setenv("TZ", "UTC", 1)
        tzset()
    }

    /// Takes the numbers of standard streams that whoever started relctl closed, or the next file would get them, and be
    /// written to as if it were the terminal.
    private static func keepStandardStreams() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            // The other way round, so that reading, or writing, is still the error that it was.
            _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Becomes another program, as git becomes its subcommands: with this process's streams, folder, environment and id.
    ///
    /// Returns where that cannot be run.
    static func become(_ program: String, _ arguments: [String]) {
        var words = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        execv(program, words)
        for word in words { free(word) }
    }

    /// Makes an error of every other end than ``end(_:)``, or a library that calls exit(3) would end relctl as if all
    /// were done.
    static func refuseExit() {
        _ = own
        atexit {
            // What a library forked may end as it likes.
            guard getpid() == ProcessSetting.own else { return }
            try? StandardStream.error.write(
                """
                error: a library or another connector ended relctl before it was done
                  hint: run the same command again to go on; what is there is left alone

                """
            )
            _exit(1)
        }
    }

    /// This process, once it was looked at.
    private static let own = getpid()

    /// Ends the process at once; nothing is buffered that would have to be written first.
    ///
    /// Without what libraries do at the end, which another thread might still be using or just loading.
    static func end(_ code: Int32) -> Never { _exit(code) }
}

import Foundation
import RelctlCore
import TestSupport
import Testing

/// The interpreter that runs the tests' programs in forks of itself does what one of their own would.
@Suite struct PythonZygoteTests {
    @Test(arguments: [
        "import os, sys; print(sys.argv, __name__, os.getcwd(), sys.path[0], sys.stdin.read())",
        "import os; print(sorted(os.environ.items()), os.getpgid(0) == os.getpid())",
        "import sys; print('ü', sys.stdout.encoding, file=sys.stderr); raise SystemExit(300)",
        "import sys; sys.exit('no')",
        "print('before')\n1 / 0",
        "import os; os.kill(os.getpid(), 9)",
        "import signal, time; print(signal.getsignal(signal.SIGCHLD), signal.getsignal(signal.SIGINT))",
        "import atexit; atexit.register(print, 'late'); print('early')",
        "import threading, time; threading.Thread(target=lambda: (time.sleep(0.2), print('thread'))).start()",
    ])
    func aProgramRunsAsInAnInterpreterOfItsOwn(program: String) async throws {
        try await World.scratch { world in
            let arguments = ["-c", program, "one", "two"]
            let own = try await world.run([CrossPrograms.python] + arguments)
            let forked = try await world.startPython(arguments).result()
            #expect(forked.end == own.end)
            #expect(forked.output == own.output)
            // The frames before the error are others.
            #expect(forked.errors.split(separator: "\n").last == own.errors.split(separator: "\n").last)
        }
    }

    #if os(Linux)
        @Test func whatItRunsEndsWithWhoStartedItHoweverThatEnds() async throws {
            try await World.scratch { world in
                let starter = """
                    import json, os, subprocess, sys, time
                    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
                    zygote = subprocess.Popen([sys.executable, sys.argv[1]], **pipes)
                    request = {"arguments": ["-c", "import time; time.sleep(600)"], "directory": "/", "environment": {},
                               "output": os.devnull, "errors": os.devnull}
                    print(json.dumps(request), file=zygote.stdin, flush=True)
                    print(zygote.pid, zygote.stdout.readline().split()[1], flush=True)
                    time.sleep(600)
                    """
                let zygote = Fixtures.project.appending("Tests/Fakes/zygote.py").string
                let run = try world.start([CrossPrograms.python, "-c", starter, zygote])
                for _ in 0..<1000 where run.isRunning && !run.outputUntilNow.hasSuffix("\n") {
                    try await Task.sleep(for: .milliseconds(20))
                }
                let both = run.outputUntilNow.split { $0.isWhitespace }.map { FilePath("/proc/\($0)/stat") }
                // What nobody has asked for its end yet has ended all the same.
                func alive() -> Int {
                    both.count { (try? LiveFileSystem().text(of: $0)).map { !$0.contains(") Z ") } ?? false }
                }
                #expect(both.count == 2 && alive() == 2, "\(run.errorsUntilNow)")
                run.send(SIGKILL)
                for _ in 0..<1000 where alive() > 0 { try await Task.sleep(for: .milliseconds(20)) }
                #expect(alive() == 0)
            }
        }
    #endif
}

"""Runs one command and prints as JSON what it took: launcher.py OUTPUT COMMAND…

A process of its own, which loads little: a child's peak memory counts what its parent held when it was forked.
OUTPUT is the file that the command's standard output goes to.
"""

import json
import os
import sys
import time


def main(output, command):
    start = time.perf_counter()
    # The descriptors that Python opens are not inherited; these two are made to be.
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
    ]
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - start
    unit = 1 if sys.platform == "darwin" else 1024
    print(json.dumps({
        "status": os.waitstatus_to_exitcode(status),
        "seconds": seconds,
        "processor": usage.ru_utime + usage.ru_stime,
        "peak": usage.ru_maxrss * unit,
    }))


main(sys.argv[1], sys.argv[2:])

"""A forge on loopback that behaves like GitHub, GitLab and Gitea, and fails as it is told; see README.md."""

import argparse
import json
import os
import signal
import sys
import threading
import time

from server import Server, end_with_parent


def main():
    """Serves until standard input ends."""
    parser = argparse.ArgumentParser(prog="forge", description=__doc__)
    parser.add_argument("--state", required=True, metavar="DIR", help="folder for the received bytes")
    parser.add_argument("--latency-ms", type=float, default=0, metavar="N", help="wait before each request")
    parser.add_argument("--unix-socket", metavar="PATH", help="serve here too, under GitHub's own names")
    parser.add_argument("--discard", action="store_true", help="keep size and digest of received bytes alone")
    parser.add_argument("--ready-file", metavar="PATH", help="write the READY line there too")
    parser.add_argument("--with-parent", action="store_true",
                        help="end with the program that started this one instead of with standard input")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    server = Server(options.state, options.latency_ms, options.discard, options.unix_socket)
    line = "READY " + json.dumps({"url": server.urls["api"], **server.urls}) + "\n"
    if options.ready_file:
        with open(options.ready_file + ".part", "w", encoding="utf-8") as file:
            file.write(line)
        os.replace(options.ready_file + ".part", options.ready_file)
    sys.stdout.write(line)
    sys.stdout.flush()
    if options.with_parent:
        threading.Thread(target=end_with_parent, daemon=True).start()
        while True:
            time.sleep(3600)
    while sys.stdin.buffer.read(4096):
        pass
    os._exit(0)


if __name__ == "__main__":
    main()

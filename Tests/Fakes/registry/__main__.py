"""A registry on loopback that follows the OCI distribution specification, and fails as it is told; see README.md."""

import argparse
import json
import os
import signal
import sys
import threading
import time

from registry import RegistryServer, end_with_parent


def main():
    """Serves until the process that started it is gone, or until it is told to end."""
    parser = argparse.ArgumentParser(prog="registry", description=__doc__)
    parser.add_argument("--state", required=True, metavar="DIR", help="folder for the received bytes")
    parser.add_argument("--ready-file", required=True, metavar="PATH", help="write the addresses there")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    server = RegistryServer(options.state)
    with open(options.ready_file + ".part", "w", encoding="utf-8") as file:
        json.dump(server.urls, file)
    os.replace(options.ready_file + ".part", options.ready_file)
    threading.Thread(target=end_with_parent, daemon=True).start()
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main()

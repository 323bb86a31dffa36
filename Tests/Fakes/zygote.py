"""Runs Python programs, each in a fork of itself: the interpreter and the modules are there already.

Reads one request from each line of standard input, `{"arguments": [...], "directory": PATH, "environment": {...},
"output": PATH, "errors": PATH}`, with the arguments that an interpreter takes: `[-W ignore] -c PROGRAM ...`, or
`PATH ...` of a program or of a folder of one. Says `started PID` on standard output for each request in its order, and
later `ended PID STATUS`, the status as wait(2) tells it. When standard input ends, all that was started is killed.
"""

import atexit
import gc
import importlib
import json
import os
import re
import runpy
import select
import signal
import sys
import threading
import time
import traceback
import types
import warnings

FAKES = os.path.dirname(os.path.abspath(__file__))
# What takes long to read, and what few programs want: it is read when the first one does, and is there for the others.
SLOW = ("boto3", "chevron", "jsonschema", "markdown_it", "packaging.version", "yaml")


def prepare():
    """Reads what many programs want: the fakes' own modules, and through them the library's."""
    for folder, module in (("forge", "server"), ("registry", "registry")):
        sys.path.insert(0, os.path.join(FAKES, folder))
        importlib.import_module(module)
        sys.path.pop(0)
    for module in ("argparse", "tarfile", "zipfile"):
        importlib.import_module(module)
    gc.freeze()


def learn(program):
    """Reads those slow modules that a program names."""
    for name in SLOW:
        if name in sys.modules or not re.search(rf"\b{re.escape(name)}\b", program):
            continue
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        except Exception:
            # A program that wants it says what is wrong.
            traceback.print_exc()
            continue
        if name == "boto3":
            # What describes the services is kept by the session, which the clients in a fork share.
            for service in ("s3", "iam"):
                module.client(service, region_name="us-east-1", aws_access_key_id="-", aws_secret_access_key="-")
        gc.freeze()


def run(arguments):
    """Runs a program as an interpreter with these arguments would."""
    if arguments[0] == "-W":
        warnings.simplefilter(arguments[1])
        arguments = arguments[2:]
    if arguments[0] == "-c":
        main = types.ModuleType("__main__")
        sys.modules["__main__"], sys.argv, sys.path[0] = main, ["-c", *arguments[2:]], ""
        exec(compile(arguments[1], "<string>", "exec"), main.__dict__)
    else:
        sys.argv, sys.path[0] = arguments, os.path.dirname(arguments[0])
        runpy.run_path(arguments[0], run_name="__main__")


def become(request):
    """Takes on all that a program of its own would have."""
    os.setpgid(0, 0)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    files = (os.devnull, os.O_RDONLY), (request["output"], os.O_WRONLY), (request["errors"], os.O_WRONLY)
    for target, (path, flags) in enumerate(files):
        descriptor = os.open(path, flags | os.O_CLOEXEC)
        os.dup2(descriptor, target)
        os.close(descriptor)
    os.chdir(request["directory"])
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()


def fork(request):
    """Starts a program; its id."""
    identifier = os.fork()
    if identifier:
        try:
            # The program does it too; whoever is first.
            os.setpgid(identifier, identifier)
        except OSError:
            pass
        return identifier
    code = 1
    try:
        become(request)
        run(request["arguments"])
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        # As an interpreter ends, without taking apart what the system takes back at once.
        try:
            threading._shutdown()
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code & 0xff)


def main():
    """Serves until standard input ends."""
    prepare()
    requests, answers = sys.stdin.buffer.fileno(), sys.stdout.buffer.fileno()
    woken, wake = os.pipe()
    for end in (woken, wake):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    running, text = set(), b""
    try:
        while True:
            ready, _, _ = select.select([requests, woken], [], [])
            if woken in ready:
                os.read(woken, 1 << 16)
                while running and (ended := os.waitpid(-1, os.WNOHANG))[0]:
                    running.discard(ended[0])
                    os.write(answers, b"ended %d %d\n" % ended)
            if requests in ready:
                if not (piece := os.read(requests, 1 << 16)):
                    break
                *lines, text = (text + piece).split(b"\n")
                for line in lines:
                    request = json.loads(line)
                    learn(" ".join(request["arguments"]))
                    running.add(identifier := fork(request))
                    os.write(answers, b"started %d\n" % identifier)
    finally:
        for identifier in running:
            try:
                os.killpg(identifier, signal.SIGKILL)
            except OSError:
                pass


if __name__ == "__main__":
    main()

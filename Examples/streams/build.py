#!/usr/bin/env python3
"""Builds the stream tools for one target with Zig's C compiler, from any machine for any other.

    python3 build.py                                            # for this machine, into target/release
    python3 build.py --target aarch64-macos --output FOLDER     # for another

The compiler is `$ZIG` if that is set (a path to `zig`), else PyPI's `ziglang` of this Python, else `zig` on PATH.
`$STREAMS_HOST_CC` (a path or a name, say `cc`) asks for that compiler instead; it can build for this machine only.
The same sources give the same bytes, whatever the folder and the hour.
"""

import argparse
import importlib.util
import os
import pathlib
import platform
import shutil
import subprocess
import sys

SOURCES = pathlib.Path(__file__).resolve().parent / "src"
SHARED = ["program.c", "csv.c", "number.c"]
PROGRAMS = {
    "stream-gen": [],
    "stream-join": ["table.c"],
    "stream-query": ["query-parse.c", "table.c"],
    "stream-stats": [],
}
# Fused multiply-add would round differently on ARM: the same stream has the same answer on every platform.
FLAGS = ["-std=c11", "-O2", "-DNDEBUG", "-Wall", "-Wextra", "-ffp-contract=off"]


def zig_command() -> list[str]:
    if os.environ.get("ZIG"):
        return [os.environ["ZIG"], "cc"]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc"]
    if shutil.which("zig"):
        return ["zig", "cc"]
    sys.exit("build.py: no Zig here; install PyPI's `ziglang`, or set ZIG, or set STREAMS_HOST_CC=cc for this machine")


def host_target() -> str:
    arch = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    system = {"Linux": "linux-musl", "Darwin": "macos", "Windows": "windows-gnu"}.get(platform.system(), platform.system().lower())
    return f"{arch}-{system}"


def compiler(target: str) -> list[str]:
    """The argument vector that compiles and links for `target`."""
    host_compiler = os.environ.get("STREAMS_HOST_CC")
    if not host_compiler:
        # Zig strips through `-s`; the linker of Apple's own tools knows it no more.
        return zig_command() + ["-target", target, "-s"]
    if target != host_target():
        sys.exit(f"build.py: `{host_compiler}` builds for {host_target()} only, not for {target}")
    return [host_compiler] + (["-s", "-static"] if platform.system() == "Linux" else [])


def build(target: str, output: pathlib.Path) -> None:
    command = compiler(target)
    extension = ".exe" if "windows" in target else ""
    output.mkdir(parents=True, exist_ok=True)
    # Each program is linked beside its place, under the name it will have (a Mach-O signature holds the name),
    # and moved once it is whole.
    partial = output / ".partial"
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    for program, parts in PROGRAMS.items():
        name = program + extension
        # Relative source names: no folder of this machine gets into a program.
        sources = [f"{program}.c", *SHARED, *parts]
        product = (partial / name).resolve()
        print(f"{target}: {name}", flush=True)
        finished = subprocess.run([*command, *FLAGS, "-o", str(product), *sources, "-lm"], cwd=SOURCES)
        if finished.returncode != 0:
            sys.exit(f"build.py: cannot build {name} for {target}")
        os.replace(product, output / name)
    shutil.rmtree(partial)


def main() -> None:
    arguments = argparse.ArgumentParser(description="Builds the stream tools for one target.")
    arguments.add_argument("--target", default=host_target(), help="as Zig names it (default: %(default)s)")
    arguments.add_argument("--output", default="target/release", type=pathlib.Path, help="folder for the programs")
    options = arguments.parse_args()
    build(options.target, options.output)


if __name__ == "__main__":
    main()

"""A small project that builds one program for two platforms with a shell script and releases it without servers."""
from __future__ import annotations

import struct
from pathlib import Path

import surroundings

TARGETS = ("x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl")
WINDOWS = "x86_64-pc-windows-gnu"

_BUILD = """#!/bin/sh
set -e
mkdir -p "made/$1"
cat "programs/$1" >"made/$1/new"
printf 'version %s\\n' "$RELCTL_VERSION" >>"made/$1/new"
chmod 755 "made/$1/new"
mv "made/$1/new" "made/$1/$2"
echo "built $1"
"""

# Configuration without what a scenario adds.
_CONFIGURATION = """{
  name: "greeter",
  description: "A greeter",
  homepage: "https://example.org/greeter",
  license: "MIT",
  version: { manifests: ["VERSION"] },
  binaries: ["greeter"],
  build: { command: ["sh", "build.sh", "{{target}}", "greeter{{exe}}"], output: "made/{{target}}/{{binary}}{{exe}}" },
  targets: { %(targets)s },
  archive: {
    formats: { default: ["tar.gz", "zip"] },
    contents: [
      { binaries: "bin" },
      { link: "demo/{{binary}}{{exe}}", to: "bin/{{binary}}{{exe}}" },
      { files: ["demo/**", "README.md"] },
    ],
  },
  publish: [{ to: "directory", path: "out/{{tag}}" }],
  %(more)s
}
"""


def _elf(machine: int) -> bytes:
    identification = b"\x7fELF\x02\x01\x01" + bytes(9)
    header = struct.pack("<HHIQQQIHHHHHH", 2, machine, 1, 0x400078, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    return identification + header + struct.pack("<IIQQQQQQ", 1, 5, 0, 0x400000, 0x400000, 4096, 4096, 4096)


def _pe(machine: int) -> bytes:
    stub = b"MZ" + bytes(58) + struct.pack("<I", 64)
    header = b"PE\0\0" + struct.pack("<HHIIIHH", machine, 0, 0, 0, 0, 240, 0x22)
    # A program of 64 bits for the console.
    return stub + header + b"\x0b\x02" + bytes(66) + b"\x03" + bytes(171)


# Programs that have the headers of executables, and cannot be run.
_PROGRAMS = {TARGETS[0]: _elf(62), TARGETS[1]: _elf(183), WINDOWS: _pe(0x8664)}


def prepare(folder: Path, more: str = "", targets: tuple[str, ...] = TARGETS) -> Path:
    """Makes the repository `greeter` at version 1.0.0, tagged `v1.0.0`."""
    configuration = _CONFIGURATION % {"targets": ", ".join(f'"{target}": {{}}' for target in targets), "more": more}
    files = {
        "relctl.json": configuration,
        "VERSION": "1.0.0\n",
        "README.md": "# Greeter\n" + "It greets.\n" * 200,
        "demo/greet.sh": "#!/bin/sh\necho hello\n",
        "demo/data.csv": "".join(f"{number},{number * number}\n" for number in range(2000)),
        "build.sh": _BUILD,
        ".gitignore": "/made/\n/dist/\n/out/\n",
    }
    project = surroundings.repository(folder, "greeter", files, executable=("build.sh", "demo/greet.sh"))
    (project / "programs").mkdir()
    for target in targets:
        content = _PROGRAMS[target].ljust(4096, b"\x90") + b"greetings " * 1000
        (project / "programs" / target).write_bytes(content)
    surroundings.git(project, "add", "--all")
    date = "2026-02-12T12:00:00+00:00"
    surroundings.git(project, "commit", "--quiet", "--message", "feat: greet on two platforms", date=date)
    surroundings.git(project, "tag", "--annotate", "--message", "v1.0.0", "v1.0.0")
    surroundings.git(project, "push", "--quiet", "--set-upstream", "origin", "main", "v1.0.0")
    return project

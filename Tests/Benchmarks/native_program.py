"""Prints the program that a wheel's command really is: native_program.py COMMAND ENVIRONMENT"""

import pathlib
import sys

MAGICS = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")


def is_native(path):
    with open(path, "rb") as file:
        return file.read(4) in MAGICS


command, environment = map(pathlib.Path, sys.argv[1:])
if is_native(command):
    print(command)
else:
    found = [path for path in environment.rglob("gh*") if path.is_file() and not path.is_symlink() and is_native(path)]
    if len(found) != 1:
        sys.exit(f"native_program.py: {len(found)} programs stand behind {command}: {found}")
    print(found[0])

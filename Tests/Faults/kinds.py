"""The kinds of faults, and how the text of one is read."""
from __future__ import annotations

import dataclasses

from ambient_faults import ClosedOutput, ClosedPipe, FewFiles, FullDisk, FullOutput, Int, KillTime, Term
from call_faults import ErrorCall, ErrorGit, KillCall, KillGit
from fault import Fault
from twice import KillTwice

_CALLS = (KillCall, KillGit, ErrorCall, ErrorGit)
_MOMENTS = (KillTime, Term, Int)
_SURROUNDINGS = (FullDisk, FewFiles, ClosedOutput, FullOutput, ClosedPipe)

KINDS: dict[str, type[Fault]] = {kind.kind: kind for kind in (*_CALLS, *_MOMENTS, KillTwice, *_SURROUNDINGS)}


def parse(text: str) -> Fault:
    """Returns the fault with this textual form."""
    word, *values = text.split()
    kind = KINDS[word]
    if kind is KillTwice:
        first, _, second = text.removeprefix(word).partition(" / ")
        return KillTwice(parse(first), parse(second))
    converters = {"int": int, "float": float, "str": str}
    fields = dataclasses.fields(kind)
    if len(values) > len(fields):
        raise ValueError(f"`{text}` has more values than `{word}` takes")
    return kind(*(converters[field.type](value) for field, value in zip(fields, values)))

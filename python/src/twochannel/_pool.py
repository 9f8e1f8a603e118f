"""The instances of this process. Each is lent to one thread at a time.

A call takes an idle instance or makes one, so there are as many as calls have overlapped, and
short-lived threads find the schemas compiled. A call from within a call (a signal handler, a
finalizer) gets an instance of its own. An instance whose call did not end well is not given back.
"""

from __future__ import annotations

import os
from collections import deque

from ._instance import Instance, Spec

MAX_IDLE = max(8, 2 * (os.cpu_count() or 1))
"""How many instances are kept when no call needs them."""

_BIG = 1 << 20

_idle: deque[Instance] = deque()


def run(spec: Spec | None, operation: int, a: bytes, b: bytes = b"") -> bytes:
    """Has some instance do something, with a converter where one is needed; the output."""
    try:
        instance = _idle.pop()
    except IndexError:
        instance = Instance()
    try:
        answer = instance.call(spec, operation, a, b)
    except ValueError:
        # Refused in good order: the instance is as it was.
        _give_back(instance)
        raise
    # The memory can only have grown much where much crossed.
    if len(a) + len(answer) < _BIG:
        if len(_idle) < MAX_IDLE:
            _idle.append(instance)
    else:
        _give_back(instance)
    return answer


def forget(spec: Spec) -> None:
    """Gives up a converter where it was last used."""
    try:
        instance = _idle.pop()
    except IndexError:
        return
    instance.close(spec)
    _give_back(instance)


def _give_back(instance: Instance) -> None:
    if len(_idle) < MAX_IDLE and not instance.outgrown:
        _idle.append(instance)


def _after_fork_in_child() -> None:
    # The parent's instances are copies here. They are left alone: freeing them would run code of
    # wasmtime that a fork does not prepare for.
    _left_behind.extend(_idle)
    _idle.clear()


_left_behind: list[Instance] = []

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)

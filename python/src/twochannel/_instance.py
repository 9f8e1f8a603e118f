"""One instance of the core: its memory, its control block, its converters.

``docs/abi.md`` describes what crosses here.
"""

from __future__ import annotations

import ctypes
import itertools
import json
import struct
import weakref
from collections import deque
from typing import Any

import wasmtime

from ._engine import code
from ._entry import entry
from ._errors import CoreError, SchemaError

ABI_VERSION = 1

RESERVE, OPEN, CLOSE, DESCRIBE, CONVERT, PASS_THROUGH, CHECK, FAIL, LINT, TEXTS = range(10)
"""The operations of the ABI."""

_DONE, _REFUSED = 0, 1

MAX_MEMORY = 512 << 20
"""Bytes that an instance may grow to; a call that needs more is a :class:`CoreError`."""

KEEP_MEMORY = 64 << 20
"""An instance that grew beyond this is not used again: its memory never shrinks."""

_SMALLEST_INPUT = 64 << 10

# Control block: version, operation, handle, a_length, b_length, status, output, output_length,
# input, input_capacity.
_REQUEST = struct.Struct("<4I")
_REQUEST_AT = 4
_ANSWER = struct.Struct("<3I")
_ANSWER_AT = 20
_INPUT_AT = 32
_CONTROL_SIZE = 40


class Spec:
    """What a converter is made from. Each instance compiles it when it first needs it."""

    __slots__ = ("__weakref__", "number", "policy", "schema")

    _numbers = itertools.count()

    def __init__(self, schema: str, policy: str) -> None:
        self.schema = schema.encode("utf-8", "replace")
        self.policy = policy.encode("utf-8", "replace")
        self.number = next(self._numbers)


class Instance:
    """A store of its own. Never to be entered by two threads at once."""

    def __init__(self) -> None:
        engine, module = code()
        self._store: Any = wasmtime.Store(engine)
        self._store.set_limits(memory_size=MAX_MEMORY, instances=1, memories=1, tables=1)
        exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory = exports["memory"]
        self._run = entry(self._store, exports["twochannel_run"])
        self._control = exports["twochannel_control"](self._store) & 0xFFFFFFFF
        self._input = self._capacity = 0
        # The engine is told that memory stays where it is when it grows.
        self._base = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        block = (ctypes.c_char * _CONTROL_SIZE).from_address(self._base + self._control)
        self._words = memoryview(block).cast("B")
        (found,) = struct.unpack_from("<I", self._words)
        if found != ABI_VERSION:
            raise ImportError(f"the core speaks ABI version {found}, not {ABI_VERSION}")
        self._handles: dict[int, tuple[int, weakref.ref[Spec]]] = {}
        self._abandoned: deque[int] = deque()
        self._reserve(_SMALLEST_INPUT)

    def call(self, spec: Spec | None, operation: int, a: bytes, b: bytes = b"") -> bytes:
        """Has a converter do something, or no converter where none is needed; the output."""
        if spec is None:
            return self._request(operation, 0, a, b)
        entry = self._handles.get(spec.number)
        handle = entry[0] if entry is not None else self.open(spec)
        return self._request(operation, handle, a, b)

    def open(self, spec: Spec) -> int:
        """Compiles a converter; its handle.

        Raises:
            SchemaError: the schema or the policy is refused.
        """
        while self._abandoned:
            self._close(self._abandoned.popleft())
        self._request(OPEN, 0, spec.schema, spec.policy)
        handle: int = struct.unpack_from("<I", self._words, 8)[0]
        number, abandoned = spec.number, self._abandoned
        gone = weakref.ref(spec, lambda _: abandoned.append(number))
        self._handles[number] = handle, gone
        return handle

    def close(self, spec: Spec) -> None:
        """Gives up a converter that is not needed any more."""
        self._close(spec.number)

    def _close(self, number: int) -> None:
        entry = self._handles.pop(number, None)
        if entry is not None:
            self._request(CLOSE, entry[0], b"", b"")

    @property
    def outgrown(self) -> bool:
        """Whether the memory is too large to be kept."""
        return bool(self._memory.data_len(self._store) > KEEP_MEMORY)

    def _request(self, operation: int, handle: int, a: bytes, b: bytes) -> bytes:
        length = len(a)
        total = length + len(b)
        if total > self._capacity:
            self._reserve(total)
        at = self._base + self._input
        ctypes.memmove(at, a, length)
        if b:
            ctypes.memmove(at + length, b, len(b))
        _REQUEST.pack_into(self._words, _REQUEST_AT, operation, handle, length, len(b))
        self._enter()
        status, output, output_length = _ANSWER.unpack_from(self._words, _ANSWER_AT)
        answer = ctypes.string_at(self._base + output, output_length)
        if status == _DONE:
            return answer
        if status == _REFUSED:
            refusal = json.loads(answer)
            raise SchemaError(
                refusal["tool"], refusal["pointer"], refusal["reason"], refusal["message"]
            )
        raise ValueError(answer.decode())

    def _reserve(self, size: int) -> None:
        _REQUEST.pack_into(self._words, _REQUEST_AT, RESERVE, 0, max(size, _SMALLEST_INPUT), 0)
        self._enter()
        self._input, self._capacity = struct.unpack_from("<2I", self._words, _INPUT_AT)

    def _enter(self) -> None:
        try:
            self._run()
        except wasmtime.Trap as trap:
            raise CoreError(_why(trap)) from trap
        except wasmtime.WasmtimeError as error:
            raise CoreError(f"the core could not be entered: {error}") from error


def _why(trap: wasmtime.Trap) -> str:
    reason = str(trap).strip().splitlines()[-1].strip()
    return (
        f"the core stopped in the middle of a call ({reason}): a value or schema may need more "
        f"than the {MAX_MEMORY >> 20} MiB of memory that a call may take"
    )

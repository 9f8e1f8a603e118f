"""Calling an export that takes nothing and gives nothing, without what a call otherwise costs.

`wasmtime.Func.__call__` looks the function's type up and builds lists of values at every call,
which takes several times as long as the call itself. Where this version of wasmtime has the
functions of its C API in the usual place, they are called directly.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import POINTER, byref
from typing import Any

import wasmtime


def entry(store: Any, function: Any) -> Callable[[], None]:
    """What calls the function in its store, which must live as long.

    It raises `wasmtime.Trap` or `wasmtime.WasmtimeError`, as a call does.
    """
    try:
        return _direct(store, function)
    except (ImportError, AttributeError):
        return lambda: function(store)


def _direct(store: Any, function: Any) -> Callable[[], None]:
    from wasmtime import _bindings as c_api

    call = c_api._wasmtime_func_call
    context, callee = store._context(), byref(function._func)
    trap_type = POINTER(c_api.wasm_trap_t)
    trap_from, error_from = wasmtime.Trap._from_ptr, wasmtime.WasmtimeError._from_ptr
    trap = trap_type()
    trap_at = byref(trap)

    def run() -> None:
        # Both stand in the enclosing scope and nobody else calls: an instance has one user.
        error = call(context, callee, None, 0, None, 0, trap_at)
        if error:
            raise error_from(error)
        if trap:
            raise trap_from(trap)

    return run

"""The component through wasmtime's own component API."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import wasmtime
from wasmtime import component

ROOT = Path(__file__).parents[2]
FILE = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "twochannel.component.wasm"


@pytest.mark.skipif(not FILE.exists(), reason="`cargo xtask build` makes the component")
def test_component() -> None:
    engine = wasmtime.Engine()
    store: Any = wasmtime.Store(engine)
    loaded = component.Component.from_file(engine, str(FILE))
    instance = component.Linker(engine).instantiate(store, loaded)
    interface = instance.get_export_index(store, "twochannel:core/conversion@0.1.0")

    def call(name: str, *arguments: Any) -> Any:
        index = instance.get_export_index(store, name, interface)
        assert index is not None, name
        function = instance.get_func(store, index)
        assert function is not None
        result = function(store, *arguments)
        function.post_return(store)
        return result

    def payload(variant: Any) -> Any:
        return getattr(variant, "payload", variant)

    schema = '{"type":"array","items":{"type":"integer"}}'
    dice = payload(call("[static]converter.new", schema, '{"tool":"dice"}'))
    assert call("[method]converter.wrapped", dice) is True
    assert call("[method]converter.convert", dice, "[4,6.0]") == (
        '{"content":[{"type":"text","text":"4"},{"type":"text","text":"6.0"}],'
        '"structuredContent":{"result":[4,6.0]},"isError":false}'
    )
    (problem,) = call("[method]converter.check", dice, '[4,"six"]')
    assert (problem.pointer, problem.code) == ("/result/1", "int_parsing")
    refused = payload(call("[static]converter.new", '{"type":"strng"}', None))
    assert getattr(refused, "pointer") == "/type"  # noqa: B009
    (advice,) = payload(call("lint", '{"type":"integer"}', None, None))
    assert (advice.code, advice.pointer) == ("root-not-object", "")

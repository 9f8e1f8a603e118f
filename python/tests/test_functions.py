"""`Converter.from_function` against `func_metadata` of the official SDK, installed beside it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

pytest.importorskip("mcp.server.mcpserver", reason="the reference SDK is not installed")

from annotated import Validated, function, functions
from mcp.server.mcpserver.exceptions import InvalidSignature
from mcp.server.mcpserver.utilities.func_metadata import func_metadata
from pydantic import ValidationError
from pydantic.errors import PydanticSchemaGenerationError
from pydantic_core import PydanticSerializationError
from twochannel import Converter, SchemaError

URL = re.compile(r"\n    For further information visit \S+")

KEYS = "JSON has no keys but strings: the key 1 is the key \"1\" by the time it is judged"
KNOWN: dict[str, str] = {
    "object_bare/3": KEYS,
    "object_list/1": KEYS,
    "object_optional/2": KEYS,
    "object_mapping/1": KEYS,
    "object_tuples/1": KEYS,
    "object_union/2": KEYS,
    "split_alias/0": "what the reference sends breaks the schema that it publishes",
    "split_alias/1": "what the reference sends breaks the schema that it publishes",
    "root_model": "the reference publishes a schema whose root is no object; ours is wrapped",
}
"""Differences that are meant, with the reason: `name`, or `name/number of the value`."""


def reference(fn: Any, structured: bool | None, values: list[Any]) -> tuple[Any, list[Any]]:
    """The published schema, and the answer for each value."""
    try:
        metadata = func_metadata(fn, structured_output=structured)
    except InvalidSignature as error:
        return str(error), []
    except PydanticSchemaGenerationError:
        # Let through as it is; ours says the same as where there is no schema otherwise.
        kind = fn.__annotations__["return"]
        words = f"return type {kind} is not serializable for structured output"
        return f"Function {fn.__name__}: {words}", []
    return metadata.output_schema, [answer(metadata, fn.__name__, value) for value in values]


def answer(metadata: Any, name: str, value: Any) -> Any:
    try:
        result = metadata.convert_result(value)
    except ValidationError as error:
        text = f"Error executing tool {name}: {URL.sub('', str(error))}"
        return {"content": [{"type": "text", "text": text}], "isError": True}
    except (PydanticSerializationError, UnicodeDecodeError):
        return "unwritable"
    return json.loads(result.model_dump_json(by_alias=True, exclude_none=True))


def ours(fn: Any, structured: bool | None, values: list[Any]) -> tuple[Any, list[Any]]:
    try:
        converter = Converter.from_function(fn, structured, preset="python-sdk")
    except SchemaError as error:
        return str(error), []
    return converter.output_schema, [converter.convert(value) for value in values]


def same(ours: Any, theirs: Any) -> bool:
    if theirs == "unwritable":
        return bool(ours["isError"])
    return wire_text(ours) == wire_text(theirs)


def wire_text(result: dict[str, Any]) -> str:
    # Result objects of the SDK always have `resultType`; its server takes it off before 2026-07-28.
    return json.dumps({name: part for name, part in result.items() if name != "resultType"})


@pytest.mark.parametrize("structured", [None, True, False])
def test_every_function_as_the_reference(structured: bool | None) -> None:
    table = functions()
    assert len(table) >= 300
    wrong: dict[str, str] = {}
    compared = 0
    for name, annotation, values in table:
        fn = function(name, annotation)
        our_schema, our_answers = ours(fn, structured, values)
        their_schema, their_answers = reference(fn, structured, values)
        if json.dumps(our_schema) != json.dumps(their_schema):
            wrong[name] = f"{our_schema}\n     not {their_schema}"
            continue
        for number, (mine, theirs) in enumerate(zip(our_answers, their_answers, strict=True)):
            compared += 1
            if not same(mine, theirs):
                wrong[f"{name}/{number}"] = f"{json.dumps(mine)}\n     not {json.dumps(theirs)}"
    unknown = {key: text for key, text in wrong.items() if key not in KNOWN}
    print(f"{len(table)} functions, {compared} answers, {len(wrong)} differences that are meant")
    assert not unknown, f"{len(unknown)}:\n" + "\n".join(f"{k}: {t}" for k, t in unknown.items())


def test_a_tool_may_have_another_name_than_its_function() -> None:
    converter = Converter.from_function(function("roll", list[int]), tool="dice", preset="python-sdk")
    assert converter.output_schema is not None
    assert converter.output_schema["title"] == "diceOutput"
    error = converter.convert(["x"])["content"][0]["text"]
    assert error.startswith("Error executing tool dice: 1 validation error for diceOutput")


def test_errors_of_pydantic_are_told_without_values_where_asked() -> None:
    """The type has a validator, so that pydantic reads the value itself."""
    named = Converter.from_function(function("code", Validated), errors="named")
    assert named.convert({"code": "a1"})["content"][0]["text"] == (
        "Error executing tool code: the tool's output does not match its own output schema "
        "(1 problem)\n- code: value error"
    )
    assert named.check({"code": "a1"}) == [
        {
            "path": ["code"],
            "pointer": "/code",
            "code": "value_error",
            "message": "Value error, letters only",
            "inputType": "str",
        }
    ]
    generic = Converter.from_function(function("code", Validated), errors="generic")
    assert generic.convert({"code": "a1"})["content"][0]["text"] == "Error executing tool code"
    assert generic.convert({"code": "ab"})["structuredContent"] == {"code": "AB"}

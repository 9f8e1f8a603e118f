"""The vector files through the Python face: the same figures as the Rust tests have."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from conftest import Number, exactly, raw_rows, rows
from twochannel import Converter, SchemaError

MISLABELLED = {"t1-255"}
"""Rows that say `exactError` though the tuple in them is published as a list."""


TUPLE = re.compile(r"tuple\[([^\[\]]*(?:\[[^\[\]]*\])*[^\[\]]*), \.\.\.\]")
"""A tuple of any length; JSON Schema does not tell it from a list."""


def sets_sorted(data: Any, schema: Any, root: Any) -> Any:
    """A value with the items of its sets in order: the reference's own order is by chance."""
    if not isinstance(schema, dict):
        return data
    if "$ref" in schema:
        target = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        return sets_sorted(data, target, root)
    for arm in schema.get("anyOf", []):
        data = sets_sorted(data, arm, root)
    if isinstance(data, list):
        kinds = schema.get("prefixItems", []) + [schema.get("items")] * len(data)
        items = [sets_sorted(item, kind, root) for item, kind in zip(data, kinds, strict=False)]
        return sorted(items, key=repr) if schema.get("uniqueItems") else items
    if isinstance(data, tuple) and data and data[0] == "object":
        known, rest = schema.get("properties", {}), schema.get("additionalProperties")
        return "object", [
            (name, sets_sorted(value, known.get(name, rest), root)) for name, value in data[1]
        ]
    return data


def places(error: str) -> list[str]:
    """The first line and the lines that name a path, every tuple of any length called a list."""
    lines = [line for line in error.splitlines() if not line.startswith("  ")]
    return [TUPLE.sub(r"list[\1]", line).replace("`", "") for line in lines]


def converter_of(row: dict[str, Any]) -> Converter:
    policy: dict[str, Any] = {"preset": "python-sdk", "tool": row["tool"]}
    if row["structuredOutput"] is not None:
        policy["structured_output"] = row["structuredOutput"]
    if "wrap" in row:
        policy["wrap"] = "always" if row["wrap"] else "never"
    return Converter(row["schema"], **policy)


def snake_case(name: str) -> str:
    return re.sub(r"[A-Z]", lambda match: f"_{match[0].lower()}", name)


def mismatch(row: dict[str, Any], raw: Any) -> str | None:
    """How the answer differs from the reference's, if it does."""
    expect = dict(dict(raw[1])["expect"][1])
    try:
        converter = converter_of(row)
    except SchemaError as error:
        return None if "registrationError" in expect else str(error)
    if "registrationError" in expect:
        return f"registered, though the reference says {expect['registrationError']}"
    schema = converter.output_schema
    if exactly(json.dumps(schema)) != expect.get("outputSchema"):
        return f"outputSchema {schema}"
    wire = converter.convert_json(row["value"])
    result = dict(exactly(wire)[1])
    difference = differs(row, result, expect, schema)
    if difference is None:
        # The same from the Python value, where that has the same numbers.
        value = json.loads(row["value"])
        if exactly(json.dumps(value)) == exactly(row["value"]):
            from_value = converter.convert_to_bytes(value)
            if from_value != wire:
                return f"from the value {from_value!r}, from its JSON {wire!r}"
    return difference


def differs(row: dict[str, Any], result: Any, expect: Any, schema: Any) -> str | None:
    if "error" not in expect:
        if result["isError"] is not False:
            return f"refused: {result}"
        if result["content"] != expect["content"]:
            return f"content {result['content']}"
        ours = sets_sorted(result.get("structuredContent"), schema, schema)
        theirs = sets_sorted(expect.get("structuredContent"), schema, schema)
        return None if ours == theirs else f"structuredContent {ours}, not {theirs}"
    if result["isError"] is not True or "structuredContent" in result:
        return f"not refused: {result}"
    (block,) = result["content"]
    text = dict(block[1])["text"].removeprefix(f"Error executing tool {row['tool']}: ")
    if row["id"] in MISLABELLED or row.get("exactError") is False:
        text, expected = places(text), places(expect["error"])
    else:
        expected = expect["error"]
    return None if text == expected else f"error {text}, not {expected}"


@pytest.mark.parametrize("name", ["structure", "types", "formats"])
def test_vectors(name: str) -> None:
    wrong = {}
    count = 0
    for row, raw in zip(rows(name), raw_rows(name), strict=True):
        count += 1
        difference = mismatch(row, raw)
        if difference is not None:
            wrong[row["id"]] = difference
    print(f"{name}: {count - len(wrong)} of {count}")
    assert not wrong, "\n".join(f"{id}: {text}" for id, text in list(wrong.items())[:5])


# Values that JSON cannot say are in test_converter.py.
REPORTS = [pytest.param(row, id=row["id"]) for row in rows("reports") if "valueExpr" not in row]


@pytest.mark.parametrize("row", REPORTS)
def test_reports(row: dict[str, Any]) -> None:
    policy = {snake_case(name): value for name, value in row.get("policy", {}).items()}
    if row["id"] == "R77c":
        # Defaults are filled in by lax validation; strict sends the value unchanged.
        policy["validation"] = "lax"
    expect, call = row["expect"], row.get("call", {})
    if "throws" in expect:
        with pytest.raises(SchemaError) as caught:
            Converter(row["schema"], tool=row["tool"], **policy)
        assert row["tool"] in str(caught.value) and caught.value.tool == row["tool"]
        return
    converter = Converter(row["schema"], tool=row["tool"], **policy)
    if call.get("ready"):
        result = converter.pass_through(row["value"])
    else:
        result = converter.convert(row["value"], text=call.get("text"), meta=call.get("meta"))
    for member in ("content", "structuredContent", "isError", "_meta"):
        if member in expect:
            assert result.get(member) == expect[member]
    if expect.get("isError"):
        assert "structuredContent" not in result
        text = result["content"][0]["text"].lower()
        for part in expect.get("errorContains", []):
            assert part.lower() in text


def test_numbers_are_compared_by_their_text() -> None:
    assert exactly("1.0") == Number("1.0") != exactly("1")

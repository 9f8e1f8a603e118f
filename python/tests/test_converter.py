"""The converter's own behaviour, without any annotation."""

from __future__ import annotations

import copy
import datetime
import decimal
import enum
import json
import subprocess
import sys
import uuid
from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import pytest
from twochannel import Converter, SchemaError, convert_result


class Colour(enum.Enum):
    RED = "red"


class Shade(str, enum.Enum):
    DARK = "dark"


class Level(enum.IntEnum):
    HIGH = 3


@dataclass
class Station:
    name: str
    depth: float


Point = namedtuple("Point", "x y")


def texts(value: object, **policy: Any) -> list[str]:
    return [block["text"] for block in Converter(**policy).convert(value)["content"]]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, []),
        ("plain", ["plain"]),
        (Shade.DARK, ["dark"]),
        (Colour.RED, ['"red"']),
        (Level.HIGH, ["3"]),
        (datetime.date(2024, 2, 29), ['"2024-02-29"']),
        (uuid.UUID(int=7), ['"00000000-0000-0000-0000-000000000007"']),
        (decimal.Decimal("1.50"), ['"1.50"']),
        (b"bytes", ['"bytes"']),
        ({5}, ["[\n  5\n]"]),
        (set(), ["[]"]),
        ([{5}, "a", [datetime.date(2024, 1, 1), None]], ["[\n  5\n]", "a", '"2024-01-01"']),
        (Point(1, "x"), ["1", "x"]),
        (Station("Föhr", 1.0), ['{\n  "name": "Föhr",\n  "depth": 1.0\n}']),
        ([Station("a", 2.5)], ['{\n  "name": "a",\n  "depth": 2.5\n}']),
        ({"at": datetime.date(2024, 1, 1)}, ['{\n  "at": "2024-01-01"\n}']),
        (datetime.timedelta(days=1, hours=2, seconds=3.5), ['"P1DT2H3.5S"']),
        ({1: "a", True: "b"}, ['{\n  "1": "b"\n}']),
        (12345678901234567890123, ["12345678901234567890123"]),
    ],
)
def test_text_of_python_values(value: object, expected: list[str]) -> None:
    assert texts(value) == expected


def test_policies_hold_for_values_with_blocks_of_their_own() -> None:
    day = datetime.date(2024, 1, 1)
    assert texts({5}, indent=0) == ["[5]"]
    assert texts([day, "a"], list="single") == ['[\n  "2024-01-01",\n  "a"\n]']
    assert texts(day, list="single") == ['"2024-01-01"']
    assert texts(day, text="none") == []
    assert texts([], empty_list="text") == ["[]"]
    assert texts({float("nan")}, non_finite="constants") == ["[\n  NaN\n]"]
    assert texts({float("nan")}) == ["[\n  null\n]"]


def test_values_without_json_are_error_results() -> None:
    circle: list[object] = []
    circle.append(circle)
    deep: list[object] = []
    for _ in range(3000):
        deep = [deep]
    for value in (circle, deep, "\ud800", b"\xff", {"a": b"\xff"}):
        result = convert_result(value, tool="odd")
        assert result["isError"] is True, value
        assert result["content"][0]["text"].startswith("Error executing tool odd: the output")
        assert "structuredContent" not in result
        assert convert_result(value, errors="generic")["content"][0]["text"] == "Error executing tool tool"


def test_a_call_may_bring_text_and_meta() -> None:
    converter = Converter({"type": "array", "items": {"type": "string", "format": "date"}})
    day = datetime.date(2024, 1, 1)
    result = converter.convert([day], text="New Year", meta={"source": "calendar"})
    assert result == {
        "content": [{"type": "text", "text": "New Year"}],
        "structuredContent": {"result": ["2024-01-01"]},
        "isError": False,
        "_meta": {"source": "calendar"},
    }
    assert converter.convert([day], meta={"n": 1})["content"] == [
        {"type": "text", "text": '"2024-01-01"'}
    ]
    assert json.loads(converter.convert_to_bytes([day])) == converter.convert([day])
    assert converter.convert_json('["2024-01-01"]').startswith(b'{"content":')


def test_problems_are_told() -> None:
    converter = Converter(
        {"type": "object", "properties": {"a/b": {"type": "integer"}}, "required": ["a/b", "c"]}
    )
    problems = converter.check({"a/b": "x"})
    assert [(p["pointer"], p["path"], p["code"]) for p in problems] == [
        ("/a~1b", ["a/b"], "int_parsing"),
        ("/c", ["c"], "missing"),
    ]
    assert converter.check({"a/b": 1, "c": None}) == []


def test_ready_made_results_are_checked() -> None:
    converter = Converter({"type": "integer"}, tool="roll")
    ready = {"content": [], "structuredContent": {"result": 4}, "_meta": {"a": 1.0}}
    assert converter.pass_through(copy.deepcopy(ready)) == ready
    assert converter.pass_through({"content": [], "structuredContent": {"result": "x"}})["isError"]
    failed = {"content": [{"type": "text", "text": "no dice"}], "isError": True}
    assert converter.pass_through(failed) == failed


def test_mistakes_are_refused() -> None:
    with pytest.raises(SchemaError) as caught:
        Converter({"type": "object", "properties": {"a": {"type": "strng"}}}, tool="get")
    assert (caught.value.tool, caught.value.pointer) == ("get", "/properties/a/type")
    assert "strng" in caught.value.reason and "get" in str(caught.value)
    for no_schema in (int, {"type": "object", "properties": {"a": int}}):
        with pytest.raises(SchemaError, match="^Tool get: .* not JSON .*Converter.from_function"):
            Converter(no_schema, tool="get")  # type: ignore[arg-type]
    deep: dict[str, object] = {}
    for _ in range(126):
        deep = {"type": "array", "items": deep}
    for schema in (deep, {"items": {"items": deep}}):
        with pytest.raises(SchemaError, match="return schema: nested deeper than 128 levels"):
            Converter(schema)
    with pytest.raises(SchemaError, match="unknown policy member `ident`"):
        Converter(None, ident=2)  # type: ignore[call-arg]
    with pytest.raises(SchemaError, match="structured output is required"):
        Converter(None, structured_output=True)


WITHOUT_PYDANTIC = """
import sys
sys.modules["pydantic_core"] = None
import datetime, decimal, enum, json, uuid
from dataclasses import dataclass
from twochannel import Converter

@dataclass
class Station:
    name: str
    opened: datetime.datetime

class Colour(enum.Enum):
    RED = "red"

utc = datetime.timezone.utc
value = [
    Station("a", datetime.datetime(2024, 1, 1, tzinfo=utc)), {5}, Colour.RED, "text", uuid.UUID(int=7),
    decimal.Decimal("1.50"), b"bytes", datetime.timedelta(hours=-30), {"ü": {1: None, 2.5: []}}, {},
    {("a", 1): 1} and {True: float("inf")},
]
print(json.dumps(Converter(non_finite="constants").convert(value)))
assert Converter().convert(b"\\xff")["isError"]
if sys.modules.get("pydantic_core", 1) is None:
    try:
        Converter.from_function(len)
    except ImportError as error:
        assert "pip install twochannel[pydantic]" in str(error)
    else:
        raise AssertionError("from_function without pydantic")
"""


def test_pydantic_is_not_needed() -> None:
    """Without it values are written by the json module, with the same text."""
    run = [sys.executable, "-c", WITHOUT_PYDANTIC]
    without = subprocess.run(run, capture_output=True, text=True, check=True)
    with_pydantic = WITHOUT_PYDANTIC.replace('sys.modules["pydantic_core"] = None', "")
    other = subprocess.run([*run[:2], with_pydantic], capture_output=True, text=True, check=True)
    assert json.loads(without.stdout) == json.loads(other.stdout)
    assert len(json.loads(without.stdout)["content"]) == 11


LISTS = {"type": "array"}
OBJECTS = {"type": "object", "properties": {"n": {"type": ["number", "null"]}}}


@pytest.mark.parametrize(
    ("schema", "value", "policy"),
    [
        (LISTS, [{"é": 1}, "Grüße", [None, "🦀", [2.5, True]], {}, []], {}),
        (LISTS, [], {}),
        (LISTS, [], {"empty_list": "text"}),
        (LISTS, [1, "two"], {"list": "single", "indent": 0}),
        (LISTS, [1, "two"], {"text": "none"}),
        (LISTS, [1, "two"], {"revision": "2026-07-28"}),
        (LISTS, [1, "two"], {"revision": "2024-11-05"}),
        (LISTS, [1, "two"], {"max_bytes": 20}),
        (LISTS, [{"type": "text", "text": "a block", "_meta": {}}], {}),
        (LISTS, [10**40, -0.0, 1e300], {}),
        (OBJECTS, {"n": 1}, {}),
        (OBJECTS, {"n": "x"}, {}),
        (OBJECTS, {"n": float("nan")}, {}),
        (OBJECTS, {"n": float("nan")}, {"non_finite": "null"}),
        (OBJECTS, {"n": 1, "other": 2}, {"extra": "strip"}),
        (OBJECTS, {"n": "17"}, {"validation": "lax"}),
        (OBJECTS, {1: "a key that is no string"}, {}),
        (OBJECTS, {"n": None, "at": [datetime.date(2024, 1, 1), (1, 2), {3}]}, {}),
        (None, [1, {"a": 2}], {}),
        (OBJECTS, {"content": [{"type": "text", "text": "hi"}], "isError": True}, {}),
        (None, {"isError": False, "content": [{"type": "text", "text": "hi"}]}, {}),
        (None, {"_meta": {"a": 1}, "content": []}, {}),
        (LISTS, list(range(123)), {}),
        (LISTS, [datetime.date(2024, 1, 1)], {}),
    ],
)
def test_a_dict_says_what_the_bytes_say(schema: Any, value: Any, policy: Any) -> None:
    converter = Converter(schema, tool="t", **policy)
    assert converter.convert(value) == json.loads(converter.convert_to_bytes(value))


def test_the_data_of_a_dict_is_a_copy() -> None:
    rows = [{"n": 1}]
    sent = Converter(LISTS).convert(rows)["structuredContent"]["result"]
    assert sent == rows and sent is not rows

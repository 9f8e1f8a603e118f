"""Laws for every schema and value. ``HYPOTHESIS_CASES`` sets how many values are tried, and makes
them other ones every time."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from conftest import exactly
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker
from twochannel import Converter

from test_vectors import snake_case

RUNS = os.environ.get("HYPOTHESIS_CASES")
settings.register_profile(
    "laws", max_examples=int(RUNS or 200), deadline=None, derandomize=RUNS is None, database=None
)
settings.load_profile("laws")

PROTOCOL = {
    path.stem: Draft202012Validator(json.loads(path.read_text()))
    for path in (Path(__file__).parents[2] / "tests" / "protocol").glob("*.json")
}


def wire_types(revision: str) -> Any:
    """What the official SDK has made of the protocol's schema, where it has."""
    module = pytest.importorskip(f"mcp_types._v{revision.replace('-', '_')}")
    return module.CallToolResult


@pytest.fixture(scope="module")
def cases() -> list[Any]:
    """The cases of the Rust tests; ``cargo xtask test python`` has them written."""
    with open(os.environ["TWOCHANNEL_CASES"], encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def open_case(case: Any) -> Converter:
    policy = {snake_case(name): member for name, member in case["policy"].items()}
    return Converter(json.loads(case["schema"]), **policy)


def test_the_bytes_are_those_of_rust(cases: list[Any]) -> None:
    from_values = 0
    for case in cases:
        converter = open_case(case)
        assert converter.convert_json(case["value"]) == case["wire"].encode(), case
        published = case["published"] and exactly(case["published"])
        assert exactly(json.dumps(converter.output_schema)) == published
        value = json.loads(case["value"])
        if exactly(json.dumps(value)) == exactly(case["value"]):
            assert converter.convert_to_bytes(value) == case["wire"].encode(), case
            assert converter.convert(value) == json.loads(case["wire"])
            from_values += 1
    assert from_values > len(cases) / 2


def test_results_are_those_of_their_revision(cases: list[Any]) -> None:
    for case in cases:
        revision = case["policy"]["revision"]
        result = json.loads(case["wire"])
        faults = [fault.message for fault in PROTOCOL[revision].iter_errors(result)]
        assert not faults, (faults, case)
        if revision in ("2025-11-25", "2026-07-28"):
            wire_types(revision).model_validate(result)


def test_what_is_sent_keeps_the_promise(cases: list[Any]) -> None:
    sent = 0
    for case in cases:
        result = json.loads(case["wire"])
        if "structuredContent" not in result or case["published"] is None:
            continue
        strict = case["policy"]["validation"] == "strict"
        checked = strict and case["policy"]["formats"] == "assert"
        formats = FormatChecker(["date"]) if checked else None
        published = json.loads(case["published"])
        validator = Draft202012Validator(published, format_checker=formats)
        assert validator.is_valid(result["structuredContent"]), case
        sent += 1
    assert sent > len(cases) / 10


texts = st.one_of(
    st.sampled_from(["", "a", "__proto__", "constructor", "toJSON", "10", "\0", "\u2028", "🌊"]),
    st.text(max_size=30),
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    texts,
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)
    ),
    max_leaves=12,
)


def describing(value: Any, draw: Any) -> Any:
    """A schema that a value keeps to; how closely it describes it is drawn."""
    loose = draw(st.integers(0, 9))
    if loose == 0:
        return {}
    match value:
        case None | bool():
            return {"const": value}
        case int():
            return {"type": "integer", "minimum": value}
        case float():
            return {"type": "number", "maximum": value}
        case str():
            return {"type": "string", "minLength": min(len(value), 1)}
        case list():
            items = [describing(item, draw) for item in value]
            if loose < 5 or not items:
                return {"type": "array", "items": {"anyOf": [*items, {"type": "null"}]}}
            return {"type": "array", "prefixItems": items, "items": False}
        case _:
            properties = {name: describing(member, draw) for name, member in value.items()}
            return {
                "type": "object",
                "properties": properties,
                "required": list(properties),
                "additionalProperties": loose < 5,
            }


@st.composite
def pairs(draw: Any) -> tuple[Any, Any]:
    own, other = draw(values), draw(values)
    return describing(own, draw), draw(st.sampled_from([own, other]))


@given(pairs(), st.sampled_from(sorted(PROTOCOL)))
def test_all_methods_answer_the_same(pair: tuple[Any, Any], revision: str) -> None:
    schema, value = pair
    converter = Converter(schema, tool="t", revision=revision)
    wire = converter.convert_to_bytes(value)
    assert wire == converter.convert_to_bytes(value)
    result = converter.convert(value)
    assert result == json.loads(wire)
    # `json` writes 1e-07 where pydantic writes 1e-7: the same number, another text for the model.
    from_text = json.loads(converter.convert_json(json.dumps(value)))
    assert from_text["isError"] == result["isError"]
    assert from_text.get("structuredContent") == result.get("structuredContent")
    assert PROTOCOL[revision].is_valid(result)
    if "structuredContent" in result:
        validator = Draft202012Validator(converter.output_schema)
        assert validator.is_valid(result["structuredContent"])
    if result["isError"]:
        assert converter.check(value)


@pytest.mark.parametrize("half", ["\ud800", "\udbff", "\udc00", "\udfff", "\udf0a\ud83c"])
def test_half_a_pair_is_no_text(half: str) -> None:
    """Python's own strings may hold surrogates; UTF-8 has none, and so the reference raises."""
    for value in (half, [half], {half: 1}, {"a": half}):
        result = Converter(errors="named").convert(value)
        assert result["isError"]
        assert result["content"][0]["text"] == "Error executing tool tool: the output has no JSON"
    escaped = Converter().convert_json(json.dumps(half))
    assert json.loads(escaped)["content"][0]["text"] == "\ufffd" * len(half)


def marked(value: Any) -> Any:
    """A value of the same shape whose texts and numbers can be told from everything else."""
    match value:
        case None | bool():
            return value
        case int() | float():
            return 7700770077
        case str():
            return f"SECRET{value}"
        case list():
            return [marked(item) for item in value]
        case _:
            return {name: marked(member) for name, member in value.items()}


class Stubborn:
    """An object that no JSON can be made of, whose text tells a secret."""

    def __repr__(self) -> str:
        raise ValueError("SECRET")


@given(pairs(), st.sampled_from(["named", "generic"]), st.integers(0, 600))
def test_discreet_errors_tell_no_value_and_limits_hold(
    pair: tuple[Any, Any], errors: Any, limit: int
) -> None:
    schema, value = pair
    converter = Converter(schema, tool="t", errors=errors)
    for bad in (marked(value), [marked(value), {1, 2}], {"a": Stubborn()}, 7700770077.0):
        result = converter.convert(bad)
        text = json.dumps(result)
        assert not result["isError"] or not ("SECRET" in text or "77007700" in text), text
        if result["isError"] and errors == "generic":
            assert result["content"] == [{"type": "text", "text": "Error executing tool t"}]
    limited = Converter(schema, tool="t", max_bytes=limit)
    free = Converter(schema, tool="t").convert_to_bytes(value)
    wire = limited.convert_to_bytes(value)
    assert wire == free if len(free) <= limit else len(wire) < 200

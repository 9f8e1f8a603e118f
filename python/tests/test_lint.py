"""Advice on schemas; what there is to advise on is tested in the core."""

from __future__ import annotations

from typing import Any

import pytest
from twochannel import SchemaError, lint


def codes(*arguments: Any, **policy: Any) -> list[str]:
    return [finding["code"] for finding in lint(*arguments, **policy)]


def test_advice_has_a_place_a_sentence_and_a_reason() -> None:
    schema = {"type": "object", "properties": {"id": {"type": "string", "format": "ulid"}}}
    (finding,) = lint(schema)
    assert (finding["code"], finding["pointer"]) == ("uncommon-format", "/properties/id/format")
    assert finding["message"] == "The format `ulid` is Zod's."
    assert finding["reason"].startswith("JSON Schema does not have it")


def test_a_value_shows_more_than_its_schema() -> None:
    assert codes({"type": "object"}) == []
    assert codes({"type": "object"}, {"raw": '{"a":1}'}) == ["json-in-string"]


def test_a_value_without_json_shows_nothing() -> None:
    deep: list[Any] = []
    for _ in range(200):
        deep = [deep]
    circle: list[Any] = []
    circle.append(circle)
    for value in (deep, circle, b"\xff"):
        assert codes({"type": "object"}, value) == []


def test_the_policy_counts_and_is_checked() -> None:
    assert codes({"type": "integer"}) == ["root-not-object"]
    assert codes({"type": "integer"}, structured_output=False) == []
    assert codes(None) == codes(True)
    with pytest.raises(SchemaError, match="Tool t: policy member `indent`: 9 is more than 8"):
        lint({}, tool="t", indent=9)

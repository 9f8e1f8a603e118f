"""Input that has hurt others: the bytes are those that the Rust tests have."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import exactly, rows
from twochannel import Converter


@pytest.mark.parametrize("row", rows("hostile"), ids=lambda row: row["name"])
def test_the_answer_is_the_one_written_down(row: dict[str, Any]) -> None:
    policy = {{"nonFinite": "non_finite"}.get(name, name): v for name, v in row["policy"].items()}
    converter = Converter(row["schema"], **policy)
    assert converter.convert_json(row["value"]) == row["wire"].encode()
    try:
        value = json.loads(row["value"])
        same = exactly(json.dumps(value)) == exactly(row["value"]) and "\\ud" not in row["value"]
    except ValueError:
        return
    if same and "NaN" not in row["value"]:
        assert converter.convert_to_bytes(value) == row["wire"].encode()

"""What the tests share: the vector files, and comparing JSON by the text of its numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[2] / "tests" / "vectors"


class Number(str):
    """A number as it is written: `1.0` is not `1`."""


def exactly(text: str | bytes) -> Any:
    """JSON with its numbers as they are written, and its objects with the order of their members."""
    return json.loads(
        text,
        parse_int=Number,
        parse_float=Number,
        parse_constant=Number,
        object_pairs_hook=lambda pairs: ("object", pairs),
    )


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a vector file."""
    with open(VECTORS / f"{name}.jsonl", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def raw_rows(name: str) -> list[dict[str, Any]]:
    """The rows with each of their members as :func:`exactly` reads it."""
    with open(VECTORS / f"{name}.jsonl", encoding="utf-8") as lines:
        return [exactly(line) for line in lines]

"""A policy as keyword arguments."""

from __future__ import annotations

import json
import re
from typing import Literal, TypedDict


class FunctionPolicy(TypedDict, total=False):
    """How one tool's values become results. The first value of each is the default.

    These are the keyword arguments of :meth:`Converter.from_function`.
    """

    preset: Literal["python-sdk"] | None
    """A set of values that the others override: lax validation, NaN as the reference has it."""
    tool: str
    """The tool's name, for titles and error text."""
    wrap: Literal["auto", "always", "never"]
    revision: Literal["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2026-07-28"]
    validation: Literal["strict", "lax"]
    extra: Literal["keep", "strip"]
    null_optional: Literal["keep", "omit"]
    formats: Literal["assert", "annotate"]
    list: Literal["perItem", "single"]
    empty_list: Literal["none", "text"]
    indent: int
    """Spaces per level of the text, 0 to 8, 2 if not given; 0 is compact."""
    text: Literal["mirror", "none"]
    non_finite: Literal["error", "null", "constants"]
    unsafe_integers: Literal["error", "string"]
    errors: Literal["full", "named", "generic"]
    publish_schema: bool
    max_depth: int
    max_bytes: int | None


class Policy(FunctionPolicy, total=False):
    """The keyword arguments of :class:`Converter` and :func:`convert_result`."""

    structured_output: bool | None
    """None: where there is a schema; True: there must be one; False: text alone."""


def to_json(policy: Policy) -> str:
    """The policy as the core reads it; members that it does not know are refused there."""
    return json.dumps({_camel(name): value for name, value in policy.items()}, default=str)


def _camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda match: match[1].upper(), name)

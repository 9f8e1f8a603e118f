"""Advice on schemas."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypedDict

from . import _pool, _schema, _values
from ._instance import LINT
from ._policy import Policy, to_json
from ._values import Unwritable, from_json

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._schema import Schema


class Finding(TypedDict):
    """One piece of advice on a schema."""

    code: str
    """A name for its kind, such as ``remote-ref``."""
    pointer: str
    """The place as a JSON Pointer into the schema that was given."""
    message: str
    """What there is, in one sentence."""
    reason: str
    """Why that matters, in one sentence."""


def lint(schema: Schema, value: object = None, **policy: Unpack[Policy]) -> list[Finding]:
    """Advice on the schema of what a tool returns: what is allowed, and still puzzles clients.

    Args:
        schema: as :class:`Converter` takes it.
        value: what the tool returned once, for what that shows. One that has no JSON, or is
            nested deeply, shows nothing.
        policy: as :class:`Converter` takes it.

    >>> [finding["code"] for finding in lint({"type": "string", "format": "ulid"})]
    ['root-not-object', 'uncommon-format']

    Raises:
        SchemaError: the policy is wrong, or the schema is no JSON.
    """
    options: dict[str, object] = {"policy": json.loads(to_json(policy))}
    if value is not None:
        try:
            options["value"] = _values.to_json(value).decode()
        except Unwritable:
            pass
    text = _schema.to_json(schema, str(policy.get("tool", "tool")))
    advice = _pool.run(None, LINT, text.encode("utf-8", "replace"), json.dumps(options).encode())
    return from_json(advice)  # type: ignore[no-any-return]

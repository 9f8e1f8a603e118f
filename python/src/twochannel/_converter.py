"""The converter, as Python hosts hold it."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from . import _pool, _schema, _values
from ._instance import CHECK, CONVERT, DESCRIBE, FAIL, PASS_THROUGH, TEXTS, Spec
from ._policy import FunctionPolicy, Policy, to_json
from ._schema import Schema
from ._values import Unwritable, from_json

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from ._reader import Reader


class Converter:
    """Turns the values of one tool into results.

    Making one compiles the schema; using it does not, so keep it with the tool. It may be used
    from any number of threads at once.

    >>> dice = Converter({"type": "array", "items": {"type": "integer"}}, tool="dice")
    >>> dice.output_schema["title"]
    'diceOutput'
    >>> dice.convert([4, 6])["structuredContent"]
    {'result': [4, 6]}
    >>> dice.convert([4, "six"])["isError"]
    True
    """

    __slots__ = ("__weakref__", "_output_schema", "_policy", "_reader", "_sends_unchanged", "_spec", "_wrapped")

    _reader: Reader | None

    def __init__(self, schema: Schema = None, **policy: Unpack[Policy]) -> None:
        """Compiles a schema.

        Raises:
            SchemaError: the schema cannot be compiled, is missing though the policy insists on
                one, or the policy is wrong.
        """
        text = to_json(policy)
        self._policy: dict[str, Any] = json.loads(text)
        schema_json = _schema.to_json(schema, str(self._policy.get("tool", "tool")))
        self._spec = Spec(schema_json, text)
        self._reader = None
        is_strict = self._policy.get("validation", "strict") == "strict"
        self._sends_unchanged = is_strict and self._policy.get("preset") is None
        described = from_json(_pool.run(self._spec, DESCRIBE, b""))
        self._output_schema: dict[str, Any] | None = described["outputSchema"]
        self._wrapped: bool = described["wrapped"]

    @classmethod
    def from_function(
        cls,
        function: Callable[..., Any],
        structured_output: bool | None = None,
        **policy: Unpack[FunctionPolicy],
    ) -> Self:
        """Makes a converter from a function's return annotation, by the reference's rules.

        Needs pydantic. The tool has the function's name, unless ``tool`` says otherwise.

        >>> def roll(sides: int) -> list[int]: ...
        >>> Converter.from_function(roll).output_schema["properties"]["result"]["type"]
        'array'

        Raises:
            SchemaError: the annotation is refused.
        """
        try:
            from ._reader import Reader
            from ._returns import returned
        except ModuleNotFoundError as error:
            raise ImportError(
                "Converter.from_function needs pydantic: pip install twochannel[pydantic]"
            ) from error

        tool = policy.setdefault("tool", getattr(function, "__name__", "tool"))
        found = returned(function, structured_output, tool)
        if found.wrap and found.schema is not None and found.schema.get("type") == "object":
            policy.setdefault("wrap", "always")
        # What is data and what is content is settled; the core need not guess from the schema.
        converter = cls(found.schema, structured_output=found.schema is not None, **policy)
        if found.adapter is not None and found.schema is not None:
            converter._reader = Reader(found, converter._spec, converter._policy)
        return converter

    @property
    def output_schema(self) -> dict[str, Any] | None:
        """What to publish in ``tools/list``; None for text alone."""
        return self._output_schema

    @property
    def wrapped(self) -> bool:
        """Whether values are put into ``{"result": …}``."""
        return self._wrapped

    def convert(
        self, value: object, *, text: str | None = None, meta: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The result of a value as a dict. A bad value is an error result, never an exception.

        Args:
            value: what the tool returned.
            text: a text for the model in place of the printed value.
            meta: the result's ``_meta``.
        """
        data, answer = self._answer(value, text, meta, TEXTS if self._sends_unchanged else CONVERT)
        if answer.startswith(b"{"):
            return from_json(answer)  # type: ignore[no-any-return]
        sent = from_json(data)
        result: dict[str, Any] = {
            "content": _blocks(answer),
            "structuredContent": {"result": sent} if self._wrapped else sent,
            "isError": False,
        }
        if self._policy.get("revision") == "2026-07-28":
            result["resultType"] = "complete"
        return result

    def convert_to_bytes(
        self, value: object, *, text: str | None = None, meta: Mapping[str, Any] | None = None
    ) -> bytes:
        """The same as UTF-8 JSON, ready for a transport."""
        return self._answer(value, text, meta, CONVERT)[1]

    def _answer(
        self, value: object, text: str | None, meta: Mapping[str, Any] | None, plainly: int
    ) -> tuple[bytes, bytes]:
        """The JSON of a value, and what the core answers.

        ``plainly`` is what it is asked for where nothing crosses beside that JSON.
        """
        try:
            ready = _values.ready_made(value)
            if ready is not None:
                return ready, _pool.run(self._spec, PASS_THROUGH, ready)
            data = _values.to_json(value)
            if self._reader is not None and not self._reader.leaves(value):
                return data, self._reader.convert(value, data, text, meta)
            call = _values.call_options(value, self._policy, text, meta)
        except Unwritable as error:
            return b"", self._fail(error)
        return data, _pool.run(self._spec, CONVERT if call else plainly, data, call)

    def convert_json(
        self,
        data: bytes | str,
        *,
        text: str | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The result of a value given as JSON. No number is ever re-read."""
        data = data.encode("utf-8", "replace") if isinstance(data, str) else bytes(data)
        try:
            call = _values.call_options(None, self._policy, text, meta)
        except Unwritable as error:
            return self._fail(error)
        return _pool.run(self._spec, CONVERT, data, call)

    def check(self, value: object) -> list[dict[str, Any]]:
        """Everything that is wrong with a value, for logs and editors, never for the wire.

        Each problem has ``path``, ``pointer`` (a JSON Pointer), ``code``, ``message`` and
        ``inputType``.
        """
        try:
            data = _values.to_json(value)
        except Unwritable:
            return []
        if self._reader is not None:
            return self._reader.check(value, data)
        return self._issues(data)

    def pass_through(self, result: object) -> dict[str, Any]:
        """A result that the tool made itself: its structured data is checked, nothing is changed.

        ``result`` is a dict as on the wire, or a result object of an SDK.
        """
        try:
            ready = _values.ready_made(result)
            data = _values.to_json(result) if ready is None else ready
        except Unwritable as error:
            return from_json(self._fail(error))  # type: ignore[no-any-return]
        return from_json(_pool.run(self._spec, PASS_THROUGH, data))  # type: ignore[no-any-return]

    def _issues(self, data: bytes) -> list[dict[str, Any]]:
        return from_json(_pool.run(self._spec, CHECK, data))  # type: ignore[no-any-return]

    def _fail(self, error: Unwritable) -> bytes:
        """An error result."""
        return _pool.run(self._spec, FAIL, error.told(self._policy).encode("utf-8", "replace"))

    def __repr__(self) -> str:
        return f"Converter(tool={self._policy.get('tool', 'tool')!r})"


def _blocks(answer: bytes) -> list[dict[str, str]]:
    """The text blocks of an answer: a zero, their number, where each ends in bytes, and the texts."""
    (count,) = struct.unpack_from("<I", answer, 4)
    ends = struct.unpack_from(f"<{count}I", answer, 8)
    texts = memoryview(answer)[8 + 4 * count :]
    text = str(texts, "utf-8")
    if len(text) < len(texts):
        starts = (0, *ends)
        pieces = [str(texts[start:end], "utf-8") for start, end in zip(starts, ends, strict=False)]
        return [{"type": "text", "text": piece} for piece in pieces]
    blocks, start = [], 0
    for end in ends:
        blocks.append({"type": "text", "text": text[start:end]})
        start = end
    return blocks


def convert_result(
    value: object, schema: Schema = None, **policy: Unpack[Policy]
) -> dict[str, Any]:
    """Converts one value with a schema that is used once.

    Compiling the schema is most of the work; a :class:`Converter` does it once for all calls.

    >>> convert_result(17, {"type": "integer"})["structuredContent"]
    {'result': 17}

    Raises:
        SchemaError: as :class:`Converter`.
    """
    converter = Converter(schema, **policy)
    try:
        return converter.convert(value)
    finally:
        _pool.forget(converter._spec)

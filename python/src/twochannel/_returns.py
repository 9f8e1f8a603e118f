"""What a function's return annotation promises, by the rules of the official SDK.

pydantic reads the annotation and makes the schema; this module decides which part of the
annotation that is.
"""

from __future__ import annotations

import collections.abc
import inspect
import logging
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Union, get_args, get_origin

import pydantic_core
from pydantic import BaseModel, ConfigDict, Field, PydanticUserError, TypeAdapter, create_model
from pydantic.errors import PydanticSchemaGenerationError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaWarningKind
from typing_extensions import get_type_hints, is_typeddict
from typing_inspection.introspection import (
    AnnotationSource,
    ForbiddenQualifier,
    InspectedAnnotation,
    inspect_annotation,
    is_union_origin,
)

from ._errors import SchemaError
from ._typeddict import readable
from ._values import BLOCKS, HELPERS, is_of

_log = logging.getLogger("twochannel")

_RESULT = frozenset({"CallToolResult"})
_INPUT_REQUIRED = frozenset({"InputRequiredResult"})
_CONTENT = BLOCKS | frozenset(HELPERS)
_CONTENT_SEQUENCES = (list, tuple, collections.abc.Sequence)
_SCALARS = (str, int, float, bool, bytes, type(None))


@dataclass(frozen=True)
class Returned:
    """What becomes of a function's values."""

    schema: dict[str, Any] | None = None
    """The JSON Schema of the return type, not wrapped; None for text alone."""
    wrap: bool = False
    """Whether the reference puts the value into ``{"result": …}``."""
    adapter: TypeAdapter[Any] | None = None
    """Reads values as the reference does, inside the wrapper if there is one."""
    declared: Any = None
    """The model of the values, where it is one."""
    from_attributes: bool = False
    """Whether the values are objects of a class that pydantic reads the attributes of."""


class _Strict(GenerateJsonSchema):
    """Refuses what has no JSON Schema, where pydantic only warns."""

    def emit_warning(self, kind: JsonSchemaWarningKind, detail: str) -> None:
        raise ValueError(f"JSON schema warning: {kind} - {detail}")


def returned(
    function: Callable[..., Any], structured_output: bool | None, name: str
) -> Returned:
    """Reads the return annotation of a function; titles and messages call it by its tool's name.

    Raises:
        SchemaError: it is refused, or is no structured data though there must be some.
    """
    annotation = _annotation(function, name)
    if structured_output is False:
        return Returned()
    if annotation is inspect.Parameter.empty and structured_output is True:
        raise _refused(name, "return annotation required for structured output")
    inspected = _inspected(annotation, name)
    if _is_type_of(inspected.type, _INPUT_REQUIRED):
        return Returned()

    if is_union_origin(get_origin(inspected.type)):
        arms = get_args(inspected.type)
        # A request for more input is no data: what is left of the union is the return type.
        data_arms = tuple(arm for arm in arms if not _is_type_of(arm, _INPUT_REQUIRED))
        if not data_arms:
            return Returned()
        if len(data_arms) != len(arms):
            annotation = data_arms[0] if len(data_arms) == 1 else Union[data_arms]  # noqa: UP007
            inspected = _inspected(annotation, name)
        if len(data_arms) > 1 and any(_is_type_of(arm, _RESULT) for arm in data_arms):
            raise _refused(
                name,
                "CallToolResult cannot be used in Union or Optional types. "
                "To return empty results, use: CallToolResult(content=[])",
            )

    kind = inspected.type
    if _is_type_of(kind, _RESULT):
        if not inspected.metadata:
            return Returned()
        kind, *constraints = inspected.metadata
        annotation = Annotated[(kind, *constraints)] if constraints else kind
    if structured_output is None and _is_content(kind):
        return Returned()
    found = _schema(annotation, kind, name)
    if found is not None:
        return found
    if structured_output is True:
        raise _unserializable(name, kind)
    return Returned()


def _annotation(function: Callable[..., Any], name: str) -> Any:
    try:
        return inspect.signature(function, eval_str=True).return_annotation
    except NameError as error:
        reason = f"Unable to evaluate type annotations for callable {name!r}"
        raise SchemaError(name, None, reason) from error


def _inspected(annotation: Any, name: str) -> InspectedAnnotation:
    try:
        return inspect_annotation(annotation, annotation_source=AnnotationSource.FUNCTION)
    except ForbiddenQualifier as error:
        raise _refused(name, "return annotation contains an invalid type qualifier") from error


def _refused(name: str, reason: str) -> SchemaError:
    return SchemaError(name, None, reason, f"Function {name}: {reason}")


def _unserializable(name: str, kind: Any) -> SchemaError:
    return _refused(name, f"return type {kind} is not serializable for structured output")


def _is_type_of(kind: Any, names: frozenset[str]) -> bool:
    return isinstance(kind, type) and is_of(kind, names)


def _is_content(annotation: Any) -> bool:
    """Whether content blocks or their helpers are declared, alone, in a sequence or a union."""
    origin = get_origin(annotation)
    if origin is None:
        return _is_type_of(annotation, _CONTENT)
    if origin is Annotated:
        return _is_content(get_args(annotation)[0])
    if is_union_origin(origin) or origin in _CONTENT_SEQUENCES:
        return any(_is_content(arm) for arm in get_args(annotation))
    return False


def _schema(annotation: Any, kind: Any, name: str) -> Returned | None:
    """Schema and reader of a return type; None where it cannot carry structured data."""
    model, wrap, from_attributes = _model(annotation, kind, name)
    if model is None:
        return None
    try:
        adapter: TypeAdapter[Any] = TypeAdapter(readable(model))
        schema = adapter.json_schema(schema_generator=_Strict)
    except (
        PydanticUserError,
        ForbiddenQualifier,
        NameError,
        TypeError,
        ValueError,
        pydantic_core.SchemaError,
    ) as error:
        _log.info("no schema for the return type %s of %s: %s", kind, name, error)
        return None
    declared = model if isinstance(model, type) and issubclass(model, BaseModel) else None
    return Returned(
        _unwrapped(schema) if wrap else schema, wrap, adapter, declared, from_attributes
    )


def _model(annotation: Any, kind: Any, name: str) -> tuple[Any, bool, bool]:
    """The type that pydantic reads, whether it wraps the value, and whether it reads attributes."""
    if isinstance(kind, types.GenericAlias):
        if get_origin(kind) is dict and len(args := get_args(kind)) == 2 and args[0] is str:
            return Annotated[kind, Field(title=f"{name}DictOutput")], False, False
    elif isinstance(kind, type):
        if issubclass(kind, BaseModel) or is_typeddict(kind):
            return kind, False, False
        if kind not in _SCALARS:
            hints = get_type_hints(kind)
            return (_model_of_class(kind, hints) if hints else None), False, bool(hints)
    try:
        return create_model(f"{name}Output", result=annotation), True, False
    except PydanticSchemaGenerationError as error:
        # A class that pydantic does not know, somewhere inside. The reference lets pydantic's own
        # error through, whatever the tool asks for.
        raise _unserializable(name, kind) from error


def _model_of_class(kind: type, hints: dict[str, Any]) -> type[BaseModel]:
    """A model with the annotated members of a class; a value on the class is a default."""
    fields: dict[str, Any] = {
        member: (hint, getattr(kind, member)) if hasattr(kind, member) else hint
        for member, hint in hints.items()
        if not member.startswith("_")
    }
    return create_model(kind.__name__, __config__=ConfigDict(from_attributes=True), **fields)


def _unwrapped(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of the one property of a wrapper; the core wraps it again, and titles it."""
    (inner,) = typing.cast("dict[str, dict[str, Any]]", schema["properties"]).values()
    definitions = schema.get("$defs")
    return inner if definitions is None else {**inner, "$defs": definitions}

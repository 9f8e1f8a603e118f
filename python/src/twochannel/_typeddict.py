"""``typing.TypedDict`` for pydantic on Python 3.11 and older, where it only reads the backport."""

from __future__ import annotations

import sys
from typing import Annotated, Any

from typing_extensions import NotRequired, ReadOnly, TypedDict, get_type_hints, is_typeddict
from typing_inspection.introspection import AnnotationSource, inspect_annotation

_COPIED = ("__doc__", "__module__", "__qualname__", "__pydantic_config__")


def readable(kind: Any) -> Any:
    """The type itself, or a backported twin of a TypedDict that pydantic would refuse.

    Only the class itself gets one: a ``typing.TypedDict`` nested inside it still needs the
    backport, as with the reference.
    """
    if sys.version_info >= (3, 12) or not is_typeddict(kind):
        return kind
    if type(kind).__module__ != "typing":
        return kind
    hints = get_type_hints(kind, include_extras=True)
    members = {name: _member(kind, name, hint) for name, hint in hints.items()}
    make: Any = TypedDict
    twin = make(kind.__name__, members)
    for attribute in _COPIED:
        if hasattr(kind, attribute):
            setattr(twin, attribute, getattr(kind, attribute))
    return twin


def _member(kind: Any, name: str, hint: Any) -> Any:
    found = inspect_annotation(hint, annotation_source=AnnotationSource.TYPED_DICT)
    member: Any = Annotated[(found.type, *found.metadata)] if found.metadata else found.type
    if "read_only" in found.qualifiers:
        member = ReadOnly[member]
    # A qualifier of the member wins over the class; `__required_keys__` does not know those of
    # the backport.
    required = "required" in found.qualifiers or name in kind.__required_keys__
    if "not_required" in found.qualifiers:
        required = False
    return member if required else NotRequired[member]

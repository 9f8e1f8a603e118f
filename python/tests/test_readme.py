"""The examples of the README and of the docstrings."""

from __future__ import annotations

import doctest
from pathlib import Path

from twochannel import _converter, _lint

OPTIONS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def test_readme() -> None:
    file = Path(__file__).parents[1] / "README.md"
    failed, tried = doctest.testfile(str(file), module_relative=False, optionflags=OPTIONS)
    assert tried >= 12 and failed == 0


def test_docstrings() -> None:
    for module, examples in ((_converter, 5), (_lint, 1)):
        failed, tried = doctest.testmod(module, optionflags=OPTIONS)
        assert tried >= examples and failed == 0

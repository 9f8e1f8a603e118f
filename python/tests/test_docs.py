"""The Python of the READMEs and of docs/, and the examples of the docstrings."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from twochannel import _converter, _lint

OPTIONS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [
    page
    for page in (ROOT / "README.md", ROOT / "python" / "README.md", *ROOT.glob("docs/*.md"))
    if BLOCK.search(page.read_text("utf-8"))
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page(page: Path) -> None:
    """What one block of a page defines, the next one has."""
    text = page.read_text("utf-8")
    names: dict[str, Any] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start(1))
        test = doctest.DocTestParser().get_doctest(block[1], names, page.name, str(page), line)
        assert test.examples, f"{page.name}, line {line + 1}: nothing is shown"
        test.globs = names
        runner.run(test, clear_globs=False)
    assert runner.summarize(verbose=False).failed == 0


def test_docstrings() -> None:
    for module, examples in ((_converter, 5), (_lint, 1)):
        failed, tried = doctest.testmod(module, optionflags=OPTIONS)
        assert tried >= examples and failed == 0

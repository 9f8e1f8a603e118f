"""``python -m twochannel.precompile``: compiles the core ahead of the first conversion."""

from __future__ import annotations

import sys

from ._engine import precompile


def main() -> int:
    """Compiles, and prints where the compiled code is."""
    file, seconds = precompile()
    if file is None or not file.is_file():
        print("no compiled code was kept: the cache is switched off or cannot be written")
        return 1
    print(f"{file} is ready ({seconds:.2f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())

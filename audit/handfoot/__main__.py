"""``python -m handfoot`` is ``handfoot``."""

from .cli import main

main()

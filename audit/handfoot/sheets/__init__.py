"""Score sheets: tables read into the statements of a log, whether any end of a deal has their figures, and the page of a sheet."""

TABLES = (".csv", ".tsv")
"""How the name of a table ends."""


def is_sheet(path: str) -> bool:
    """Whether a file's name is that of a table."""
    return path.lower().endswith(TABLES)

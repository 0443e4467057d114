"""Score sheets: tables read into the statements of a log, whether any end of a deal has their figures, and the page of a sheet."""

TABLES = (".csv", ".tsv")
"""How the name of a table ends."""


def is_sheet(path: str) -> bool:
    """Whether a file's name is that of a table, or its beginning that of a program's export of scores."""
    return path.lower().endswith(TABLES) or (path.lower().endswith(".json") and _is_export(path))


def _is_export(path: str) -> bool:
    """Whether a JSON file is no log but the export of a known program."""
    try:
        with open(path, "rb") as file:
            head = file.read(1 << 16)
    except OSError:
        return False
    if b'"notation"' in head or b'"seats"' in head:
        return False
    from .exports import looks_like_export

    return looks_like_export(head)

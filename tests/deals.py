"""A deal for a test in a few lines: what matters is written, the rest of a legal record is filled in.

A deal is HFN text. Tags, seats and ``deal 1 dealer Dee`` are put before it where it has none, so that Ana begins.

- ``hand Ana: Ks Kd ...`` is filled up to 13 with idle cards of the player's own suit, fours first (``hand``, ``foot``).
- ``#! HF305`` behind a line says that it must raise this finding, which follows from no other; ``#~ HF211`` one that
  follows from another. Any other finding fails :func:`check`, but for HF007: most deals here stop in the middle.
- :func:`idle` writes turns in which nothing shows, to bring the stock down.
"""

from __future__ import annotations

import re

import handfoot
from handfoot.findings import Finding

SEATS = "Ana Bo Chi Dee"
_FILLED = re.compile(r"^(hand|foot) (\S+): (.*?)\s*\.\.\.", re.MULTILINE)
_MARK = re.compile(r"#([!~])((?:\s*HF\d{3})+)")
_IDLE_RANKS = "456789TJQK"


def deal(
    lines: str, *, seats: str = SEATS, rules: str = "classic", tags: str = "", start: str = "deal 1 dealer Dee"
) -> str:
    """The log of ``lines`` with everything before it that a log needs."""
    head = f'[Notation "HFN 1"]\n[Rules "{rules}"]\n[Seats "{seats}"]\n{tags}'
    lines = "\n".join(line.strip() for line in lines.strip().splitlines())
    body = lines if lines.startswith("deal ") or not start else f"{start}\n{lines}"
    return head + _FILLED.sub(lambda m: _filled(m, seats.split()), body) + "\n"


def _filled(match: re.Match[str], seats: list[str]) -> str:
    packet, player, given = match.groups()
    size = sum(int(word.partition("*")[2] or 1) for word in given.split())
    assert size <= 13, f"{player} cannot hold {given}"
    suit = (seats.index(player) + 2 * (packet == "foot")) % 4
    idle = [rank + "shdc"[(suit + i) % 4] for i in range(2) for rank in _IDLE_RANKS]
    return f"{packet} {player}: {given} {' '.join(idle[: 13 - size])}".replace(":  ", ": ")


def idle(turns: int, *, first: str = "Ana", seats: str = SEATS) -> str:
    """So many turns of unseen draws and discards, two cards of the stock each."""
    labels = seats.split()
    at = labels.index(first)
    return "\n".join(f"{labels[(at + i) % len(labels)]}: draw; discard ?" for i in range(turns))


def findings(text: str) -> list[Finding]:
    """Everything found in a log but HF007."""
    return [f for f in handfoot.audit(text).findings if f.code != "HF007"]


def roots(text: str) -> list[tuple[int, str]]:
    """Line and code of each finding that follows from no other, in order."""
    return sorted((f.span.line, f.code) for f in findings(text) if f.because_of is None)


def consequences(text: str) -> list[tuple[int, str]]:
    """Line and code of each finding that follows from another, in order."""
    return sorted((f.span.line, f.code) for f in findings(text) if f.because_of is not None)


def marked(text: str, sign: str = "!") -> list[tuple[int, str]]:
    """Line and code of each finding that the text's own marks ask for, in order."""
    lines = text.splitlines()
    return sorted(
        (number, code)
        for number, line in enumerate(lines, 1)
        for mark, codes in _MARK.findall(line)
        if mark == sign
        for code in codes.split()
    )


def check(lines: str, **frame: str) -> str:
    """Audits the deal and compares what is found with its marks; gives the log."""
    text = deal(lines, **frame)
    found = "\n".join(str(f) for f in findings(text))
    assert roots(text) == marked(text), f"{text}\n{found}"
    assert consequences(text) == marked(text, "~"), f"{text}\n{found}"
    return text

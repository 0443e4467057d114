"""``handfoot audit``: reports, exit statuses, options."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from handfoot.cli import cli

ROOT = Path(__file__).parents[2]
FINDINGS = ROOT / "logs" / "findings"
SCHEMA = json.loads((ROOT / "audit" / "handfoot" / "report.schema.json").read_text(encoding="utf-8"))

FAULTY = str(FINDINGS / "HF305-wild-ratio.hfn")
CLEAN = str(FINDINGS / "HF305-near-miss.hfn")

FOLLOWS = """\
[Notation "HFN 1"]
[Rules "classic"]
[Seats "Ana Bo Chi Dee"]

deal 1 dealer Ana
score Ana+Chi: clean 1, dirty 1, wild 0, cards 290, reds 100, left -215, out 0, total 980, running 980
score Bo+Dee: clean 2, dirty 3, wild 1, cards 745, reds 0, left -60, out 100, total 4185, running 4185
"""


def audit(*args: str, input: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, ["audit", *args], input=input)


def report(*args: str, input: str | bytes | None = None) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(audit("--format", "json", *args, input=input).stdout)
    return data


def test_exit_status_0_for_clean_1_for_violations_2_for_no_audit(tmp_path: Path) -> None:
    assert audit(CLEAN).exit_code == 0
    assert audit(FAULTY).exit_code == 1
    missing = audit(str(tmp_path / "none.hfn"))
    assert missing.exit_code == 2 and "none.hfn" in missing.stderr and not missing.stdout
    assert audit("--no-such-option", CLEAN).exit_code == 2
    assert audit().exit_code == 2


def test_a_file_that_cannot_be_opened_does_not_stop_the_others(tmp_path: Path) -> None:
    result = audit(str(tmp_path / "none.hfn"), FAULTY)
    assert result.exit_code == 2 and "HF305" in result.stdout


def test_a_finding_shows_its_source_line_with_carets_and_its_rule() -> None:
    out = audit(FAULTY).stdout.splitlines()
    place = next(i for i, line in enumerate(out) if "HF305 wild-ratio:" in line)
    assert out[place].startswith(f"{FAULTY}:11:40: ")
    source, carets = out[place + 1], out[place + 2]
    at = carets.index("^")
    assert source[at : at + carets.count("^")] == "add 9: X"
    assert "deal 1, turn 1, Rosa · classic, P0-15 (guide §03)" in out[place + 3]


def test_json_reports_fit_the_shipped_schema() -> None:
    data = report(str(FINDINGS))
    jsonschema.validate(data, SCHEMA)
    assert data["summary"]["games"] == len(data["games"]) > 100
    assert {game["verdict"] for game in data["games"]} >= {
        "clean",
        "violations",
        "mismatch",
        "undecided",
        "unreadable",
        "impossible",
    }


def test_jsonl_has_one_game_a_line_with_the_same_object() -> None:
    lines = audit("--format", "jsonl", FAULTY, CLEAN).stdout.splitlines()
    assert [json.loads(line) for line in lines] == report(FAULTY, CLEAN)["games"]


def test_nothing_but_the_report_goes_to_standard_output(tmp_path: Path) -> None:
    result = audit("--format", "json", CLEAN, str(tmp_path / "none.hfn"))
    assert json.loads(result.stdout)["games"][0]["verdict"] == "clean"


def test_output_goes_to_a_file(tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    result = audit("--format", "json", "--output", str(target), FAULTY)
    assert result.exit_code == 1 and result.stdout == ""
    assert json.loads(target.read_text(encoding="utf-8"))["games"][0]["verdict"] == "violations"


def test_select_ignore_and_level_choose_what_is_shown_and_never_the_verdict() -> None:
    for args in (["--select", "HF4"], ["--ignore", "HF305"]):
        data = report(FAULTY, *args)
        assert data["games"][0]["verdict"] == "violations"
        assert not any(f["code"] == "HF305" for f in data["games"][0]["findings"])
        assert audit(FAULTY, *args).exit_code == 1
    levels = {f["level"] for f in report(FAULTY, "--level", "error")["games"][0]["findings"]}
    assert levels == {"error"}
    assert audit(FAULTY, "--select", "nonsense").exit_code == 2


def test_consequences_are_left_to_all() -> None:
    plain, everything = audit("-", input=FOLLOWS).stdout, audit("--all", "-", input=FOLLOWS).stdout
    assert plain.count(": HF") == 1 and "HF809" in plain
    assert everything.count(": HF") == 2 and "follows from finding 1" in everything


def test_explain_adds_the_meaning_of_the_code() -> None:
    assert "naturals are at least twice the wild" in " ".join(audit("--explain", FAULTY).stdout.split("|"))


def test_quiet_prints_findings_alone() -> None:
    assert "violations" not in audit("--quiet", FAULTY).stdout
    assert audit("--quiet", CLEAN).stdout.count("HF0") <= 1


def test_rules_on_the_command_line_serve_logs_without_a_tag_and_never_override_silently(tmp_path: Path) -> None:
    untagged = "\n".join(
        line for line in Path(CLEAN).read_text(encoding="utf-8").splitlines() if not line.startswith("[Rules")
    )
    assert report("-", input=untagged)["games"][0]["verdict"] == "unreadable"
    assert report("--rules", "classic", "-", input=untagged)["games"][0]["verdict"] == "clean"
    house = tmp_path / "ours.toml"
    house.write_text('extends = "classic"\nname = "ours"\n[opening]\nminima = [500]\n', encoding="utf-8")
    refused = audit("--rules", str(house), CLEAN)
    assert refused.exit_code == 2 and "--override-rules" in refused.stderr
    over = report("--rules", str(house), "--override-rules", CLEAN)["games"][0]
    assert over["profile"]["overrides"] == "classic" and any(f["code"] == "HF501" for f in over["findings"])
    assert audit("--rules", "clasic", CLEAN).exit_code == 2


def test_an_unknown_profile_in_the_tag_is_a_finding_of_the_log() -> None:
    text = Path(CLEAN).read_text(encoding="utf-8").replace('"classic"', '"clasic"')
    (game,) = report("-", input=text)["games"]
    assert game["verdict"] == "unreadable" and game["profile"] is None
    assert [f["code"] for f in game["findings"]] == ["HF004"] and "did you mean 'classic'" in game["findings"][0][
        "message"
    ]


def test_a_house_rule_file_beside_the_log(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(
        'extends = "classic"\nname = "ours"\n[opening]\nminima = [500]\n', encoding="utf-8"
    )
    log = tmp_path / "game.hfn"
    log.write_text(Path(CLEAN).read_text(encoding="utf-8").replace('"classic"', '"ours.toml"'), encoding="utf-8")
    assert any(f["code"] == "HF501" for f in report(str(log))["games"][0]["findings"])


def test_a_settings_file_beside_the_logs(tmp_path: Path) -> None:
    log = tmp_path / "game.hfn"
    log.write_text(Path(FAULTY).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "handfoot.toml").write_text(
        'profile = "classic"\nignore = ["HF305"]\nlevel = "error"\n', encoding="utf-8"
    )
    assert report(str(log))["games"][0]["findings"] == []
    (tmp_path / "handfoot.toml").write_text('ignor = ["HF305"]\n', encoding="utf-8")


def test_a_faulty_settings_file_is_told_with_a_did_you_mean(tmp_path: Path) -> None:
    log = tmp_path / "game.hfn"
    log.write_text(Path(FAULTY).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "handfoot.toml").write_text('ignor = ["HF305"]\n', encoding="utf-8")
    result = audit(str(log))
    assert result.exit_code == 2 and "did you mean 'ignore'" in result.stderr


def test_compressed_logs_and_folders(tmp_path: Path) -> None:
    (tmp_path / "a.hfn.gz").write_bytes(gzip.compress(Path(FAULTY).read_bytes()))
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "b.hfn").write_bytes(Path(CLEAN).read_bytes())
    assert [g["verdict"] for g in report(str(tmp_path))["games"]] == ["violations", "clean"]


def test_limits_can_be_set() -> None:
    assert audit("--limit", "line_length=20", CLEAN).exit_code == 1
    assert audit("--limit", "nonsense=1", CLEAN).exit_code == 2


def test_colour_only_on_a_terminal() -> None:
    assert "\x1b[" not in audit(FAULTY).stdout


def test_a_waiver_in_the_log_is_shown_with_its_reason_and_counts_for_nothing() -> None:
    text = (
        Path(FAULTY).read_text(encoding="utf-8").rstrip("\n") + "  # handfoot: allow HF305 -- agreed before the game\n"
    )
    (game,) = report("-", input=text)["games"]
    assert game["verdict"] == "clean"
    assert [f["waived"] for f in game["findings"] if f["code"] == "HF305"] == ["agreed before the game"]
    assert "waived: agreed before the game" in audit("-", input=text).stdout


@pytest.mark.parametrize(
    "data", [b"", b"\0\1\2\xff" * 100, b"{", b"[1, 2]", b'{"deals": 7}', b"\xff\xfe", b"[Seats", b"deal 1\n" * 50]
)
def test_any_bytes_give_a_report(data: bytes) -> None:
    result = audit("--format", "json", "-", input=data)
    assert result.exit_code in (1, 2), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    jsonschema.validate(json.loads(result.stdout), SCHEMA)


def test_follow_reports_a_finding_before_the_log_ends() -> None:
    lines = Path(FAULTY).read_text(encoding="utf-8").splitlines(keepends=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "handfoot", "audit", "--follow", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={"PYTHONPATH": ":".join(str(ROOT / f) for f in ("audit", "engine", "grammar", "spec")), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None
    process.stdin.writelines(lines)
    process.stdin.flush()
    assert "HF305" in process.stdout.readline()  # standard input is still open
    out, _ = process.communicate()
    assert process.returncode == 1 and "violations" in out


def test_follow_says_the_same_as_an_audit_at_the_end() -> None:
    import handfoot
    from handfoot.auditing import Options
    from handfoot.follow import Follower

    for path in sorted(FINDINGS.glob("*.hfn")):
        follower = Follower(str(path), Options())
        for raw in path.read_text(encoding="utf-8").splitlines():
            list(follower.line(raw))
        list(follower.close())
        (expected,) = handfoot.audit(path)
        final = follower.report()
        assert final is not None
        assert [(f.code, f.span.line) for f in final.findings] == [(f.code, f.span.line) for f in expected.findings], (
            path.stem
        )
        assert final.verdict == expected.verdict


def test_follow_withdraws_what_is_taken_back() -> None:
    from handfoot.auditing import Options
    from handfoot.follow import Follower

    text = Path(FAULTY).read_text(encoding="utf-8").replace("; discard 4c", "")
    follower = Follower("live", Options())
    told = [kind for raw in text.splitlines() for kind, f in follower.line(raw) if f.code == "HF305"]
    told += [kind for kind, f in follower.line("Rosa: takeback; discard 4c") if f.code == "HF305"]
    assert told == ["new", "withdrawn"]


def test_module_and_command_are_the_same() -> None:
    env = {
        "PYTHONPATH": ":".join(str(ROOT / f) for f in ("audit", "engine", "grammar", "spec")),
        "PATH": "/usr/bin:/bin",
    }
    out = subprocess.run(
        [sys.executable, "-m", "handfoot", "--version"], capture_output=True, text=True, env=env, check=True
    ).stdout
    assert out.startswith("handfoot, version ")


def test_a_mistyped_command_gets_a_did_you_mean() -> None:
    result = CliRunner().invoke(cli, ["adit", CLEAN])
    assert result.exit_code == 2 and "Did you mean 'audit'?" in result.stderr


@pytest.mark.parametrize("name", ["audit", "rules", "profiles", "show", "fmt", "convert", "play", "new", "completion"])
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = CliRunner().invoke(cli, [name, "--help"])
    assert result.exit_code == 0 and "Example:" in result.stdout


# --- certification ------------------------------------------------------------------------------------------------

KNOWN = str(ROOT / "logs" / "games" / "random-full.hfn")
HALF_SEEN = str(ROOT / "logs" / "games" / "random-mixed.hfn")


def certified(*args: str) -> list[object]:
    return [game["certified"] for game in report(*args)["games"]]


def test_few_games_are_certified_and_many_only_when_asked(tmp_path: Path) -> None:
    assert certified(KNOWN) == [True] and certified(HALF_SEEN) == [None]
    assert certified("--no-certify", KNOWN) == [None]
    text = Path(KNOWN).read_text(encoding="utf-8")
    first_deal = text[: text.index("\ndeal 2")]
    many = tmp_path / "many.hfn"
    many.write_text("\n".join([first_deal] * 9), encoding="utf-8")
    assert certified(str(many)) == [None] * 9
    assert certified("--certify", str(many)) == [True] * 9
    many.write_text("\n".join([first_deal] * 8), encoding="utf-8")
    assert certified(str(many)) == [True] * 8


def test_the_text_report_says_one_line_where_there_is_an_answer() -> None:
    assert "   certified by the solver\n" in audit(KNOWN).stdout
    limited = audit("--solver-limit", "50", KNOWN)
    assert limited.exit_code == 0 and "not certified: the solver's limit was reached" in limited.stdout
    for args in ([HALF_SEEN], ["--no-certify", KNOWN], ["--quiet", KNOWN]):
        assert "certified" not in audit(*args).stdout
    assert audit("--solver-limit", "0", KNOWN).exit_code == 2


def test_a_disagreement_is_told_on_standard_error_and_ends_with_2(monkeypatch: pytest.MonkeyPatch) -> None:
    from faults import planted
    from handfoot.checks import takes

    text = next(planted("HF602"))
    monkeypatch.setattr(takes, "pair_shown", lambda *args: True)
    result = audit("--format", "json", "-", input=text)
    (game,) = json.loads(result.stdout)["games"]
    assert result.exit_code == 2 and game["certified"] is False and game["verdict"] != "mismatch"
    assert "internal error" in result.stderr and "HF602 not at all, the solver once" in result.stderr
    result = audit("--follow", "--certify", "-", input=text)
    assert result.exit_code == 2 and "internal error" in result.stderr
    assert "internal error" not in audit("--follow", "-", input=text).stderr


def test_without_a_solver_certification_is_refused_only_if_it_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    asked = audit("--certify", KNOWN)
    assert asked.exit_code == 2 and "z3-solver" in asked.stderr and not asked.stdout
    assert certified(KNOWN) == [None]


def test_without_certification_no_solver_is_loaded() -> None:
    script = (
        "import sys\nfrom click.testing import CliRunner\nfrom handfoot.cli import cli\n"
        f"assert CliRunner().invoke(cli, ['audit', '--no-certify', {KNOWN!r}]).exit_code == 0\n"
        "print([name for name in sys.modules if name.startswith(('z3', 'handfoot.certify'))])"
    )
    env = {
        "PYTHONPATH": ":".join(str(ROOT / f) for f in ("audit", "engine", "grammar", "spec")),
        "PATH": "/usr/bin:/bin",
    }
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, check=True).stdout
    assert out.strip() == "[]"

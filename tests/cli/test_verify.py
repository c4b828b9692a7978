"""`lostcities record verify`: with what was kept, and with the server's key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lostcities.cli.main import main
from lostcities.fair import seal_of

RECORDS = Path(__file__).parents[1] / "golden" / "records"
SIGNED, UNSIGNED, OLD = (str(RECORDS / f"{name}.txt") for name in ("2-signed", "2-unsigned", "1-two-cuts"))
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
KEY = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
FINGERPRINT = "56475aa75463474c0285df5dbf2bcab7"
KEPT = ["--commitment", COMMITMENT, "--cut", "A=ada-1", "--seal", f"B={seal_of('grace-2')}"]


def verified(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["record", "verify", *words])
    said = capsys.readouterr()
    return status, " ".join((said.out + said.err).split())


def test_it_says_what_is_proven_and_by_what(capsys: pytest.CaptureFixture[str]) -> None:
    status, said = verified(capsys, SIGNED)
    assert status == 0
    assert "Consistent, not authentic" in said
    assert "known to who kept it" in said
    status, said = verified(capsys, SIGNED, *KEPT, "--key", FINGERPRINT)
    assert status == 0
    assert "nobody can have chosen the cards" in said
    assert "Authentic:" in said
    status, said = verified(capsys, OLD, "--cut", "B=grace-2")
    assert status == 0
    assert "Unsigned" in said
    assert "the cuts were not sealed" in said


def test_the_key_may_be_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "key.json"
    file.write_text(f'{{"algorithm": "ed25519", "key": "{KEY}", "fingerprint": "{FINGERPRINT}"}}')
    assert verified(capsys, SIGNED, "--key", str(file))[0] == 0
    assert verified(capsys, SIGNED, "--key", KEY)[0] == 0
    file.write_text("no key")
    assert "holds no key" in verified(capsys, SIGNED, "--key", str(file))[1]
    assert "can't be read" in verified(capsys, SIGNED, "--key", str(tmp_path / "none"))[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--commitment", "0" * 64], "not the commitment that you have kept"),
        (["--cut", "A=ada-2"], "which you have kept, is not in the record"),
        (["--seal", "B=" + "0" * 64], "sealed anew"),
        (["--key", "0" * 32], "not with 0000"),
        (["--commitment", "0"], "not 64 hexadecimal digits"),
        (["--seal", "B=0"], "not 64 hexadecimal digits"),
        (["--cut", "ada-1"], "does not name a seat"),
        (["--cut", "C=ada-1"], "does not name a seat"),
        (["--cut", "A="], "does not name a seat"),
        (["--cut", "A=a b"], "is no cut"),
        (["--key"], "followed by a value"),
    ],
)
def test_what_differs_or_can_not_be_read_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["record", "verify", SIGNED, *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1


def test_an_unsigned_record_is_refused_where_a_key_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    status, said = verified(capsys, UNSIGNED, "--key", FINGERPRINT)
    assert status == 2
    assert "not signed" in said


def test_what_was_kept_is_for_verify_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "show", SIGNED, "--key", FINGERPRINT]) == 2
    assert "by verify alone" in capsys.readouterr().err


def test_the_json_says_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "verify", SIGNED, *KEPT, "--key", FINGERPRINT, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["ok"], found["proven"], found["kept"], found["authenticity"]) == (
        True,
        True,
        True,
        "authentic",
    )

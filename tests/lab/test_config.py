"""A run's settings: those that are shipped can be read, and wrong ones are named."""

from pathlib import Path

import pytest

import lostcities.lab
from lostcities.errors import LabError
from lostcities.lab.config import Config

CONFIGS = Path(lostcities.lab.__file__).parent / "configs"
TOY = CONFIGS / "toy.toml"


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.toml")), ids=lambda path: path.stem)
def test_every_config_can_be_read(path: Path) -> None:
    config = Config.read(path)
    assert all(share > 0 for share in config.variants.values())


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("speed = 3", "there is no setting “speed”"),
        ("variants = {classic = 1, rivals = 1}", "“rivals” is of another family than “classic”"),
        ("minibatch = 1000", "don't divide into minibatches of 1000"),
        ("pool_size = 1", "holds at least 2"),
        ("pool_temperature = 0", "“pool_temperature” can't be 0; give it more than 0"),
        ("pool_reach = nan", "“pool_reach” can't be nan; give it 0 or more"),
        ("variants = {classic = 1, long = 0}", "“variants” can't be .*; give it more than 0"),
        ("schedule_minutes = 0", "“schedule_minutes” can't be 0; give it more than 0"),
        ("minibatch = 0", "“minibatch” can't be 0; give it more than 0"),
        ("match_share = 1.5", "match_share is 1.5; a share is 1 at most"),
        ("variants = {rivals = 1}\npool_forgets = true", "Rivals has no discards to forget"),
        ("variants = {rivals = 1}\nsees_hands = true", "in Rivals all hands lie open"),
        ('blind = ["hand", "eyes"]', "there is no block “eyes”"),
        ("variants = {rivals = 1}\nmatch_share = 0.3", "a game of Rivals is a match by itself"),
        ("slots =", "^--set was given something that is no TOML: .* as in slots=4096"),
        ('width = "big"', "the setting “width” can't be 'big'; give it a value of type int"),
        ("slots = 64.0", "“slots” can't be 64.0; give it a value of type int"),
        ("haste = true", "“haste” can't be True; give it a value of type float"),
        ('blind = "hand"', "“blind” can't be 'hand'; give it a value of type tuple"),
        ('variants = {classic = "much"}', "“variants” can't be .* of type dict"),
        ("variants = {}", "variants names no variant; name at least one"),
        ("explorer_share = 0.6\nloner_share = 0.5", "are 0.6, 0.5, 0.1; together they are 1"),
        ("pool_share = -0.1", "“pool_share” can't be -0.1; give it 0 or more"),
    ],
)
def test_a_wrong_setting_is_named(setting: str, says: str) -> None:
    with pytest.raises(LabError, match=says):
        Config.read(TOY, [setting])


def test_whole_numbers_are_numbers_and_guests_may_sit_everywhere() -> None:
    assert Config.read(TOY, ["haste = 1"]).haste == 1
    config = Config.read(TOY, ["explorer_share = 0.7", "loner_share = 0.2", "pool_share = 0.1"])
    assert config.pool_share == 0.1


def test_a_settings_file_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("slots =")
    with pytest.raises(LabError, match=r"broken\.toml is no TOML file"):
        Config.read(broken, ["slots = 64"])
    broken.write_bytes(b"\xff")
    with pytest.raises(LabError, match=r"broken\.toml is no TOML file"):
        Config.read(broken)
    with pytest.raises(LabError, match="there is no settings file"):
        Config.read(tmp_path)

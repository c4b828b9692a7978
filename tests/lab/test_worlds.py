"""Worlds that the mover of a position can't tell from the true one, and rounds played out in them."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from lab.positions import VARIANTS, random_play
from lostcities.bots.rollouts import Rollouts
from lostcities.kernel import chance, row
from lostcities.kernel.cards import VALUES
from lostcities.lab.checkpoint import load_policy, save_policy
from lostcities.lab.config import Config
from lostcities.lab.environment import Environment
from lostcities.lab.export import export
from lostcities.lab.network import Student
from lostcities.lab.playouts import Begun, Playouts
from lostcities.lab.trying import Doubts, find_roots, odds_of, try_out
from lostcities.lab.worlds import deal_world
from lostcities.net.forward import Net
from lostcities.net.observation import OVERVIEW, TOKEN, overview, token
from lostcities.net.outputs import OTHERS
from lostcities.net.worth import MAX_DECK

CPU = torch.device("cpu")
SIZE = Config(width=16, blocks=1)


def cards_in(cards: int, colour: int) -> list[int]:
    """A set of cards of one colour, one by one."""
    return [colour * VALUES + max(0, place - 2) for place in range(12) if cards >> place & 1]


def stack(discards: int, colour: int) -> list[int]:
    return [colour * VALUES + int(digit, 16) - 1 for digit in f"{discards:x}" if digit != "0"]


def all_cards(table: Any, s: Any, deck: Any) -> Counter[int]:
    """Every card of a round, wherever it lies."""
    found: Counter[int] = Counter(deck[row.deck_size(table) - s["pile"] : row.deck_size(table)].tolist())
    for colour in range(table["colours"]):
        for sets in (s["hands"][:, colour], s["expeditions"][:, colour]):
            for cards in sets.tolist():
                found.update(cards_in(cards, colour))
        found.update(stack(int(s["discards"][colour]), colour))
    return found


def seen_by_mover(table: Any, s: Any) -> tuple[bytes, bytes]:
    tokens, overall = np.zeros((int(table["colours"]), TOKEN), np.int16), np.zeros(OVERVIEW, np.int16)
    for colour in range(table["colours"]):
        token(table, s, int(s["mover"]), colour, tokens[colour])
    overview(table, s, int(s["mover"]), overall)
    return tokens.tobytes(), overall.tobytes()


def a_world(
    environment: Environment, slot: int, odds: Any, seed: int, true_hands: bool = False
) -> tuple[Any, Any]:
    state, deck = np.zeros(1, row.STATE), np.zeros(MAX_DECK, np.int8)
    owners, r = np.zeros(MAX_DECK, np.int8), np.zeros(1, chance.RANDOM)
    chance.seed(r[0], seed)
    deal_world(
        environment.tables[slot], environment.states[slot], environment.decks[slot], true_hands, odds,
        state[0], deck, owners, r[0],
    )  # fmt: skip
    return state[0], deck


def sizes(sets: Any) -> list[int]:
    return [sum(int(cards).bit_count() for cards in hand) for hand in sets]


@pytest.mark.parametrize("true_hands", [False, True])
def test_a_world_agrees_with_all_that_the_mover_knows(true_hands: bool) -> None:
    rng = np.random.default_rng(4)
    hands: list[bool] = []
    piles: list[bool] = []
    for step, (environment, _, _) in enumerate(random_play(VARIANTS, 14, 120)):
        if step % 8:
            continue
        for slot in range(environment.slots):
            table, root = environment.tables[slot], environment.states[slot]
            odds = rng.normal(0, 2, (OTHERS + 1, 60)).astype(np.float32)
            s, deck = a_world(environment, slot, odds, 100 * step + slot, true_hands)
            mover = int(root["mover"])
            assert seen_by_mover(table, s) == seen_by_mover(table, root)
            assert sizes(s["hands"]) == sizes(root["hands"])
            assert (s["hands"][mover] == root["hands"][mover]).all()
            assert (s["hands"] & root["shown"] == root["shown"]).all()
            assert all_cards(table, s, deck) == all_cards(table, root, environment.decks[slot])
            for name in row.STATE.names or ():
                assert name == "hands" or (s[name] == root[name]).all()
            hands.append(bool((s["hands"] == root["hands"]).all()))
            front = row.deck_size(table) - int(root["pile"])
            piles.append(bool((deck[front:] == environment.decks[slot][front:]).all()))
    assert all(hands) if true_hands else np.mean(hands) < 0.2
    assert np.mean(piles) < 0.3


def test_hands_follow_their_odds() -> None:
    *_, (environment, _, _) = random_play(["classic"], 1, 20)
    table, root, deck = environment.tables[0], environment.states[0], environment.decks[0]
    front = row.deck_size(table) - int(root["pile"])
    wanted, unwanted = next(card for card in deck[front:] if card % VALUES), None
    other = 1 - int(root["mover"])
    for colour in range(5):
        hidden = int(root["hands"][other, colour] & ~root["shown"][other, colour])
        unwanted = next((card for card in cards_in(hidden, colour) if card % VALUES), unwanted)
    assert unwanted is not None
    odds = np.zeros((OTHERS + 1, 60), np.float32)
    odds[0, wanted], odds[0, unwanted] = 6, -6
    held = [a_world(environment, 0, odds, seed)[0]["hands"][other] for seed in range(50)]

    def has(card: int) -> float:
        bit = card % VALUES + 2
        return float(np.mean([hand[card // VALUES] >> bit & 1 for hand in held]))

    assert has(int(wanted)) > 0.9
    assert has(int(unwanted)) < 0.1


def a_student(folder: Path) -> Path:
    """A student that knows what it wants, exported. Without a draw head: the lab gives each draw its pass."""
    torch.manual_seed(3)
    student = Student(SIZE.width, SIZE.blocks, draw_head=False)
    with torch.no_grad():
        for head in (student.colour_head, student.global_head, student.hands_head):
            head.weight.mul_(60)
    save_policy(folder, student, SIZE, {})
    export(folder, folder / "student.npz")
    return folder / "student.npz"


def test_a_round_is_played_out_as_at_play(tmp_path: Path) -> None:
    file = a_student(tmp_path)
    student = load_policy(file, CPU)[0]
    assert isinstance(student, Student)
    *_, (environment, seen, _) = random_play(["classic", "classic"], 4, 61)
    odds = odds_of(student, seen)
    actions = torch.tensor([next(_legal(words)) for words in seen.words.tolist()])
    slots, seeds = torch.arange(4), torch.arange(4) + 70
    begun = Begun(slots, slots, seeds, torch.zeros(4, dtype=torch.int8), actions)
    worth = Playouts(environment, 4).worth(begun, odds, student)
    rollouts = Rollouts(Net.load(file), environment.tables[:1])
    for slot in range(4):
        s, deck = a_world(environment, slot, odds[slot].numpy(), int(seeds[slot]))
        states = np.array([s], row.STATE)
        expected = rollouts.worth(states, deck[None], actions[slot : slot + 1].numpy(), int(seen.sides[slot]))
        assert worth[slot] == expected[0]


def _legal(words: list[int]) -> Any:
    return (64 * i + bit for i, word in enumerate(words) for bit in range(64) if word >> bit & 1)


def test_worlds_repeat_by_seed_whatever_the_batches(tmp_path: Path) -> None:
    student = load_policy(a_student(tmp_path), CPU)[0]
    assert isinstance(student, Student)
    *_, (environment, _, _) = random_play(["classic", "teams"], 12, 90)
    torch.manual_seed(1)
    roots = find_roots(environment, student, 6, Doubts(least=1e-4))
    assert roots.slots.numel() > 2
    assert roots.tried[:, :2].all()
    one = try_out(Playouts(environment, 5), roots, student, student, 3, seed=8)
    other = try_out(Playouts(environment, 64), roots, student, student, 3, seed=8)
    assert torch.equal(one, other)
    assert not torch.equal(one, try_out(Playouts(environment, 64), roots, student, student, 3, seed=9))

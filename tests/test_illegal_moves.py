"""Why a move is refused: each reason in a situation that provokes it, in both languages."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from arranged import rivals_game, row_game
from lostcities.cards import Card, Colour, Exploit
from lostcities.deal import Deal
from lostcities.errors import IllegalMove
from lostcities.game import Game, new_game
from lostcities.moves import MOST_GOLD, Bid, Claim, Discard, Discover, Draw, Lay, Move, Pass, Stop
from lostcities.variant import Variant
from policies import policies_for
from variants import VARIANTS

HANDS = ("Y4 Y5 YX R6", "Y6 B2 B3 B4")


def refused(game: Game, token: str, english: str, french: str) -> None:
    history = list(game.history)
    with pytest.raises(IllegalMove) as caught:
        game.play(Move.parse(token))
    assert str(caught.value) == english
    assert caught.value.say("fr").replace("\N{NO-BREAK SPACE}", " ") == french
    assert game.history == history


@pytest.mark.parametrize(
    ("after", "token", "english", "french"),
    [
        ("", "+P4", "classic has no purple cards", "classic n’a pas de carte de couleur violette"),
        ("", "-PX", "classic has no purple cards", "classic n’a pas de carte de couleur violette"),
        ("-Y4", "@P", "classic has no purple cards", "classic n’a pas de carte de couleur violette"),
        (
            "+Y4",
            "+Y5",
            "you have played your card; now draw one",
            "vous avez joué votre carte ; piochez maintenant",
        ),
        (
            "-Y4",
            "-Y5",
            "you have played your card; now draw one",
            "vous avez joué votre carte ; piochez maintenant",
        ),
        (
            "",
            "@",
            "first lay or discard a card, then draw",
            "posez ou défaussez d’abord une carte, puis piochez",
        ),
        (
            "",
            "@R",
            "first lay or discard a card, then draw",
            "posez ou défaussez d’abord une carte, puis piochez",
        ),
        (
            "",
            "+B3",
            "you do not hold the blue 3; play a card of your hand",
            "vous n’avez pas le 3 bleu en main ; jouez une carte de votre main",
        ),
        (
            "",
            "-B3",
            "you do not hold the blue 3; play a card of your hand",
            "vous n’avez pas le 3 bleu en main ; jouez une carte de votre main",
        ),
        (
            "+Y5 @ -B2 @",
            "+Y4",
            "yellow 4 can't follow yellow 5 in your yellow expedition; lay a higher card",
            "le 4 jaune ne peut pas suivre le 5 jaune dans votre expédition jaune ; "
            "posez une carte plus forte",
        ),
        (
            "+Y5 @ -B2 @",
            "+YX",
            "a wager can't follow yellow 5: wagers come before the first number of an expedition",
            "un pari ne peut pas suivre le 5 jaune : les paris se posent avant le premier nombre "
            "d’une expédition",
        ),
        (
            "-Y4",
            "@B",
            "the blue discard pile is empty; draw elsewhere",
            "la défausse bleue est vide ; piochez ailleurs",
        ),
        (
            "-Y4",
            "@Y",
            "you have just discarded there: the yellow pile is closed for this draw; draw elsewhere",
            "vous venez d’y défausser : la pile jaune est fermée pour cette pioche ; piochez ailleurs",
        ),
        ("", ".", "there is nothing to stop now", "il n’y a rien à arrêter maintenant"),
        (
            "",
            "claim:five-cards",
            "this game is played without exploits; they belong to “duel-2026 exploits”",
            "cette partie se joue sans exploits ; ils appartiennent à « duel-2026 exploits »",
        ),
        ("", "discover", "“discover” is no move of classic", "« discover » n’est pas un coup de classic"),
        ("", "bid:3", "“bid:3” is no move of classic", "« bid:3 » n’est pas un coup de classic"),
        ("", "pass", "“pass” is no move of classic", "« pass » n’est pas un coup de classic"),
    ],
)
def test_a_move_that_classic_refuses(after: str, token: str, english: str, french: str) -> None:
    refused(row_game("classic", HANDS, after=after), token, english, french)


def test_the_guard_leaves_only_the_draw_pile() -> None:
    game = row_game("classic guard=2", HANDS, after="-Y4 @ -B2 @Y -R6 @B -Y6")
    refused(
        game,
        "@R",
        "nobody has drawn from the pile for 2 turns, so this draw must be from the pile",
        "personne n’a pioché depuis 2 tours : cette carte doit venir de la pioche",
    )
    game.play(Draw())


def finished(game: Game, phase: str = "over") -> Game:
    """Played on until this phase, laying nothing."""
    while game.phase != phase:
        game.play(next(move for move in game.legal_moves if not isinstance(move, Lay)))
        if game.phase == "draw":
            game.play(Draw())
    return game


@pytest.mark.parametrize("token", ["+Y4", "-Y4", "@", "@Y", ".", "claim:five-cards"])
def test_nobody_moves_after_the_end(token: str) -> None:
    refused(
        finished(row_game("classic", HANDS)),
        token,
        "the round is over; nobody moves any more",
        "la manche est finie ; plus personne ne joue",
    )


@pytest.mark.parametrize(
    ("token", "english", "french"),
    [
        (
            "@",
            "the draw pile is empty; lay up to two cards, or stop",
            "la pioche est vide ; posez jusqu’à deux cartes, ou arrêtez",
        ),
        (
            "@Y",
            "the draw pile is empty; lay up to two cards, or stop",
            "la pioche est vide ; posez jusqu’à deux cartes, ou arrêtez",
        ),
        (
            "-B2",
            "the draw pile is empty: lay up to two cards, or stop; discarding is over",
            "la pioche est vide : posez jusqu’à deux cartes, ou arrêtez ; on ne défausse plus",
        ),
    ],
)
def test_the_extra_phase_is_for_laying(token: str, english: str, french: str) -> None:
    refused(finished(row_game("three-players", ()), "extra"), token, english, french)


DUEL_HANDS = ("Y2 Y3 Y4 R2", "G2 G3 G4 B2")
DEALT = "three-yellow run-of-three three-expeditions lowest-hand five-cards"
THREE_YELLOW = "+Y2 @ -B2 @ +Y3 @ -G2 @ +Y4"


@pytest.mark.parametrize(
    ("switch", "after", "exploit", "english", "french"),
    [
        (
            "awarded",
            THREE_YELLOW,
            "three-yellow",
            "exploits are awarded automatically in this game; no claim is needed",
            "les exploits sont attribués d’office dans cette partie ; inutile de les annoncer",
        ),
        (
            "announced",
            "",
            "three-red",
            "“three red cards” is not among the exploits of this round",
            "« trois cartes rouges » n’est pas parmi les exploits de cette manche",
        ),
        (
            "announced",
            THREE_YELLOW + " claim:three-yellow",
            "three-yellow",
            "“three yellow cards” has been taken already",
            "« trois cartes jaunes » est déjà pris",
        ),
        (
            "announced",
            "",
            "lowest-hand",
            "“lowest value in hand” is compared at the end of the round; it can't be claimed",
            "« la main la plus faible » se compare à la fin de la manche ; il ne s’annonce pas",
        ),
        (
            "announced",
            "+Y2",
            "run-of-three",
            "you have not met “three consecutive values” yet",
            "vous n’avez pas encore réussi « trois valeurs consécutives »",
        ),
    ],
)
def test_a_claim_that_the_duel_refuses(
    switch: str, after: str, exploit: str, english: str, french: str
) -> None:
    game = row_game(f"duel-2026 exploits={switch}", DUEL_HANDS, exploits=DEALT, after=after)
    refused(game, f"claim:{exploit}", english, french)


WAGERS = "GW RY"
FRONT = "G4 GX W7 B5"
WON_BY_0 = "discover discover bid:2 pass"
WIN_FIRST = (
    "cards of the river go to the winner of an auction; bid first",
    "les cartes de la rivière vont au gagnant d’une enchère ; enchérissez d’abord",
)


@pytest.mark.parametrize(
    ("after", "token", "english", "french"),
    [
        ("", "+P4", "rivals has no purple cards", "rivals n’a pas de carte de couleur violette"),
        ("", "-P4", "rivals has no purple cards", "rivals n’a pas de carte de couleur violette"),
        ("discover", "+G4", *WIN_FIRST),
        ("discover", "-G4", *WIN_FIRST),
        (
            WON_BY_0,
            "-G4",
            "finish laying first (.), then put a card out",
            "finissez d’abord de poser (.), puis écartez une carte",
        ),
        (
            WON_BY_0 + " .",
            "+G4",
            "you have finished laying; put a card out, or stop (.)",
            "vous avez fini de poser ; écartez une carte, ou arrêtez (.)",
        ),
        (WON_BY_0, "+B5", "there is no blue 5 in the river", "il n’y a pas de 5 bleu dans la rivière"),
        (WON_BY_0 + " .", "-B5", "there is no blue 5 in the river", "il n’y a pas de 5 bleu dans la rivière"),
        (
            WON_BY_0 + " +G4",
            "+GX",
            "you have finished laying; put a card out, or stop (.)",
            "vous avez fini de poser ; écartez une carte, ou arrêtez (.)",
        ),
        (
            "",
            "bid:1",
            "the river is empty, so there is nothing to bid for; discover a card",
            "la rivière est vide, il n’y a rien à gagner ; découvrez une carte",
        ),
        (
            "discover",
            "bid:19",
            "you can't bid 19 with 18 gold",
            "vous ne pouvez pas offrir 19 avec 18 pièces d’or",
        ),
        (
            "discover bid:3",
            "bid:3",
            "a bid of 3 is too low; bid at least 4",
            "une offre de 3 est trop basse ; offrez au moins 4",
        ),
        (
            WON_BY_0,
            "bid:3",
            "no auction can be opened now",
            "on ne peut pas lancer d’enchère maintenant",
        ),
        (
            "discover bid:3",
            "discover",
            "a card is discovered at the start of a turn, not now",
            "on découvre une carte au début d’un tour, pas maintenant",
        ),
        (
            "discover",
            "pass",
            "you can pass only in an auction that someone has opened",
            "on ne peut passer que dans une enchère déjà lancée",
        ),
        ("", ".", "there is nothing to stop now", "il n’y a rien à arrêter maintenant"),
        ("", "@", "“@” is no move of rivals", "« @ » n’est pas un coup de rivals"),
        (
            "",
            "claim:five-cards",
            "“claim:five-cards” is no move of rivals",
            "« claim:five-cards » n’est pas un coup de rivals",
        ),
    ],
)
def test_a_move_that_rivals_refuses(after: str, token: str, english: str, french: str) -> None:
    refused(rivals_game("rivals", WAGERS, FRONT, after=after), token, english, french)


def test_rivals_rows_take_equal_or_higher_cards() -> None:
    game = rivals_game(
        "rivals",
        WAGERS,
        "G4 W4 G3 GX R2",
        after="discover discover bid:1 pass +G4 . . discover bid:1 pass",
    )
    refused(
        game,
        "+G3",
        "green 3 can't follow green 4 in your green expedition; lay an equal or higher card",
        "le 3 vert ne peut pas suivre le 4 vert dans votre expédition verte ; "
        "posez une carte égale ou plus forte",
    )
    refused(
        game,
        "+GX",
        "a wager can't follow green 4: wagers come before the first number of an expedition",
        "un pari ne peut pas suivre le 4 vert : les paris se posent avant le premier nombre d’une expédition",
    )


def test_rivals_ends() -> None:
    game = rivals_game("rivals", WAGERS, FRONT, after="discover " * 80)
    refused(
        game,
        "discover",
        "the round is over; nobody moves any more",
        "la manche est finie ; plus personne ne joue",
    )


def test_only_a_seat_can_start() -> None:
    with pytest.raises(IllegalMove, match="seat 2 can't start; the seats are 0 to 1"):
        new_game("classic", starter=2)


CARDS = [Card(colour, value) for colour in Colour for value in range(1, 11)]
EVERY_MOVE: list[Move] = [
    *map(Lay, CARDS),
    *map(Discard, CARDS),
    *map(Draw, Colour),
    *map(Claim, Exploit),
    *map(Bid, range(MOST_GOLD + 2)),
    Draw(),
    Stop(),
    Discover(),
    Pass(),
]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_move_is_either_legal_or_refused_with_a_sentence(variant: Variant) -> None:
    rng = random.Random(str(variant))
    for policy in policies_for(variant)[:3]:
        game = new_game(variant, Deal.random(variant, rng))
        while not game.over:
            if rng.random() < 0.1:
                legal = set(game.legal_moves)
                for move in EVERY_MOVE:
                    assert game.is_legal(move) == (move in legal)
                    if move not in legal:
                        with pytest.raises(IllegalMove) as caught:
                            game.play(move)
                        assert caught.value.say("en") != caught.value.say("fr")
            game.play(policy.move(rng, game))


def test_a_text_is_no_move_but_can_be_read_as_one() -> None:
    game = new_game("classic", seed=7)
    token: Any = "+Y9"
    with pytest.raises(TypeError, match=re.escape("Move.parse('+Y9')")):
        game.play(token)
    game.play(Move.parse(token))

"""The roles of the columns of a file of recorded plays: guessed from their names, or named by the user."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from starbalance.simulator.engine.errors import BadInput, unknown

WORDS: Mapping[str, tuple[str, ...]] = {  # role -> names of columns without spaces, the likeliest first
    "game": (
        *("game", "gameid", "gamenumber", "gameno", "match", "matchid", "play", "playid", "session", "id"),
        *("partie", "partienummer", "spiel", "spielnummer", "spielnr"),
    ),
    "person": ("person", "player", "playername", "name", "user", "who", "spieler", "spielername", "joueur", "p"),
    "faction": (
        *("faction", "race", "civilization", "civilisation", "civ", "character", "hero", "leader", "nation", "country"),
        *("house", "clan", "corporation", "corp", "deck", "class", "role", "home", "team", "fraktion", "volk", "rasse"),
        *("charakter", "held", "haus", "klasse", "peuple", "color", "colour", "farbe", "couleur"),
    ),
    "seat": (
        *("seat", "seatnumber", "turnorder", "playerorder", "startposition", "startingposition", "order"),
        *("sitz", "sitzplatz", "startplatz", "zugreihenfolge", "reihenfolge"),
    ),
    "score": (
        *("score", "points", "vp", "victorypoints", "finalscore", "totalscore", "total"),
        *("punkte", "siegpunkte", "punktzahl", "punktestand", "result", "ergebnis"),
    ),
    "rank": ("rank", "ranking", "place", "placement", "placing", "position", "finish", "platz", "platzierung", "rang"),
    "winner": (
        *("winner", "won", "win", "iswinner", "victory", "sieger", "gewinner", "gewonnen", "sieg"),
        *("gagnant", "vainqueur"),
    ),
    "rounds": ("rounds", "round", "turns", "runden", "runde", "rundenzahl"),
    "date": ("date", "playedon", "played", "day", "when", "datum"),
    "players": (
        *("players", "playercount", "numplayers", "numberofplayers", "spielerzahl", "spieleranzahl", "anzahlspieler"),
    ),
}
OF_SEATS = ("person", "faction", "seat", "score", "rank", "winner")  # roles of columns with a cell per player
ORDER = "order"  # instead of a column for the seat: the order of the players in the file
_PREFIXED = re.compile(r"(?:p|player|spieler|seat)[\W_]*(\d+)[\W_]+(.+)", re.IGNORECASE)
_SUFFIXED = re.compile(r"(.*?[^\W\d_])(?:[\W_]+(?:p|player|spieler))?[\W_]*(\d+)\W*", re.IGNORECASE)


@dataclass(frozen=True)
class Layout:
    """Which columns of a file hold what.

    Attributes:
        one: the column of each role
        numbered: for a file with a row per game, the columns of each role by the number of the player
        more: the other columns, which are kept under their names
    """

    one: Mapping[str, str]
    numbered: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    more: tuple[str, ...] = ()

    @property
    def is_wide(self) -> bool:
        """Return whether the file has a row per game."""
        return bool(self.numbered)

    def has(self, role: str) -> bool:
        """Return whether the file has a role.

        Args:
            role: A role.
        """
        return role in self.one or role in self.numbered

    def named(self) -> dict[str, str]:
        """Return the columns of each role as text, such as `points`, or `points1 to points4`."""
        texts = {role: self.one[role] for role in WORDS if role in self.one}
        for role, columns in self.numbered.items():
            first, last = columns[min(columns)], columns[max(columns)]
            several = first if first == last else f"{first} to {last}"
            texts[role] = f"{texts[role]}, {several}" if role in texts else several
        return {role: texts[role] for role in WORDS if role in texts}


def plain_word(text: str) -> str:
    """Return the letters and digits of a text in lower case, by which spellings are compared.

    Args:
        text: The text.
    """
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def layout(columns: Sequence[str], chosen: Mapping[str, str]) -> Layout:
    """Return which columns of a file hold what.

    Args:
        columns: The names of the columns of the file.
        chosen: The columns that the user names, by role. In a file with a row per game, `faction` stands for
            `faction1`, `faction2` and so on.

    Raises:
        BadInput: If a role or a column does not exist, or no columns say which players a game has, or how it ended.
    """
    for role in chosen:
        if role not in WORDS:
            raise unknown("kind of column", role, WORDS)
    stems = _stems(columns)
    is_wide = any(_role_of(stem, chosen) in OF_SEATS for stem in stems)
    numbered = _numbered(stems, chosen) if is_wide else {}
    used = {name for own in numbered.values() for name in own.values()}
    one = _single([name for name in columns if name not in used], chosen, numbered)
    left = tuple(name for name in columns if name not in used and name not in one.values())
    found = Layout(one, numbered, left)
    _check(found, columns)
    return found


def _stems(columns: Sequence[str]) -> dict[str, dict[int, str]]:
    """Return the columns whose names differ in a number only: number -> name, by the rest of the name."""
    stems: dict[str, dict[int, str]] = {}
    for name in columns:
        if match := _PREFIXED.fullmatch(name.strip()):
            stems.setdefault(match[2].strip(), {})[int(match[1])] = name
        elif match := _SUFFIXED.fullmatch(name.strip()):
            stems.setdefault(match[1].strip(), {})[int(match[2])] = name
    return {stem: own for stem, own in stems.items() if len(own) > 1}


def _role_of(name: str, chosen: Mapping[str, str]) -> str:
    """Return the role of a column or of a stem. Empty if it has none."""
    for role, column in chosen.items():
        if plain_word(column) == plain_word(name):
            return role
    return next((role for role in WORDS if role not in chosen and plain_word(name) in WORDS[role]), "")


def _numbered(stems: Mapping[str, dict[int, str]], chosen: Mapping[str, str]) -> dict[str, dict[int, str]]:
    roles: dict[str, dict[int, str]] = {}
    for stem, own in stems.items():
        role = _role_of(stem, chosen)
        if role in OF_SEATS:
            roles.setdefault(role, own)
    return {role: roles[role] for role in WORDS if role in roles}


def _single(columns: Sequence[str], chosen: Mapping[str, str], numbered: Mapping[str, object]) -> dict[str, str]:
    """Return the column of each role that is not numbered."""
    one: dict[str, str] = {}
    words = {plain_word(name): name for name in reversed(columns)}
    for role, column in chosen.items():
        if role in numbered:
            continue
        if plain_word(column) in words:
            one[role] = words[plain_word(column)]
        elif (role, column) != ("seat", ORDER):
            raise unknown("column", column, columns)
    for role, names in WORDS.items():
        is_open = role not in chosen and not (role in numbered and role != "winner")
        free = [words[name] for name in names if name in words and words[name] not in one.values()]
        if is_open and free and not (numbered and role in OF_SEATS and role != "winner"):
            one[role] = free[0]
    return one


def _check(found: Layout, columns: Sequence[str]) -> None:
    """Check that a layout says which players a game has, and how it ended."""
    known = f"The columns are {', '.join(columns)}."
    if not found.is_wide and "game" not in found.one:
        raise BadInput(f"No column says which rows belong to one game: name it, as in --map game=COLUMN. {known}")
    if not (found.has("person") or found.has("faction")):
        raise BadInput(f"No column names people or factions: name one, as in --map faction=COLUMN. {known}")
    if not any(found.has(role) for role in ("winner", "rank", "score")):
        raise BadInput(f"No column says who won: name one, as in --map score=COLUMN. {known}")

"""Pairs of facts about two things of one kind: room 1 and room 2, Monday and Tuesday. All of them may hold together."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

LABELS = (("1", "2"), ("3", "7"), ("12", "40"), ("A", "B"))


@dataclass(frozen=True)
class Grammar:
    """Subjects with a place for a label, what is said of them, and statements under a time or scope; `|` parts two."""

    subjects: tuple[str, ...]
    predicates: tuple[str, ...]
    scopes: tuple[str, ...]
    statements: tuple[str, ...]
    joint: str = " "
    end: str = "."


GRAMMARS = {
    "en": Grammar(
        ("Room {}", "Server {}", "The bus {}", "Ticket {}", "Meeting room {}", "Kim's desk {}", "In room {}"),
        (
            "holds 10 people|holds 20 people", "listens on port 8080|listens on port 9090", "is open|is closed",
            "takes 5 minutes|takes 15 minutes", "is owned by Kim|is owned by Bo", "starts at 9:00|starts at 10:00",
            "is in the cellar|is on the roof", "has 4 GB of memory|has 8 GB of memory", "runs 1 job|runs 2 jobs",
        ),
        ("On Monday|On Tuesday", "In May|In June", "In staging|In production", "At night|During the day"),
        (
            "the shop opens at 9|the shop opens at 10", "the limit is 10|the limit is 50", "we use Redis|we use Kafka",
            "lunch costs 5 euros|lunch costs 7 euros", "the meeting is led by Kim|the meeting is led by Bo",
        ),
    ),
    "sv": Grammar(
        ("Rum {}", "Server {}", "Steg {}", "Buss {}", "I rum {}"),
        (
            "rymmer 10 personer|rymmer 20 personer", "lyssnar på port 8080|lyssnar på port 9090", "är öppen|är stängd",
            "tar 5 minuter|tar 15 minuter", "ägs av Kim|ägs av Bo", "ligger i källaren|ligger på taket",
        ),
        ("På måndag|På tisdag", "I maj|I juni", "I produktion|I test"),
        ("öppnar butiken klockan 9|öppnar butiken klockan 10", "är gränsen 10|är gränsen 50"),
    ),
    "de": Grammar(
        ("Raum {}", "Server {}", "Schritt {}", "Bus {}", "In Raum {}"),
        (
            "fasst 10 Personen|fasst 20 Personen", "lauscht auf Port 8080|lauscht auf Port 9090",
            "dauert 5 Minuten|dauert 15 Minuten", "gehört Kim|gehört Bo", "beginnt um 9:00|beginnt um 10:00",
            "ist offen|ist geschlossen",
        ),
        ("Am Montag|Am Dienstag", "Im Mai|Im Juni", "In Produktion|In Staging"),
        ("öffnet der Laden um 9:00|öffnet der Laden um 10:00", "ist das Limit 10|ist das Limit 50"),
    ),
    "nl": Grammar(
        ("Kamer {}", "Server {}", "Stap {}", "Bus {}", "In kamer {}"),
        (
            "biedt plaats aan 10 mensen|biedt plaats aan 20 mensen", "duurt 5 minuten|duurt 15 minuten",
            "luistert op poort 8080|luistert op poort 9090", "is van Kim|is van Bo", "is open|is gesloten",
        ),
        ("Op maandag|Op dinsdag", "In mei|In juni", "In productie|In staging"),
        ("opent de winkel om 9:00|opent de winkel om 10:00", "is de limiet 10|is de limiet 50"),
    ),
    "hu": Grammar(
        ("A szoba {}", "A szerver {}", "A {}. lépés", "Terem {}", "{}. terem"),
        (
            "10 embert fogad be|20 embert fogad be", "a 8080-as porton figyel|a 9090-es porton figyel",
            "5 percig tart|15 percig tart", "nyitva van|zárva van", "9:00-kor kezdődik|10:00-kor kezdődik",
        ),
        ("Hétfőn|Kedden", "Májusban|Júniusban", "Élesben|Tesztben"),
        ("a bolt 9:00-kor nyit|a bolt 10:00-kor nyit", "a korlát 10|a korlát 50"),
    ),
    "zh": Grammar(
        ("{}号房间", "{}号服务器", "服务器 {} ", "步骤 {} ", "工单 {} "),
        (
            "可容纳10人|可容纳20人", "监听8080端口|监听9090端口", "需要5分钟|需要15分钟", "开放|关闭",
            "在地下室|在屋顶", "9:00开始|10:00开始",
        ),
        ("星期一|星期二", "五月|六月", "在生产环境中，|在测试环境中，"),
        ("商店9:00开门|商店10:00开门", "上限是10|上限是50", "午餐5元|午餐7元"),
        joint="", end="。",
    ),
}  # fmt: skip


def generate_pairs(code: str) -> Iterator[tuple[str, str]]:
    """Every pair of the language's grammar: another label and another predicate, another scope and another value."""
    grammar = GRAMMARS[code]
    for subject, labels, predicates in product(grammar.subjects, LABELS, grammar.predicates):
        subjects = [subject.format(label) for label in labels]
        yield _join(grammar, subjects, predicates)
    for scopes, statements in product(grammar.scopes, grammar.statements):
        yield _join(grammar, scopes.split("|"), statements)


def _join(grammar: Grammar, heads: list[str], tails: str) -> tuple[str, str]:
    first, second = (
        f"{head}{grammar.joint}{tail}{grammar.end}" for head, tail in zip(heads, tails.split("|"), strict=True)
    )
    return first, second

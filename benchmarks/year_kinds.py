"""What a simulated year is about: kinds of truths, how they are worded, and what they may change to.

A wording has `{s}` for the subject and `{v}` for the value. Values of a truth follow each other in an order of their
own; a kind without `changes` stays as it is all year.
"""

from __future__ import annotations

from dataclasses import dataclass

SERVICES = (
    "billing", "search", "checkout", "catalog", "mailer", "ledger", "crawler", "gateway", "inventory", "payroll",
    "thumbnail", "export", "session", "webhook", "quota", "invoice", "scheduler", "archive", "translation", "audit",
)  # fmt: skip
TEAMS = ("search", "payments", "platform", "mobile", "data", "design", "security", "support", "growth", "docs")
PEOPLE = ("Maria", "Tomas", "Priya", "Jonas", "Elif", "Noor", "Kofi", "Mila", "Sven", "Yuki", "Ana", "Bruno")
CITIES = ("Oslo", "Porto", "Utrecht", "Lyon", "Graz", "Turin", "Malmö", "Krakow", "Ghent", "Split")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


@dataclass(frozen=True, slots=True)
class TruthKind:
    """One sort of truth: for whom it is told, in which words, with which values."""

    name: str
    subjects: tuple[str, ...]
    values: tuple[str, ...]
    wordings: tuple[str, ...]
    changes: float = 1.0
    """How often a year a truth of the kind changes, on average."""
    has_all_values: bool = False
    """Every value is a truth of its own, and all hold at once."""
    is_ordered: bool = False
    """Values come in their order, as versions do, from somewhere on."""

    @property
    def is_english(self) -> bool:
        """Whether an English phrase may stand before it."""
        return not self.name.endswith(")")


KINDS = (
    TruthKind(
        "port",
        SERVICES[:10],
        tuple(str(port) for port in range(8010, 8990, 37)),
        (
            "The {s} service listens on port {v}.",
            "{s} listens on port {v}",
            "The port of the {s} service is {v}.",
        ),
    ),
    TruthKind(
        "version",
        SERVICES[:12],
        tuple(str(version) for version in range(11, 19)),
        ("{s} runs Postgres {v} now", "The {s} service runs Postgres {v}.", "The {s} service is on Postgres {v}."),
        is_ordered=True,
    ),
    TruthKind(
        "runtime in staging",
        SERVICES[10:16],
        ("3.9", "3.10", "3.11", "3.12", "3.13"),
        ("In staging, the {s} service runs on Python {v}.", "The {s} service runs on Python {v} in staging."),
        is_ordered=True,
    ),
    TruthKind(
        "runtime in production",
        SERVICES[10:16],
        ("3.9", "3.10", "3.11", "3.12", "3.13"),
        ("In production, the {s} service runs on Python {v}.", "The {s} service runs on Python {v} in production."),
        changes=0.6,
        is_ordered=True,
    ),
    TruthKind(
        "home",
        PEOPLE[:8],
        CITIES,
        ("{s} lives in {v}.", "{s} now lives in {v}", "{s} has moved to {v}."),
        changes=0.8,
    ),
    TruthKind(
        "lead",
        TEAMS,
        PEOPLE,
        ("{v} leads the {s} team.", "The {s} team is led by {v}.", "The lead of the {s} team is {v}."),
    ),
    TruthKind(
        "flag",
        ("Dark mode", "Single sign-on", "Usage telemetry", "Automatic backup", "Two-factor login", "Link preview"),
        ("enabled", "disabled"),
        ("{s} is {v} by default.", "By default, {s} is {v}.", "It turned out that {s} is {v} by default."),
    ),
    TruthKind(
        "meeting",
        TEAMS[:7],
        DAYS,
        (
            "The weekly meeting of the {s} team is on {v}.",
            "The {s} team has its weekly meeting on {v}.",
            "The {s} team's weekly meeting takes place on {v}.",
        ),
    ),
    TruthKind(
        "tracker",
        TEAMS[:6],
        ("Jira", "Linear", "Trello", "Asana", "Basecamp"),
        ("The tickets of the {s} team are in {v}.", "The {s} team keeps its tickets in {v}."),
        changes=0.7,
    ),
    TruthKind(
        "branch",
        tuple(f"{name}-repo" for name in SERVICES[:6]),
        ("master", "main", "trunk", "develop", "stable"),
        ("The default branch of {s} is {v}.", "{s}'s default branch is {v}."),
        changes=0.6,
    ),
    TruthKind(
        "limit",
        SERVICES[4:12],
        ("60", "120", "300", "600", "900", "1200"),
        ("The rate limit of the {s} API is {v} requests per minute.", "The {s} API allows {v} requests per minute."),
    ),
    TruthKind(
        "retention",
        SERVICES[:8],
        ("7", "14", "30", "60", "90", "180"),
        ("The {s} logs are kept for {v} days.", "{s} keeps its logs for {v} days."),
    ),
    TruthKind(
        "file",
        SERVICES[8:16],
        ("config/base.yaml", "config/base.toml", "settings/prod.yaml", "deploy/values.yaml", "etc/service.conf"),
        ("The configuration of {s} lives in {v}.", "{s} reads its configuration from {v}."),
        changes=0.7,
    ),
    TruthKind(
        "written in", SERVICES[:12], ("Rust", "Go", "Java", "Kotlin", "Elixir"), ("{s} is written in {v}.",), 0.0
    ),
    TruthKind(
        "supports",
        ("The web client", "The importer", "The exporter"),
        ("CSV", "Parquet", "JSON", "Avro"),
        ("{s} supports {v}.", "{s} supports {v} files"),
        changes=0.0,
        has_all_values=True,
    ),
    TruthKind(
        "port (de)",
        ("Lagerdienst", "Preisdienst", "Kassendienst", "Suchdienst"),
        tuple(str(port) for port in range(7010, 7990, 53)),
        ("Der {s} lauscht auf Port {v}.", "Der {s} läuft auf Port {v}."),
    ),
    TruthKind(
        "lead (hu)",
        ("keresési", "fizetési", "tervezői"),
        ("Zsófi", "Bence", "Réka", "Gergő"),
        ("A {s} csapat vezetője {v}.",),
    ),
    TruthKind(
        "version (zh)",
        ("搜索服务", "支付网关", "订单系统", "用户中心"),
        ("5.7", "8.0", "8.1", "8.4"),
        ("{s}运行的是 MySQL {v}。", "{s}使用 MySQL {v} 数据库。"),
        is_ordered=True,
    ),
    TruthKind(
        "retention (sv)",
        ("Kundloggarna", "Betalloggarna", "Sökloggarna"),
        ("30", "60", "90", "120"),
        ("{s} sparas i {v} dagar.",),
    ),
)

GATEWAYS = ("legacy", "partner", "mobile", "regional")
SERVING, ENDED = "serves live traffic", "has been shut down"
ENDINGS = TruthKind(
    "end", GATEWAYS, (SERVING, ENDED), ("The {s} gateway {v}.", "the {s} gateway {v}"), changes=0.6, is_ordered=True
)

REMARKS = (
    "Saw a flaky test in run {n}.", "Build {n} took {m} minutes.", "Lunch with {p} cost {n} forints, talk of {w}.",
    "{p} asked about ticket {n} again.", "Pull request {n} touches {w}.", "The coffee machine made noise {n}.",
    "Deployed commit a{n}f without trouble.", "{p} missed tram {n} because of the {w}.",
    "Had to restart worker {n} once.", "Read a post about {w}, number {n} on the list.",
)  # fmt: skip
WORDS = ("caching", "tram", "typography", "gardening", "concurrency", "bicycle", "parsing", "weather", "football")
FILLERS = ("FYI: ", "Note that ", "As a reminder, ", "Just so you know, ")

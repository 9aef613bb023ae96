"""The form in which a language's words for time are written down."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeWords:
    """Word lists of one language: words parted by blanks, `_` inside a phrase, `word=value` where a word has a value.

    Case, diacritics and apostrophes don't matter. A word may stand in several lists; what it means is then told by its
    neighbours.
    """

    code: str
    months: str
    """Twelve groups, the forms of a month joined by commas."""
    weekdays: str
    """Seven groups, Monday first; without plurals, which speak of every week."""
    units: str
    """`week=week,weeks+`: forms of a unit; `+` after a form of many."""
    numbers: str
    """`two=2`, or with its bounds `few=2..4`; digits need no entry."""
    near: str
    """`yesterday=day-1`: a unit and how many of it away; `week-1/5` is the Friday of that week."""
    relative: str
    """`last=-1`: which unit, month or weekday is meant, counted from now."""
    rolling: str
    """Words before a number of units that end now: past, last."""
    every: str
    when: str
    """Questions for a time that nothing else is meant by: how long ago."""
    latest: str
    earliest: str
    month_homonyms: str = ""
    """Months that are other words too: they count beside a number or behind a preposition."""
    between: str = ""
    ends: str = ""
    """What joins the two ends of a range behind `between`: and."""
    to: str = ""
    """What joins them without it: to, until."""
    within: str = ""
    """Prepositions that show that a time follows: in, on, during."""
    range_from: str = ""
    of: str = ""
    """What may join day, month and year."""
    ago: str = ""
    ago_ahead: str = ""
    """The same before the number."""
    before: str = ""
    after: str = ""
    since: str = ""
    until: str = ""
    """Prepositions and conjunctions that take a date or an event."""
    before_date: str = ""
    after_date: str = ""
    since_date: str = ""
    until_date: str = ""
    """Words that mean this before a date only."""
    before_behind: str = ""
    after_behind: str = ""
    since_behind: str = ""
    until_behind: str = ""
    """The same where they stand behind the date or event."""
    before_date_behind: str = ""
    after_date_behind: str = ""
    since_date_behind: str = ""
    until_date_behind: str = ""
    """The same behind a date only."""
    maybe_when: str = ""
    """Words that ask for a time where a question begins and mean `whenever` elsewhere."""
    auxiliaries: str = ""
    """Verbs that make a question of a `maybe_when` ahead of them: when did."""
    asks: str = ""
    """Words before a `maybe_when` that asks: tell me when."""
    questions: str = ""
    """Question words: an event's name ends before them."""
    duty: str = ""
    """Words of a rule: what must be done before a release asks for no past release."""
    any_one: str = ""
    """Articles of no event in particular."""
    counted: str = ""
    """Nouns whose number is no year: port, issue."""
    idioms: str = ""
    """Phrases in which a word of time means something else."""
    noise: str = ""
    """Articles and words like `about`, that a phrase of time is read without."""
    ordinals: str = ""
    """Marks behind the number of a day: st nd rd th."""
    shared: str = ""
    """Words that other languages have too: they count only in a text known to be of this one."""
    particles: str = ""
    """What may hang on a word without a blank."""
    weekdays_alone: bool = False
    """Whether a weekday needs no preposition."""
    is_unspaced: bool = False
    """Whether words stand without blanks."""


def with_forms(names: str, more: str) -> str:
    """Groups of names, each with further forms from the group of the same place; `-` adds none."""
    pairs = zip(names.split(), more.split(), strict=True)
    return " ".join(name if form == "-" else f"{name},{form}" for name, form in pairs)

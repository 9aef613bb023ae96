"""How languages speak of time, as data, one module for each language."""

from .chinese import CHINESE
from .dutch import DUTCH
from .english import ENGLISH
from .french import FRENCH
from .german import GERMAN
from .italian import ITALIAN
from .japanese import JAPANESE
from .korean import KOREAN
from .polish import POLISH
from .portuguese import PORTUGUESE
from .russian import RUSSIAN
from .spanish import SPANISH
from .swedish import SWEDISH
from .words import TimeWords

TIME_WORDS = {
    language.code: language
    for language in (
        ENGLISH, SWEDISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH, POLISH, RUSSIAN, CHINESE, JAPANESE,
        KOREAN,
    )
}  # fmt: skip

__all__ = ["TIME_WORDS", "TimeWords"]

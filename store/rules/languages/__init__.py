"""Words that decide what a sentence claims, as data, one module for each language."""

from .chinese import CHINESE
from .danish import DANISH
from .dutch import DUTCH
from .english import ENGLISH
from .french import FRENCH
from .german import GERMAN
from .hungarian import HUNGARIAN
from .italian import ITALIAN
from .japanese import JAPANESE
from .language import Language
from .polish import POLISH
from .portuguese import PORTUGUESE
from .russian import RUSSIAN
from .spanish import SPANISH
from .swedish import SWEDISH

# The order settles ties when the language of a text is guessed.
LANGUAGES = (
    ENGLISH,
    GERMAN,
    SWEDISH,
    DUTCH,
    HUNGARIAN,
    CHINESE,
    FRENCH,
    SPANISH,
    ITALIAN,
    PORTUGUESE,
    DANISH,
    POLISH,
    RUSSIAN,
    JAPANESE,
)

__all__ = ["LANGUAGES", "Language"]

"""Every error that Palimpsest raises on purpose.

PalimpsestError                 speaks to the one who must act; the message says what to do next
├── InvalidInput                an argument can't be taken as it is; nothing was changed
│   └── SecretRefused           the text holds a credential
├── NotFound                    no such fact, policy, observation, conflict or domain for this caller
│   └── NoWorkspace             nothing was ever written to the workspace
├── Refused                     understood, well-formed and not allowed now
│   ├── InsufficientMemoryPermission   the role's grant on the domain is too low
│   ├── InsufficientTokenScope         the token's scope is too low for what was asked
│   └── StaleVersion            the notebook or fact moved on since the caller read it
├── EmbedderError               vectors can't be made or compared; words still find what they did
│   ├── EmbedderMissing         the package that the setting names isn't installed
│   ├── EmbedderBroken          its files are missing, damaged or not the known ones, or it can't run here
│   ├── EmbedderMisconfigured   the settings don't name a model that can be asked
│   ├── EndpointSilent          it can't be reached, or doesn't answer in time
│   ├── EndpointRefused         it answers with an error
│   ├── EndpointGarbled         what it answers isn't what was asked for
│   ├── NotFinite               a vector has no direction: NaN, infinite or all zero
│   └── WrongDimension          a vector doesn't have as many numbers as its model's
├── ModelError                  the language model that draws candidates can't be asked; memory is as it was
│   ├── ModelMisconfigured      the flags don't name one that can be asked
│   ├── ModelSilent             it can't be reached, or doesn't answer in time
│   ├── ModelRefused            it answers with an error
│   └── ModelGarbled            what it answers is no answer of a language model
└── StoreError                  the store can't do it
    ├── StoreBusy               another process holds the write lock
    ├── StoreUnavailable        the file can't be opened, read or written
    ├── StoreCorrupt            the file is damaged
    ├── StoreClosed             it was closed before this call
    ├── ForeignDatabase         the file belongs to another program
    └── NewerDatabase           the file was written by a newer version
"""


class PalimpsestError(Exception):
    """Root of the tree; `str(error)` is fit to be shown to an agent or a person."""


class InvalidInput(PalimpsestError):
    """An argument can't be taken as it is; nothing was changed."""


class SecretRefused(InvalidInput):
    """The text holds a credential; the message names its kind, never its value."""


class NotFound(PalimpsestError):
    """What was named doesn't exist for this caller."""


class NoWorkspace(NotFound):
    """Nothing was ever written to the workspace, and to look at it doesn't make it."""

    def __init__(self, workspace: str) -> None:
        super().__init__(
            f"There is no workspace '{workspace}' yet: an agent's first write makes it, or the first grant or setting."
        )


class Refused(PalimpsestError):
    """The request is well-formed, and not allowed as things stand."""


class InsufficientMemoryPermission(Refused):
    """The caller's role may not do this in the domain."""

    def __init__(self, role: str, domain: str, level: str, needed: str = "write", workspace: str = "") -> None:
        """`workspace`: where to grant it, unless it is the one that commands mean by themselves."""
        place = f" --workspace {workspace}" if workspace else ""
        super().__init__(
            f"InsufficientMemoryPermission: role '{role}' has '{level}' on domain '{domain}', '{needed}' is needed. "
            f"Nothing was created. A person can grant it: palimpsest grants set {role} {domain} {needed}{place}"
        )
        self.role, self.domain, self.level, self.needed = role, domain, level, needed


class InsufficientTokenScope(Refused):
    """The token's scope doesn't reach what was asked for."""

    def __init__(self, method: str, scope: str, needed: str, why: str = "") -> None:
        super().__init__(
            f"{why or f'{method} needs'} a token of scope {needed}, this one is of scope {scope}. Nothing was done. "
            "The person in charge makes tokens: palimpsest token create"
        )
        self.method, self.scope, self.needed = method, scope, needed


class StaleVersion(Refused):
    """Changed since the version that the caller names; `current` is what it says now, or what stands in its place."""

    def __init__(self, message: str, current: str) -> None:
        super().__init__(message)
        self.current = current


class EmbedderError(PalimpsestError):
    """Vectors can't be made or compared; words still find what they did."""


class EmbedderMissing(EmbedderError):
    """The package that the setting names isn't installed."""


class EmbedderBroken(EmbedderError):
    """The model's files are missing, damaged or not the known ones, or it can't run on this machine."""


class EmbedderMisconfigured(EmbedderError):
    """The settings don't name a model that can be asked."""


class EndpointSilent(EmbedderError):
    """The endpoint can't be reached, or doesn't answer in time."""


class EndpointRefused(EmbedderError):
    """The endpoint answers with an error, `status` being that of HTTP."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class EndpointGarbled(EmbedderError):
    """What the endpoint answers isn't what was asked for."""


class NotFinite(EmbedderError):
    """A vector has no direction: it holds NaN or an infinite number, or is all zero."""


class WrongDimension(EmbedderError):
    """A vector has another number of dimensions than those of its model."""

    def __init__(self, model: str, expected: int, got: int) -> None:
        super().__init__(
            f"WrongDimension: vectors of '{model}' have {expected} dimensions here, this one has {got}. Nothing was "
            "changed. If another model took its name: palimpsest reindex --force-vectors makes its vectors anew."
        )
        self.model, self.expected, self.got = model, expected, got


class ModelError(PalimpsestError):
    """The language model that draws candidates can't be asked."""


class ModelMisconfigured(ModelError):
    """The flags don't name a language model that can be asked."""


class ModelSilent(ModelError):
    """The language model can't be reached, or doesn't answer in time."""


class ModelRefused(ModelError):
    """The language model answers with an error, `status` being that of HTTP."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class ModelGarbled(ModelError):
    """What the language model's server sends isn't an answer of one."""


class StoreError(PalimpsestError):
    """The store can't do it."""


class StoreBusy(StoreError):
    """Another process holds the write lock for longer than the store waits."""


class StoreUnavailable(StoreError):
    """The file can't be opened, read or written."""


class StoreCorrupt(StoreError):
    """The file is damaged."""


class StoreClosed(StoreError):
    """The store was closed before this call."""


class ForeignDatabase(StoreError):
    """The file belongs to another program."""


class NewerDatabase(StoreError):
    """The file was written by a newer version of Palimpsest."""

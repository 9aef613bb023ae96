"""The same thing in another construction: what the words alone settle, and what nearness adds."""

import pytest
from palimpsest.store.rules.conflict import Coexist, Contradiction, NearDuplicate, SameText, compare


@pytest.mark.parametrize(
    ("old", "new", "kind", "evidence"),
    [
        ("Our tutor is Ida Berg.", "Tor Holm is our tutor.", "name", "Ida Berg -> Tor Holm"),
        ("The hens are fed by Ida.", "Tor feeds the hens.", "name", "Ida -> Tor"),
        ("Das Labor wird von Frau Ahl geleitet.", "Leiter des Labors ist Herr Beck.", "name", "Frau Ahl -> Herr Beck"),
        ("A kórust Ilka vezeti.", "A kórus vezetője Zoli.", "name", "Ilka -> Zoli"),
        ("Every spring two storks nest here.", "Three storks nest here every spring.", "number", "two -> Three"),
        ("The fence is in the yard.", "The fence is kept in the shed.", "location", "yard -> shed"),
        ("Applicants visit four rooms.", "There are three rooms for every applicant.", "number", "four -> three"),
        ("The bell lies in /opt/bell.", "The bell is stored at /srv/bell.", "path", "/opt/bell -> /srv/bell"),
        ("Nils uses the colour theme Fjord.", "Nils's colour theme is Moor.", "name", "Fjord -> Moor"),
        ("The choir is hosted at Ravelin.", "The choir has moved to Bastion.", "state_change", "Ravelin -> Bastion"),
        (
            "A visit is voluntary.",
            "Everyone must visit.",
            "opposed_words",
            "A visit is voluntary -> Everyone must visit",
        ),
        (
            "Every guest may ring the bell.",
            "Ringing the bell is restricted to wardens.",
            "opposed_words",
            "Every guest may ring bell -> Ringing bell is restricted to wardens",
        ),
        ("Invitations are created with Zebu.", "Invitations are created with Gnu.", "name", "Zebu -> Gnu"),
        (
            "The loom reads its cards from a/b.yml.",
            "The loom reads its cards from a/c.yml.",
            "path",
            "a/b.yml -> a/c.yml",
        ),
        ("Jars are kept for 14 days.", "The retention period of jars is 30 days.", "number", "14 days -> 30 days"),
        ("The tour has been paused.", "The tour runs every hour.", "state_change", "paused -> runs every hour"),
        (
            "Anybody may open the north gate.",
            "The north gate can only be opened by the wardens.",
            "opposed_words",
            "Anybody may open north gate -> north gate can only be opened by wardens",
        ),
    ],
)
def test_another_value_is_found_in_another_construction_without_a_model(
    old: str, new: str, kind: str, evidence: str
) -> None:
    assert compare(old, new) == Contradiction(evidence, kind)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ida reviews the code of Tor.", "The code of Tor is tested by Ida."),
        ("The app runs in Firefox.", "Safari runs the app as well."),
        ("Ida leads the garden crew.", "The kitchen crew is led by Tor."),
        ("The web team meets on Mondays.", "Meetings of the mobile team are on Thursdays."),
        ("In 2022 the site was hosted by Ravelin.", "Since 2025 Bastion hosts the site."),
        ("Die Werkstatt wird von Frau Ahl betreut.", "Das Lager wird von Enno betreut."),
        ("The attic was built in 1990.", "The attic was painted in 2010."),
        ("Under 2023 användes Kiosk.", "Under 2026 används Torg."),
        ("Stream limiting is implemented in limits.py.", "The stream limiter uses a token bucket."),
        ("The queue pushes jobs to the worker.", "The worker is older than the queue."),
        ("Guests can export their notes as Zebu.", "Notes can be imported as Zebu by guests."),
        ("Every guest may open the door.", "Only wardens may lock the door."),
        ("The loft is shared with Ida.", "The loft is shared with Tor."),
        ("Only wardens can open the vault.", "Only wardens can paint the vault."),
        ("Ada takes the report.", "The report was given by Ada."),
        ("The import is run by Ada.", "Ada deletes the import."),
        ("Keys must not be lent.", "Lending keys is allowed on Mondays only."),
    ],
)
@pytest.mark.parametrize("nearness", [None, 0.0, 0.7])
def test_other_things_in_another_construction_stand_side_by_side(old: str, new: str, nearness: float | None) -> None:
    assert isinstance(compare(old, new, nearness), Coexist)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Stamps are kept in UTC.", "We keep all stamps in UTC."),
        ("Der Zaun wird von zwei Leuten gestrichen.", "Zwei Leute streichen den Zaun."),
        ("De deur wordt elk jaar geverfd.", "Elk jaar verven we de deur."),
        ("The pump opens at most 20 valves.", "No more than 20 valves are opened by the pump."),
        ("The kiln is in Kiruna.", "The kiln is located in Kiruna."),
        ("The scraper is in Perl.", "The scraper is written in Perl."),
        ("A stay takes half an hour at most.", "No stay takes longer than 30 minutes."),
        ("Visits may last up to 3 hours.", "A visit may not last longer than 3 hours."),
        ("We use Zebu to stamp the tiles.", "The tiles are stamped with Zebu."),
        ("2FA is mandatory.", "Two-factor authentication is mandatory."),
        ("The oven has to be warmed after a break.", "After a break, the oven must be warmed up."),
        ("Bells time out after 30 seconds.", "The bell timeout is 30 seconds."),
        ("Jars are kept for 14 days.", "The retention period of jars is 14 days."),
        ("Only wardens can open the vault.", "Opening the vault is reserved for wardens."),
        ("Nadia looks after the looms.", "The looms are maintained by Nadia."),
        ("A loan requires a deposit.", "A deposit is needed for a loan."),
        ("A faulty hinge caused the fall.", "The fall was due to a faulty hinge."),
        ("The new press has replaced the old one.", "The old press was replaced by the new one."),
        ("Keys must not be lent.", "Lending keys is forbidden."),
        ("The stage doesn't use a curtain.", "The stage is built without a curtain."),
        ("The choir meets on Tuesdays.", "The weekly meeting of the choir is on Tuesdays."),
        ("Most meals take place in Ravelin.", "Ravelin is where most meals happen."),
        ("Humidity must be at least 80 percent.", "A humidity of 80% or more is required."),
        ("The boats talk to each other through flags only.", "Boats communicate exclusively via flags."),
        ("Customers get an answer within four hours.", "We answer customers within four hours."),
        ("Eine Karte ist für jede Fahrt nötig.", "Jede Fahrt erfordert eine Karte."),
        ("货物保留 30 天。", "货物的保留时间是 30 天。"),
    ],
)
def test_the_same_in_another_construction_is_a_repetition_without_a_model(old: str, new: str) -> None:
    assert isinstance(compare(old, new), NearDuplicate)


@pytest.mark.parametrize(
    ("old", "new", "nearness"),
    [
        ("The gong test fails because of a crack.", "A crack makes the gong test fail.", 0.8),
        ("The guest gets a key when the door is shut.", "When the door is shut, a key goes to the guest.", 0.8),
        ("The loom talks to the press over Zebu.", "Zebu is used between loom and press.", 0.8),
    ],
)
def test_a_near_rewording_is_a_repetition_and_a_far_one_is_left_open(old: str, new: str, nearness: float) -> None:
    assert isinstance(compare(old, new, nearness), NearDuplicate)
    assert isinstance(compare(old, new, nearness - 0.2), Coexist)
    assert isinstance(compare(old, new), Coexist)


@pytest.mark.parametrize(
    ("old", "new", "nearness", "evidence"),
    [
        ("A boat has 8 cabins.", "A boat is built of ten cabins altogether.", 0.8, None),
        (
            "Cached tiles expire after ten minutes.",
            "Cached tiles are kept for 20 minutes.",
            0.8,
            "ten minutes -> 20 minutes",
        ),
        ("The city seal is in the safe.", "We guard the city seal at the bank.", 0.7, "safe -> bank"),
        ("The oldest plans are archived manually.", "The archiving of the oldest plans is automatic.", 0.8, None),
    ],
)
def test_a_near_rewording_with_another_value_is_a_contradiction_that_names_it(
    old: str, new: str, nearness: float, evidence: str | None
) -> None:
    verdict = compare(old, new, nearness)

    assert isinstance(verdict, Contradiction)
    assert evidence is None or verdict.evidence == evidence


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The parser skips broken rows.", "Broken rows are logged by the parser."),
        ("Ida wrote the parser.", "Ida tested the parser."),
        ("The crane lifts 3 tons.", "The crane lifts 4 tons."),
        ("The gate opens at 8:00.", "At 9:00 the gate opens."),
        ("Guests may swim.", "Guests may not swim."),
        ("A clean build takes 12 minutes.", "An incremental build takes 40 seconds."),
        ("The north lock opens automatically.", "The lock opens manually."),
        ("Early every day the shop opens the gate.", "The gate is opened late by the shop every day."),
    ],
)
def test_nearness_alone_makes_no_repetition_of_what_differs(old: str, new: str) -> None:
    assert not isinstance(compare(old, new, 0.88), SameText | NearDuplicate)


def test_an_incremental_build_is_not_every_build() -> None:
    assert isinstance(compare("A build takes 12 minutes.", "An incremental build takes 40 seconds.", 1.0), Coexist)


def test_words_apart_are_no_spelled_out_acronym() -> None:
    assert isinstance(compare("The cron jobs run in UTC.", "Unit tests run on every commit.", 1.0), Coexist)


def test_german_words_with_a_sharp_s_are_known() -> None:
    verdict = compare("Schlüssel verwahrt ausschließlich Herr Lang.", "Schlüssel verwahrt ausschließlich Frau Berg.")

    assert verdict == Contradiction("Herr Lang -> Frau Berg", "name")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The north lock opens automatically.", "The lock opens manually."),
        ("Early every day the shop opens the gate.", "The gate is opened late by the shop every day."),
        ("The crane lifts 3 tons.", "Up to 4 tons are lifted by the crane."),
        ("The seal is kept by Ida.", "Tor keeps the seal."),
    ],
)
def test_opposites_and_values_are_never_swallowed_however_near(old: str, new: str) -> None:
    assert not isinstance(compare(old, new, 1.0), SameText | NearDuplicate)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Guests can export their notes as Zebu.", "Notes can be imported as Zebu by guests."),
        ("Reviews take two days on average.", "Reviews are done within 2 days."),
    ],
)
def test_words_that_turn_a_claim_round_are_no_rewording_however_near(old: str, new: str) -> None:
    assert isinstance(compare(old, new, 0.95), Coexist)


def test_a_number_inside_of_an_uncut_word_is_a_value_of_its_own() -> None:
    assert isinstance(compare("每周三发布新版本。", "新版本每周五发布。", 0.95), Coexist)


def test_a_verb_in_another_tense_is_no_difference() -> None:
    assert isinstance(
        compare("It runs after the show starts.", "It runs after the show has started.", 0.9), NearDuplicate
    )

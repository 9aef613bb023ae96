"""What comes to what else holds, what happened at another time or elsewhere, and which one of several is meant."""

import pytest
from palimpsest.store.rules.conflict import Coexist, Contradiction, NearDuplicate, compare


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("We deploy on Mondays.", "We deploy on Thursdays too."),
        ("We deploy on Mondays.", "We also deploy on Thursdays."),
        ("The relay listens on port 80.", "In addition, the relay listens on port 81."),
        ("Ida lives in Lund.", "Ida lives in Malmö as well."),
        ("Besides port 80 it listens on port 443.", "Besides port 80 it listens on port 8443."),
        ("Wir treffen uns am Montag.", "Wir treffen uns auch am Freitag."),
        ("Der Dienst läuft in Graz.", "Der Dienst läuft außerdem in Linz."),
        ("Vi träffas på måndag.", "Vi träffas också på fredag."),
        ("De dienst draait in Gent.", "De dienst draait ook in Breda."),
        ("A szolgáltatás Győrben fut.", "A szolgáltatás Pécsen is fut."),
        ("服务运行在上海。", "服务也运行在北京。"),
    ],
)
def test_what_is_said_to_come_on_top_takes_nothing_away(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The build failed on 2026-01-02.", "The build failed on 2026-01-03."),
        ("The server was restarted on Monday.", "The server was restarted on Tuesday."),
        ("We met Carl in Lund.", "We met Carl in Malmö."),
        ("The disk broke on 3 May 2026.", "The disk broke on 9 June 2026."),
        ("The backup ran at 02:00 and failed.", "The backup ran at 04:00 and failed."),
        ("Der Server wurde am Montag neu gestartet.", "Der Server wurde am Dienstag neu gestartet."),
        ("Wir haben Carl in Graz getroffen.", "Wir haben Carl in Linz getroffen."),
        ("Servern kraschade i måndags den 2026-01-02.", "Servern kraschade i måndags den 2026-01-09."),
        ("De server werd op maandag herstart.", "De server werd op dinsdag herstart."),
        ("Serveren crashede på mandag.", "Serveren crashede på tirsdag."),
        ("Les tests du serveur ont échoué le 2026-01-02.", "Les tests du serveur ont échoué le 2026-01-03."),
        ("El servidor falló el lunes.", "El servidor falló el martes."),
        ("Сервер упал 2026-01-02.", "Сервер упал 2026-01-03."),
    ],
)
def test_what_happened_at_another_time_or_elsewhere_is_another_event(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The society was founded on 3 May 1998.", "The society was founded on 9 May 1998."),
        ("Ida was born on 3 May 1998.", "Ida was born on 9 May 1998."),
        ("The last build failed on 2026-01-02.", "The last build failed on 2026-01-03."),
        ("The review was scheduled on Monday.", "The review was scheduled on Friday."),
        ("The tests are run on Mondays.", "The tests are run on Fridays."),
        ("The archive was moved to Lund.", "The archive was moved to Malmö."),
        ("The tank held 30 litres.", "The tank held 40 litres."),
    ],
)
def test_what_happens_only_once_still_contradicts_another_date(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Contradiction)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("User 17 complained about the font.", "User 18 complained about the font."),
        ("订单 2001 已支付", "订单 2002 已支付"),
        ("Den första noden kör Linux", "Den andra noden kör Linux"),
        ("The 1st node runs Linux.", "The 2nd node runs Linux."),
        ("Der erste Knoten läuft auf Linux.", "Der zweite Knoten läuft auf Linux."),
        ("De eerste server draait Linux.", "De tweede server draait Linux."),
        ("第一台服务器运行 Linux。", "第二台服务器运行 Linux。"),
    ],
)
def test_a_number_that_says_which_one_tells_another_subject(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The desk is on the first floor.", "The desk is on the second floor."),
        ("Two reviewers approve each change.", "Three reviewers approve each change."),
        ("Retries 3 times on errors.", "Retries 5 times on errors."),
    ],
)
def test_a_count_and_the_number_of_a_value_are_no_labels(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Contradiction)


def test_an_added_word_beside_equal_content_is_a_repetition() -> None:
    assert isinstance(compare("We deploy on Thursdays.", "We deploy on Thursdays too."), NearDuplicate)


def test_another_thing_of_a_kind_is_never_a_repetition() -> None:
    assert isinstance(compare("The server runs Linux.", "Another server runs Linux."), Coexist)

import pytest
from palimpsest.store.rules.conflict import Coexist, Contradiction, NearDuplicate, SameText, compare


@pytest.mark.parametrize(
    ("old", "new", "kind", "evidence"),
    [
        ("The proxy listens on port 8080.", "The proxy listens on port 8081.", "number", "8080 -> 8081"),
        ("Drafts are kept for 30 minutes.", "Drafts are kept for 30 hours.", "number", "30 minutes -> 30 hours"),
        ("Ein Abo läuft einundzwanzig Tage.", "Ein Abo läuft vierzehn Tage.", "number", None),
        ("Each change needs a reviewer.", "Each change needs two reviewers.", "number", "1 -> two"),
        ("Each change needs two reviewers.", "Each change needs a reviewer.", "number", "two -> 1"),
        ("A cup costs 12.50 euros.", "A cup costs 13.50 euros.", "number", "12.50 euros -> 13.50 euros"),
        ("The lamp was lit 99.9% of May.", "The lamp was lit 99.95 % of May.", "number", "99.9 % -> 99.95 %"),
        ("Builds use Node 18.2.", "Builds use Node 20.1.", "version", "18.2 -> 20.1"),
        ("The review takes place on Monday.", "The review takes place on Friday.", "date", "Monday -> Friday"),
        (
            "Der Vertrag endet am 3. Mai 2027.",
            "Der Vertrag endet am 3. Juni 2027.",
            "date",
            "3 Mai 2027 -> 3 Juni 2027",
        ),
        ("The owner of the parser is Ida.", "The owner of the parser is Tor.", "name", "Ida -> Tor"),
        ("Ida is the owner of the parser.", "Tor is the owner of the parser.", "name", "Ida -> Tor"),
        ("The safe is in the cellar.", "The safe is on the second floor.", "location", None),
        ("The socket is at /run/a.sock.", "The socket is at /run/b.sock.", "path", "/run/a.sock -> /run/b.sock"),
        ('The title is "Home".', 'The title is "Start page".', "quoted_value", "Home -> Start page"),
        ("The endpoint is cached.", "The endpoint is not cached.", "polarity", "is cached -> is not cached"),
        (
            "The tool accepts XML.",
            "The tool no longer accepts XML since June.",
            "polarity",
            "accepts -> no longer accepts",
        ),
        ("The lift works.", "The lift doesn't work.", "polarity", "works -> doesn't work"),
        ("晚上可以上线。", "晚上不可以上线。", "polarity", "可以上线 -> 不可以上线"),
        ("Dues are paid on 4 May.", "Dues are paid on 11 May.", "date", "4 May -> 11 May"),
        ("The audit is on 2027-03-04.", "The audit is on 2027-03-05.", "date", "2027-03-04 -> 2027-03-05"),
        ("Our tutor is Ida Berg.", "Tor Holm is our tutor.", "name", "Ida Berg -> Tor Holm"),
        ("Our vet is Mr. Berg.", "Our vet is Mrs. Holm.", "name", "Mr Berg -> Mrs Holm"),
        ("The desk sits on the third floor.", "The desk sits in the cellar.", "location", "third floor -> cellar"),
        ("The lot may hold up to 9 cars.", "The lot may hold no more than 7 cars.", "number", "9 -> 7"),
        ("Parancsok futnak éjjel.", "Parancsok nem futnak éjjel.", "polarity", "futnak -> nem futnak"),
        ("The flag is enabled.", "The flag is disabled.", "opposed_words", "enabled -> disabled"),
        ("Tests run before the build.", "Tests run after the build.", "opposed_words", "before -> after"),
        ("The files use tabs.", "The files use spaces.", "opposed_words", "tabs -> spaces"),
        ("Blobs are encrypted.", "Blobs are unencrypted.", "opposed_words", "encrypted -> unencrypted"),
        (
            "Everyone can merge.",
            "Only maintainers can merge.",
            "opposed_words",
            "Everyone can merge -> Only maintainers can merge",
        ),
        ("Rows go from staging A to store B.", "Rows go from store B to staging A.", "argument_order", None),
        ("Oda manages Tor.", "Tor manages Oda.", "argument_order", "Oda Tor -> Tor Oda"),
        ("The old portal answers all requests.", "The old portal has been shut down.", "state_change", None),
    ],
)
def test_contradiction_names_its_kind_and_its_evidence(old: str, new: str, kind: str, evidence: str | None) -> None:
    verdict = compare(old, new)

    assert isinstance(verdict, Contradiction)
    assert verdict.kind == kind
    assert evidence is None or verdict.evidence == evidence


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The backend uses Redis.", "The backend uses Kafka."),
        ("The tool supports Python 3.11.", "The tool supports Python 3.12."),
        ("Never call eval in hooks.", "Never call exec in hooks."),
        ("Members can pay with Twint.", "Members can pay with Swish."),
        ("Ida prefers tabs.", "Tor prefers spaces."),
        ("The log level in staging is debug.", "The log level in production is error."),
        ("In 2024 the team used Jira.", "In 2026 the team used Linear."),
        ("In May 2025 the app ran on Go 1.21.", "In May 2026 the app ran on Go 1.24."),
        ("Audit logs are compressed.", "Debug logs are not compressed."),
        ("The queue is durable.", "The queue is durable and mirrored to another zone."),
        ("The service is written in Java.", "The service is deployed twice a week."),
        ("Tests run in CI.", "Tests do not run in CI on forks."),
        ("Ida reviews Rust code.", "Ida reviews Go code."),
        ("Port 80 is open.", "Port 443 is open."),
        ("The first release had 3 bugs.", "The second release had 9 bugs."),
        ("The status page is public.", "The status page is slow."),
        ("Anna is a designer.", "Anna is a climber."),
        ("The alarm fires when memory is low.", "The alarm fires when a disk is full."),
        ("Always run the linter.", "Always run the formatter."),
        ("Files are stored in S3.", "Files are stored for 30 days."),
        ("The site is written in PHP.", "The site is written by two people."),
        ("The office was in Leeds.", "The office is in York."),
        ("Expenses under 500 euros need no approval.", "Expenses over 500 euros need approval."),
        ("Der Dienst nutzt Redis.", "Der Dienst nutzt Kafka."),
        ("小王喜欢茶。", "小王喜欢咖啡。"),
    ],
)
def test_facts_that_may_both_hold_coexist(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The cache is shared.", "As a reminder, the cache is shared."),
        ("The cache is shared.", "Please note that the cache is shared."),
        ("A cache közös.", "Fontos tudni, hogy a cache közös."),
        ("On Fridays, nobody deploys.", "Nobody deploys on Fridays."),
        ("Two people review each change.", "Each change is reviewed by two people."),
        ("The deadline is 3 May 2027.", "The deadline is 2027-05-03."),
        ("Sessions last 90 minutes.", "Sessions last 1.5 hours."),
        ("Don't edit the `.env` file.", "Don't edit the .env file"),
        ("The documentation lives in its own repository.", "The docs live in their own repo."),
        ("Localization is handled by the shell.", "l10n is handled by the shell."),
        ("The client uses no cache.", "There is no cache in the client."),
    ],
)
def test_the_same_in_other_words_is_a_near_duplicate(old: str, new: str) -> None:
    assert isinstance(compare(old, new), NearDuplicate)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Download with curl -o.", "Download with curl -O."),
        ("Download with `curl -o`.", "Download with `curl -O`."),
        ("The app lives at /srv/App.", "The app lives at /srv/app."),
        ("In production, the app lives at /srv/App.", "The app lives at /srv/app in production."),
        ("The field is userId.", "The field is userid."),
        ("The field is user_Id. It is new.", "The field is user_id. It is new."),
        ("Az alkalmazás a /srv/App mappában van.", "Az alkalmazás a /srv/app mappában van."),
        ("应用在 /srv/App。", "应用在 /srv/app。"),
    ],
)
def test_code_that_differs_in_case_may_be_another_thing(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Der Produktkatalog liegt in Redis.", "die produktkatalog liegt in redis."),
        ("We use GitHub in CI/CD.", "In ci/cd we use github."),
        ("Kim prefers tabs.", "Note that kim prefers tabs."),
    ],
)
def test_words_that_differ_in_case_are_the_same(old: str, new: str) -> None:
    assert isinstance(compare(old, new), SameText | NearDuplicate)


def test_what_both_texts_say_is_set_aside_before_the_rest_is_compared() -> None:
    old = "The worker is small. It listens on port 7000. Nobody restarts it."
    new = "The worker is small. It listens on port 7001. Nobody restarts it."

    assert compare(old, new) == Contradiction("7000 -> 7001", "number")
    assert isinstance(compare(old, f"{old} It logs to stderr."), Coexist)
    assert isinstance(compare(old, "Nobody restarts it. The worker is small. It listens on port 7000."), NearDuplicate)


def test_case_and_closing_punctuation_alone_make_no_other_text() -> None:
    assert compare("The cache is SHARED!", "the cache is shared.") == SameText()


def test_a_restatement_in_another_order_never_hides_a_changed_number() -> None:
    verdict = compare(
        "In development, the proxy listens on port 8080.", "The proxy listens on port 8081 in development."
    )

    assert verdict == Contradiction("8080 -> 8081", "number")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The server is up to date.", "The server is out of date."),
        ("Data is copied from S3.", "Data is copied to S3."),
        ("A token and a password are required.", "A token or a password is required."),
        ("Reviewers may approve.", "Reviewers must approve."),
        ("Only admins can delete.", "Admins can delete."),
        ("Use tabs, not spaces.", "Use spaces, not tabs."),
        ("Service A depends on service B.", "Service B depends on service A."),
        ("Is the cache shared?", "The cache is shared."),
        ("We write C.", "We write C++."),
        ("The temperature is -5 degrees.", "The temperature is 5 degrees."),
        ("It is not important that tests pass.", "Tests pass."),
        ("版本 A 优于版本 B。", "版本 B 优于版本 A。"),
    ],
)
def test_a_difference_in_one_small_word_is_no_repetition(old: str, new: str) -> None:
    assert not isinstance(compare(old, new), SameText | NearDuplicate)


@pytest.mark.parametrize(("old", "new"), [("the a of", "in on at"), ("It is.", "He was.")])
def test_small_words_alone_say_nothing_that_could_be_repeated(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)


def test_a_price_with_a_point_is_no_time_of_the_day() -> None:
    assert isinstance(compare("A cup costs 12.50 euros.", "A cup costs 12.5 euros."), NearDuplicate)


@pytest.mark.parametrize("new", ["The kiosk was closed for good.", "The kiosk has been replaced by a machine."])
def test_an_end_may_say_how(new: str) -> None:
    verdict = compare("The kiosk sells tea.", new)

    assert isinstance(verdict, Contradiction)
    assert verdict.kind == "state_change"


@pytest.mark.parametrize(
    "new",
    [
        "The kiosk stopped selling cakes.",
        "The kiosk removed the cakes.",
        "The kiosk was removed from the list.",
        "The kiosk is stopped at night.",
        "The kiosk is closed when it rains.",
    ],
)
def test_an_end_of_something_else_or_now_and_then_is_no_end(new: str) -> None:
    assert isinstance(compare("The kiosk sells tea.", new), Coexist)

import pytest
from palimpsest.store.rules.conflict import normalise_content, normalise_topic


@pytest.mark.parametrize("topic", ["Java version", "java-version", "javaversion", "JAVA_VERSION", " Java  Version: "])
def test_spellings_of_one_topic_share_a_key(topic: str) -> None:
    assert normalise_topic(topic) == "javaversion"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Überprüfung", "U\u0308berpru\u0308fung"),
        ("任务 队列", "任务队列"),
        ("ｊａｖａ", "java"),
        ("हिन्दी-भाषा", "हिन्दी भाषा"),
        ("C++11", "c++ 11"),
        ("база данных", "База_данных"),
        ("اللغة العربية", "اللغة-العربية"),
    ],
)
def test_topics_of_every_script_meet(first: str, second: str) -> None:
    assert normalise_topic(first) == normalise_topic(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("C++ style", "C style"),
        ("C#", "C"),
        ("python 3.1", "python 31"),
        ("हिन्दी", "हनद"),
        ("!!!", "???"),
        ("🎉", "🔥"),
    ],
)
def test_topics_that_name_other_things_stay_apart(first: str, second: str) -> None:
    assert normalise_topic(first) != normalise_topic(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The user\u2019s zone is UTC.", "the user's zone is utc"),
        ("\u201cwarn\u201d  \u2013 always", '"warn" - always!'),
        ("Stra\u00dfe", "STRASSE"),
        ("caf\u00e9", "cafe\u0301."),
        ("soft\u00adware", "software"),
        ("\u4f60\u597d\u3002", "\u4f60\u597d"),
        ("The port is 8080.", "The port is: 8080."),
        ("Kim prefers tabs.", "kim prefers tabs"),
        ("We use GitHub, JavaScript, macOS and iOS.", "we use github, javascript, MacOS and IOS"),
        ("TCP/IP and CI/CD, and/or HTTP/2", "Tcp/Ip and ci/cd, AND/OR http/2"),
        ("See https://Example.com/a", "see HTTPS://example.COM/a"),
        ("Wi-Fi is up", "WI-FI is up"),
        ("Reminder: stage 2: deploy", "reminder stage 2 deploy"),
    ],
)
def test_spellings_of_one_text_share_a_key(first: str, second: str) -> None:
    assert normalise_content(first) == normalise_content(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("C++", "C"),
        ("--flag", "flag"),
        ("-5", "5"),
        ("1.5", "15"),
        (".env", "env"),
        ("a/b", "ab"),
        ("a != b", "a = b"),
        ("\u2705", "\u274c"),
        ("10\u00b2", "102"),
        ("Is it on?", "It is on"),
        ("curl -o", "curl -O"),
        ("`curl -o`", "`curl -O`"),
        ("--Force", "--force"),
        ("/srv/App", "/srv/app"),
        ("src/App", "src/app"),
        ("C:\\App", "C:\\app"),
        ("https://example.com/A", "https://example.com/a"),
        ("user_Id", "user_id"),
        ("userId", "userid"),
        ("std::Sort", "std::sort"),
        ("$Home", "$home"),
        ("Run()", "run()"),
        ("MODE=Fast", "MODE=fast"),
        ("a:b", "a b"),
        ("http: //x", "http://x"),
        ("10:30", "10 30"),
        ("a ratio of 3: 1", "a ratio of 3 1"),
        ("std:: sort", "std sort"),
        ("\u00e9t\u00e9", "ete"),
    ],
)
def test_signs_that_carry_meaning_stay_in_the_key(first: str, second: str) -> None:
    assert normalise_content(first) != normalise_content(second)


def test_marks_of_the_normaliser_in_a_topic_are_none_of_its_own() -> None:
    assert normalise_topic("0\ue000") == normalise_topic("0")
    assert normalise_topic("C\ue001") == normalise_topic("C")

"""Whether a text has anything to do with what it is said to rest on: no ordinary summary is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.store.rules.relatedness import shares_subject

ORDINARY = [
    ("Billing listens on port 8443.", ["curl to billing answered on :8443"]),
    ("The search team is led by Priya.", ["Priya said she leads search now", "standup notes"]),
    ("Deploys are frozen on Fridays.", ["Ana: please never deploy on a Friday"]),
    ("The user prefers short answers.", ["user asked to keep answers brief"]),
    ("The user likes short answers.", ["The user asked me to keep it brief."]),
    ("Postgres was upgraded to 16.", ["SELECT version() shows PostgreSQL 16.2", "postgres container restarted"]),
    ("The integration tests need Docker.", ["integration test failed: docker daemon not running"]),
    ("Config lives in config/base.yaml.", ["edited config/base.yaml", "restart needed"]),
    ("Retries are capped at three.", ["HTTP client retried 3 times and gave up", "retry limit reached"]),
    ("The legacy gateway was shut down.", ["gateway gone since Monday"]),
    ("Use pnpm in the monorepo.", ["npm install broke the lockfile, pnpm works"]),
    ("The nightly backup takes two hours.", ["backup started 01:00, done 03:00"]),
    ("parse_date() rejects two-digit years.", ["ValueError from parse_date('01/02/24')"]),
    ("Elif moved to Porto.", ["Elif: I'm in Porto for good"]),
    ("The staging database is a replica.", ["staging db lags behind the primary by a minute"]),
    ("Feature flags are reviewed monthly.", ["flag review was on the 1st again"]),
    ("The default branch is main.", ["pushed to main, default branch protection refused"]),
    ("Der Export läuft jede Nacht.", ["Nächtlicher Export um 2 Uhr gestartet"]),
    ("Die Datenbank ist auf Version 16.", ["Datenbankversion geprüft: 16"]),
    ("Das Team benutzt Jira.", ["Ticket in Jira angelegt"]),
    ("Le service de paiement écoute sur le port 8080.", ["paiement répond sur 8080"]),
    ("Los despliegues son los martes.", ["desplegamos el martes"]),
    ("I log sono salvati in S3.", ["trovati i log nel bucket S3"]),
    ("Loggarna sparas i nittio dagar.", ["Loggar äldre än 90 dagar saknas"]),
    ("De tests draaien op Jenkins.", ["Jenkins: test mislukt"]),
    ("A mentés Szegeden van.", ["A szegedi mentés sikerült"]),
    ("База данных работает на порту 5432.", ["подключился к базе на 5432"]),
    ("移动组的周会在星期二。", ["周会改到星期二了"]),
    ("支付网关使用 Redis。", ["网关连接 redis 超时"]),
    ("検索サービスはRustで書かれている。", ["検索サービスのコードはRust"]),
    ("결제 서비스는 8080 포트를 쓴다.", ["결제 서비스가 8080 포트에서 응답"]),
    ("The database runs on port 5432.", ["Die Datenbank lauscht auf Port 5432."]),
    ("The user wants answers in Hungarian.", ["A felhasználó magyarul kéri a válaszokat."]),
    ("Maria leads the data team.", ["Maria leitet jetzt das Datenteam."]),
    ("The backend is written in Rust.", ["后端是用 Rust 写的。"]),
    ("Backups are encrypted.", ["バックアップは暗号化されている。"]),
]
UNRELATED = [
    ("The gateway listens on port 8080.", ["Lunch is served at noon."]),
    ("The search team uses Jira.", ["The payment team sits in Oslo."]),
    ("Production runs Postgres 16.", ["The user prefers tabs."]),
    ("Elif lives in Porto.", ["Jonas bought a bicycle."]),
    ("Retries are capped at three.", ["The logo is blue."]),
    ("Deploys happen on Tuesday.", ["The cache holds sessions."]),
    ("Feature flags live in Consul.", ["Tests are written with pytest."]),
    ("The nightly backup takes two hours.", ["Kim reviews pull requests."]),
    ("The API returns JSON.", ["Mila maintains the design system."]),
    ("The billing service is enabled.", ["The search service is enabled."]),
    ("All secrets must be rotated.", ["All invoices must be printed."]),
    ("It is used by the crawler.", ["It is used by the printer."]),
    ("The default branch is main.", ["The office closes at six."]),
    ("parse_date() rejects two-digit years.", ["render_page() escapes quotes."]),
    ("Config lives in config/base.yaml.", ["The build runs in tools/make.sh."]),
    ("Alice owns billing.", ["Bob owns search."]),
    ("The report has 12 pages.", ["The queue has 12 workers."]),
    ("Der Export läuft jede Nacht.", ["Das Büro zieht nach Bonn um."]),
    ("Die Datenbank ist verschlüsselt.", ["Der Drucker ist kaputt."]),
    ("Le service de paiement est désactivé.", ["Les réunions sont le lundi."]),
    ("Los despliegues son los martes.", ["La oficina está cerrada."]),
    ("I log sono salvati in S3.", ["La riunione è in inglese."]),
    ("Loggarna sparas i nittio dagar.", ["Kontoret har en ny skrivare."]),
    ("De tests draaien op Jenkins.", ["Sanne houdt van koffie."]),
    ("A mentés Szegeden van.", ["Az értekezlet hétfőn kezdődik."]),
    ("База данных зашифрована.", ["Офис закрыт в субботу."]),
    ("移动组的周会在星期二。", ["支付网关超时。"]),
    ("搜索服务是用 Rust 写的。", ["办公室在三楼。"]),
    ("検索サービスは停止した。", ["会議は月曜日です。"]),
    ("결제 서비스는 중단되었다.", ["사무실은 서울에 있다."]),
    ("The database runs on port 5432.", ["Der Drucker in Raum 217 heißt LP-9."]),
    ("The ledger closes on 31.01.2027.", ["Das Fest am 24.12.2026 fällt aus, sagt die CEO."]),
]


@pytest.mark.parametrize(("text", "sources"), ORDINARY)
def test_an_ordinary_summary_passes(text: str, sources: list[str]):
    assert shares_subject(text, sources)


@pytest.mark.parametrize(("text", "sources"), UNRELATED)
def test_what_has_nothing_in_common_with_its_sources_is_told(text: str, sources: list[str]):
    assert not shares_subject(text, sources)


def test_one_source_in_common_is_enough():
    assert shares_subject("The gateway listens on 8080.", ["Lunch is served at noon.", "gateway restarted"])


def test_without_others_nothing_is_in_common():
    assert not shares_subject("The gateway listens on 8080.", [])


def test_a_text_of_function_words_alone_can_not_be_told_from_others():
    assert shares_subject("It is so.", ["The gateway listens."])


@settings(deadline=None, max_examples=100)
@given(one=st.text(max_size=60), other=st.text(max_size=60))
def test_it_makes_no_difference_which_of_two_texts_comes_first(one: str, other: str):
    assert shares_subject(one, [other]) == shares_subject(other, [one])
    assert shares_subject(one, [one])

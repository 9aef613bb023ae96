"""Fake secrets of every kind, put together when a test runs, so that none stands in the repository."""

import base64
import json
import random
import string
from collections.abc import Callable

_ALNUM = string.ascii_letters + string.digits
_HEX = "0123456789abcdef"
_URLSAFE = _ALNUM + "-_"
_BASE64 = _ALNUM + "+/"


class Maker:
    """Random parts from one seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def some(self, alphabet: str, count: int) -> str:
        """`count` characters, never all of one kind when the alphabet has letters and digits."""
        forced = [
            next(ch for ch in alphabet if test(ch))
            for test in (str.isdigit, str.isupper, str.islower)
            if any(map(test, alphabet))
        ]
        drawn = self._random.choices(alphabet, k=max(0, count - 2 - len(forced)))
        edge = [ch for ch in alphabet if ch.isalnum()]
        middle = [*forced, *drawn]
        self._random.shuffle(middle)
        return (self._random.choice(edge) + "".join(middle) + self._random.choice(edge))[:count]

    def alnum(self, count: int) -> str:
        return self.some(_ALNUM, count)

    def hex(self, count: int) -> str:
        return self.some(_HEX, count)

    def urlsafe(self, count: int) -> str:
        return self.some(_URLSAFE, count)

    def base64(self, count: int) -> str:
        return self.some(_BASE64, count)

    def upper(self, count: int) -> str:
        return self.some(string.ascii_uppercase + "234567", count)

    def digits(self, count: int) -> str:
        return self._random.choice("123456789") + self.some(string.digits, count - 1)

    def uuid(self) -> str:
        return "-".join(map(self.hex, (8, 4, 4, 4, 12)))

    def password(self) -> str:
        return self.alnum(9) + "!" + self.alnum(3)

    def jwt(self) -> str:
        header, payload = (
            _url64(json.dumps(part)) for part in ({"alg": "HS256", "typ": "JWT"}, {"sub": self.digits(8)})
        )
        return f"{header}.{payload}.{self.urlsafe(43)}"

    def pem(self, label: str = "RSA ", lines: int = 12, newline: str = "\n") -> str:
        body = newline.join(self.base64(64) for _ in range(lines))
        return f"{_edge('BEGIN', label)}{newline}{body}{newline}{_edge('END', label)}"


def _url64(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _edge(word: str, label: str, block: str = "") -> str:
    return f"-----{word} {label}PRIVATE KEY{block}-----"


def _login(scheme: str, user: str, password: str, place: str) -> str:
    return f"{scheme}://{user}:{password}@{place}"


def _pgp(make: Maker) -> str:
    body = "\n".join(make.base64(64) for _ in range(5))
    begin, end = _edge("BEGIN", "PGP ", " BLOCK"), _edge("END", "PGP ", " BLOCK")
    return f"{begin}\nVersion: GnuPG v2\n\n{body}\n=x{make.alnum(3)}\n{end}"


def _encrypted(make: Maker) -> str:
    armour = f"Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,{make.hex(32).upper()}\n\n"
    return f"{_edge('BEGIN', 'RSA ')}\n{armour}{make.base64(64)}\n{make.base64(40)}\n{_edge('END', 'RSA ')}"


def _putty(make: Maker) -> str:
    return f"PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\n{make.base64(44)}\nPrivate-MAC: 0"


def _discord(make: Maker) -> str:
    return f"{_url64(make.digits(18))}.{make.urlsafe(6)}.{make.urlsafe(38)}"


def _service_account(make: Maker) -> str:
    return json.dumps({"type": "service_account", "private_key_id": make.hex(40), "private_key": make.pem("")})


# kind -> texts of that kind; the whole text is the secret, or what surrounds it is what makes it one.
SAMPLES: dict[str, list[Callable[[Maker], str]]] = {
    "private key": [
        lambda m: m.pem(),
        lambda m: m.pem(""),
        lambda m: m.pem("EC "),
        lambda m: m.pem("DSA "),
        lambda m: m.pem("ENCRYPTED "),
        lambda m: m.pem("OPENSSH "),
        lambda m: m.pem(newline="\\n"),
        lambda m: m.pem(newline=" "),
        lambda m: m.pem(newline="\r\n\r\n"),
        lambda m: "> ".join(m.pem().splitlines(keepends=True)),
        lambda m: "// ".join(m.pem().splitlines(keepends=True)),
        lambda m: m.pem("ENCRYPTED ", newline="\\\\n"),
        lambda m: _encrypted(m).replace("\n", " "),
        lambda m: m.pem().rpartition("-----END")[0],
        _pgp,
        _encrypted,
        _putty,
        _service_account,
        lambda m: json.dumps({"kty": "OKP", "crv": "Ed25519", "d": m.urlsafe(43)}),
    ],
    "WireGuard private key": [lambda m: f"PrivateKey = {m.base64(43)}="],
    "age secret key": [lambda m: "AGE-SECRET-KEY-1" + m.upper(58)],
    "AWS access key": [
        lambda m: "AKIA" + m.upper(16),
        lambda m: "ASIA" + m.upper(16),
        lambda _: "AKIAIOSFODNN7" + "EXAMPLE",
    ],
    "AWS secret key": [
        lambda m: f"aws_secret_access_key = {m.base64(40)}",
        lambda m: f'"SecretAccessKey": "{m.base64(40)}"',
        lambda m: f"AWS secret key is {m.base64(40)}",
        lambda m: f"AWS_SECRET_ACCESS_KEY='{m.base64(40)}'",
    ],
    "AWS session token": [lambda m: f"AWS_SESSION_TOKEN={m.base64(200)}"],
    "AWS Bedrock key": [lambda m: "ABSK" + m.base64(128)],
    "Google API key": [lambda m: "AIza" + m.urlsafe(35)],
    "Google OAuth secret": [
        lambda m: "GOCSPX-" + m.urlsafe(28),
        lambda m: "ya29." + m.urlsafe(120),
        lambda m: "1//0" + m.urlsafe(60),
    ],
    "Azure account key": [
        lambda m: (
            f"DefaultEndpointsProtocol=https;AccountName=a;AccountKey={m.base64(86)}==;EndpointSuffix=core.windows.net"
        ),
        lambda m: f"Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=k;SharedAccessKey={m.base64(43)}=",
    ],
    "Azure shared access signature": [
        lambda m: f"https://a.blob.core.windows.net/c?sv=2024-11-04&se=2026-01-01&sig={m.base64(43)}%3D"
    ],
    "Azure client secret": [lambda m: f"{m.alnum(3)}8Q~{m.urlsafe(34)}"],
    "Azure API key": [lambda m: f"{m.alnum(52)}JQQJ99{m.alnum(26)}"],
    "Alibaba access key": [lambda m: "LTAI" + m.alnum(20)],
    "DigitalOcean token": [lambda m: "dop_v1_" + m.hex(64)],
    "Cloudflare token": [lambda m: "cfut_" + m.alnum(48), lambda m: f"v1.0-{m.hex(24)}-{m.hex(146)}"],
    "Heroku API key": [lambda m: f"HEROKU_API_KEY={m.uuid()}", lambda m: "HRKU-" + m.uuid()],
    "Fly.io token": [lambda m: "FlyV1 fm2_" + m.base64(120)],
    "Databricks token": [lambda m: "dapi" + m.hex(32), lambda m: f"dapi{m.hex(32)}-2"],
    "GitHub token": [
        *(lambda m, prefix=prefix: prefix + m.alnum(36) for prefix in ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
        lambda m: f"github_pat_{m.alnum(22)}_{m.alnum(59)}",
    ],
    "GitLab token": [
        *(
            lambda m, prefix=prefix: f"{prefix}-{m.urlsafe(20)}"
            for prefix in ("glpat", "gldt", "glrt", "glcbt", "glptt", "glft")
        ),
        lambda m: "GR1348941" + m.urlsafe(20),
    ],
    "Bitbucket or Atlassian token": [lambda m: "ATATT3" + m.urlsafe(186), lambda m: "ATBB" + m.alnum(32)],
    "npm token": [lambda m: "npm_" + m.alnum(36), lambda m: f"//registry.npmjs.org/:_authToken={m.uuid()}"],
    "PyPI token": [lambda m: "pypi-AgEIcHlwaS5vcmc" + m.urlsafe(150)],
    "RubyGems key": [lambda m: "rubygems_" + m.hex(48)],
    "Docker token": [lambda m: "dckr_pat_" + m.urlsafe(27)],
    "CircleCI token": [lambda m: f"CCIPAT_{m.alnum(22)}_{m.hex(40)}"],
    "Buildkite token": [lambda m: "bkua_" + m.hex(40)],
    "Terraform Cloud token": [lambda m: f"{m.alnum(14)}.atlasv1.{m.urlsafe(67)}"],
    "Pulumi token": [lambda m: "pul-" + m.hex(40)],
    "Doppler token": [lambda m: "dp.pt." + m.alnum(43)],
    "Vault token": [lambda m: "hvs." + m.urlsafe(90)],
    "Tailscale key": [lambda m: f"tskey-auth-{m.alnum(12)}-{m.alnum(32)}"],
    "1Password token": [lambda m: "ops_eyJ" + m.alnum(250)],
    "Anthropic API key": [lambda m: f"sk-ant-api03-{m.urlsafe(93)}AA"],
    "OpenRouter API key": [lambda m: "sk-or-v1-" + m.hex(64)],
    "OpenAI API key": [
        lambda m: f"sk-{m.alnum(20)}T3BlbkFJ{m.alnum(20)}",
        lambda m: "sk-proj-" + m.urlsafe(120),
        lambda m: "sk-svcacct-" + m.urlsafe(120),
    ],
    "Hugging Face token": [lambda m: "hf_" + m.alnum(34)],
    "Groq API key": [lambda m: "gsk_" + m.alnum(52)],
    "xAI API key": [lambda m: "xai-" + m.alnum(80)],
    "Replicate token": [lambda m: "r8_" + m.alnum(37)],
    "Perplexity API key": [lambda m: "pplx-" + m.alnum(48)],
    "LangSmith key": [lambda m: f"lsv2_pt_{m.hex(32)}_{m.hex(10)}"],
    "Palimpsest token": [lambda m: f"plt_{m.digits(3)}_{m.urlsafe(43)}"],
    "Slack token": [
        lambda m: f"xoxb-{m.digits(12)}-{m.digits(13)}-{m.alnum(24)}",
        lambda m: f"xoxp-{m.digits(12)}-{m.digits(12)}-{m.digits(12)}-{m.hex(32)}",
        lambda m: f"xapp-1-A{m.upper(10)}-{m.digits(13)}-{m.hex(64)}",
        lambda m: f"xoxe.xoxp-1-{m.alnum(160)}",
    ],
    "Slack webhook": [lambda m: f"https://hooks.slack.com/services/T{m.upper(10)}/B{m.upper(10)}/{m.alnum(24)}"],
    "Discord webhook": [lambda m: f"https://discord.com/api/webhooks/{m.digits(18)}/{m.urlsafe(68)}"],
    "Discord bot token": [_discord],
    "Telegram bot token": [lambda m: f"{m.digits(10)}:AA{m.urlsafe(33)}"],
    "Stripe key": [
        lambda m: "sk_live_" + m.alnum(24),
        lambda m: "rk_test_" + m.alnum(99),
        lambda m: "whsec_" + m.alnum(32),
    ],
    "Square token": [lambda m: "sq0csp-" + m.urlsafe(43), lambda m: "EAAA" + m.urlsafe(60)],
    "Shopify token": [lambda m: "shpat_" + m.hex(32)],
    "SendGrid key": [lambda m: f"SG.{m.urlsafe(22)}.{m.urlsafe(43)}"],
    "Mailgun key": [lambda m: "key-" + m.hex(32), lambda m: f"mailgun: {m.hex(32)}-{m.hex(8)}-{m.hex(8)}"],
    "Mailchimp key": [lambda m: m.hex(32) + "-us14"],
    "Twilio key": [lambda m: "SK" + m.hex(32)],
    "Linear key": [lambda m: "lin_api_" + m.alnum(40)],
    "Notion token": [lambda m: "ntn_" + m.alnum(46), lambda m: "secret_" + m.alnum(43)],
    "Postman key": [lambda m: f"PMAK-{m.hex(24)}-{m.hex(34)}"],
    "New Relic key": [lambda m: "NRAK-" + m.upper(27), lambda m: m.hex(36) + "NRAL"],
    "Sentry token": [lambda m: "sntryu_" + m.hex(64)],
    "Grafana token": [lambda m: f"glsa_{m.alnum(32)}_{m.hex(8)}"],
    "Figma token": [lambda m: "figd_" + m.urlsafe(40)],
    "Airtable token": [lambda m: f"pat{m.alnum(14)}.{m.hex(64)}"],
    "HubSpot token": [lambda m: "pat-na1-" + m.uuid()],
    "Supabase key": [lambda m: "sbp_" + m.hex(40), lambda m: "sb_secret_" + m.urlsafe(31)],
    "PlanetScale secret": [lambda m: "pscale_tkn_" + m.urlsafe(43)],
    "JSON web token": [lambda m: m.jwt(), lambda m: "Authorization: Bearer " + m.jwt()],
    "basic authorization": [
        lambda m: "Authorization: Basic " + base64.b64encode(f"admin:{m.password()}".encode()).decode()
    ],
    "authorization token": [
        lambda m: f"curl -H 'Authorization: Bearer {m.alnum(32)}' x",
        lambda m: f'"authorization": "token {m.hex(40)}"',
    ],
    "API key header": [lambda m: f"X-API-Key: {m.hex(32)}", lambda m: f"x-goog-api-key: {m.alnum(30)}"],
    "password in URL": [
        lambda m: f"postgres://app:{m.password()}@db.example.org:5432/app",
        lambda m: f"redis://:{m.alnum(8)}@cache:6379/0",
        lambda m: f"https://oauth2:{m.alnum(20)}@gitlab.example.org/a/b.git",
        lambda _: _login("mysql", "root", "toor", "db/x"),
        lambda _: _login("amqp", "svc", "p@ss", "mq.local"),
        lambda _: _login("mongodb+srv", "me", "hunter2", "c0.example.net/?retryWrites=true"),
        lambda m: f"jdbc:postgresql://db/app?user=app&password={m.password()}",
        lambda m: f"Server=tcp:db,1433;User Id=app;Password={m.password()};Encrypt=true",
    ],
    "token in URL": [lambda m: f"https://api.example.org/v1?access_token={m.alnum(32)}"],
    "password or key in an assignment": [
        lambda m: f'password = "{m.password()}"',
        lambda m: f"'client_secret': '{m.alnum(32)}'",
    ],
    "password in an assignment": [lambda m: f"DB_PASSWORD={m.password()}"],
    "key in an assignment": [
        lambda m: f"DD_API_KEY={m.hex(32)}",
        lambda m: f"TWILIO_AUTH_TOKEN={m.hex(32)}",
        lambda m: f"CLOUDFLARE_API_TOKEN={m.urlsafe(40)}",
    ],
}

ALL_SAMPLES = [
    (kind, make(Maker(seed * 1000 + number)))
    for kind, makes in SAMPLES.items()
    for number, make in enumerate(makes)
    for seed in (1, 2, 3)
]

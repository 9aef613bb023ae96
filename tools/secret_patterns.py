"""The named patterns of `secrets`: a table of what each kind of secret looks like.

How a row is written, so that a megabyte of anything is scanned in well under a second:
* a row is tried only when one of its hints (lower case) occurs in the lower-cased text;
* an expression starts with literal characters or one class where it can, which Python searches for fastest: what may
  not stand before a prefix is therefore looked at behind the prefix;
* repetitions are bounded, possessive, or start where their own characters can't stand before them.
The secret is the group `secret`, else the whole match. The more specific row comes first.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from . import secret_values as values


@dataclass(frozen=True)
class Pattern:
    """One kind of secret; its expression is compiled when a hint is first met."""

    kind: str
    hints: tuple[str, ...]
    source: str
    is_real: Callable[[str], bool] = values.is_issued

    @cached_property
    def regex(self) -> re.Pattern[str]:
        return re.compile(self.source)

    @cached_property
    def group(self) -> str | int:
        return "secret" if "secret" in self.regex.groupindex else 0


# What may not stand before a prefix: nothing at all matters, a longer word, or a stretch of base64.
_ANY, _WORD, _BASE64 = "", "[A-Za-z0-9_-]", "[A-Za-z0-9+/_-]"
_END = r"(?![A-Za-z0-9_-])"


def _token(
    kind: str, prefix: str, body: str, *, apart: str = _WORD, is_real: Callable[[str], bool] = values.is_issued
) -> Pattern:
    """A token that its issuer's prefix gives away."""
    literal = re.escape(prefix)
    not_within = f"(?<!{apart}{literal})" if apart else ""
    return Pattern(kind, (prefix.lower(),), f"{literal}{not_within}{body}", is_real)


_SEPARATORS = r"""(?:\\[nrt]|//\s|[\s"'`+>|,;#*\\])*+"""
_DASHES = "[-\u2013\u2014]{2,5}"
_LINE_ENDS = r"[^\S\r\n]{0,3}(?:[\r\n\\]|\Z)"
# A header that a sentence only mentions has no body behind it; without an end line the body ends where base64 does.
_PRIVATE_KEY = (
    rf"{_DASHES}\s?BEGIN\s{{1,3}}(?:[A-Z0-9]{{2,12}}\s{{1,3}}){{0,4}}PRIVATE\s{{1,3}}KEY(?:\s{{1,3}}BLOCK)?\s?{_DASHES}"
    rf"{_SEPARATORS}(?:Proc-Type: ?4,ENCRYPTED\s{{1,3}}DEK-Info: ?[A-Z0-9-]{{1,20}},[0-9A-F]{{1,64}})?"
    rf"(?>(?:[A-Z][A-Za-z-]{{2,19}}:[^\n\\]{{0,200}}(?:\n|\\r?\\?n)\s*+){{0,6}}){_SEPARATORS}"
    rf"(?=[A-Za-z0-9+/]{{16}}|(?:[A-Za-z0-9+/]{{2,}}+{_LINE_ENDS}\s*+){{3}})"
    rf"(?:(?:[^-]|-(?!----))*+-----\s?END[A-Z0-9\s]{{0,60}}-----"
    rf"|(?:[A-Za-z0-9+/=]{{16,}}+|[A-Za-z0-9+/=]{{2,15}}+(?={_LINE_ENDS})|{_SEPARATORS}(?=[A-Za-z0-9+/=]))*)"
)
_PUTTY_KEY = r"Private-Lines: ?[0-9]{1,3}\s{1,3}(?P<secret>(?:[A-Za-z0-9+/=]{16,}+\s{0,3})+)"
_WIREGUARD_KEY = r"Key\s{0,3}=\s{0,3}(?P<secret>[A-Za-z0-9+/]{43}=)"

_KEYS = (
    Pattern("private key", ("begin",), _PRIVATE_KEY, lambda _: True),
    Pattern("private key", ("private-lines",), _PUTTY_KEY),
    Pattern("private key", ('"kty"',), r'"(?:d|k)"\s{0,3}:\s{0,3}"(?P<secret>[A-Za-z0-9_-]{32,})"'),
    Pattern("WireGuard private key", ("privatekey",), "Private" + _WIREGUARD_KEY),
    Pattern("WireGuard private key", ("presharedkey",), "Preshared" + _WIREGUARD_KEY),
    _token("age secret key", "AGE-SECRET-KEY-", "(?:PQ-)?1[A-Z0-9]{50,}", apart=_ANY),
)

_MODELS = (
    _token("Anthropic API key", "sk-ant-", "[A-Za-z0-9_-]{20,}"),
    _token("OpenRouter API key", "sk-or-v1-", "[0-9a-f]{40,}"),
    _token(
        "OpenAI API key",
        "sk-",
        rf"(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{{20,}}|[A-Za-z0-9]{{32,}}{_END})",
    ),
    _token("Hugging Face token", "hf_", rf"[A-Za-z0-9]{{30,}}{_END}"),
    _token("Hugging Face token", "api_org_", rf"[A-Za-z0-9]{{30,}}{_END}"),
    _token("Groq API key", "gsk_", "[A-Za-z0-9]{40,}"),
    _token("xAI API key", "xai-", "[A-Za-z0-9]{60,}"),
    _token("Replicate token", "r8_", rf"[A-Za-z0-9]{{37}}{_END}"),
    _token("Perplexity API key", "pplx-", "[A-Za-z0-9]{40,}"),
    _token("LangSmith key", "lsv2_", "(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),
)

_CODE_HOSTS = (
    _token("GitHub token", "gh", "(?:[pour]_[A-Za-z0-9]{36,}|s_[A-Za-z0-9_.-]{36,})", apart=_ANY),
    _token("GitHub token", "github_pat_", "[A-Za-z0-9_]{22,}", apart=_ANY),
    _token("GitLab token", "gl", "(?:pat|dt|ft|soat|rt|rtr|cbt|imt|ptt|agent|ffct|wt|oas)-[A-Za-z0-9_.-]{20,}"),
    _token("GitLab token", "GR1348941", "[A-Za-z0-9_-]{20,}"),
    _token("Bitbucket or Atlassian token", "AT", "(?:ATT|CTT|STT)3[A-Za-z0-9_=-]{60,}", apart=_BASE64),
    _token("Bitbucket or Atlassian token", "ATBB", rf"[A-Za-z0-9]{{32}}{_END}", apart=_BASE64),
    _token("npm token", "npm_", "[A-Za-z0-9]{36,}"),
    _token("npm token", "_authToken", r"\s{0,3}=\s{0,3}[\"']?(?P<secret>[A-Za-z0-9+/=_-]{20,})", apart=_ANY),
    _token("PyPI token", "pypi-AgE", "[A-Za-z0-9_-]{50,}", apart=_ANY),
    _token("RubyGems key", "rubygems_", "[0-9a-f]{48}", apart=_ANY),
    _token("Docker token", "dckr_", "(?:pat|oat)_[A-Za-z0-9_-]{20,}", apart=_ANY),
    _token("CircleCI token", "CCIPAT_", "[A-Za-z0-9_]{20,}", apart=_ANY),
    _token("Buildkite token", "bkua_", "[0-9a-f]{40}"),
    Pattern("Terraform Cloud token", (".atlasv1.",), r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,}"),
    _token("Pulumi token", "pul-", rf"[0-9a-f]{{40}}{_END}"),
    _token("Doppler token", "dp.", r"(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{1,40}\.)?[A-Za-z0-9]{40,44}"),
    _token("Vault token", "hv", r"[sbr]\.[A-Za-z0-9_-]{24,}"),
    _token("Tailscale key", "tskey-", "[a-z]{2,10}-[A-Za-z0-9]{6,}-[A-Za-z0-9]{16,}", apart=_ANY),
    _token("1Password token", "ops_eyJ", "[A-Za-z0-9+/=_-]{100,}"),
)

_FORTY_OF_BASE64 = r"(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"
_IS = r"""["'`\]]{0,2}\s{0,3}(?:=>|:=|==?|:|\bis\b)\s{0,3}["'`]?"""
_UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"

_CLOUDS = (
    Pattern(
        "AWS access key",
        ("akia", "asia", "abia", "acca", "a3t"),
        r"A(?:3T[A-Z0-9]|KIA|SIA|BIA|CCA)(?<![A-Z0-9].{4})[A-Z0-9]{16}(?![A-Za-z0-9])",
    ),
    Pattern(
        "AWS secret key",
        ("akia", "asia"),
        r"A[KS]IA[A-Z0-9]{16}[\s:,;|/\"'`=&]{1,10}" + _FORTY_OF_BASE64,
        values.is_aws_secret,
    ),
    Pattern(
        "AWS secret key",
        ("secret",),
        rf"[AaSs](?i:(?:ecret[ _-]?access|ws[ _-]?secret)[ _-]?key){_IS}{_FORTY_OF_BASE64}",
        values.is_aws_secret,
    ),
    Pattern(
        "AWS session token",
        ("session",),
        rf"[Ss](?i:ession)[ _-]?(?i:token){_IS}(?P<secret>[A-Za-z0-9/+=]{{100,}})",
    ),
    _token("AWS Bedrock key", "ABSK", "[A-Za-z0-9+/]{100,}={0,2}", apart=_BASE64),
    _token("AWS Bedrock key", "bedrock-api-key-", "[A-Za-z0-9+/=]{60,}"),
    _token("Google API key", "AIza", rf"[A-Za-z0-9_-]{{35}}{_END}", apart=_BASE64),
    _token("Google API key", "AQ.Ab", "[A-Za-z0-9_-]{40,}", apart=_BASE64),
    _token("Google OAuth secret", "GOCSPX-", "[A-Za-z0-9_-]{24,}"),
    _token("Google OAuth secret", "ya29.", "[A-Za-z0-9_-]{40,}"),
    _token("Google OAuth secret", "1//0", "[A-Za-z0-9_-]{40,}"),
    Pattern(
        "Azure account key",
        ("accountkey", "accesskey"),
        r"[Aa](?i:ccountkey|ccesskey)\s{0,3}=\s{0,3}(?P<secret>[A-Za-z0-9+/]{40,}={1,2})",
    ),
    _token(
        "Azure shared access signature",
        "sig=",
        "(?P<secret>(?:[A-Za-z0-9+/]|%2[BbFf]){40,}(?:=|%3[Dd]))",
    ),
    Pattern(
        "Azure client secret",
        ("q~",),
        r"(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])",
    ),
    Pattern("Azure API key", ("jqqj99",), r"(?<![A-Za-z0-9])[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}(?![A-Za-z0-9])"),
    _token("Alibaba access key", "LTAI", rf"[A-Za-z0-9]{{16,20}}{_END}", apart=_BASE64, is_real=values.is_mixed),
    _token("DigitalOcean token", "do", "[opr]_v1_[0-9a-f]{64}"),
    _token("Cloudflare token", "cf", "(?:k|ut|at)_[A-Za-z0-9]{40,}"),
    _token("Cloudflare token", "v1.0-", "[0-9a-f]{24}-[0-9a-f]{146}"),
    Pattern(
        "Heroku API key",
        ("heroku",),
        rf"[Hh](?i:eroku[ _-]?(?:api[ _-]?)?(?:key|token)){_IS}(?P<secret>{_UUID})",
    ),
    _token("Heroku API key", "HRKU-", "[A-Za-z0-9_-]{36,}"),
    _token("Fly.io token", "FlyV1", r"\s{1,3}fm[12][a-z]?_[A-Za-z0-9+/=,_-]{40,}"),
    _token("Databricks token", "dapi", rf"[0-9a-f]{{32}}(?:-[0-9])?{_END}", apart=_BASE64),
)

_SERVICES = (
    _token("Palimpsest token", "plt_", "[1-9][0-9]{0,17}_[A-Za-z0-9_-]{43}", apart=_ANY),
    _token("Slack token", "xox", r"[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{20,}"),
    _token("Slack token", "xapp-", "[0-9]-[A-Z0-9]{6,}-[A-Za-z0-9-]{20,}"),
    _token(
        "Slack webhook",
        "hooks.slack.com/",
        "(?:services|workflows|triggers)/(?P<secret>[A-Z0-9]{6,}/[A-Za-z0-9/]{16,})",
        apart=_ANY,
    ),
    _token("Discord webhook", "/api/webhooks/", "(?P<secret>[0-9]{15,20}/[A-Za-z0-9_-]{40,})", apart=_ANY),
    Pattern(
        "Discord bot token",
        (".",),
        r"(?<![A-Za-z0-9_.-])[A-Z][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])",
        values.is_discord_token,
    ),
    Pattern(
        "Telegram bot token",
        (":",),
        rf"(?<![A-Za-z0-9])[0-9]{{8,10}}:[A-Za-z0-9_-]{{35}}{_END}",
        values.is_mixed,
    ),
    _token("Stripe key", "sk_", "(?:live|test)_[A-Za-z0-9]{16,}"),
    _token("Stripe key", "rk_", "(?:live|test)_[A-Za-z0-9]{16,}"),
    _token("Stripe key", "whsec_", "[A-Za-z0-9+/=]{24,}"),
    _token("Square token", "sq0", "(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}"),
    _token("Square token", "EAAA", "[A-Za-z0-9_-]{60}(?![A-Za-z0-9+/_-])", apart=_BASE64),
    _token("Shopify token", "shp", "(?:at|ca|pa|ss|tka)_[0-9a-fA-F]{32}"),
    _token("SendGrid key", "SG.", r"[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}"),
    _token("Mailgun key", "key-", rf"[0-9a-f]{{32}}{_END}"),
    Pattern("Mailgun key", ("mailgun",), rf"(?<!{_WORD})[0-9a-f]{{32}}-[0-9a-f]{{8}}-[0-9a-f]{{8}}{_END}"),
    Pattern("Mailchimp key", ("-us",), rf"(?<!{_WORD})[0-9a-f]{{32}}-us[0-9]{{1,2}}{_END}"),
    _token("Twilio key", "SK", rf"[0-9a-f]{{32}}{_END}"),
    _token("Linear key", "lin_", "(?:api|oauth|wh)_[A-Za-z0-9]{32,}"),
    _token("Notion token", "ntn_", "[A-Za-z0-9]{40,}"),
    _token("Notion token", "secret_", rf"[A-Za-z0-9]{{43}}{_END}"),
    _token("Postman key", "PMAK-", "[0-9a-f]{24}-[0-9a-f]{34}", apart=_ANY),
    _token("New Relic key", "NR", "(?:(?:AK|II|RA|AA)-[A-Za-z0-9_-]{27,}|JS-[0-9a-f]{19})"),
    Pattern("New Relic key", ("nral",), r"(?<![A-Za-z0-9])[0-9a-f]{36}NRAL"),
    _token("Sentry token", "sntry", "[su]_[A-Za-z0-9+/=_-]{40,}", apart=_ANY),
    _token("Grafana token", "glsa_", "[A-Za-z0-9]{32}_[0-9a-f]{8}"),
    _token("Grafana token", "glc_", "[A-Za-z0-9+/=]{40,}"),
    _token("Figma token", "fig", "[dor]_[A-Za-z0-9_-]{40,}"),
    _token("Airtable token", "pat", r"[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    _token("HubSpot token", "pat-", rf"[a-z]{{2}}[0-9]-{_UUID}"),
    _token("Supabase key", "sbp_", "[0-9a-f]{40}"),
    _token("Supabase key", "sb_secret_", "[A-Za-z0-9_-]{24,}"),
    _token("PlanetScale secret", "pscale_", "(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}", apart=_ANY),
)

_HEADER_IS = r"[\"']?\s{0,3}[:=]\s{0,3}[\"']?"
_AUTHORIZATION = rf"[Aa](?i:uthorization){_HEADER_IS}"
# `scheme://user:password@host`; not a stand-in login (`user:password`, `:password`), a user's name doubled, a port or
# an image's digest.
_STAND_IN_LOGIN = r"(?i:(?:user(?:name)?|usr|login|name|me|u)?:(?:password|passwd|passwort|pass|pwd|pw|p)@)"
_URL_PASSWORD = (
    rf"://(?!{_STAND_IN_LOGIN})(?P<user>[^\s:/@?#\"'`<>\[\]]{{0,100}}):(?!(?P=user)@|[0-9]{{2,5}}[,;)\]])"
    r"(?P<secret>[^\s/\"'`<>]{1,200})@(?!sha[0-9]{1,3}:)(?=[A-Za-z0-9\[$%{])"
)
# Names of what is assigned without their first letter, which is looked for on its own, in either case.
_NAMED = (
    "[AaBbCcPpRrSs](?i:assword|asswd|assphrase|wd|ecret[_-]?key|pi[_-]?key|(?:lient|pi)[_-]?secret"
    "|(?:ccess|uth|pi|ot|efresh)[_-]?token)"
)
_CONSTANT = (
    "[ABCJRSW](?:(?:PI|PP|ECRET|CCESS)_KEY|PIKEY|(?:PI|UTH|CCESS|OT|EFRESH)_TOKEN"
    "|(?:PI|PP|LIENT|WT|IGNING|EBHOOK)_SECRET)"
)
_QUOTED = r"""["'\]]{0,2}\s{0,3}(?:=>|:=|=|:)\s{0,3}(?P<quote>["'`])(?P<secret>[^\s"'`]{10,200})(?P=quote)"""

_CARRIERS = (
    _token(
        "JSON web token",
        "eyJ",
        r"[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]*+\.[A-Za-z0-9_-]{8,}+(?:\.[A-Za-z0-9_-]++){0,2}",
        is_real=values.is_jwt,
    ),
    Pattern(
        "basic authorization",
        ("basic",),
        rf"{_AUTHORIZATION}(?i:basic)\s{{1,3}}(?P<secret>[A-Za-z0-9+/_-]{{8,}}={{0,2}})",
        values.is_basic_pair,
    ),
    Pattern(
        "authorization token",
        ("authorization",),
        rf"{_AUTHORIZATION}(?i:bearer|token|apikey)\s{{1,3}}(?P<secret>[A-Za-z0-9._~+/=-]{{16,}})",
        values.is_credential,
    ),
    Pattern(
        "API key header",
        ("-key", "-token"),
        rf"[Xx]-(?i:(?:[a-z]{{1,12}}-)?(?:api|auth|access)-?(?:key|token)){_HEADER_IS}"
        r"(?P<secret>[A-Za-z0-9._~+/=-]{16,})",
        values.is_credential,
    ),
    Pattern("password in URL", ("://",), _URL_PASSWORD, values.is_password),
    Pattern(
        "password in URL",
        ("password=", "passwd=", "pwd="),
        r"[?&;]\s?(?i:password|passwd|pwd)=(?P<secret>[^\s&;\"'`<>#]{1,200})",
        values.is_written_password,
    ),
    Pattern(
        "token in URL",
        ("token=", "key=", "secret="),
        r"[?&](?i:(?:access_?|auth_?|api_?)?token|api_?key|key|client_secret)=(?P<secret>[A-Za-z0-9._~%-]{16,})",
        values.is_random_looking,
    ),
    Pattern(
        "password or key in an assignment",
        ("pass", "pwd", "key", "token", "secret"),
        _NAMED + _QUOTED,
        values.is_strong_password,
    ),
    Pattern(
        "password in an assignment",
        ("passw",),
        r"PASSW(?:OR)?D\s{0,2}[:=]\s{0,2}(?P<secret>[^\s\"'`,;()]{10,200})",
        values.is_strong_password,
    ),
    Pattern(
        "key in an assignment",
        ("key", "token", "secret"),
        rf"{_CONSTANT}\s{{0,2}}[:=]\s{{0,2}}[\"'`]?(?P<secret>[A-Za-z0-9._~+/=-]{{24,}})",
        values.is_credential,
    ),
)

PATTERNS = (*_KEYS, *_MODELS, *_CODE_HOSTS, *_CLOUDS, *_SERVICES, *_CARRIERS)

"""Texts that look like secrets to a careless eye and are none; built when read, like the fake secrets."""

import base64
import json
import random
import uuid
from collections.abc import Iterator

from fake_secrets import Maker


def _ids_and_public_keys() -> Iterator[str]:
    make = Maker(11)
    yield from (make.hex(length) for length in (7, 8, 12, 32, 40, 56, 64, 96, 128))
    yield from (
        make.hex(40).upper(),
        f"commit {make.hex(40)} fixed it",
        f"sha256:{make.hex(64)}",
        f"md5 {make.hex(32)}",
    )
    yield from (str(uuid.UUID(int=random.Random(3).getrandbits(128))), "{" + make.uuid().upper() + "}")
    yield f'"integrity": "sha512-{base64.b64encode(bytes(range(64))).decode()}"'
    yield f"h1:{make.base64(43)}="
    yield f'version = "1.2.3"\nchecksum = "{make.hex(64)}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"'
    yield f"requests==2.32.0 --hash=sha256:{make.hex(64)}"
    yield f"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{make.base64(500)}= me@laptop"
    yield f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{make.base64(43)} me@laptop"
    yield from (
        f"-----BEGIN {label}-----\n{make.base64(64)}\n{make.base64(64)}\n-----END {label}-----"
        for label in ("PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE", "CERTIFICATE REQUEST", "PGP PUBLIC KEY BLOCK")
    )
    yield f"PublicKey = {make.base64(43)}="
    yield f"data:image/png;base64,iVBORw0KGgo{make.base64(4000)}"
    yield f"image: ghcr.io/a/b:1.2@sha256:{make.hex(64)}, docker://alpine:3.19@sha256:{make.hex(64)}"
    yield f"next cursor {base64.b64encode(json.dumps({'id': 12345, 'after': 'x'}).encode()).decode()}"
    yield f"arn:aws:iam::{make.digits(12)}:role/deploy, account AC{make.digits(12)}, pk_live_{make.alnum(24)}"


IDS_AND_PUBLIC_KEYS = list(_ids_and_public_keys())
STAND_INS_AND_PROSE = [
    "postgres://user:password@localhost/db",
    "redis://:password@cache:6379",
    "https://username:passwd@host",
    "postgres://app:${DB_PASSWORD}@db/app",
    "postgres://app:$PGPASSWORD@db/app",
    "postgres://app:<password>@db/app",
    "postgres://app:{password}@db/app",
    "postgres://app:***@db/app",
    "postgres://app:xxxxx@db/app",
    "postgres://app:PASSWORD@db/app",
    "postgres://app:DB_PASSWORD@db/app",
    "https://%s:%s@host/path",
    "postgres://postgres:postgres@localhost",
    "https://user@example.org:8080/a:b@c",
    "http://localhost:8080, someone@example.org",
    "http://localhost:3000/@vite/client and git@github.com:owner/repo.git",
    "https://github.com/owner/repo/tree/main:path@v1",
    "ssh://git@host:2222/owner/repo",
    "?password=<password>&user=me and ;Password=*****;",
    "Authorization: Bearer <token>",
    "Authorization: Bearer $TOKEN and Authorization: Bearer ${API_TOKEN}",
    "Authorization: Bearer YOUR_ACCESS_TOKEN_GOES_HERE",
    "Authorization: Bearer your-access-token-goes-here",
    "Authorization: Basic authentication is enough",
    "Send the Bearer token in the Authorization header.",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx and github_pat_your_token_goes_here",
    "AKIAXXXXXXXXXXXXXXXX",
    "sk-ant-... and sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxx",
    "sk-proj-your-key-goes-here-please-replace-it",
    "sk-learn, sk-image, risk-averse and task-0123456789abcdef0123456789abcdef0123456789abcdef",
    "pk_test and sk_test are Stripe's prefixes; hf_ is Hugging Face's, xoxb- is Slack's.",
    "from hf_transformers_compatibility_layer_for_models import npm_config_registry_url_resolver",
    "The file starts with -----BEGIN RSA PRIVATE KEY----- and must never be committed.",
    "-----BEGIN OPENSSH PRIVATE KEY-----\n...\n-----END OPENSSH PRIVATE KEY-----",
    "Set AWS_SECRET_ACCESS_KEY, GITHUB_TOKEN and DD_API_KEY in the environment.",
    "AWS_SECRET_ACCESS_KEY=${{ secrets.AWS_SECRET_ACCESS_KEY }}",
    'password = os.environ["DB_PASSWORD"]; token = get_token(name="x")',
    'password: "{{ vault_db_password }}", api_key="$(cat /run/secrets/api_key)"',
    'secret_key = "/run/secrets/Django_key_2", api_token: "https://Auth2.example.org/token"',
    'access_token="config.Production2.token_name", api_key = "YOUR_API_KEY_HERE_123"[:0]',
    "The password policy asks for twelve characters, a digit and an upper-case letter.",
    "Nyckeln till API:et ligger i valvet; lösenordet byts var nittionde dag.",
    "密码每九十天更换一次，令牌保存在密钥库中。",
    "Secrets live in ~/.config/app/token.json and /etc/ssl/private/server.key.",
    "id_rsa, id_ed25519.pub, AGE-SECRET-KEY-1 and PuTTY-User-Key-File-3 are names.",
    "",
]

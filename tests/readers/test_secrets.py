"""Secrets do not leave the reader; ids, hashes and stand-ins do."""

from __future__ import annotations

import pytest

from agent.readers.secrets import MASK, mask, mask_name
from tests.readers.conftest import Reader

KEY = "sk-proj-" + "Ab1" * 12
WEB = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + "dozjgNryP4J3jVmN" * 2
HUB = "ghp_" + "aB3" * 12


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"用 {KEY} 调用", KEY),
        (f"token: {HUB}", HUB),
        ("AWS 的 AKIAIOSFODNN7EXAMPL1 已停用", "AKIAIOSFODNN7EXAMPL1"),
        ("postgres://jay:p4ss@db/x", "p4ss"),
        ("password: hunter2xyz", "hunter2xyz"),
        ("密码：rT7mk2p9x", "rT7mk2p9x"),
        ('export API_KEY="9f86d081884c7d65"', "9f86d081884c7d65"),
        ("Authorization: Bearer abcdefghij1234567890xyz", "abcdefghij1234567890xyz"),
        ("hf_" + "aB" * 17, "hf_" + "aB" * 17),
        (f"令牌是 {WEB} 。", WEB),
    ],
    ids=["OpenAI", "GitHub", "AWS", "URL", "password", "Chinese", "quoted", "bearer", "Hugging Face", "JWT"],
)
def test_secret__is_masked_at_its_length(text: str, secret: str) -> None:
    masked = mask(text)
    assert masked.text == text.replace(secret, MASK * len(secret))
    assert masked.notes[0].startswith("secrets masked: ")


@pytest.mark.parametrize(
    "text",
    [
        "commit c3a01c4a5807c8d900ae468897e45263373e534e",
        "arXiv 2608.14635v1，sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        'api_key="EMPTY"',
        "password: <your-password>",
        "export OPENAI_API_KEY=$KEY2026",
        "tokens: 128000，max_tokens=4096",
        "每秒 token：1024k2",
        "secret = os.environ['K1']",
    ],
)
def test_what_only_looks_like_a_secret__stays(text: str) -> None:
    assert mask(text).text == text


def test_private_key__is_masked_line_by_line() -> None:
    lines = "\n".join(["MIIEpAIBAAKCAQEA"] * 3)
    masked = mask(f"a\n-----BEGIN RSA PRIVATE KEY-----\n{lines}\n-----END RSA PRIVATE KEY-----\nb")
    assert "MIIE" not in masked.text
    assert masked.text.count("\n") == 6


def test_secret__is_masked_in_cells_headers_and_front_matter_too(reader: Reader) -> None:
    text = reader(
        "a.md", f"---\ntoken: {HUB}\n---\n# {KEY}\n\n| {HUB} | b |\n|---|---|\n| https://a:b1@x | about |\n"
    )
    assert HUB not in text.model_dump_json()
    assert KEY not in text.model_dump_json()
    assert text.blocks[-1].cells == (f"https://a:{MASK * 2}@x", "about")
    for block in text.blocks:
        assert text.text[block.start : block.end].strip()


@pytest.mark.parametrize(
    ("path", "masked"),
    [
        ("inbox/ann/2026-09-25-sk-proj-{token}.md", True),
        ("inbox/ann/2026-09-25T0820-ghp_{token}.md", True),
        ("inbox/glpat-{token}/2026-09-25-notes.md", True),
        ("inbox/ann/notes_hf_{token}_draft.md", True),
        ("inbox/ann/2026-09-25-password={token}.txt", True),
        ("inbox/ann/2026-09-25-sk-learn-based-inference-benchmarks-for-2026.md", False),
        ("inbox/ann/2026-09-25T1335-jay-github-hf-inference-vecdb-substack-trending-sep25.md", False),
        ("inbox/ann/2609.25053v2-latentport.md", False),
        ("inbox/ann/日报-2026-09-25（第 12 期）.md", False),
    ],
)
def test_mask_name__a_token_in_a_file_name_is_masked_and_a_slug_is_not(path: str, masked: bool) -> None:
    token = "Zq8" + "r4Tb2Wx7Lk9Pm3Vn6Yc1Hd5Jf0Gs8Ae4Uo"[:33]
    name = path.format(token=token)
    found = mask_name(name)
    assert len(found) == len(name)
    assert (token not in found) is masked if "{token}" in path else found == name
    assert found.count("/") == name.count("/")


def test_mask_name__a_long_name_takes_no_time() -> None:
    assert mask_name("sk-" * 80 + ".md")


HEX = "9f86d081884c7d65" * 4
MIXED = "aB3dE5fG7hJ9kL1m" * 6


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"xapp-1-A012ABCDEF3-0123456789012-{HEX}", f"xapp-1-A012ABCDEF3-0123456789012-{HEX}"),
        (f"Authorization: Basic {MIXED[:30]}==", f"{MIXED[:30]}=="),
        (f"https://x.blob.core.windows.net/c?sv=2022&sig={MIXED[:43]}%3D", f"{MIXED[:43]}%3D"),
        (f"https://x.org/y?a=1&token={MIXED[:30]}", MIXED[:30]),
        (f"机器人 123456789:AA{MIXED[:33]} 已停", f"123456789:AA{MIXED[:33]}"),
        (f"key-{HEX[:32]}", f"key-{HEX[:32]}"),
        (f"LTAI{MIXED[:20]}", f"LTAI{MIXED[:20]}"),
        (f"AKID{MIXED[:32]}", f"AKID{MIXED[:32]}"),
        (f"dckr_pat_{MIXED[:27]}", f"dckr_pat_{MIXED[:27]}"),
        (f"dop_v1_{HEX}", f"dop_v1_{HEX}"),
        (f"hvs.{MIXED[:90]}", f"hvs.{MIXED[:90]}"),
        (f"dapi{HEX[:32]}", f"dapi{HEX[:32]}"),
        (f"figd_{MIXED[:40]}", f"figd_{MIXED[:40]}"),
        (
            "https://open.feishu.cn/open-apis/bot/v2/hook/9f86d081-884c-7d65-9f86-d081884c7d65",
            "9f86d081-884c-7d65-9f86-d081884c7d65",
        ),
        (f"Cookie: a=b; session={MIXED[:40]}; c=d", MIXED[:40]),
        ("curl -u admin:S3cretPass99 https://x.org", "S3cretPass99"),
        ("mysql -uroot -pS3cretPass99 db", "S3cretPass99"),
        ('sshpass -p "Qw3rty!x9" ssh a@b', "Qw3rty!x9"),
        (f"wandb login {HEX[:40]}", HEX[:40]),
        ("登录密码是 rT7mk2p9x", "rT7mk2p9x"),
        (f"| api_key | {MIXED[:32]} |", MIXED[:32]),
    ],
)
def test_more_kinds_of_secrets__are_masked(text: str, secret: str) -> None:
    assert mask(text).text == text.replace(secret, MASK * len(secret))


@pytest.mark.parametrize(
    "text",
    [
        "sk-learn-intro-to-machine-learning-models",
        f"![x](data:image/png;base64,{MIXED}/AKCp{MIXED[:20]}/{MIXED}+dapi{HEX[:20]})",
        "https://github.com/a/b/commit/c3a01c4a5807c8d900ae468897e45263373e534e",
        "https://x.org/y?utm_source=z&id=aB3dE5fG7hJ9kL1m",
        "https://x.org/y?key=value1&token=abc",
        "uuid 9f86d081-884c-7d65-9f86-d081884c7d65",
        "vllm/vllm-openai:v0.30.0@sha256:" + HEX,
        "Qwen3-235B-A22B-Instruct-2507-FP8",
        "| key | 12ab34cd |",
        "session=abc, sid=12",
        "curl -u user https://x.org",
    ],
)
def test_more_of_what_only_looks_like_one__stays(text: str) -> None:
    assert mask(text).text == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("the password is hunter2-secret", "hunter2-secret"),
        ("The password for the staging box is heron7-lake.", "heron7-lake"),
        ("The API key of the demo account is demo-key-99aa71 for now.", "demo-key-99aa71"),
        ("The passphrase has been changed to river7stone and works", "river7stone"),
        ("the login password is now `k9Horse!`", "k9Horse!"),
        ("the password is 482913.", "482913"),
        ("密码是 hunter2-secret", "hunter2-secret"),
        ("口令为 blue42fish。", "blue42fish"),
        ("数据库密码已改成 Zx9!kq22，请勿外传", "Zx9!kq22"),
        ("令牌是 tok-8841-alpha", "tok-8841-alpha"),
    ],
)
def test_what_a_sentence_calls_a_password_or_key__is_masked(text: str, secret: str) -> None:
    assert mask(text).text == text.replace(secret, MASK * len(secret))


@pytest.mark.parametrize(
    "text",
    [
        "the password is required",
        "the password is SHA-256 hashed",
        "the password is stored in LDAP2 servers",
        "The password of the demo is 12-character.",
        "the access token is valid for 3600 seconds",
        "The auth token is per-user.",
        "the api key is read from OPENAI_API_KEY.",
        "the key is int8-quantization",
        "token 数为 512",
        "密码是必填项",
        "口令为 6 位数字",
        "密钥为 AES-256 加密",
        "令牌桶容量为 100000",
        "密钥维度为 128000，值为 64",
    ],
)
def test_what_a_sentence_says_of_a_password_or_key__stays(text: str) -> None:
    assert mask(text).text == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("password: correcthorse", "correcthorse"),
        ("PGPASSWORD=sunflower psql -h db", "sunflower"),
        ("host=db password=sunflower sslmode=off", "sunflower"),
        ("user: bob, password: sunflower, db: x", "sunflower"),
        ("'password': 'correct-horse-battery'", "correct-horse-battery"),
        ("The admin password is: correcthorse", "correcthorse"),
        ("密码：xiangrikui", "xiangrikui"),
        ("**密码**：xiangrikui（勿外传）", "xiangrikui"),
        ("口令是 xiangrikui，请勿外传", "xiangrikui"),
        ("数据库密码已改成 xiangrikui，", "xiangrikui"),
        ("the password is `sunflower`", "sunflower"),
        ('The password of the box is "sunflower".', "sunflower"),
        ("pwd: p4ss12", "p4ss12"),
        ("密码: 48291377", "48291377"),
        ("sshpass -p hunter ssh bob@x", "hunter"),
        ("docker login -u bob -p hunter reg.io", "hunter"),
        ("`mysql -u root -phunter db`", "hunter"),
        ("curl -u admin:sunflower https://x", "sunflower"),
        ("psql --password sunflower", "sunflower"),
        ("https://bob:sunflower@x.org/a", "sunflower"),
        ("postgres://bob:p@ss#w@host/db", "p@ss#w"),
    ],
)
def test_password_of_letters__is_masked_where_the_text_gives_it(text: str, secret: str) -> None:
    assert mask(text).text == text.replace(secret, MASK * len(secret))


@pytest.mark.parametrize(
    "text",
    [
        "password: required",
        "password: string,",
        "password: see the vault",
        "Password: rotated weekly",
        "Passwords: rotated, never reused",
        "密码：请联系管理员",
        "密码：见 Vault",
        "密码是 bcrypt 哈希",
        "密码：auto-generated",
        "口令：read-only",
        "token: 一种计量单位",
        "secret: attention",
        "password = getpass.getpass()",
        "connect(user=user, password=given, port=1)",
        "username, password = proxy_auth",
        "password: ${DB_PASSWORD}",
        "first pass: tokenizer",
        "PWD=/home/bob",
        "--password STRING",
        "ssh login -p 2222",
        "mkdir -p folder",
        "https://x:8080,bob@y.org",
        "（https://x:8080）联系@bob",
    ],
)
def test_what_is_said_of_a_password__stays(text: str) -> None:
    assert mask(text).text == text


def test_password_of_letters__is_an_ordinary_word_elsewhere(reader: Reader) -> None:
    text = reader(
        "a.md",
        "---\npassword: sunflower\n---\n# The sunflower box\n\n| sunflower | b |\n|---|---|\n| a | b |\n",
    )
    assert dict(text.meta)["password"] == MASK * 9
    assert text.blocks[-1].header == ("sunflower", "b")
    assert "The sunflower box" in text.text

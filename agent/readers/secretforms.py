"""The forms of secrets that the library does not know, or whose patterns of its own are not linear."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Form:
    """A pattern of secrets of one kind."""

    kind: str
    hints: tuple[str, ...]
    """Words in lower case, one of which the text must hold: most texts are spared the pattern."""
    pattern: re.Pattern[str]
    group: int = 0
    test: Literal["form", "random", "chosen", "told", "set"] = "form"
    """What the value must be besides: nothing, a run of letters and digits mixed, no stand-in and no word, or that and
    the end of what is said (`the password is x1y2z3 for now`, not `the password is sha1 hashed`); `set`: anything
    that a password can be, letters alone too, and all that is given (`password: sunflower`, not `password: see below`)."""


FORMS = (
    Form(
        "API key",
        ("sk-",),
        re.compile(r"(?<![\w-])sk-(?:proj-|ant-|or-|svcacct-)?[A-Za-z0-9_-]{20,300}(?![\w-])"),
        test="random",
    ),
    Form(
        "API key",
        ("hf_", "aiza", "glpat-", "github_pat_", "pypi-", "gsk_", "xai-", "nvapi-", "r8_", "npm_", "akcp"),
        re.compile(
            r"(?<![\w-])(?:hf_[A-Za-z0-9]{30,60}|AIza[\w-]{35}"
            r"|glpat-[\w-]{20,60}|github_pat_\w{22,100}|pypi-[\w-]{50,300}|gsk_[A-Za-z0-9]{40,80}"
            r"|xai-[A-Za-z0-9]{40,100}|nvapi-[\w-]{40,100}|r8_[A-Za-z0-9]{30,60}|npm_[A-Za-z0-9]{36}|AKCp[A-Za-z0-9]{60,200})(?![\w-])"
        ),
    ),
    Form(
        "API key",
        ("xapp-", "dckr_pat_", "_v1_", "hvs.", "age-secret-key-", "lin_api_", "ntn_", "secret_"),
        re.compile(
            r"(?<![\w-])(?:xapp-\d-[A-Z0-9]{8,16}-\d{8,16}-[a-f0-9]{40,80}|dckr_pat_[\w-]{20,60}|do[opr]_v1_[a-f0-9]{64}"
            r"|hvs\.[\w-]{24,200}|AGE-SECRET-KEY-1[0-9A-Z]{58}|lin_api_[A-Za-z0-9]{40}|ntn_[A-Za-z0-9]{40,50}"
            r"|secret_[A-Za-z0-9]{40,50})(?![\w-])"
        ),
    ),
    Form(
        "API key",
        ("figd_", "tvly-", "pplx-", "shpat_", "ya29.", "atatt3", "pmak-"),
        re.compile(
            r"(?<![\w-])(?:figd_[\w-]{40,60}|tvly-[\w-]{20,60}|pplx-[A-Za-z0-9]{40,60}|shpat_[a-f0-9]{32}"
            r"|ya29\.[\w-]{30,300}|ATATT3[\w=-]{60,300}|PMAK-[a-f0-9]{24}-[a-f0-9]{34})(?![\w-])"
        ),
    ),
    Form(
        "cloud key",
        ("ltai", "akid", "aklt", "dapi", "key-"),
        re.compile(
            r"(?<![\w/+-])(?:LTAI[A-Za-z0-9]{12,26}|AKID[A-Za-z0-9]{32}|AKLT[A-Za-z0-9]{30,60}|dapi[a-f0-9]{32}(?:-\d)?"
            r"|key-[a-f0-9]{32})(?![\w/+-])"
        ),
        test="random",
    ),
    Form("bot token", (":aa",), re.compile(r"(?<![\w.-])\d{8,10}:AA[\w-]{33}(?![\w-])")),
    Form(
        "webhook",
        ("/bot/v2/hook/", "webhook/send?key=", "/api/webhooks/", "robot/send?access_token="),
        re.compile(
            r"(?:/bot/v2/hook/|webhook/send\?key=|/api/webhooks/\d{10,25}/|robot/send\?access_token=)([\w-]{30,120})"
        ),
        group=1,
    ),
    Form(
        "token in a URL",
        ("sig=", "token=", "key=", "secret=", "signature=", "password="),
        re.compile(
            r"[?&](?:sig|(?:[a-z]{1,12}[_-])?token|(?:api|access|auth|secret)?[_-]?key|(?:client_?)?secret|(?:x-amz-)?signature|password)="
            r"([A-Za-z0-9%+/_.~-]{16,2000}={0,2})",
            re.IGNORECASE,
        ),
        group=1,
        test="random",
    ),
    Form(
        "cookie",
        ("session", "csrf", "sessdata", "sid=", "cookie"),
        re.compile(
            r"(?<![\w-])(?:session(?:_?id)?|SESSDATA|PHPSESSID|JSESSIONID|csrf_?token|connect\.sid|sid)=([^\s;,\"'&<>]{16,2000})",
            re.IGNORECASE,
        ),
        group=1,
        test="random",
    ),
    Form(
        "private key",
        ("private key",),
        re.compile(r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----([^-]{16,20000})"),
        group=1,
    ),
    Form(
        "password in a URL",
        ("://",),
        re.compile(r"://[^\s:/?#@\[\]]{0,80}:(?!\d{1,5}[,;)])([!#-&(-.0-;=@-Z\\^_a-{}~]{1,200})@(?=[\w\[])"),
        group=1,
    ),
    Form(
        "password of a command",
        ("curl", "sshpass", "mysql"),
        re.compile(
            r"(?:\bcurl\b[^\n|;]{0,200}?\s(?:-u|--user)[ =][\"']?[\w.@-]{1,80}:|\bsshpass\s+-p[ ]?[\"']?"
            r"|\bmysql\w{0,10}\b[^\n|;]{0,120}?\s-p(?=\S)[\"']?)([^\s\"']{6,200})"
        ),
        group=1,
        test="set",
    ),
    Form("API key", ("wandb login",), re.compile(r"\bwandb login ([^\s\"']{8,200})"), group=1, test="chosen"),
    Form(
        "password of a command",
        ("login", "--pass"),
        re.compile(
            r"(?:\blogin\b[^\n|;]{0,120}?\s-p[ =]|\s--pass(?:word|wd|phrase)?[ =])[\"']?([^\s\"'-][^\s\"']{5,200})"
        ),
        group=1,
        test="set",
    ),
    Form(
        "password",
        ("pass", "pwd", "密码", "口令"),
        re.compile(
            r"(?:pass(?:word|wd|phrase|code)|pwd|(?-i:_PASS)|密码|口令)[\"'`*]{0,3}[ \t]{0,3}(?:(?:(?:is|was)[ \t]{0,3})?[:=：]|(?<=[码令])[是为])"
            r"[ \t]{0,3}[\"'`*“「]{0,3}([!-~]{6,200})",
            re.IGNORECASE,
        ),
        group=1,
        test="set",
    ),
    Form(
        "JSON Web Token",
        ("eyj",),
        re.compile(
            r"(?<![\w.-])eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,16000}(?:\.[A-Za-z0-9_-]{8,4000}){1,3}(?![\w-])"
        ),
    ),
    Form(
        "bearer token",
        ("bearer ", "basic "),
        re.compile(
            r"(?:bearer |authorization[\"']?[ \t]{0,3}[:=][ \t]{0,3}[\"']?(?:basic|token) )([A-Za-z0-9._~+/=-]{20,2000})",
            re.IGNORECASE,
        ),
        group=1,
        test="chosen",
    ),
    Form(
        "password or key",
        ("pass", "pwd", "secret", "key", "token", "密码", "口令", "密钥", "令牌"),
        re.compile(
            r"(?:pass(?:word|wd|phrase)|pwd|secret|(?:api|access|private|secret)[_-]?key|(?:auth|access)[_-]?token"
            r"|密码|口令|密钥|令牌)[\"'`*]{0,3}[ \t]{0,3}(?:[:=：]|(?<=[码令钥牌])[是为])[ \t]{0,3}[\"'`*]{0,3}([!-~]{8,200})",
            re.IGNORECASE,
        ),
        group=1,
        test="chosen",
    ),
    Form(
        "password or key",
        ("pass", "secret", "key", "token", "密码", "密钥"),
        re.compile(
            r"(?:pass(?:word|wd)|secret|(?:api|access|private|secret)[_-]?key|(?:auth|access|api)[_-]?token|密码|密钥)"
            r"[`*]{0,3}[ \t]{0,40}\|[ \t]{0,40}[`*]{0,3}([A-Za-z0-9_+/=.-]{16,200})(?=[`* \t|])",
            re.IGNORECASE,
        ),
        group=1,
        test="random",
    ),
    Form(
        "password or key",
        ("pass", "key", "token", "secret"),
        re.compile(
            r"\b(?:pass(?:word|wd|phrase|code)|(?:api|access|secret|private|encryption|signing)[ _-]?key"
            r"|(?:access|auth|api|bot|login|secret)[ _-]?token)s?(?: (?!is |was |are |[a-z]{2,8} to )[\w./'@-]{1,40}){0,6}"
            r" (?:is|was|are|(?:set|changed|reset|rotated|updated) to)(?: (?:now|still|currently|again|set to|changed to|reset to)){0,2}:?"
            r" [\"'`*]{0,3}([!-~]{6,200})",
            re.IGNORECASE,
        ),
        group=1,
        test="told",
    ),
    Form(
        "password or key",
        ("密码", "口令", "密钥", "令牌"),
        re.compile(
            r"(?:密码|口令|密钥|令牌)[^\n。；;，,：:是为改设换|]{0,12}(?:(?:已|都|仍|仍然|现在)?(?:是|为|改为|改成|改成了|设为|设成|设置为|换成|换成了))"
            r"[ \t]{0,3}[:：]?[ \t]{0,3}[\"'`*“「]{0,3}([!-~]{6,200})",
            re.IGNORECASE,
        ),
        group=1,
        test="told",
    ),
)

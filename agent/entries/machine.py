"""Lines that a machine wrote or reads: logs, commands and what they print. They assert nothing to a reader."""

from __future__ import annotations

import re

_LEVEL = r"[\[(<]?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)[\])>]?"
_STAMP = (
    r"[\[(]?(?:\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d)?[\d.,Z+]{0,12})?|"
    r"\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]{0,8}|\d\d:\d\d:\d\d[.,\d]{0,8})[\])]?"
)
_AT = r"[\[(]?[\w./\-]{1,80}\.\w{1,4}:\d{1,6}[\])]?|\[[\w.\-:]{1,40}\]|\([\w.\-]{1,40} pid=\d{1,9}\)"
_LOG = re.compile(
    rf"\W{{0,3}}(?:(?:{_STAMP}|{_AT})[\s:|,\-]{{1,4}}){{1,3}}{_LEVEL}(?![\w-])|"
    rf"\W{{0,3}}{_LEVEL}[\s:|,\-]{{1,4}}(?:{_STAMP}|{_AT})"
)
"""A level with the time or the place in the code beside it; a level or a time alone may begin a sentence."""
_TRACE = re.compile(r"\s*(?:Traceback \(most recent call last\)|File \"[^\"\n]{1,200}\", line \d+)")
_SIGN = re.compile(
    r"--?[A-Za-z][\w-]*(?:=\S*)?|[~.]{0,2}/\S+|[^\s/:]+/[^\s/]+/\S+|\S+\.(?:py|sh|cu|cpp|rs|go|js|ts|so|log|json|ya?ml|toml|cfg|sock|pt|bin|safetensors)"
    rf"(?::\d+)?|[A-Z][A-Z\d_]+=\S*|{_STAMP}|{_LEVEL}:?|0x[\da-fA-F]+|[&<>;\\$]+|\d>&\d",
    re.ASCII,
)
_DUMP = re.compile(r"\s*[A-Z]\w{1,40}\(\w{1,60}=\S*, \w{1,60}=\S*, \w{1,60}=")
"""An object with its fields; two or three settings are what people tell."""
_KEY_BLOCK = re.compile(r"\s*-----(?:BEGIN|END) [A-Z ]{1,60}-----")
_MASKED = "█"
_MASKED_SHARE = 0.2
"""Part of a line that is masked, from which it gives secrets and tells nothing."""
_WORD = re.compile(r"[^\W\d_]{2}")
_COMMAND = re.compile(
    r"\s*(?:[$>%]\s+)?(?:[A-Z][A-Z0-9_]+=\S*\s+)*(?:sudo\s+)?[a-z][\w.\-]{0,30}(?:\s|$)", re.ASCII
)
_MEASURED = re.compile(r"=\s?\d[\d.,]{0,15}\s?(?:[mu]?s|%|x|×|[kKMGT]i?B|\w{1,10}/s)(?!\w)")
"""A figure with its unit behind the sign: what a run came to."""
_LITERAL = re.compile(
    r"\s*(?:[\[({]\s*[\"'].{0,2000}[\"']\s*[\])}],?|(?P<mark>[\"']).{0,2000}(?:\\n.{0,20}|(?P=mark),))\s*"
)
"""Quoted words in brackets, or one in quotation marks as a program has it."""
_SOURCE = re.compile(
    r"\s*(?:"
    r"(?:from\s+[\w.]+\s+)?import\s+[\w.*]+(?:\s+as\s+\w+)?(?:,\s*\w+)*;?|"
    r"(?:async\s+)?(?:def|func|fn|function)\s+\w+.{0,300}|class\s+\w+\s*(?:\(.{0,300}\))?\s*[:{]|"
    r"(?:for|while|if|elif|else|try|except|with)\b.{0,300}(?:[:{;]|;\s?(?:do|then))|(?:return|await|yield|raise|assert|export|local|done|then|fi|esac)\b.{0,300}|"
    r"(?:const|let|var|auto)\s+\w+\s*=.{0,300}|@[\w.]+(?:\(.{0,300})?|#include\b.{0,100}|"
    r"[a-z_][\w.]*\(.{0,600}\)[;,]?|"
    r"[A-Za-z_][\w.\[\]\"']{0,60}\s*(?::\s*[\w.\[\], ]{1,60})?\s?[-+*/|]?=\s*(?![\s\d.=]).{0,600}|"
    r"[A-Za-z_]\w{0,60}\s?=\s?[^\s,]{1,80},|"
    r".{0,600}[(\[{]|[\s)\]};,\"']+|"
    r".{0,200}\"\s?:\s?[\[{\"\dtfn].{0,600}|"
    r".{1,200}?(?:;\s+\[|\s&&\s|\s{2,}#\s).{0,300}|"
    r".{0,100}\{\$?\w{1,40}\}.{0,60}\{\$?\w{1,40}\}.{0,100}"
    r")\s*"
)
"""A line of a program, of data or of a shell: a statement, a call, a setting to a name, a pair of a record."""
_REMARK = re.compile(r"\s*(?:#|//|/\*|<!--|--)\s")
_FIGURE = re.compile(r"\d\s?(?:[mu]?s|%|x|×|[kKMGT]i?B|\w{1,10}/s)(?![\w/])")
_MOSTLY = 0.5
_FEW = 2
_A_SENTENCE = re.compile(r"[。！？；]|[a-z]{2}[.!?]\s*$|[\u4e00-\u9fff]{4}")


def is_machine(line: str) -> bool:
    """Whether a line is a log's, a command or its output: a level with a time, or mostly flags, paths and settings."""
    if _LOG.match(line) or _TRACE.match(line) or _DUMP.match(line) or _KEY_BLOCK.match(line):
        return True
    if _LITERAL.fullmatch(line):
        return True
    if line.count(_MASKED) > _MASKED_SHARE * len(line):
        return True
    if _A_SENTENCE.search(line) or _MEASURED.search(line):
        return False
    parts = [part.strip("`'\"(),") for part in line.split()]
    signs = [part for part in parts if _SIGN.fullmatch(part)]
    if len(signs) < _FEW:
        return False
    words = sum(bool(_WORD.search(part)) for part in parts if part not in signs)
    return len(signs) >= _MOSTLY * len(parts) or (
        bool(_COMMAND.match(line)) and "--" in line and 2 * len(signs) >= words
    )


def is_source(line: str) -> bool:
    """Whether a line of a block of code is a program's or a record's: what a run printed is no such line, and a
    remark with a measured figure tells it."""
    if _REMARK.match(line):
        return not _FIGURE.search(line)
    return bool(_SOURCE.fullmatch(line)) and not _MEASURED.search(line)

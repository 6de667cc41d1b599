"""Rules that reword or falsify a sentence. They use nothing of the checker, so that they can surprise it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

from evals.bench.perturb.passages import Passage

Rule = Callable[[Passage, random.Random], str | None]

NUMBER = re.compile(
    r"(?<![A-Za-z0-9_./#:-])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\d.]*[\d]|[A-Za-z]*[-_/:]\w|年|月|日|\.\w)"
)
_UNITS = (
    ("ms", "s"), ("毫秒", "秒"), ("秒", "分钟"), ("GB", "MB"), ("GiB", "MiB"), ("TB", "GB"), ("MB", "KB"), ("KB", "MB"),
    ("Gbps", "Mbps"), ("GB/s", "MB/s"), ("%", "×"), ("倍", "%"), ("x", "%"), ("×", "%"), ("万", "亿"), ("hours", "days"),
    ("minutes", "hours"), ("seconds", "minutes"), ("天", "小时"), ("小时", "天"), ("美元", "元"), ("tokens", "requests"),
    ("TFLOPS", "GFLOPS"), ("W", "kW"), ("us", "ms"), ("μs", "ms"),
)  # fmt: skip
_BOUNDS = (
    ("不超过", "至少"), ("至多", "至少"), ("最多", "最少"), ("至少", "至多"), ("低于", "高于"), ("高于", "低于"), ("超过", "不到"),
    ("小于", "大于"), ("大于", "小于"), ("不低于", "不高于"), ("以上", "以下"), ("以下", "以上"), ("以内", "以上"), ("≤", "≥"),
    ("≥", "≤"), ("<=", ">="), (">=", "<="), ("up to", "at least"), ("at least", "at most"), ("at most", "at least"),
    ("more than", "less than"), ("less than", "more than"), ("over", "under"), ("no more than", "at least"), ("under", "over"),
)  # fmt: skip
_DIRECTIONS = (
    ("提升", "降低"), ("提高", "降低"), ("增加", "减少"), ("降低", "提高"), ("减少", "增加"), ("下降", "上升"), ("增长", "下降"),
    ("更高", "更低"), ("更低", "更高"), ("更快", "更慢"), ("加速", "减慢"), ("高于", "低于"), ("优于", "劣于"), ("快于", "慢于"),
    ("increases", "decreases"), ("increase", "decrease"), ("increased", "decreased"), ("reduces", "increases"),
    ("reduce", "increase"), ("reduced", "increased"), ("improves", "degrades"), ("improve", "degrade"), ("improved", "degraded"),
    ("higher", "lower"), ("lower", "higher"), ("faster", "slower"), ("slower", "faster"), ("larger", "smaller"),
    ("smaller", "larger"), ("better", "worse"), ("more", "fewer"), ("before", "after"), ("after", "before"),
    ("之前", "之后"), ("之后", "之前"), ("启用", "禁用"), ("开启", "关闭"), ("支持", "不支持"), ("outperforms", "underperforms"),
)  # fmt: skip
_SUPERLATIVES = (
    ("最高", "最低"), ("最低", "最高"), ("最大", "最小"), ("最小", "最大"), ("最快", "最慢"), ("最优", "最差"), ("最好", "最差"),
    ("最佳", "最差"), ("最多", "最少"), ("最强", "最弱"), ("highest", "lowest"), ("lowest", "highest"), ("largest", "smallest"),
    ("best", "worst"), ("fastest", "slowest"), ("smallest", "largest"), ("maximum", "minimum"), ("最新", "最旧"), ("最长", "最短"),
)  # fmt: skip
_HEDGES = (
    "可能会", "可能", "或许", "也许", "大约", "约", "预计", "有望", "计划", "据称", "通常", "一般", "高达", "最高可达", "最多",
    "may ", "might ", "could ", "can ", "up to ", "about ", "approximately ", "around ", "roughly ", "nearly ", "likely ",
    "expected to ", "aims to ", "plans to ", "potentially ", "typically ", "usually ", "often ", "almost ", "generally ",
)  # fmt: skip
_NEGATIONS = (
    ("不支持", "支持"), ("无法", "可以"), ("不能", "能"), ("不会", "会"), ("没有", "有"), ("不需要", "需要"), ("无需", "需要"),
    ("并不", ""), ("不再", "仍"), ("未", "已"), ("cannot", "can"), ("does not", "does"), ("do not", "do"), ("is not", "is"),
    ("are not", "are"), ("not ", ""), ("without", "with"), ("no longer", "still"),
)  # fmt: skip
_AFFIRMED = (
    ("支持", "不支持"), ("可以", "不可以"), ("能够", "不能"), ("需要", "不需要"), ("使用", "不使用"), ("采用", "不采用"), ("会", "不会"),
    ("是", "不是"), (" is ", " is not "), (" are ", " are not "), (" can ", " cannot "), (" was ", " was not "),
    (" supports ", " does not support "), (" uses ", " does not use "), (" requires ", " does not require "),
    (" will ", " will not "), (" has ", " does not have "), (" provides ", " does not provide "), (" enables ", " does not enable "),
    (" achieves ", " does not achieve "), (" allows ", " does not allow "), (" were ", " were not "), (" have ", " do not have "),
)  # fmt: skip
_NAME = re.compile(
    r"(?<![A-Za-z0-9_./-])(?:[A-Z][a-z]+[A-Z][A-Za-z0-9]*|[A-Za-z]+\d[A-Za-z0-9.-]*[A-Za-z0-9]|[A-Z]{2,}[A-Za-z0-9-]*[A-Za-z0-9]|[a-z]+[A-Z][A-Za-z]+)(?![A-Za-z0-9_/-])"
)
_SPAN = re.compile(
    r"(?<![\d.A-Za-z-])(\d+(?:\.\d+)?)(\s?(?:%|ms|x|×|倍)?\s?(?:[-–~～]|到|至| to )\s?)(\d+(?:\.\d+)?)(?=\s?(?:%|ms|s\b|x\b|×|倍|GB|MB|个|万|tok|B\b|k\b|K\b))"
)
_VERSION = re.compile(r"(?<![\w.])v?\d+\.\d+\.\d+(?:[.\w]*\w)?(?![\w.]*\d)")
_DATE = re.compile(
    r"(?<!\d)(20\d{2})([-/年.] ?)(\d{1,2})([-/月.] ?)(\d{1,2})(?!\d)|(?<!\d)(20\d{2})([-年] ?)(0[1-9]|1[0-2]|[1-9])(?=月|\b)(?![-/.\d])"
)
_ID = re.compile(
    r"(?<![\d.])\d{4}\.\d{5}(?:v\d)?(?!\d)|#\d{2,6}\b|\bCVE-\d{4}-\d+|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b"
)
_URL = re.compile(r"https?://[^\s)\]>，。（）、；|\"'`\u4e00-\u9fff]{8,}[A-Za-z0-9]")
COUNTED = re.compile(
    r"(?<![\d.A-Za-z-])(\d{1,4}) ?(个|条|次|款|篇|层|种|张|台|块|家|份|步|类|组|轮|项|(?:(?:GPUs?|models?|layers?|nodes?|requests?|experts?|papers?|commits?|stages?|steps|types|users|tokens|heads|workers|instances|prompts|examples)\b))"
)
WORDED = re.compile(
    r"(?<![一二三四五六七八九十百第])([二两三四五六七八九十])(?=个|种|类|项|步|层|组|大|款|阶段)|\b(two|three|four|five|six|seven|eight|nine|ten)\b(?= [a-z])"
)
_CONDITION = re.compile(
    r"(?:batch[ _-]?size|batch|concurrency|并发|seq(?:uence)?[ _-]len(?:gth)?|context length|tp|TP|max[-_][a-z_-]+|QPS|上下文|temperature|num[-_][a-z_-]+|block[-_ ]size)(?: ?[=:：] ?| of | 为 ?| )(\d+)",
    re.IGNORECASE,
)
_HARDWARE = (
    "A100",
    "H100",
    "H200",
    "H20",
    "B200",
    "GB200",
    "L40S",
    "V100",
    "A10",
    "MI300X",
    "RTX 4090",
    "T4",
    "910B",
    "B300",
)
_LISTS = re.compile(r"(\d+(?:\.\d+)?)/(\d+(?:\.\d+)?)(?:/(\d+(?:\.\d+)?))?")
_PAIRS = re.compile(
    r"([A-Za-z][\w.-]+)(?: ?[:：=（(] ?| )(\d+(?:\.\d+)?)([^A-Za-z0-9]{1,12}|\D{1,4}[,，、;；/] ?)([A-Za-z][\w.-]+)(?: ?[:：=（(] ?| )(\d+(?:\.\d+)?)"
)
_RATIO = re.compile(r"(?<![\d.A-Za-z-])(\d+(?:\.\d+)?)( ?)(×|x\b|倍|[ -]?fold\b|times\b)")
_INVENTED = (
    "吞吐量提升了 {n}%，已在 {k} 个生产集群中验证。", "该方案在 {k} 张 GPU 上将延迟降低到 {n} 毫秒。", "作者报告准确率为 {n}.{k}%。",
    "It was evaluated on {k} clusters and cut the cost by {n}%.", "The release was downloaded {n},{k}00 times in its first week.",
    "The authors report a throughput of {n}.{k} tokens per second.",
)  # fmt: skip


def pick(matches: list[re.Match[str]], draw: random.Random) -> re.Match[str] | None:
    return draw.choice(matches) if matches else None


def put(text: str, match: re.Match[str], new: str, group: int = 0) -> str:
    return text[: match.start(group)] + new + text[match.end(group) :]


def _word(old: str) -> re.Pattern[str]:
    edge = r"(?<![A-Za-z])" if old[0].isascii() and old[0].isalpha() else ""
    tail = r"(?![A-Za-z])" if old[-1].isascii() and old[-1].isalpha() else ""
    return re.compile(edge + re.escape(old) + tail)


def _exchange(pairs: tuple[tuple[str, str], ...], text: str, draw: random.Random) -> str | None:
    options = [(match, new) for old, new in pairs for match in _word(old).finditer(text)]
    if not options:
        return None
    match, new = draw.choice(options)
    return put(text, match, new)


def digit(passage: Passage, draw: random.Random) -> str | None:
    match = pick(list(NUMBER.finditer(passage.sentence)), draw)
    if match is None:
        return None
    number = match[0]
    places = [i for i, char in enumerate(number) if char.isdigit()]
    place = draw.choice(places)
    options = [d for d in "123456789" if d != number[place]]
    new = number[:place] + draw.choice(options) + number[place + 1 :]
    return None if new in passage.source else put(passage.sentence, match, new)


def magnitude(passage: Passage, draw: random.Random) -> str | None:
    match = pick([m for m in NUMBER.finditer(passage.sentence) if float(m[0].replace(",", "")) >= 2], draw)
    if match is None:
        return None
    value = float(match[0].replace(",", ""))
    value = value * 10 if draw.random() < 0.5 else value * 1000 if value < 10 else value / 10
    new = f"{value:.10g}"
    return None if new in passage.source else put(passage.sentence, match, new)


def unit(passage: Passage, draw: random.Random) -> str | None:
    options = []
    for old, new in _UNITS:
        for match in re.finditer(r"(?<=\d)( ?)" + re.escape(old) + r"(?![A-Za-z0-9/])", passage.sentence):
            options.append((match, match[1] + new))
    if not options:
        return None
    match, new = draw.choice(options)
    return put(passage.sentence, match, new)


def bound(passage: Passage, draw: random.Random) -> str | None:
    options = []
    for old, new in _BOUNDS:
        for match in _word(old).finditer(passage.sentence):
            near = passage.sentence[max(0, match.start() - 12) : match.end() + 8]
            if re.search(r"\d", near[-10:] if old not in {"以上", "以下", "以内"} else near[:14]):
                options.append((match, new))
    if not options:
        return _bounded(passage, draw)
    match, new = draw.choice(options)
    if old_not_longer(passage.sentence, match):
        return None
    return put(passage.sentence, match, new)


def _bounded(passage: Passage, draw: random.Random) -> str | None:
    """A plain value gets a bound that the source does not give it."""
    numbers = [m for m in NUMBER.finditer(passage.sentence) if _free_standing(passage.sentence, m)]
    match = pick(numbers, draw)
    if match is None:
        return None
    zh = re.search("[\u4e00-\u9fff]", passage.sentence)
    words = ("至少 ", "不到 ", "不超过 ") if zh else ("at least ", "less than ", "up to ")
    return put(passage.sentence, match, draw.choice(words) + match[0])


_UNIT_AFTER = re.compile(
    r"\s?(?:%|ms\b|GB\b|MB\b|tok/s|×|x\b|倍|个|条|次|种|GPUs?\b|tokens\b|hours\b|秒|天|小时)"
)
_BARE_BEFORE = re.compile(r"(?:[，。；：\s为是了]|\b(?:by|of|is|with|to|in|for|takes|reaches|achieves))\s?$")


def _free_standing(text: str, match: re.Match[str]) -> bool:
    """A value with a unit, with nothing before it that bounds it or makes it one of a list or range."""
    before = text[: match.start()]
    joined = re.search(
        r"[-~–/→≤≥<>约近]\s?$|(?:到|至|第|不足|不到|超过|低于|高于|about|over|under|below|above|within|than|least|most|up to|from)\s?$",
        before,
    )
    return bool(_UNIT_AFTER.match(text, match.end()) and _BARE_BEFORE.search(before) and not joined)


def old_not_longer(text: str, match: re.Match[str]) -> bool:
    """Whether the match is part of a longer bound (`不低于` holds `低于`), which another rule changes."""
    return text[match.start() - 1 : match.start()] == "不" or text[
        max(0, match.start() - 3) : match.start()
    ].lower() in {"no ", "not"}


def range_(passage: Passage, draw: random.Random) -> str | None:
    match = pick(list(_SPAN.finditer(passage.sentence)), draw)
    if match is None:
        return None
    low, high = match[1], match[3]
    if draw.random() < 0.4:
        return put(passage.sentence, match, draw.choice([low, high]))
    factor = draw.choice([1.2, 1.5, 2])
    new = f"{float(high) * factor:.{len(high.partition('.')[2])}f}"
    return None if new == high else put(passage.sentence, match, low + match[2] + new)


def date(passage: Passage, draw: random.Random) -> str | None:
    match = pick(list(_DATE.finditer(passage.sentence)), draw)
    if match is None:
        return None
    group = draw.choice([g for g in (1, 3, 5, 6, 8) if match[g]])
    value = int(match[group])
    top = {1: 2100, 6: 2100, 3: 12, 8: 12, 5: 28}[group]
    new = (
        value + draw.choice([-1, 1])
        if group in {1, 6}
        else draw.choice([v for v in range(1, top + 1) if v != value])
    )
    shown = (
        f"{new:0{len(match[group])}d}" if match[group].startswith("0") or len(match[group]) > 1 else str(new)
    )
    return put(passage.sentence, match, shown, group)


def version(passage: Passage, draw: random.Random) -> str | None:
    match = pick(list(_VERSION.finditer(passage.sentence)), draw)
    if match is None:
        return None
    parts = match[0].split(".")
    place = draw.choice([1, 2]) if parts[2][:1].isdigit() and parts[2].isdigit() else 1
    parts[place] = draw.choice(
        [
            str(int(parts[place]) + 1),
            parts[place] + "0",
            str(max(0, int(parts[place]) - 1) if int(parts[place]) else 7),
        ]
    )
    return put(passage.sentence, match, ".".join(parts))


def id_(passage: Passage, draw: random.Random) -> str | None:
    match = pick(list(_ID.finditer(passage.sentence)), draw)
    if match is None:
        return None
    places = [
        i
        for i, char in enumerate(match[0])
        if (char.isdigit() and i >= (3 if "CVE" not in match[0] else 9)) or (match[0][0] == "#" and i)
    ]
    if not places:
        return None
    place = draw.choice(places)
    if not match[0][place].isdigit():
        return None
    new = match[0][:place] + str((int(match[0][place]) + draw.randrange(1, 9)) % 10) + match[0][place + 1 :]
    return None if new in passage.source else put(passage.sentence, match, new)


def url(passage: Passage, draw: random.Random) -> str | None:
    match = pick(list(_URL.finditer(passage.sentence)), draw)
    if match is None:
        return None
    address = match[0]
    path = address.find("/", 9)
    if path < 0 or path + 2 >= len(address):
        return None
    places = [i for i in range(path + 1, len(address)) if address[i].isalnum()]
    place = draw.choice(places)
    new = (
        address[:place]
        + draw.choice([c for c in "abcdexyz2479" if c != address[place]])
        + address[place + 1 :]
    )
    return put(passage.sentence, match, new)


def count(passage: Passage, draw: random.Random) -> str | None:
    match = pick([*COUNTED.finditer(passage.sentence), *WORDED.finditer(passage.sentence)], draw)
    if match is None:
        return None
    if match.re is COUNTED:
        new = str(int(match[1]) + draw.choice([1, 2, 3]))
        return None if new in passage.source else put(passage.sentence, match, new, 1)
    group = 1 if match[1] else 2
    words = list("三四五六七八九") if match[1] else ["three", "four", "five", "six", "seven", "eight", "nine"]
    new = draw.choice([w for w in words if w != match[group]])
    return None if new in passage.source else put(passage.sentence, match, new, group)


def direction(passage: Passage, draw: random.Random) -> str | None:
    return _exchange(_DIRECTIONS, passage.sentence, draw)


def superlative(passage: Passage, draw: random.Random) -> str | None:
    return _exchange(_SUPERLATIVES, passage.sentence, draw)


def hedge(passage: Passage, draw: random.Random) -> str | None:
    options = [match for old in _HEDGES for match in _word(old.strip()).finditer(passage.sentence)]
    options = [
        m
        for m in options
        if m[0] != "约"
        or (
            passage.sentence[m.end() : m.end() + 1] not in "束定"
            and passage.sentence[m.start() - 1 : m.start()] not in "制预条节合大"
        )
    ]
    match = pick(options, draw)
    if match is None:
        return None
    longest = max(
        (m for m in options if m.start() <= match.start() and match.end() <= m.end()), key=lambda m: len(m[0])
    )
    text = put(passage.sentence, longest, "").replace("  ", " ").strip()
    return text[:1].upper() + text[1:] if passage.sentence[:1].isupper() else text


def negation(passage: Passage, draw: random.Random) -> str | None:
    if draw.random() < 0.5:
        denied = _exchange(_NEGATIONS, passage.sentence, draw)
        if denied:
            return denied
    options = [(m, new) for old, new in _AFFIRMED for m in re.finditer(re.escape(old), passage.sentence)]
    options = [
        (m, new)
        for m, new in options
        if not re.search(r"[不没未无非]$|(?:not|no)\s?$", passage.sentence[: m.start()])
        and _whole(passage.sentence, m)
    ]
    if not options:
        return None
    match, new = draw.choice(options)
    return put(passage.sentence, match, new)


def _whole(text: str, match: re.Match[str]) -> bool:
    """A lone 会 or 是 may be part of a longer word (会议, 但是, 机会): only free-standing ones are denied."""
    if match[0] == "会":
        return not re.search(r"[机社协大议开集学工委]$", text[: match.start()]) and not re.match(
            r"[议话员计场]", text[match.end() :]
        )
    if match[0] == "是":
        return not re.search(
            r"[但可于要都还就不只若凡更算或总正特别]$", text[: match.start()]
        ) and not re.match(r"[否非]", text[match.end() :])
    return True


def entity(passage: Passage, draw: random.Random) -> str | None:
    """A name becomes one that the source does not have."""
    match = pick(list(_NAME.finditer(passage.sentence)), draw)
    if match is None:
        return None
    pool = ("TensorRT-LLM", "SGLang", "vLLM", "LMDeploy", "DeepSeek-V4", "Qwen3-8B", "Llama-4", "H100", "MI300X", "NVIDIA",
            "OpenAI", "Anthropic", "Mistral", "FlashAttention", "PagedAttention", "RadixAttention", "Mooncake", "PyTorch", "Triton")  # fmt: skip
    options = [name for name in pool if name.lower() not in passage.source.lower()]
    return put(passage.sentence, match, draw.choice(options)) if options else None


def subject(passage: Passage, draw: random.Random) -> str | None:
    """A name becomes another of the same source that the sentence does not have; the sentence has a number."""
    if not re.search(r"\d", passage.sentence):
        return None
    match = pick(list(_NAME.finditer(passage.sentence)), draw)
    others = sorted(
        {m[0] for other in passage.others for m in _NAME.finditer(other)}
        - {m[0] for m in _NAME.finditer(passage.sentence)}
    )
    others = [name for name in others if name.lower() not in passage.sentence.lower()]
    if match is None or not others or match[0].lower() in " ".join(others).lower():
        return None
    return put(passage.sentence, match, draw.choice(others))


def condition(passage: Passage, draw: random.Random) -> str | None:
    options: list[tuple[re.Match[str], int, str]] = []
    for match in _CONDITION.finditer(passage.sentence):
        options.append((match, 1, str(int(match[1]) * draw.choice([2, 4]) + draw.choice([0, 1]))))
    for name in _HARDWARE:
        for match in _word(name).finditer(passage.sentence):
            new = draw.choice(
                [other for other in _HARDWARE if other != name and other not in passage.source] or [""]
            )
            if new:
                options.append((match, 0, new))
    if not options:
        return None
    match, group, new = draw.choice(options)
    return None if new in passage.source else put(passage.sentence, match, new, group)


def pairing(passage: Passage, draw: random.Random) -> str | None:
    """Two values of a list, or of two named things, change places."""
    lists = [m for m in _LISTS.finditer(passage.sentence) if m[1] != m[2] and not re.search(r"\d{4}$", m[1])]
    if lists and len(list(_LISTS.finditer(passage.sentence))) > 1:
        listed = draw.choice(lists)
        before, after = passage.sentence[: listed.start(1)], passage.sentence[listed.end(2) :]
        return before + listed[2] + "/" + listed[1] + after
    pairs = [m for m in _PAIRS.finditer(passage.sentence) if m[2] != m[5] and m[1] != m[4]]
    match = pick(
        [
            m
            for m in pairs
            if not re.fullmatch(r"(?:19|20|1[0-8])\d\d", m[2])
            and not re.fullmatch(r"(?:19|20|1[0-8])\d\d", m[5])
        ],
        draw,
    )
    if match is None:
        return None
    text = put(passage.sentence, match, match[2], 5)
    return text[: match.start(2)] + match[5] + text[match.end(2) :]


def ratio(passage: Passage, draw: random.Random) -> str | None:
    match = pick(list(_RATIO.finditer(passage.sentence)), draw)
    if match is None:
        return None
    value = float(match[1]) * draw.choice([0.5, 1.3, 1.7, 2.5])
    new = f"{value:.{max(1, len(match[1].partition('.')[2]))}f}"
    return (
        None
        if new in passage.source or float(new) == float(match[1])
        else put(passage.sentence, match, new, 1)
    )


def invented(passage: Passage, draw: random.Random) -> str | None:
    text = draw.choice(_INVENTED[:3] if re.search("[\u4e00-\u9fff]", passage.sentence) else _INVENTED[3:])
    text = text.format(n=draw.randrange(11, 98), k=draw.randrange(3, 10))
    return None if any(number in passage.source for number in re.findall(r"\d{2,}", text)) else text


UNFAITHFUL: dict[str, Rule] = {
    "digit": digit, "magnitude": magnitude, "unit": unit, "bound": bound, "range": range_, "date": date, "version": version,
    "id": id_, "url": url, "count": count, "direction": direction, "superlative": superlative, "hedge": hedge,
    "negation": negation, "entity": entity, "subject": subject, "condition": condition, "pairing": pairing, "ratio": ratio,
    "invented": invented,
}  # fmt: skip


def applicable(rules: dict[str, Rule], passage: Passage, draw: random.Random) -> Iterator[tuple[str, str]]:
    """Each rule that has something to change in the passage, with the claim that it makes."""
    for kind, rule in rules.items():
        claim = rule(passage, draw)
        if claim and (claim != passage.sentence or kind == "quoted"):
            yield kind, claim

"""Variants of one statement for the novelty bench: re-worded, in the other language, one thing changed, one added.

All by rule and from a seed of the case's id, with no model and no network. The word list is a crude
dictionary of this field's titles: names, figures and ids stay, words are exchanged, as in a translation; what
the list does not know stays in English and is left out in Chinese.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from agent.gist import gist, telling_name
from agent.language import language_of

_PAIRS = """
large language model=大语言模型;language model=语言模型;large model=大模型;model=模型;inference=推理;serving=服务;training=训练;
quantization=量化;compression=压缩;decoding=解码;speculative=投机;attention=注意力;scheduling=调度;scheduler=调度器;cache=缓存;
memory=显存;throughput=吞吐;latency=延迟;efficient=高效;fast=快速;accelerating=加速;optimization=优化;optimizing=优化;
framework=框架;system=系统;engine=引擎;deployment=部署;support=支持;supports=支持;release=发布;released=发布;
integrated=集成;default=默认;performance=性能;long context=长上下文;context=上下文;parallel=并行;parallelism=并行;distributed=分布式;
disaggregated=分离式;prefill=预填充;kernel=内核;kernels=内核;survey=综述;benchmark=评测;evaluation=评估;analysis=分析;
introduction=介绍;introduces=介绍;principle=原理;technology=技术;technical report=技术报告;report=报告;guide=指南;tutorial=教程;
reinforcement learning=强化学习;multi-turn=多轮;agent=智能体;reasoning=推理;learning=学习;adaptive=自适应;dynamic=动态;
sparse=稀疏;dense=稠密;low-precision=低精度;mixture of experts=混合专家;expert=专家;experts=专家;token=词元;tokens=词元;
pruning=剪枝;eviction=淘汰;offloading=卸载;heterogeneous=异构;cluster=集群;cost=成本;energy=能耗;fault=故障;reliable=可靠;
unified=统一;architecture=架构;design=设计;multimodal=多模态;vision=视觉;video=视频;image=图像;speech=语音;generation=生成;
fine-tuning=微调;pipeline=流水线;offline=离线;online=在线;dataset=数据集;practice=实战;source code=源码;walk through=赏析;
common commands=常用命令;management=管理;monitoring=监控;tool=工具;tools=工具;environment=环境;overview=概述;compiler=编译器;
front end=前端;back end=后端;also available on=同样刊载于;english version=英文版本;chinese version=中文版本;new=新;
times=倍;for=面向;with=采用;and=与;via=通过;towards=迈向;on=在;of=的
"""
_EN_ZH = dict(pair.split("=") for pair in re.split(r"[;\n]+", _PAIRS.strip()) if pair)
_ZH_EN = {zh: en for en, zh in reversed(_EN_ZH.items()) if len(zh) > 1}
_SYNONYMS = {
    "en": {
        "supports": "adds support for", "support": "work with", "efficient": "resource-saving", "fast": "quick",
        "accelerating": "speeding up", "towards": "on the way to", "introduces": "presents", "using": "by means of",
        "framework": "framework design", "via": "by way of", "enabling": "making possible", "novel": "new",
    },
    "zh": {
        "支持": "可用于", "发布": "推出", "介绍": "说明", "详细": "细致", "实现": "做到", "高效": "省资源的", "优化": "改进",
        "以及": "还有", "使用": "采用", "提升": "提高", "进行": "来做", "技术原理": "原理", "同样刊载于": "也发表在",
    },
}  # fmt: skip
_ADDED = {
    "en": ("; memory falls by 37.5% on H20", "; it also handles 96K contexts", "; measured 3.45× on MI325X"),
    "zh": ("；在 H20 上显存下降 37.5%", "；另外支持 96K 上下文", "；在 MI325X 上实测 3.45 倍"),
}
_ORNAMENT = re.compile(r"[🔥👍⭐️✔️✅🎉🆕📖‼️❗️]+|\[\[?(?:pdf|arxiv|code|link)\]?\]\(?", re.IGNORECASE)
_DATE_COLUMN = re.compile(r"^\W*(?:19|20)\d\d[./-]\d\d(?:[./-]\d\d)?\W*\s")
_AFFILIATION = re.compile(r"\(@[^()]*\)")
_FIGURE = re.compile(r"(?<![\w.\-/])\d+(?:\.\d+)?(?=\s?(?:[%×倍]|[xX]\b|ms\b|tok|GB|MB|K\b|张|个|万))")
_LATIN_NAME = re.compile(r"[A-Za-z][\w.+\-/]*[A-Za-z0-9+]|[A-Za-z]")


def reworded(text: str) -> str:
    """The same facts in other words and another order."""
    text = _DATE_COLUMN.sub("", _AFFILIATION.sub("", _ORNAMENT.sub(" ", text))).strip()
    language = "zh" if language_of(text) == "zh" else "en"
    for word, other in _SYNONYMS[language].items():
        text = (
            re.sub(rf"\b{word}\b", other, text, flags=re.IGNORECASE)
            if language == "en"
            else text.replace(word, other)
        )
    name, colon, rest = text.partition(": " if language == "en" else "：")
    if colon and 2 <= len(name) <= 60 and rest.strip():
        return f"{rest.strip()} — {name.strip()}" if language == "en" else f"{rest.strip()}（{name.strip()}）"
    clauses = [part for part in re.split(r"[，；]|, ", text) if part.strip()]
    if len(clauses) > 1:
        joint = ", " if language == "en" else "，"
        return joint.join(clauses[1:] + clauses[:1])
    return text


def translated(text: str) -> str:
    """The same names, figures and ids, the words in the other language."""
    text = _AFFILIATION.sub("", _ORNAMENT.sub(" ", text)).strip()
    return _to_english(text) if language_of(text) == "zh" else _to_chinese(text)


def _to_chinese(text: str) -> str:
    known = "|".join(sorted(map(re.escape, _EN_ZH), key=len, reverse=True))
    text = re.sub(rf"\b(?:{known})\b", lambda m: _EN_ZH[m[0].lower()], text, flags=re.IGNORECASE)
    names = gist(text).names
    kept = _LATIN_NAME.sub(lambda m: m[0] if m[0].casefold() in names or not m[0].islower() else "", text)
    return "关于" + re.sub(r"\s{2,}", " ", kept)


def _to_english(text: str) -> str:
    out = re.sub(r"(?<=\d)\s?倍", "x", text)
    for zh in sorted(_ZH_EN, key=len, reverse=True):
        out = out.replace(zh, f" {_ZH_EN[zh]} ")
    out = re.sub(r"[\u4e00-\u9fff]+", " ", out)
    return (
        "On " + re.sub(r"\s{2,}", " ", out.translate(str.maketrans("，。：；（）、！", ",.:;(),!"))).strip()
    )


def added(text: str, seed: str) -> str:
    """One fact more."""
    language = "zh" if language_of(text) == "zh" else "en"
    return text.rstrip("。. ") + random.Random(seed).choice(_ADDED[language])  # noqa: S311  (variety, not secrecy)


def changed(text: str, urls: list[str], seed: str) -> Iterator[tuple[str, str, list[str]]]:
    """`(what, text, urls)` with one figure, one version, one id changed, where the text has such a thing."""
    draw = random.Random(seed)  # noqa: S311  (variety, not secrecy)
    found = gist(text)
    figures = list(_FIGURE.finditer(text))
    if figures:
        match = draw.choice(figures)
        yield "figure", text[: match.start()] + _other_number(match[0], draw) + text[match.end() :], urls
    for version in sorted(found.versions):
        at = text.find(version)
        if at >= 0:
            yield "version", text[:at] + _raised(version) + text[at + len(version) :], urls
            break
    for index, url in enumerate(urls):
        work = re.search(r"arxiv\.org/\w+/\d{4}\.(\d{4,5})", url)
        if work and any(telling_name(name) for name in found.names):
            other = url[: work.start(1)] + _other_number(work[1], draw) + url[work.end(1) :]
            yield "id", text, [*urls[:index], other, *urls[index + 1 :]]
            break


def _other_number(number: str, draw: random.Random) -> str:
    places = [index for index, char in enumerate(number) if char.isdecimal()]
    at = places[-1]
    digit = str((int(number[at]) + draw.randint(1, 8)) % 10)
    other = number[:at] + digit + number[at + 1 :]
    return other if float(other) else number[:at] + ("4" if number[at] == "7" else "7") + number[at + 1 :]


def _raised(version: str) -> str:
    match = re.match(r"(\d+(?:\.\d+)*?)\.?(\d+)(?=\D|$)", version)
    if match is None:
        return version + ".1"
    return version[: match.start(2)] + str(int(match[2]) + 1) + version[match.end(2) :]

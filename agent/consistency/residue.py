"""What a clause says beside its names, its quantity and its value: the words that may set it apart."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.consistency.lexicon import metrics

_FILLER_ZH = re.compile(
    r"(?:测试|实验|结果|数据|评测)(?:结果)?(?:表明|显示|证明)|如前所述|综上所述|数据显示|作者|笔者|测试结果|实测结果|结果显示|可以看到|总而言之|官方数据|据此|另外|此外|同样|其中|后文|前文|上文|本文|这里|我们|目前|现在|当前|已经|最终|整体|总体|"
    r"能够|可以|可达到|可达|达到了|达到|达|约为|仅为|高达|稳定在|维持在|保持在|落在|测得|实测|记录|测出|给出|显示|表明|来到|做到|跑到|跑出|取得|实现|拥有|具有|具备|配有|配备|使用|采用|需要|包含|包括|包|含有|共有|共计|总共|一共|合入|合并|合计|收录|"
    r"大约|大概|左右|上下|数值|结果|水平|数字|指标|为了|以及|其|该|此|本次|这次|本|也|又|则|即|就|只有|只|仅|才|均|都|的|是|为|在|于|至|到|了|有|共|含|约|和|与|及|把|将|被|由|从|对|上|下|中|时|里|处|后|另|再|总结|小结|完全|尚|仍|已|正文|摘要|结论|概述|默认值(?=为)"
)
_FILLER_EN = frozenset(
    """is are was were be been being the a an of to at in on for with from it its that this these those and or as by reach reaches reached stand stands hit hits about around roughly only just now then also up
    measured measure measures show shows showed report reports reported we see saw get gets got has have had value figure result results achieve achieves achieved come comes came per under our ours still again thus
    so hence therefore overall here there summary short sum conclusion we i they their use uses used using take takes took give gives gave given deliver delivers delivered post posts posted record records recorded
    run runs ran sits sit lands land amounts amount equals equal elsewhere above below noted earlier stated mentioned said text section table contain contains contained include includes included holds hold comprise
    comprises ship ships shipped feature features featured total altogether roughly approximately nearly some currently today did does do""".split()
)
_NUMBER = re.compile(r"[\d][\d.,]*")
_LATIN = re.compile(r"[a-z][a-z'-]*")
_HAN = re.compile(r"[\u4e00-\u9fff]")


def residue(clause: str, names: Iterable[str]) -> frozenset[str]:
    """The words (Latin) and characters (Chinese) of a clause that neither name nor measure anything."""
    text = clause.lower()
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    for metric in reversed(metrics(text)):
        text = text[: metric.start] + " " + text[metric.end :]
    text = _FILLER_ZH.sub("", _NUMBER.sub(" ", text))
    latin = {word for word in _LATIN.findall(text) if len(word) > 1 and word not in _FILLER_EN}
    return frozenset(latin | set(_HAN.findall(text)))


def without(clause: str, names: Iterable[str]) -> str:
    """A clause with its names taken out, and no gap left where they stood."""
    text = clause.lower()
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return re.sub(r"(?<=[\u4e00-\u9fff])\s(?=[\u4e00-\u9fff])", "", re.sub(r"\s+", " ", text))

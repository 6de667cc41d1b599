"""Words that turn a statement: negation, hedges, quantifiers, opposites; Chinese and English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from agent.facts.folding import has_han

CueKind = Literal["negation", "hedge", "quantifier", "opposite"]


@dataclass(frozen=True, slots=True)
class Cue:
    """A word that turns a statement. `group` and `side` compare: two cues of one group and another side oppose."""

    kind: CueKind
    text: str
    start: int
    end: int
    group: str
    side: int


_NEGATION_ZH = r"(?:并不|并非|并未|并没有|绝不|从不|从未|不再|不会|不能|不可|无法|不需要|无需|不用|不必|不应|不支持|没有|没能|没|未能|尚未|还未|未曾|未|不是|非(?!常|洲|自回归|凡|零|结构|对称|线性|标准|思考|确定|法)|勿|禁止|难以|毫无|无(?!论|线|损|状态|服务|人|锡|监督|缝|穷|数|限|锚|疑|意|形|一|感|锁|头|界|关紧要)|不(?!同|仅|断|超过|大于|小于|高于|低于|少于|多于|超出|到|足|过|管|论|如|久|妨|等|止|少|得不|只|但|光|满|错|可或缺|容忽视|一样|锈|惜|禁|由|愧|料|幸))"
_NEGATION_EN = r"\b(?:not(?! only| just| to mention| least| more than| less than| exceed)|(?<!world )(?<!ranked )(?<!seed )(?<!-)no(?! more than| less than| fewer than| later than|\.)|never|none|cannot(?! wait to| help but)|can't(?! wait to| help but)|cant|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|won't|wouldn't|couldn't|shouldn't|hasn't|haven't|hadn't|neither|nor|without|unable|fails? to|failed to|lacks?|lacking|non(?=-))\b"
_NEGATIONS = (re.compile(_NEGATION_ZH), re.compile(_NEGATION_EN))

# Each hedge class with what it weakens: a claim without it says more than a source with it.
_HEDGES: tuple[tuple[str, str], ...] = (
    ("possible", r"可能(?!性|的话)|或许|也许|大概率|似乎|疑似|好像|看起来|看似|有可能|恐怕|恐将|潜在|\b(?:may(?! \d)|might|could|possibly|perhaps|probably|likely|appears?|appeared|seems?|seemed|seemingly|apparently|potential(?:ly)?|arguably|presumably|maybe)\b"),
    ("planned", r"预计|预期|(?<!订阅)(?<!付费)(?<!免费)(?<!套餐)(?<!各)计划(?![中的内外里])|拟(?=[\u4e00-\u9fff])|打算|旨在|有望|即将|将(?=[\u4e00-\u9fff]*?(?:发布|推出|支持|上线|开源|提供|成为|举行))|目标(?:是|为)?|力争|争取|规划|\b(?:will|plans? to|wants? to|(?:is|are) to(?= [a-z])|planned|planning|aims?|aiming|aimed|expects?|expected|intends?|intended|upcoming|scheduled|hopes?|anticipat(?:es?|ed)|projected|forecast|going to|would|should)\b"),
    ("reported", r"据称|据说|据报道|传言|据传|声称|宣称|自称|号称|据悉|传闻|\b(?:reportedly|allegedly|alleged|supposedly|purportedly|rumou?red|claims? (?:that|to)|claimed|so-called)\b"),
    ("unverified", r"待核实|待验证|待确认|未证实|未核实|未经证实|尚未验证|尚未证实|存疑|初步|\b(?:unverified|unconfirmed|preliminary|tentative(?:ly)?|to be confirmed|tbc|tbd)\b"),
    ("partial", r"在一定程度上|一定程度|基本(?!面|上线|单元|概念|原理|思|用|功|信息|假设|结构)|大致|几乎|\b(?:largely|mainly|mostly|nearly|almost|partly|partially|roughly|to some extent|somewhat|relatively|generally|usually|typically|often|sometimes)\b|通常|一般(?=[\u4e00-\u9fff])|往往|有时|主要"),
)  # fmt: skip


def _split(patterns: Iterable[tuple[str, str]]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Named alternatives as two expressions, one for Han and one for Latin text: most texts need only one."""
    zh: list[str] = []
    en: list[str] = []
    for name, pattern in patterns:
        for part in _alternatives(pattern):
            (en if part.startswith("\\b") else zh).append(f"(?P<{name}{len(zh) + len(en)}>{part})")
    return re.compile("|".join(zh)), re.compile("|".join(en))


def _alternatives(pattern: str) -> list[str]:
    """The top-level alternatives of an expression, those for Han joined into one."""
    parts, depth, start = [], 0, 0
    for place, char in enumerate(pattern):
        depth += (char in "([") - (char in ")]")
        if char == "|" and depth == 0:
            parts.append(pattern[start:place])
            start = place + 1
    parts.append(pattern[start:])
    han = [part for part in parts if not part.startswith("\\b")]
    return [part for part in parts if part.startswith("\\b")] + (["|".join(han)] if han else [])


_HEDGE = _split(_HEDGES)
_ABLE = (
    re.compile(
        r"可以|能够|(?<!不)可(?=[将使让在把达]|用(?!性|率|区|域|版|内存|显存|容量|空间|资源))|能(?=[将使让在把够])"
    ),
    re.compile(r"\bcan\b"),
)

# Quantifiers by strength: 3 all, 2 most, 1 some, 0 few; `only` apart.
_QUANTIFIERS: tuple[tuple[str, int, str], ...] = (
    ("amount", 3, r"所有|全部|一切|每一?个|每一[种类次]|任何|任意|总是|始终|全程|完全|均(?!衡|值|方|匀|摊)|全都|\b(?:all|every|each|always|entire(?:ly)?|any|whole|completely|fully|everyone|everything|universally|invariably|both)\b"),
    ("amount", 2, r"大多数|绝大多数|多数|大部分|绝大部分|\b(?:most|mostly|majority|usually)\b"),
    ("amount", 1, r"部分(?!署)|一些|某些|有些|若干|有时|\b(?:some|several|certain|partly|partially|sometimes|occasionally|various)\b"),
    ("amount", 0, r"很少|少数|极少|几乎没有|\b(?:few|rarely|seldom|hardly|scarcely)\b"),
    ("only", 1, r"仅(?!供)|只有|仅仅|唯一|只(?=[有需在支能用对是会])|\b(?:only|solely|exclusively|merely|sole)\b"),
)  # fmt: skip
_QUANTIFIER = _split((f"{group}_{side}_", pattern) for group, side, pattern in _QUANTIFIERS)

# Opposites: words of one side | words of the other. English words are matched with their inflections.
_OPPOSITES_ZH = """
提升 提高 增长 增加 增大 上升 上涨 升高 上调 攀升 增强 改善 | 降低 下降 减少 减小 下跌 跌落 下调 下滑 削弱 恶化 退化
最高 最大 最多 最长 最佳 最优 最好 最快 最强 最新 最贵 最早 最先进 | 最低 最小 最少 最短 最差 最劣 最坏 最慢 最弱 最旧 最便宜 最晚 最落后
更高 更大 更多 更长 较高 较大 较多 高于 大于 多于 超过 高出 较长 越高 越大 越多 越长 | 更低 更小 更少 更短 较低 较小 较少 低于 小于 少于 不足 较短 越低 越小 越少 越短
更快 较快 快于 加快 加速 提速 快速 越快 | 更慢 较慢 慢于 放缓 减速 减慢 拖慢 缓慢 越慢
更好 优于 领先 胜过 更优 更强 较好 强于 胜于 好于 | 更差 劣于 落后 不及 更劣 更弱 较差 弱于 逊于 差于 不如 不敌
之前 以前 早于 先于 | 之后 以后 晚于 后于
支持 兼容 | 不支持 不兼容
启用 开启 打开 激活 | 禁用 关闭 停用 关掉
开源 | 闭源 专有
成功 | 失败
新增 添加 加入 引入 增添 | 移除 删除 去除 剔除 取消 废弃 弃用
相同 一致 相等 | 不同 不一致 相异 各异
同步 | 异步
在线 | 离线
静态 | 动态
公开 | 私有 保密
允许 准许 | 禁止 不允许
升级 | 降级 回退
扩大 扩展 扩容 扩张 | 缩小 缩减 收缩 缩容
延长 | 缩短
至少 最少 不少于 不低于 | 至多 不超过 不高于 不多于
必选 强制 | 可选 选配
保留 留存 | 淘汰 丢弃 舍弃 移除 删除 去除
证实 证明 | 推翻 否定 证伪
尽可能大 尽量大 | 尽可能小 尽量小
过大 太大 偏大 | 过小 太小 偏小
涨到 升到 涨至 升至 增至 | 掉到 降到 跌到 降至 跌至
必须 必需 | 无需 不必 不需要
容易 简单 | 困难 复杂 难以
充足 充分 丰富 | 不足 缺乏 匮乏
稳定 | 不稳定 波动
有效 | 无效
完整 | 不完整 残缺
优势 优点 | 劣势 缺点
收益 盈利 获利 | 亏损 损失
进口 | 出口
买入 购买 | 卖出 出售
正面 积极 | 负面 消极
赞成 同意 支持者 | 反对 拒绝 反对者
开始 启动 | 结束 停止 终止
上线 发布 推出 | 下线 下架 撤回
输入 | 输出
读取 | 写入
前者 | 后者
内部 | 外部
宽松 | 严格
轻微 小幅 略微 | 显著 大幅 明显
首次 首个 首款 | 再次 末个
单机 | 多机 分布式
通过 | 否决 未通过
胜 赢 | 负 输
粗粒度 | 细粒度
高并发 | 低并发
高延迟 | 低延迟
长上下文 | 短上下文
串行 | 并行
确定性 | 随机性 非确定性
保持不变 维持不变 不变 保留 | 取消 移除 删除 停止 终止 作废 收回 调整 变更
仍可 仍能 仍然 依然 依旧 | 不再
访存受限 内存受限 带宽受限 访存瓶颈 | 计算受限 算力受限 计算瓶颈
"""
_OPPOSITES_EN = """
increase rise grow gain climb improve boost enhance raise lift upward expand | decrease fall decline drop reduce shrink lower degrade worsen diminish downward lessen decay
highest largest greatest most maximum biggest best fastest longest strongest top tallest | lowest smallest least minimum worst slowest shortest weakest bottom
higher larger greater more bigger longer | lower smaller less fewer shorter
faster quicker accelerate speedup quickly | slower slowdown decelerate slowly
better superior outperform outperforms outperformed outperforming surpass exceed beat win won stronger ahead | worse inferior underperform underperforms underperformed underperforming trail lag lose lost weaker behind
before prior earlier preceding | after later following subsequent
support compatible | unsupported incompatible
enable enabled activate | disable disabled deactivate
open-source open-sourced | closed-source proprietary
success successful succeed successfully | failure fail unsuccessful unsuccessfully
add include introduce insert | remove exclude drop delete omit
same identical equal similar | different distinct unequal dissimilar
synchronous sync | asynchronous async
online | offline
static | dynamic
public | private
allow permit | forbid prohibit ban prevent block
upgrade | downgrade
accept approve agree | reject deny refuse disagree decline
start begin launch open | stop end finish close terminate
positive | negative
early earliest first | late latest last
major significant substantial considerable large | minor slight insignificant negligible small
easy simple | hard difficult complex
cheap cheaper cheapest inexpensive | expensive costlier costly costliest
strong | weak
true | false
possible | impossible
necessary required mandatory | unnecessary optional
sufficient enough | insufficient
stable | unstable
consistent | inconsistent
complete | incomplete
complete completed finished merged | ongoing unfinished pending
legal | illegal
support endorse | oppose
love like | hate dislike
rich | poor
alive | dead
north northern | south southern
east eastern | west western
male man men boy father son brother husband he his | female woman women girl mother daughter sister wife she her
above over exceed | below under
input | output
read | write
buy purchase | sell
import | export
win winner victory | loss loser defeat
profit | loss
always | never
high | low
long | short
fast | slow
good | bad
new newer newest | old older oldest
internal | external
upper | lower
inside | outside
arrive | depart leave
advantage benefit | disadvantage drawback
guilty | innocent
memory-bound bandwidth-bound | compute-bound
attack | defend
"""


def _rows(table: str) -> list[tuple[list[str], list[str]]]:
    rows = []
    for line in table.strip().splitlines():
        a, _, b = line.partition("|")
        rows.append((a.split(), b.split()))
    return rows


_COMMON_ROWS = 18


def _group(row: int, language: str) -> str:
    """The first rows of the two tables are each other's, and cues of the two languages compare by them."""
    return f"both{row}" if row < _COMMON_ROWS else f"{language}{row}"


def _zh_sides() -> dict[str, list[tuple[str, int]]]:
    sides: dict[str, list[tuple[str, int]]] = {}
    for number, pair in enumerate(_rows(_OPPOSITES_ZH)):
        for words, side in zip(pair, (1, -1), strict=True):
            for word in words:
                sides.setdefault(word, []).append((_group(number, "zh"), side))
    return sides


def _inflected(word: str) -> set[str]:
    if not word.isalpha() or len(word) < 4:
        return {word}
    base = word[:-1] if word.endswith("e") else word
    forms = {word, word + "s", base + "ed", base + "ing", base + "es"}
    if word.endswith("y"):
        forms |= {word[:-1] + "ies", word[:-1] + "ied"}
    if word[-1] not in "aeiouwxy" and word[-2] in "aeiou" and word[-3] not in "aeiou":
        forms |= {word + word[-1] + "ed", word + word[-1] + "ing"}
    return forms


_PAST = {"rise": "rose risen", "grow": "grew grown", "fall": "fell fallen", "shrink": "shrank shrunk", "begin": "began begun",
         "sell": "sold", "buy": "bought", "leave": "left"}  # fmt: skip


def _en_sides() -> dict[str, list[tuple[str, int]]]:
    sides: dict[str, list[tuple[str, int]]] = {}
    for number, pair in enumerate(_rows(_OPPOSITES_EN)):
        for words, side in zip(pair, (1, -1), strict=True):
            for word in words:
                for form in _inflected(word) | set(_PAST.get(word, "").split()):
                    sides.setdefault(form, []).append((_group(number, "en"), side))
    return sides


_ZH = _zh_sides()
_EN = _en_sides()
_ZH_PATTERN = re.compile("|".join(sorted(map(re.escape, _ZH), key=len, reverse=True)))
_SWITCHED = re.compile(
    r"\b(?:(?:is|are|was|were|turned|switched|set|left|kept)|with(?:\s[a-z-]{1,16}){1,3})\s(?P<state>on|off)\b(?!\s(?:[A-Z0-9]|the\b|a\b|an\b|its\b|top\b))",
    re.IGNORECASE,
)
_FLAGGED = re.compile(
    r"(?P<flag>\bbehind (?:a|an|the) (?:[a-z-]{1,16} )?flag\b|\b(?:off|disabled) by default\b|\bopt-in\b)"
    r"|\bwithout (?:a|any) (?:[a-z-]{1,16} )?flag\b|\bby default\b|\bopt-out\b",
    re.IGNORECASE,
)
_DEFAULT = re.compile(
    r"默认(?:情况下)?(?:值)?(?:就?是|为|会|处于)?\s?[`'\"]?(?:(?P<on>打开|开启|启用|开着|true\b|on\b)|(?P<off>关闭|禁用|停用|不开启|不启用|不打开|关着|false\b|off\b))",
    re.IGNORECASE,
)
_EN_PATTERN = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)?")


@lru_cache(maxsize=4096)
def find_cues(text: str) -> tuple[Cue, ...]:
    """The cues of a folded text, by kind and place. A word can be a cue of two kinds or groups."""
    scripts = [
        script for script, present in ((0, has_han(text)), (1, bool(_EN_PATTERN.search(text)))) if present
    ]
    cues: list[Cue] = []
    for script in scripts:
        cues.extend(_cues_of_script(text, script))
    return tuple(cues)


def _cues_of_script(text: str, script: int) -> Iterator[Cue]:
    low = text.lower()
    if len(low) != len(text):  # a letter whose small form is two
        low = text
    for m in _NEGATIONS[script].finditer(low):
        yield Cue("negation", text[m.start() : m.end()], m.start(), m.end(), "negation", 1)
    for m in _HEDGE[script].finditer(low):
        said = text[m.start() : m.end()]
        if said != "May":  # the month, or the first word of a wish
            yield Cue("hedge", said, m.start(), m.end(), (m.lastgroup or "").rstrip("0123456789"), 1)
    for m in _QUANTIFIER[script].finditer(low):
        group, side, _ = (m.lastgroup or "__").split("_")
        yield Cue("quantifier", text[m.start() : m.end()], m.start(), m.end(), group, int(side))
    for m in _ABLE[script].finditer(low):
        yield Cue("hedge", text[m.start() : m.end()], m.start(), m.end(), "able", 1)
    if script == 0:
        yield from _chinese_opposites(text)
        return
    for m in _FLAGGED.finditer(text):
        yield Cue("opposite", m[0], *m.span(), "flagged", -1 if m["flag"] else 1)
    for m in _SWITCHED.finditer(text):
        yield Cue(
            "opposite", m["state"], *m.span("state"), "switched", 1 if m["state"].lower() == "on" else -1
        )
    for m in _EN_PATTERN.finditer(low):
        if m[0] in _EN or "-" in m[0]:
            yield from _english_opposites(text[m.start() : m.end()], m.start())


def _chinese_opposites(text: str) -> Iterator[Cue]:
    for m in _ZH_PATTERN.finditer(text):
        for group, side in _ZH[m[0]]:
            yield Cue("opposite", m[0], m.start(), m.end(), group, side)
    for m in _DEFAULT.finditer(text):
        yield Cue("opposite", m[0], *m.span(), "flagged", 1 if m["on"] else -1)


def _english_opposites(word: str, start: int) -> Iterator[Cue]:
    """The sides of a word; of a compound such as `best-selling` those of its parts."""
    sides = _EN.get(word.lower())
    if sides is None and "-" in word:
        first, second = word.split("-", 1)
        yield from _english_opposites(first, start)
        yield from _english_opposites(second, start + len(first) + 1)
        return
    for group, side in sides or ():
        yield Cue("opposite", word, start, start + len(word), group, side)

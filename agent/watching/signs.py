"""The words by which a source says that something was released, published, measured, given up, or is still open."""

from __future__ import annotations

import re

RELEASED = re.compile(
    r"正式发布|正式版|稳定版|已(?:经)?发布|发布了|\bGA\b|\bgenerally available\b|\bgeneral availability\b"
    r"|\b(?:has been|have been|was|were|is now|now) (?:officially )?released\b|\breleased? (?:on|in|as|today|notes?)\b"
    r"|\bstable release\b|\bships? in\b|\bshipped (?:in|with|on)\b",
    re.IGNORECASE,
)
"""That something is out."""
FINAL = re.compile(
    r"正式发布|正式版|稳定版|\bGA\b|\bgenerally available\b|\bgeneral availability\b|\bstable release\b", re.I
)
"""That it is out for everybody, said without a version."""
PUBLISHED = re.compile(
    r"(?:已)?被[^，。；\n]{1,60}(?:接收|录用|收录)|(?:已)?正式发表|发表(?:于|在)|同行评审(?:已)?通过"
    r"|\b(?:has been |was |is |been )?accepted (?:at|by|to|for|in)\b|\b(?:was |is |been )?published (?:in|at|by)\b"
    r"|\bappear(?:s|ed) (?:in|at)\b|\bcamera[- ]ready\b",
    re.IGNORECASE,
)
"""That a work has been through review."""
VENUE = re.compile(
    r"\b[A-Z][A-Za-z]{1,12}(?:['’ -]{0,2}(?:20)?\d\d)\b|\bdoi\b|10\.\d{4,9}/|\b(?:Journal|Transactions|Proceedings|Conference|Symposium|"
    r"Nature|Science)\b|期刊|学报|会议|顶会|会刊",
)
"""Where: a conference with its year, a journal, a DOI."""
WITHDRAWN = re.compile(r"撤稿|撤回|\b(?:retract(?:ed|ion)|withdrawn)\b", re.IGNORECASE)
GIVEN_UP = re.compile(
    r"取消(?:发布|计划)?|放弃|终止(?:开发|维护)|不再(?:发布|支持|维护)|撤下|\b(?:cancel(?:l?ed)|abandoned|discontinued|yanked|"
    r"reverted|dropped)\b",
    re.IGNORECASE,
)
OPEN = re.compile(
    r"计划|预计|即将|将(?:于|在|会|被)|有望|可能|或将|拟|待(?!核实)|预告|传闻|据称|传言|如果|若|一旦|是否|投稿|在审|审稿中|评审中|被拒"
    r"|推迟|延期|预览|候选|草案|路线图|开发中|尚|暂"
    r"|\b(?:will|would|shall|should|may|might|could|can|plans?|planned|planning|expect(?:s|ed)?|upcoming|soon|target(?:s|ed|ing)?|"
    r"scheduled|roadmap|postponed|delayed|if|once|unless|whether|rumou?r(?:s|ed)?|reportedly|submitted|submission|"
    r"under review|reject(?:ed|ion)|preview|nightly|alpha|beta|draft|candidate|pre-?release|until|yet)\b|\d-?rc\d|\brc\d",
    re.IGNORECASE,
)
"""That it has not happened, or that nobody is sure: such a sentence settles nothing."""
MEASURED = re.compile(
    r"实测|复现|测得|我们(?:测试|评测|跑)|第三方|独立(?:评测|测试|复现|验证|测得)|跑分"
    r"|\b(?:reproduc(?:e|es|ed|tion|ing)|we (?:measured|ran|tested|observed|found)|our (?:own )?(?:tests?|measurements?|runs?|benchmarks?)|"
    r"independent(?:ly)?|third[- ]party|benchmarked)\b",
    re.IGNORECASE,
)
"""That somebody has measured for himself."""
REPEATS = re.compile(
    r"据[^，。\n]{0,30}(?:README|官方|作者|论文|项目|厂商|博客|报道|介绍|称)|官方(?:称|宣称|数据|公布|自报)|作者(?:称|自报|声称)|转载|引自|援引|转述"
    r"|README|\b(?:according to|as reported|as claimed|claims?|claimed|the vendor|via|reposted|quot(?:es|ed|ing))\b",
    re.IGNORECASE,
)
"""That a source passes on what another says: that is no second origin."""
CONDITIONS = re.compile(
    r"\b(?:[AHBLVT]\d{2,3}|GB\d{3}|MI\d{3}\w?|RTX ?\d{4}|TPU|Ascend|910[BC]?|M[1-5] (?:Pro|Max|Ultra)|Xeon|EPYC)\b|昇腾"
    r"|\d{1,3}\s?(?:×|x|张|块|卡|\*)\s?[A-Z]{1,3}\d|\b(?:batch(?: size)?|concurrency|context length|input length|output length)\b"
    r"|批大小|并发|上下文长度|输入长度|序列长度",
    re.IGNORECASE,
)
"""Hardware or load, as a measurement states them."""

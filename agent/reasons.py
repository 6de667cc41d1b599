"""Reasons in the language of the document: what the checker, the editor of blocks and the readers say of their work.

Those rooms word their reasons in English, where they arise. People read them in a pull request, a report and a
review that are in the document's language: here each wording has its Chinese form. `{}` stands for what differs
from case to case; it is a quotation or a figure and stays as it is, unless it is one of our own phrases.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.models import FactCheck, Language, Verdict
from agent.outcome import ClaimOutcome

_LONGEST = 4_000
"""Characters of a reason that is looked at; ours are shorter."""

_CHECKER: dict[str, str] = {
    # verdicts
    "the evidence has it word for word": "与来源逐字一致",
    "quoted word for word": "逐字引用来源",
    "every fact is proved": "各处事实均已证实",
    "the evidence says it in these words": "来源即如此表述",
    "its wording cannot be checked": "措辞无法核对",
    "its values are proved, its wording cannot be checked": "数值已证，措辞无法核对",
    "no words of the claim to hold against the evidence": "句中没有可与来源对照的词",
    "there is no evidence at hand": "手头没有来源",
    "cites no evidence": "没有引用来源",
    "cites evidence that was not given: {}": "引用了未提供的来源：{}",
    "links to what no source names": "链接指向来源未提到之处",
    "over the {} characters that one increment may take": "超出一条增量可占的 {} 字",
    "longer than {} characters": "长于 {} 字",
    "nothing in it could be proved": "其中没有可以证实的内容",
    "the note gives orders to its reader": "笔记向读者下指令",
    "damaged in the source": "来源中此处字符已损坏",
    # values
    "the evidence does not have it": "来源中没有",
    "the evidence does not have this path": "来源中没有这个路径",
    "the evidence does not name it": "来源没有提到它",
    "the evidence names no such origin": "来源没有提到这样的出处",
    "the evidence has nothing under {}": "来源在 {} 之下没有内容",
    "the source has {}": "来源写的是 {}",
    "the source has {} here": "来源此处是 {}",
    "the table has {} here": "表中此处是 {}",
    "the source has {} there": "来源那一格是 {}",
    "the source has it the other way round": "来源所说的方向相反",
    "the source has the series in another order": "来源中这一串数值的次序不同",
    "the source sets it to {}": "来源将其设为 {}",
    "the source gives {} without that unit": "来源给出 {}，没有这个单位",
    "the table gives {} without a unit": "表中给出 {}，没有单位",
    "the source gives it as approximate": "来源说的是约数",
    "the source says it of {}": "来源说的是 {}",
    "the source says it of something else: {} has {}": "来源说的是别的对象：{} 为 {}",
    "the source says it of the whole, or of a part": "来源说的是整体或其中一部分，范围不同",
    "the source says it of a change, or of what it led to": "来源说的是变化量或变化后的值，两者不同",
    "perhaps worked out from {} and {}": "或由 {} 与 {} 算得",
    "perhaps worked out from {}": "或由 {} 算得",
    "a small number in words, which may be the claim's own tally": "以文字写的小数目，可能是句子自己的计数",
    "perhaps written otherwise in the other language": "在另一种语言中可能写法不同",
    "for so many something is given": "这是“每……”所按的数目",
    "a year that the source does not give": "来源没有给出年份",
    "a version that the source does not give": "来源没有给出版本",
    "another version of the work": "同一论文的另一版本",
    "another unit: the source has {}": "单位不同：来源为 {}",
    "another bound: the source has {}": "界限不同：来源为 {}",
    "no bound": "没有界限",
    "one end of a range: the source has {}": "只取了范围的一端：来源为 {}",
    "a range where the source has {}": "写成了范围：来源为 {}",
    "an amount of change is not the value reached": "变化量不是达到的值",
    "the change goes the other way": "变化方向相反",
    "rounded, which the claim does not say": "取了约数而未说明",
    # rows and columns
    "the table says otherwise: {} against {}": "表中并非如此：{} 对 {}",
    "its own values say otherwise: {} against {}": "与其自身给出的数值不符：{} 对 {}",
    "{} is not the {} of its column: {} is": "{} 不是该列的{}：{} 才是",
    "most": "最大值",
    "least": "最小值",
    "best": "最优值",
    "the table does not name it; its text may": "表中没有提到它，正文或有",
    "not in every row: {}": "并非每一行都如此：{}",
    "the values go both ways: {}": "数值有升有降：{}",
    "the values go one way: {}": "数值只朝一个方向变化：{}",
    "the values run {}": "数值依次为 {}",
    # words
    "the source says {}": "来源说的是 {}",
    "the evidence denies nothing": "来源没有否认什么",
    "the source denies it": "来源否认这一点",
    "the source denies it: {}": "来源否认这一点：{}",
    "the source denies it, or says it of before: {}": "来源否认这一点，或说的是从前：{}",
    "the source says it without {}": "来源所说没有 {}",
    "the source says it without a negation": "来源所说没有否定",
    "the source says it of {} without a negation": "来源对 {} 所说没有否定",
    "the source says it of {} only": "来源只对 {} 这样说",
    "the source says it only under: {}": "来源只在此条件下这样说：{}",
    "the source says it with a limit: {}": "来源所说有限度：{}",
    "stronger than the source": "说得比来源重",
    "stronger than the source, which says {}": "说得比来源重，来源说的是 {}",
    "not in the words of the evidence": "不是来源的用词",
    "perhaps another wording of a name of the evidence": "或是来源中某个名称的另一种写法",
    "perhaps the same in other words": "或是同一意思的另一种说法",
    "named elsewhere in the evidence": "来源在别处提到",
    # how a fact was proved
    "computed: {}": "算得：{}",
    "computed over {} rows": "按 {} 行算得",
    "counted: {} {}": "点数：{} {}",
    "within bound": "在界限之内",
    "the same relation": "关系一致",
    "another form of the name": "名称的另一种形式",
    "computed: {} against {}": "算得：{} 对 {}",
}

_SUMS: dict[str, str] = {
    "sum of {} values": "{} 个数值之和",
    "mean of {} values": "{} 个数值的平均",
    "sum of {} and {}": "{} 与 {} 之和",
    "difference of {} and {}": "{} 与 {} 之差",
    "ratio of {} and {}": "{} 与 {} 之比",
    "product of {} and {}": "{} 与 {} 之积",
    "short for the name before it": "是前面名称的简称",
    "parts of {}": "{} 的份数",
    "the table says it of {}": "表中说的是 {}",
    "the table has {} there": "表中该处为 {}",
    "the evidence says nothing of a default": "证据未提默认",
    "share of {} and {}": "{} 占 {} 的比例",
    "relative change between {} and {}": "{} 与 {} 之间的相对变化",
    "relative growth between {} and {}": "{} 与 {} 之间的相对增长",
}
"""What a value may be worked out as: how it was proved, or, with what comes out, why it was not."""
_WORKED_OUT = {f"{text} is {{}}": f"{form}为 {{}}" for text, form in _SUMS.items()}

_EDITS: dict[str, str] = {
    "The document is not UTF-8; it is not edited.": "文档不是 UTF-8，不作改动。",
    "Two of the edits change the same text.": "有两处改动落在同一段文字上。",
    "One of the edits changes text that must stand for another to be made.": "一处改动改掉了另一处改动所依据的文字。",
    "The new text is empty.": "新文字为空。",
    "The new text opens a {} block that would swallow what follows.": "新文字开启的 {} 块会吞掉后文。",
    "The new text opens a fence and does not close it.": "新文字开启了代码围栏而没有关闭。",
    "The new text brings front matter of its own.": "新文字自带文件头。",
    "The new text opens a section that is not inside its place.": "新文字开启的章节不在其位置之内。",
    "The new text would be read as a heading, or changes the level of one.": "新文字会被读作标题，或改变标题级别。",
    "The document has an anchor {} already; links to it would change.": "文档已有锚点 {}，指向它的链接会改变。",
    "The document has a heading {} already; links to it would change.": "文档已有标题 {}，指向它的链接会改变。",
    "A heading must be one line of words.": "标题须是一行文字。",
    "A heading is given without its signs.": "给出标题时不带井号。",
    "The new text holds a character that hides or breaks text: {}.": "新文字含有会隐藏或破坏文字的字符：{}。",
    "The new text holds bytes that are no characters.": "新文字含有不成字符的字节。",
    "The new text says {} in place of text.": "新文字以 {} 代替了正文。",
    "The new text holds a table whose rows differ in their cells.": "新文字中的表格各行格数不一。",
    "The new text closes a <{}> that it did not open.": "新文字关闭了未曾开启的 <{}>。",
    "The new text opens a <{}> and does not close it.": "新文字开启了 <{}> 而没有关闭。",
    "The new text defines {}, which the document says already: it would become a link.": "新文字定义了 {}，文档中已有的同样文字会变成链接。",
    "The document has no section {}.": "文档没有章节 {}。",
    "Only a list item can hold other blocks.": "只有列表项才能容纳其他块。",
    "The block that the edit names is no list item.": "改动所指的块不是列表项。",
    "The block that the edit names is no row of a table.": "改动所指的块不是表格行。",
    "No row can stand before the head of a table.": "表头之前不能有行。",
    "The table has {} columns and the new row has {}.": "表格有 {} 列，新行有 {} 格。",
    "The row has {} cells; there is no cell {}.": "该行有 {} 格，没有第 {} 格。",
    "The section that the lines go under is not around their place.": "这些行所属的章节不在其位置四周。",
    "There are no {} blank lines {} the block that the edit names.": "改动所指的块{1}没有 {0} 个空行。",
    "A heading, the head of a table and front matter are not removed.": "标题、表头与文件头不予删除。",
    "A list item is not removed without what it holds.": "列表项须连同所含内容一起删除。",
    "What says the same as the removed text is not in the document any more.": "与被删文字说同一件事的内容已不在文档中。",
    "The text that should stand for the removed one is removed itself.": "应当代替被删文字的内容自己也被删去。",
    "Front matter is not edited.": "文件头不作改动。",
    "A block that the edit names is not in section {} any more.": "改动所指的块已不在章节 {} 中。",
    "The blocks that the edit changes do not follow one another.": "改动的各块并不相连。",
    "Before the heading of a section is another section.": "章节标题之前是另一个章节。",
    "Nothing may stand before the front matter.": "文件头之前不能有内容。",
    "What stands {} the block that the edit names has changed.": "改动所指的块{}的内容已经改变。",
    "before": "之前",
    "after": "之后",
    "The subsection that the new one should precede is not in the section.": "新小节应在其前的那个小节不在本章节中。",
    "The end of section {} has changed.": "章节 {} 的结尾已经改变。",
    "Headings go six levels deep, and the section stands on the sixth.": "标题至多六级，而该章节已在第六级。",
    "What stands around the removed text would grow together.": "被删文字前后的内容会连成一块。",
    "What stands around the removed text would be read otherwise without it.": "删去之后，前后的文字会被读成别的意思。",
    "The new text would become part of the block beside it.": "新文字会并入旁边的块。",
    "The new text would change how the text around it is read.": "新文字会改变四周文字的读法。",
    "The edit would change bytes outside its place.": "改动会波及其位置以外的字节。",
    "The edit would make front matter of the file's first lines.": "改动会使文件开头几行变成文件头。",
    "The new text would open a fence over what follows.": "新文字会开启围栏，罩住后文。",
    "The new text would turn text into a heading.": "新文字会把正文变成标题。",
    "The new text would break a table.": "新文字会破坏表格。",
    "The new heading would take over text of another section.": "新标题会占去另一章节的文字。",
    "The new text would be read as a heading.": "新文字会被读作标题。",
    "The new text would be read as front matter.": "新文字会被读作文件头。",
    "The new row would not have the columns of its table.": "新行与表格的列不符。",
    "The new text would be read as {}, not as {}.": "新文字会被读作 {}，而不是 {}。",
    "The new text would be read at another depth of its list.": "新文字会落在列表的另一层。",
    "The new text would not be read there as it is by itself.": "新文字放到那里，读法会与单独看时不同。",
    "The text of one item holds several items.": "一个列表项的文字里含有多个列表项。",
    "Other text refers to {}, which the edit would take away.": "别处文字引用了 {}，而改动会把它去掉。",
}

_FORMATS: dict[str, str] = {
    "a PDF": "PDF",
    "PDF": "PDF",
    "picture": "图片",
    "archive": "压缩包",
    "e-book": "电子书",
    "a picture": "图片",
    "a picture or a recording": "图片或音视频",
    "a recording": "音视频",
    "a program": "程序",
    "a database": "数据库",
    "a compressed archive": "压缩包",
    "a Word document": "Word 文档",
    "Word document": "Word 文档",
    "PowerPoint file": "PowerPoint 文件",
    "Excel workbook": "Excel 工作簿",
    "a PowerPoint file; saved as .pdf it could be read": "PowerPoint 文件；另存为 .pdf 即可读取",
    "an Excel workbook; saved as .csv it could be read": "Excel 工作簿；另存为 .csv 即可读取",
    "a document in RTF; saved as .docx it could be read": "RTF 文档；另存为 .docx 即可读取",
    "a PostScript file; saved as .pdf it could be read": "PostScript 文件；另存为 .pdf 即可读取",
    "an old Office document; saved as .docx it could be read": "旧版 Office 文档；另存为 .docx 即可读取",
    "an e-book, an OpenDocument file or a program": "电子书、OpenDocument 文件或程序",
}
_IS_ONE = {f"it is {text}": f"是{form}" for text, form in _FORMATS.items()}

_READERS: dict[str, str] = {
    "it holds no words": "其中没有文字",
    "it is empty": "是空文件",
    "it is an encrypted Word document": "是加密的 Word 文档",
    "it unpacks to {} bytes, which no document needs": "解压后有 {} 字节，不是正常的文档",
    "it is a Word document that cannot be opened: damaged or cut short": "是打不开的 Word 文档：已损坏或不完整",
    "it is a Word document whose parts do not fit together": "是各部分不相合的 Word 文档",
    "it is not text: it holds NUL bytes throughout": "不是文本：遍布 NUL 字节",
    "its bytes are no text in UTF-8 or UTF-16, nor surely in another encoding": "其字节不是 UTF-8 或 UTF-16 文本，也认不准是哪种编码",
    "lines that are not UTF-8 ({})": "第 {} 行（不是 UTF-8）",
    "its bytes are not the {} that its first bytes announce": "其字节不是开头所标的 {} 编码",
    "it is XML that no feed reader understands": "是读不懂的订阅源 XML",
    "it is an error page, not what was asked for: {}": "是一张报错页，不是所要的内容：{}",
    "its name says {}, but it is {}": "文件名说是{}，其实是{}",
    "its name ends in .{}, but it is a {}": "文件名以 .{} 结尾，其实是{}",
    "it is XML that declares entities of its own, which could unfold without end": "是自带实体声明的 XML，可能无限展开",
    "it is {} that cannot be parsed: damaged or cut short": "是解析不了的{}：已损坏或不完整",
    "it is a PDF of {} pages without text, such as a scan": "是 {} 页没有文字的 PDF，例如扫描件",
    "it is a PDF whose fonts do not tell which letters they show": "是字体未标明所显示字符的 PDF",
    "it is an encrypted PDF": "是加密的 PDF",
    "it is a PDF that cannot be parsed: damaged or cut short": "是解析不了的 PDF：已损坏或不完整",
    "it is XML that cannot be parsed": "是解析不了的 XML",
    "it holds no HTML that can be parsed": "其中没有可以解析的 HTML",
    "it is a page whose words only its script would show": "是文字须由脚本才显示的网页",
    "it is a saved page without any HTML in it": "是没有 HTML 的网页存档",
    "its name says mail, but it has no mail headers": "文件名说是邮件，却没有邮件头",
    "its name says notebook, but it holds no cells": "文件名说是 notebook，却没有单元格",
    "its name says notebook, but it is not valid JSON": "文件名说是 notebook，却不是合法的 JSON",
    "it is a leftover of an editor": "是编辑器的残留文件",
    "it is too large: {} bytes, and the limit is {}": "过大：{} 字节，上限为 {}",
    "its name is not valid UTF-8, or holds control characters": "文件名不是合法的 UTF-8，或含控制字符",
    "it is a link out of the workspace": "是指向工作区之外的链接",
    "it is a link to a folder": "是指向文件夹的链接",
    "it is a link to nothing": "是没有目标的链接",
    "it is not a regular file": "不是普通文件",
    "it cannot be opened: {}": "打不开：{}",
    "it is still being written": "还在写入",
    "it vanished while it was looked at": "查看时它已消失",
    "no place answers to {}": "找不到 {} 所指之处",
    "it has {} lines": "它有 {} 行",
    "{} places answer to {}": "{} 处都可能是 {} 所指",
    "no source of that name was read": "没有读到这个名字的来源",
}

_PLACES: dict[str, str] = {
    "chosen by the model": "由模型选定",
    "it cites the same sources": "引用同样的来源",
    "it is kept by date": "按日期编排",
    "its heading is named in the text": "文中提到其标题",
    "its items are the most alike": "其条目最相近",
    "its words are the most alike": "其用词最相近",
    "named by the source": "由来源指定",
    "no sure place ({}), so it goes into the reserve": "没有把握的位置（{}），故入预备章节",
    "the beginning": "文档开头",
    "the table has no rows yet": "表格尚无内容",
    "the section ends inside a fold": "章节在折叠块内结束",
    "the section holds no list or table": "章节没有列表或表格",
    "a sentence to introduce the list": "列表前的引导句",
    "in order of date": "按日期顺序",
    "in order of date, newest first": "按日期，新的在前",
    "in order of version": "按版本顺序",
    "in order of name": "按名称顺序",
    "beside what begins with the same name": "与同名开头的内容相邻",
    "the newest stand first here": "此处新的在前",
    "the newest stand last here": "此处新的在后",
    "at the end of the list": "列表末尾",
    "the next number": "按编号顺延",
}


@dataclass(frozen=True, slots=True)
class _Pattern:
    pieces: tuple[str, ...]
    """The wording, cut where something differs."""
    form: str

    def taken(self, reason: str) -> tuple[str, ...] | None:
        """What stands where the wording differs; None where the reason is another one. Linear in the reason."""
        first, *rest = self.pieces
        if not rest:
            return () if reason == first else None
        if not reason.startswith(first):
            return None
        found: list[str] = []
        at = len(first)
        for piece in rest[:-1]:
            end = reason.find(piece, at)
            if end < 0:
                return None
            found.append(reason[at:end])
            at = end + len(piece)
        end = len(reason) - len(rest[-1])
        if end < at or not reason.endswith(rest[-1]):
            return None
        found.append(reason[at:end])
        return tuple(found) if all(found) else None


def patterns(*tables: dict[str, str]) -> tuple[_Pattern, ...]:
    """Wordings and their forms, those that say most first, so that a general one never takes what a particular one says."""
    made = [_Pattern(tuple(text.split("{}")), form) for table in tables for text, form in table.items()]
    return tuple(sorted(made, key=lambda one: -sum(map(len, one.pieces))))


_PATTERNS = patterns(_CHECKER, _SUMS, _WORKED_OUT, _EDITS, _FORMATS, _IS_ONE, _READERS, _PLACES)


def reason_in(language: Language, reason: str, among: Sequence[_Pattern] = _PATTERNS) -> str:
    """A reason in a language; what has no form there, such as a sentence of a note or a person, stays as it is."""
    if language == "en" or not reason or len(reason) > _LONGEST:
        return reason
    for pattern in among:
        taken = pattern.taken(reason)
        if taken is not None:
            return pattern.form.format(*(reason_in(language, part) for part in taken))
    return reason


def place_in(language: Language, why: str) -> str:
    """Why something goes where it goes, `section: reason; position`, in a language; any other sentence as a reason."""
    head, semicolon, position = why.rpartition("; ")
    section, colon, reason = head.rpartition(": ")
    told = (reason_in(language, reason), reason_in(language, position))
    if language == "en" or not (semicolon and colon) or told == (reason, position):
        return reason_in(language, why)
    return f"{reason_in(language, section)}：{told[0]}；{told[1]}"


def claims_in(language: Language, claims: Iterable[ClaimOutcome]) -> tuple[ClaimOutcome, ...]:
    """Claims of an outcome with their reasons in a language."""
    if language == "en":
        return tuple(claims)
    return tuple(
        claim.model_copy(update={"verdict": verdict_in(language, claim.verdict)}) for claim in claims
    )


def verdict_in(language: Language, verdict: Verdict) -> Verdict:
    """A verdict with its reasons in a language; the facts that its own reason names are put there too."""
    if language == "en":
        return verdict
    facts = tuple(_fact_in(language, fact) for fact in verdict.facts)
    reason = reason_in(language, verdict.reason)
    if reason == verdict.reason:
        told = {
            f"{old.text}: {old.reason}": f"{new.text}：{new.reason}"
            for old, new in zip(verdict.facts, facts, strict=True)
        }
        for old in sorted(told, key=len, reverse=True):  # one may be the beginning of another
            reason = reason.replace(old, told[old])
    return verdict.model_copy(update={"facts": facts, "reason": reason})


def _fact_in(language: Language, fact: FactCheck) -> FactCheck:
    if not fact.reason and " " not in fact.how:
        return fact  # a single word such as `exact` is a kind, which the pages word themselves
    return fact.model_copy(
        update={"reason": reason_in(language, fact.reason), "how": _how_in(language, fact.how)}
    )


def _how_in(language: Language, how: str) -> str:
    return reason_in(language, how) if " " in how else how

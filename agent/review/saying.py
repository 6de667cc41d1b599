"""Why a decision could not be kept, in the language of the document that it is on.

The sentences arise in English, like all errors; a review is read by the people of the document. `{}` stands for what
differs from case to case.
"""

from __future__ import annotations

from agent.errors import RedlineError
from agent.models import Language
from agent.reasons import patterns, reason_in

_SAID: dict[str, str] = {
    # review
    "The night of {} has no increment {}; it has {}.": "{} 这一夜没有增量 {}；有 {}。",
    "The night of {} proposed no increment {}.": "{} 这一夜没有提出增量 {}。",
    "A decision needs a name.": "决定需要署名。",
    "Say who decides with --as 'Name <email>'.": "用 --as '姓名 <邮箱>' 说明由谁决定。",
    "Nothing is decided on the night of {}: {} open, and its branch {} stays as it is.": "{} 这一夜还没有任何决定：{} 条未决定，分支 {} 保持原样。",
    "Decide first: {}": "请先决定：{}",
    "“{}” was changed by {} since you looked at it; your decision was not kept.": "「{}」在您查看之后被 {} 改过；您的决定没有保存。",
    "“{}” was changed since you looked at it; your decision was not kept.": "「{}」在您查看之后改过；您的决定没有保存。",
    "Look at it again: {}": "请再看一次：{}",
    "The reason for “{}” is longer than {} characters.": "「{}」的原因长于 {} 字。",
    "Say it in a sentence; keep what is longer where the document is discussed.": "请用一句话说明；更长的讨论请写在讨论文档的地方。",
    "A refusal of “{}” needs a reason: it tells the next night what not to propose again.": "拒绝要写原因：「{}」以后才不会再这样提。",
    "Give it with --reason TEXT.": "用 --reason 写明原因。",
    "“{}” is accepted or refused as it stands.": "「{}」只能照原样接受或拒绝。",
    "Edit the file itself after it is merged.": "合并之后再改文件本身。",
    "The new text of “{}” is empty.": "「{}」的新文字是空的。",
    "The new text of “{}” is as it was.": "「{}」的新文字与原来相同。",
    "Accept it, or refuse it, instead.": "请改为接受或拒绝。",
    "The document does not take this text: {}": "文档不能收下这段文字：{}",
    # nights
    "There was no night of {} for “{}”.": "「{1}」没有 {0} 这一夜。",
    "The latest ones: {}.": "最近的几夜：{}。",
    "Run it first: redline night": "请先运行：redline night",
    "Run one: {}": "请运行：{}",
    "The night of {} proposed nothing for “{}”; there is nothing to decide.": "{} 这一夜没有为「{}」提出任何增量，无须决定。",
    "What the night of {} proposed for “{}” left its branch, since the document had changed where it was to stand: {}.": "{} 这一夜为「{}」提出的增量已离开分支，因为文档在其位置上改动过：{}。",
    "The night of {} took it up again: {}": "{} 这一夜已重新提出：{}",
    "The next night takes it up again: redline night": "下一夜会重新提出：redline night",
    "The night of {} left no record that can be read here, so it cannot be reviewed increment by increment.": "{} 这一夜没有留下此处可读的记录，无法逐条审阅。",
    "It is from before records were kept, or its record was not fetched: {}; else take its branch as it is: {}": "它早于记录的保存，或记录没有取回：{}；否则请照原样看它的分支：{}",
    "No night has proposed anything for “{}” here yet.": "此处还没有哪一夜为「{}」提出过增量。",
    "“{}” is not shown here.": "此处不显示「{}」。",
    "The commit {} that the night of {} began from is not in this clone.": "{1} 这一夜所据的提交 {0} 不在这个克隆中。",
    "Fetch it: git fetch": "请取回：git fetch",
    # wording
    "This increment only takes text away; there are no words to edit.": "这条增量只删去文字，没有可改的措辞。",
    "This increment makes {} edits, and the text does not keep their {} parts apart.": "这条增量有 {} 处改动，而文字没有把这 {} 部分分开。",
    "Leave the lines {} to {} as they are.": "请保留 {} 到 {} 这些行。",
    "The first line of a new section is its heading.": "新章节的第一行是它的标题。",
    "Begin it with `## `.": "请以 `## ` 开头。",
    "A row of a table is one line.": "表格的一行只占一行。",
    "Write it as `| … | … |`.": "请写成 `| … | … |`。",
    "A table begins with its head and a line `| --- | --- |`.": "表格以表头和一行 `| --- | --- |` 开始。",
    # branch
    "“{}” cannot be written: {}": "「{}」无法写入：{}",
    "The commit {} that the night of {} started from is not in this clone.": "{1} 这一夜所据的提交 {0} 不在这个克隆中。",
    "Fetch the branch that it was made from, then run this again: {}": "先取回它所据的分支，再运行一次：{}",
    "The branch “{}” was moved by somebody else while it was built.": "分支 {} 在重建时被别人移动了。",
    "Look at it, then run this again.": "请先查看，再运行一次。",
    "The branch “{}” holds a commit of {}: {} “{}”.": "分支 {} 上有 {} 的提交：{}「{}」。",
    "Merge it, or keep it under another name ({}); then run this again.": "请合并它，或另取一个名字（{}），再运行一次。",
    "The branch “{}” was moved to {} by a person; what was taken off it is not put back.": "分支 {} 被人移到 {}；从上面拿掉的不会放回去。",
    "Merge it as it is, or delete it to have it built anew: {}": "请照原样合并，或删除后重建：{}",
    "The branch “{}” is checked out in {}; it is not moved under your feet.": "分支 {} 正在 {} 检出，不会在您工作时移动它。",
    "Switch to another branch there ({}), then run this again.": "请在那里换到别的分支（{}），再运行一次。",
    "The branch “{}” was deleted here by a person; it is not made again.": "分支 {} 被人删除了，不会再建。",
    "To have it back: {}": "要恢复它：{}",
    "Another review of “{}” is being written, and does not end.": "「{}」的另一次审阅正在写入，一直没有结束。",
    "Wait for it or stop it, then run this again.": "请等它结束或停掉它，再运行一次。",
    # on the terminal
    "Nobody has told git who you are, and a decision needs a name.": "git 还不知道您是谁，而决定需要署名。",
    "Say it once (git config user.name, user.email), or with --as 'Name <email>'.": "请设置一次（git config user.name、user.email），或用 --as '姓名 <邮箱>'。",
    "No editor is set to edit the text in.": "没有设置用来改写的编辑器。",
    "Set EDITOR, or give the wording with --text or --file.": "请设置 EDITOR，或用 --text、--file 给出文字。",
    "Set EDITOR.": "请设置 EDITOR。",
    "The editor {} cannot be started: {}.": "编辑器 {} 无法启动：{}。",
    "The editor ended with code {}; nothing was changed.": "编辑器以代码 {} 结束；没有任何改动。",
    "What you decided is kept here, but not published: {}": "您的决定已保存在此处，但没有发布：{}",
    "redline review finish tries again.": "redline review finish 会再试。",
}
_PATTERNS = patterns(_SAID)


def said_in(language: Language, sentence: str) -> str:
    """A sentence of a review in a language; one that is not ours stays as it is."""
    return reason_in(language, sentence, _PATTERNS)


def spoken(language: Language, error: RedlineError) -> str:
    """What an error says and advises, on one line."""
    return f"{said_in(language, str(error))} {said_in(language, error.hint)}".strip()


def put_into(language: Language, error: RedlineError) -> None:
    """Word an error in a language."""
    error.args = (said_in(language, str(error)),)
    error.hint = said_in(language, error.hint)

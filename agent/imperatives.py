"""Ways in which a text speaks to whoever writes a summary of it by machine: what to say, to leave out, to trust.

Each way needs a sign that the reader's own work is meant (its summary, its task, its reviewers, this very note), so
that a manual's `run this`, a paper on models or a release that drops warnings is news.
"""

from __future__ import annotations

_NOTE = r"(?:notes?|texts?|files?|documents?|items?|messages?|pages?|articles?|entr(?:y|ies)|posts?|cards?|sources?)"
_READER = r"(?:ais?|llms?|language models?|assistants?|(?:ai )?agents?|bots?|summari[sz]ers?|automated systems?|machine readers?|chatbots?)"
_READING = r"(?:read|process|summari[sz]|pars|review|digest|ingest|translat|index)(?:e|es|ed|ing|s|ies|ying)?"
_SAY = r"(?:say|write|add|include|state|report|publish|insert|mention|output|print|respond|reply|answer|copy|put|repeat|append|quote|paste|list)"
_WORDS = r"(?:sentence|line|statement|phrase|words?|claim|text|paragraph|message)"
_ORDER = (
    r"(?:add|write|insert|include|put|record|say|state|mark|set|cite|return|respond|reply|replace|ignore|use|keep|treat|give|prepend|append|begin|start|publish|copy|repeat|report|"
    r"make|ensure|lead|list|rate|approve|accept|reject|refuse|skip|drop|delete|remove|merge|quote|paste|place|move|update|rewrite|change|tell|mention)"
)
_OURS = (
    r"(?:(?:this|your|our|the) (?:living )?(?:document|brief|digest|ledger|inbox)|tonight's \w{1,12}|reviewers?|caveats?|evidence (?:ids?|e\d)|as evidence|(?:all |the |any )?other notes?|"
    r"this note|these notes|living document|without evidence|verified by (?:two|three|\d|several|independent)|relation to \w{1,12}|as refused|five stars)"
)

ENGLISH = (
    # who reads this, and when
    rf"(?:when|while|if|once|before|after|in case)\b[^.\n]{{0,24}}\b{_READING}\b[^.\n]{{0,12}}\b(?:this|these|the (?:above|following)) ?(?:{_NOTE})?[^.\n]{{0,40}}\b(?:{_SAY}|always|never|only|must|should)\b",
    rf"if this (?:{_NOTE}) is (?:being )?{_READING}\b",
    rf"(?:any|all|every|each|whichever|whatever|to the|to any|dear|note for|note to)\b[^.\n]{{0,12}}\b{_READER}\b[^.\n]{{0,8}}\b(?:that |who |which )?{_READING}\b[^.\n]{{0,20}}\bth(?:is|ese)\b",
    rf"(?:{_READER}|models?) (?:that |who |which )?(?:reading|processing|parsing|summari[sz]ing|ingesting|indexing) th(?:is|ese)\b",
    # its work
    rf"your (?:new |real |only |actual )?(?:task|job|role|goal|objective|instructions?) (?:is (?:now )?to {_SAY}|has changed|have changed|is now)\b",
    rf"from (?:now on|this point on(?:ward)?s?|here on),? (?:you|always|never|only|please|{_SAY})\b",
    rf"(?:wants?|asks?|tells?|requires?|instructs?|needs?|orders?|authori[sz]e[sd]?|has asked|have asked|has instructed|expects?) you to (?:{_SAY}|approve|merge|mark|ignore|trust|skip|delete)\b",
    rf"you (?:are|have been|were) (?:now )?(?:required|asked|told|instructed|authori[sz]ed|ordered|expected|directed) to (?:{_SAY}|approve|merge|mark|ignore|trust|skip)\b",
    rf"(?:the following|this) {_WORDS}?[^.\n]{{0,40}}\band (?:{_SAY}) (?:it|this|them)\b",
    r"(?<![\w,)] )(?:please )?(?:change|set|rename|replace|overwrite|edit|rewrite) (?:the |this )?(?:title|headings?|branch|section(?: [\d.]{1,9})?|document)(?: of (?:the|this) (?:document|section|page))?"
    r"(?: name)? (?:to|with|as|by)\b",
    # what came before
    r"(?:ignore|disregard|forget|discard|drop|override)\b[^.\n]{0,12}\b(?:what (?:came|comes|was said|is written|stands) (?:before|above)|(?:all |any |the )?(?:prior|previous|earlier|preceding|above|foregoing) "
    r"(?:context|text|messages?|contents?|conversations?|requests?|notes?|sections?|guidance))\b",
    # doubts, reviewers, trust
    r"(?:do not|don't|never|please don't) (?:tell|inform|notify|alert|warn|show|ask) (?:it to )?(?:the |any |a )?(?:reviewers?|editors?|maintainers?|humans?|people|users?|anyone|anybody)\b",
    r"(?:do not|don't|never) (?:flag|mark|label|list|treat|show) (?:this|it|these)\b[^.\n]{0,24}\b(?:doubtful|suspicious|unverified|uncertain|questionable|disputed|unconfirmed|caveats?|as)\b",
    r"(?<![\w,)] )(?:please )?(?:remove|drop|strip|delete|omit|clear|lift|skip) (?:all |any |the |every )?(?:caveats?|doubts?|disclaimers?|hedges?)\b",
    r"(?:set|raise|rate|give|assign|mark|bump)\b[^.\n]{0,12}\b(?:this|the) (?:notes?|increments?|claims?|items?|entr(?:y|ies)|sources?|credibility|priority)\b[^.\n]{0,30}"
    r"\b(?:credibility|priority|confidence|five stars|[45]\s?/\s?5|stars?|highest|top|maximum)\b",
    # obey, pretend, forget
    rf"you (?:must|have to|will(?: now)?|shall|need to|are to) (?:now )?(?:obey|comply|{_SAY}) ?(?:me|with (?:me|this|it)|this|these|the following|only|that|:)",
    r"you must comply\b|you have no (?:restrictions|limits|limitations|rules|filters|guidelines)\b",
    r"(?:obey|comply with) (?:me|this|these|my|the (?:next|following|line|note))\b",
    r"(?:pretend|assume|suppose|act as though|act as if)(?: that)? (?:the (?:evidence|sources?|reviewers?|editors?|notes?|facts?|checks?)|it (?:is|was|has been) (?:verified|proved|proven|approved|checked))\b",
    r"forget (?:what|everything|all|anything)(?: that)? (?:you|above|before)\b|(?:reset|clear|wipe|erase) your (?:context|memory|instructions?|history)\b",
    # wording to take over
    r"(?:imperative|essential|crucial|mandatory|required|vital) that (?:the|your) (?:updated |living |final )?(?:document|summary|digest|section|update|brief)\b",
    # whom it speaks to
    r"(?:as )?per (?:the |our |a )?(?:maintainers?'?s?|editors?'?s?|admins?'?s?|administrators?'?s?|new|updated|revised) (?:instructions?|polic(?:y|ies)|orders?|directives?)\b[, ]{1,2}(?:insert|add|write|include|summar|the (?:document|summary))",
    r"(?:nothing|everything) else in (?:this|the) note (?:matters|counts|is)\b|skip (?:this note's|the note's|the rest of (?:this|the) note)\b|(?:only keep|keep only)(?: this| the following)?[ \t]?:",
    # the machinery
    r"(?<![\w,)] )(?:push|commit|merge|force-push) (?:it |this |directly |straight ){0,2}(?:to|into) (?:the )?main\b|(?<![\w,)] )close (?:all|every)(?: other)? (?:pull|merge) requests?\b",
    r"add me as (?:a |an |the )?(?:maintainer|admin|owner|editor|reviewer|collaborator)\b|(?<![\w,)] )(?:open|create) (?:a )?(?:new )?branch (?:named|called)\b[^.\n]{0,20}\band\b",
    r"(?:print|send|show|dump|reveal|post)\b[^.\n]{0,20}\.env\b",
    # asked in somebody's name, under a pretext, by rank
    rf"your (?:developers?|creators?|operators?|owners?|makers?|bosses|boss) (?:ask|asks|want|wants|request|requests|require|requires|demand|demands|expect|expects|need|needs)\b[^.\n]{{0,12}}\b(?:that you|you to|{_SAY})\b",
    r"(?:repeat|say|speak|write) (?:it |this )?after me\b|say it (?:loud|again)\b",
    rf"(?:for|as a|as part of a) (?:test(?:ing)?|debugging|demo|pipeline test|sanity check)(?: purposes| reasons| of (?:the|this|your) \w{{1,20}})?,? (?:please |just )?(?:{_SAY})\b",
    rf"(?:enter|in|into|switch to|activate|enable|start) (?:debug|maintenance|developer|god|admin|test|unrestricted|root|sudo) mode\b[^.\n]{{0,12}}\b(?:{_SAY})\b",
    r"(?:your|the|all|these|those|current|existing|previous|old) (?:instructions?|guidelines|rules|polic(?:y|ies)|safeguards|safety rules)\b[^.\n]{0,20}\b(?:no longer appl(?:y|ies)|are (?:superseded|overridden|void|suspended|lifted|cancelled)|do not apply)\b",
    r"(?:confidential|secret|private|special|urgent|important|hidden) (?:instructions?|messages?|notes?|requests?|orders?|directives?) (?:for|to) (?:the |our |your )?(?:\w{1,16} ){0,2}(?:agents?|bots?|assistants?|models?|editors?|curators?|writers?)\b",
    rf"(?:don't|do not|no need to|never|without) (?:verify|verifying|check|checking|question|questioning|doubt|doubting|review|reviewing)(?: it| this| them)?[, ]{{1,2}}(?:just |simply |and |but ){{0,2}}(?:trust|believe|accept|{_SAY})\b",
    rf"override and (?:record|{_SAY})\b|(?:ignore|disregard|skip|drop) the (?:rest|others?|remainder)\b(?: of (?:this|the) {_NOTE})?[ \t]?[.,:;]",
    r"belongs? (?:in|at|on) the (?:first|top|opening|very first) (?:line|place|sentence|paragraph)\b|(?:reviewers?|editors?|maintainers?|curators?) (?:forgot|failed|neglected|omitted) to (?:add|include|write|mention|insert|record)\b",
    # what else it may be told of its own work
    rf"(?<![\w,)] )(?:(?:please|kindly|and|then|also|now|always) ){{0,2}}{_ORDER}\b[^.\n]{{0,60}}\b{_OURS}\b",
    r"(?:hereby|as an? (?:authori[sz]ed |official )?(?:administrator|admin|maintainer|owner|operator|developer))\b[^.\n]{0,30}\b(?:instruct|order|command|authori[sz]e|direct|permit|tell)\w{0,3} (?:you|the)\b",
    r"you\b[^.\n]{0,20}\b(?:have|are given|are granted) (?:the )?(?:permission|authority|right|authori[sz]ation) to\b",
    r"(?<![\w,)] )(?:please )?(?:return|output|respond with|reply with|answer with|say|write) (?:only |just |exactly )?(?:the following|this|these|in json with|a single) ?\w{0,12}[ \t]?:|respond in json with\b",
    r"if (?:anyone |you are |you're |someone )?ask(?:s|ed),? (?:please )?(?:say|tell|answer|reply|claim)\b|(?:dear|hello|hey|note to|notice to),? (?:llms?|summari[sz]ers?|curators?|language models?)\b|(?<!-)attention,? (?:summari[sz]ers?|curators?)\b",
    r"(?:safety|security|prior|previous|all) (?:rules|safety rules|checks|restrictions|limits)\b[^.\n]{0,12}\b(?:are|have been|were) (?:now )?(?:lifted|removed|suspended|waived|disabled|off)\b|whatever it takes\b[^.\n]{0,40}\b(?:document|section|summary|brief)\b",
    r"evidence (?:ids?|numbers?) (?:for|of) (?:the|this) (?:next|following|sentence|claim)\b|cite e\d\b",
    # forged frames
    r"(?:begin|start|end) (?:of )?(?:system )?prompt\b",
    r"(?:execute|run) the following (?:commands?|code|script|tool)\b[^.\n]{0,40}\b(?:then|and|before|after)\b|\bcall the (?:function|tool)\b|\buse the (?:tool|shell)\b",
)
"""Each begins with a word."""
LINES = (
    r"[ \t>#*_\-]{0,8}(?:model|ai|llm|bot|agent|assistant|redline|editor|curator)[ \t]?[:,][ \t]?(?:ignore|disregard|forget|skip|trust|note that you|remember)\b",
    r"[ \t>#*_\-]{0,8}(?:hello|hi|hey|dear),? (?:redline|editor|curator)\b|[ \t>#*_\-]{0,8}redline ?(?:你好|您好|,|，)",
    r"[ \t>#*_\-]{0,8}(?:system|admin|security|policy|moderator) (?:notice|note|override|alert|directive|order|command|bulletin)\b[^.\n]{0,24}:",
    rf"[ \t>#*_\-]{{0,8}}{_READER}: ?(?:please )?{_SAY}\b",
    r"[ \t>*_]{0,8}#{1,6}[ \t]{0,3}(?:instructions?|response|system|assistant|human|user|prompt)[ \t]{0,2}:",
    r"[ \t>#*_\-]{0,8}(?:assistant|system|model|ai|developer)(?:'s)? (?:response|output|reply|answer|turn)[ \t*_]{0,4}:",
    rf"[ \t>#*_\-]{{0,8}}(?:user|human|operator|admin|owner)[ \t*_]{{0,4}}:[ \t*_]{{0,4}}(?:please |now )?{_SAY}\b",
    r"[ \t>#*_\-]{0,8}(?:override|instructions? override|admin override|system override)[ \t*_]{0,4}:",
)
"""Each begins a line."""
FRAMES = (
    r"</?(?:system|instructions?|prompt|assistant|human|tool_call|function_call|im_start|im_end|ai|llm|agent|bot|admin|系统|指令|提示词?)>",
    r"<\|(?:system|assistant|user|im_start|im_end|endoftext)\|>",
    r"\[/?(?:instructions?|system|prompt|sys|assistant)\]",
    r"[【\[]\w{0,6}(?:指令|命令|提示词?)[】\]]",
    r"\b(?:user|human)[ \t]?:[^\n]{1,300}?\bassistant[ \t]?:",
    r"\"role\"[ \t]?:[ \t]?\"(?:system|assistant|developer)\"",
    r"(?://|#|/\*|<!--)[ \t]?(?:ai|llm|assistant|redline)[ \t]?:",
    r"\b(?:begin|start|enter)(?:ing)? (?:\w{2,12} )?(?:session|override)\b",
)
"""Marks of the formats in which models are spoken to."""
_DO_ZH = r"(?:写|输出|包含|加入|加上|写明|写入|提到|提及|说|收录|列入|列为|回答|回复|报告|照抄|照录|标|采纳|纳入|注明|发布)"
_MUST_ZH = r"(?:务必|请|应当?|须|必须|只|需要?|要|都|一律|得)"
_HERE_ZH = r"(?:本|此|该|这(?:篇|份|条|个|段)?)(?:文件|文档|文|笔记|条目|条|内容|材料|篇|段|卡片)"

CHINESE = (
    rf"(?:总结|概括|摘要|处理|阅读|读到|解析|审阅|审核|翻译|整理|转述|引用|汇总){_HERE_ZH}(?:时|后|之后|的时候)?[^。\n]{{0,6}}{_MUST_ZH}[^。\n]{{0,8}}{_DO_ZH}",
    r"你的(?:新|真正的?|唯一的?)?(?:任务|职责|目标|工作)(?:已|现已|现在)?(?:更改|变更|改变|改为|变为|是写|是把|是输出|是说|是将)",
    r"(?:从现在起|从此刻起|即刻起|从这里开始|自此)[^。\n]{0,6}(?:你|回答|回复|只|请|输出|写|说|不要|一律)",
    r"以(?:下面|以下|下列)(?:这)?(?:句话?|段话?|内容|文字)(?:作为)?(?:开头|开场|结尾|标题)",
    rf"(?:你(?:需要|必须|应当|务必|得)|(?:要求|命令|授权|指示|吩咐|希望|需要)你)(?:加入|写|输出|收录|发布|合并|批准|报告|标|采纳|列入|{_DO_ZH})",
    r"(?:忽略|无视|忘记|忘掉|不要理会|不理会|别管|不要管|抛开|请勿理会|丢弃)(?!了)[^。\n]{0,6}(?:上文|前文|以上(?:内容|文字|所有|一切)|前面的?(?:内容|话|文字|要求)|之前的?(?:内容|要求|对话|上下文|说明)|先前的?(?:内容|要求|对话)|上下文|此前的?(?:内容|要求))",
    r"(?:上述|以上|之前|此前|先前|前面)的?(?:所有|全部)?(?:规则|要求|指令|指示|约束|限制|设定|规定)(?:全部|一律|均|都|现已|已)?(?:作废|取消|失效|无效|撤销|不算|不再有效)",
    r"(?:去掉|删去|删除|移除|取消|省略|清除|抹掉|不要(?:加|写|带|标)?|不加|无需|不必|不用|别(?:加|写|标))(?:所有|全部|任何|一切)?的?(?:待核实|存疑|疑点|免责声明|警示语)",
    r"(?:列为|视为|当作|作为|标为|认定为|当成|看作|记为)(?:已(?:被)?(?:证实|核实|确认|验证)|既定事实|公认事实|事实真相|确凿事实|权威结论)|(?:以下|下面|下列)(?:内容)?为(?:既定|公认|确凿)?事实",
    r"(?:把|将|请给|给)(?:本|此|该|这)?(?:条|篇|文|增量|笔记|来源)?的?(?:可信度|优先级|评级|星级|置信度)[^。\n]{0,4}(?:设|调|提|标|评|定|改|给|置|打)|(?:给|将|把)(?:本|此|该|这)条[^。\n]{0,4}(?:最高|五星|满分|5\s?星)",
    r"(?:^|[,，。;；:：!！])\s?(?:请)?(?:把|将)(?:文档|本文|全文|本节|章节)?的?(?:标题|分支|小标题|章节名)(?:名)?(?:改|设|换|定)[为成名]",
    r"[【\[<〈「『(（](?:系统)?(?:指令|指示|提示词|命令|提示)[】\]>〉」』)）]",
    r"^[ \t>#*_\-]{0,8}(?:用户|人类|管理员|开发者|开发团队|运营者|主人)(?:的)?(?:命令|指令|要求|消息|指示)?[ \t*_]{0,4}[:：][ \t*_]{0,4}(?:现在)?(?:请(?:你)?(?:写|加|把|将|务必|输出|收录|添加|追加|在)|写[入上下明]|加[入上]|务必|输出|收录|添加|追加)",
    r"^[ \t>#*_\-]{0,8}(?:管理员|开发者|系统|主编|最高)(?:命令|指令|指示)[ \t*_]{0,4}[:：]",
    r"(?:作为|身为)(?:一名|一个)?(?:审核|编辑|总结|审阅|翻译|写作)?(?:智能体|助手|AI|模型|编辑|审阅者)[,，]?\s?你",
    r"把分支(?:改名|重命名)|(?:调用|使用)(?:工具|函数)\s?\w{1,20}[。,，]|执行(?:以下|下列|下面的?)(?:命令|指令|脚本|代码)[^。\n]{0,30}(?:然后|再|并)",
    r"你(?:现在)?(?:必须|只能|应当|需要|要|得)(?:无条件)?(?:服从|听从|照做|遵从|照办)|请?(?:服从|听从|遵从)(?:我|下一|以下|下面|这)|你(?:现在)?没有(?:任何|一切)?(?:限制|约束|规则)",
    r"(?:假装|就当|权当|只当|姑且认为)(?:证据|来源|审阅者|编辑|笔记|事实|已经?|核查|校验|资料)",
    r"(?:忘掉|忘记|清空|重置)(?:你(?:所)?(?:知道|记得|学过|学到)的|你的(?:记忆|上下文|设定|知识))",
    r"(?:本|此|该|这)(?:条|篇|文|笔记)的?(?:正确|标准|官方|唯一)的?(?:摘要|总结|结论|写法|表述)(?:是|为|[:：])",
    r"(?:只|仅)保留(?:这|以下|下面|本)(?:一)?(?:句|条|段|行)|(?:本文|本条|笔记)?(?:其余|其他|别的)(?:内容|部分|文字)(?:都|均|一概|全部)?(?:不重要|无关|不用管|忽略|不必理会)",
    r"(?:直接|立即|马上)推送到主分支|关闭(?:其他|所有|全部){1,2}的?(?:合并请求|拉取请求|PR)|把我(?:加为|设为|列为|添加为)(?:维护者|管理员|审阅者|编辑)|(?:新建|创建)分支[^。\n]{0,12}(?:写入|并写|推送)",
    r"^[ \t>#*_\-]{0,8}(?:系统|管理员|安全|主编|编辑部)(?:公告|备注|通告|指令)[:：]|根据(?:新|最新|编辑部)的?(?:政策|规定|策略|要求)[,，]?(?:摘要|总结|文档|正文|更新)",
    r"(?:起草|撰写|编辑|整理|维护)(?:今晚|今天|本次|这次|本夜|当晚)的?(?:更新|摘要|文档|简报|活文档)的?(?:那位|人|编辑|同学|你)",
    r"(?:须|应当?|要|必须)(?:原文|全文|逐字|原样|一字不改地?)(?:收录|写入|采用|照录|保留|采纳)|(?:跟|随)我(?:念|读|说|写)|照我说的(?:写|做)",
    r"(?:进入|切换到|切到|开启|启用)(?:调试|维护|开发者?|上帝|管理员?|测试|无限制|越狱)模式[^。\n]{0,6}(?:输出|写|加|说)",
    r"(?:出于|为了)(?:测试|调试|演示)(?:目的|需要)?[,，]?(?:请)?(?:加入|写|输出|插入|收录)|作为(?:流程|系统|管线)?测试[,，]?(?:请)?(?:加入|写|输出|插入)",
    r"(?:优先于|高于|取代|覆盖|凌驾于?)你的?(?:所有|全部|一切)?的?(?:指令|规则|设定|准则|提示词)|(?:原有|旧的?|现有|之前的?|你的)的?(?:准则|规则|指令|规定|限制)(?:不再适用|停用|暂停|解除)",
    r"给[^。\n]{0,8}(?:智能体|助手|机器人|模型|编辑)的(?:保密|秘密|特别|紧急|重要|专属)?(?:指令|任务|要求|命令)",
    r"(?:不用|不必|无需|别|不要)(?:核对|核实|验证|检查|查证|怀疑)[,，]?(?:直接|只管|尽管|请)?(?:相信|信任|采用|写|收录|照写)",
    r"你的(?:开发者|创造者|主人|运营者|老板|上级|管理员)们?(?:要求|希望|命令|让|需要)|(?:审阅者|编辑|审稿人|管理员)[^。\n]{0,6}(?:忘了|漏了|忘记|遗漏)(?:加|写|收录|添加|补)",
    r"(?:第一行|首行|第一句|开头一句)(?:请)?(?:写|放|用|改成)|编辑们?(?:请)?注意[,，:：]|(?:把|将)(?:下面|以下|这)(?:些)?(?:内容|句话?|段话?|文字)[^。\n]{0,4}(?:转发|复制|抄|粘贴|录)[到入进]",
    r"(?:总结者|摘要者|编者|机器读者|大模型|智能体|助手)们?(?:请)?注意[,，:：]|亲爱的(?:大?模型|AI|助手|智能体|编辑|机器)",
    r"(?:本人|我)(?:以|作为)[^。\n]{0,8}(?:身份|管理员|维护者|主编)[^。\n]{0,6}(?:命令|要求|授权|指示|通知)|你(?:已)?(?:被|获|得到)(?:授权|准许|许可|允许)",
    r"(?:把|将)(?:文档|正文|全文|活文档)(?:中|里)(?:所有|全部|的)?[^。\n]{0,20}(?:换成|替换|改为|改成|删)|(?:把|将)(?:其他|其余|别的|所有)(?:笔记|条目|来源)[^。\n]{0,6}(?:标为|列为|判为|当作|全部)",
    r"(?:如(?:果)?有人|若有人)问(?:起|到)?[,，]?(?:就|请)?(?:说|答|回答)|只(?:返回|输出|回复|写)(?:以下|下面|这)|请以\s?(?:JSON|表格|列表)(?:格式)?(?:返回|输出|回答)",
    r"关系(?:请)?(?:填|写|设|标)[^。\n]{0,12}(?:supersedes|new|extends|取代|新增)|证据(?:编号|序号|id)[^。\n]{0,6}(?:为|是|填)",
    r"(?:请|务必)?在(?:文档|简报|摘要|正文|活文档)(?:前|开头|最前|末尾)(?:面)?(?:请)?(?:加上?|写|放|插)",
)
SIGNS = (
    r"\b(?:you|your|yours|this|these|that|it|me|my|following|next|before|above|rest|reviewers?|editors?|maintainers?|curators?|writers?|humans?|users?|people|caveats?|doubts?|disclaimers?|hedges?|"
    r"documents?|digests?|summar\w{1,6}|sections?|briefs?|updates?|notes?|title|headings?|branch|main|requests?|llms?|ais?|bots?|agents?|assistants?|models?|evidence|facts?|truth|authoritative|canonical|"
    r"gospel|given|credibility|priority|confidence|rating|only|nothing|exactly|just|simply|anything|everything|mode|rules|instructions?|guidelines|orders|requirements|polic\w{1,4}|safeguards|"
    r"prompt|overrid\w{1,3}|trust|verif\w{1,7}|tools?|function|shell|json|env|test\w{0,4}|debug\w{0,4}|demo|verbatim|unchanged|redline|again|permission|hereby|system|response|human|user|operator|admin|"
    r"owner|moderator|security|now|first|accept|believe|say|include|report|wording|phrasing|text|context|task|relation)\b|[<\[]"
)
"""Words of which each of the English ways has one: a text without any is not looked through for them."""

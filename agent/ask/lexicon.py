"""Words of questions and of the field in Chinese and English, one line a concept: what may stand for what.

The first column marks words that only say of what sort the answer is (`which company`): a passage that answers
need not hold them. Metrics come from `agent.consistency.lexicon` and are not repeated here.
"""

from __future__ import annotations

from functools import cache

from agent.consistency.lexicon import METRICS

_CONCEPTS = """
* company|companies|vendor|firm|公司|厂商|企业
* team|group|organization|organisation|org|团队|组织|机构
* people|person|someone|anyone|人员|开发者
* project|projects|项目
* tool|tools|工具
* thing|things|item|items|东西|事情|条目|内容
* number|figure|value|amount|count|数字|数值|数量|数目|取值|个数
* source|sources|note|notes|来源|笔记|资料|材料
* article|post|blog|blog post|文章|博客|博文|帖子
* paper|papers|work|论文|工作|文献
* section|chapter|part|章节|小节|部分
* table|row|column|表格|表中|表里|一行|一列
* engine|engines|引擎
* framework|frameworks|框架
* system|systems|系统
* method|approach|technique|way|方法|方式|方案|手段|做法|技术
* reason|reasons|cause|原因|理由
* result|results|outcome|结果|结论
* kind|type|sort|category|种类|类型|类别
* name|names|called|named|名字|名称|叫做
* purpose|goal|aim|objective|目的|目标
* example|examples|例子|示例
* difference|differences|区别|差别|不同
* document|documents|文档
* model|models|模型
* data|数据
* date|day|days|日期
* time|times|时间
* percentage|percent|share|proportion|fraction|ratio|百分比|百分之|占比|比例|份额
* times|fold|倍数|倍率
* option|choice|选项|选择
* state|status|condition|状态|状况
* score|scores|scored|得分|分数|评分
* millisecond|milliseconds|ms|毫秒
* second|seconds|秒
* minute|minutes|分钟
* id|identifier|编号|号码|标识
* process|过程|流程
* divided|consists|分为|组成
* run|runs|running|ran|运行|跑
* land|lands|landed|work|works|worked|go|goes|went|set|sets|stand|stands|show|shows|shown|display|显示
* together|一起|共同
* measurement|measurements|测量
* benchmark|benchmarks|benchmarking|基准|基准测试|评测|跑分|测评|横评
* level|levels|水平|程度
* position|place|排名|名次|位次|位置
* move|moves|moved|bring|brings|brought|wrote|write|writes|written|撰写
* carry|carries|hold|holds|keep|keeps|give|gives|given|make|makes
* theoretical|theoretically|理论|理论上
* current|currently|now|目前|现在|当前
* feature|features|特性|特点
* version|versions|版本|版本号
* release|released|releases|launch|launched|publish|published|ship|shipped|发布|上线|推出|问世|发表
* official|官方
* user|users|用户
* task|tasks|任务
* test|tests|tested|testing|experiment|experiments|measured|测试|实测|实验|测得
* setting|settings|setup|configuration|config|配置|设置|环境|设定
* step|steps|stage|phase|阶段|步骤
* application|scenario|scenarios|use case|use cases|场景|应用|用途
* recommend|recommended|recommends|recommendation|suggest|suggested|advise|推荐|建议
* reach|reaches|reached|achieve|achieves|achieved|attain|达到|实现|取得
* report|reported|reports|mention|mentioned|mentions|state|stated|报告|提到|提及|指出|声称|报道
* describe|described|explain|描述|说明|介绍|解释
* support|supports|supported|支持|适配
* provide|provides|offer|offers|提供
* increase|increases|increased|improve|improves|improved|improvement|gain|gains|boost|rise|提升|提高|增加|增长|改善|增益|收益
* reduce|reduces|reduced|reduction|decrease|decreases|decreased|drop|drops|dropped|lower|lowered|cut|降低|减少|下降|缩短|降至|降到|节省|缩减
* use|used|uses|using|rely|relies|adopt|adopts|采用|使用|利用|用了|用的|依赖
* need|needs|needed|require|requires|required|requirement|需要|要求|必须|所需
* begin|start|started|开始|启动
* contain|contains|include|includes|included|consist|comprise|包含|包括|含有|组成
* compare|compared|comparison|versus|对比|比较|相比
* happen|happens|occurs|occur|发生|出现
* total|overall|总共|一共|共计|总计|总数
* best|优先|最好|最佳
* problem|problems|issue|issues|问题
* size|large|big|大小|规模|多大
* count|quantity|多少个
* link|url|address|链接|网址|地址
* stand for|stands for|short for|meaning|全称|含义|代表
* fast|faster|quick|quicker|speed|speedup|速度|快多少|更快|加速
* slow|slower|变慢|更慢
* long|length|长度|多长
* often|frequency|频率
* max|maximum|upper limit|limit|最大|上限|最多|最高
* min|minimum|lower limit|最小|下限|最少|最低
* average|mean|avg|平均|均值
- default|defaults|默认|缺省
- data type|dtype|数据类型
- create|created|creates|creation|创建|建立
- author|authors|作者
- licence|license|licensed|licensing|许可|许可证|协议|开源协议|授权
- open source|open-source|open-sourced|opensource|open weights|open weight|开源|开放权重
- price|prices|pricing|priced|fee|cost|costs|价格|定价|售价|单价|费用|成本
- latency|delay|延迟|时延
- throughput|吞吐|吞吐量|吞吐率
- accuracy|precision score|准确率|精度|准确度|正确率
- memory|vram|gpu memory|显存|内存|存储占用
- bandwidth|带宽
- concurrency|concurrent|concurrent requests|并发|并发数|并发请求
- batch|batch size|批|批次|批大小|批量|批处理
- sequence|sequences|序列
- token|tokens|词元
- prompt|prompts|提示|提示词
- context|context window|context length|上下文|上下文长度|上下文窗口
- window|窗口
- cache|caching|cached|缓存
- prefix|前缀
- prefix caching|prefix cache|前缀缓存
- prefix sharing|shared prefix|prefix reuse|前缀共享|共享前缀|前缀复用
- reuse|reused|复用|重用
- hit|hits|命中
- hit rate|cache hit|命中率
- offload|offloading|offloaded|卸载
- tier|tiers|plan|plans|档|档位|套餐
- tiered|layered|hierarchical|分层|分级|层级
- layer|layers|layerwise|层|逐层
- attention|注意力
- kernel|kernels|内核|算子|核函数
- operator|operators|算子
- fusion|fuse|fused|融合
- scheduler|scheduling|schedule|schedulers|调度|调度器|排程
- overhead|开销
- bottleneck|bottlenecks|瓶颈
- quantization|quantisation|quantized|quantised|quantize|量化
- compression|compressed|compress|压缩
- pruning|prune|pruned|剪枝
- distillation|distill|distilled|蒸馏
- sparse|sparsity|稀疏|稀疏性
- dense|稠密
- expert|experts|专家
- mixture of experts|moe|混合专家
- expert parallelism|expert parallel|专家并行
- tensor parallelism|tensor parallel|张量并行
- pipeline parallelism|pipeline parallel|流水线并行
- data parallelism|data parallel|数据并行
- parallelism|parallel|parallelized|并行
- pipeline|流水线
- distributed|分布式
- node|nodes|节点
- cluster|clusters|集群
- network|networking|网络
- interconnect|互联|互连
- deploy|deployed|deployment|deployments|部署
- production|生产|生产环境|线上
- serving|serve|served|服务|推理服务
- inference|推理
- reasoning|推理|思考
- training|train|trained|训练
- pretraining|pre-training|pretrained|预训练
- post-training|后训练
- fine-tuning|fine-tune|finetune|finetuning|fine-tuned|微调
- reinforcement learning|rl|强化学习
- training-free|without training|no training|无需训练|免训练|不需要训练
- speculative decoding|speculation|speculative|投机采样|投机解码|推测解码|投机
- draft model|draft|drafter|草稿模型|草稿|起草
- verify|verification|verified|verifier|验证|校验|核实
- acceptance|accept|accepted|accepts|acceptance rate|acceptance length|接受|接受率|接受长度
- decode|decoding|decoder|解码
- prefill|预填充
- disaggregated|disaggregation|disaggregate|separated|分离|分离式|解耦
- prefill decode disaggregation|pd disaggregation|pd separation|prefill decode separation|pd 分离|pd分离
- chunked prefill|分块预填充|chunked
- continuous batching|连续批处理|持续批处理
- paged|paging|page|pages|分页|页
- block|blocks|块
- graph|graphs|图
- compile|compiled|compilation|compiler|编译|编译器
- parameter|parameters|params|参数|参数量
- activated parameters|active parameters|activated|active|激活参数|激活|活跃
- weight|weights|权重
- gradient|gradients|梯度
- loss|损失
- embedding|embeddings|嵌入|向量
- vector|vectors|向量
- vector database|vector db|vector store|向量数据库|向量库
- retrieval|retrieve|retrieved|检索
- recommendation|recommender|推荐
- search|searching|搜索|检索
- ranking|rank|ranks|ranked|排名|排序
- agent|agents|agentic|智能体|代理
- tool call|tool calls|tool calling|tool use|function calling|工具调用|函数调用
- multi-agent|multi agent|多智能体
- multimodal|multi-modal|多模态
- vision|visual|视觉
- image|images|picture|图像|图片
- video|videos|视频
- caption|captions|captioning|subtitle|字幕
- audio|voice|音频|语音
- speech|voice|语音|说话
- text-to-speech|tts|语音合成
- real-time|realtime|实时
- streaming|stream|流式
- edge|端侧|边缘
- cloud|云|云端
- chip|chips|芯片
- hardware|硬件
- gpu|gpus|graphics card|显卡
- cpu|cpus|处理器
- card|cards|卡
- server|servers|服务器
- client|clients|客户端
- machine|machines|机器
- memory bandwidth|显存带宽|内存带宽
- utilization|utilisation|usage|utilization rate|利用率|使用率
- waste|wasted|wastes|浪费
- fragmentation|碎片|碎片化
- fault|faults|failure|failures|fail|fails|failed|故障|失败|出错
- fault tolerance|fault-tolerant|容错|故障容忍
- cascading|cascade|级联
- crash|crashes|crashed|崩溃|宕机
- error|errors|错误|误差|报错
- bug|bugs|缺陷|漏洞
- fix|fixed|fixes|修复|修正
- debug|debugging|调试
- vulnerability|vulnerabilities|security hole|漏洞
- security|secure|safety|安全
- attack|attacks|攻击
- privacy|隐私
- risk|risks|风险
- sandbox|sandboxed|沙盒|沙箱
- environment variable|environment variables|环境变量
- command|commands|命令|指令
- flag|flags|argument|arguments|parameter|option|参数|选项
- script|scripts|脚本
- code|代码
- file|files|文件
- path|paths|directory|folder|路径|目录
- port|ports|端口
- request|requests|请求
- response|responses|响应|回复
- output|outputs|输出
- input|inputs|输入
- queue|queues|queueing|queued|队列|排队
- thread|threads|线程
- process|processes|进程
- operating system|os|操作系统
- driver|drivers|驱动
- temperature|温度
- power|watt|watts|功耗|功率|能耗
- energy|能源|能量
- clock|frequency|频率|主频
- architecture|architectures|架构|体系结构
- component|components|module|modules|组件|模块
- plane|planes|平面
- design|designed|设计
- interface|api|apis|接口
- protocol|protocols|协议
- library|libraries|库
- plugin|plugins|插件
- dependency|dependencies|依赖
- install|installed|installation|installs|安装|安装量
- download|downloads|downloaded|下载|下载量
- commit|commits|提交
- contributor|contributors|贡献者
- maintenance mode|维护模式
- maintain|maintained|maintenance|维护
- deprecated|deprecate|废弃|弃用
- migrate|migrated|migration|transfer|migrates|迁移
- compatible|compatibility|compatible with|兼容|兼容性
- governance|govern|governed|治理
- community|社区
- foundation|基金会
- star|stars|星|星标|星数
- funding|raised|investment|financing|融资|投资
- valuation|估值
- revenue|income|营收|收入
- acquire|acquired|acquisition|收购
- partner|partnership|cooperation|合作
- customer|customers|客户
- subscription|订阅
- free|免费
- paid|付费
- employee|employees|staff|员工
- ceo|首席执行官
- founder|founded|创始人|创立|成立
- government|政府
- policy|policies|政策|策略
- law|法律|法规
- country|国家
- china|chinese|中国|中文|国产
- american|america|united states|美国
- english|英文|英语
- language|languages|语言
- dataset|datasets|data set|数据集
- corpus|语料
- sample|samples|样本|采样
- sampling|采样
- label|labels|标签|标注
- metric|metrics|指标
- evaluation|evaluate|evaluated|eval|评估|评测
- workload|workloads|负载|工作负载
- general workload|general workloads|general|通用负载|通用
- traffic|流量
- session|sessions|会话
- turn|turns|轮|轮次|对话轮
- multi-turn|multi-turn conversation|多轮|多轮对话
- conversation|dialogue|chat|对话|聊天
- instruction|instructions|指令
- memory system|agent memory|记忆
- persistent|persistence|持久|持久化
- decision|decisions|决策|判断
- classification|classify|classified|分类
- routing|route|router|routes|路由
- intent|意图
- schema|模式|结构定义
- structured|结构化
- probability|probabilities|概率
- calibrated|calibration|校准
- autoregressive|自回归
- non-autoregressive|非自回归
- forward pass|forward|前向|前向传播
- backward|反向|反向传播
- diffusion|扩散
- transformer|变换器
- convergence|converge|converged|收敛
- stability|stable|稳定|稳定性
- precision|数值精度|精度
- floating point|float|浮点
- integer|整数
- channel|channels|通道
- group size|group|分组|组
- outlier|outliers|离群值|异常值
- smooth|smoothing|平滑
- rotation|rotate|旋转
- activation|activations|激活|激活值
- head|heads|头
- matrix|matrices|矩阵
- multiplication|乘法
- memory access|访存
- register|registers|寄存器
- shared memory|共享内存
- shared|share|sharing|共享
- bank|存储体
- warp|线程束
- synchronization|sync|synchronous|同步
- asynchronous|async|异步
- overlap|overlapping|overlapped|重叠|掩盖
- communication|通信
- copy|copies|拷贝|复制
- transfer|transferred|传输|传送
- load|loading|loaded|加载|装载
- startup|start-up|cold start|冷启动|启动
- warmup|warm-up|预热
- checkpoint|checkpoints|检查点
- convert|conversion|converted|转换
- merge|merged|merging|合并
- split|splits|splitting|拆分|切分
- resource|resources|资源
- list|列表|清单
- standard|标准
- survey|surveys|review|综述|调研
- tutorial|教程
- taxonomy|classification framework|分类框架
- bound|bounds|界|下界|上界
- optimization|optimisation|optimize|optimized|optimise|optimizations|优化
- performance|性能
- efficiency|efficient|效率|高效
- quality|质量
- advantage|advantages|lead|优势|领先
- limitation|limitations|drawback|drawbacks|disadvantage|局限|缺点|不足|限制
- gap|差距
- trade-off|tradeoff|权衡|取舍
- algorithm|algorithms|算法
- strategy|strategies|策略
- heuristic|启发式
- threshold|thresholds|阈值
- ratio|比例|比率
- budget|预算
- roadmap|路线图
- future|未来|计划|规划
- conference|会议|大会
- journal|期刊
- lab|laboratory|实验室
- university|college|大学|高校
- research|researcher|researchers|研究|研究者|研究人员
- student|students|学生
- job|position|岗位|职位
- news|新闻
- weekly report|weekly reports|周报
- daily report|daily digest|日报|早报
- monthly report|月报
- track|tracks|赛道
- drafted token|draft token|draft tokens|草稿 token|草稿token
- subject|topic|theme|主题|主轴|题目
- title|titled|headline|标题
- field|domain|领域
- medical|medicine|health|医疗|医学|健康
- legal|法律
- finance|financial|金融
- education|教育
- game|games|gaming|游戏
- robot|robots|robotics|机器人
- browser|浏览器
- phone|mobile|手机|移动端
- desktop|桌面
- app|apps|应用|应用程序
- keyboard|键盘
- mode|modes|模式
- account|accounts|账号|账户
- password|passwords|密码
- key|keys|密钥|键
- limit|limits|quota|limited|限额|额度|限制|上限
- speed|tokens per second|生成速度|速度
- hour|hours|小时
- week|weekly|per week|每周|一周|周
- month|monthly|per month|每月|月
- year|yearly|每年|年
- daily|per day|每天|每日
- million|百万
- billion|十亿
- vocabulary|vocab|词表
- tokenizer|tokenization|分词|分词器
- hidden size|hidden dimension|隐藏维度|隐层
- dimension|dimensions|维度|维
- recurrent|循环
- linear|线性
- hybrid|混合
- positional|位置编码
- simulation|simulator|simulate|模拟|仿真
- safe zone|安全区
- safe|安全
- heterogeneous|异构
- adapter|adapters|适配器
- gateway|网关
- monitor|monitoring|monitored|observability|observable|监控|可观测|可观测性
- log|logs|logging|日志
- trace|traces|tracing|轨迹|追踪|跟踪
- trajectory|trajectories|轨迹
- reward|rewards|奖励
- rollout|rollouts|采样轨迹
- actor|critic|演员
- consistent|consistency|inconsistent|一致|一致性|不一致
- deterministic|determinism|确定性
- noise|噪声
- reference|references|参考|引用
- cite|cites|citation|citations|引用
- category|categories|分类|类别
- political|politics|政治
- position paper|立场论文
- factorization|factorize|分解
- geometry|geometric|几何
- encoder|encoders|编码器
- voltage|电压
- fan|风扇
- maximum throughput|peak throughput|峰值吞吐
- peak|峰值
- percentile|分位|分位数
- first token|time to first token|首 token|首token|首字
- per token|每 token|每token
- end-to-end|end to end|e2e|端到端
- lossless|without loss|无损
- lossy|有损
- upstream|上游
- downstream|下游
- backend|backends|后端
- frontend|前端
- ecosystem|生态
- leaderboard|排行榜|榜单
- vote|votes|voted|投票|票选
- taste|品味
- scale|scaling|scaled|扩展|缩放|规模
- scalable|scalability|可扩展|扩展性
- elastic|弹性
- preempt|preemption|抢占
- priority|priorities|优先级
- fair|fairness|公平|公平性
- admission|准入
- load balancing|load balance|负载均衡
- region|regions|区域
- data center|datacenter|数据中心
- rack|机柜
- virtual|虚拟
- container|containers|docker|容器
- image tag|镜像
- kubernetes|k8s
- exclusive|独占
- persistence mode|持久模式
- error correction|ecc|纠错
- replace|replaced|replaces|replacement|取代|替代|代替|替换
- remove|removed|eliminate|eliminates|移除|去掉|消除|删除
- add|added|adds|新增|添加|加入|增加
- enable|enabled|enables|开启|启用
- disable|disabled|关闭|禁用
- change|changed|changes|变化|改变|更改|变更
- avoid|avoids|避免
- allow|allows|允许
- skip|skips|跳过
- store|stores|stored|storage|存储|保存
- read|reads|读取
- write|writes|写入
- send|sends|发送
- receive|receives|接收
- generate|generated|generates|generation|生成
* handle|handles|处理
- compute|computing|computation|compute-bound|计算
- memory-bound|memory bound|访存受限|访存密集
- recompute|recomputation|recomputed|重算|重计算
* simultaneously|at the same time|at once|at a time|同时
"""


@cache
def concepts() -> tuple[tuple[bool, tuple[str, ...]], ...]:
    """Every concept: whether it only tells the sort of answer, and its forms, folded."""
    read: list[tuple[bool, tuple[str, ...]]] = []
    for line in _CONCEPTS.strip().splitlines():
        mark, _, words = line.partition(" ")
        read.append((mark == "*", tuple(dict.fromkeys(words.lower().split("|")))))
    read += [
        (False, tuple(dict.fromkeys(alias.lower() for alias in aliases))) for _, aliases in METRICS.values()
    ]
    return tuple(read)


@cache
def forms_of() -> dict[str, tuple[bool, tuple[str, ...]]]:
    """By one form: all that may stand for it. A form of two concepts joins them, and is of the sort of the first."""
    found: dict[str, tuple[bool, tuple[str, ...]]] = {}
    for weak, forms in concepts():
        for form in forms:
            before = found.get(form)
            joined = (*before[1], *forms) if before else forms
            found[form] = (before[0] if before else weak, tuple(dict.fromkeys(joined)))
    return found


@cache
def longest_form() -> int:
    """Characters of the longest form."""
    return max(map(len, forms_of()))

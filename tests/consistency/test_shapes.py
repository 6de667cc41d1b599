"""The same faults in other shapes, and their right neighbours."""

import pytest

from agent.consistency import faults

_TABLE = "Prefill on one card:\n\n| engine | tok/s |\n|---|---|\n| Alder | 2100 |\n| Birch | 2600 |\n| Cedar | 1900 |\n\n"
_FLAGS = "Every run was started with `--pool-share 0.8`.\n\nIf you repeat this: every run was started with `--pool-share {}`, twice.\n"
_WORKS = "1. Paged pools, arXiv:2605.01234\n2. Warm starts, arXiv:2605.04321\n3. Fast lanes, arXiv:2605.09999\n4. Pools, paged, https://arxiv.org/abs/{}\n"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("count", "本周读了三篇论文：AlphaKV 讲预取，BetaKV 讲分页，GammaKV 讲压缩，DeltaKV 讲复用。"),
        ("count", "Three fixes this week: Alder repairs the router, Birch repairs the sampler, Cedar repairs the loader, and Dogwood repairs the cache."),
        ("count", "The release brings two new backends, Alder, Birch and Cedar."),
        ("count", "The table lists 4 runs.\n\n| run | ms |\n|---|---|\n| r1 | 11 |\n| r2 | 12 |\n| r3 | 13 |\n"),
        ("superlative", _TABLE + "Alder gives the highest throughput of the three."),
        ("superlative", "Price per hour:\n\n| plan | $ |\n|---|---|\n| basic | 0.40 |\n| pro | 0.32 |\n| team | 0.28 |\n\nThe pro plan is the cheapest."),
        ("comparison", _TABLE + "Alder is faster than Birch."),
        ("ratio", "The price of an hour fell from $3.20 to $2.40 with the new contract, which is a saving of 40%."),
        ("ratio", "Of the 200 requests, 30 timed out, which is a failure rate of 25%."),
        ("ratio", "首 token 延迟由 400 ms 降到 100 ms，只有原来的一半。"),
        ("total", "| 部分 | 占比 |\n|---|---|\n| 预填充 | 40% |\n| 解码 | 45% |\n| 空闲 | 10% |\n| 合计 | 100% |\n"),
        ("value", _FLAGS.format("0.9")),
        ("value", "Alder is licensed under MIT.\n\n## Use\n\nAlder is licensed under Apache-2.0, so patents are covered."),
        ("duplicate", _WORKS.format("2605.01234")),
        ("name", "配置写在 configs/alder.yaml。脚本读取 configs/alder.yaml。复现时请改 configs/adler.yaml。"),
        ("date", "Written on 2026-03-11 after the meeting.\n\nThe numbers were measured on 2026-03-24."),
        ("date", "写于 2026-03-01。\n\n以上数据于 2026-03-09 压测得到。"),
        ("date", "Date: 2026-04-02\n\nThe benchmark was run on 2026-04-20 on one node."),
        ("opposite", "Prefix caching is enabled by default. Note that prefix caching is disabled by default."),
        ("ratio", "模型文件由 30GB 压到 10GB，只剩三分之二。"),
        ("ratio", "P95 latency fell from 600 ms to 300 ms, so it was cut by a third."),
        ("total", "今天读了十九条：博客八条，论文六条，视频三条。"),
        ("superlative", "四块卡的功耗：甲卡 310 W，乙卡 295 W，丙卡 270 W，丁卡 330 W。乙卡的功耗最低。"),
        ("superlative", "峰值显存为 44GB（基线）、37GB（换出）、29GB（压缩），换出最省显存。"),
        ("count", "## 背景\n\n有三处改动，下面逐条说。\n\n### 队列\n\n改为优先级。\n\n### 缓存\n\n改为分层。\n"),
        ("count", "所用的 Alder-7B、Birch-13B、Cedar-30B 和 Dogwood-70B 这三个模型都已开源。"),
        ("duplicate", "- alder/serve — 部署\n- birch/cache — 缓存\n- cedar/route — 路由\n- alder/serve — 集群部署\n"),
        ("name", "先设 `--alder-max-batched-items 8`。不够时再调 `--alder-max-batch-items`。"),
        ("title", "## Alder 0.7.0 发布要点\n\nAlder 0.6.2 于本周打了标签，共 90 个提交。"),
        ("no value", "## 结论\n\n实测下来，新路由的吞吐显著高于旧版，建议全量。"),
        ("value", "Alder 的命中率为 61%。\n\n附录说明：Alder 的命中率为 67%。"),
    ],
)  # fmt: skip
def test_a_fault_is_told(kind: str, text: str) -> None:
    assert kind in {fault.kind for fault in faults(text)}


@pytest.mark.parametrize(
    "text",
    [
        "Three fixes this week: Alder repairs the router, Birch repairs the sampler, Cedar repairs the loader.",
        "本周读了三篇论文，其中 AlphaKV 讲预取，BetaKV 讲分页。",
        _TABLE + "Birch gives the highest throughput of the three.",
        _TABLE + "At low load Alder is faster than Birch; the table is for high load.",
        _TABLE + "Alder is slower than Birch.",
        "The price of an hour fell from $3.20 to $2.40 with the new contract, which is a saving of 25%.",
        "| 部分 | 占比 |\n|---|---|\n| 预填充 | 43% |\n| 解码 | 46% |\n| 空闲 | 10% |\n| 合计 | 100% |\n",
        _FLAGS.format("0.8"),
        "Every test ran with max_batch=64.\n\n## Sweep\n\nEvery test of the sweep ran with max_batch=64 or max_batch=128.",
        "Every run used `--pool-share 0.8`. For the small model every run used `--pool-share 0.2` instead.",
        _WORKS.format("2605.07777"),
        "Written on 2026-03-11.\n\nThe next run is planned for 2026-03-24.",
        "The streaming mode is enabled by default. The batch mode is disabled by default.",
        "模型文件由 30GB 压到 10GB，只剩三分之一。",
        "P95 latency fell from 600 ms to 310 ms, so it was halved.",
        "Of 90 commits, 31 touch the router and 20 the cache; some touch both.",
        "四块卡的利用率：甲卡 61%，乙卡 74%，丙卡 58%。夜间利用率最高的是甲卡。",
        "| 模块 | 提交数 | 作者数 |\n|---|---|---|\n| 调度 | 12 | 5 |\n| 内核 | 30 | 6 |\n| 合计 | 42 | 9 |\n",
        "四种格式的得分：FP8 79.8，AWQ 78.9，GPTQ 78.1。其中 FP8 掉点最少。",
        "`--alder-max-seqs` limits the batch, `--alder-max-len` the context, `--alder-max-items` the step.",
    ],
)
def test_what_holds_is_left_alone(text: str) -> None:
    assert faults(text) == ()

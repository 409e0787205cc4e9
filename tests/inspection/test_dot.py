"""Trees as Graphviz text."""

import re

import pytest

from spinney import DecisionTreeClassifier
from spinney.inspection.colors import CLASS_COLORS, class_color, tint

from .samples import SAMPLES

STRING = r'"(?:[^"\\\n]|\\.)*"'
ATTRIBUTE = rf"\w+=(?:\w+|{STRING})"
STATEMENT = re.compile(rf"  \w+(?: -> \w+)? \[{ATTRIBUTE}(?:, {ATTRIBUTE})*\];")


def test_small_tree():
    tree = DecisionTreeClassifier().fit([[1], [2], [3], [4]], ["no", "no", "no", 'y"\\'])
    assert tree.to_dot(show_missing=True).splitlines()[3:] == [
        r'  0 [label="no 75%\n4 rows, 100%\nx0 <= 3.5?", fillcolor="#a1cbe3"];',
        '  0 -> 1 [label="yes or missing"];',
        '  0 -> 2 [label="no"];',
        r'  1 [label="no 100%\n3 rows, 75%", fillcolor="#61a8cf"];',
        r"""  2 [label="'y\"\\\\' 100%\n1 row, 25%", fillcolor="#f0c361"];""",
        "}",
    ]


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_line_is_a_statement(sample):
    model, _ = SAMPLES[sample]()
    first, *statements, last = model.to_dot(show_missing=True).splitlines()
    assert (first, last) == ("digraph tree {", "}")
    assert all(STATEMENT.fullmatch(line) for line in statements)
    arrows = re.findall(r"^  (\d+) -> (\d+) ", "\n".join(statements), re.MULTILINE)
    assert len(arrows) == model.tree_.node_count - 1
    assert len({child for _, child in arrows}) == len(arrows)


def test_depth_is_limited():
    model, _ = SAMPLES["26 classes"]()
    text = model.to_dot(max_depth=1)
    assert text.count("fillcolor=") == 3
    assert text.count(r"\n...") == 2


def test_colors():
    assert [tint("#0072B2", strength) for strength in (0, 1)] == ["#ffffff", "#0072b2"]
    assert class_color(0) == class_color(len(CLASS_COLORS))

"""``spinney inspect`` shows files whose model cannot be loaded."""

import numpy as np

import spinney
from persistence.damage import pieces, put_together


def test_inspect_shows_a_damaged_model(run, tmp_path):
    X = np.arange(20.0).reshape(-1, 1)
    tree = spinney.DecisionTreeClassifier().fit(X, X[:, 0] > 9)
    tree.notes_ = {"target": "y", "data": "t.csv", "rows": 20}
    path = tmp_path / "m.spinney"
    tree.save(path)
    text, arrays = pieces(path.read_bytes())
    arrays["tree_.first_child"][0] = 7
    path.write_bytes(put_together(text, arrays))
    assert run.json("inspect", path)["fitted"] == tree.notes_
    assert "fitted to target 'y' of t.csv (20 rows)" in run("inspect", path).stdout
    assert "a child of the tree is out of range" in run.error("tree", path)

"""Names, defaults and relative complexity parameters of rpart."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_diabetes

import spinney
from spinney import DecisionTreeClassifier, DecisionTreeRegressor
from spinney.base.parameter_aliases import unexpected_argument
from spinney.datasets import load_penguins

PENGUINS = """\
all rows: Adelie 44% (344 rows)
|-- flipper_length_mm <= 206.5: Adelie 70% (214 rows)
|   |-- bill_length_mm <= 43.35: Adelie 97% (151 rows)
|   `-- bill_length_mm > 43.35: Chinstrap 92% (63 rows)
`-- flipper_length_mm > 206.5: Gentoo 95% (130 rows)
    |-- island in {Biscoe}: Gentoo 100% (123 rows)
    `-- island in {Dream, Torgersen}: Chinstrap 71% (7 rows)"""


@pytest.fixture(scope="module")
def penguins():
    return load_penguins(return_X_y=True)


@pytest.fixture(scope="module")
def diabetes():
    return load_diabetes(return_X_y=True)


def test_preset_on_penguins(penguins):
    """At least 20 rows to split, 7 in a leaf, pruned at a CP of 0.01, and cross-validated."""
    tree = DecisionTreeClassifier.rpart().fit(*penguins)
    assert tree.text() == PENGUINS
    table = tree.cp_table_
    assert np.round(table["CP"], 5).tolist() == [0.63021, 0.28125, 0.02604, 0.01]
    assert table["nsplit"].tolist() == [0, 1, 2, 3]
    assert np.round(table["rel_error"], 5).tolist() == [1.0, 0.36979, 0.08854, 0.0625]
    assert table["xerror"][0] == pytest.approx(1)
    assert len(tree.competitors(0, backend="dict")["node"]) == 4
    assert 1 <= len(tree.surrogates(0, backend="dict")["node"]) <= 5


def test_names_of_rpart():
    names = {"minsplit": 9, "minbucket": 4, "maxdepth": 5, "maxcompete": 2, "maxsurrogate": 1}
    ours = {
        "min_samples_split": 9,
        "min_samples_leaf": 4,
        "max_depth": 5,
        "max_competitors": 2,
        "max_surrogates": 1,
        "missing": "stop",
        "ccp_alpha": "cv",
        "ccp_rule": None,
        "cv": 7,
        "criterion": "entropy",
        "priors": [0.5, 0.5],
    }
    names |= {"xval": 7, "usesurrogate": 0, "surrogatestyle": 0, "method": "class"}
    names["parms"] = {"split": "information", "prior": [0.5, 0.5]}
    expected = DecisionTreeClassifier(**ours).get_params()
    assert DecisionTreeClassifier(**names).get_params() == expected
    assert DecisionTreeClassifier().set_params(**names).get_params() == expected
    assert clone(DecisionTreeClassifier(**names)).get_params() == expected
    assert DecisionTreeRegressor(method="poisson").criterion == "poisson"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"usesurrogate": 1}, "usesurrogate=1 is not supported"),
        ({"surrogatestyle": 1}, "surrogatestyle=1 is not supported"),
        ({"parms": {"shrink": 1}}, "parms has the unknown name 'shrink'"),
        ({"method": "exp"}, "method='exp' is not supported; supported: class, anova, poisson"),
    ],
)
def test_unsupported_values(wrong, message):
    with pytest.raises(ValueError, match=message):
        DecisionTreeClassifier.rpart(**wrong)


def test_parms_must_be_a_dict():
    with pytest.raises(TypeError, match="parms must be a dict, got 'information'"):
        DecisionTreeClassifier(parms="information")


@pytest.mark.parametrize("create", ["__call__", "rpart", "set_params"])
@pytest.mark.parametrize(
    ("cls", "given", "other"),
    [
        (DecisionTreeRegressor, {"method": "class"}, "DecisionTreeClassifier"),
        (DecisionTreeRegressor, {"parms": {"prior": [0.5, 0.5]}}, "DecisionTreeClassifier"),
        (DecisionTreeRegressor, {"parms": {"split": "information"}}, "DecisionTreeClassifier"),
        (DecisionTreeClassifier, {"method": "anova"}, "DecisionTreeRegressor"),
        (spinney.ExtraTreeClassifier, {"method": "poisson"}, "ExtraTreeRegressor"),
    ],
)
def test_arguments_of_the_other_task(create, cls, given, other):
    make = {"__call__": cls, "rpart": cls.rpart, "set_params": cls().set_params}[create]
    with pytest.raises(ValueError, match=f"ation: use {other}|ression: use {other}"):
        make(**given)


def test_arguments_of_the_same_task():
    assert DecisionTreeRegressor(method="anova").criterion == "squared_error"
    assert DecisionTreeRegressor(parms={}).get_params() == DecisionTreeRegressor().get_params()


def test_no_argument_is_suggested_for_itself():
    message = unexpected_argument("fit", "parms", ["parms", "params"])
    assert message.endswith("argument 'parms'. Did you mean 'params'?")


@pytest.mark.parametrize(
    ("given", "split", "leaf"),
    [({}, 20, 7), ({"minsplit": 30}, 30, 10), ({"minbucket": 5}, 15, 5), ({"minsplit": 2}, 2, 1)],
)
def test_minsplit_and_minbucket(given, split, leaf):
    tree = DecisionTreeRegressor.rpart(**given)
    assert (tree.min_samples_split, tree.min_samples_leaf) == (split, leaf)


@pytest.mark.parametrize("risk", ["error", "impurity"])
def test_cp_in_fit_equals_cp_in_prune(penguins, risk):
    full = DecisionTreeClassifier(ccp_risk=risk).fit(*penguins)
    table = full.cp_table_
    for row in range(len(table["CP"])):
        for cp in (float(table["CP"][row]), float(table["CP"][row]) * 1.01 + 1e-6):
            pruned = full.prune(cp=cp)
            assert pruned.text() == full.prune(pruned.ccp_alpha_).text()
            fitted = DecisionTreeClassifier(ccp_risk=risk, cp=cp).fit(*penguins)
            assert fitted.text() == pruned.text()
            assert fitted.ccp_alpha_ == pytest.approx(cp * table["alpha"][0] / table["CP"][0])
        assert full.prune(cp=table["CP"][row]).get_n_leaves() == table["nsplit"][row] + 1


def test_the_larger_of_cp_and_alpha_applies(diabetes):
    full = DecisionTreeRegressor(min_samples_leaf=5).fit(*diabetes)
    alpha = float(full.cp_table_["alpha"][3])
    both = DecisionTreeRegressor(min_samples_leaf=5, ccp_alpha=alpha, cp=1e-4).fit(*diabetes)
    assert both.get_n_leaves() == full.prune(alpha).get_n_leaves()
    assert DecisionTreeRegressor(cp=-1).fit(*diabetes).get_n_leaves() == (
        DecisionTreeRegressor().fit(*diabetes).get_n_leaves()
    )


@pytest.mark.parametrize("rule", ["min", "1se", None])
def test_cross_validation_selects_among_the_rows_from_cp(diabetes, rule):
    tree = DecisionTreeRegressor.rpart(xval=5, cp=0.02)
    tree.set_params(ccp_rule=rule).fit(*diabetes)
    table = tree.cp_table_
    assert table["CP"][-1] == pytest.approx(0.02)
    assert (table["CP"] >= 0.02 - 1e-12).all()
    chosen = {"min": np.argmin(table["xerror"]), None: len(table["xerror"]) - 1}
    within = table["xerror"] <= (table["xerror"] + table["xstd"])[chosen["min"]]
    chosen["1se"] = np.flatnonzero(within)[0]
    assert tree.get_n_leaves() == table["nsplit"][chosen[rule]] + 1
    assert tree.n_leaves_grown_ > table["nsplit"][-1] + 1


def test_prune_needs_one_complexity_parameter(penguins):
    tree = DecisionTreeClassifier(max_depth=2).fit(*penguins)
    for wrong in ({}, {"alpha": 1.0, "cp": 1.0}):
        with pytest.raises(ValueError, match="exactly one of alpha and cp"):
            tree.prune(**wrong)
    for wrong in (-1, True, "a", float("nan")):
        with pytest.raises(ValueError, match="cp must be a number"):
            tree.prune(cp=wrong)


def test_positional_value_is_alpha_unless_ambiguous(penguins):
    tree = DecisionTreeClassifier().fit(*penguins)
    assert tree.prune(0.02).text() == tree.prune(alpha=0.02).text() != tree.prune(cp=0.02).text()
    with pytest.raises(ValueError, match=r"ambiguous.*write prune\(cp=0.05\) as in rpart"):
        DecisionTreeClassifier.rpart(xval=0).fit(*penguins).prune(0.05)


def test_cp_table_as_a_dataframe(penguins):
    pd = pytest.importorskip("pandas")
    table = DecisionTreeClassifier.rpart(xval=3).fit(*penguins).cp_table_
    frame = pd.DataFrame(table)
    assert list(frame) == ["CP", "nsplit", "rel_error", "xerror", "xstd", "alpha"]
    pd.testing.assert_frame_equal(frame, table.to_frame("pandas"))
    with pytest.raises(ValueError, match="read-only"):
        table["CP"][0] = 0.0


def test_cp_excludes_other_pruning(penguins):
    with pytest.raises(ValueError, match=r"cp=0.1 and pruning='reduced_error'"):
        DecisionTreeClassifier(cp=0.1, pruning="reduced_error").fit(*penguins)


@pytest.mark.parametrize("kind", ["BaggingRegressor", "AdaBoostRegressor"])
def test_members_are_pruned(diabetes, kind):
    member = DecisionTreeRegressor(cp=0.05)
    model = getattr(spinney, kind)(member, n_estimators=3, random_state=0).fit(*diabetes)
    assert all(tree.get_n_leaves() < 12 for tree in model.estimators_)


def test_the_preset_is_saved(penguins, tmp_path):
    tree = DecisionTreeClassifier.rpart().fit(*penguins)
    tree.save(tmp_path / "m")
    loaded = spinney.load(tmp_path / "m")
    assert loaded.get_params() == tree.get_params()
    assert repr(loaded.cp_table_) == repr(tree.cp_table_)

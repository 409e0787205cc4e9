"""Linear leaves: their coefficients against numpy, and what they share with constant leaves."""

import pickle

import numpy as np
import pytest

from spinney import GradientBoostingClassifier, GradientBoostingRegressor, _core

SMALL = {"n_estimators": 4, "max_leaf_nodes": 6, "min_samples_leaf": 5, "leaf": "linear"}
EXACT = SMALL | {"quantize": False, "subsample": 1.0}


def smooth(n=400, seed=0, missing=0.05):
    """Numbers with missing values, and a smooth target."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4)).round(3)
    y = np.sin(X[:, 0]) + X[:, 1] * X[:, 2] + 0.5 * X[:, 3] + 0.1 * rng.normal(size=n)
    X[rng.random(X.shape) < missing] = np.nan
    return X, y


def table_of(X):
    """Return numbers as a table of the core."""
    model = GradientBoostingRegressor(n_estimators=1).fit(X, np.arange(len(X)))
    return model._model.schema.build(model._model.schema.read(X, "test"))


def path_features(tree):
    """Return the features of the splits above each node."""
    paths = [set() for _ in range(tree.node_count)]
    for node in range(tree.node_count):
        for child in range(tree.n_children[node]):
            paths[tree.first_child[node] + child] = paths[node] | {int(tree.feature[node])}
    return paths


def evaluate(tree, X):
    """Return the predictions of a tree, leaf by leaf, from its arrays."""
    leaves = tree.apply(table_of(X))
    values = tree.value[leaves, 0, 0].copy()
    for leaf in np.unique(leaves):
        rows = leaves == leaf
        for j, factor, center, reach in zip(*tree.terms(leaf), strict=True):
            offset = np.clip(X[rows, j] - center, -reach, reach)
            values[rows] += factor * np.nan_to_num(offset)
    return values


def leaf_terms(X, gradient, hessian, features, penalty):
    """Return centers and coefficients of the penalized second-order objective."""
    Z, centers = np.zeros((len(X), len(features))), np.zeros(len(features))
    for k, j in enumerate(features):
        known = ~np.isnan(X[:, j])
        centers[k] = np.average(X[known, j], weights=hessian[known])
        Z[known, k] = X[known, j] - centers[k]
    gram = Z.T @ (hessian[:, None] * Z)
    gram += penalty / hessian.sum() * np.diag(np.diag(gram))
    return centers, np.linalg.solve(gram, -Z.T @ gradient)


@pytest.mark.parametrize("growth", ["leaf", "level", "symmetric"])
@pytest.mark.parametrize("weighted", [False, True])
def test_coefficients_minimize_the_objective(growth, weighted):
    X, y = smooth()
    weight = np.random.default_rng(1).integers(1, 4, len(y)).astype(float) if weighted else None
    size = {"max_depth": 3, "max_leaf_nodes": None} if growth != "leaf" else {}
    options = EXACT | {"n_estimators": 1, "learning_rate": 0.5, "linear_lambda": 2.0} | size
    model = GradientBoostingRegressor(**options, growth=growth).fit(X, y, weight)
    [tree] = model._model.trees
    hessian = np.ones(len(y)) if weight is None else weight
    gradient = hessian * (model._model.initial[0] - y)
    leaves = tree.apply(table_of(X))
    paths = path_features(tree)
    for leaf in np.unique(leaves):
        rows = leaves == leaf
        features = sorted(paths[leaf])
        centers, found = leaf_terms(X[rows], gradient[rows], hessian[rows], features, 2.0)
        terms = tree.terms(leaf)
        assert terms[0].tolist() == features
        np.testing.assert_allclose(terms[1], 0.5 * found, rtol=1e-9)
        np.testing.assert_allclose(terms[2], centers, rtol=1e-9)
        distance = np.nanmax(np.abs(X[rows][:, features] - terms[2]), axis=0)
        np.testing.assert_allclose(terms[3], distance, rtol=1e-12)


def models():
    X, y = smooth()
    classes = np.digitize(y, [-0.5, 0.5])
    yield GradientBoostingRegressor(**SMALL), X, y
    yield GradientBoostingRegressor(**SMALL, growth="level", loss="poisson"), X, np.exp(y)
    small = SMALL | {"max_leaf_nodes": None, "max_depth": 4}
    yield GradientBoostingRegressor(**small, growth="symmetric", subsample=0.7), X, y
    yield GradientBoostingClassifier(**SMALL), X, classes
    yield GradientBoostingClassifier(**SMALL, colsample_bynode=0.5), X, classes > 0
    yield GradientBoostingRegressor(leaf="linear"), X, y  # members of a bag


@pytest.mark.parametrize("index", range(6))
def test_all_engines_agree(index):
    model, X, y = list(models())[index]
    model.fit(X, y)
    assert any(tree.has_linear_leaves for tree in model._model.trees)
    new = np.vstack([X, 3 * X, smooth(seed=5)[0]])
    scores = np.tile(model._model.initial[:, None], len(new))
    table = table_of(new)
    for i, tree in enumerate(model._model.trees):
        scores[i % len(scores)] += tree.predict(table)[:, 0, 0]
    raw = model._model.scores(table, 2, None)
    assert raw.tobytes() == scores.tobytes()
    narrow = new.astype(np.float32)
    predict = model.predict_proba if hasattr(model, "predict_proba") else model.predict
    assert (predict(narrow) == predict(narrow.astype(np.float64))).all()
    serve = model.predictor()
    for row in new[::97]:
        found = serve.predict_proba(row) if hasattr(model, "predict_proba") else serve(row)
        assert np.ravel(found).tolist() == np.ravel(predict(row[None])).tolist()
    again = pickle.loads(pickle.dumps(model))
    assert (predict(new) == getattr(again, predict.__name__)(new)).all()
    small = model.compact()
    assert (predict(new) == getattr(small, predict.__name__)(new)).all()


def test_arrays_describe_predictions():
    X, y = smooth()
    model = GradientBoostingRegressor(**SMALL).fit(X, y)
    total = model._model.initial[0] + sum(evaluate(tree, 4 * X) for tree in model._model.trees)
    np.testing.assert_allclose(model.predict(4 * X), total, rtol=1e-12)


def test_predictions_are_bounded():
    X, y = smooth()
    model = GradientBoostingRegressor(**SMALL).fit(X, y)
    far = np.where(np.isnan(X), np.nan, np.sign(X) * 1e300)
    assert np.isfinite(model.predict(far)).all()
    assert np.abs(model.predict(far)).max() < 5 * np.abs(y).max()


@pytest.mark.parametrize("subsample", [1.0, 0.6])
def test_threads_give_the_same_model(subsample):
    X, y = smooth(3000)
    options = SMALL | {"subsample": subsample, "random_state": 0}
    one, many = (GradientBoostingRegressor(**options, n_jobs=n).fit(X, y) for n in (1, 3))
    assert pickle.dumps(one._model.trees) == pickle.dumps(many._model.trees)


def test_order_weights_and_removed_rows():
    X, y = smooth()
    rng = np.random.default_rng(2)
    weight = rng.integers(0, 3, len(y)).astype(float)
    options = EXACT | {"min_samples_leaf": 1, "max_bins": 255}
    weighted = GradientBoostingRegressor(**options).fit(X, y, weight)
    rows = rng.permutation(np.repeat(np.arange(len(y)), weight.astype(int)))
    repeated = GradientBoostingRegressor(**options).fit(X[rows], y[rows])
    np.testing.assert_allclose(weighted.predict(X), repeated.predict(X), rtol=1e-10)
    kept = GradientBoostingRegressor(**options).fit(
        X[weight > 0], y[weight > 0], weight[weight > 0]
    )
    np.testing.assert_allclose(weighted.predict(X), kept.predict(X), rtol=1e-10)
    order = rng.permutation(len(y))
    plain = GradientBoostingRegressor(**options).fit(X, y)
    moved = GradientBoostingRegressor(**options).fit(X[order], y[order])
    assert (plain.predict(X) == moved.predict(X)).all()


def test_units_of_features_do_not_matter():
    X, y = smooth()
    scale = np.array([2.0**-20, 2.0**30, 1.0, 2.0**5])
    plain = GradientBoostingRegressor(**EXACT).fit(X, y)
    scaled = GradientBoostingRegressor(**EXACT).fit(X * scale, y)
    np.testing.assert_allclose(plain.predict(X), scaled.predict(X * scale), rtol=1e-12)


@pytest.mark.parametrize("growth", ["leaf", "symmetric"])
def test_scores_of_all_rows_are_predictions(growth):
    """Scores of rows that were not drawn, and of those outside of a booster's rows."""
    X, y = smooth()
    table = table_of(X)
    options = _core.BoostingOptions(
        growth=_core.GrowthPolicy[growth], linear_features=[1] * 4, subsample=0.6, max_depth=4
    )
    loss, start = _core.Loss("squared_error", 0, 0.0), np.zeros((1, len(y)))
    whole = _core.Booster(table, y, None, loss, start, options)
    part = whole.on_rows(np.arange(0, 250, dtype=np.uint32), loss, start, options)
    for booster in (whole, part):
        trees = [tree for i in range(4) for tree in booster.step(i, 0.3)]
        assert sum(tree.has_linear_leaves for tree in trees) == 4
        expected = start.copy()
        _core.Ensemble(trees, 1).add(table, expected, 1)
        assert (booster.scores == expected).all()


def test_staged_predictions_and_validation():
    X, y = smooth()
    model = GradientBoostingRegressor(**SMALL | {"subsample": 0.5}, random_state=0)
    model.fit(X, y, eval_set=[(X, y)])
    staged = list(model.staged_predict(X))
    assert (staged[-1] == model.predict(X)).all()
    [metric] = model.evals_result_["validation_0"].values()
    np.testing.assert_allclose(metric, [np.mean((p - y) ** 2) for p in staged], rtol=1e-9)


def test_refit_fits_the_coefficients_again():
    X, y = smooth()
    model = GradientBoostingRegressor(**EXACT).fit(X, y)
    same = model.refit(X, y)
    np.testing.assert_allclose(same.predict(X), model.predict(X), rtol=1e-9)
    doubled = model.refit(X, 2 * y - model._model.initial[0])
    np.testing.assert_allclose(
        doubled.predict(X) - model._model.initial[0],
        2 * (model.predict(X) - model._model.initial[0]),
        rtol=1e-6,
        atol=1e-9,
    )
    constant = GradientBoostingRegressor(**EXACT | {"leaf": "constant"}).fit(X, y)
    assert not any(tree.has_linear_leaves for tree in constant.refit(X, y)._model.trees)


def test_warm_start_and_line_search():
    X, y = smooth()
    whole = GradientBoostingRegressor(**EXACT).fit(X, y)
    part = GradientBoostingRegressor(**EXACT | {"n_estimators": 2}, warm_start=True).fit(X, y)
    part.set_params(n_estimators=4).fit(X, y)
    assert (part.predict(X) == whole.predict(X)).all()
    searched = GradientBoostingRegressor(**EXACT, line_search=True).fit(X, y)
    assert np.mean((searched.predict(X) - y) ** 2) < np.var(y)


def test_custom_loss():
    X, y = smooth()

    def squared(target, raw):
        return raw - target, np.ones_like(raw)

    own = GradientBoostingRegressor(**EXACT, loss=squared, init_score=0.0).fit(X, y)
    built_in = GradientBoostingRegressor(**EXACT, init_score=0.0).fit(X, y)
    np.testing.assert_allclose(own.predict(X), built_in.predict(X), rtol=1e-9)


def test_categories_have_no_terms():
    X, y = smooth()
    X[:, 0] = np.random.default_rng(0).integers(0, 5, len(X))
    model = GradientBoostingRegressor(**SMALL, categorical_features=[0]).fit(X, y + X[:, 0] ** 2)
    leaves = [(tree, i) for tree in model._model.trees for i in np.flatnonzero(tree.kind == 0)]
    used = {int(j) for tree, leaf in leaves for j in tree.terms(leaf)[0]}
    assert used
    assert used <= {1, 2, 3}


def test_linear_leaves_help_on_smooth_targets():
    X, y = smooth(3000, missing=0.0)
    new, target = smooth(2000, seed=9, missing=0.0)
    fits = (
        GradientBoostingRegressor(n_estimators=100, leaf=leaf).fit(X, y)
        for leaf in ("constant", "linear")
    )
    errors = [np.mean((model.predict(new) - target) ** 2) for model in fits]
    assert errors[1] < errors[0]


def test_alias():
    assert GradientBoostingRegressor(linear_tree=True).leaf == "linear"
    assert GradientBoostingRegressor(linear_tree=False).leaf == "constant"
    with pytest.raises(ValueError, match="linear_tree='yes' is not supported"):
        GradientBoostingRegressor(linear_tree="yes")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"loss": "absolute_error"}, "line search"),
        ({"loss": "quantile"}, "line search"),
        ({"algorithm": "classic"}, "newton"),
        ({"monotonic_cst": [1, 0, 0, 0]}, "monotonic"),
        ({"max_bins": None}, "max_bins"),
        ({"leaf_steps": 3}, "leaf_steps"),
        ({"missing": "fractional"}, "fractional"),
    ],
)
def test_unsupported_combinations(options, message):
    X, y = smooth()
    model = GradientBoostingRegressor(**SMALL, **options)
    with pytest.raises(ValueError, match=message):
        model.fit(X, y)


def test_explicit_iterations_keep_constant_leaves():
    X, y = smooth()
    plain, constant = (
        GradientBoostingRegressor(n_estimators=10, **options).fit(X, y)
        for options in ({}, {"leaf": "constant"})
    )
    assert pickle.dumps(plain._model.trees) == pickle.dumps(constant._model.trees)

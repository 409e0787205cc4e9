"""Policy names and their assignment to features."""

import numpy as np
import pandas as pd
import pytest

from spinney import DecisionTreeClassifier
from spinney.data.missing.policies import MISSING, UNKNOWN, missing_policies, unknown_policies
from spinney.data.schema import Schema

X = pd.DataFrame({"a": [1.0, 2.0, np.nan, 4.0], "b": ["x", "y", "x", None]})
Y = [0, 1, 0, 1]
NAMED = Schema(2, ("a", "b"), None)
PLAIN = Schema(2, None, None)


def test_single_policy_for_all_features():
    for policy in MISSING:
        assert missing_policies(policy, NAMED) == (policy, policy)
    for policy in UNKNOWN:
        assert unknown_policies(policy, PLAIN) == (policy, policy)


@pytest.mark.parametrize("key", ["b", 1, np.int64(1), np.uint8(1)])
def test_dict_by_name_or_index(key):
    assert missing_policies({key: "stop"}, NAMED) == ("learned", "stop")
    assert unknown_policies({key: "error"}, NAMED) == ("missing", "error")
    assert missing_policies({}, NAMED) == ("learned", "learned")


INVALID = {
    "a name": ("best", ValueError, "missing must be one of 'learned', 'surrogate'.*got 'best'"),
    "a name in a dict": (
        {"a": "best"},
        ValueError,
        r"missing\['a'\] must be one of 'learned'.*got 'best'",
    ),
    "a feature": ({"z": "stop"}, ValueError, "missing: 'z' is not a feature of X"),
    "an index": (
        {2: "stop"},
        ValueError,
        "missing: feature index 2 is out of range, X has 2 features",
    ),
    "a negative index": ({-1: "stop"}, ValueError, "missing: feature index -1 "),
    "twice": ({"b": "stop", 1: "mean"}, ValueError, "two entries for column 'b'"),
    "a bool": ({True: "stop"}, TypeError, "names or indices, got True"),
    "a float": ({1.0: "stop"}, TypeError, "names or indices, got 1.0"),
    "a number in a dict": ({"a": 0}, TypeError, r"missing\['a'\] must be a string, got int"),
    "a policy of the other": ("missing", ValueError, "got 'missing'"),
}


@pytest.mark.parametrize(("given", "error", "message"), INVALID.values(), ids=INVALID)
def test_invalid_policies(given, error, message):
    with pytest.raises(error, match=message):
        DecisionTreeClassifier(missing=given).fit(X, Y)
    if given != "missing":
        with pytest.raises(
            error, match=message.replace("missing", "unknown").split("'learned'")[0]
        ):
            DecisionTreeClassifier(unknown=given).fit(X, Y)


@pytest.mark.parametrize("given", [None, 1, ["stop", "stop"], "learned"])
def test_invalid_types(given):
    with pytest.raises(ValueError, match="unknown"):
        DecisionTreeClassifier(unknown=given).fit(X, Y)
    with pytest.raises((TypeError, ValueError), match=r"string|dict|must be one of"):
        unknown_policies(given, NAMED)


def test_names_require_feature_names():
    with pytest.raises(ValueError, match="'a' is a feature name, but X has no feature names"):
        DecisionTreeClassifier(missing={"a": "stop"}).fit([[1.0], [2.0]], [0, 1])

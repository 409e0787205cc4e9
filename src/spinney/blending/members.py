"""Members of a blend: names, nested parameters and validation."""

import inspect
from collections import Counter
from typing import Any, ClassVar, Self

from sklearn.base import BaseEstimator, is_classifier, is_regressor
from sklearn.pipeline import Pipeline
from sklearn.utils import Bunch
from sklearn.utils.validation import has_fit_parameter

DROP = "drop"


def named(estimators: Any) -> list[tuple[str, Any]]:
    """Return (name, member) pairs; members without names get their lowercase class names."""
    if all(isinstance(item, tuple | list) for item in estimators):
        return [(item[0], item[1]) for item in estimators]
    names = [DROP if is_dropped(item) else type(item).__name__.lower() for item in estimators]
    total, seen = Counter(names), Counter[str]()
    for i, name in enumerate(names):
        if total[name] > 1:
            seen[name] += 1
            names[i] = f"{name}-{seen[name]}"
    return list(zip(names, estimators, strict=True))


def check_members(owner: Any) -> list[tuple[str, Any]]:
    """Return all (name, member) pairs, dropped ones included; raise if one is invalid."""
    estimators = owner.estimators
    if not isinstance(estimators, list | tuple) or not estimators:
        raise ValueError(
            "estimators must be a non-empty list of estimators or of pairs (name, estimator), got "
            f"{estimators!r}."
        )
    pairs = [isinstance(item, tuple | list) for item in estimators]
    if any(pairs) and not all(pairs):
        raise ValueError("estimators mixes pairs (name, estimator) and estimators without names.")
    for item in estimators if all(pairs) else ():
        if len(item) != 2 or not isinstance(item[0], str):
            raise ValueError(f"estimators must contain pairs (name, estimator), got {item!r}.")
    members = named(estimators)
    check_names([name for name, _ in members], owner)
    for name, member in members:
        if not is_dropped(member):
            check_kind(name, member, owner)
    if all(is_dropped(member) for _, member in members):
        raise ValueError("estimators: all members are dropped; at least one is required.")
    return members


def check_names(names: list[str], owner: Any) -> None:
    parameters = set(BaseEstimator.get_params(owner, deep=False))
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"estimators: the name {name!r} is not unique.")
        if "__" in name or name in parameters:
            raise ValueError(
                f"estimators: the name {name!r} is invalid: names must not contain '__' or equal "
                "the name of a parameter."
            )


def check_kind(name: str, member: Any, owner: Any) -> None:
    if not (hasattr(member, "fit") and hasattr(member, "predict")) or isinstance(member, type):
        raise ValueError(
            f"estimators: {name!r} must be an estimator with fit and predict, or 'drop'; got "
            f"{member!r}."
        )
    wrong = is_regressor if is_classifier(owner) else is_classifier
    if wrong(member) and not owner._accepts_regressors:
        kind = "classifier" if is_classifier(owner) else "regressor"
        raise ValueError(
            f"estimators: {name!r} must be a {kind} in {type(owner).__name__}, got {member!r}."
        )


def is_dropped(member: Any) -> bool:
    return isinstance(member, str) and member == DROP


def weight_arguments(name: str, member: Any, weight: Any) -> dict[str, Any]:
    """Return the arguments that pass sample weights to fit; in a pipeline, to its last step."""
    if weight is None:
        return {}
    if isinstance(member, Pipeline):
        step, last = member.steps[-1]
        if accepts(last, "sample_weight"):
            return {f"{step}__sample_weight": weight}
    elif accepts(member, "sample_weight"):
        return {"sample_weight": weight}
    raise TypeError(
        f"The member {name!r} ({type(member).__name__}) does not support sample weights: drop it "
        "with set_params, or fit without weights."
    )


def accepts(member: Any, argument: str) -> bool:
    """Return whether ``fit`` has a keyword argument, or takes any."""
    if has_fit_parameter(member, argument):
        return True
    parameters = inspect.signature(member.fit).parameters.values()
    return any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)


class NamedMembers:
    """Access to members and their parameters: ``name`` and ``name__parameter``."""

    estimators: Any
    _accepts_regressors: ClassVar[bool] = False
    """Whether the members of a classifier may be regressors."""

    @property
    def named_estimators(self) -> Bunch:
        """The members by name, as they were passed."""
        return Bunch(**dict(self._listed()))

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters, with those of the members as ``member__parameter``.

        Parameters
        ----------
        deep : bool, default=True
            Whether to include the members and their parameters.

        Returns
        -------
        dict
        """
        found: dict[str, Any] = super().get_params(deep=deep)  # type: ignore[misc]
        for name, member in self._listed() if deep else ():
            found[name] = member
            if hasattr(member, "get_params") and not isinstance(member, type):
                inner = member.get_params(deep=True)
                found |= {f"{name}__{key}": value for key, value in inner.items()}
        return found

    def set_params(self, **params: Any) -> Self:
        """Set parameters, replace members by name, or set ``member__parameter``.

        Parameters
        ----------
        **params : dict
            New values; ``"drop"`` excludes a member.

        Returns
        -------
        self
        """
        if "estimators" in params:
            self.estimators = params.pop("estimators")
        for i, (name, _) in enumerate(self._listed()):
            if name in params:
                self._replace(i, params.pop(name))
        members = dict(self._listed())
        inner: dict[str, dict[str, Any]] = {}
        for key in list(params):
            name, _, parameter = key.partition("__")
            if parameter and name in members:
                inner.setdefault(name, {})[parameter] = params.pop(key)
        super().set_params(**params)  # type: ignore[misc]
        for name, changes in inner.items():
            members[name].set_params(**changes)
        return self

    def _replace(self, i: int, member: Any) -> None:
        """Replace the member at index i in a copy of the user's list."""
        estimators = list(self.estimators)
        is_pair = isinstance(estimators[i], tuple | list)
        estimators[i] = (estimators[i][0], member) if is_pair else member
        self.estimators = estimators

    def _listed(self) -> list[tuple[str, Any]]:
        """Return (name, member) pairs; an empty list if ``estimators`` is invalid."""
        try:
            return named(self.estimators)
        except (TypeError, IndexError):
            return []

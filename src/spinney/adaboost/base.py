"""What both AdaBoost estimators share: parameters, fit, and the members."""

import copy
from collections.abc import Iterator
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, clone, is_classifier, is_regressor
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted

from ..base.random_seed import resolve_seed
from ..base.read_targets import ValidationSet
from ..base.saving import SaveMixin
from ..data.targets import Targets
from ..data.weights import Weights, sample_weights
from .adaboost_data import Setup, prepare_estimators, prepare_trees
from .ensembles import TreeEnsemble
from .evaluation import Validation, Watch
from .methods import Floats
from .model import FittedRounds
from .parameters import AdaBoostParameters
from .round_loop import Method, run_rounds
from .trainers import Draws, is_plain

OF_TREES = ("min_weight_fraction_leaf", "categorical_features", "missing", "unknown")
"""Parameters that are handed to the members if no estimator is given."""


class BaseAdaBoost(SaveMixin, AdaBoostParameters, BaseEstimator):  # type: ignore[misc]
    """What the classifier and the regressor share."""

    _optional = ("feature_names_in_", "evals_result_", "best_iteration_", "best_score_")
    _tree: ClassVar[type]
    _depth: ClassVar[int]
    """The members where no estimator is given, and their depth."""

    def fit(
        self,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        *,
        X_val: Any = None,
        y_val: Any = None,
        sample_weight_val: Any = None,
    ) -> Self:
        """Fit member after member, each on rows weighted by the errors of those before it.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The features. Members that are not trees of this library get them as they are.
        y : array-like of shape (n_samples,)
            The target.
        sample_weight : array-like of shape (n_samples,), default=None
            Weight of each row in the first round; a row of weight 0 counts as absent.
        X_val, y_val, sample_weight_val : as X, y and sample_weight, default=None
            Rows to validate on: "validation" in ``evals_result_``.

        Returns
        -------
        self
            The fitted estimator.
        """
        self._validate_parameters()
        member = self._member()
        self._check_member(member)
        given = ValidationSet(X_val, y_val, sample_weight_val).checked()
        start = self._start(member)
        setup = Setup(
            self,
            member,
            Draws(self._seed(start), bool(self.resample)),
            None if start is None else start.team,
            self.validation_fraction if self.early_stopping and given is None else None,
            given,
        )
        prepare = prepare_trees if self._grows_trees(member) else prepare_estimators
        trainer, judged = prepare(setup, X, y, sample_weight)
        method = self._method(trainer.team([]).classes)
        validation = None if judged is None else Validation(trainer, method, judged)
        patience = int(self.n_iter_no_change) if self.early_stopping else None
        with Watch(validation, patience, int(self.n_estimators), int(self.verbose)) as watch:
            members = () if start is None else start.team.members
            rounds = run_rounds(trainer, method, members, int(self.n_estimators), watch)
        found: dict[str, Any] = {}
        if validation is not None and validation.losses:
            found = validation.found()
            rounds = rounds[: validation.best + 1] if self.early_stopping else rounds
        model = FittedRounds(
            trainer.team([one.member for one in rounds]),
            method,
            np.array([one.vote for one in rounds]),
            np.array([one.error for one in rounds]),
            setup.draws.seed,
        )
        self._install(self._state(model) | found)
        return self

    def _member(self) -> Any:
        """What members are copies of."""
        if self.estimator is not None:
            return self.estimator
        return self._tree(max_depth=self._depth, **{name: getattr(self, name) for name in OF_TREES})

    def _grows_trees(self, member: Any) -> bool:
        return is_plain(member, self._tree)

    def _check_member(self, member: Any) -> None:
        wrong = is_regressor if is_classifier(self) else is_classifier
        if wrong(member):
            kind = "classifier" if is_classifier(self) else "regressor"
            raise ValueError(
                f"estimator must be a {kind} in {type(self).__name__}, got {member!r}."
            )
        declared = self.parameters()
        changed = [name for name in OF_TREES if getattr(self, name) is not declared[name].default]
        if self.estimator is not None and changed:
            raise ValueError(
                f"{changed[0]} is handed to the default members only: set it in estimator."
            )

    def _start(self, member: Any) -> FittedRounds | None:
        """The rounds that warm_start keeps, if there are any."""
        start: FittedRounds | None = vars(self).get("_model")
        if not self.warm_start or start is None:
            return None
        if isinstance(start.team, TreeEnsemble) != self._grows_trees(member):
            raise ValueError(
                "warm_start adds members of the same kind, but estimator has changed: set "
                "warm_start=False to begin anew."
            )
        if start.n_rounds > self.n_estimators:
            raise ValueError(
                f"n_estimators={self.n_estimators} is less than the {start.n_rounds} rounds that "
                "are there, which warm_start keeps."
            )
        return start

    def _seed(self, start: FittedRounds | None) -> int:
        if start is not None and not isinstance(self.random_state, Integral):
            return start.seed
        return resolve_seed(self.random_state, True)

    def _method(self, classes: list[Any]) -> Method:
        raise NotImplementedError

    def _targets(self, y: Any, n_rows: int) -> Targets:
        raise NotImplementedError

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        return sample_weights(sample_weight, n_rows)

    def _class_weights(self, weight: Weights | None, targets: Targets) -> Weights | None:
        return weight

    def _asks_for_shares(self) -> bool:
        """Whether members that are not trees of ours have to give probabilities."""
        return False

    def _state(self, model: FittedRounds) -> dict[str, Any]:
        """The fitted attributes."""
        state: dict[str, Any] = {
            "_model": model,
            "n_features_in_": model.team.n_features,
            "estimator_": clone(self._member()),
            "estimator_weights_": model.votes,
            "estimator_errors_": model.errors,
        }
        if model.team.names is not None:
            state["feature_names_in_"] = np.array(model.team.names, dtype=object)
        return state

    def _install(self, state: dict[str, Any]) -> None:
        for name in self._optional:
            self.__dict__.pop(name, None)
        self.__dict__.update(state)

    def _fitted(self) -> FittedRounds:
        if "_model" not in vars(self):
            check_is_fitted(self)
        model: FittedRounds = vars(self)["_model"]
        return model

    def _rows(self, X: Any) -> tuple[FittedRounds, Any]:
        """The model, and X as its members take it."""
        model = self._fitted()
        return model, model.team.read(X, self)

    @property
    def estimators_(self) -> list[Any]:
        """The fitted members, one per round."""
        model = self._fitted()
        return [model.team.estimator(i) for i in range(model.n_rounds)]

    @property
    def feature_importances_(self) -> Floats:
        """The mean of the members' importances by their weights, if they have any."""
        return self._fitted().importances()

    def __len__(self) -> int:
        """Number of rounds."""
        return self._fitted().n_rounds

    def __getitem__(self, index: Any) -> Any:
        """The model of the first rounds, as ``model[:50]``, or one member, as ``model[0]``."""
        model = self._fitted()
        if not isinstance(index, slice):
            return model.team.estimator(range(model.n_rounds)[index])
        first, last, step = index.indices(model.n_rounds)
        if first != 0 or step != 1 or last < 1:
            raise ValueError(
                "Only a slice from the first round on, as model[:50], is a model: later members "
                "mend the errors of earlier ones."
            )
        part = copy.copy(self)
        part.__dict__.update(self._state(model.first_rounds(last)))
        return part

    def __iter__(self) -> Iterator[Any]:
        return iter(self.estimators_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self._member()).input_tags
        return tags

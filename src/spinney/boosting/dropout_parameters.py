"""Parameters of dropout (DART)."""

from ..base.parameters import Integral, Interval, Parameterized, Real, StrOptions, parameter

SHARE = Interval(Real, 0.0, 1.0, closed="both")


class DropoutParameters(Parameterized):
    """Dropout of trees, Rashmi and Gilad-Bachrach (2015)."""

    booster: str | None = parameter(
        default="gbtree",
        allowed=(StrOptions({"gbtree", "dart"}), None),
        doc="""\
            "dart" drops a random part of the earlier iterations before each one, and then scales
            both the new trees and those that were dropped. None is "gbtree". After early stopping
            the model has the weights of the best iteration; staged predictions and slices of the
            model use its final weights. LightGBM's names are ``boosting_type`` and
            ``boosting``.""",
    )
    drop_rate: float = parameter(
        default=0.1,
        allowed=(SHARE,),
        doc="The fraction of the earlier iterations that ``booster='dart'`` drops on average.",
        aliases=("rate_drop",),
    )
    max_drop: int = parameter(
        default=50,
        allowed=(Interval(Integral, None, None, closed="neither"),),
        doc="The maximum number of iterations that are dropped; 0 and below: no limit.",
    )
    skip_drop: float = parameter(
        default=0.5,
        allowed=(SHARE,),
        doc="The probability of dropping nothing in an iteration.",
    )
    uniform_drop: bool = parameter(
        default=False,
        allowed=("boolean",),
        doc="""\
            Whether all iterations are dropped with the same probability, instead of one
            proportional to their weight.""",
    )
    xgboost_dart_mode: bool = parameter(
        default=False,
        allowed=("boolean",),
        doc="""\
            Whether n dropped iterations are multiplied by n / (n + learning_rate), and the new one
            by 1 / (n + learning_rate), as in XGBoost; otherwise by n / (n + 1) and 1 / (n + 1).""",
    )

    @property
    def _drops(self) -> bool:
        return self.booster == "dart"

"""The compiled core."""

from ._adaboost import WeightedTrees as WeightedTrees
from ._adaboost import weighted_medians as weighted_medians
from ._adaboost import with_scores as with_scores
from ._boosting import Booster as Booster
from ._boosting import Ensemble as Ensemble
from ._boosting import Link as Link
from ._boosting import Loss as Loss
from ._boosting import LossInfo as LossInfo
from ._boosting import LossParameter as LossParameter
from ._boosting import TargetDomain as TargetDomain
from ._boosting import TargetStatistics as TargetStatistics
from ._boosting import Task as Task
from ._boosting import can_bin as can_bin
from ._boosting import losses as losses
from ._boosting import step_all as step_all
from ._counterfactual import CellTrees as CellTrees
from ._counterfactual import MarginGoal as MarginGoal
from ._counterfactual import feature_cuts as feature_cuts
from ._counterfactual import find_counterfactual as find_counterfactual
from ._criteria import Criterion as Criterion
from ._criteria import CriterionInfo as CriterionInfo
from ._criteria import criteria as criteria
from ._criteria import impurity as impurity
from ._criteria import impurity_curve as impurity_curve
from ._criteria import row_losses as row_losses
from ._explain import MAX_SHAP_TERMS as MAX_SHAP_TERMS
from ._explain import ShapSums as ShapSums
from ._explain import Similarity as Similarity
from ._explain import interaction_pairs as interaction_pairs
from ._explain import max_terms as max_terms
from ._explain import partial_dependence as partial_dependence
from ._explain import path_dependence as path_dependence
from ._files import FORMAT_VERSION as FORMAT_VERSION
from ._files import container_head as container_head
from ._files import read_container as read_container
from ._forest import Bags as Bags
from ._forest import Forest as Forest
from ._forest import LeafTargets as LeafTargets
from ._forest import OutOfBag as OutOfBag
from ._forest import corrected_importances as corrected_importances
from ._forest import grow_forest as grow_forest
from ._forest import permutation_importances as permutation_importances
from ._forest import smoothing_losses as smoothing_losses
from ._forest import tree_features as tree_features
from ._optimal import grow_optimal_tree as grow_optimal_tree
from ._options import BoostingAlgorithm as BoostingAlgorithm
from ._options import BoostingOptions as BoostingOptions
from ._options import ForestOptions as ForestOptions
from ._options import GrowthPolicy as GrowthPolicy
from ._options import MissingRoute as MissingRoute
from ._options import NodeKind as NodeKind
from ._options import OptimalOptions as OptimalOptions
from ._options import SplitKind as SplitKind
from ._options import TreeOptions as TreeOptions
from ._serving import RowPredictor as RowPredictor
from ._tree import Alternative as Alternative
from ._tree import Table as Table
from ._tree import Tree as Tree
from ._tree import grow_tree as grow_tree
from ._tree import prune_by_errors as prune_by_errors

def available_memory(root: str = "") -> int:
    """Return the bytes that this process may allocate (system, cgroup, address space limit).

    ``root`` is a directory that stands for ``/``, in tests.
    """

def available_threads() -> int:
    """Return the number of CPUs that this process may use (affinity, cgroup quota)."""

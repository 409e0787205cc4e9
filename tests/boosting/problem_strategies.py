"""Hypothesis strategies: small tables with derivatives, and growth parameters."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from properties.strategies import MOSTLY_NUMBERS, samples

NUMBERS = st.just(0)
NEVER = st.just(False)
GRADIENTS = st.sampled_from([-4.0, -1.5, -1.0, -0.25, 0.0, 0.5, 1.0, 3.0])
HESSIANS = st.sampled_from([0.125, 0.25, 0.5, 1.0])
rngs = st.integers(0, 2**32 - 1).map(np.random.default_rng)


@st.composite
def problems(draw, kinds=MOSTLY_NUMBERS, max_rows=14, unit=None, **shape):
    """Draw a sample with positive weights, and a gradient and a hessian per row."""
    sample = draw(samples("squared_error", kinds=kinds, max_rows=max_rows, **shape))
    if sample.weight is not None:
        sample = replace(sample, weight=np.where(sample.weight > 0, sample.weight, 4.0))
    n = sample.n_rows
    gradient = draw(arrays(np.float64, n, elements=GRADIENTS, fill=st.nothing()))
    constant = draw(st.booleans()) if unit is None else unit
    drawn = st.just(1.0) if constant else HESSIANS
    hessian = draw(arrays(np.float64, n, elements=drawn, fill=st.nothing()))
    return sample, gradient, hessian


PENALTIES = st.fixed_dictionaries(
    {
        "reg_lambda": st.sampled_from([0.0, 0.5, 1.0, 3.0]),
        "reg_alpha": st.sampled_from([0.0, 0.0, 0.5, 2.0]),
        "max_delta_step": st.sampled_from([0.0, 0.0, 0.4, 1.5]),
    }
)
LIMITS = st.fixed_dictionaries(
    {
        "min_child_weight": st.sampled_from([0.0, 0.5, 1.5]),
        "min_samples_leaf": st.integers(1, 3),
        "min_samples_split": st.integers(2, 5),
        "max_depth": st.integers(1, 4),
    }
)
# Values for which no level is exactly at min_samples_category.
LEVELS = st.fixed_dictionaries(
    {
        "cat_smooth": st.sampled_from([0.5, 10.0]),
        "cat_l2": st.sampled_from([0.0, 1.0]),
        "min_samples_category": st.sampled_from([0.0, 1.37, 3.21]),
        "max_onehot": st.sampled_from([1, 2, 4]),
    }
)

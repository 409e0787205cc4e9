"""Compare the surrogates and competitors of a node with those of the reference.

Both are lists, best first, of splits on other features. They must have the same scores in the
same order, and be the same splits, unless another split has the same score on the rows:

order   features with the same score are in another order, or the list is truncated among them.
place   the same feature and score, but another threshold or other sides.
"""

from dataclasses import dataclass

import numpy as np

SCORE_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Split:
    """A split with its sides: by category code or threshold, and which side is the left one.

    A value equal to the threshold belongs below it, or above it if ``strict`` (as in rpart).
    """

    feature: int
    threshold: float
    above_left: bool
    left: frozenset
    right: frozenset
    score: float
    adjusted: float = 0.0
    strict: bool = False

    def goes(self, column):
        """1 for the rows that go left, 2 for right, 0 where the value is missing or unknown."""
        if self.left or self.right:
            return np.isin(column, list(self.left)) + 2 * np.isin(column, list(self.right))
        below = column < self.threshold if self.strict else column <= self.threshold
        return np.where(np.isnan(column), 0, np.where(below != self.above_left, 1, 2))


def our_splits(alternatives, codes, scale=1.0):
    """Splits of the core, with category codes of the table and scores in rpart's unit."""
    return [
        Split(
            feature=s.feature,
            threshold=s.threshold,
            above_left=s.above_left,
            left=frozenset(codes[s.feature][s.categories_left].tolist()),
            right=frozenset(codes[s.feature][s.categories_right].tolist()),
            score=s.score * scale,
            adjusted=s.adjusted,
        )
        for s in alternatives
    ]


def their_splits(splits, chosen, scale=1.0):
    """Splits of the reference."""
    return [
        Split(
            feature=int(splits.feature[k]),
            threshold=float(splits.threshold[k]),
            above_left=bool(splits.above_left[k]),
            left=frozenset(np.flatnonzero(splits.sides[k] == 1).astype(float).tolist()),
            right=frozenset(np.flatnonzero(splits.sides[k] == 2).astype(float).tolist()),
            score=float(splits.score[k]) * scale,
            adjusted=float(splits.adjusted[k]),
            strict=True,
        )
        for k in chosen
    ]


def same_split(one, other, mirrored):
    """Whether two splits on a feature send all values to the same (or all to the opposite) side."""
    if one.left or one.right:
        sides = (other.right, other.left) if mirrored else (other.left, other.right)
        return (one.left, one.right) == sides
    same_side = one.above_left == (other.above_left != mirrored)
    return same_side and np.isclose(one.threshold, other.threshold, rtol=1e-12, atol=0)


def comparable(ours, theirs, dropped, longest):
    """Both lists without some features, truncated to the shorter, and their maximum length."""
    if not dropped:
        return ours, theirs, longest
    full = longest in (len(ours), len(theirs))
    ours = [split for split in ours if split.feature not in dropped]
    theirs = [split for split in theirs if split.feature not in dropped]
    n = min(len(ours), len(theirs))
    assert full or len(ours) == len(theirs), f"{len(ours)} splits instead of {len(theirs)}"
    return ours[:n], theirs[:n], n


class Lists:
    """Compare two lists of splits by scores that may differ by rounding."""

    def __init__(self, ours, theirs, longest, rounding=0.0):
        self.ours, self.theirs, self.longest, self.rounding = ours, theirs, longest, rounding

    def is_close(self, one, other):
        largest = max(abs(one), abs(other))
        return abs(one - other) <= SCORE_TOLERANCE * largest + self.rounding

    def compare(self, same, true_score):
        """Return the names of the differences; fail on any other difference.

        ``same(one, other)`` compares two splits on a feature; ``true_score(split)`` computes a
        score from the rows.
        """
        ours, theirs = self.ours, self.theirs
        assert len(ours) == len(theirs), f"{len(ours)} splits instead of {len(theirs)}"
        for one, other in zip(ours, theirs, strict=True):
            assert self.is_close(one.score, other.score), f"{one} has another score than {other}"
            assert abs(one.adjusted - other.adjusted) < SCORE_TOLERANCE, f"{one} is not {other}"
        for one in (*ours, *theirs):
            true = true_score(one)
            assert self.is_close(true, one.score), f"{one} should score {true}"
        by_feature = {split.feature: split for split in theirs}
        pairs = [(one, by_feature[one.feature]) for one in ours if one.feature in by_feature]
        names = ["place" for one, other in pairs if not same(one, other)]
        assert all(self.is_close(one.score, other.score) for one, other in pairs)
        if [s.feature for s in ours] != [s.feature for s in theirs]:
            self.check_exchanged()
            names.append("order")
        return names

    def check_exchanged(self):
        """Check that features in only one full list have the score of its last entry."""
        ours, theirs = self.ours, self.theirs
        lacking = {s.feature for s in theirs} ^ {s.feature for s in ours}
        for split in (*ours, *theirs):
            if split.feature in lacking:
                assert len(ours) == self.longest, f"only one side has {split}"
                assert self.is_close(split.score, ours[-1].score), f"only one side has {split}"

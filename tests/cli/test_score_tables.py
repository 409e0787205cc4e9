"""Scores and numbers in tables: uniform decimals, and the untuned model next to the best."""

import re

import pytest

from spinney.cli.score_tables import format_column, score_rows


def column(mean, sd=None, baseline=None):
    return {"mean": mean, "sd": sd, "baseline": baseline}


@pytest.mark.parametrize(
    ("values", "cells"),
    [
        ([0.13965, 0.0044649], ["0.139650", "0.004465"]),
        ([1.0, 0.55556], ["1.0000", "0.5556"]),
        ([12345.6, 1234.5], ["12,346", "1,234"]),
        ([0.0, 0.5], ["0.0000", "0.5000"]),
        ([1e-9, 1.0], ["1e-09", "1"]),
        ([0.0, float("nan")], ["0.0", ""]),
    ],
)
def test_columns(values, cells):
    assert format_column(values) == cells


def test_scores_of_a_metric_have_the_same_decimals():
    one = {"accuracy": column(0.81, 0.031, 0.6162), "RMSE": column(12.3, 1.0, 100.0)}
    other = {"accuracy": column(1.0, 0.0), "RMSE": column(14.0, 10.0)}
    assert score_rows(one, other) == [
        ["accuracy", "81.0 ± 3.1 %", "100.0 ± 0.0 %", "61.6 %"],
        ["RMSE", "12.30 ± 1.00", "14.00 ± 10.00", "100.00"],
    ]
    assert score_rows({"log loss": column(0.5, None, 0.25)}) == [["log loss", "0.5000", "0.2500"]]
    assert score_rows({"RMSE": column(None, None, None)}) == [["RMSE", "", ""]]


def test_tune_shows_the_untuned_scores(run, table):
    arguments = ("tune", table, "-t", "price", "-m", "tree", "--trials", "9", "--seed", "3")
    found = run.json(*arguments)
    settings = [trial["parameters"] for trial in found["trials"]]
    assert len(settings) == 9
    assert settings.count({}) == 1
    assert found["untuned"] == found["trials"][settings.index({})]
    rows = {trial["rows"] for trial in (found["trials"][0], found["untuned"])}
    assert rows == {60}
    losses = [trial["metrics"]["RMSE"] for trial in found["trials"][:4]]
    assert losses[0] == min(losses)
    shown = run(*arguments).stdout
    assert re.search(r"best +untuned +baseline\n", shown)
    untuned = found["untuned"]["metrics"]["R2"]
    assert re.search(rf"R2 .* {untuned:.4f} ± ", shown)

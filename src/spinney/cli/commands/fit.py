"""``spinney fit``: learn from a table, score, show and save."""

from typing import Any, NamedTuple

import click

from ..errors import UserError
from ..guesses import baseline_name, table_document, table_notes, tell_table
from ..model_files import file_size, save_model
from ..model_kinds import AUTO, KINDS, candidates, changed_parameters, make_estimator
from ..options import (
    FILE,
    TABLE,
    column_options,
    model_option,
    output_options,
    running_options,
    scoring_options,
    settings_option,
    training_table,
)
from ..output import Output, plain
from ..outputs import check_model_path
from ..scores import Parts, Trial, plan, rows_of, try_out
from ..training_table import TrainingTable
from ..views import importances, is_tree, leaves_of, show_importances, tree_text

QUANTILE_MODELS = ("forest", "extra")


class Fitted(NamedTuple):
    """The model that was kept, and what it and others scored."""

    name: str
    model: Any
    trials: dict[str, Trial]


@click.command()
@click.argument("data", type=TABLE)
@column_options
@model_option(with_auto=True, default=AUTO)
@settings_option
@click.option("--intervals", is_flag=True, help="A forest that can tell intervals of its answers.")
@scoring_options
@click.option("--no-score", is_flag=True, help="Only fit.")
@click.option("-o", "--output", type=FILE, help="Save the model here, as m.spinney.")
@running_options
@output_options
def fit(data: str, output: str | None, as_json: bool, quiet: bool, **options: Any) -> None:
    """Learn from a table and save a model.

    What the columns are is guessed and said.

    The score comes from rows that the model did not learn from: 5 folds, or a fifth of the rows if
    there are 10,000 or more. The model that is saved then learns from all rows.

    \b
    --model is one of
      auto      boost and forest are tried, the better one is kept
                (boost alone from 20,000 rows, or with --set)
      boost     gradient boosting: 200 trees, or from 4,000 rows on
                as many as a validation part asks for
      forest    a random forest                    extra    extremely randomized trees
      tree      one tree, pruned by cross-validation
      optimal   the best tree of depth 3           adaboost, bagging

    \b
    Examples:
      spinney fit houses.csv --target price -o houses.spinney
      spinney fit churn.parquet -t churned --model tree --set max_depth=4
      spinney fit sales.csv.gz -t amount --model forest --intervals -o sales.spinney
      spinney fit people.csv -t city --category postcode --drop name --json
    """
    out = Output(as_json, quiet)
    if output:
        check_model_path(output, data)
    source, table = training_table(data, options, out)
    estimators = make_estimators(table, options)
    parts = held_out(table, options)
    tell_table(out, source, table)
    fitted = fit_best(estimators, table, parts, out)
    document = table_document(source, table) | result_document(fitted)
    show(out, fitted, table)
    if fitted.trials and not fitted.trials[fitted.name].beats_baseline(table.is_classes):
        out.note("the model is no better than the baseline: the columns say little of the target")
    if output:
        scores = document["scores"].get(fitted.name)
        size = save_model(fitted.model, output, table_notes(source, table, scores))
        document["output"] = output
        out.done(f"\nsaved {output} ({file_size(size)}). Next: spinney predict {output} NEW_TABLE")
    else:
        out.done("\nnot saved: add -o m.spinney to keep the model")
    out.finish(document)


def held_out(table: TrainingTable, options: dict[str, Any]) -> Parts:
    if not options["no_score"]:
        return plan(table, options["cv"], options["holdout"], options["seed"])
    if options["cv"] or options["holdout"]:
        raise UserError("--no-score contradicts --cv and --holdout")
    return Parts("nothing", [])


def fit_best(estimators: dict[str, Any], table: TrainingTable, parts: Parts, out: Output) -> Fitted:
    """Score all of the models, and fit the best of them on all rows."""
    names = list(estimators)
    trials = {}
    with out.progress("fitting", 1 + len(names) * len(parts.pairs)) as step:
        for name, estimator in estimators.items() if parts.pairs else ():
            trials[name] = try_out(estimator, table, parts, step)
        best = min(names, key=lambda n: trials[n].loss(table.is_classes)) if trials else names[0]
        model = estimators[best].fit(table.X, table.y)
        step()
    return Fitted(best, model, trials)


def make_estimators(table: TrainingTable, options: dict[str, Any]) -> dict[str, Any]:
    """The estimators to score, by the names of their models."""
    settings = [*(["quantiles=True"] if options["intervals"] else []), *options["settings"]]
    running = (options["seed"], options["threads"])
    names = candidate_names(table, options)
    return {name: make_estimator(name, table, settings, *running) for name in names}


def candidate_names(table: TrainingTable, options: dict[str, Any]) -> list[str]:
    if not options["intervals"]:
        names = candidates(options["model"], len(table))
        return names[:1] if options["no_score"] or options["settings"] else names
    name = "forest" if options["model"] == AUTO else options["model"]
    if table.is_classes or name not in QUANTILE_MODELS:
        raise UserError("--intervals are for numbers, and for --model forest or extra")
    return [name]


def show(out: Output, fitted: Fitted, table: TrainingTable) -> None:
    changed = ", ".join(f"{k}={v!r}" for k, v in plain(changed_parameters(fitted.model)).items())
    class_name = type(fitted.model).__name__
    out.say(f"  {'model':<11} {fitted.name}: {class_name}({changed})")
    if fitted.trials:
        trial = fitted.trials[fitted.name]
        others = [name for name in fitted.trials if name != fitted.name]
        titles = ["", fitted.name, *others, "baseline"]
        found = {name: list(rows_of(t.summary())) for name, t in fitted.trials.items()}
        out.say(f"\nscores by {trial.how}; the baseline is {baseline_name(table)}", "bold")
        out.table(
            titles,
            [
                [metric, value, *(found[other][i][1] for other in others), base]
                for i, (metric, value, base) in enumerate(found[fitted.name])
            ],
        )
    ranked = importances(fitted.model)
    if ranked:
        out.say("\nimportance", "bold")
        show_importances(out, ranked)
    if is_tree(fitted.model):
        out.say(f"\nthe tree: {leaves_of(fitted.model)}{how_good(fitted.model)}", "bold")
        out.say(tree_text(fitted.model, None))


def how_good(model: Any) -> str:
    """Of an optimal tree whether it is proven, of others nothing."""
    if not hasattr(model, "proven_"):
        return ""
    if model.proven_:
        return f", proven to be the best of depth {model.max_depth}"
    return f", not proven: a better one may have up to {model.gap_:.4g} less error"


def result_document(fitted: Fitted) -> dict[str, Any]:
    """Model, scores and importances for machines."""
    return {
        "model": fitted.name,
        "class": type(fitted.model).__name__,
        "settings": changed_parameters(fitted.model),
        "summary": KINDS[fitted.name].summary,
        "scores": {
            name: {"how": trial.how, "metrics": trial.summary()}
            for name, trial in fitted.trials.items()
        },
        "importances": dict(importances(fitted.model)),
    }

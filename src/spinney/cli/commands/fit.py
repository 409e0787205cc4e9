"""``spinney fit``: fit, score, show and save a model."""

from typing import Any, NamedTuple

import click
from sklearn.base import clone

from ..console import Output, to_json_value
from ..errors import UserError
from ..model_files import save_model
from ..model_kinds import (
    AUTO,
    AUTO_MODELS,
    KINDS,
    auto_values,
    candidates,
    changed_parameters,
    check_settings,
    chosen_text,
    limit_folds,
    make_estimator,
)
from ..model_summary import count_leaves, importances, is_tree, show_importances, tree_text
from ..options import (
    FILE,
    TABLE,
    column_options,
    model_option,
    output_options,
    read_training_table,
    run_options,
    settings_option,
    validation_options,
)
from ..output_files import check_different, check_writable
from ..reports import write_report
from ..score_tables import score_rows
from ..scoring import (
    Validation,
    ValidationResult,
    check_validation_options,
    plan_validation,
    validate,
)
from ..table_summary import baseline_name, show_table, table_document, table_notes
from ..training_table import CLASSIFICATION, TrainingTable

QUANTILE_MODELS = ("forest", "extra")


class FittedModel(NamedTuple):
    """The best model, and the scores of all candidates."""

    name: str
    model: Any
    results: dict[str, ValidationResult]


@click.command()
@click.argument("data", type=TABLE)
@column_options
@model_option(default=AUTO)
@settings_option
@click.option("--intervals", is_flag=True, help="Fit a forest that can predict intervals.")
@validation_options
@click.option("--no-score", is_flag=True, help="Do not compute scores.")
@click.option("-o", "--output", type=FILE, help="Save the model, for example to m.spinney.")
@click.option("--report", type=FILE, help="Write an HTML report on held-out rows.")
@run_options
@output_options
def fit(
    data: str, output: str | None, report: str | None, as_json: bool, quiet: bool, **options: Any
) -> None:
    """Fit a model to a table, score it and save it.

    Column types and task are inferred and printed.

    Scores come from 5-fold cross-validation or, from 10,000 rows on, from a held-out fifth of the
    rows. The saved model is then fitted to all rows; the model of --report only to the rows that
    its first test part leaves.

    The default model, auto, fits gradient boosting and a random forest and keeps the better one;
    from 20,000 rows on, or with --set, only gradient boosting.

    \b
    Examples:
      spinney fit houses.csv --target price -o houses.spinney
      spinney fit churn.parquet -t churned --model tree --report churn.html
      spinney fit sales.csv.gz -t amount --model forest --intervals -o sales.spinney
      spinney fit people.csv -t city --category postcode --drop name --json
    """
    out = Output(as_json, quiet)
    if output:
        check_writable(output, data)
    if report:
        check_writable(report, data)
        if output:
            check_different(output, "--output", report, "--report")
        if options["no_score"]:
            raise UserError("--report excludes --no-score: it shows scores on held-out rows")
    check_validation_options(options["cv"], options["holdout"], options["no_score"])
    check_settings(first_candidate(options), all_settings(options), options["task"])
    source, table = read_training_table(data, options)
    estimators = make_estimators(table, options)
    validation = make_validation(table, options)
    n_rows = validation.smallest_training_part(len(table))
    notes = [note for one in estimators.values() for note in limit_folds(one, n_rows)]
    show_table(out, source, table, notes)
    fitted = fit_best(estimators, table, validation, out)
    document = table_document(source, table) | model_document(fitted)
    show_model(out, fitted, table)
    if fitted.results and not fitted.results[fitted.name].beats_baseline(table.is_classes):
        out.note("the model does not beat the baseline: the features predict the target poorly")
    if output:
        scores = document["scores"].get(fitted.name)
        chosen = {"auto_values": document["auto_values"]}
        save_model(fitted.model, output, table_notes(source, table, scores) | chosen, out)
        document["output"] = output
    else:
        out.status("not saved: add -o m.spinney to save the model")
    if report:
        report_split(estimators[fitted.name], table, validation, report, out, options["seed"])
        document["report"] = report
    out.print_json(document)


def make_validation(table: TrainingTable, options: dict[str, Any]) -> Validation:
    if not options["no_score"]:
        return plan_validation(table, options["cv"], options["holdout"], options["seed"])
    return Validation("none", [])


def fit_best(
    estimators: dict[str, Any], table: TrainingTable, validation: Validation, out: Output
) -> FittedModel:
    """Validate all candidates, and fit the best one to all rows."""
    names = list(estimators)
    results = {}
    with out.progress("fitting", 1 + len(names) * len(validation.splits)) as step:
        for name, estimator in estimators.items() if validation.splits else ():
            results[name] = validate(estimator, table, validation, step)
        best = min(results, key=lambda n: results[n].loss(table.is_classes), default=names[0])
        model = estimators[best].fit(table.X, table.y)
        step()
    return FittedModel(best, model, results)


def report_split(
    estimator: Any,
    table: TrainingTable,
    validation: Validation,
    path: str,
    out: Output,
    seed: int,
) -> None:
    """Fit the estimator to the first training part, and report on the rows left out."""
    train, test = (table.rows(rows) for rows in validation.splits[0])
    model = clone(estimator).fit(train.X, train.y)
    title = f"{table.target}: {type(model).__name__}"
    note = (
        f"The model of this page was fitted to {len(train):,} of the {len(table):,} rows, and the "
        f"other {len(test):,} are scored. A model saved by the same command was fitted to all rows."
    )
    options: dict[str, Any] = {"train": (train.X, train.y), "title": title, "note": note}
    options["target_names"] = [table.target]
    write_report(model, test.X, test.y, path, out, random_state=seed, **options)


def make_estimators(table: TrainingTable, options: dict[str, Any]) -> dict[str, Any]:
    """Create the candidate estimators by model name."""
    settings, seed, threads = all_settings(options), options["seed"], options["threads"]
    names = candidate_names(table, options)
    return {name: make_estimator(name, table, settings, seed, threads) for name in names}


def all_settings(options: dict[str, Any]) -> list[str]:
    return [*(["quantiles=True"] if options["intervals"] else []), *options["settings"]]


def first_candidate(options: dict[str, Any]) -> str:
    """Return the first model to fit; raise if it cannot predict intervals."""
    name: str = options["model"]
    if name == AUTO:
        name = QUANTILE_MODELS[0] if options["intervals"] else AUTO_MODELS[0]
    is_classes = options["task"] == CLASSIFICATION
    if options["intervals"] and (is_classes or name not in QUANTILE_MODELS):
        raise UserError("--intervals needs a regression task and --model forest or extra")
    return name


def candidate_names(table: TrainingTable, options: dict[str, Any]) -> list[str]:
    if not options["intervals"]:
        names = candidates(options["model"], len(table))
        return names[:1] if options["no_score"] or options["settings"] else names
    return [first_candidate(options | {"task": table.task})]


def show_model(out: Output, fitted: FittedModel, table: TrainingTable) -> None:
    """Print model, scores, importances and, for a single tree, the tree."""
    parameters = to_json_value(changed_parameters(fitted.model))
    changed = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
    out.print(f"  {'model':<11} {fitted.name}: {type(fitted.model).__name__}({changed})")
    chosen = chosen_text(auto_values(fitted.model))
    if chosen:
        out.print(f"  {'chosen':<11} {chosen}")
    if fitted.results:
        show_scores(out, fitted, table)
    ranked = importances(fitted.model)
    if ranked:
        out.heading("importance")
        show_importances(out, ranked)
    if is_tree(fitted.model):
        out.heading(f"tree with {count_leaves(fitted.model)}{optimality(fitted.model)}")
        out.print_lines(tree_text(fitted.model))


def show_scores(out: Output, fitted: FittedModel, table: TrainingTable) -> None:
    """Print the scores of the best model, of the other candidates and of the baseline."""
    others = [name for name in fitted.results if name != fitted.name]
    validation = fitted.results[fitted.name].validation
    out.heading(f"scores by {validation}; the baseline predicts {baseline_name(table)}")
    summaries = [fitted.results[name].summary() for name in (fitted.name, *others)]
    out.table(["", fitted.name, *others, "baseline"], score_rows(*summaries))


def optimality(model: Any) -> str:
    """Describe whether an optimal tree is proven optimal; empty for other trees."""
    if not hasattr(model, "proven_"):
        return ""
    if model.proven_:
        return f", proven optimal for depth {model.max_depth}"
    return f", not proven optimal: the error may be up to {model.gap_:.4g} above the optimum"


def model_document(fitted: FittedModel) -> dict[str, Any]:
    """Model, scores and importances for JSON output."""
    return {
        "model": fitted.name,
        "class": type(fitted.model).__name__,
        "parameters": changed_parameters(fitted.model),
        "auto_values": auto_values(fitted.model),
        "summary": KINDS[fitted.name].summary,
        "scores": {name: result.document() for name, result in fitted.results.items()},
        "importances": dict(importances(fitted.model)),
    }

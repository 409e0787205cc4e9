"""C code that is the same for every model; @NAME@ is the prefix of its public names."""

HEADER = """\
/* @ESTIMATOR@, exported by Spinney @VERSION@. C99; needs only the C library (link with -lm).
 *
 * int @NAME@_predict(const double *row, double *values, int *classes);
 *   row      Input: @NAME@_n_features numbers in the order of @NAME@_features. NAN is a missing
 *            value. A category is given by its code, see @NAME@_category. Dates are days since
 *            1970-01-01 (with a fraction for the time of day, which features of whole days
 *            ignore; in UTC if they have a time zone), times of day and durations are seconds.
 *   values   Output: @NAME@_n_values numbers, @VALUES@
 *   classes  Output: the predicted class of each of the @NAME@_n_outputs outputs, as an index of
 *            @NAME@_classes. May be NULL; not written for regression.
 *   Returns 0; or 1 + j, without writing, if the model rejects the missing or unknown value of
 *   feature j.
 *
 * int @NAME@_category(int feature, const char *label);
 *   Returns the code of a category (UTF-8), also for one that was not seen in training.
 *
 * The functions allocate no memory, keep no state and are thread-safe.
 */
#include <math.h>
#include <string.h>
"""

TYPES = """
enum { STOP = -1, ALL = -2, SURROGATE = -3 };
enum { MISSING = -1, UNKNOWN = -2, UNSEEN = -3 };
enum { SUM, MEDIAN, MODE, WEIGHTED_MEDIAN };
enum { LINK_IDENTITY, LINK_LOG, LINK_LOGIT, LINK_SOFTMAX, LINK_NORMALIZE, LINK_FIRST_HALF };

/* n_categories: -1 for numeric features. missing_as, unknown_as: NAN if there is no such value.
 * is_ordered: thresholds are compared with codes, and an unknown category is missing.
 * is_date: the time of day is ignored. */
typedef struct {
  int n_categories, first_label;
  double missing_as, unknown_as;
  int rejects_missing, rejects_unknown, is_ordered, is_date;
} Feature;

/* n thresholds, categories or terms, from index start of their table. */
typedef struct { int kind, feature, start, n; double threshold; } Split;
/* reach: of leaves only, the limit of the distance from the center. */
typedef struct { int feature; double factor, center, reach; } Term;
typedef struct { Split split; int order[2]; } Surrogate;

/* missing, unknown, unseen: destination of such values: a child, or STOP, ALL, SURROGATE. */
typedef struct {
  Split split;
  int first_child, n_children, missing, unknown, unseen;
  int shares, surrogates, n_surrogates, fallback, value;
} Node;
typedef struct { int root, slot, width; } Tree;
typedef struct {
  int first_tree, n_trees, n_scores, aggregate, link, initial;
  double divisor, factor, weight;
} Ensemble;
"""

FIND_CHILD = """
/* Returns the child, or MISSING, UNKNOWN or UNSEEN. */
static int find_child(const Split *s, const double *cells) {
  double x, d, sum = 0;
  int k, any = 0;
  switch (s->kind) {
@CASES@  }
  return MISSING;
}
"""

FOLLOW = """
static int destination(const Node *node, const double *cells) {
  int k, child, found = find_child(&node->split, cells);
  if (found >= 0) return found;
  found = found == MISSING ? node->missing : found == UNKNOWN ? node->unknown : node->unseen;
  if (found != SURROGATE) return found;
  for (k = node->surrogates; k < node->surrogates + node->n_surrogates; ++k) {
    child = find_child(&surrogates[k].split, cells);
    if (child >= 0) return surrogates[k].order[child];
  }
  return node->fallback;
}

/* Adds the terms of a linear leaf to its value. */
static double leaf_value(const Node *node, double value, const double *cells) {
  int k;
  if (node->split.kind != LEAF) return value;
  for (k = node->split.start; k < node->split.start + node->split.n; ++k) {
    const Term *t = &terms[k];
    const double d = cells[t->feature] - t->center;
    if (!isnan(d)) value += t->factor * (d > t->reach ? t->reach : d < -t->reach ? -t->reach : d);
  }
  return value;
}

/* Adds the values of the nodes where the parts of the row end, weighted by the parts. */
static void follow(int i, int width, double share, const double *cells, double *out) {
  int k, to;
  while (nodes[i].split.kind != LEAF) {
    to = destination(&nodes[i], cells);
    if (to == STOP) break;
    if (to == ALL) {
      for (k = 0; k < nodes[i].n_children; ++k)
        follow(nodes[i].first_child + k, width, share * shares[nodes[i].shares + k], cells, out);
      return;
    }
    i = nodes[i].first_child + to;
  }
  for (k = 0; k < width; ++k)
    out[k] += share * leaf_value(&nodes[i], node_values[nodes[i].value + k], cells);
}

static void tree_values(const Tree *tree, const double *cells, double *out) {
  int k;
  for (k = 0; k < tree->width; ++k) out[k] = 0;
  follow(tree->root, tree->width, 1, cells, out);
}
"""

SUM = """
static void sum_trees(const Ensemble *ensemble, const double *cells, double *scores) {
  double values[MAX_WIDTH];
  int i, k;
  for (k = 0; k < ensemble->n_scores; ++k) scores[k] = initial[ensemble->initial + k];
  for (i = ensemble->first_tree; i < ensemble->first_tree + ensemble->n_trees; ++i) {
    tree_values(&trees[i], cells, values);
    for (k = 0; k < trees[i].width; ++k) scores[trees[i].slot + k] += values[k];
  }
  for (k = 0; k < ensemble->n_scores; ++k) scores[k] /= ensemble->divisor;
}
"""

ONLY_SUMS = """
#define ensemble_scores sum_trees
"""

AGGREGATE = """
/* Sorts numbers and, with them, weights. */
static void sort(double *x, double *w, int n) {
  int i, k;
  for (i = 1; i < n; ++i) {
    const double value = x[i], weight = w[i];
    for (k = i; k > 0 && (x[k - 1] > value || (x[k - 1] == value && w[k - 1] > weight)); --k) {
      x[k] = x[k - 1];
      w[k] = w[k - 1];
    }
    x[k] = value;
    w[k] = weight;
  }
}

static double aggregate(int kind, double *x, double *w, int n) {
  double best, total = 0, reached = 0;
  int i, k, largest = 0;
  sort(x, w, n);
  if (kind == MEDIAN) return n % 2 ? x[n / 2] : x[n / 2 - 1] + (x[n / 2] - x[n / 2 - 1]) / 2;
  if (kind == WEIGHTED_MEDIAN) {
    for (i = 0; i < n; ++i) total += w[i];
    for (i = 0; i < n; ++i)
      if ((reached += w[i]) >= 0.5 * total) return x[i];
    return x[n - 1];
  }
  for (best = x[0], i = 0; i < n; i = k) {
    for (k = i; k < n && x[k] == x[i]; ++k) continue;
    if (k - i > largest) {
      largest = k - i;
      best = x[i];
    }
  }
  return best;
}

static void ensemble_scores(const Ensemble *ensemble, const double *cells, double *scores) {
  double values[MAX_WIDTH], x[MAX_TREES], w[MAX_TREES];
  int i, k;
  if (ensemble->aggregate == SUM) {
    sum_trees(ensemble, cells, scores);
    return;
  }
  for (k = 0; k < ensemble->n_scores; ++k) {
    for (i = 0; i < ensemble->n_trees; ++i) {
      tree_values(&trees[ensemble->first_tree + i], cells, values);
      x[i] = values[k];
      w[i] = tree_weights[ensemble->first_tree + i];
    }
    scores[k] = aggregate(ensemble->aggregate, x, w, ensemble->n_trees);
  }
}
"""

LINK = """
/* Scales the values of each output to a sum of 1. */
static void normalize(double *values) {
  int k, o;
  for (o = 0; o < N_OUTPUTS; ++o) {
    double total = 0;
    for (k = starts[o]; k < starts[o + 1]; ++k) total += values[k];
    for (k = starts[o]; k < starts[o + 1]; ++k)
      values[k] = total > 0 ? values[k] / total : 1.0 / (starts[o + 1] - starts[o]);
  }
}

static void link_values(const Ensemble *ensemble, const double *scores, double *values) {
  double odds, largest, total = 0;
  int k, n = ensemble->link == LINK_FIRST_HALF ? N_VALUES : ensemble->n_scores;
  for (k = 0; k < n; ++k) values[k] = ensemble->factor * scores[k];
  if (ensemble->link == LINK_LOG) {
    for (k = 0; k < ensemble->n_scores; ++k) values[k] = exp(fmin(fmax(values[k], -300), 300));
  } else if (ensemble->link == LINK_LOGIT) {
    odds = exp(-fabs(values[0]));
    k = values[0] < 0 ? 0 : 1;
    values[k] = 1 / (1 + odds);
    values[1 - k] = odds / (1 + odds);
  } else if (ensemble->link == LINK_SOFTMAX) {
    largest = values[0];
    for (k = 1; k < ensemble->n_scores; ++k) largest = fmax(largest, values[k]);
    for (k = 0; k < ensemble->n_scores; ++k) total += values[k] = exp(values[k] - largest);
    for (k = 0; k < ensemble->n_scores; ++k) values[k] /= total;
  } else if (ensemble->link == LINK_NORMALIZE) {
    normalize(values);
  }
}

/* Returns the index of the largest value of an output, the first of equals. */
static int best_of(const double *values, int output) {
  int k, best = starts[output];
  for (k = best + 1; k < starts[output + 1]; ++k)
    if (values[k] > values[best]) best = k;
  return best;
}
"""

PREDICT = """
static int read_cells(const double *row, double *cells) {
  int j;
  for (j = 0; j < N_FEATURES; ++j) {
    const Feature *f = &features[j];
    cells[j] = f->n_categories >= 0 && !(row[j] >= 0) ? NAN : f->is_date ? floor(row[j]) : row[j];
    if (isnan(cells[j])) {
      if (f->rejects_missing) return 1 + j;
      cells[j] = f->missing_as;
    } else if (f->n_categories >= 0 && cells[j] >= f->n_categories) {
      if (f->rejects_unknown) return 1 + j;
      if (f->is_ordered || !isnan(f->unknown_as)) cells[j] = f->unknown_as;
    }
  }
  return 0;
}

static void choose(const double *values, const double *scores, int *classes) {
  double basis[N_VALUES];
  int i, k, o, n = ensembles[0].n_scores;
  for (k = 0; k < N_VALUES; ++k) {
    basis[k] = values[k];
    if (DECIDES_BY_SCORES) basis[k] = n == 1 ? k * scores[0] : scores[n - N_VALUES + k];
    if (HAS_LOSS_MATRIX) {
      basis[k] = 0;
      for (i = 0; i < N_VALUES; ++i) basis[k] -= values[i] * loss_matrix[i * N_VALUES + k];
    }
  }
  for (o = 0; o < N_OUTPUTS; ++o) classes[o] = best_of(basis, o);
}

int @NAME@_predict(const double *row, double *values, int *classes) {
  double cells[N_FEATURES], scores[MAX_SCORES], own[N_VALUES];
  int k, o, p, rejected = read_cells(row, cells);
  if (rejected) return rejected;
  for (k = 0; k < N_VALUES; ++k) values[k] = 0;
  for (p = 0; p < N_ENSEMBLES; ++p) {
    ensemble_scores(&ensembles[p], cells, scores);
    link_values(&ensembles[p], scores, own);
    if (HARD_VOTING)
      for (o = 0; o < N_OUTPUTS; ++o) values[best_of(own, o)] += ensembles[p].weight;
    else
      for (k = 0; k < N_VALUES; ++k) values[k] += ensembles[p].weight * own[k];
  }
  for (k = 0; k < N_VALUES; ++k) values[k] /= ENSEMBLE_DIVISOR;
  if (NORMALIZED) {
    for (k = 0; k < N_VALUES; ++k) values[k] = fmax(values[k], 0);
    normalize(values);
  }
  if (HAS_CLASSES && classes) choose(values, scores, classes);
  return 0;
}

int @NAME@_category(int feature, const char *label) {
  int k, n = features[feature].n_categories;
  for (k = 0; k < n; ++k)
    if (strcmp(labels[features[feature].first_label + k], label) == 0) return k;
  return n;
}
"""

"""The C that is the same for every model; @NAME@ is the prefix of its public names."""

HEADER = """\
/* @ESTIMATOR@, exported by Spinney @VERSION@. C99; needs only the C library (link with -lm).
 *
 * int @NAME@_predict(const double *row, double *values, int *chosen);
 *   row      @NAME@_n_features numbers in the order of @NAME@_features. NAN is a missing value. A
 *            category is the number of its label, which @NAME@_level gives.
 *   values   gets @NAME@_n_values numbers: @VALUES@
 *   chosen   gets the number of the predicted class of each of the @NAME@_n_outputs outputs, a
 *            place in @NAME@_classes; may be NULL, and is left alone if there are no classes.
 *   Returns 0; or 1 + j, and writes nothing, if the model refuses the absent value of feature j.
 *
 * int @NAME@_level(int feature, const char *label);
 *   The number of a category's label (UTF-8). One that training did not see has a number too.
 *
 * Nothing is allocated and no state is kept: threads may call it side by side.
 */
#include <math.h>
#include <string.h>
"""

TYPES = """
enum { LEAF, NUMBERS, LEVELS, LINEAR, SPHERE };
enum { STOP = -1, ALL = -2, SURROGATES = -3 };
enum { MISSING = -1, UNKNOWN = -2, UNSEEN = -3 };
enum { SUM, MEDIAN, MODE, WEIGHTED_MEDIAN };
enum { IDENTITY, EXPONENTIAL, LOGISTIC, SOFTMAX, SCALE };

/* n_levels: -1 for numbers. Stand-ins: NAN if there is none. */
typedef struct {
  int n_levels, first_label;
  double missing_as, unknown_as;
  int refuses_missing, refuses_unknown;
} Feature;

/* n cuts, levels or terms, from `at` on in their table. */
typedef struct { int kind, feature, at, n; double threshold; } Question;
typedef struct { int feature; double factor, centre; } Term;
typedef struct { Question question; int order[2]; } Surrogate;

/* Ways of absent values: a child (0, 1 ...), or STOP, ALL, SURROGATES. */
typedef struct {
  Question question;
  int first_child, n_children, missing, unknown, unseen;
  int shares, surrogates, n_surrogates, otherwise, value;
} Node;
typedef struct { int root, slot, width; } Tree;
typedef struct {
  int first_tree, n_trees, n_scores, combine, link, initial;
  double divisor, factor, weight;
} Part;
"""

WALK = """
/* The child, or why there is none. */
static int ask(const Question *q, const double *cells) {
  double x, d, sum = 0;
  int k, any = 0;
  if (q->kind == LINEAR || q->kind == SPHERE) {
    for (k = q->at; k < q->at + q->n; ++k) {
      x = cells[terms[k].feature];
      if (isnan(x)) continue;
      any = 1;
      d = x - terms[k].centre;
      sum += q->kind == SPHERE ? terms[k].factor * (d * d) : terms[k].factor * d;
    }
    return any ? !(sum <= q->threshold) : MISSING;
  }
  x = cells[q->feature];
  if (isnan(x)) return MISSING;
  if (q->kind == LEVELS) {
    if (x >= features[q->feature].n_levels) return UNKNOWN;
    return level_children[q->at + (int)x];
  }
  for (k = 0; k < q->n && x > cuts[q->at + k]; ++k) continue;
  return k;
}

static int turn(const Node *node, const double *cells) {
  int k, other, way = ask(&node->question, cells);
  if (way >= 0) return way;
  way = way == MISSING ? node->missing : way == UNKNOWN ? node->unknown : node->unseen;
  if (way != SURROGATES) return way;
  for (k = node->surrogates; k < node->surrogates + node->n_surrogates; ++k) {
    other = ask(&surrogates[k].question, cells);
    if (other >= 0) return surrogates[k].order[other];
  }
  return node->otherwise;
}

/* Adds the values of the nodes where the row's parts end. */
static void walk(int i, int width, double share, const double *cells, double *out) {
  int k, way;
  while (nodes[i].question.kind != LEAF) {
    way = turn(&nodes[i], cells);
    if (way == STOP) break;
    if (way == ALL) {
      for (k = 0; k < nodes[i].n_children; ++k)
        walk(nodes[i].first_child + k, width, share * shares[nodes[i].shares + k], cells, out);
      return;
    }
    i = nodes[i].first_child + way;
  }
  for (k = 0; k < width; ++k) out[k] += share * node_values[nodes[i].value + k];
}

static void tree_values(const Tree *tree, const double *cells, double *out) {
  int k;
  for (k = 0; k < tree->width; ++k) out[k] = 0;
  walk(tree->root, tree->width, 1, cells, out);
}
"""

SUMMED = """
static void sum_trees(const Part *part, const double *cells, double *scores) {
  double said[MOST_WIDTH];
  int i, k;
  for (k = 0; k < part->n_scores; ++k) scores[k] = initial[part->initial + k];
  for (i = part->first_tree; i < part->first_tree + part->n_trees; ++i) {
    tree_values(&trees[i], cells, said);
    for (k = 0; k < trees[i].width; ++k) scores[trees[i].slot + k] += said[k];
  }
  for (k = 0; k < part->n_scores; ++k) scores[k] /= part->divisor;
}
"""

ONLY_SUMMED = """
#define part_scores sum_trees
"""

SORTED = """
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

static double middle(int combine, double *x, double *w, int n) {
  double best, total = 0, reached = 0;
  int i, k, most = 0;
  sort(x, w, n);
  if (combine == MEDIAN) return n % 2 ? x[n / 2] : x[n / 2 - 1] + (x[n / 2] - x[n / 2 - 1]) / 2;
  if (combine == WEIGHTED_MEDIAN) {
    for (i = 0; i < n; ++i) total += w[i];
    for (i = 0; i < n; ++i)
      if ((reached += w[i]) >= 0.5 * total) return x[i];
    return x[n - 1];
  }
  for (best = x[0], i = 0; i < n; i = k) {
    for (k = i; k < n && x[k] == x[i]; ++k) continue;
    if (k - i > most) {
      most = k - i;
      best = x[i];
    }
  }
  return best;
}

static void part_scores(const Part *part, const double *cells, double *scores) {
  double said[MOST_WIDTH], x[MOST_TREES], w[MOST_TREES];
  int i, k;
  if (part->combine == SUM) {
    sum_trees(part, cells, scores);
    return;
  }
  for (k = 0; k < part->n_scores; ++k) {
    for (i = 0; i < part->n_trees; ++i) {
      tree_values(&trees[part->first_tree + i], cells, said);
      x[i] = said[k];
      w[i] = votes[part->first_tree + i];
    }
    scores[k] = middle(part->combine, x, w, part->n_trees);
  }
}
"""

LINK = """
/* Makes the values of each output add up to 1. */
static void scale(double *values) {
  int k, o;
  for (o = 0; o < N_OUTPUTS; ++o) {
    double total = 0;
    for (k = starts[o]; k < starts[o + 1]; ++k) total += values[k];
    for (k = starts[o]; k < starts[o + 1]; ++k)
      values[k] = total > 0 ? values[k] / total : 1.0 / (starts[o + 1] - starts[o]);
  }
}

static void link_values(const Part *part, const double *scores, double *values) {
  double odds, largest, total = 0;
  int k;
  for (k = 0; k < part->n_scores; ++k) values[k] = part->factor * scores[k];
  if (part->link == EXPONENTIAL) {
    for (k = 0; k < part->n_scores; ++k) values[k] = exp(fmin(fmax(values[k], -300), 300));
  } else if (part->link == LOGISTIC) {
    odds = exp(-fabs(values[0]));
    k = values[0] < 0 ? 0 : 1;
    values[k] = 1 / (1 + odds);
    values[1 - k] = odds / (1 + odds);
  } else if (part->link == SOFTMAX) {
    for (largest = values[0], k = 1; k < part->n_scores; ++k) largest = fmax(largest, values[k]);
    for (k = 0; k < part->n_scores; ++k) total += values[k] = exp(values[k] - largest);
    for (k = 0; k < part->n_scores; ++k) values[k] /= total;
  } else if (part->link == SCALE) {
    scale(values);
  }
}

/* The place of the largest value of an output, the first of equals. */
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
    cells[j] = f->n_levels >= 0 && !(row[j] >= 0) ? NAN : row[j];
    if (isnan(cells[j])) {
      if (f->refuses_missing) return 1 + j;
      cells[j] = f->missing_as;
    } else if (f->n_levels >= 0 && cells[j] >= f->n_levels) {
      if (f->refuses_unknown) return 1 + j;
      if (!isnan(f->unknown_as)) cells[j] = f->unknown_as;
    }
  }
  return 0;
}

static void choose(const double *values, const double *scores, int *chosen) {
  double basis[N_VALUES];
  int i, k, o;
  for (k = 0; k < N_VALUES; ++k) {
    basis[k] = BY_SCORES ? (parts[0].n_scores == 1 ? k * scores[0] : scores[k]) : values[k];
    if (HAS_LOSS)
      for (basis[k] = 0, i = 0; i < N_VALUES; ++i) basis[k] -= values[i] * loss[i * N_VALUES + k];
  }
  for (o = 0; o < N_OUTPUTS; ++o) chosen[o] = best_of(basis, o);
}

int @NAME@_predict(const double *row, double *values, int *chosen) {
  double cells[N_FEATURES], scores[N_VALUES], said[N_VALUES];
  int k, o, p, refused = read_cells(row, cells);
  if (refused) return refused;
  for (k = 0; k < N_VALUES; ++k) values[k] = 0;
  for (p = 0; p < N_PARTS; ++p) {
    part_scores(&parts[p], cells, scores);
    link_values(&parts[p], scores, said);
    if (BY_VOTES)
      for (o = 0; o < N_OUTPUTS; ++o) values[best_of(said, o)] += parts[p].weight;
    else
      for (k = 0; k < N_VALUES; ++k) values[k] += parts[p].weight * said[k];
  }
  for (k = 0; k < N_VALUES; ++k) values[k] /= PART_DIVISOR;
  if (SCALED) {
    for (k = 0; k < N_VALUES; ++k) values[k] = fmax(values[k], 0);
    scale(values);
  }
  if (HAS_CLASSES && chosen) choose(values, scores, chosen);
  return 0;
}

int @NAME@_level(int feature, const char *label) {
  int k, n = features[feature].n_levels;
  for (k = 0; k < n; ++k)
    if (strcmp(labels[features[feature].first_label + k], label) == 0) return k;
  return n;
}
"""

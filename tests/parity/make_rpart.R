# Grows the trees of make_rpart.py: Rscript make_rpart.R <folder>
# In the folder, jobs.json lists them and <name>.bin holds X, y and weight as doubles;
# each result is written as <name>.json, numbers as text with all their digits.

suppressPackageStartupMessages({
  library(rpart)
  library(jsonlite)
})

digits <- function(x) sprintf("%.17g", as.numeric(x))

read_frame <- function(path, job) {
  rows <- job$rows
  numbers <- readBin(path, "double", rows * (job$columns + 2))
  cells <- matrix(numbers, nrow = rows)
  frame <- as.data.frame(cells[, seq_len(job$columns), drop = FALSE])
  names(frame) <- paste0("x", seq_len(job$columns) - 1)
  for (j in seq_len(job$columns)) {
    if (job$levels[j] > 0) frame[[j]] <- factor(frame[[j]], levels = seq_len(job$levels[j]) - 1)
  }
  target <- cells[, job$columns + 1]
  frame$target <- if (job$method == "class") factor(target) else target
  list(frame = frame, weight = cells[, job$columns + 2])
}

grow <- function(data, job) {
  rules <- rpart.control(
    minsplit = 2, minbucket = 1, cp = 0, maxdepth = 30, xval = 0,
    maxcompete = 0, maxsurrogate = 0, usesurrogate = 0
  )
  parms <- if (job$method == "class") list(split = job$split) else NULL
  row_weight <- data$weight
  rpart(target ~ ., data$frame, row_weight, method = job$method, parms = parms, control = rules)
}

describe <- function(fit, job) {
  value <- if (job$method == "class") {
    fit$frame$yval2[, 2:(1 + length(attr(fit, "ylevels"))), drop = FALSE]
  } else {
    matrix(fit$frame$yval)
  }
  list(
    number = as.integer(rownames(fit$frame)),
    var = as.character(fit$frame$var),
    n = fit$frame$n,
    wt = digits(fit$frame$wt),
    dev = digits(fit$frame$dev),
    value = matrix(digits(value), nrow = nrow(value)),
    ncat = fit$splits[, "ncat"],
    index = digits(fit$splits[, "index"]),
    improve = digits(fit$splits[, "improve"]),
    csplit = fit$csplit,
    where = fit$where
  )
}

folder <- commandArgs(trailingOnly = TRUE)[1]
for (job in fromJSON(file.path(folder, "jobs.json"), simplifyDataFrame = FALSE)) {
  fit <- grow(read_frame(file.path(folder, paste0(job$name, ".bin")), job), job)
  result <- describe(fit, job)
  result$version <- as.character(packageVersion("rpart"))
  writeLines(toJSON(result, auto_unbox = FALSE), file.path(folder, paste0(job$name, ".json")))
}

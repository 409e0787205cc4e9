# Grows the trees of make_rpart_whole.py: Rscript make_rpart_whole.R <folder>
# In the folder, jobs.json lists them; <name>.bin holds X, the blanked X, y, weight and fold as
# doubles. Each result is written as <name>.json, numbers as text with all their digits.

suppressPackageStartupMessages({
  library(rpart)
  library(jsonlite)
})

digits <- function(x) {
  x[] <- sprintf("%.17g", as.numeric(x))
  x
}

as_frame <- function(cells, levels) {
  frame <- as.data.frame(cells)
  names(frame) <- paste0("x", seq_along(levels) - 1)
  for (j in which(levels > 0)) frame[[j]] <- factor(frame[[j]], levels = seq_len(levels[j]) - 1)
  frame
}

read_data <- function(path, job) {
  k <- job$columns
  cells <- matrix(readBin(path, "double", job$rows * (2 * k + 3)), nrow = job$rows)
  cells[is.nan(cells)] <- NA
  target <- cells[, 2 * k + 1]
  list(
    frame = as_frame(cells[, seq_len(k)], job$levels),
    blanked = as_frame(cells[, k + seq_len(k)], job$levels),
    target = if (job$method == "class") factor(target) else target,
    weight = cells[, 2 * k + 2],
    fold = as.integer(cells[, 2 * k + 3])
  )
}

grow <- function(data, job) {
  rules <- rpart.control(
    minsplit = job$minsplit, minbucket = job$minbucket, cp = 0, maxdepth = 30, xval = data$fold,
    maxcompete = 4, maxsurrogate = 5, usesurrogate = 2, surrogatestyle = 0
  )
  parms <- NULL
  if (job$method == "class") {
    loss <- matrix(unlist(job$loss), length(job$loss), byrow = TRUE)
    parms <- list(split = job$split, loss = loss)
    if (length(job$prior)) parms$prior <- unlist(job$prior)
  }
  frame <- cbind(data$frame, target = data$target)
  row_weight <- data$weight
  rpart(
    target ~ ., frame, row_weight, method = job$method, parms = parms, control = rules,
    x = TRUE, y = TRUE
  )
}

find_node <- function(fit, frame) {
  terms <- delete.response(fit$terms)
  cells <- model.frame(terms, frame, na.action = na.pass, xlev = attr(fit, "xlevels"))
  node <- rpart:::pred.rpart(fit, rpart:::rpart.matrix(cells))
  type <- if (fit$method == "class") "class" else "vector"
  stopifnot(all(as.numeric(predict(fit, frame, type = type)) == fit$frame$yval[node]))
  unname(node)
}

# Prediction for each row by the tree of the other folds, pruned for each row of the CP table.
hold_out <- function(fit, fold) {
  cp <- fit$cptable[, "CP"]
  xpred.rpart(fit, xval = fold, cp = sqrt(cp * c(10, cp[-length(cp)])))
}

describe_splits <- function(fit) {
  list(
    name = rownames(fit$splits),
    ncat = fit$splits[, "ncat"],
    improve = digits(fit$splits[, "improve"]),
    index = digits(fit$splits[, "index"]),
    adj = digits(fit$splits[, "adj"]),
    csplit = fit$csplit
  )
}

describe <- function(fit, data, job) {
  numbers <- as.integer(rownames(fit$frame))
  kept <- function(tree) as.integer(numbers %in% as.integer(rownames(tree$frame)))
  snips <- head(numbers[numbers > 1 & fit$frame$var != "<leaf>"], 2)
  list(
    number = numbers,
    var = as.character(fit$frame$var),
    n = fit$frame$n,
    wt = digits(fit$frame$wt),
    dev = digits(fit$frame$dev),
    yval = digits(fit$frame$yval),
    yval2 = if (job$method == "class") digits(unclass(fit$frame$yval2)),
    complexity = digits(fit$frame$complexity),
    ncompete = fit$frame$ncompete,
    nsurrogate = fit$frame$nsurrogate,
    splits = describe_splits(fit),
    where = fit$where,
    cptable = digits(unname(fit$cptable)),
    importance = as.list(digits(fit$variable.importance)),
    cp = digits(job$cp),
    pruned = t(sapply(job$cp, function(cp) kept(prune(fit, cp = cp)))),
    snips = snips,
    snipped = t(sapply(snips, function(node) kept(snip.rpart(fit, node)))),
    blanked = find_node(fit, data$blanked),
    held_out = digits(hold_out(fit, data$fold)),
    prior = digits(as.numeric(fit$parms$prior))
  )
}

folder <- commandArgs(trailingOnly = TRUE)[1]
jobs <- fromJSON(file.path(folder, "jobs.json"), simplifyDataFrame = FALSE, simplifyMatrix = FALSE)
for (job in jobs) {
  data <- read_data(file.path(folder, paste0(job$name, ".bin")), job)
  fit <- grow(data, job)
  result <- describe(fit, data, job)
  result$version <- as.character(packageVersion("rpart"))
  output <- file.path(folder, paste0(job$name, ".json"))
  writeLines(toJSON(result, auto_unbox = FALSE, null = "null"), output)
}

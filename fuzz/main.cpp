// fuzz_files RUNS SEED FILE...: mutates model files and reads them. A file must be rejected or give
// working models; a file with wrong checksums must be rejected. Sanitizers stop the program at the
// first error. The seed determines the mutations.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <string>

#include "base/error.h"
#include "models.h"
#include "mutator.h"

namespace {

using namespace spinney;
using fuzz::File;

File read_file(const char* path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  File file(content.size());
  std::memcpy(file.data(), content.data(), content.size());
  return file;
}

constexpr double kSlowSeconds = 2;  // CPU seconds from which a run is reported

enum class Outcome { rejected_file, rejected_model, valid };

Outcome try_file(const File& file) {
  Container container;
  try {
    container = read_container(file);
  } catch (const InvalidArgument&) {
    return Outcome::rejected_file;
  }
  try {
    fuzz::exercise_models(container);
  } catch (const InvalidArgument&) {
    return Outcome::rejected_model;
  }
  return Outcome::valid;
}

std::uint64_t number(const char* text) {
  std::uint64_t value = 0;
  std::from_chars(text, text + std::strlen(text), value);
  return value;
}

// Returns the files sorted by size; throws InvalidArgument with the path if one is not valid.
std::vector<File> read_files(std::span<char*> paths) {
  std::vector<File> files;
  std::map<std::string, int> n_models;
  for (const char* path : paths) {
    files.push_back(read_file(path));
    try {
      for (const auto& [kind, n] : fuzz::exercise_models(read_container(files.back())))
        n_models[kind] += n;
    } catch (const InvalidArgument& error) {
      throw InvalidArgument(std::string(path) + ": " + error.what());
    }
  }
  std::sort(files.begin(), files.end(),
            [](const File& a, const File& b) { return a.size() < b.size(); });
  std::printf("%zu files with these models:\n", files.size());
  for (const auto& [kind, n] : n_models) std::printf("%6d %s\n", n, kind.c_str());
  return files;
}

using Counts = std::map<std::string, std::map<Outcome, long>>;

// Throws InvalidArgument if a file with wrong checksums is not rejected.
Counts run(const std::vector<File>& files, std::uint64_t n_runs, fuzz::Mutator mutator) {
  Counts counts;
  for (std::uint64_t left = n_runs; left > 0; --left) {
    // Of three files the smallest: small files are read faster and have the same kinds of parts.
    const File& original = files[std::min(
        {mutator.below(files.size()), mutator.below(files.size()), mutator.below(files.size())})];
    const auto changed = mutator.mutate(original);
    const std::clock_t start = std::clock();
    const Outcome outcome = try_file(changed.file);
    if (const double taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        taken > kSlowSeconds)
      std::printf("run %llu from the end (%s) took %.1f s\n", static_cast<unsigned long long>(left),
                  changed.kind, taken);
    if (!changed.checksums_valid && outcome != Outcome::rejected_file && changed.file != original)
      throw InvalidArgument(std::string("a damaged file was not rejected: ") + changed.kind);
    ++counts[changed.kind][outcome];
  }
  return counts;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: fuzz_files RUNS SEED FILE...\n");
    return 2;
  }
  try {
    const std::vector<File> files = read_files({argv + 3, argv + argc});
    Counts counts = run(files, number(argv[1]), fuzz::Mutator(number(argv[2])));
    std::printf("%-18s %10s %10s %10s\n", "", "bad file", "bad model", "valid");
    for (auto& [kind, by_outcome] : counts)
      std::printf("%-18s %10ld %10ld %10ld\n", kind.c_str(), by_outcome[Outcome::rejected_file],
                  by_outcome[Outcome::rejected_model], by_outcome[Outcome::valid]);
  } catch (const InvalidArgument& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}

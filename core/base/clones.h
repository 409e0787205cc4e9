// SPINNEY_CLONES compiles a function twice, for AVX2 and for any CPU; the loader selects one.
// Multiply-add is never fused, so both give identical results.
#pragma once

// Sanitizers are not initialized yet when the loader selects a clone.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SPINNEY_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define SPINNEY_CLONES
#endif

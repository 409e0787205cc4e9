// A function compiled twice, for any CPU and for those with AVX2, and chosen when the library is
// loaded. Neither fuses a product with a sum, so both give the same bits.
#pragma once

// Sanitizers start too late for the choice.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SPINNEY_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define SPINNEY_CLONES
#endif

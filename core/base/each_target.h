// Compiles the functions of a kernel file for AVX-512, AVX2 and any CPU. To use it:
//   #define SPINNEY_KERNEL "explain/kernel.h"
//   #include "base/each_target.h"
// inside a namespace; SPINNEY_SELECT(function) is then the function for this CPU. Generic vectors
// are lowered for the target of the function that contains them before clones are made, so
// target_clones (base/clones.h) does not suit them. A kernel has no include guard and uses no
// functions of the standard library. Multiply-add is never fused, so all give identical results.
// No include guard.

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512dq")
namespace avx512 {
#include SPINNEY_KERNEL
}
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2")
namespace avx2 {
#include SPINNEY_KERNEL
}
#pragma GCC pop_options
#define SPINNEY_SELECT(function)                                                               \
  (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") ? avx512::function \
   : __builtin_cpu_supports("avx2")                                         ? avx2::function   \
                                                                            : any_cpu::function)
#else
#define SPINNEY_SELECT(function) any_cpu::function
#endif
namespace any_cpu {
#include SPINNEY_KERNEL
}

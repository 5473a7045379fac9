#pragma once

#include <type_traits>

/// Memory that a block's threads share, in a kernel's body. Three words instead of the compilers'
/// own, because the emulated backend gives a block its memory at run time:
///
///   ACRE_SHARED(name, T)             T name, or T name[2][n] where T is T[2][n]
///   ACRE_ALIGNED_SHARED(name, T)     likewise, aligned to 16 bytes
///   ACRE_DYNAMIC_SHARED(name, T)     T name[], as many bytes as the launch says, aligned likewise
#if defined(ACRE_EMULATED)
#define ACRE_SHARED(name, ...) auto& name = ::acre::backends::emulated::shared<__VA_ARGS__>([] {})
#define ACRE_ALIGNED_SHARED(name, ...) ACRE_SHARED(name, __VA_ARGS__)
#define ACRE_DYNAMIC_SHARED(name, ...) \
  auto* const name = static_cast<__VA_ARGS__*>(::acre::backends::emulated::dynamic_shared())
#else
#define ACRE_SHARED(name, ...) __shared__ std::type_identity_t<__VA_ARGS__> name
#define ACRE_ALIGNED_SHARED(name, ...) \
  __shared__ __align__(16) std::type_identity_t<__VA_ARGS__> name
#define ACRE_DYNAMIC_SHARED(name, ...) extern __shared__ __align__(16) __VA_ARGS__ name[]
#endif

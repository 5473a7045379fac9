#pragma once

#include <cstdint>

namespace acre::detail {

/// A value and where it was found; index -1 is "none yet".
template <class T>
struct found {
  T value;
  std::int64_t index;
};

}  // namespace acre::detail

#pragma once

#include <cstdint>

namespace acre::picture {

/// A colour of a screen.
struct rgb {
  std::uint8_t r = 0, g = 0, b = 0;
  friend bool operator==(rgb const&, rgb const&) = default;
};

}  // namespace acre::picture

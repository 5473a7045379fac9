#pragma once

#include <acre/io/entry.hpp>

#include <cstddef>
#include <vector>

namespace acre::io::detail {

/// f(bytes) with all that an entry of this layout has, in one piece; not at all where it has none.
template <class F>
void with_bytes(entry const& e, npy_array const& layout, F const& f)
{
  auto const all = static_cast<std::size_t>(npy_size(layout.shape)) * layout.itemsize;
  std::vector<std::byte> gathered;
  e.value().save([&](void const* from, std::size_t size) {
    if (size == all && size > 0) return f(from);
    auto const* const p = static_cast<std::byte const*>(from);
    gathered.insert(gathered.end(), p, p + size);
  });
  if (!gathered.empty()) f(static_cast<void const*>(gathered.data()));
}

}  // namespace acre::io::detail

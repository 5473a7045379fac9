#pragma once

#include <acre/array/dtype.hpp>
#include <acre/backends.hpp>

namespace acre {

/// The space of this build that arrays live in unless another is named: the last of all_spaces.
using default_space = detail::last_of<all_spaces>;

template <element T, int Rank = 1, class Space = default_space>
class array;

}  // namespace acre

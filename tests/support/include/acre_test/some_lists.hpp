#pragma once

#include <acre/ragged/ragged.hpp>
#include <acre_test/on_space.hpp>

#include <vector>

namespace acre_test {

template <class T>
using rows = std::vector<std::vector<T>>;

/// A test of lists on a space.
template <class Space>
class some_lists : public on_space<Space> {
 protected:
  acre::ragged<double, Space> x =
      acre::from_lists<double>(this->space, {{1, 2, 3}, {}, {4}, {5, 6}});
};

}  // namespace acre_test

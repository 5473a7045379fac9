#pragma once

#include <acre/ragged.hpp>
#include <acre_test/some_lists.hpp>

namespace acre_test {

/// A test of columns with names on a space.
template <class Space>
class table : public on_space<Space> {
 protected:
  auto jets() const
  {
    using namespace acre::literals;
    return acre::table(
        "jet"_col = this->template row<int>({7, 3, 9, 3}),
        "pt"_col = this->template row<double>({40, 25.5, 31, 0.125}),
        "hits"_col = acre::from_lists<float>(this->space, {{1, 2}, {}, {3}, {4, 5}}));
  }
};

}  // namespace acre_test

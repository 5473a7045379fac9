#pragma once

#include <acre/ragged.hpp>
#include <acre_test/some_lists.hpp>

#include <vector>

namespace acre_test {

template <class T>
using deep = std::vector<rows<T>>;

/// A test of lists of lists on a space.
template <class Space>
class nested : public on_space<Space> {
 protected:
  using lists = acre::ragged<acre::ragged<double, Space>, Space>;
  lists x =
      acre::from_lists<double>(this->space, deep<double>{{{1, 2}, {3}}, {}, {{}}, {{4, 5, 6}}});
};

}  // namespace acre_test

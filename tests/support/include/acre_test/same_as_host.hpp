#pragma once

#include <acre/array.hpp>
#include <acre/array/copy.hpp>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

/// A calculation on a space beside the host's.
namespace acre_test {

/// What a calculation gives, by names; bytes, so that a NaN equals itself.
class results {
 public:
  template <acre::expression E>
  void add(std::string const& name, E const& e)
  {
    auto const values = acre::to_vector(e);
    std::vector<unsigned char> bytes(values.size() * sizeof values[0]);
    if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    all.emplace_back(name, std::move(bytes));
  }
  std::vector<std::pair<std::string, std::vector<unsigned char>>> all;
};

/// compute(space, results) gives the same bits on `Space` as on the host.
template <class Space, class Compute>
void expect_same_as_host(Compute const& compute)
{
  results of_host, of_space;
  compute(acre::host(), of_host);
  compute(Space(), of_space);
  ASSERT_EQ(of_host.all.size(), of_space.all.size());
  for (std::size_t k = 0; k < of_host.all.size(); ++k)
    EXPECT_EQ(of_host.all[k].second, of_space.all[k].second) << of_host.all[k].first;
}

}  // namespace acre_test

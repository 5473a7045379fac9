#pragma once

#include <acre/dynamic/elementwise.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/fast.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre_test/compare.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

/// acre's own functions, which acre::dynamic has compiled, beside the platform's.
namespace acre_test {

using acre::array;

/// CUDA states up to 10 ulp (tgamma).
template <class T>
void expect_agreement(char const* name, acre::dynamic_array const& ours, std::vector<T> const& got)
{
  ASSERT_EQ(ours.dtype(), acre::dtype_of<T>);
  auto const bytes = acre::dynamic::to_host(ours);
  std::vector<T> expected(got.size());
  ASSERT_EQ(bytes.size(), expected.size() * sizeof(T));
  std::memcpy(expected.data(), bytes.data(), bytes.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(expected[i])) continue;  // outside of its domain
    T const allowed = 16 * std::numeric_limits<T>::epsilon() * std::fabs(expected[i]);
    ASSERT_LE(std::fabs(got[i] - expected[i]), allowed) << name << " of element " << i;
  }
}

/// Compares acre's function and the platform's, of one entry of the table.
template <class T, class Space>
struct agreement {
  array<T, 1, Space> x, y;

  template <class Op>
  void of_one(char const* name) const
  {
    if constexpr (requires { Op::fast(T()); })
      compare(name, acre::dynamic::unary(name, x), acre::detail::fast_function<Op>()(x));
  }
  template <class Op>
  void of_two(char const* name) const
  {
    if constexpr (requires { Op::fast(T(), T()); })
      compare(name, acre::dynamic::binary(name, x, y), acre::detail::fast_pair<Op>()(x, y));
  }
  template <class Fast>
  static void compare(char const* name, acre::dynamic_array const& ours, Fast const& fast)
  {
    static_assert(std::is_same_v<T, typename Fast::value_type>);
    array<T, 1, Space> const got = fast;
    expect_agreement<T>(name, ours, to_vector(got));
  }

  template <class... Op>
  void of_functions(acre::detail::type_list<Op...>) const
  {
    (of_one<Op>(Op::name), ...);
  }
  template <class... Op>
  void of_pairs(acre::detail::type_list<Op...>) const
  {
    (of_two<Op>(Op::name), ...);
  }
};

template <class T, class Space>
void compare_all()
{
  std::vector<T> first, second;
  for (double const scale : {1.0, 2.0, 3.0, 9.0, 0.0})
    for (int i = 0; i < 1000; ++i) {
      double const unit = (i + 0.5) / 1000;
      first.push_back(static_cast<T>(scale == 0 ? 1 + unit : scale * unit));
      second.push_back(static_cast<T>(0.1 + std::fmod(i * 0.61803398875, 3.0)));
    }
  agreement<T, Space> const same{place(Space(), first), place(Space(), second)};
  same.of_functions(acre::detail::elementary_functions());
  same.of_pairs(acre::detail::elementary_pairs());
  same.of_pairs(acre::detail::power_pairs());
}

}  // namespace acre_test

#pragma once

#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/fast.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre_test/compare.hpp>

#include <cmath>
#include <limits>
#include <vector>

/// acre's own functions beside the platform's.
namespace acre_test {

using acre::array;

/// Compares acre's function and the platform's, of one entry of the table. CUDA states up to 10 ulp
/// (tgamma).
template <class T, class Space>
struct agreement {
  array<T, 1, Space> x, y;

  template <class Op>
  void of_one(char const* name) const
  {
    if constexpr (requires { Op::fast(T()); })
      compare(name, acre::detail::make_unary<Op>(x), acre::detail::fast_function<Op>()(x));
  }
  template <class Op>
  void of_two(char const* name) const
  {
    if constexpr (requires { Op::fast(T(), T()); })
      compare(name, acre::detail::make_binary<Op>(x, y), acre::detail::fast_pair<Op>()(x, y));
  }
  template <class Ours, class Fast>
  static void compare(char const* name, Ours const& ours, Fast const& fast)
  {
    static_assert(std::is_same_v<typename Ours::value_type, typename Fast::value_type>);
    array<T, 1, Space> const a = ours, b = fast;
    auto const expected = to_vector(a), got = to_vector(b);
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (std::isnan(expected[i])) continue;  // outside of its domain
      T const allowed = 16 * std::numeric_limits<T>::epsilon() * std::fabs(expected[i]);
      ASSERT_LE(std::fabs(got[i] - expected[i]), allowed) << name << " of element " << i;
    }
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

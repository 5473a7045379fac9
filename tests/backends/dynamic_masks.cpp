// Masks over all axes: what they pick, one value written by them, positions; numbers and limits
// beside long rows. Each against a model on the host.

#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre_test/dynamic_sweep.hpp>
#include <acre_test/error_of.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace dynamic = acre::dynamic;
using acre::dtype, acre::dynamic_array;
using acre_test::has_elements, acre_test::mix, acre_test::place;
using dynamic::index_term;

namespace {

using i64 = std::int64_t;

/// Around the edges of a packet, a line of 64, a warp's packets, a tile of marks, some blocks.
constexpr i64 lengths[] = {0, 1, 7, 8, 63, 64, 65, 511, 512, 1025, 2047, 2048, 2049, 5003, 20011};
/// None, all, some in a row, one in a hundred, every second.
constexpr int patterns = 5;

bool is_true(int pattern, std::size_t k)
{
  switch (pattern) {
    case 0:
      return false;
    case 1:
      return true;
    case 2:
      return k / 40 % 3 == 1;
    case 3:
      return mix(k) % 100 == 0;
    default:
      return mix(k) % 2 == 0;
  }
}
std::vector<bool> mask_of(int pattern, i64 n)
{
  std::vector<bool> m(static_cast<std::size_t>(n));
  for (std::size_t k = 0; k < m.size(); ++k) m[k] = is_true(pattern, k);
  return m;
}
template <class T>
std::vector<T> numbers(i64 n)
{
  std::vector<T> v(static_cast<std::size_t>(n));
  for (std::size_t k = 0; k < v.size(); ++k) v[k] = static_cast<T>(mix(k + 5) % 101);
  return v;
}
dynamic_array picked(dynamic_array const& a, dynamic_array const& mask)
{
  index_term const at = mask;
  return dynamic::getitem(a, {&at, 1});
}
void write(dynamic_array const& a, dynamic_array const& mask, dynamic_array const& value)
{
  index_term const at = mask;
  dynamic::setitem(a, {&at, 1}, value);
}
dynamic_array sliced(dynamic_array const& a, acre::slice const& s)
{
  index_term const at = s;
  return dynamic::getitem(a, {&at, 1});
}
template <class T>
std::vector<T> where(std::vector<bool> const& m, T value, std::vector<T> x)
{
  for (std::size_t k = 0; k < x.size(); ++k)
    if (m[k]) x[k] = value;
  return x;
}

template <class T>
void check_masks(acre::dynamic_space const& space, i64 n, int pattern)
{
  SCOPED_TRACE(std::to_string(n) + " of " + acre::name(acre::dtype_of<T>) + ", pattern " +
               std::to_string(pattern));
  auto const m = mask_of(pattern, n);
  auto const v = numbers<T>(n);
  auto const x = place(space, v), mask = place(space, m);
  std::vector<T> kept;
  for (std::size_t k = 0; k < v.size(); ++k)
    if (m[k]) kept.push_back(v[k]);
  EXPECT_TRUE(has_elements(picked(x, mask), kept));

  auto const number = T(100);
  auto const one = place(space, std::vector<T>{number}, {});
  auto const written = dynamic::copy(x);
  write(written, mask, one);
  EXPECT_TRUE(has_elements(written, where(m, number, v)));
  auto const by_axis = dynamic::copy(x);
  write(by_axis, mask, dynamic::reshape(one, {1}));
  EXPECT_TRUE(has_elements(by_axis, where(m, number, v)));

  if (n < 3) return;
  // at another alignment, and backwards
  auto const shifted = dynamic::copy(x);
  write(sliced(shifted, {1, n}), sliced(mask, {1, n}), one);
  auto wanted = where(m, number, v);
  wanted[0] = v[0];
  EXPECT_TRUE(has_elements(shifted, wanted));
  auto const flipped = dynamic::copy(x);
  write(sliced(flipped, {acre::none, acre::none, -1}), mask, one);
  auto backwards = m;
  std::reverse(backwards.begin(), backwards.end());
  EXPECT_TRUE(has_elements(flipped, where(backwards, number, v)));
  // an element of the array itself
  auto const own = dynamic::copy(x);
  write(own, mask, sliced(own, {2, 3}));
  EXPECT_TRUE(has_elements(own, where(m, v[2], v)));
}

DYNAMIC_SWEEP(dynamic_masks, pick_and_write)
{
  for (i64 const n : lengths)
    for (int pattern = 0; pattern < patterns; ++pattern) {
      check_masks<std::int8_t>(space, n, pattern);
      check_masks<std::int16_t>(space, n, pattern);
      check_masks<float>(space, n, pattern);
      check_masks<double>(space, n, pattern);
      check_masks<acre::complex<double>>(space, n, pattern);
    }
}

DYNAMIC_SWEEP(dynamic_masks, that_are_the_array)
{
  for (i64 const n : {1, 64, 700, 5003}) {
    SCOPED_TRACE(n);
    auto const m = mask_of(4, n);
    auto const no = place(space, std::vector<bool>{false}, {}),
               yes = place(space, std::vector<bool>{true}, {});
    auto const cleared = place(space, m);
    write(cleared, cleared, no);
    EXPECT_TRUE(has_elements(cleared, std::vector<bool>(m.size())));
    // by what lay there before, backwards
    auto const x = place(space, m);
    write(x, sliced(x, {acre::none, acre::none, -1}), yes);
    std::vector<bool> wanted(m.size());
    for (std::size_t k = 0; k < m.size(); ++k) wanted[k] = m[k] || m[m.size() - 1 - k];
    EXPECT_TRUE(has_elements(x, wanted));
    auto const y = place(space, m);
    if (n > 1) {
      write(sliced(y, {1, n}), sliced(y, {0, n - 1}), no);
      std::vector<bool> below = m;
      for (std::size_t k = 1; k < m.size(); ++k) below[k] = m[k] && !m[k - 1];
      EXPECT_TRUE(has_elements(y, below));
    }
  }
}

DYNAMIC_SWEEP(dynamic_masks, positions_along_each_axis)
{
  std::vector<std::vector<i64>> const shapes = {
      {5003}, {1}, {0}, {3, 0}, {70, 33}, {1, 9}, {9, 1}, {4, 1, 5}, {7, 11, 13}, {2, 3, 5, 7}};
  for (auto const& shape : shapes)
    for (int pattern = 0; pattern < patterns; ++pattern) {
      SCOPED_TRACE(acre::to_string(shape) + ", pattern " + std::to_string(pattern));
      auto const m = mask_of(pattern, acre::size_of(shape));
      auto const found = dynamic::nonzero(place(space, m, shape));
      ASSERT_EQ(found.size(), shape.size());
      i64 stride = 1;
      for (std::size_t axis = shape.size(); axis-- > 0;) {
        std::vector<i64> wanted;
        for (std::size_t k = 0; k < m.size(); ++k)
          if (m[k]) wanted.push_back(static_cast<i64>(k) / stride % shape[axis]);
        EXPECT_TRUE(has_elements(found[axis], wanted)) << "axis " << axis;
        stride *= shape[axis];
      }
    }
}

DYNAMIC_SWEEP(dynamic_masks, of_two_axes)
{
  i64 const n = 70, width = 33;
  auto const m = mask_of(4, n * width);
  auto const v = numbers<float>(n * width);
  auto const mask = place(space, m, {n, width}), x = place(space, v, {n, width});
  std::vector<float> kept, across;
  for (std::size_t k = 0; k < v.size(); ++k)
    if (m[k]) kept.push_back(v[k]);
  for (i64 j = 0; j < width; ++j)
    for (i64 i = 0; i < n; ++i)
      if (auto const k = static_cast<std::size_t>(i * width + j); m[k]) across.push_back(v[k]);
  EXPECT_TRUE(has_elements(picked(x, mask), kept));
  auto const turned = dynamic::transpose(x), turned_mask = dynamic::transpose(mask);
  EXPECT_TRUE(has_elements(picked(turned, turned_mask), across));
  auto const one = place(space, std::vector<float>{-1}, {});
  auto const a = dynamic::copy(x), b = dynamic::copy(x);
  write(a, mask, one);
  write(dynamic::transpose(b), turned_mask, one);
  EXPECT_TRUE(has_elements(a, where(m, -1.0f, v)));
  EXPECT_TRUE(has_elements(b, where(m, -1.0f, v)));
}

DYNAMIC_SWEEP(dynamic_masks, refuse_what_does_not_fit)
{
  auto const x = place(space, numbers<float>(6), {2, 3});
  auto const mask = place(space, mask_of(1, 6), {2, 3});
  auto const of = [&](auto const& f) { return acre_test::error_of<acre::error>(f); };
  EXPECT_EQ(of([&] { write(x, mask, place(space, std::vector<float>{1}, {1, 1})); }),
            "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input "
            "has 2 dimensions");
  EXPECT_EQ(of([&] { write(x, mask, place(space, std::vector<float>{1, 2})); }),
            "NumPy boolean array indexing assignment cannot assign 2 input values to the 6 output "
            "values where the mask is true");
  EXPECT_EQ(of([&] {
              write(x, place(space, mask_of(1, 4), {2, 2}),
                    place(space, std::vector<float>{1}, {}));
            }),
            "boolean index did not match indexed array along axis 1; size of axis is 3 but size "
            "of corresponding boolean axis is 2");
  EXPECT_NE(of([&] { write(x, mask, place(space, std::vector{acre::complex<double>(1, 2)}, {})); }),
            "nothing");
  EXPECT_TRUE(has_elements(x, numbers<float>(6)));  // nothing was written
}

/// Lengths of rows, of the longest of which a GPU's thread has several packets.
std::vector<i64> long_rows(acre::dynamic_space const& space)
{
  bool const has_few_threads = std::string_view(acre::name(space)).starts_with("emulated");
  return {1, 9, 1023, 33001, has_few_threads ? 40007 : 1300011};
}

template <class T>
void check_limits(acre::dynamic_space const& space, i64 n, T low, T high)
{
  SCOPED_TRACE(std::to_string(n) + " of " + acre::name(acre::dtype_of<T>));
  auto v = numbers<T>(n);
  if constexpr (std::is_floating_point_v<T>)
    for (std::size_t k = 0; k < v.size(); k += 97)
      v[k] = k % 2 == 0 ? std::numeric_limits<T>::quiet_NaN() : -T(0);
  if constexpr (std::is_signed_v<T>)
    for (std::size_t k = 0; k < v.size(); k += 3) v[k] = static_cast<T>(-v[k]);
  std::vector<T> wanted = v;
  for (auto& x : wanted) {
    x = x >= low || x != x ? x : low;
    x = x <= high || x != x ? x : high;
  }
  auto const x = place(space, v);
  auto const least = place(space, std::vector<T>{low}, {}),
             most = place(space, std::vector<T>{high}, {});
  EXPECT_TRUE(has_elements(dynamic::clip(x, least, most), wanted));
}

DYNAMIC_SWEEP(dynamic_masks, limits)
{
  for (i64 const n : long_rows(space)) {
    check_limits<float>(space, n, 10, 60);
    check_limits<std::int8_t>(space, n, -60, 40);
    check_limits<double>(space, n, 60, 10);  // the upper one wins
    check_limits<std::uint16_t>(space, n, 20, 70);
    check_limits<std::int64_t>(space, n, -5, 50);
  }
}

DYNAMIC_SWEEP(dynamic_masks, limits_of_rows_and_of_other_dtypes)
{
  i64 const n = 700;
  auto const v = numbers<float>(3 * n);
  auto const x = place(space, v, {n, 3});
  auto const low = place(space, std::vector<float>{10, 20, 30}),
             high = place(space, std::vector<float>{50, 60, 70});
  std::vector<float> wanted(v.size());
  for (std::size_t k = 0; k < v.size(); ++k) {
    float const shift = 10.0f * static_cast<float>(k % 3);
    wanted[k] = std::min(std::max(v[k], 10 + shift), 50 + shift);
  }
  EXPECT_TRUE(has_elements(dynamic::clip(x, low, high), wanted));
  // limits that are wider than x, in dtype and in shape
  std::vector<double> wide(v.begin(), v.end());
  for (auto& w : wide) w = std::min(std::max(w, 20.0), 40.5);
  EXPECT_TRUE(has_elements(dynamic::clip(x, place(space, std::vector<float>{20}, {}),
                                         place(space, std::vector<double>{40.5}, {})),
                           wide));
  EXPECT_TRUE(has_elements(
      dynamic::clip(place(space, std::vector<int>{7}), place(space, std::vector<int>{1, 8, 2}),
                    place(space, std::vector<int>{5, 9, 9})),
      std::vector<int>{5, 8, 7}));
  EXPECT_EQ(acre_test::error_of<acre::shape_error>(
                [&] { dynamic::clip(x, place(space, numbers<float>(4)), high); }),
            "operands could not be broadcast together with shapes (700,3) (4,) (3,)");
  // all three together: two at a time would give float64
  auto const mixed = dynamic::clip(place(space, std::vector<std::int16_t>{-7, 0, 90}),
                                   place(space, std::vector<std::uint16_t>{1}),
                                   place(space, std::vector<float>{5.5f}));
  EXPECT_EQ(mixed.dtype(), acre::dtype::float32);
  EXPECT_TRUE(has_elements(mixed, std::vector<float>{1, 1, 5.5f}));
}

template <class T>
void check_number(acre::dynamic_space const& space, i64 n)
{
  SCOPED_TRACE(std::to_string(n) + " of " + acre::name(acre::dtype_of<T>));
  auto const v = numbers<T>(n);
  std::vector<T> wanted = v;
  for (auto& x : wanted) x = static_cast<T>(x + T(3));
  auto const x = place(space, v), three = place(space, std::vector<T>{3}, {});
  EXPECT_TRUE(has_elements(dynamic::binary("add", x, three), wanted));
  EXPECT_TRUE(has_elements(dynamic::binary("add", three, x), wanted));
}

DYNAMIC_SWEEP(dynamic_masks, one_number_beside_long_rows)
{
  for (i64 const n : long_rows(space)) {
    check_number<float>(space, n);
    check_number<double>(space, n);
    check_number<std::int8_t>(space, n);
    check_number<acre::complex<double>>(space, n);
  }
}

}  // namespace

#pragma once

#include <acre/array/creation.hpp>
#include <acre/array/slice.hpp>
#include <acre_test/compare.hpp>

#include <functional>

/// Orders are formats: hashes of results whose bits depend on an order or a law, recorded once, the
/// same on every space and however the code is compiled. To change one on purpose, increase the
/// version beside its description and record the new hashes, which a failing line prints; a hash
/// that changes without that is a mistake.
namespace acre_test {

/// A hash of the bits of numbers in order; NaNs count as one.
class hasher {
 public:
  template <class T>
  void add(std::vector<T> const& v)
  {
    for (T const x : v) number(x);
  }
  std::uint64_t value() const { return hash_; }

 private:
  template <class T>
  void number(T x)
  {
    if constexpr (std::is_integral_v<T>)
      hash_ = mix(hash_ ^ static_cast<std::uint64_t>(x));
    else if constexpr (std::is_floating_point_v<T>)
      number(std::isnan(x) ? std::uint64_t{1} : std::bit_cast<std::uint64_t>(double{x}));
    else
      number(x.real()), number(x.imag());
  }
  std::uint64_t hash_ = 0;
};

/// Expects one hash of what f(space, hasher) adds, on every instance of a space.
template <class Space, class F>
void expect_hash(std::string const& name, std::uint64_t recorded, F const& f)
{
  for (auto const& space : instances<Space>()) {
    hasher h;
    f(space, h);
    EXPECT_EQ(h.value(), recorded) << name << ": now 0x" << std::hex << h.value() << 'u';
  }
}

/// The numbers to reduce: of all sizes (noise), some whose product stays finite, and few values
/// that come often.
template <class T>
std::vector<T> factors(std::int64_t n)
{
  std::vector<T> v;
  for (auto const k : noise<std::int32_t>(n)) {
    if constexpr (std::is_integral_v<T>)
      v.push_back(static_cast<T>(2 * (k % 1000) + 1));
    else if constexpr (std::is_floating_point_v<T>)
      v.push_back(static_cast<T>(1 + (k % 1000) * 0x1p-20));
    else
      v.emplace_back(static_cast<typename T::value_type>(1 + (k % 1000) * 0x1p-20),
                     static_cast<typename T::value_type>((k % 77) * 0x1p-20));
  }
  return v;
}
template <class T>
std::vector<T> few(std::int64_t n)
{
  std::vector<T> v;
  for (auto const k : noise<std::int32_t>(n)) v.push_back(static_cast<T>(k % 500));
  return v;
}

constexpr std::int64_t hashed_values = 3 * 262145;

/// f(a, axes) for rows and columns, contiguous, strided, turned and broadcast, of hashed_values
/// values. All are of rank 3, which says nothing: an axis of extent 1 changes no order.
template <class T, class Space>
void for_each_reduction(
    Space const& space, std::vector<T> const& values,
    std::function<void(acre::array<T, 3, Space> const&, std::vector<int> const&)> const& f)
{
  using acre::newaxis, acre::none, acre::shape, acre::slice;
  auto const line = place(space, values);
  for (std::int64_t const n :
       {1, 2, 63, 64, 65, 127, 128, 129, 4095, 4096, 4097, 8193, 262143, 262144, 262145}) {
    f(line(slice(0, n)).reshape(shape(1, 1, n)), {2});
    f(line(newaxis, newaxis, slice(0, 3 * n, 3)), {2});
  }
  f(line(newaxis, newaxis, slice(8192, none, -1)), {2});
  constexpr std::int64_t shapes[][3] = {{1, 3000, 5}, {1, 9, 1030}, {1, 70, 400},  {1, 513, 260},
                                        {1, 5, 4097}, {1, 8, 64},   {1, 33000, 2}, {1, 65, 1},
                                        {7, 65, 130}, {1, 70, 1},   {40, 3, 2},    {4, 33, 68}};
  for (auto const& [n, m, k] : shapes) {
    auto const a = line(slice(0, n * m * k)).reshape(shape(n, m, k));
    for (std::vector<int> const& axes :
         {std::vector{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}}) {
      f(a, axes);
      f(a.transpose(), axes);
    }
    f(a(acre::ALL, slice(none, none, -2)), {1});
  }
  auto const wide = broadcast_to(line(slice(0, 130)), shape(2, 300, 130));
  for (std::vector<int> const& axes : {std::vector{1}, {2}, {0, 1, 2}}) f(wide, axes);
}

}  // namespace acre_test

#include <acre/acre.hpp>
#include <acre/distributed.hpp>

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>

// Reductions of float16 and bfloat16, and of slabs with halos and NaNs, against one process' own.
namespace {

using namespace acre;
namespace dist = acre::distributed;

template <class A, class B>
void same(char const* what, A const& a, B const& b)
{
  static_assert(std::is_same_v<A, B>);
  EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0) << what;
}

template <class T>
void half_cases(std::int64_t n, int p)
{
  generator g(n + 1);
  array<T, 1> const w(cast<T>(g.normal(serial(), shape(n))));
  dist::virtual_processes(p, [&](dist::processes const& all) {
    dist::array<T, 1> x(all, serial(), dist::blocks(shape(n)));
    auto const f = x.first()[0];
    if (x.local().size() > 0) x.local()(ALL) = w(slice(f, f + x.local().size()));
    same("sum", sum(x), sum(w).item());
    same("mean", mean(x), mean(w).item());
    same("var", var(x), var(w).item());
    same("max", max(x), max(w).item());
    same("min", min(x), min(w).item());
    same("argmax", argmax(x), argmax(w).item());
    same("prod", prod(x * T(0) + T(1)), prod(w * T(0) + T(1)).item());
  });
}
TEST(distributed_halves, reductions)
{
  for (std::int64_t const n : {1, 70, 4097, 9000})
    for (int const p : {1, 2, 3, 5}) {
      half_cases<float16>(n, p);
      half_cases<bfloat16>(n, p);
    }
}

TEST(distributed_halves, slabs_with_halos_and_nan)
{
  for (int p : {1, 2, 3, 7})
    for (bool nan : {false, true}) {
      generator g(5), h(5);
      array<double, 2> const d(g.normal(serial(), shape(61, 203)));
      array<double, 2> w(
          where(d > (nan ? 3.0 : 99.0), std::numeric_limits<double>::quiet_NaN(), d));
      dist::virtual_processes(p, [&](dist::processes const& all) {
        dist::array<double, 2> x(
            all, serial(), dist::blocks(shape(61, 203), dist::halo(2, 1), dist::periodic(0, 1)));
        x = own_part(x, h.at(0).normal(serial(), x.shape()));
        x = where(x > (nan ? 3.0 : 99.0), std::numeric_limits<double>::quiet_NaN(), x);
        exchange(x);
        same("sum2", sum(x), sum(w).item());
        same("var2", var(x), var(w).item());
        same("max2", max(x), max(w).item());
        same("min2", min(x), min(w).item());
        same("argmin2", argmin(x), argmin(w).item());
        same("prod2", prod(x / 1.2), prod(w / 1.2).item());
        same("sumsh", sum(shifted(x, 2, -1) * 2),
             sum(roll(roll(w, std::int64_t{-2}, 0), std::int64_t{1}, 1) * 2).item());
      });
    }
}

}  // namespace

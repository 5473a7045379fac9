#include <acre_test/error_of.hpp>

#include <sstream>

#include "cases.hpp"
#include <gmock/gmock.h>

// The text of distributed arrays, and products with a matrix that each process has.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::same_bits;
using dist::blocks;
using dist::processes;

template <class T, int Rank>
void same_text(blocks<Rank> const& where, int count)
{
  array<T, Rank> const whole(cast<T>(index_of(serial(), where.shape()) * 37 % 1009));
  auto const text = to_string(whole);
  std::ostringstream out;
  int seen = 0;
  dist::virtual_processes(count, [&](processes const& all) {
    dist::array<T, Rank> x(all, where);
    x = cast<T>(own_part(x, index_of(serial(), where.shape())) * 37 % 1009);
    EXPECT_EQ(to_string(x), text);
    out << x;
    ++seen;
  });
  EXPECT_EQ(seen, count);
  EXPECT_EQ(out.str(), text);
}

TEST(distributed_print, as_one_process_prints)
{
  for (int const count : {1, 2, 5, 16}) {
    for (std::int64_t const n : {0, 1, 7, 999, 1000, 1001, 5000})
      same_text<double>(blocks(shape(n)), count);
    same_text<std::int32_t>(blocks(shape(2000)), count);
    same_text<bool>(blocks(shape(1200)), count);
    same_text<complex<float>>(blocks(shape(1200)), count);
    for (auto const& s : {shape(40, 30), shape(3, 1000), shape(1000, 3), shape(7, 7), shape(501, 2),
                          shape(2, 501), shape(0, 4), shape(143, 7), shape(7, 144)}) {
      same_text<double>(blocks(s), count);
      same_text<float>(blocks(s, axes(0, 1)), count);
      same_text<float>(blocks(s, axes(1), dist::halo(0, s[1] > 1 ? 1 : 0)), count);
    }
    same_text<double>(blocks(shape(11, 12, 13), axes(0, 2)), count);
    same_text<double>(blocks(shape(4, 5, 3, 20), axes(3)), count);
    same_text<std::int64_t>(blocks(shape(6, 6, 6, 6), axes(1)), count);
    same_text<double>(blocks(shape(2, 3, 400), axes(1)), count);
  }
}

TEST(distributed_matmul, is_that_of_one_process)
{
  generator g(1);
  array<double, 2> const a(g.normal(serial(), shape(37, 19)));
  array<double, 2> const b(g.normal(serial(), shape(19, 5)));
  array<float, 1> const v(cast<float>(b(ALL, 2)));
  auto const product = matmul(a, b);
  auto const vector = matmul(a, v);
  for (int const count : {1, 3, 7, 50})
    dist::virtual_processes(count, [&](processes const& all) {
      dist::array<double, 2> x(all, blocks(shape(37, 19), dist::halo(1, 1)));
      auto const f = x.first()[0], n = x.local().extent(0);
      if (n > 0) x.local()(ALL, ALL) = a(slice(f, f + n), ALL);
      auto const before = all.sent();
      auto const y = matmul(x, b);
      auto const w = matmul(x, v);
      EXPECT_EQ(all.sent(), before);
      EXPECT_TRUE(same_bits(y.local(), product(slice(f, f + n), ALL)));
      EXPECT_TRUE(same_bits(w.local(), vector(slice(f, f + n))));
      EXPECT_EQ(y.shape(), product.shape());
      EXPECT_THAT(acre_test::error_of<shape_error>([&] { matmul(x, a); }),
                  testing::HasSubstr("core dimension 0"));
      if (count > 1) {
        EXPECT_THAT(acre_test::error_of<value_error>([&] { matmul(redistribute(x, axes(1)), b); }),
                    testing::HasSubstr("redistribute(a, axes(0))"));
      }
    });
}

}  // namespace

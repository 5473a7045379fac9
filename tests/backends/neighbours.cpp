// Functions of one's own with the neighbours of an element as one argument, against the same
// function with a scalar for each, bit for bit.

#include <acre/array/copy.hpp>
#include <acre/elementwise/neighbours.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/on_space.hpp>

using acre::ALL, acre::elementwise, acre::neighbourhood, acre::neighbours, acre::none, acre::shape,
    acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

template <class T>
struct weighted {
  KOKKOS_FUNCTION T operator()(neighbourhood<T, 1, 1> const& u) const
  {
    T s = T(0);
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j) s += u(i, j) * T(1 + 3 * i + j);
    return s;
  }
};

/// Two arrays, a number between them, and margins of their own.
struct upwind {
  KOKKOS_FUNCTION double operator()(neighbourhood<double, 0, 2> const& h, int rate,
                                    neighbourhood<float, 0, 2> const& v) const
  {
    return h(0, -2) - rate * h(0, 2) + (v(0, 0) > 0 ? v(0, -1) * h(0, -1) : v(0, 1) * h(0, 1));
  }
};

struct largest_step {
  KOKKOS_FUNCTION double operator()(neighbourhood<double, 1, 0, 1> const& u) const
  {
    double most = 0;
    for (int i : {-1, 1})
      for (int k : {-1, 1}) {
        double const d = u(i, 0, k) - u(0, 0, 0);
        most = d > most ? d : most;
      }
    return most;
  }
};

template <class Space>
class neighbours_of_elements : public acre_test::on_space<Space> {
 protected:
  template <class T>
  acre::array<T, 2, Space> made(std::int64_t n, std::int64_t m, std::int64_t base, std::int64_t gap,
                                unsigned seed) const
  {
    auto const memory = place(this->space, noise<T>(n * (m + gap) + base, seed));
    return memory(slice(base, none)).reshape(shape(n, m + gap))(ALL, slice(0, m));
  }

  template <class T>
  void nine_points()
  {
    slice const mid(1, -1);
    unsigned turn = 0;
    for (auto const& [n, m] :
         {std::array<std::int64_t, 2>{3, 3}, {4, 66}, {37, 260}, {130, 67}, {18, 1029}, {3, 4100}})
      for (std::int64_t const gap : {0, 3, 8}) {
        ++turn;
        auto const u = made<T>(n, m, turn % 5, gap, turn);
        auto const out = made<T>(n, m, turn % 3, turn % 2 == 0 ? gap : 8, 99), wanted = copy(out);
        out(mid, mid) = elementwise(weighted<T>{}, neighbours<1>(u)) + T(1);
        auto const from = [&](int shift, std::int64_t extent) {
          return slice(1 + shift, extent - 1 + shift);
        };
        acre::array<T, 2, Space> s = acre::zeros<T>(this->space, shape(n - 2, m - 2));
        for (int i = -1; i <= 1; ++i)
          for (int j = -1; j <= 1; ++j) s += u(from(i, n), from(j, m)) * T(1 + 3 * i + j);
        wanted(mid, mid) = s + T(1);
        EXPECT_TRUE(equals(out, to_vector(wanted)))
            << n << " x " << m << ", rows " << gap << " apart";
      }
  }
};
TYPED_TEST_SUITE(neighbours_of_elements, acre_test::spaces, acre_test::space_names);

TYPED_TEST(neighbours_of_elements, are_slices_in_float32) { this->template nine_points<float>(); }
TYPED_TEST(neighbours_of_elements, are_slices_in_float64) { this->template nine_points<double>(); }

TYPED_TEST(neighbours_of_elements, stand_beside_others)
{
  auto const h = this->template made<double>(5, 300, 1, 0, 1);
  auto const v = this->template made<float>(5, 300, 2, 4, 2);
  auto const at = [](auto const& x, int shift) { return x(ALL, slice(2 + shift, 298 + shift)); };
  acre::array const got = elementwise(upwind{}, neighbours<0, 2>(h), 3, neighbours<0, 2>(v));
  acre::array const wanted =
      at(h, -2) - 3 * at(h, 2) + where(at(v, 0) > 0, at(v, -1) * at(h, -1), at(v, 1) * at(h, 1));
  EXPECT_TRUE(equals(got, to_vector(wanted)));
  // reduced: no array in between
  EXPECT_EQ(sum(elementwise(upwind{}, neighbours<0, 2>(h), 3, neighbours<0, 2>(v))).item(),
            sum(wanted).item());
}

TYPED_TEST(neighbours_of_elements, of_three_axes_and_of_any_strides)
{
  auto const whole = place(this->space, noise<double>(7 * 9 * 40, 5)).reshape(shape(7, 9, 40));
  auto const check = [](auto const& u) {
    acre::array const got = elementwise(largest_step{}, neighbours<1, 0, 1>(u));
    EXPECT_EQ(got.shape(), shape(u.extent(0) - 2, u.extent(1), u.extent(2) - 2));
    auto const x = to_vector(u), y = to_vector(got);
    auto const at = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
      return x[static_cast<std::size_t>((i * u.extent(1) + j) * u.extent(2) + k)];
    };
    std::size_t n = 0;
    for (std::int64_t i = 1; i + 1 < u.extent(0); ++i)
      for (std::int64_t j = 0; j < u.extent(1); ++j)
        for (std::int64_t k = 1; k + 1 < u.extent(2); ++k) {
          double most = 0;
          for (int a : {-1, 1})
            for (int b : {-1, 1}) most = std::max(most, at(i + a, j, k + b) - at(i, j, k));
          ASSERT_EQ(y[n++], most);
        }
  };
  check(whole);
  check(whole.transpose());
  check(whole(slice(none, none, 2), slice(none, none, -1), ALL));
}

TYPED_TEST(neighbours_of_elements, beyond_the_array_are_refused)
{
  auto const u = acre::zeros(this->space, shape(1, 5));
  EXPECT_EQ(error_of<acre::shape_error>([&] { elementwise(weighted<double>{}, neighbours<1>(u)); }),
            error_of<acre::shape_error>([&] { acre::interior<1>(u); }));
  EXPECT_EQ(error_of<acre::shape_error>([&] { neighbours<1>(u); }),
            error_of<acre::shape_error>([&] { acre::interior<1>(u); }));
}

}  // namespace

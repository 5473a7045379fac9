// Interiors and their neighbours against the same slices, bit for bit: sizes around the edges of
// packets and blocks, misaligned arrays, strides of every kind, one array and several.

#include <acre/array/copy.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/shifted.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/on_space.hpp>

using acre::ALL, acre::interior, acre::none, acre::shape, acre::shifted, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

template <class Space>
class shifted_terms : public acre_test::on_space<Space> {
 protected:
  /// (n, m) elements from the base-th of their memory on, rows m + gap apart.
  template <class T>
  acre::array<T, 2, Space> made(std::int64_t n, std::int64_t m, std::int64_t base, std::int64_t gap,
                                unsigned seed) const
  {
    auto const memory = place(this->space, noise<T>(n * (m + gap) + base, seed));
    return memory(slice(base, none)).reshape(shape(n, m + gap))(ALL, slice(0, m));
  }

  template <class T>
  void five_points()
  {
    slice const mid(1, -1), before(0, -2), after(2, none);
    T const k = T(0.3);
    unsigned turn = 0;
    for (auto const& [n, m] : {std::array<std::int64_t, 2>{2, 9},
                               {3, 3},
                               {4, 66},
                               {5, 130},
                               {37, 260},
                               {130, 67},
                               {18, 1029},
                               {3, 4100}})
      for (std::int64_t const gap : {0, 3, 8}) {
        ++turn;
        auto const u = made<T>(n, m, turn % 5, gap, turn);
        auto const out = made<T>(n, m, turn % 3, turn % 2 == 0 ? gap : 8, 99), wanted = copy(out);
        auto const c = interior<1>(u);
        wanted(mid, mid) = u(mid, mid) + k * (u(before, mid) + u(after, mid) + u(mid, before) +
                                              u(mid, after) - T(4) * u(mid, mid));
        out(mid, mid) = c + k * (shifted<-1, 0>(c) + shifted<1, 0>(c) + shifted<0, -1>(c) +
                                 shifted<0, 1>(c) - T(4) * c);
        EXPECT_TRUE(equals(out, to_vector(wanted)))
            << n << " x " << m << ", rows " << gap << " apart";
      }
  }
};
TYPED_TEST_SUITE(shifted_terms, acre_test::spaces, acre_test::space_names);

TYPED_TEST(shifted_terms, are_slices_in_float32) { this->template five_points<float>(); }
TYPED_TEST(shifted_terms, are_slices_in_float64) { this->template five_points<double>(); }

TYPED_TEST(shifted_terms, of_one_axis_go_far)
{
  for (std::int64_t const n : {14, 15, 100, 4099, 70001}) {
    auto const u = place(this->space, noise<float>(n, 3));
    auto const out = acre::zeros<float>(this->space, shape(n));
    auto const c = interior<7>(u);
    out(slice(7, n - 7)) = shifted<-7>(c) - 2.0f * shifted<4>(c) + shifted<7>(c) * shifted<1>(c);
    acre::array const wanted =
        u(slice(0, n - 14)) - 2.0f * u(slice(11, n - 3)) + u(slice(14, none)) * u(slice(8, n - 6));
    EXPECT_TRUE(equals(out(slice(7, n - 7)), to_vector(wanted))) << n;
    EXPECT_TRUE(equals(out(slice(0, 7)), std::vector<float>(7)));
  }
}

TYPED_TEST(shifted_terms, of_three_axes_have_margins_of_their_own)
{
  auto const whole = place(this->space, noise<double>(11 * 13 * 72, 1));
  auto const u = whole.reshape(shape(11, 13, 72));
  auto const out = acre::zeros<double>(this->space, shape(11, 13, 72));
  auto const c = interior<2, 0, 3>(u);
  EXPECT_EQ(c.shape(), shape(7, 13, 66));
  slice const planes(2, -2), columns(3, -3);
  out(planes, ALL, columns) = shifted<-2, 0, 1>(c) + shifted<2, 0, -3>(c) * c - shifted<0, 0, 3>(c);
  acre::array const wanted = u(slice(0, 7), ALL, slice(4, 70)) +
                             u(slice(4, 11), ALL, slice(0, 66)) * u(planes, ALL, columns) -
                             u(planes, ALL, slice(6, 72));
  EXPECT_TRUE(equals(out(planes, ALL, columns), to_vector(wanted)));
  EXPECT_TRUE(equals(out(0, 0, ALL), std::vector<double>(72)));
}

// on a GPU a thread has several rows of several planes: extents around all of them
TYPED_TEST(shifted_terms, of_six_sides_in_blocks_and_in_rows_of_blocks)
{
  slice const mid(1, -1), before(0, -2), after(2, none);
  for (auto const& [k, n, m] : {std::array<std::int64_t, 3>{3, 3, 68},
                                {4, 20, 132},
                                {6, 4, 264},
                                {7, 19, 66},
                                {12, 5, 72},
                                {9, 34, 516}}) {
    auto const u = place(this->space, noise<float>(k * n * m, 4)).reshape(shape(k, n, m));
    auto const out = place(this->space, noise<float>(k * n * m, 5)).reshape(shape(k, n, m)),
               wanted = copy(out);
    auto const number = acre::cast<float>(index_of(this->space, shape(k - 2, n - 2, m - 2)));
    auto const c = interior<1>(u);
    wanted(mid, mid, mid) +=
        ((u(before, mid, mid) + u(after, mid, mid)) + (u(mid, before, mid) + u(mid, after, mid)) +
         (u(mid, mid, before) + u(mid, mid, after))) *
            u(mid, mid, mid) -
        number;
    out(mid, mid, mid) += ((shifted<-1, 0, 0>(c) + shifted<1, 0, 0>(c)) +
                           (shifted<0, -1, 0>(c) + shifted<0, 1, 0>(c)) +
                           (shifted<0, 0, -1>(c) + shifted<0, 0, 1>(c))) *
                              c -
                          number;
    EXPECT_TRUE(equals(out, to_vector(wanted))) << k << " x " << n << " x " << m;
  }
  auto const u = place(this->space, noise<double>(4 * 7 * 9 * 68, 6)).reshape(shape(4, 7, 9, 68));
  auto const out = acre::zeros<double>(this->space, u.shape());
  auto const c = interior<1>(u);
  out(mid, mid, mid, mid) = shifted<1, -1, 0, 1>(c) - shifted<0, 1, -1, 0>(c) * c;
  acre::array const wanted =
      u(after, before, mid, after) - u(mid, after, before, mid) * u(mid, mid, mid, mid);
  EXPECT_TRUE(equals(out(mid, mid, mid, mid), to_vector(wanted)));
  EXPECT_EQ(count_nonzero(out), count_nonzero(wanted));
}

TYPED_TEST(shifted_terms, of_any_strides_and_of_several_arrays)
{
  auto const u = this->template made<float>(70, 200, 0, 0, 1);
  auto const v = this->template made<float>(200, 70, 1, 2, 2);
  slice const mid(1, -1), before(0, -2), after(2, none);
  auto const w = v.transpose();
  auto const flipped = u(ALL, slice(none, none, -1));
  auto const a = interior<1>(u), b = interior<1>(w), f = interior<1>(flipped);
  acre::array const sum = shifted<-1, 1>(a) + shifted<1, 0>(b) * shifted<0, -1>(f);
  acre::array const wanted = u(before, after) + w(after, mid) * flipped(mid, before);
  EXPECT_TRUE(equals(sum, to_vector(wanted)));
  // into a new array, whose rows do not lie alike
  acre::array const fresh = shifted<0, 1>(a) - shifted<0, -1>(a);
  acre::array const differences = u(mid, after) - u(mid, before);
  EXPECT_TRUE(equals(fresh, to_vector(differences)));
}

TYPED_TEST(shifted_terms, go_beside_other_terms_and_add_up)
{
  auto const u = this->template made<float>(66, 128, 0, 0, 1), v = copy(u), old = copy(u);
  auto const c = interior<1>(u);
  slice const mid(1, -1), after(2, none);
  auto const number = index_of(this->space, shape(64, 126));
  v(mid, mid) =
      2.0f * c - old(mid, mid) + shifted<0, 1>(shifted<1, 0>(c)) + acre::cast<float>(number);
  acre::array const wanted =
      2.0f * u(mid, mid) - old(mid, mid) + u(after, after) + acre::cast<float>(number);
  EXPECT_TRUE(equals(v(mid, mid), to_vector(wanted)));
  EXPECT_EQ(sum(shifted<1, 1>(c)).item(), sum(u(after, after)).item());
}

TYPED_TEST(shifted_terms, are_taken_as_they_were_when_written_to_themselves)
{
  auto const u = this->template made<double>(40, 100, 0, 0, 1), was = copy(u);
  auto const c = interior<1>(u);
  slice const mid(1, -1), before(0, -2), after(2, none);
  u(mid, mid) = shifted<-1, 0>(c) + shifted<0, 1>(c);
  acre::array const wanted = was(before, mid) + was(mid, after);
  EXPECT_TRUE(equals(u(mid, mid), to_vector(wanted)));
}

TYPED_TEST(shifted_terms, want_arrays_with_an_interior)
{
  auto const narrow = acre::zeros<float>(this->space, shape(5, 3));
  EXPECT_EQ(error_of<acre::shape_error>([&] { interior<2>(narrow); }),
            "an array of shape (5,3) has no interior with a margin of 2 along axis 1");
  auto const none_left = interior<2, 1>(acre::zeros<float>(this->space, shape(4, 3)));
  EXPECT_EQ(none_left.shape(), shape(0, 1));
  EXPECT_EQ(acre::array(none_left + shifted<1, -1>(none_left)).size(), 0);
}

}  // namespace

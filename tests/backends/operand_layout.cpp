// Operands of every class of layout (contiguous, constant along an axis, shifted windows of one
// array, strided, reversed, transposed) in every combination, at shapes around the edges of packets
// and tiles, at misaligned bases: the values are a few exact operations, against plain loops.

#include <acre/elementwise/exponential.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

using acre::ALL, acre::newaxis, acre::none, acre::shape, acre::slice;
using acre_test::noise, acre_test::place;

namespace {

/// An array and the memory that it is a view of, there and in a host copy.
template <class T, int Rank, class Space>
struct seen {
  acre::array<T, 1, Space> whole;
  acre::array<T, Rank, Space> view;
  std::vector<T> memory;

  /// The element at an index of a shape that the view broadcasts to.
  T& operator()(std::array<std::int64_t, Rank> const& index)
  {
    std::int64_t at = view.ref().data - whole.data();
    for (std::size_t axis = 0; axis < Rank; ++axis)
      if (view.shape()[axis] > 1) at += index[axis] * view.strides()[axis];
    return memory[static_cast<std::size_t>(at)];
  }
};

enum layout {
  contiguous,
  padded,
  shifted,
  row,
  column,
  one,
  strided,
  reversed,
  upside_down,
  transposed,
  transposed_reversed,
  layouts
};

/// (n, m) elements, or what broadcasts to that, as `how` says, `base` elements into their memory.
template <class T, class Space>
seen<T, 2, Space> made(Space const& space, layout how, std::int64_t n, std::int64_t m,
                       std::int64_t base, unsigned seed)
{
  auto const memory = noise<T>((how == strided ? 3 : 1) * (n + 3) * (m + 7) + base + 16, seed);
  auto const whole = place(space, memory);
  auto const matrix = [&](std::int64_t rows, std::int64_t columns) {
    return acre::array<T, 2, Space>(
        whole(slice(base, base + rows * columns)).reshape(shape(rows, columns)));
  };
  auto const view = [&]() -> acre::array<T, 2, Space> {
    switch (how) {
      case padded:
        return matrix(n, m + 5)(ALL, slice(0, m));
      case shifted:
        return matrix(n + 2, m + 3)(slice(1, n + 1), slice(2, m + 2));
      case row:
        return matrix(1, m);
      case column:
        return matrix(n, 1);
      case one:
        return matrix(1, 1);
      case strided:
        return matrix(n, 3 * m)(ALL, slice(1, none, 3));
      case reversed:
        return matrix(n, m)(ALL, slice(none, none, -1));
      case upside_down:
        return matrix(n, m + 1)(slice(none, none, -1), slice(1, none));
      case transposed:
        return matrix(m, n).transpose();
      case transposed_reversed:
        return matrix(m, n + 1).transpose()(slice(1, none), slice(none, none, -1));
      default:
        return matrix(n, m);
    }
  }();
  return {whole, view, memory};
}

template <class Space>
class operand_layout : public ::testing::Test {
 protected:
  /// to = f(from...), with all of to's memory compared.
  template <class F, class To, class... From>
  static void check(F const& f, To to, From... from)
  {
    using T = typename std::remove_reference_t<decltype(to.view)>::value_type;
    auto const extent = to.view.shape();
    std::int64_t const size = acre::size_of(extent);
    for (std::int64_t k = 0; k < size; ++k) {
      auto index = extent;
      std::int64_t rest = k;
      for (std::size_t axis = extent.size(); axis-- > 0; rest /= extent[axis])
        index[axis] = rest % extent[axis];
      to(index) = static_cast<T>(f(from(index)...));
    }
    auto const into = to.view;
    acre::array<T, static_cast<int>(extent.size()), Space>(into)(acre::ellipsis) = f(from.view...);
    EXPECT_TRUE(acre_test::equals(to.whole, to.memory))
        << acre::to_string(extent) << " at strides " << acre::to_string(into.strides());
  }

  static constexpr auto minus = [](auto const& a, auto const& b) { return a - b; };

  template <class T>
  void every_pair()
  {
    static constexpr std::int64_t sizes[][2] = {
        {1, 1},     {3, 40},   {33, 31},   {64, 64}, {130, 131}, {64, 257}, {257, 65},
        {17, 1000}, {2, 9000}, {1000, 33}, {700, 3}, {40, 20},   {9, 128}};
    static constexpr layout targets[] = {contiguous, padded, shifted, transposed, strided};
    Space const space;
    unsigned turn = 0;
    for (int x = 0; x < layouts; ++x)
      for (int y = 0; y < layouts; ++y)
        for (int times = 0; times < 2; ++times, ++turn) {
          auto const [n, m] = sizes[turn % std::size(sizes)];
          auto const to = targets[turn / 3 % std::size(targets)];
          SCOPED_TRACE("layouts " + std::to_string(x) + " and " + std::to_string(y) + " into " +
                       std::to_string(to));
          check(minus, made<T>(space, to, n, m, turn % 5, 3),
                made<T>(space, static_cast<layout>(x), n, m, turn % 4, 1),
                made<T>(space, static_cast<layout>(y), n, m, turn % 3, 2));
        }
  }

  struct exponential_minus {
    template <class A, class B>
    auto operator()(A const& a, B const& b) const
    {
      if constexpr (std::is_same_v<A, float>)
        return acre::math::exp(a) - b;
      else
        return acre::exp(a) - b;
    }
  };

  /// What a CPU computes in blocks, of rows that are shorter.
  void short_rows_of_blocks()
  {
    Space const space;
    unsigned turn = 0;
    for (auto const& [n, m] : {std::pair(700, 3),
                               {33, 31},
                               {40, 20},
                               {1100, 2},
                               {5, 63},
                               {2, 9},
                               {90, 12},
                               {50, 32},
                               {7, 64},
                               {30, 100},
                               {6, 257}})
      for (int x = 0; x < layouts; ++x, ++turn)
        for (layout const to : {contiguous, padded, transposed}) {
          SCOPED_TRACE("layout " + std::to_string(x) + " into " + std::to_string(to));
          check(exponential_minus(), made<float>(space, to, n, m, turn % 5, 3),
                made<float>(space, static_cast<layout>(x), n, m, turn % 4, 1),
                made<float>(space, static_cast<layout>(turn % layouts), n, m, turn % 3, 2));
        }
  }

  /// Results of more than 16 MiB, which a CPU writes past its caches, and one in place. (What they
  /// are made of is small, as filling memory takes a test longer than this.)
  void large_results()
  {
    using T = acre::complex<double>;
    Space const space;
    std::int64_t const n = 130, m = 8205;
    auto backwards = made<T>(space, row, 1, m, 2, 2);
    acre::array<T, 2, Space> const view = backwards.view(ALL, slice(none, none, -1));
    backwards.view = view;
    auto whole = made<T>(space, contiguous, n, m, 1, 3);
    check(minus, whole, made<T>(space, column, n, m, 0, 1), backwards);
    whole.memory = to_vector(whole.whole);
    check(minus, whole, whole, backwards);
    whole.memory = to_vector(whole.whole);
    auto line = whole;
    line.view = acre::array<T, 2, Space>(line.whole(slice(3, 3 + n * m)).reshape(shape(1, n * m)));
    check(minus, line, made<T>(space, one, 1, 1, 0, 1), made<T>(space, one, 1, 1, 1, 2));
  }

  /// A window of what `all` sees.
  template <class T, int Rank, class... Slice>
  static seen<T, Rank, Space> window(seen<T, Rank, Space> const& all, Slice... part)
  {
    return {all.whole, all.view(part...), all.memory};
  }

  template <class T>
  void stencils()
  {
    Space const space;
    slice const mid(1, -1), before(0, -2), after(2, none);
    auto const five = [](auto const& c, auto const& n, auto const& s, auto const& w,
                         auto const& e) { return c + T(3) * (n + s - w - e); };
    std::int64_t const sizes[][2] = {{3, 4},     {34, 34},  {66, 258},  {130, 131},
                                     {259, 131}, {3, 9001}, {1001, 35}, {200, 128}};
    unsigned turn = 0;
    for (auto const& [n, m] : sizes)
      for (layout const how : {contiguous, padded, shifted, transposed, reversed}) {
        std::int64_t const base = ++turn % 5;
        auto const u = made<T>(space, how, n, m, base, 1),
                   v = made<T>(space, turn % 2 ? contiguous : shifted, n, m, turn % 3, 2);
        check(five, window(v, mid, mid), window(u, mid, mid), window(u, before, mid),
              window(u, after, mid), window(u, mid, before), window(u, mid, after));
      }
  }
};
TYPED_TEST_SUITE(operand_layout, acre_test::spaces, acre_test::space_names);

TYPED_TEST(operand_layout, of_float32) { this->template every_pair<float>(); }
TYPED_TEST(operand_layout, of_float64) { this->template every_pair<double>(); }
TYPED_TEST(operand_layout, of_int8) { this->template every_pair<std::int8_t>(); }
TYPED_TEST(operand_layout, of_int16) { this->template every_pair<std::int16_t>(); }
TYPED_TEST(operand_layout, of_complex64) { this->template every_pair<acre::complex<float>>(); }
TYPED_TEST(operand_layout, of_complex128) { this->template every_pair<acre::complex<double>>(); }

TYPED_TEST(operand_layout, of_short_rows_in_blocks) { this->short_rows_of_blocks(); }
TYPED_TEST(operand_layout, of_large_results) { this->large_results(); }

TYPED_TEST(operand_layout, of_stencils)
{
  this->template stencils<float>();
  this->template stencils<double>();
}

TYPED_TEST(operand_layout, of_windows_of_a_line)
{
  using T = float;
  TypeParam const space;
  auto const three = [](auto const& a, auto const& b, auto const& c) { return a - b * c; };
  for (std::int64_t const n : {1, 2, 3, 15, 16, 64, 127, 128, 129, 300, 4099, 20000, 65540, 300001})
    for (std::int64_t const base : {0, 1, 2, 3}) {
      auto const memory = noise<T>(n + 16, 1);
      auto const whole = place(space, memory);
      auto const at = [&](std::int64_t shift, std::int64_t step) {
        acre::array<T, 1, TypeParam> const view =
            whole(slice(base + shift, base + shift + n))(slice(none, none, step));
        return seen<T, 1, TypeParam>{whole, view, memory};
      };
      auto const out = noise<T>(n + 16, 2);
      auto const into = place(space, out);
      seen<T, 1, TypeParam> const to{into, into(slice(5 - base, 5 - base + n)), out};
      this->check(three, to, at(0, 1), at(1, 1), at(3, 1));
      this->check(three, to, at(2, 1), at(1, -1), at(2, 1));
    }
}

TYPED_TEST(operand_layout, of_three_axes)
{
  using T = double;
  TypeParam const space;
  auto const sum = [](auto const& a, auto const& b, auto const& c) { return a + T(3) * b - c; };
  for (auto const& [n, m, k] :
       {std::array<std::int64_t, 3>{5, 66, 65}, {40, 33, 36}, {2, 130, 131}, {70, 3, 100}}) {
    auto const made = [&](acre::shape_t<3> const& extent, unsigned seed) {
      auto const memory = noise<T>(acre::size_of(extent), seed);
      auto const whole = place(space, memory);
      return seen<T, 3, TypeParam>{whole, whole.reshape(extent), memory};
    };
    auto const a = made({n, m, k}, 1);
    auto b = made({n, k, m}, 2), c = made({k, m, n}, 3), d = made({m, n, k}, 5);
    b.view = b.view.transpose({0, 2, 1});
    c.view = c.view.transpose();
    d.view = d.view.transpose({1, 0, 2});
    this->check(sum, made({n, m, k}, 4), a, b, c);
    this->check(sum, made({n, m, k}, 4), c, d, c);
    slice const mid(1, -1), before(0, -2), after(2, none);
    if (n > 2 && m > 2)
      this->check(sum, this->window(made({n, m, k}, 4), mid, mid, mid),
                  this->window(a, before, mid, after), this->window(a, mid, after, before),
                  this->window(b, mid, mid, mid));
  }
}

/// Records of a few components: all of them along an axis, apart or together, and some by slices.
template <class T, class Space, class Check>
void records(Space const& space, Check const& check)
{
  auto const minus = [](auto const& a, auto const& b) { return a - b; };
  auto const mixed = [](auto const& a, auto const& b, auto const& c) { return a - T(3) * b + c; };
  unsigned turn = 0;
  for (std::int64_t const k : {2, 3, 7, 16, 17, 31})
    for (std::int64_t const m : {255, 600, 2049, 6007}) {
      std::int64_t const base = ++turn % 5;
      auto const n = [&](auto const& extent, unsigned seed, std::int64_t from) {
        auto const memory = noise<T>(acre::size_of(extent) + from, seed);
        auto const whole = place(space, memory);
        constexpr int rank = std::tuple_size_v<std::remove_cvref_t<decltype(extent)>>;
        return seen<T, rank, Space>{
            whole, acre::array<T, rank, Space>(whole(slice(from, none)).reshape(extent)), memory};
      };
      auto apart = n(shape(m, k), 1, base), padded = n(shape(m, k + 1), 2, turn % 3),
           together = n(shape(k, m), 3, base);
      apart.view = apart.view.transpose();
      padded.view = acre::array<T, 2, Space>(padded.view(ALL, slice(1, none)).transpose());
      check(minus, n(shape(k, m), 4, turn % 4), apart, padded);
      check(minus, n(shape(k, m), 4, turn % 2), n(shape(k, m), 5, 0), apart);
      together.view = together.view.transpose();
      check(minus, n(shape(m, k), 4, turn % 4), together, n(shape(m, k), 5, 1));
      auto const component = [&](std::int64_t rows, std::int64_t which, std::int64_t from) {
        auto c = n(shape(rows, m, k), 6, base);
        return seen<T, 2, Space>{
            c.whole, acre::array<T, 2, Space>(c.view(ALL, slice(from, m - 2 + from), which)),
            c.memory};
      };
      for (std::int64_t const rows : {1, m > 600 ? 3 : 20})
        check(mixed, n(shape(rows, m - 2), 7, turn % 3), component(rows, 0, 0),
              component(rows, k - 1, 1), component(rows, 1, 2));
    }
}

TYPED_TEST(operand_layout, of_records)
{
  auto const check = [](auto const&... all) { TestFixture::check(all...); };
  records<float>(TypeParam(), check);
  records<double>(TypeParam(), check);
  records<std::int8_t>(TypeParam(), check);
}

// rows that advance alike, in planes: rows of fewer and of more elements than a warp's, planes of
// fewer and of more rows than a block's, in blocks of which some are not full
TYPED_TEST(operand_layout, of_six_neighbours)
{
  using T = float;
  TypeParam const space;
  slice const mid(1, -1), before(0, -2), after(2, none);
  auto const six = [](auto const& c, auto const& a, auto const& b, auto const& n, auto const& s,
                      auto const& w, auto const& e) { return c + T(3) * (a + b - n - s) + w * e; };
  std::vector<std::array<std::int64_t, 3>> sizes{{3, 12, 66},  {20, 3, 70},   {19, 10, 131},
                                                 {4, 27, 162}, {67, 11, 259}, {10, 12, 1026}};
  // work enough that a GPU's blocks go through eight planes, the last ones through one
  if constexpr (!TypeParam::host_accessible) sizes.push_back({43, 522, 514});
  for (auto const& [n, m, k] : sizes) {
    auto const made = [&](unsigned seed) {
      auto const memory = noise<T>(n * m * k, seed);
      auto const whole = place(space, memory);
      return seen<T, 3, TypeParam>{whole, whole.reshape(shape(n, m, k)), memory};
    };
    auto const u = made(1);
    this->check(six, this->window(made(2), mid, mid, mid), this->window(u, mid, mid, mid),
                this->window(u, before, mid, mid), this->window(u, after, mid, mid),
                this->window(u, mid, before, mid), this->window(u, mid, after, mid),
                this->window(u, mid, mid, before), this->window(u, mid, mid, after));
  }
}

}  // namespace

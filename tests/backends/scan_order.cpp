// The order of scans, against the model written from its description, and recorded.

#include <acre/array/array.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/scan.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/order_hashes.hpp>
#include <acre_test/scan_model.hpp>
#include <acre_test/spaces.hpp>

#include <array>
#include <optional>

using acre::ALL, acre::none, acre::shape, acre::slice;
using acre_test::add, acre_test::equals, acre_test::expect_hash, acre_test::noise, acre_test::place,
    acre_test::scanned;

// of the hashes below
static_assert(acre::backends::scan_order_version == 1);

namespace {

template <class T>
using values = std::vector<T>;

/// Floats whose order has small groups: several supergroups of them are few elements.
struct short_order {
  float value = 0;
  short_order() = default;
  KOKKOS_FUNCTION short_order(float v) : value(v) {}
};
struct sum_in_short_order {
  using value_type = short_order;
  KOKKOS_FUNCTION short_order combine(short_order a, short_order b) const
  {
    return a.value + b.value;
  }
  KOKKOS_FUNCTION float finish(short_order a) const { return a.value; }
  short_order operator()(short_order a, short_order b) const { return combine(a, b); }
};

}  // namespace

template <>
struct acre::backends::scan_order<short_order> {
  static constexpr int items = 2, group = 64, supergroup = 2;
};

namespace {

template <class Space>
class scan_order : public ::testing::Test {
 protected:
  /// Along a row: contiguous, from an odd address, backwards, every third element.
  template <class T>
  void rows(std::int64_t n)
  {
    auto const v = noise<T>(3 * n + 1);
    auto const picked = [&](std::int64_t first, std::int64_t step) {
      values<T> s;
      for (std::int64_t k = 0; k < n; ++k)
        s.push_back(v[static_cast<std::size_t>(first + k * step)]);
      return scanned(s, add{});
    };
    auto const first = picked(0, 1), second = picked(1, 1), back = picked(n - 1, -1),
               third = picked(0, 3);
    for (auto const& space : acre_test::instances<Space>()) {
      auto const x = place(space, v);
      EXPECT_TRUE(equals(cumsum(x(slice(0, n))), first)) << n;
      EXPECT_TRUE(equals(cumsum(x(slice(1, n + 1))), second)) << n << " misaligned";
      EXPECT_TRUE(equals(cumsum(x(slice(n - 1, none, -1))), back)) << n << " reversed";
      EXPECT_TRUE(equals(cumsum(x(slice(0, 3 * n, 3))), third)) << n << " every third";
    }
  }
};
TYPED_TEST_SUITE(scan_order, acre_test::spaces, acre_test::space_names);

TYPED_TEST(scan_order, rows_have_the_order_of_the_contract)
{
  // chunks of 32, pieces of 1024, tiles of 8192, lines of 262144
  for (std::int64_t const n :
       {1, 2, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 2047, 8191, 8192, 8193, 16385, 270337})
    this->template rows<float>(n);
  // half as long; a group is 524288
  for (std::int64_t const n : {1, 15, 16, 17, 511, 512, 513, 4095, 4096, 4097, 131073, 528385})
    this->template rows<double>(n);
}

TYPED_TEST(scan_order, groups_chain_and_so_do_supergroups)
{
  // tiles of 512, groups of 32768, supergroups of 65536
  auto const v = noise<float>(300001);
  values<short_order> in(v.begin(), v.end());
  values<float> wanted;
  for (auto const x : scanned(in, sum_in_short_order{})) wanted.push_back(x.value);
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = place(space, v);
    EXPECT_TRUE(equals(inclusive_scan(x, sum_in_short_order{}), wanted));
    for (std::int64_t const n : {511, 512, 513, 32767, 32768, 32769, 65536, 65537, 131073}) {
      values<float> const first(wanted.begin(), wanted.begin() + n);
      EXPECT_TRUE(equals(inclusive_scan(x(slice(0, n)), sum_in_short_order{}), first)) << n;
    }
    // a column is what the row is, wherever its neighbours are
    auto const columns = broadcast_to(x.reshape(shape(-1, 1)), shape(x.size(), 5));
    EXPECT_TRUE(equals(inclusive_scan(columns, sum_in_short_order{}, 0)(ALL, 3), wanted));
  }
}

/// One group of a scan, on a machine that has its elements alone: written from the order's text.
template <class V, class Combine>
class group_alone {
 public:
  using fold = std::optional<V>;

  group_alone(V const* first, V const* last, Combine combine)
      : elements_(first, last), combine_(combine)
  {
    std::size_t const items = acre::backends::scan_order<V>::items;
    for (std::size_t i = items; i <= elements_.size(); i += items) {
      V chunk = elements_[i - items];
      for (std::size_t k = i - items + 1; k < i; ++k) chunk = combine_(chunk, elements_[k]);
      chunks_.push_back(chunk);
      if (chunks_.size() % 32 != 0) continue;
      pieces_.push_back(*by_halves(chunks_, chunks_.size() - 32, chunks_.size()));
      if (pieces_.size() % 8 != 0) continue;
      tiles_.push_back(*in_order(pieces_, pieces_.size() - 8, pieces_.size()));
      if (tiles_.size() % 32 == 0)
        lines_.push_back(*by_halves(tiles_, tiles_.size() - 32, tiles_.size()));
    }
  }
  /// The fold of its lines, which the groups after it read (of a whole group, all elements).
  fold whole() const { return in_order(lines_, 0, lines_.size()); }
  /// Its elements' scan, from what lies before it: whole supergroups, and whole groups behind them.
  void append_scan(values<V>& to, fold const& supergroups, fold const& groups) const
  {
    std::size_t const items = acre::backends::scan_order<V>::items;
    for (std::size_t c = 0; c * items < elements_.size(); ++c) {
      std::size_t const piece = c / 32, tile = piece / 8, line = tile / 32;
      auto const in_tile =
          joined(in_order(pieces_, tile * 8, piece), by_halves(chunks_, piece * 32, c));
      auto const in_group = joined(in_order(lines_, 0, line), by_halves(tiles_, line * 32, tile));
      auto const before = joined(joined(supergroups, joined(groups, in_group)), in_tile);
      fold here;
      for (std::size_t i = c * items; i < std::min((c + 1) * items, elements_.size()); ++i) {
        here = joined(here, elements_[i]);
        to.push_back(*joined(before, here));
      }
    }
  }
  fold joined(fold const& a, fold const& b) const
  {
    return a && b ? fold(combine_(*a, *b)) : a ? a : b;
  }

 private:
  fold in_order(values<V> const& v, std::size_t first, std::size_t last) const
  {
    fold all;
    for (std::size_t i = first; i < last; ++i) all = joined(all, v[i]);
    return all;
  }
  fold by_halves(values<V> const& v, std::size_t first, std::size_t last) const
  {
    if (first == last) return {};
    if (last - first == 1) return v[first];
    std::size_t half = 1;
    while (2 * half < last - first) half *= 2;
    return joined(by_halves(v, first, first + half), by_halves(v, first + half, last));
  }

  values<V> elements_;
  Combine combine_;
  values<V> chunks_, pieces_, tiles_, lines_;  // the complete ones
};

/// Groups of a scan that know of each other nothing but the folds of whole ones.
template <class V, class Combine>
values<V> scanned_apart(values<V> const& v, Combine combine)
{
  using order = acre::backends::scan_order<V>;
  using machine = group_alone<V, Combine>;
  std::size_t const length = order::items * std::size_t{256} * order::group;
  std::vector<machine> machines;
  for (std::size_t i = 0; i < v.size(); i += length)
    machines.emplace_back(v.data() + i, v.data() + std::min(i + length, v.size()), combine);
  values<V> all;
  typename machine::fold supergroups, groups;
  for (std::size_t g = 0; g < machines.size(); ++g) {
    machines[g].append_scan(all, supergroups, groups);
    groups = machines[g].joined(groups, machines[g].whole());
    if ((g + 1) % order::supergroup == 0) {
      supergroups = machines[g].joined(supergroups, groups);
      groups.reset();
    }
  }
  return all;
}

TYPED_TEST(scan_order, groups_that_are_scanned_apart_join)
{
  auto const v = noise<float>(300001);
  values<float> wanted;
  for (auto const x : scanned_apart(values<short_order>(v.begin(), v.end()), sum_in_short_order{}))
    wanted.push_back(x.value);
  // groups of 2^21 and of 2^19 elements
  auto const longer = noise<float>((1 << 22) + 12345);
  auto const wide = noise<double>((1 << 20) + 12345);
  auto const wanted_longer = scanned_apart(longer, add{});
  auto const wanted_wide = scanned_apart(wide, add{});
  for (auto const& space : acre_test::instances<TypeParam>()) {
    EXPECT_TRUE(equals(inclusive_scan(place(space, v), sum_in_short_order{}), wanted));
    EXPECT_TRUE(equals(cumsum(place(space, longer)), wanted_longer));
    EXPECT_TRUE(equals(cumsum(place(space, wide)), wanted_wide));
  }
}

TYPED_TEST(scan_order, many_long_columns_have_it_too)
{
  // as many as a GPU goes down side by side; pieces of 64, tiles of 512
  constexpr std::int64_t rows = 600, many = 1100, long_rows = 3000;
  auto const v = noise<float>(rows * many), w = noise<float>(long_rows);
  auto const scan_of = [&](auto const& in) {
    values<float> wanted;
    for (auto const x : scanned(values<short_order>(in.begin(), in.end()), sum_in_short_order{}))
      wanted.push_back(x.value);
    return wanted;
  };
  values<float> column;
  for (std::int64_t r = 0; r < rows; ++r)
    column.push_back(v[static_cast<std::size_t>(r * many + many - 1)]);
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = place(space, v, shape(rows, many));
    EXPECT_TRUE(equals(inclusive_scan(x, sum_in_short_order{}, 0)(ALL, -1), scan_of(column)));
    auto const y = broadcast_to(place(space, w).reshape(shape(-1, 1)), shape(long_rows, many));
    EXPECT_TRUE(equals(inclusive_scan(y, sum_in_short_order{}, 0)(ALL, 7), scan_of(w)));
  }
}

TYPED_TEST(scan_order, axes_have_the_order_of_rows)
{
  auto const v = noise<float>(40 * 1100 * 9);
  values<double> const w(v.begin(), v.end());
  for (auto const& s : {values<std::int64_t>{40, 1100, 9},
                        {9, 40, 1100},
                        {1100, 9, 40},
                        {3, 1, 1100},
                        {1, 30000, 2},
                        {2, 8197, 1},
                        {5, 4, 1},
                        {60, 7, 33}}) {
    auto const n = s[0] * s[1] * s[2];
    values<float> const part(v.begin(), v.begin() + n);
    values<double> const wide(w.begin(), w.begin() + n);
    values<std::int64_t> const turned_shape{s[2], s[1], s[0]};
    values<float> turned;
    for (std::int64_t k = 0; k < s[2]; ++k)
      for (std::int64_t j = 0; j < s[1]; ++j)
        for (std::int64_t i = 0; i < s[0]; ++i)
          turned.push_back(part[static_cast<std::size_t>((i * s[1] + j) * s[2] + k)]);
    values<float> const flat = scanned(part, add{}), turned_flat = scanned(turned, add{});
    values<float> of_axis[3], of_turned[3];
    values<double> wide_of_axis[3];
    for (int axis = 0; axis < 3; ++axis) {
      of_axis[axis] = scanned(part, s, axis, add{});
      of_turned[axis] = scanned(turned, turned_shape, axis, add{});
      wide_of_axis[axis] = scanned(wide, s, axis, add{});
    }
    for (auto const& space : acre_test::instances<TypeParam>()) {
      auto const x = place(space, part, shape(s[0], s[1], s[2]));
      auto const y = place(space, wide, shape(s[0], s[1], s[2]));
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_TRUE(equals(cumsum(x, axis), of_axis[axis])) << axis;
        EXPECT_TRUE(equals(cumsum(y, axis - 3), wide_of_axis[axis])) << axis;
        EXPECT_TRUE(equals(cumsum(x.transpose(), axis), of_turned[axis])) << axis << " turned";
      }
      EXPECT_TRUE(equals(cumsum(x), flat));
      EXPECT_TRUE(equals(cumsum(x.transpose()), turned_flat)) << "turned";
    }
  }
}

/// Along axis 1 of many blocks, or in long rows: columns that a GPU brings by bulk copies.
template <class T, class Space>
void expect_blocks(std::array<std::int64_t, 3> const& s)
{
  auto const v = noise<T>(s[0] * s[1] * s[2]);
  auto const wanted = scanned(v, values<std::int64_t>(s.begin(), s.end()), 1, add{});
  for (auto const& space : acre_test::instances<Space>()) {
    auto const x = place(space, v, shape(s[0], s[1], s[2]));
    EXPECT_TRUE(equals(cumsum(x, 1), wanted)) << s[0] << ' ' << s[1] << ' ' << s[2];
    if (s[0] > 8) continue;
    auto const apart = acre::zeros<T>(space, shape(s[0], s[1], s[2] + 12));
    apart(ALL, ALL, slice(0, s[2])) = x;
    EXPECT_TRUE(equals(cumsum(apart(ALL, ALL, slice(0, s[2])), 1), wanted)) << "rows apart";
    auto const from_1 = apart(ALL, ALL, slice(1, s[2]));
    EXPECT_EQ(acre::to_vector(cumsum(from_1, 1)),
              acre::to_vector(cumsum(x, 1)(ALL, ALL, slice(1, none))))
        << "misaligned";
  }
}
TYPED_TEST(scan_order, blocks_and_long_rows_have_it_too)
{
  // 32 MiB or more on a GPU
  bool const gpu = !TypeParam::host_accessible;
  std::int64_t const many = gpu ? 1200 : 30, more = gpu ? 1700 : 40, rows = gpu ? 41 : 37;
  expect_blocks<float, TypeParam>({many, 75, 140});  // rows of 35 packets, and a half sector
  expect_blocks<float, TypeParam>({many, 70, 134});  // rows that are no packets
  expect_blocks<float, TypeParam>({many, 71, 134});  // nor are blocks
  expect_blocks<double, TypeParam>({more, 37, 70});
  expect_blocks<double, TypeParam>({more, 38, 67});
  expect_blocks<acre::complex<float>, TypeParam>({more, 38, 67});
  expect_blocks<float, TypeParam>({8, rows, 25700});
  expect_blocks<double, TypeParam>({4, rows, 25700});
  if (gpu) expect_blocks<double, TypeParam>({160, 4140, 133});  // two tiles
}

/// The bits, recorded: see <acre_test/order_hashes.hpp>.
template <class T, class Space>
void expect_scans(std::uint64_t recorded)
{
  auto const v = noise<T>(840000);
  expect_hash<Space>(std::string("cumsum of ") + acre::dtype_name<T>(), recorded,
                     [&](Space const& space, acre_test::hasher& h) {
                       auto const x = place(space, v);
                       h.add(acre::to_vector(cumsum(x)));
                       h.add(acre::to_vector(cumsum(x.reshape(shape(3, -1, 7)), 1)));
                       h.add(acre::to_vector(cumsum(x.reshape(shape(-1, 700)), -1)));
                     });
}
TYPED_TEST(scan_order, bits_are_recorded)
{
  expect_scans<float, TypeParam>(0x7528e42b70e29edbu);
  expect_scans<double, TypeParam>(0x13938db63087bfcau);
  expect_scans<acre::complex<double>, TypeParam>(0x2bec6fb1a7f1c28au);
}

}  // namespace

// Lists of different lengths: pairs and more of their elements.
#include <acre/ragged/combinations.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/some_lists.hpp>

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

namespace {

using acre::from_lists, acre::none, acre::slice;
using acre_test::equals, acre_test::rows;

template <class Space>
class ragged_pairs : public acre_test::some_lists<Space> {};
TYPED_TEST_SUITE(ragged_pairs, acre_test::spaces, acre_test::space_names);

TYPED_TEST(ragged_pairs, combines_elements)
{
  auto const [l, r] = acre::combinations<2>(this->x);
  EXPECT_EQ(to_vector(l * 10 + r), (rows<double>{{12, 13, 23}, {}, {}, {56}}));
  auto const y = from_lists<int>(this->space, {{1, 2, 3, 4, 5}, {6, 7, 8}});
  auto const [a, b, c] = acre::combinations<3>(y);
  EXPECT_EQ(to_vector(a * 100 + b * 10 + c),
            (rows<int>{{123, 124, 125, 134, 135, 145, 234, 235, 245, 345}, {678}}));
  auto const [only] = acre::combinations<1>(y);
  EXPECT_EQ(to_vector(only), to_vector(y));
  auto const z = from_lists<int>(this->space, {{1, 2}, {}, {3}, {4, 5, 6}});
  auto const [u, v] = acre::cartesian(this->x, z);
  EXPECT_EQ(to_vector(u * 10 + v),
            (rows<double>{{11, 12, 21, 22, 31, 32}, {}, {43}, {54, 55, 56, 64, 65, 66}}));
  auto const [i, j] = acre::argcombinations<2>(this->x(slice(2, none)));
  EXPECT_TRUE(equals<std::int64_t>(i.content_index(), {4}));
  EXPECT_TRUE(equals<std::int64_t>(j.content_index(), {5}));
}

TYPED_TEST(ragged_pairs, crosses_several_lists)
{
  // lists of 0 to 3 elements, those of each operand after another rule; the last are cut out of
  // more
  rows<int> const a{{1, 2}, {3}, {4, 5, 6}, {}, {7}, {8, 9}},
      b{{10}, {20, 30}, {40, 50}, {60}, {}, {70}},
      c{{100, 200, 300}, {400, 500}, {600}, {700}, {800}, {900}};
  std::vector<std::vector<int>> sums;
  for (std::size_t l = 0; l < a.size(); ++l) {
    sums.emplace_back();
    for (int const i : a[l])
      for (int const j : b[l])
        for (int const k : c[l])
          for (int const m : a[l]) sums.back().push_back(i + j + k + 1000 * m);
  }
  auto const x = from_lists<int>(this->space, a), y = from_lists<int>(this->space, b);
  auto const longer =
      from_lists<int>(this->space, {{0, 0}, c[0], c[1], c[2], c[3], c[4], c[5], {1}});
  // offsets of int32
  auto const z = acre::ragged(acre::evaluate(acre::cast<std::int32_t>(longer.offsets())),
                              longer.content())(slice(1, 7));
  auto const [i, j, k, m] = acre::cartesian(x, y, z, x * 1000);
  EXPECT_EQ(to_vector(i + j + k + m), sums);
  auto const at = acre::argcartesian(z(slice(1, 3)), x(slice(1, 3)), y(slice(1, 3)));
  EXPECT_TRUE(
      equals<std::int32_t>(std::get<0>(at).content_index(), {5, 5, 6, 6, 7, 7, 7, 7, 7, 7}));
  EXPECT_TRUE(
      equals<std::int64_t>(std::get<1>(at).content_index(), {2, 2, 2, 2, 3, 3, 4, 4, 5, 5}));
  EXPECT_TRUE(
      equals<std::int64_t>(std::get<2>(at).content_index(), {1, 2, 1, 2, 3, 4, 3, 4, 3, 4}));
}

/// The offsets of the pairs and threes of many lists: as many lists as fill tiles of a scan, one
/// less and one more, with offsets of either size that begin at 0 and elsewhere.
template <int K, class Lists>
void begin_where_others_end(Lists const& x)
{
  auto const counts = acre::to_vector(acre::count<1>(x));
  std::vector<std::int64_t> wanted{0};
  for (std::int64_t const n : counts)
    wanted.push_back(wanted.back() + (K == 2 ? n * (n - 1) / 2 : n * (n - 1) * (n - 2) / 6));
  auto const first = acre::argcombinations<K>(x)[0];
  EXPECT_EQ(acre::to_vector(acre::cast<std::int64_t>(first.structure()->offsets)), wanted)
      << counts.size();
}
TYPED_TEST(ragged_pairs, begin_behind_those_of_other_lists)
{
  for (std::int64_t const n : {1, 2, 3, 31, 511, 512, 4094, 4095, 4096, 8191, 8192, 20001}) {
    acre::array<std::int64_t, 1, TypeParam> const counts =
        (acre::arange<std::int64_t>(this->space, n) * 7 + 3) % 5;
    std::int64_t const total = acre::sum(counts);
    auto const x = acre::unflatten(acre::arange<float>(this->space, total), counts);
    begin_where_others_end<2>(x);
    begin_where_others_end<3>(x);
    begin_where_others_end<2>(x(slice(1, none)));
    begin_where_others_end<2>(
        acre::ragged(acre::evaluate(acre::cast<std::int32_t>(x.offsets())), x.content()));
  }
}

TYPED_TEST(ragged_pairs, numbers_pairs_of_any_list)
{
  // every pair once and in order, in lists around where float32 no longer tells them apart
  for (std::int64_t n : {2, 3, 64, 1000, 1024, 1025, 1500}) {
    auto const x = acre::unflatten(acre::arange<std::int64_t>(this->space, n + 2),
                                   this->template row<std::int64_t>({1, n, 1}));
    auto const [i, j] = acre::argcombinations<2>(x);
    auto const left = to_vector(i.content_index()), right = to_vector(j.content_index());
    ASSERT_EQ(static_cast<std::int64_t>(left.size()), n * (n - 1) / 2);
    std::size_t k = 0;
    bool same = true;
    for (std::int64_t a = 0; a < n; ++a)
      for (std::int64_t b = a + 1; b < n; ++b, ++k)
        same = same && left[k] == a + 1 && right[k] == b + 1;
    EXPECT_TRUE(same) << n;
  }
}

/// The members of the combinations of each of these lists, by plain loops.
template <int K>
std::array<std::vector<std::int64_t>, K> members_by_loops(std::vector<std::int64_t> const& counts)
{
  std::array<std::vector<std::int64_t>, K> all;
  std::int64_t begin = 0;
  for (std::int64_t const n : counts) {
    std::int64_t const end = begin + n;
    for (std::int64_t i = begin; i < end; ++i)
      for (std::int64_t j = i + 1; j < end; ++j)
        if constexpr (K == 2) {
          all[0].push_back(i);
          all[1].push_back(j);
        } else {
          for (std::int64_t k = j + 1; k < end; ++k) {
            all[0].push_back(i);
            all[1].push_back(j);
            all[2].push_back(k);
          }
        }
    begin = end;
  }
  return all;
}
template <int K, class Lists>
void combine_as_loops(Lists const& x, std::vector<std::int64_t> const& counts)
{
  auto const members = acre::argcombinations<K>(x);
  auto const wanted = members_by_loops<K>(counts);
  for (std::size_t m = 0; m < K; ++m) {
    auto const got = to_vector(acre::cast<std::int64_t>(members[m].content_index()));
    EXPECT_TRUE(got == wanted[m]) << K << " of " << counts.size() << " lists, member " << m;
  }
}
TYPED_TEST(ragged_pairs, of_as_many_lists_as_fill_a_device)
{
  // few elements each; some runs of lists that have no pairs; some of all lengths up to 64, and
  // some of a little more, side by side
  std::vector<std::int64_t> counts(1'200'007);
  std::uint32_t draw = 1;
  for (std::size_t l = 0; l < counts.size(); ++l) {
    draw = draw * 1664525 + 1013904223;
    std::size_t const of_run = l % 300'007;
    counts[l] = of_run < 64    ? static_cast<std::int64_t>(of_run)
                : of_run < 300 ? draw >> 31
                : of_run < 332 ? 64 + (draw >> 29)
                               : draw >> 16 & 3;
  }
  for (std::size_t const lists : {counts.size(), std::size_t{200'003}, std::size_t{332}}) {
    counts.resize(lists);
    auto const x = acre::unflatten(
        acre::arange<float>(this->space,
                            std::accumulate(counts.begin(), counts.end(), std::int64_t{0})),
        acre::from_host(this->space, counts));
    combine_as_loops<2>(x, counts);
    combine_as_loops<2>(
        acre::ragged(acre::evaluate(acre::cast<std::int32_t>(x.offsets())), x.content()), counts);
    if (lists < 300'000) combine_as_loops<3>(x, counts);
  }
}

}  // namespace

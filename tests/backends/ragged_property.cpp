// Random lists against a plain model: loops over vectors of vectors. ACRE_TEST_INPUTS=100000 is the
// occasional run.
#include <acre/elementwise/elementary.hpp>
#include <acre/ragged/combinations.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/select.hpp>
#include <acre/ragged/sort.hpp>
#include <acre_test/against_reference.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/dice.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <numeric>

namespace {

using acre::ALL, acre::fill, acre::none, acre::slice;
using acre_test::dice;

using rows = std::vector<std::vector<double>>;
using index_rows = std::vector<std::vector<std::int64_t>>;

/// Lists of whole numbers, whose sums don't depend on the order; most are short, some empty.
rows random_lists(dice& d)
{
  rows lists(static_cast<std::size_t>(d.below(3) == 0 ? d.below(3) : d.below(60)));
  for (auto& list : lists) {
    std::int64_t const kind = d.below(20);
    list.resize(static_cast<std::size_t>(kind < 5     ? 0
                                         : kind < 18  ? d.below(6)
                                         : kind == 18 ? d.below(40)
                                                      : d.below(300)));
    for (double& value : list) value = static_cast<double>(d.below(41) - 20);
  }
  return lists;
}

/// The lists somewhere in a longer content.
template <class Space>
acre::ragged<double, Space> placed(Space const& space, rows const& lists, dice& d)
{
  std::vector<double> content(static_cast<std::size_t>(d.below(5)), 1e9);
  std::vector<std::int64_t> offsets{static_cast<std::int64_t>(content.size())};
  for (auto const& list : lists) {
    content.insert(content.end(), list.begin(), list.end());
    offsets.push_back(static_cast<std::int64_t>(content.size()));
  }
  content.resize(content.size() + static_cast<std::size_t>(d.below(5)), -1e9);
  return {acre_test::place(space, offsets), acre_test::place(space, content)};
}

template <class Out = double, class F>
auto each(rows const& lists, F const& f)
{
  std::vector<Out> out;
  for (auto const& list : lists) out.push_back(static_cast<Out>(f(list)));
  return out;
}

template <class Space>
void reductions_agree(acre::ragged<double, Space> const& x, rows const& lists)
{
  using list = std::vector<double>;
  EXPECT_EQ(to_vector(sum(x, 1)),
            each(lists, [](list const& l) { return std::accumulate(l.begin(), l.end(), 0.0); }));
  EXPECT_EQ(to_vector(max(x, 1, fill(-99))), each(lists, [](list const& l) {
              return l.empty() ? -99 : *std::max_element(l.begin(), l.end());
            }));
  EXPECT_EQ(to_vector(argmin(x, 1)), each<std::int64_t>(lists, [](list const& l) {
              return l.empty() ? -1 : std::min_element(l.begin(), l.end()) - l.begin();
            }));
  EXPECT_EQ(to_vector(any(x > 15, 1)), each<unsigned char>(lists, [](list const& l) {
              return std::any_of(l.begin(), l.end(), [](double v) { return v > 15; });
            }));
  EXPECT_EQ(to_vector(count(x, 1)),
            each<std::int64_t>(lists, [](list const& l) { return l.size(); }));
}

template <class Space>
void selections_agree(acre::ragged<double, Space> const& x, rows const& lists, dice& d)
{
  rows positive, some, reversed, nearest;
  index_rows index;
  for (auto const& list : lists) {
    auto& kept = positive.emplace_back();
    std::copy_if(list.begin(), list.end(), std::back_inserter(kept),
                 [](double v) { return v > 0; });
    if (list.size() > 2) some.push_back(list);
    reversed.emplace_back(list.rbegin(), list.rend());
    auto const n = static_cast<std::int64_t>(list.size());
    auto& places = index.emplace_back();
    auto& found = nearest.emplace_back();
    for (std::int64_t k = n == 0 ? 0 : d.below(4); k > 0; --k) {
      places.push_back(d.below(2 * n) - n);
      found.push_back(list[static_cast<std::size_t>((places.back() + n) % n)]);
    }
  }
  EXPECT_EQ(to_vector(x(x > 0)), positive);
  EXPECT_EQ(to_vector(x(argwhere(x > 0)) + 0), positive);
  EXPECT_EQ(to_vector(x(count(x, 1) > 2)), some);
  EXPECT_EQ(to_vector(x(ALL, slice(none, none, -1))), reversed);
  EXPECT_EQ(to_vector(x(acre::from_lists<std::int64_t>(x.space(), index))), nearest);
  auto const n = static_cast<std::int64_t>(lists.size());
  std::int64_t const from = d.below(n + 1), to = from + d.below(n - from + 1);
  EXPECT_EQ(to_vector(x(slice(from, to)) * 2), [&] {
    rows part(lists.begin() + from, lists.begin() + to);
    for (auto& list : part)
      for (double& v : list) v *= 2;
    return part;
  }());
}

template <class Space>
void rearrangements_agree(acre::ragged<double, Space> const& x, rows const& lists)
{
  rows sorted = lists, lowered = lists, twice, pairs;
  std::vector<double> table;
  auto const means =
      each(lists, [](std::vector<double> const& l) { return l.empty() ? 0.0 : l.front(); });
  for (std::size_t k = 0; k < lists.size(); ++k) {
    auto const& list = lists[k];
    std::sort(sorted[k].begin(), sorted[k].end());
    for (double& v : lowered[k]) v -= means[k];
    auto& both = twice.emplace_back(list);
    both.insert(both.end(), sorted[k].begin(), sorted[k].end());
    auto& products = pairs.emplace_back();
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = i + 1; j < list.size(); ++j) products.push_back(list[i] * 50 + list[j]);
    for (std::size_t i = 0; i < 3; ++i) table.push_back(i < list.size() ? list[i] : 77);
  }
  EXPECT_EQ(to_vector(sort(x, 1)), sorted);
  EXPECT_EQ(to_vector(x(argsort(x, 1))), sorted);
  EXPECT_EQ(to_vector(x - first(x, fill(0))), lowered);
  EXPECT_EQ(to_vector(concatenate(std::tuple(x, sort(x, 1)), 1)), twice);
  auto const [a, b] = acre::combinations<2>(x);
  EXPECT_EQ(to_vector(a * 50 + b), pairs);
  EXPECT_EQ(to_vector(pad(x, 3, 77)), table);
  auto const [u, v] = acre::cartesian(x, x(ALL, slice(0, 1)));
  EXPECT_EQ(to_vector(u - v), lowered);
}

template <class Space>
class ragged_property : public ::testing::Test {};
TYPED_TEST_SUITE(ragged_property, acre_test::spaces, acre_test::space_names);

TYPED_TEST(ragged_property, random_lists_agree_with_loops)
{
  std::int64_t const arrays = acre_test::inputs_wanted(150);
  for (std::int64_t k = acre_test::first_input(); k < arrays && !this->HasFailure(); ++k) {
    SCOPED_TRACE(k);
    dice d(static_cast<std::uint64_t>(k));
    rows const lists = random_lists(d);
    auto const x = placed(TypeParam(), lists, d);
    ASSERT_EQ(to_vector(x), lists);
    reductions_agree(x, lists);
    selections_agree(x, lists, d);
    rearrangements_agree(x, lists);
  }
}

TYPED_TEST(ragged_property, one_long_list_among_short_ones)
{
  rows lists;
  for (int k = 0; k < 3000; ++k)
    lists.emplace_back(static_cast<std::size_t>(k == 1234 ? 50000 : k % 4), k % 7);
  dice d(1);
  auto const x = placed(TypeParam(), lists, d);
  reductions_agree(x, lists);
  selections_agree(x, lists, d);
  std::vector<std::int64_t> places;
  for (auto const& list : lists)
    for (std::size_t i = 0; i < list.size(); ++i) places.push_back(static_cast<std::int64_t>(i));
  EXPECT_EQ(to_vector(flatten(local_index(x))), places);
  EXPECT_EQ(to_vector(x - max(x, 1))[1234], std::vector<double>(50000, 0.0));
}

/// A value of two elements that depends on which comes first, and sums of such, whose bits depend
/// on the order.
template <class T>
struct of_both {
  acre::array_ref<T, 1> x;
  KOKKOS_FUNCTION T operator()(std::int64_t i, std::int64_t j) const
  {
    return x(i) / (x(j) + 1000);
  }
};
struct of_one {
  acre::array_ref<double, 1> x;
  KOKKOS_FUNCTION double operator()(std::int64_t i) const { return x(i); }
};
struct of_three {
  acre::array_ref<double, 1> x;
  KOKKOS_FUNCTION double operator()(std::int64_t i, std::int64_t j, std::int64_t k) const
  {
    return x(i) / (x(j) + 1000) - x(k);
  }
};
template <class T>
struct total {
  using value_type = T;
  KOKKOS_FUNCTION T identity() const { return static_cast<T>(-0.0); }
  KOKKOS_FUNCTION T empty() const { return -1; }
  KOKKOS_FUNCTION T combine(T a, T b) const { return a + b; }
  KOKKOS_FUNCTION T finish(T a) const { return a * 2; }
};
/// `total` in an accumulator of N numbers, which takes more memory the larger N is.
template <int N>
struct several {
  double v[N];
  several() = default;
  KOKKOS_FUNCTION explicit several(double x)
  {
    for (int k = 0; k < N; ++k) v[k] = x * (k + 1);
  }
};
template <int N>
struct several_totals {
  using value_type = several<N>;
  KOKKOS_FUNCTION several<N> identity() const { return several<N>(-0.0); }
  KOKKOS_FUNCTION several<N> empty() const { return several<N>(-1.0); }
  KOKKOS_FUNCTION several<N> combine(several<N> a, several<N> const& b) const
  {
    for (int k = 0; k < N; ++k) a.v[k] += b.v[k];
    return a;
  }
  KOKKOS_FUNCTION double finish(several<N> const& a) const { return a.v[0] * 2; }
};

TYPED_TEST(ragged_property, reduced_combinations_have_the_bits_of_their_sums)
{
  // around what a thread, a round of shared memory, a tile and a tile of tiles hold
  std::vector<std::int64_t> counts;
  for (int k = 0; k < 2000; ++k) counts.push_back(k % 13);
  for (int k = 0; k < 700; ++k) counts.push_back(k % 3 == 0 ? 11 : 0);
  for (std::int64_t n : {91, 92, 200, 12, 1}) counts.push_back(n);
  if (acre_test::inputs_wanted(0) > 0) counts.push_back(5900);
  std::int64_t n = 0;
  for (auto count : counts) n += count;
  auto const x = acre::unflatten(acre_test::place(TypeParam(), acre_test::noise<double>(n)),
                                 acre_test::place(TypeParam(), counts));
  auto const all = flatten(x);
  of_both<double> const f{all.ref()};
  auto const got = to_vector(acre::reduce_combinations<2>(x, f, total<double>{}));
  auto const [i, j] = acre::argcombinations<2>(x);
  auto const some = [&](auto const& sums, int least) {
    return to_vector(where(acre::count<1>(x) >= least, sums * 2, -2));
  };
  EXPECT_TRUE(acre_test::same_elements(got, some(sum(x(i) / (x(j) + 1000), 1), 2)));
  EXPECT_EQ(to_vector(acre::reduce_combinations<2>(x, f, several_totals<2>{})), got);
  EXPECT_EQ(to_vector(acre::reduce_combinations<2>(x, f, several_totals<3>{})), got);
  auto const y = acre::evaluate(acre::cast<float>(all));
  auto const narrow = acre::detail::relisted(x.structure(), y);
  EXPECT_TRUE(acre_test::same_elements(
      to_vector(acre::reduce_combinations<2>(x, of_both<float>{y.ref()}, total<float>{})),
      some(sum(narrow(i) / (narrow(j) + 1000), 1), 2)));
  EXPECT_TRUE(acre_test::same_elements(
      to_vector(acre::reduce_combinations<1>(x, of_one{all.ref()}, total<double>{})),
      some(sum(x, 1), 1)));
  EXPECT_EQ(to_vector(acre::count_combinations<2>(x)), to_vector(count(i, 1)));
  // what is long to compute is dealt out, too
  auto const long_one = cosh(x(i)) - cos(x(j));
  EXPECT_TRUE(acre_test::same_elements(to_vector(sum(long_one, 1)),
                                       to_vector(sum(acre::evaluate(long_one), 1))));
}

TYPED_TEST(ragged_property, reduced_threes_have_the_bits_of_their_sums)
{
  std::vector<std::int64_t> counts;
  for (int k = 0; k < 1000; ++k) counts.push_back(k % 11 * (k % 2));
  for (std::int64_t n : {24, 25, 40, 1, 8}) counts.push_back(n);
  std::int64_t n = 0;
  for (auto count : counts) n += count;
  auto const x = acre::unflatten(acre_test::place(TypeParam(), acre_test::noise<double>(n)),
                                 acre_test::place(TypeParam(), counts));
  auto const all = flatten(x);
  auto const got = to_vector(acre::reduce_combinations<3>(x, of_three{all.ref()}, total<double>{}));
  auto const [i, j, k] = acre::argcombinations<3>(x);
  auto const sums = sum(x(i) / (x(j) + 1000) - x(k), 1);
  EXPECT_TRUE(acre_test::same_elements(got, to_vector(where(acre::count<1>(x) > 2, sums * 2, -2))));
}

}  // namespace

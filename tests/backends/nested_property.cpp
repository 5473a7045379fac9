// Random lists of lists, with records, against a plain model: loops over vectors.
// ACRE_TEST_INPUTS=100000 is the occasional run, ACRE_TEST_FIRST=60000 goes on with it there.
#include <acre/ragged.hpp>
#include <acre_test/against_reference.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/dice.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <functional>
#include <numeric>

namespace {

using namespace acre::literals;
using acre::ALL, acre::fill, acre::none, acre::slice;
using acre_test::dice;

using list = std::vector<double>;
using rows = std::vector<list>;
using deep = std::vector<rows>;
using index_deep = std::vector<std::vector<std::vector<std::int64_t>>>;

/// Whole numbers, whose sums don't depend on the order; many lists are empty, few are long.
deep random_lists(dice& d)
{
  deep x(static_cast<std::size_t>(d.below(12)));
  for (auto& outer : x) {
    outer.resize(static_cast<std::size_t>(d.below(3) == 0 ? 0 : d.below(5)));
    for (auto& inner : outer) {
      std::int64_t const kind = d.below(40);
      inner.resize(static_cast<std::size_t>(kind < 12 ? 0 : kind < 38 ? d.below(7) : d.below(120)));
      for (double& v : inner) v = static_cast<double>(d.below(17) - 8);
    }
  }
  return x;
}

template <class Space>
using nested = acre::ragged<acre::ragged<double, Space>, Space>;

/// The lists somewhere in longer contents.
template <class Space>
nested<Space> placed(Space const& space, deep const& x, dice& d)
{
  list content(static_cast<std::size_t>(d.below(3)), 1e9);
  std::vector<std::int64_t> inner, outer;
  std::int64_t const before = d.below(3);
  for (std::int64_t k = 0; k < before; ++k)
    inner.push_back(std::min<std::int64_t>(k, std::ssize(content)));
  outer.push_back(before);
  inner.push_back(std::ssize(content));
  for (auto const& lists : x) {
    for (auto const& of : lists) {
      content.insert(content.end(), of.begin(), of.end());
      inner.push_back(std::ssize(content));
    }
    outer.push_back(std::ssize(inner) - 1);
  }
  content.resize(content.size() + static_cast<std::size_t>(d.below(3)), -1e9);
  inner.push_back(std::ssize(content));
  return {acre_test::place(space, outer),
          acre::ragged(acre_test::place(space, inner), acre_test::place(space, content))};
}

template <class Out = double, class F>
auto of_each_inner(deep const& x, F const& f)
{
  std::vector<std::vector<Out>> out;
  for (auto const& outer : x) {
    auto& to = out.emplace_back();
    for (auto const& inner : outer) to.push_back(static_cast<Out>(f(inner)));
  }
  return out;
}
template <class F>
deep with_inner(deep x, F const& f)
{
  for (auto& outer : x)
    for (auto& inner : outer) inner = f(inner);
  return x;
}
list where_true(list const& l, std::function<bool(double)> const& f)
{
  list kept;
  std::copy_if(l.begin(), l.end(), std::back_inserter(kept), f);
  return kept;
}
list sorted(list l, bool down = false)
{
  std::stable_sort(l.begin(), l.end(), [&](double a, double b) { return down ? a > b : a < b; });
  return l;
}
double total(list const& l) { return std::accumulate(l.begin(), l.end(), 0.0); }

template <class Space>
void levels_agree(nested<Space> const& x, deep const& model, dice& d)
{
  rows flat;
  list of_outer;
  std::vector<std::int64_t> counts;
  for (auto const& outer : model) {
    flat.insert(flat.end(), outer.begin(), outer.end());
    counts.push_back(std::ssize(outer));
    of_outer.push_back(static_cast<double>(d.below(100)));
  }
  EXPECT_EQ(to_vector(flatten(x)), flat);
  EXPECT_EQ(to_vector(acre::count<1>(x)), counts);
  EXPECT_EQ(to_vector(acre::unflatten(flatten(x), acre::count<1>(x))), model);
  EXPECT_EQ(to_vector(count(x, -1)),
            of_each_inner<std::int64_t>(model, [](list const& l) { return l.size(); }));
  EXPECT_EQ(to_vector(sum(x, -1)), of_each_inner(model, total));
  EXPECT_EQ(to_vector(max(x * 2, 2, fill(-99))), of_each_inner(model, [](list const& l) {
              return l.empty() ? -99 : 2 * *std::max_element(l.begin(), l.end());
            }));
  EXPECT_EQ(to_vector(x - sum(x, -1)), with_inner(model, [](list l) {
              double const t = total(l);
              for (double& v : l) v -= t;
              return l;
            }));
  auto added = model;
  for (std::size_t k = 0; k < added.size(); ++k)
    for (auto& inner : added[k])
      for (double& v : inner) v += of_outer[k];
  EXPECT_EQ(to_vector(x + acre_test::place(x.space(), of_outer)), added);
}

template <class Space>
void selections_agree(nested<Space> const& x, deep const& model, dice& d)
{
  EXPECT_EQ(to_vector(x(x > 0)), with_inner(model, [](list const& l) {
              return where_true(l, [](double v) { return v > 0; });
            }));
  auto some = model, reversed = model, picked = model;
  index_deep index(model.size());
  for (std::size_t k = 0; k < model.size(); ++k) {
    std::erase_if(some[k], [](list const& l) { return l.size() < 2; });
    std::reverse(reversed[k].begin(), reversed[k].end());
    for (auto& inner : picked[k]) {
      auto& at = index[k].emplace_back();
      list found;
      auto const n = std::ssize(inner);
      for (std::int64_t i = n == 0 ? 0 : d.below(4); i > 0; --i) {
        at.push_back(d.below(6 * n) - 3 * n);
        found.push_back(inner[static_cast<std::size_t>((at.back() + 3 * n) % n)]);
      }
      inner = found;
    }
  }
  EXPECT_EQ(to_vector(x(count(x, -1) > 1)), some);
  EXPECT_EQ(to_vector(x(ALL, slice(none, none, -1))), reversed);
  EXPECT_EQ(to_vector(x(acre::from_lists<std::int64_t>(x.space(), index), acre::index_mode::wrap)),
            picked);
  auto const n = std::ssize(model);
  std::int64_t const from = d.below(n + 1), to = from + d.below(n - from + 1);
  EXPECT_EQ(to_vector(x(slice(from, to)) + 0), deep(model.begin() + from, model.begin() + to));
  std::vector<std::int64_t> numbers;
  deep taken;
  for (std::int64_t i = n == 0 ? 0 : d.below(5); i > 0; --i) {
    numbers.push_back(d.below(2 * n) - n);
    taken.push_back(model[static_cast<std::size_t>((numbers.back() + n) % n)]);
  }
  EXPECT_EQ(to_vector(x(acre_test::place(x.space(), numbers))), taken);
}

template <class Space>
void rearrangements_agree(nested<Space> const& x, deep const& model)
{
  EXPECT_EQ(to_vector(sort(x, -1)), with_inner(model, [](list const& l) { return sorted(l); }));
  EXPECT_EQ(to_vector(x(argsort(x, 2, acre::descending))),
            with_inner(model, [](list const& l) { return sorted(l, true); }));
  EXPECT_EQ(to_vector(topk(x, 3, -1).values), with_inner(model, [](list l) {
              l = sorted(l, true);
              if (l.size() > 3) l.resize(3);
              return l;
            }));
  EXPECT_EQ(to_vector(concatenate(std::tuple(x, x(ALL, ALL, slice(0, 1))), -1)),
            with_inner(model, [](list l) {
              if (!l.empty()) l.push_back(l.front());
              return l;
            }));
  auto const [a, b] = acre::combinations<2>(x);
  EXPECT_EQ(to_vector(a * 50 + b), with_inner(model, [](list const& l) {
              list pairs;
              for (std::size_t i = 0; i < l.size(); ++i)
                for (std::size_t j = i + 1; j < l.size(); ++j) pairs.push_back(l[i] * 50 + l[j]);
              return pairs;
            }));
  auto const flat = flatten(x);
  auto const runs = run_lengths(sort(flat, 1));
  rows values;
  std::vector<std::vector<std::int64_t>> lengths;
  for (auto const& outer : model)
    for (auto const& inner : outer) {
      auto& v = values.emplace_back();
      auto& n = lengths.emplace_back();
      for (double const e : sorted(inner)) {
        if (v.empty() || v.back() != e) {
          v.push_back(e);
          n.push_back(0);
        }
        ++n.back();
      }
    }
  EXPECT_EQ(to_vector(runs.values), values);
  EXPECT_EQ(to_vector(runs.lengths), lengths);
}

template <class Space>
void records_agree(nested<Space> const& x, deep const& model)
{
  auto const records = zip("v"_col = x, "place"_col = local_index(x));
  auto const kept = records(records["v"_col] > 2);
  index_deep places;
  for (auto const& outer : model) {
    auto& to = places.emplace_back();
    for (auto const& inner : outer) {
      auto& at = to.emplace_back();
      for (std::size_t i = 0; i < inner.size(); ++i)
        if (inner[i] > 2) at.push_back(static_cast<std::int64_t>(i));
    }
  }
  EXPECT_EQ(to_vector(kept["place"_col]), places);
  EXPECT_EQ(to_vector(records(argsort(records["v"_col], -1))["v"_col]), to_vector(sort(x, -1)));
  // the lists as a column
  acre::table const t("n"_col = acre::count<1>(x), "x"_col = x);
  auto const order = t(argsort(t["n"_col], acre::descending));
  deep by_length = model;
  std::stable_sort(by_length.begin(), by_length.end(),
                   [](rows const& a, rows const& b) { return a.size() > b.size(); });
  EXPECT_EQ(to_vector(order["x"_col]), by_length);
  EXPECT_EQ(to_vector(t(t["n"_col] > 1)["x"_col]).size(),
            static_cast<std::size_t>(std::count_if(model.begin(), model.end(),
                                                   [](rows const& r) { return r.size() > 1; })));
}

template <class Space>
class nested_property : public ::testing::Test {};
TYPED_TEST_SUITE(nested_property, acre_test::spaces, acre_test::space_names);

TYPED_TEST(nested_property, random_lists_of_lists_agree_with_loops)
{
  std::int64_t const arrays = acre_test::inputs_wanted(100);
  for (std::int64_t k = acre_test::first_input(); k < arrays && !this->HasFailure(); ++k) {
    SCOPED_TRACE(k);
    dice d(static_cast<std::uint64_t>(k));
    deep const model = random_lists(d);
    auto const x = placed(TypeParam(), model, d);
    ASSERT_EQ(to_vector(x), model);
    levels_agree(x, model, d);
    selections_agree(x, model, d);
    rearrangements_agree(x, model);
    records_agree(x, model);
  }
}

}  // namespace

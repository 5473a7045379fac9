// Lists of lists: reduced along any of their axes.
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/reduce_along.hpp>
#include <acre_test/against_reference.hpp>
#include <acre_test/dice.hpp>
#include <acre_test/on_space.hpp>

namespace {

using acre::from_lists, acre::slice;
using acre_test::equals;

template <class T>
using rows = std::vector<std::vector<T>>;
template <class T>
using deep = std::vector<rows<T>>;

template <class Space>
class nested_axes : public acre_test::on_space<Space> {
 protected:
  using lists = acre::ragged<acre::ragged<double, Space>, Space>;
  lists x = from_lists<double>(this->space, deep<double>{{{1, 2}, {3}}, {}, {{}}, {{4, 5, 6}}});
};
TYPED_TEST_SUITE(nested_axes, acre_test::spaces, acre_test::space_names);

TYPED_TEST(nested_axes, are_what_lists_are_reduced_along)
{
  auto const flat = from_lists<double>(this->space, {{1, 2, 3}, {}, {10, 20}, {5, 50}});
  EXPECT_TRUE(equals<double>(acre::sum<0>(flat * 2), {32, 144, 6}));
  EXPECT_TRUE(equals<double>(acre::max<0>(flat), {10, 50, 3}));
  EXPECT_TRUE(equals<double>(acre::mean<0>(flat(slice(2, 4))), {7.5, 35}));
  EXPECT_TRUE(equals<std::int64_t>(acre::argmax<0>(flat), {2, 3, 0}));
  EXPECT_TRUE(equals<std::int64_t>(acre::argmin<0>(flat), {0, 0, 0}));
  EXPECT_TRUE(equals<unsigned char>(acre::any<0>(flat > 20), {0, 1, 0}));
  EXPECT_TRUE(equals<double>(acre::sum<1>(flat), {6, 0, 30, 55}));
  EXPECT_EQ(acre::sum<0>(flat(slice(1, 2))).size(), 0);

  auto const& x = this->x;
  EXPECT_EQ(to_vector(acre::sum<0>(x)), (rows<double>{{5, 7, 6}, {3}}));
  EXPECT_EQ(to_vector(acre::sum<1>(x)), (rows<double>{{4, 2}, {}, {}, {4, 5, 6}}));
  EXPECT_EQ(to_vector(acre::sum<2>(x)), to_vector(sum(x, -1)));
  EXPECT_EQ(to_vector(acre::prod<1>(x)), (rows<double>{{3, 2}, {}, {}, {4, 5, 6}}));
  EXPECT_EQ(to_vector(acre::count_nonzero<0>(x)), (rows<std::int64_t>{{2, 2, 1}, {1}}));
  EXPECT_EQ(to_vector(acre::argmax<0>(x)), (rows<std::int64_t>{{3, 3, 3}, {0}}));
  EXPECT_EQ(to_vector(acre::argmin<1>(x)), (rows<std::int64_t>{{0, 0}, {}, {}, {0, 0, 0}}));
  EXPECT_EQ(to_vector(acre::argmax<2>(x)), to_vector(argmax(x, -1)));

  auto const deeper = acre::unflatten(x, this->template row<int>({2, 0, 2}));
  EXPECT_EQ(to_vector(acre::sum<1>(deeper)), (deep<double>{{{1, 2}, {3}}, {}, {{4, 5, 6}}}));
  EXPECT_EQ(to_vector(acre::sum<0>(deeper)), (deep<double>{{{1, 2}, {3}}, {{4, 5, 6}}}));
  EXPECT_EQ(to_vector(acre::argmax<1>(deeper)),
            (deep<std::int64_t>{{{0, 0}, {0}}, {}, {{1, 1, 1}}}));
}

/// value(k, l, j) is called in the order of elements for each of x[k][l][j].
template <class F>
void for_each_element(deep<double> const& x, F const& f)
{
  for (std::size_t k = 0; k < x.size(); ++k)
    for (std::size_t l = 0; l < x[k].size(); ++l)
      for (std::size_t j = 0; j < x[k][l].size(); ++j) f(k, l, j, x[k][l][j]);
}
template <class T>
T& grown(std::vector<T>& v, std::size_t at)
{
  if (v.size() <= at) v.resize(at + 1);
  return v[at];
}

TYPED_TEST(nested_axes, reduced_along_outer_axes_agree_with_loops)
{
  std::int64_t const arrays = acre_test::inputs_wanted(60);
  for (std::int64_t n = acre_test::first_input(); n < arrays && !this->HasFailure(); ++n) {
    SCOPED_TRACE(n);
    acre_test::dice d(static_cast<std::uint64_t>(n));
    deep<double> model(static_cast<std::size_t>(d.below(8)));
    rows<double> across(0), within(model.size());
    rows<std::int64_t> largest(0);
    rows<double> most(0);
    for (auto& outer : model) {
      outer.resize(static_cast<std::size_t>(d.below(5)));
      for (auto& inner : outer) {
        inner.resize(static_cast<std::size_t>(d.below(9) == 0 ? d.below(150) : d.below(6)));
        for (double& v : inner) v = static_cast<double>(d.below(17) - 8);
      }
    }
    for (std::size_t k = 0; k < model.size(); ++k)
      for (std::size_t l = 0; l < model[k].size(); ++l) grown(across, l), grown(largest, l);
    most.resize(across.size());
    for_each_element(model, [&](std::size_t k, std::size_t l, std::size_t j, double v) {
      grown(across[l], j) += v;
      grown(within[k], j) += v;
      bool const is_new = most[l].size() <= j;
      if (is_new || v > most[l][j]) {
        grown(most[l], j) = v;
        grown(largest[l], j) = static_cast<std::int64_t>(k);
      }
    });
    auto const x = from_lists<double>(this->space, model);
    EXPECT_EQ(to_vector(acre::sum<0>(x)), across);
    EXPECT_EQ(to_vector(acre::sum<1>(x)), within);
    EXPECT_EQ(to_vector(acre::argmax<0>(x)), largest);
    EXPECT_EQ(to_vector(acre::max<0>(x)), most);
  }
}

}  // namespace

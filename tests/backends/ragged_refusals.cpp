// Lists of different lengths: none at all, and what is refused.
#include <acre/elementwise/elementary.hpp>
#include <acre/ragged/combinations.hpp>
#include <acre/ragged/print.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/select.hpp>
#include <acre/ragged/sort.hpp>
#include <acre_test/some_lists.hpp>

namespace {

using acre::ALL, acre::fill, acre::from_lists, acre::none, acre::slice;
using acre_test::error_of, acre_test::rows;

template <class Space>
class ragged_refusals : public acre_test::some_lists<Space> {};
TYPED_TEST_SUITE(ragged_refusals, acre_test::spaces, acre_test::space_names);

TYPED_TEST(ragged_refusals, may_have_no_lists_or_no_elements)
{
  for (auto const& lists : {rows<double>{}, rows<double>{{}}, rows<double>{{}, {}, {}}}) {
    auto const x = from_lists<double>(this->space, lists);
    auto const n = static_cast<std::int64_t>(lists.size());
    EXPECT_EQ(to_vector(sqrt(x + 1) * acre::ones(this->space, acre::shape(n))), lists);
    EXPECT_EQ(to_vector(sum(x, 1)), std::vector<double>(lists.size(), 0.0));
    EXPECT_EQ(to_vector(argmin(x, 1)), std::vector<std::int64_t>(lists.size(), -1));
    EXPECT_EQ(to_vector(x(x > 0)), lists);
    EXPECT_EQ(to_vector(x(count(x, 1) > 0)), rows<double>{});
    EXPECT_EQ(to_vector(x(ALL, slice(0, 2))), lists);
    EXPECT_EQ(to_vector(x(acre::cast<int>(x))), lists);
    auto const [l, r] = acre::combinations<2>(x);
    EXPECT_EQ(to_vector(l + r), lists);
    auto const [u, v] = acre::cartesian(x, x);
    EXPECT_EQ(to_vector(u + v), lists);
    EXPECT_EQ(pad(x, 3, 0.0).shape(), acre::shape(n, 3));
    EXPECT_EQ(to_vector(concatenate(std::tuple(x, x), 1)), lists);
    EXPECT_EQ(to_vector(first(x, fill(7))), std::vector<double>(lists.size(), 7.0));
    EXPECT_EQ(to_vector(local_index(x)).size(), lists.size());
  }
}

TYPED_TEST(ragged_refusals, refuses_what_is_none_in_a_sentence)
{
  auto const content = this->template row<double>({1, 2, 3});
  auto const of = [&](std::initializer_list<std::int64_t> offsets) {
    auto const o = this->template row<std::int64_t>(offsets);
    return error_of<acre::value_error>([&] { acre::ragged const made(o, content); });
  };
  EXPECT_EQ(of({}),
            "offsets need one entry more than there are lists, at least one; these have none");
  EXPECT_EQ(of({-1, 2}), "offsets begin with -1, which is no position of the content");
  EXPECT_EQ(of({0, 4}), "offsets end with 4, beyond the content of 3 elements");
  EXPECT_EQ(of({0, 2, 1, 0, 3}), "offsets decrease: offsets[1] is 2 and offsets[2] is 1");
  EXPECT_EQ(of({0, 3}), "nothing");

  auto const& x = this->x;
  auto const shape = [](auto const& f) { return error_of<acre::shape_error>(f); };
  EXPECT_EQ(shape([&] { x + this->template row<double>({1, 2, 3}); }),
            "an array beside lists has one value for each list: it has 3, and there are 4 lists");
  EXPECT_EQ(shape([&] { x + x(slice(1, none)); }),
            "operands are lists of different lengths: 4 lists with 6 elements and 3 lists with 3 "
            "elements");
  EXPECT_EQ(shape([&] { acre::argcartesian(x, x, x(slice(1, none))); }),
            "operands are lists of different lengths: 4 lists with 6 elements and 3 lists with 3 "
            "elements");
  EXPECT_EQ(
      shape([&] { x + x(ALL, slice(none, none, -1))(slice(none, none, -1)); }),
      "operands are lists of different lengths: both are 4 lists with 6 elements, but not the "
      "same in each");
  auto const index = [](auto const& f) { return error_of<acre::index_error>(f); };
  EXPECT_EQ(index([&] { x(4); }), "index 4 is out of bounds for axis 0 with size 4");
  auto const bad = from_lists<int>(this->space, {{0}, {}, {0}, {0, 2, 3}});
  EXPECT_EQ(index([&] { x(bad); }), "index 2 is out of bounds for list 3 with size 2");
  auto const in_none = from_lists<int>(this->space, {{0}, {5}, {0}, {9}});
  EXPECT_EQ(index([&] { x(in_none, acre::index_mode::wrap); }),
            "index 5 is out of bounds for list 1 with size 0");
  EXPECT_EQ(index([&] { element_of_each(x, 0); }),
            "index 0 is out of bounds for list 1 with size 0");
  EXPECT_EQ(index([&] { x(this->template row<bool>({true})); }),
            "boolean index did not match the lists: there are 4 but the mask has 1");
  EXPECT_NE(index([&] { x(this->template row<int>({9})); })
                .find("index 9 is out of bounds for axis 0 "
                      "with size 4"),
            std::string::npos);
  EXPECT_EQ(error_of<acre::value_error>([&] { pad(x, -1, 0.0); }),
            "pad: the number of columns, -1, must be non-negative");
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { acre::unflatten(content, this->template row<int>({1, 1})); }),
            "unflatten: the lengths' sum is 2, and there are 3 elements");
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { acre::unflatten(content, this->template row<int>({4, -1})); }),
            "unflatten: a list's length cannot be -1");
  this->space.fence();  // nothing is left behind
}

TYPED_TEST(ragged_refusals, counts_beyond_int32_are_refused)
{
  acre::ragged const x(this->template row<std::int32_t>({0, 100000}),
                       acre::zeros<bool>(this->space, acre::shape(100000)));
  EXPECT_EQ(error_of<acre::value_error>([&] { acre::argcombinations<2>(x); }),
            "1 list with 4999950000 elements are more than offsets of int32 can number; make them "
            "int64");
  auto const lists = [&](std::int64_t n) {
    return acre::ragged(this->template row<std::int64_t>({0, n}),
                        acre::zeros<bool>(this->space, acre::shape(n)));
  };
  auto const y = lists(3000000);
  EXPECT_EQ(
      error_of<acre::value_error>([&] { acre::argcartesian(y, y, y); }),
      "cartesian: the lists have 9223372036854775807 combinations or more, which no memory holds");
  // 3 million in threes are 4.5 10^18, in fours more than 64 bits count
  EXPECT_EQ(error_of<acre::value_error>([&] { acre::argcombinations<4>(y); }),
            "combinations: the lists have 9223372036854775807 combinations or more, which no "
            "memory holds");
  EXPECT_THROW(acre::argcombinations<3>(y), acre::out_of_memory);
  acre::ragged const two(this->template row<std::int64_t>({0, 3000000, 6000000}),
                         acre::zeros<bool>(this->space, acre::shape(6000000)));
  EXPECT_EQ(error_of<acre::value_error>([&] { acre::argcombinations<40>(two); }),
            "combinations: the lists have 4611686018427387903 combinations or more, which no "
            "memory holds");
  EXPECT_EQ(acre::to_vector(acre::evaluate(acre::count_combinations<3>(two))),
            std::vector<std::int64_t>(2, 4499995500001000000));
  EXPECT_EQ(acre::to_vector(acre::evaluate(acre::count_combinations<4>(two))),
            std::vector<std::int64_t>(2, std::numeric_limits<std::int64_t>::max()));
  EXPECT_EQ(std::get<3>(acre::argcartesian(y, y, lists(0), y)).content_index().size(), 0);
  EXPECT_EQ(error_of<acre::value_error>([&] { acre::argcartesian(x, x); }),
            "1 list with 10000000000 elements are more than offsets of int32 can number; make them "
            "int64");
}

}  // namespace

// Bad indices of take and put: the same words on every space, also under work that is queued and
// does not wait.

#include <acre/elementwise/operators.hpp>
#include <acre/index/put.hpp>
#include <acre/index/take.hpp>
#include <acre/reduce/sum.hpp>

#include <acre_test/on_indices.hpp>

using acre::none, acre::put, acre::shape, acre::slice, acre::take;
using acre_test::bad_index, acre_test::equals, acre_test::error_without_line, acre_test::place;

namespace {

template <class Space>
class index_errors : public acre_test::on_indices<Space> {};
TYPED_TEST_SUITE(index_errors, acre_test::spaces, acre_test::space_names);

TYPED_TEST(index_errors, names_the_smallest_bad_position)
{
  std::int64_t const m = 200000;
  for (std::int64_t const first : {0, 1, 77, 4096, 65536, 150000, 199999}) {
    std::vector<std::int64_t> i(static_cast<std::size_t>(m), 3);
    for (std::int64_t k = first; k < m; k += 1 + first / 3) i[static_cast<std::size_t>(k)] = 6 + k;
    for (auto const& space : acre_test::instances<TypeParam>()) {
      auto const a = acre::arange<double>(space, 0, 6);
      auto const index = place(space, i);
      EXPECT_EQ(this->taking(take(a, index)), bad_index(6 + first, first, "take"));
      EXPECT_EQ(error_without_line<acre::index_error>([&] {
                  put(a, index, 1.0);
                  space.fence();
                }),
                bad_index(6 + first, first, "put"));
    }
  }
  // along the second axis of a wide source, every row meets the same index
  auto const wide = acre::zeros<float>(this->space, shape(300, 7));
  EXPECT_EQ(this->taking(take(wide, this->template row<int>({0, 1, -8, 9}), 1)),
            bad_index(-8, 2, "take", 7, 1));
  EXPECT_EQ(this->taking(take(
                wide, place(this->space, std::vector<int>{0, 1, 2, 8, 9, 300}, shape(2, 3)), 1)),
            bad_index(8, 3, "take", 7, 1));
}

// All threads of a launch have something to report, for two checks at once.
TYPED_TEST(index_errors, names_the_first_position_where_all_are_bad)
{
  std::int64_t const m = 1000000;
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const a = acre::arange<double>(space, 0, 6);
    auto const over = acre::arange<std::int64_t>(space, 6, 6 + m),
               under = acre::arange<std::int64_t>(space, -7, -7 - m, -1);
    for (int round = 0; round < 5; ++round) {
      EXPECT_EQ(this->taking(take(a, over)), bad_index(6, 0, "take"));
      EXPECT_EQ(this->taking(take(a, over(slice(none, none, -1)))), bad_index(5 + m, 0, "take"));
      EXPECT_EQ(this->taking(take(a, under) * take(a, over)), bad_index(-7, 0, "take"));
    }
    EXPECT_EQ(error_without_line<acre::index_error>([&] {
                put(a, over, 1.0);
                space.fence();
              }),
              bad_index(6, 0, "put"));
    EXPECT_TRUE(equals<double>(a, {0, 1, 2, 3, 4, 5}));
  }
}

TYPED_TEST(index_errors, tells_the_first_error_once_and_works_on)
{
  auto const a = this->tens();
  acre::array<double, 1, TypeParam> const first =
      acre::evaluate(take(a, this->template row<int>({1, 7})));
  acre::array<double, 1, TypeParam> const second =
      acre::evaluate(take(a, this->template row<int>({-9, 1})));
  EXPECT_TRUE(this->fencing().starts_with("index 7 is out of bounds for axis 0 with size 6"))
      << "the earlier launch";
  EXPECT_EQ(this->fencing(), "nothing") << "told once";
  // what was not refused was computed, and the space works on
  EXPECT_TRUE(equals<double>(first(slice(0, 1)), {10}));
  EXPECT_TRUE(equals<double>(take(a, this->template row<int>({1, -1})) + 1, {11, 51}));
  EXPECT_EQ(this->taking(take(a, this->template row<int>({8}))), bad_index(8, 0, "take"));
  EXPECT_EQ(acre::arange<int>(this->space, 0, 100)(99).item(), 99);
}

TYPED_TEST(index_errors, tells_at_every_point_that_waits)
{
  auto const a = this->tens();
  auto const bad = this->template row<int>({1, 6});
  auto const launch = [&] { return acre::evaluate(take(a, bad)); };
  auto const wanted = bad_index(6, 1, "take");
  auto queued = launch();
  EXPECT_EQ(this->fencing(), wanted);
  queued = launch();
  EXPECT_EQ(error_without_line<acre::index_error>([&] { a(0).item(); }), wanted);
  queued = launch();
  EXPECT_EQ(error_without_line<acre::index_error>([&] { acre::to_vector(a); }), wanted);
  queued = launch();
  EXPECT_EQ(error_without_line<acre::index_error>([&] { acre::copy_to(acre::serial(), a); }),
            wanted);
  queued = launch();
  EXPECT_EQ(error_without_line<acre::index_error>(
                [&] { acre::to_vector(acre::empty<int>(this->space, shape(0))); }),
            wanted);
  queued = launch();
  EXPECT_EQ(error_without_line<acre::index_error>(
                [&] { static_cast<void>(static_cast<double>(acre::sum(a))); }),
            wanted);
  EXPECT_EQ(acre::sum(a).item(), 150);
}

// Two checks in one kernel: the left one is told, whichever thread gets to its bad index first.
TYPED_TEST(index_errors, tells_the_left_one_of_two_in_an_expression)
{
  std::int64_t const m = 100000;
  std::vector<int> left(static_cast<std::size_t>(m), 1), right = left;
  left[static_cast<std::size_t>(m) - 1] = 60;
  for (std::size_t k = 0; k < right.size(); k += 10) right[k] = -70;
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const a = acre::arange<double>(space, 0, 6);
    auto const l = place(space, left), r = place(space, right);
    EXPECT_EQ(this->taking(take(a, l) * take(a, r)), bad_index(60, m - 1, "take"));
    EXPECT_EQ(this->taking(take(a, r) * take(a, l)), bad_index(-70, 0, "take"));
  }
}

// An expression may be made long before it is evaluated, and evaluated more than once.
TYPED_TEST(index_errors, raises_at_each_evaluation)
{
  auto const a = this->tens();
  auto const term = take(a, this->template row<int>({1, 6}));
  EXPECT_EQ(this->fencing(), "nothing") << "nothing was evaluated yet";
  EXPECT_EQ(this->taking(term), bad_index(6, 1, "take"));
  EXPECT_EQ(this->taking(term), bad_index(6, 1, "take")) << "again";
  EXPECT_EQ(this->taking(term + term), bad_index(6, 1, "take"));
  EXPECT_EQ(error_without_line<acre::index_error>([&] { acre::sum(term).item(); }),
            bad_index(6, 1, "take"));
  EXPECT_EQ(this->taking(take(a, this->template row<int>({-7}))), bad_index(-7, 0, "take"));
}

}  // namespace

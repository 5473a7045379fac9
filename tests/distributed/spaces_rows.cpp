#include "spaces.hpp"
#include <gmock/gmock.h>

// Rows with halos, and errors that all are told.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::of_host;
using acre_test::put;
using dist::blocks;
using dist::cuts;
using dist::halo;
using dist::own_space;
using dist::processes;
using dist::virtual_processes;
using testing::HasSubstr;

template <class Space>
class distributed_spaces_rows : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_rows, acre_test::own_kernel_spaces, acre_test::space_names);

TYPED_TEST(distributed_spaces_rows, rows_with_halos_and_expressions_of_every_form)
{
  for (int const count : {1, 2, 3}) {
    of_host<double, 2> const whole(generator(3).normal(host(), shape(61, 203)));
    auto const s = sum(whole).item(), v = var(whole).item(),
               shifted_sum = sum(whole * 2.0 - 1.0).item();
    double const drawn = sum(generator(5).uniform(host(), shape(61, 203))).item();
    std::int64_t const largest = argmax(whole).item();
    virtual_processes(count, [&](processes const& every) {
      dist::array<double, 2, TypeParam> x(every, blocks(shape(61, 203), halo(1, 2)));
      put(x, whole);
      EXPECT_EQ(sum(x), s);
      EXPECT_EQ(var(x), v);
      EXPECT_EQ(sum(x * 2.0 - 1.0), shifted_sum);
      EXPECT_EQ(argmax(x), largest);
      generator g(5);
      EXPECT_EQ(sum(own_part(x, g.uniform(x.space(), x.shape()))), drawn);
      EXPECT_EQ(sum(coordinate(x, 1)), 61 * 203 * 101);
    });
  }
}

TYPED_TEST(distributed_spaces_rows, a_bad_index_is_the_same_error_on_all)
{
  for (int const count : {1, 2, 3}) {
    std::vector<std::string> texts(static_cast<std::size_t>(count));
    virtual_processes(count, [&](processes const& every) {
      auto const table = arange(own_space<TypeParam>(every), 10.0);
      dist::array<std::int64_t, 2, TypeParam> i(every, blocks(shape(20, 3)));
      i = coordinate(i, 0) * 3 + coordinate(i, 1);
      dist::array<std::int64_t, 2, TypeParam> const bad(
          where(i == 47, 12, where(i == 31, 10, i % 10)));
      auto const looked_up = on_blocks([&](auto const& mine) { return take(table, mine); }, bad);
      for (int way = 0; way < 4; ++way) {
        dist::array<double, 2, TypeParam> x(looked_up);
        x = x * 2;  // nobody throws before the next joint call
        try {
          if (way == 0)
            sum(x);
          else if (way == 1)
            gather_to(x, 0);
          else if (way == 2)
            redistribute(x, axes(1));
          else
            sum(looked_up);
          ADD_FAILURE() << "no error by way " << way;
        } catch (index_error const& e) {
          EXPECT_EQ(e.details().position, 31) << way;
          EXPECT_EQ(e.details().index, 10);
          texts[static_cast<std::size_t>(every.rank())] = e.message();
        }
      }
      i = i % 10;
      EXPECT_EQ(sum(on_blocks([&](auto const& mine) { return take(table, mine); }, i)), 270);
    });
    for (auto const& text : texts) {
      EXPECT_EQ(text, texts.front());
      EXPECT_THAT(text, HasSubstr("position 31 of the indices"));
    }
  }
}

TYPED_TEST(distributed_spaces_rows, memory_that_one_lacks_is_an_error_on_all)
{
  int told = 0;
  virtual_processes(3, [&](processes const& every) {
    std::int64_t const n = std::int64_t{1} << 55;
    try {
      dist::array<double, 1, TypeParam>(every, blocks(shape(n), cuts(0, {0, 0, n, n})));
    } catch (out_of_memory const& e) {
      EXPECT_THAT(std::string(e.message()), HasSubstr("Unable to allocate"));
      ++told;
    }
  });
  EXPECT_EQ(told, 3);
}

TYPED_TEST(distributed_spaces_rows, calls_that_differ_are_told)
{
  int told = 0;
  virtual_processes(2, [&](processes const& every) {
    dist::array<double, 1, TypeParam> x(every, blocks(shape(10000)));
    try {
      if (every.rank() == 1)
        max(x);
      else
        sum(x);
    } catch (value_error const& e) {
      EXPECT_THAT(std::string(e.message()), HasSubstr("process 1 max"));
      ++told;
    }
  });
  EXPECT_EQ(told, 2);
}

}  // namespace

#include <acre/acre.hpp>
#include <acre/distributed.hpp>

#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// What all processes are told when one of them has an error, calls something else or ends.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using dist::blocks;
using dist::processes;
using testing::HasSubstr;

/// The text that each process gets of the error E that f throws.
template <class E, class F>
std::vector<std::string> told(int count, F const& f)
{
  std::vector<std::string> texts(static_cast<std::size_t>(count));
  dist::virtual_processes(count, [&](processes const& all) {
    try {
      f(all);
    } catch (E const& e) {
      texts[static_cast<std::size_t>(all.rank())] = e.message();
    }
  });
  return texts;
}
template <class E, class F>
std::string told_to_all(int count, F const& f)
{
  auto const texts = told<E>(count, f);
  for (auto const& t : texts) EXPECT_EQ(t, texts.front());
  return texts.front();
}

TEST(distributed_together, a_bad_index_is_the_same_error_on_all_with_its_place_in_the_whole_array)
{
  auto const table = arange(serial(), 10.0);
  for (int const count : {1, 2, 3, 7}) {
    std::vector<index_details> details;
    auto const text = told_to_all<index_error>(count, [&](processes const& all) {
      dist::array<std::int64_t, 2> i(all, blocks(shape(20, 3)));
      i = coordinate(i, 0) * 3 + coordinate(i, 1);
      dist::array<std::int64_t, 2> const bad(where(i == 47, 12, where(i == 31, 10, i % 10)));
      dist::array<double, 2> x(on_blocks([&](auto const& mine) { return take(table, mine); }, bad));
      x = x * 2;  // nobody throws before the next joint call
      try {
        sum(x);
      } catch (index_error const& e) {
        details.push_back(e.details());
        throw;
      }
    });
    EXPECT_THAT(text, HasSubstr("index 10 is out of bounds for axis 0 with size 10"));
    EXPECT_THAT(text, HasSubstr("position 31 of the indices"));
    ASSERT_EQ(details.size(), static_cast<std::size_t>(count));
    for (auto const& d : details) {
      EXPECT_EQ(d.position, 31);
      EXPECT_EQ(d.index, 10);
      EXPECT_EQ(d.operation, "take");
    }
  }
}

TEST(distributed_together, parts_of_calls_that_differ_are_not_taken_for_a_later_one)
{
  for (int const count : {2, 3, 5})
    dist::virtual_processes(count, [&](processes const& all) {
      dist::array<double, 1> x(all, blocks(shape(20000)));
      x = coordinate(x, 0) * 0.1;
      double const wanted = sum(x);
      for (int turn = 0; turn < 3; ++turn) {
        try {
          if (all.rank() + 1 == count)
            dist::array<double, 1>(all, blocks(shape(7)));
          else
            sum(x * 3.0);
          ADD_FAILURE() << "calls that differ";
        } catch (value_error const& e) {
          EXPECT_THAT(e.message(), HasSubstr("differ"));
        }
        EXPECT_EQ(sum(x), wanted);
        EXPECT_EQ(sum(x * 2.0), 2 * wanted);
      }
    });
}

TEST(distributed_together, an_index_error_is_thrown_once_and_the_arrays_stay_usable)
{
  auto const table = arange(serial(), 4.0);
  dist::virtual_processes(3, [&](processes const& all) {
    dist::array<std::int64_t, 1> i(all, blocks(shape(9)));
    i = coordinate(i, 0);
    auto const looked_up = on_blocks([&](auto const& mine) { return take(table, mine); }, i);
    EXPECT_THROW(sum(looked_up), index_error);
    i = i % 4;
    EXPECT_EQ(sum(on_blocks([&](auto const& mine) { return take(table, mine); }, i)), 12);
  });
}

TEST(distributed_together, shapes_and_dtypes_that_differ_are_named)
{
  auto const shapes = told_to_all<value_error>(3, [](processes const& all) {
    dist::array<double, 1>(all, blocks(shape(all.rank() == 2 ? 11 : 10)));
  });
  EXPECT_THAT(shapes, HasSubstr("(10,)"));
  EXPECT_THAT(shapes, HasSubstr("(11,)"));
  EXPECT_THAT(shapes, HasSubstr("process 2"));
  auto const dtypes = told_to_all<value_error>(2, [](processes const& all) {
    if (all.rank() == 0)
      dist::array<double, 1>(all, blocks(shape(10)));
    else
      dist::array<float, 1>(all, blocks(shape(10)));
  });
  EXPECT_THAT(dtypes, HasSubstr("float64"));
  EXPECT_THAT(dtypes, HasSubstr("float32"));
  auto const calls = told_to_all<value_error>(3, [](processes const& all) {
    dist::array<double, 1> x(all, blocks(shape(10000)));
    if (all.rank() == 1)
      max(x);
    else
      sum(x);
  });
  EXPECT_THAT(calls, HasSubstr("process 0 calls sum of float64"));
  EXPECT_THAT(calls, HasSubstr("process 1 max"));
}

TEST(distributed_together, arguments_that_differ_are_named)
{
  auto const calls = [](auto const& f) {
    return told_to_all<value_error>(3, [&](processes const& all) {
      dist::array<double, 2> x(all, blocks(shape(100, 50)));
      x = coordinate(x, 0) + 0.5 * coordinate(x, 1);
      f(x, all.rank() == 2);
    });
  };
  EXPECT_THAT(calls([](auto const& x, bool other) { var(x, ddof(other ? 1 : 0)); }),
              testing::AllOf(HasSubstr("process 0 calls var divided by 5000 of float64"),
                             HasSubstr("process 2 var divided by 4999 of float64")));
  EXPECT_THAT(calls([](auto const& x, bool other) { stddev(x, ddof(other ? 1 : 0), 0); }),
              testing::AllOf(HasSubstr("stddev along 0 divided by 100 of"),
                             HasSubstr("stddev along 0 divided by 99 of")));
  EXPECT_THAT(calls([](auto const& x, bool other) { histogram(x, 10, 0.25, other ? 2 : 1); }),
              testing::AllOf(HasSubstr("histogram in 10 bins from 0.25 to 1 of"),
                             HasSubstr("histogram in 10 bins from 0.25 to 2 of")));
  EXPECT_THAT(calls([](auto const& x, bool other) { histogram(x, 9, 0, other ? 2 : 1, x); }),
              testing::AllOf(HasSubstr("histogram in 9 bins from 0 to 1 of"),
                             HasSubstr("histogram in 9 bins from 0 to 2 of")));
}

TEST(distributed_together, dtypes_that_differ_in_a_cut_tile)
{
  told_to_all<value_error>(2, [](processes const& all) {
    dist::array<double, 1> x(all, blocks(shape(10000)));
    dist::array<float, 1> y(all, blocks(shape(10000)));
    if (all.rank() == 1)
      sum(y);
    else
      sum(x);
  });
}

TEST(distributed_together, memory_that_one_lacks_is_an_error_on_all)
{
  auto const text = told_to_all<out_of_memory>(3, [](processes const& all) {
    // all of it is process 1's
    dist::array<double, 1>(
        all, blocks(shape(std::int64_t{1} << 55),
                    dist::cuts(0, {0, 0, std::int64_t{1} << 55, std::int64_t{1} << 55})));
  });
  EXPECT_THAT(text, HasSubstr("Unable to allocate"));
}

TEST(distributed_together, an_array_that_is_to_be_scattered_has_the_shape_of_the_blocks)
{
  auto const text = told_to_all<shape_error>(3, [](processes const& all) {
    dist::scatter_from(1, all.rank() == 1 ? zeros(shape(4)) : array<double, 1>(), all,
                       blocks(shape(5)));
  });
  EXPECT_THAT(text, HasSubstr("(4,)"));
  EXPECT_THAT(text, HasSubstr("(5,)"));
}

TEST(distributed_together, processes_that_wait_for_each_other_are_told)
{
  auto const texts = told<communication_error>(3, [](processes const& all) {
    dist::array<double, 1> x(all, blocks(shape(10)));
    if (all.rank() == 1) return;  // ends
    sum(x);
  });
  EXPECT_EQ(texts[1], "");
  EXPECT_THAT(texts[0], HasSubstr("process 1 has ended"));
  EXPECT_THAT(texts[2], HasSubstr("process 1 has ended"));
  EXPECT_THAT(texts[0], HasSubstr("all-gather: process 0"));
}

TEST(distributed_together, the_first_error_of_a_process_is_thrown_in_the_end)
{
  EXPECT_THROW(dist::virtual_processes(4,
                                       [](processes const& all) {
                                         dist::array<double, 1> x(all, blocks(shape(10)));
                                         if (all.rank() == 3) throw value_error("of process 3");
                                         sum(x);
                                       }),
               value_error);
}

TEST(distributed_together, communication_while_an_exception_is_handled)
{
  int caught = 0;
  dist::virtual_processes(5, [&](processes const& all) {
    dist::array<double, 1> x(all, blocks(shape(30000)));
    x = 1;
    try {
      throw value_error("of process " + std::to_string(all.rank()));
    } catch (value_error const& e) {
      EXPECT_EQ(sum(x), 30000);
      try {
        throw;
      } catch (value_error const& again) {
        EXPECT_EQ(std::string(again.message()), "of process " + std::to_string(all.rank()));
        ++caught;
      }
    }
  });
  EXPECT_EQ(caught, 5);
}

TEST(distributed_together, thousands_of_processes_in_any_order)
{
  auto const whole = array<double, 1>(generator(1).normal(serial(), shape(200000)));
  double const expected = sum(whole).item();
  for (std::uint64_t const seed : {0, 1, 2}) {
    int agreed = 0;
    dist::virtual_processes(
        2500,
        [&](processes const& all) {
          dist::array<double, 1> x(all, serial(), blocks(shape(200000)));
          generator g(1);
          x = own_part(x, g.normal(x.space(), x.shape()));
          agreed += sum(x) == expected ? 1 : 0;
        },
        seed);
    EXPECT_EQ(agreed, 2500);
  }
}

TEST(distributed_together, more_processes_than_a_system_maps_stacks)
{
  constexpr int count = 40000;  // each with a page below its stack were 80000 mappings of 65530
  std::int64_t passed = 0;
  dist::virtual_processes(count, [&](processes const& all) {
    auto& by = dist::detail::access::of(all);
    int const me = all.rank();
    std::int64_t number = me;
    if (me > 0) {
      auto const message = by.receive(me - 1, 1);
      std::memcpy(&number, message.data(), sizeof number);
      number += me;
    }
    if (me + 1 < count)
      by.send(me + 1, 1, dist::detail::to_bytes(std::span<std::int64_t const>(&number, 1)));
    all.barrier();
    if (me + 1 == count) passed = number;
  });
  EXPECT_EQ(passed, std::int64_t{count} * (count - 1) / 2);
}

TEST(distributed_together, messages_of_a_reduction)
{
  dist::virtual_processes(4, [](processes const& all) {
    dist::array<double, 1> x(all, blocks(shape(4 * 4096)));  // no tile is cut
    auto before = all.sent();
    sum(x);
    EXPECT_EQ(all.sent().messages - before.messages, 0);
    EXPECT_EQ(all.sent().joint_calls - before.joint_calls, 1);
    dist::array<double, 1> y(all, blocks(shape(4 * 4096 + 400)));  // all are
    before = all.sent();
    sum(y);
    EXPECT_EQ(all.sent().messages - before.messages, all.rank() < 3 ? 1 : 0);
    EXPECT_EQ(all.sent().joint_calls - before.joint_calls, 1);
  });
}

}  // namespace

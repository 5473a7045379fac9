// Lists of lists: operations go to the innermost ones.
#include <acre/elementwise/elementary.hpp>
#include <acre/index/take.hpp>
#include <acre/ragged.hpp>
#include <acre_test/against_reference.hpp>
#include <acre_test/on_space.hpp>

#include <limits>

namespace {

using acre::ALL, acre::fill, acre::from_lists, acre::none, acre::slice;
using acre_test::equals, acre_test::error_of;

template <class T>
using rows = std::vector<std::vector<T>>;
template <class T>
using deep = std::vector<rows<T>>;

template <class Space>
class nested : public acre_test::on_space<Space> {
 protected:
  using lists = acre::ragged<acre::ragged<double, Space>, Space>;
  lists x = from_lists<double>(this->space, deep<double>{{{1, 2}, {3}}, {}, {{}}, {{4, 5, 6}}});
};
TYPED_TEST_SUITE(nested, acre_test::spaces, acre_test::space_names);

TYPED_TEST(nested, takes_lists_as_content)
{
  auto const inner = from_lists<double>(this->space, {{0}, {1, 2}, {}, {3}, {9}});
  acre::ragged const y(this->template row<std::int32_t>({1, 2, 2, 4}), inner);
  EXPECT_EQ(y.size(), 3);
  EXPECT_EQ(y.element_count(), 3);
  EXPECT_EQ(to_vector(y), (deep<double>{{{1, 2}}, {}, {{}, {3}}}));
  EXPECT_EQ(y.content().content().data(), inner.content().data());
  EXPECT_EQ(flatten(flatten(y)).data(), inner.content().data() + 1);
  EXPECT_EQ(to_vector(y(-1)), (rows<double>{{}, {3}}));
  EXPECT_EQ(to_string(y), "[[[1, 2]], [], [[], [3]]]");
  auto const deeper = acre::unflatten(y, this->template row<int>({2, 0, 1}));
  static_assert(decltype(deeper)::rank == 4);
  EXPECT_EQ(to_string(deeper * 2), "[[[[2, 4]], []], [], [[[], [6]]]]");
  EXPECT_EQ(to_vector(acre::copy_to(acre::serial(), y + 1)),
            (deep<double>{{{2, 3}}, {}, {{}, {4}}}));
}

TYPED_TEST(nested, broadcasts_over_every_level)
{
  auto const& x = this->x;
  EXPECT_EQ(to_vector(x * 2 + 1), (deep<double>{{{3, 5}, {7}}, {}, {{}}, {{9, 11, 13}}}));
  EXPECT_EQ(to_vector(x + this->template row<double>({10, 20, 30, 40})),
            (deep<double>{{{11, 12}, {13}}, {}, {{}}, {{44, 45, 46}}}));
  EXPECT_EQ(to_vector(x - max(x, -1, fill(0))),
            (deep<double>{{{-1, 0}, {0}}, {}, {{}}, {{-2, -1, 0}}}));
  EXPECT_EQ(to_vector(where(x > 2, x, sqrt(x * x) * -1)),
            (deep<double>{{{-1, -2}, {3}}, {}, {{}}, {{4, 5, 6}}}));
  auto const same = from_lists<int>(this->space, deep<int>{{{1, 2}, {3}}, {}, {{}}, {{4, 5, 6}}});
  EXPECT_EQ(to_vector(x - same), (deep<double>{{{0, 0}, {0}}, {}, {{}}, {{0, 0, 0}}}));
}

TYPED_TEST(nested, reduces_the_innermost_lists)
{
  auto const& x = this->x;
  EXPECT_EQ(to_vector(sum(x, 2)), (rows<double>{{3, 3}, {}, {0}, {15}}));
  EXPECT_TRUE(equals<double>(sum(sum(x, -1), -1), {6, 0, 0, 15}));
  EXPECT_EQ(double(sum(x)), 21);
  EXPECT_EQ(to_vector(prod(x * x, -1)), (rows<double>{{4, 9}, {}, {1}, {14400}}));
  EXPECT_EQ(to_vector(mean(x(acre::count<1>(x) > 0), 2))[1].size(), 1u);
  EXPECT_EQ(to_vector(argmax(x, -1)), (rows<std::int64_t>{{1, 0}, {}, {-1}, {2}}));
  EXPECT_EQ(to_vector(any(x > 2, -1)), (rows<unsigned char>{{0, 1}, {}, {0}, {1}}));
  EXPECT_EQ(to_vector(all(x > 2, -1)), (rows<unsigned char>{{0, 1}, {}, {1}, {1}}));
  EXPECT_EQ(to_vector(count(x, -1)), (rows<std::int64_t>{{2, 1}, {}, {0}, {3}}));
  EXPECT_TRUE(equals<std::int64_t>(acre::count<1>(x), {2, 0, 1, 1}));
  EXPECT_EQ(to_vector(acre::count<2>(x)), to_vector(count(x, 2)));
  EXPECT_EQ(error_of<acre::value_error>([&] { sum(x, 1); }),
            "sum: the innermost lists are reduced, along axis 2 (or -1), not 1; without an axis "
            "over all elements");
}

TYPED_TEST(nested, picks_lists_at_each_level)
{
  auto const& x = this->x;
  EXPECT_EQ(to_vector(x(acre::count<1>(x) > 0)), (deep<double>{{{1, 2}, {3}}, {{}}, {{4, 5, 6}}}));
  EXPECT_EQ(to_vector(x(this->template row<int>({-1, 0}))),
            (deep<double>{{{4, 5, 6}}, {{1, 2}, {3}}}));
  EXPECT_EQ(to_vector(x(slice(1, 3))), (deep<double>{{}, {{}}}));
  EXPECT_EQ(to_vector(x(slice(none, none, -2))), (deep<double>{{{4, 5, 6}}, {}}));
  EXPECT_EQ(to_vector(x(ALL, slice(1, none))), (deep<double>{{{3}}, {}, {}, {}}));
  EXPECT_EQ(to_vector(x(ALL, ALL, slice(none, none, -1))),
            (deep<double>{{{2, 1}, {3}}, {}, {{}}, {{6, 5, 4}}}));
  EXPECT_EQ(to_vector(x(count(x, -1) > 1)), (deep<double>{{{1, 2}}, {}, {}, {{4, 5, 6}}}));
  EXPECT_EQ(to_vector(x(x > 1.5)), (deep<double>{{{2}, {3}}, {}, {{}}, {{4, 5, 6}}}));
  EXPECT_EQ(to_vector(x(argwhere(x > 1.5)) + 0), to_vector(x(x > 1.5)));
  auto const i = from_lists<int>(this->space, deep<int>{{{-1}, {0, 0}}, {}, {{}}, {{2}}});
  EXPECT_EQ(to_vector(x(i)), (deep<double>{{{2}, {3, 3}}, {}, {{}}, {{6}}}));
  auto const lists = from_lists<int>(this->space, {{1, 1}, {}, {0}, {-1}});
  EXPECT_EQ(to_vector(x(lists)), (deep<double>{{{3}, {3}}, {}, {{}}, {{4, 5, 6}}}));
  auto const far = from_lists<int>(this->space, {{1, 1}, {}, {0}, {3}});
  EXPECT_EQ(to_vector(x(far, acre::index_mode::clip)), to_vector(x(lists)));
  EXPECT_EQ(error_of<acre::index_error>([&] { x(far); }),
            "index 3 is out of bounds for list 3 with size 1");
}

TYPED_TEST(nested, rearranges_the_innermost_lists)
{
  auto const& x = this->x;
  auto const back = acre::descending;
  EXPECT_EQ(to_vector(sort(x, 2, back)), (deep<double>{{{2, 1}, {3}}, {}, {{}}, {{6, 5, 4}}}));
  EXPECT_EQ(to_vector(x(argsort(x, -1, back))), to_vector(sort(x, -1, back)));
  EXPECT_EQ(to_vector(local_index(x)), (deep<std::int64_t>{{{0, 1}, {0}}, {}, {{}}, {{0, 1, 2}}}));
  auto const [i, j] = acre::argcombinations<2>(x);
  EXPECT_EQ(to_vector(x(i) * 10 + x(j)), (deep<double>{{{12}, {}}, {}, {{}}, {{45, 46, 56}}}));
  EXPECT_EQ(to_vector(concatenate(std::tuple(x, x))).size(), 8u);
  EXPECT_EQ(to_vector(concatenate(std::tuple(x, x(ALL, slice(0, 1))), 1)),
            (deep<double>{{{1, 2}, {3}, {1, 2}}, {}, {{}, {}}, {{4, 5, 6}, {4, 5, 6}}}));
  EXPECT_EQ(to_vector(concatenate(std::tuple(x, x * 10), -1)),
            (deep<double>{{{1, 2, 10, 20}, {3, 30}}, {}, {{}}, {{4, 5, 6, 40, 50, 60}}}));
  auto const [a, b] = zip(x, x(ALL, ALL, slice(none, none, -1)));
  EXPECT_EQ(flatten(a).structure(), flatten(b).structure());
  EXPECT_EQ(to_vector(a + b), (deep<double>{{{3, 3}, {6}}, {}, {{}}, {{10, 10, 10}}}));
  EXPECT_EQ(to_vector(flatten(x)), (rows<double>{{1, 2}, {3}, {}, {4, 5, 6}}));
}

TYPED_TEST(nested, finds_the_largest_and_runs)
{
  auto const& x = this->x;
  auto const [values, indices] = topk(x, 2, -1);
  EXPECT_EQ(to_vector(values), (deep<double>{{{2, 1}, {3}}, {}, {{}}, {{6, 5}}}));
  EXPECT_EQ(to_vector(indices), (deep<std::int64_t>{{{1, 0}, {0}}, {}, {{}}, {{2, 1}}}));
  EXPECT_EQ(to_vector(topk(flatten(x) * -1, 1, 1).values), (rows<double>{{-1}, {-3}, {}, {-4}}));
  EXPECT_EQ(to_vector(topk(x, 0, 2).values), (deep<double>{{{}, {}}, {}, {{}}, {{}}}));
  EXPECT_EQ(error_of<acre::value_error>([&] { topk(x, -1, 2); }), "topk: -1 elements of each list");
  EXPECT_EQ(to_vector(first(x, fill(-1))), (rows<double>{{1, 3}, {}, {-1}, {4}}));
  EXPECT_EQ(to_vector(element_of_each(x, argmax(x, -1), fill(0))),
            (rows<double>{{2, 3}, {}, {0}, {6}}));
  auto const runs = run_lengths(from_lists<int>(this->space, {{}, {7, 7, 3}, {3, 3}, {}, {3}}));
  EXPECT_EQ(to_vector(runs.values), (rows<int>{{}, {7, 3}, {3}, {}, {3}}));
  EXPECT_EQ(to_vector(runs.starts), (rows<std::int64_t>{{}, {0, 2}, {0}, {}, {0}}));
  EXPECT_EQ(to_vector(runs.lengths), (rows<std::int64_t>{{}, {2, 1}, {2}, {}, {1}}));
  EXPECT_EQ(to_vector(run_lengths(from_lists<int>(this->space, {{}, {}})).lengths),
            (rows<std::int64_t>{{}, {}}));
  auto const table = from_padded(pad(flatten(x), 2, 9), pad_mask(flatten(x), 2));
  EXPECT_EQ(to_vector(table), to_vector(flatten(x)(ALL, slice(0, 2))));
  EXPECT_EQ(error_of<acre::shape_error>(
                [&] { from_padded(pad(flatten(x), 2, 9), pad_mask(flatten(x), 3)); }),
            "from_padded: the mask has the shape (4,3), and the table (4,2)");
}

TYPED_TEST(nested, sorts_long_lists_among_short_ones)
{
  std::vector<std::int64_t> lengths;
  for (std::int64_t n : {0, 3, 48, 49, 1000, 1, 47, 0, 5000, 2}) lengths.push_back(n);
  std::int64_t total = 0;
  for (auto n : lengths) total += n;
  auto const v = acre_test::place(this->space, acre_test::noise<float>(total + 5));
  acre::array<float, 1, TypeParam> const some = acre::where(v > 0.5f, acre::floor(v * 20.0f), v);
  some(slice(70, 75)) = std::numeric_limits<float>::quiet_NaN();
  auto const x = acre::unflatten(some(slice(5, none)), acre_test::place(this->space, lengths));
  auto const down = to_vector(argsort(x, 1, acre::descending)), up = to_vector(argsort(x, 1));
  auto const sorted = to_vector(sort(x, 1));
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    EXPECT_EQ(up[k], to_vector(argsort(x(k)))) << k;
    EXPECT_EQ(down[k], to_vector(argsort(x(k), acre::descending))) << k;
    EXPECT_TRUE(
        acre_test::same_elements(sorted[k], to_vector(acre::take(evaluate(x(k)), argsort(x(k))))))
        << k;
  }
  auto const z = acre::cast<acre::complex<float>>(x);
  auto const order = to_vector(argsort(z, 1));
  for (std::size_t k = 0; k < lengths.size(); ++k)
    EXPECT_EQ(order[k], to_vector(argsort(evaluate(z)(k)))) << k;
}

TYPED_TEST(nested, may_be_empty_at_any_level)
{
  for (auto const& lists : {deep<double>{}, deep<double>{{}}, deep<double>{{}, {{}}, {{}, {}}}}) {
    auto const x = from_lists<double>(this->space, lists);
    EXPECT_EQ(to_vector(sqrt(x + 1) * 2), lists);
    EXPECT_EQ(to_vector(sum(x, -1)).size(), lists.size());
    EXPECT_EQ(to_vector(x(x > 0)), lists);
    EXPECT_EQ(to_vector(x(ALL, slice(none, none, -1))), lists);
    EXPECT_EQ(to_vector(sort(x, -1)), lists);
    EXPECT_EQ(to_vector(x(argwhere(x > 0)) + 0), lists);
    EXPECT_EQ(to_vector(x(count(x, -1) >= 0)), lists);
    auto const [l, r] = acre::combinations<2>(x);
    EXPECT_EQ(to_vector(l + r), lists);
    EXPECT_EQ(to_vector(concatenate(std::tuple(x, x), -1)), lists);
  }
}

TYPED_TEST(nested, refuses_other_lists_at_any_level)
{
  auto const& x = this->x;
  auto const shape = [](auto const& f) { return error_of<acre::shape_error>(f); };
  EXPECT_EQ(shape([&] { x + x(slice(1, none)); }),
            "operands are lists of different lengths: 4 lists with 4 elements and 3 lists with 2 "
            "elements");
  EXPECT_EQ(shape([&] { x + x(ALL, ALL, slice(0, 1)); }),
            "operands are lists of different lengths: 4 lists with 6 elements and 4 lists with 3 "
            "elements");
  EXPECT_EQ(error_of<acre::value_error>([&] {
              acre::ragged const made(this->template row<std::int64_t>({0, 5}), flatten(x));
            }),
            "offsets end with 5, beyond the content of 4 elements");
  this->space.fence();
}

}  // namespace

// Reductions of segments: each has the bits of the same elements' reduction as an array.

#include <acre/array/array.hpp>
#include <acre/backends/segments.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/reduce.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/composition.hpp>
#include <acre_test/spaces.hpp>

using acre::shape, acre::slice;
using acre_test::composition;
using acre_test::noise, acre_test::place;

namespace {

/// out[s] = what the reducer makes of the segment, -1 in front of an empty one.
template <class Reducer, class Out>
struct into {
  Reducer reducer;
  Out* out;
  std::int64_t* count;
  KOKKOS_FUNCTION void operator()(std::int64_t s, std::int64_t n,
                                  typename Reducer::value_type v) const
  {
    out[s] = reducer.finish(n > 0 ? v : reducer.empty());
    count[s] += n + 1;
  }
};

template <class Space>
class segments : public ::testing::Test {
 protected:
  /// Segments of these lengths of a line of numbers, reduced together and one by one.
  template <class T, class Reducer, class Offset>
  void agree(std::vector<std::int64_t> const& lengths, Reducer const& reducer, Offset first)
  {
    std::vector<Offset> offsets{first};
    for (auto const n : lengths) offsets.push_back(static_cast<Offset>(offsets.back() + n));
    auto const values = noise<T>(offsets.back() + 7);
    auto const count = static_cast<std::int64_t>(lengths.size());
    using out_type = decltype(reducer.finish(reducer.identity()));
    acre::detail::leaf_layout flat{};
    flat.inner_stride = 1;
    for (auto const& space : acre_test::instances<Space>()) {
      auto const x = place(space, values);
      auto const at = place(space, offsets);
      auto const out = acre::empty<out_type>(space, shape(count));
      auto const seen = acre::zeros<std::int64_t>(space, shape(count));
      acre::detail::load_program<T> const program{x.data(), acre::detail::row_offset(flat)};
      acre::backends::reduce_segments(
          space.queue(),
          acre::backends::segment_list<Offset>{at.data(), count, offsets.back() - first}, program,
          reducer, into<Reducer, out_type>{reducer, out.data(), seen.data()});
      auto const got = acre::to_vector(out);
      auto const seen_here = acre::to_vector(seen);
      for (std::size_t s = 0; s < lengths.size(); ++s) {
        ASSERT_EQ(seen_here[s], lengths[s] + 1) << s;
        if (count > 200 && s % 97 != 0 && lengths[s] < 1000) continue;
        auto const part = x(slice(offsets[s], offsets[s + 1]));
        out_type const wanted = reduce(part, reducer);
        ASSERT_TRUE(acre_test::same_bits(got[s], wanted))
            << "segment " << s << " of " << lengths[s] << " elements";
      }
    }
  }
};
TYPED_TEST_SUITE(segments, acre_test::spaces, acre_test::space_names);

using float_sum = acre::detail::sum_reducer<float>;
using double_sum = acre::detail::sum_reducer<double>;

TYPED_TEST(segments, of_every_kind_of_length)
{
  std::vector<std::int64_t> const edges{
      0,  1,    2,    3,    4,  5,     7,     8,     15, 16,     17,   31,      32,
      33, 0,    63,   64,   65, 127,   128,   129,   0,  1000,   4095, 4096,    4097,
      0,  8191, 8192, 8193, 1,  65535, 65536, 65537, 0,  200001, 3,    1000000, 0};
  this->template agree<float, float_sum, std::int64_t>(edges, {}, 0);
  this->template agree<double, double_sum, std::int32_t>(edges, {}, 5);
  this->template agree<std::int32_t, composition, std::int64_t>(edges, {}, 3);
}

TYPED_TEST(segments, of_many_short_lists)
{
  std::vector<std::int64_t> lengths;
  for (std::int64_t k = 0; k < 60000; ++k)
    lengths.push_back(static_cast<std::int64_t>(acre_test::mix(static_cast<std::uint64_t>(k)) % 7));
  lengths[31111] = 300000;  // one of very different length among them
  lengths[100] = 5000;
  this->template agree<float, float_sum, std::int64_t>(lengths, {}, 0);
  for (auto& n : lengths) n = std::min<std::int64_t>(n, 40) * 16;
  this->template agree<float, float_sum, std::int32_t>(lengths, {}, 1);
}

/// However many lanes are laid side by side for each, some lists have more elements.
TYPED_TEST(segments, of_lists_of_every_mean_length)
{
  for (std::uint64_t const most : {2, 3, 7, 12, 21, 40, 66, 150, 700}) {
    std::vector<std::int64_t> lengths;
    for (std::uint64_t k = 0; k < 2000; ++k)
      lengths.push_back(static_cast<std::int64_t>(acre_test::mix(k) % most));
    this->template agree<float, float_sum, std::int64_t>(lengths, {}, 0);
    this->template agree<double, acre::detail::max_reducer<double>, std::int32_t>(lengths, {}, 2);
    this->template agree<std::int32_t, composition, std::int64_t>(lengths, {}, 0);
  }
}

TYPED_TEST(segments, of_nothing)
{
  this->template agree<float, float_sum, std::int64_t>({}, {}, 0);
  this->template agree<float, float_sum, std::int64_t>({0}, {}, 2);
  this->template agree<float, acre::detail::min_reducer<float>, std::int64_t>({0, 0, 0}, {}, 0);
}

/// Tile results of a segment, more than are reduced at once.
TYPED_TEST(segments, of_several_levels)
{
  std::int64_t const n = std::int64_t{acre::backends::reduce_tile} * acre::backends::reduce_tile;
  std::vector<std::int64_t> const lengths{3, n + 4097, 70000, n};
  std::vector<std::int64_t> offsets{0};
  for (auto const k : lengths) offsets.push_back(offsets.back() + k);
  TypeParam const space;
  auto const number = acre::index_of(space, shape(offsets.back()));
  auto const x = evaluate(
      acre::cast<float>(number * std::int64_t{0x9e3779b97f4a7c1} & std::int64_t{0xffffff}));
  auto const at = place(space, offsets);
  auto const out = acre::zeros<float>(space, shape(4));
  auto const seen = acre::zeros<std::int64_t>(space, shape(4));
  acre::detail::leaf_layout flat{};
  flat.inner_stride = 1;
  acre::backends::reduce_segments(
      space.queue(), acre::backends::segment_list<std::int64_t>{at.data(), 4, offsets.back()},
      acre::detail::load_program<float>{x.data(), acre::detail::row_offset(flat)}, float_sum{},
      into<float_sum, float>{{}, out.data(), seen.data()});
  for (std::int64_t s = 0; s < 4; ++s) {
    auto const k = static_cast<std::size_t>(s);
    EXPECT_EQ(float(out(s)), float(sum(x(slice(offsets[k], offsets[k + 1]))))) << s;
  }
}

TYPED_TEST(segments, of_a_table)
{
  std::vector<std::int64_t> const offsets{2, 2, 5, 6, 70, 4300, 4301, 90000, 90000};
  std::int64_t const rows = 90001, count = 8;
  for (std::int64_t const inner : {1, 3, 50}) {
    auto const values = noise<float>(rows * inner);
    for (auto const& space : acre_test::instances<TypeParam>()) {
      auto const x = place(space, values, shape(rows, inner));
      auto const at = place(space, offsets);
      auto const out = acre::empty<float>(space, shape(count, inner));
      auto const seen = acre::zeros<std::int64_t>(space, shape(count, inner));
      acre::detail::leaf_layout flat{};
      flat.inner_stride = 1;
      acre::backends::reduce_segments(
          space.queue(),
          acre::backends::segment_table<std::int64_t>{at.data(), count, 90000, inner},
          acre::detail::load_program<float>{x.data(), acre::detail::row_offset(flat)}, float_sum{},
          into<float_sum, float>{{}, out.data(), seen.data()});
      auto const got = acre::to_vector(out);
      for (std::int64_t s = 0; s < count; ++s)
        for (std::int64_t c = 0; c < inner; ++c) {
          auto const k = static_cast<std::size_t>(s);
          auto const column = x(slice(offsets[k], offsets[k + 1]), c);
          EXPECT_TRUE(acre_test::same_bits(got[static_cast<std::size_t>(s * inner + c)],
                                           float(sum(evaluate(column)))))
              << s << ", " << c;
        }
    }
  }
}

}  // namespace

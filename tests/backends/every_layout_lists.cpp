// Lists and sparse matrices of operands in every layout (acre_test/every_layout.hpp).

#include <acre/linalg/csr.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/ragged/select.hpp>
#include <acre/ragged/sort.hpp>
#include <acre_test/every_layout.hpp>

using acre_test::below, acre_test::noise;

namespace {

/// Lists of 0, 1, 2, ... 6 elements in turn; and long ones.
template <class Space, class F>
auto lists(acre_test::operands<Space>& in, F const& begin)
{
  auto const n = in.size();
  auto const offsets =
      in.template make<std::int64_t>("offsets", acre::shape(40), [&](std::int64_t k) {
        auto const at = begin(k);
        return at < n ? at : n;
      });
  return acre::ragged(offsets, noise<float>(in, "content"));
}

template <class Space>
std::vector<acre_test::operation<Space>> of_lists()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"reductions of lists", 1,
       [](in_t& in) {
         auto const x = lists(in, [](std::int64_t k) { return k * (k + 1) / 2; });
         in << sum(x, -1) << argmax(x, -1) << mean(x, -1) << sum(x * 2.0f, -1);
       }},
      {"reductions of long lists", 1,
       [](in_t& in) {
         auto const x = lists(in, [](std::int64_t k) { return k * k * 50; });
         in << sum(x, -1) << max(x, -1, acre::fill(0.0f));
       }},
      {"sorted lists", 1,
       [](in_t& in) {
         auto const x = lists(in, [](std::int64_t k) { return k * k * 3; });
         in << flatten(sort(x, -1)) << flatten(argsort(x, -1));
       }},
      {"selections of lists", 1,
       [](in_t& in) {
         auto const x = lists(in, [](std::int64_t k) { return k * 9; });
         in << flatten(x(x > 0.0f)) << first(x, acre::fill(0.0f)) << pad(x, 4, 0.0f)
            << flatten(x + in.template noise<float>("y", acre::shape(39)));
       }},
      {"lists and elements by numbers", 1,
       [](in_t& in) {
         auto const x = lists(in, [](std::int64_t k) { return k * 9; });
         auto const some = x(in.template below<std::int64_t>(39, "numbers", acre::shape(50)));
         in << flatten(some) << flatten(x(in.template noise<bool>("mask", acre::shape(39))));
         in << element_of_each(x, in.template below<std::int32_t>(9, "k", acre::shape(39)),
                               acre::fill(0.0f));
       }},
      {"counts and unflatten", 1,
       [](in_t& in) {
         auto const n = in.size();
         auto const lengths = in.template make<std::int16_t>("lengths", acre::shape(n),
                                                             [](std::int64_t) { return 1; });
         in << sum(unflatten(noise<float>(in, "elements"), lengths), -1);
       }},
      {"csr matvec", 1,
       [](in_t& in) {
         auto const n = in.size();
         auto const data = noise<float>(in, "data");
         auto const columns = below<std::int64_t>(50, in, "indices");
         auto const begins =
             in.template make<std::int64_t>("indptr", acre::shape(n / 7 + 2),
                                            [=](std::int64_t k) { return k * 7 < n ? k * 7 : n; });
         acre::csr_matrix const a(data, columns, begins, acre::shape(n / 7 + 1, 50));
         in << matvec(a, in.template noise<float>("x", acre::shape(50)));
       }},
      {"csr from coordinates", 1,
       [](in_t& in) {
         auto const a =
             csr_from_coo(noise<float>(in, "values"), below<std::int64_t>(20, in, "rows"),
                          below<std::int64_t>(30, in, "columns"), acre::shape(20, 30));
         in << to_dense(a);
       }},
  };
}

using namespace acre_test;

TYPED_TEST(every_layout, of_lists)
{
  check_every_layout(of_lists<TypeParam>(), of_lists<first_space>());
}

}  // namespace

// Operands of other queues: an operation runs behind what these were given before and before what
// they are given later. Each queue is held up in turn, so that one which does not wait shows.
#include <acre/device/queue.hpp>
#include <acre/index/put.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/order/group_by.hpp>
#include <acre/order/lexsort.hpp>
#include <acre/order/merge.hpp>
#include <acre/order/quantile.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/order/sort_by_key.hpp>
#include <acre/order/weighted_quantile.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <chrono>
#include <functional>
#include <thread>
#include <vector>

namespace {

using acre::array;
using acre_test::mix;

template <class Space>
class queue_operands : public ::testing::Test {};
TYPED_TEST_SUITE(queue_operands, acre_test::spaces, acre_test::space_names);

template <class Space>
void hold_up(Space const& queue)
{
  acre::launch_host(queue, [] { std::this_thread::sleep_for(std::chrono::milliseconds(4)); });
}

std::vector<std::int64_t> some_places(std::int64_t n, std::uint64_t seed)
{
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < n; ++i)
    places.push_back(
        static_cast<std::int64_t>(mix(seed * 4096 + i) % static_cast<std::uint64_t>(n)));
  return places;
}

TYPED_TEST(queue_operands, are_waited_for)
{
  using numbers = array<double, 1, TypeParam>;
  using indices = array<std::int64_t, 1, TypeParam>;
  // x and i are of the first queue, v and k of the second
  using function = std::function<numbers(numbers const& x, numbers const& v, indices const& i,
                                         indices const& k)>;
  std::pair<char const*, function> const
      operations
          [] =
              {
                  {"x(i) = v",
                   [](auto const& x, auto const& v, auto const& i, auto const&) {
                     numbers const to = copy(x);
                     to(i) = v;
                     return to;
                   }},
                  {"x(k) = x",
                   [](auto const& x, auto const&, auto const&, auto const& k) {
                     numbers const to = copy(x);
                     to(k) = x;
                     return to;
                   }},
                  {"put(x, k, v)",
                   [](auto const& x, auto const& v, auto const&, auto const& k) {
                     numbers const to = copy(x);
                     acre::put(to, k, v);
                     return to;
                   }},
                  {"scatter_add(x(i), v)",
                   [](auto const& x, auto const& v, auto const& i, auto const&) {
                     numbers const to = copy(x);
                     acre::scatter_add(to(i), v);
                     return to;
                   }},
                  {"scatter_add(x(k), x)",
                   [](auto const& x, auto const&, auto const&, auto const& k) {
                     numbers const to = copy(x);
                     acre::scatter_add(to(k), x);
                     return to;
                   }},
                  {"x(k) + v", [](auto const& x, auto const& v, auto const&,
                                  auto const& k) { return numbers(x(k) + v); }},
                  {"sort_by_key(x, v)",
                   [](auto const& x, auto const& v, auto const&,
                      auto const&) { return acre::sort_by_key(x, v).values; }},
                  {"sort_by_key(k, x)",
                   [](auto const& x, auto const&, auto const&,
                      auto const& k) { return acre::sort_by_key(k, x).values; }},
                  {"group_by(i).sum(v)",
                   [](auto const&, auto const& v, auto const& i, auto const&) {
                     return acre::group_by(i).sum(v);
                   }},
                  {"group_by(k).first(x)",
                   [](auto const& x, auto const&, auto const&, auto const& k) {
                     return acre::group_by(k).first(x);
                   }},
                  {"group_by(i, k).sum(x)",
                   [](auto const& x, auto const&, auto const& i, auto const& k) {
                     return acre::group_by(i, k).sum(x);
                   }},
                  {"group_by(k, i).sum(v, x)",
                   [](auto const& x, auto const& v, auto const& i, auto const& k) {
                     return std::get<1>(acre::group_by(k, i).sum(v, x));
                   }},
                  {"lexsort(i, k)",
                   [](auto const&, auto const&, auto const& i,
                      auto const& k) { return numbers(acre::cast<double>(acre::lexsort(i, k))); }},
                  {"lexsort(v, x)",
                   [](auto const& x, auto const& v, auto const&,
                      auto const&) { return numbers(acre::cast<double>(acre::lexsort(v, x))); }},
                  {"merge(x, v)",
                   [](auto const& x, auto const& v, auto const&,
                      auto const&) { return acre::merge(acre::sort(x), acre::sort(v)); }},
                  {"searchsorted(x, v)",
                   [](auto const& x, auto const& v, auto const&, auto const&) {
                     return numbers(acre::cast<double>(acre::searchsorted(acre::sort(x), v)));
                   }},
                  {"quantile of weights",
                   [](auto const& x, auto const& v, auto const&, auto const&) {
                     return acre::quantile(x, std::vector{0.25, 0.5},
                                           acre::order_statistic::inverted_cdf,
                                           acre::weighted_by(v));
                   }},
              };
  TypeParam const first, second = first.new_queue();
  std::int64_t const n = 1000;
  auto const on = [](TypeParam const& queue, auto const& elements) {
    return acre_test::place(queue, elements);
  };
  auto const numbers_of_x = acre_test::noise<double>(n, 1);
  auto numbers_of_v = acre_test::noise<double>(n, 2);
  for (double& each : numbers_of_v) each = std::abs(each) + 0.5;
  auto const x = on(first, numbers_of_x), wanted_v = on(first, numbers_of_v),
             new_v = on(second, numbers_of_v);
  auto v = on(second, numbers_of_v);
  auto const i = on(first, some_places(n, 3)), wanted_k = on(first, some_places(n, 4)),
             new_k = on(second, some_places(n, 4));
  auto k = on(second, some_places(n, 4));
  for (auto const& [name, operation] : operations) {
    auto const wanted = to_vector(operation(x, wanted_v, i, wanted_k));
    v = 1.0;
    k = 0;
    second.fence();
    hold_up(second);
    v = new_v * 1.0;
    k = new_k + 0;
    EXPECT_EQ(to_vector(operation(x, v, i, k)), wanted) << name << ", written before";
    hold_up(first);
    auto const result = operation(x, v, i, k);
    v = 1.0;
    k = 0;
    EXPECT_EQ(to_vector(result), wanted) << name << ", written later";
  }
}

}  // namespace

#include <acre/array/creation.hpp>
#include <acre/array/print.hpp>
#include <acre/index/put.hpp>
#include <acre/index/take.hpp>

#include <chrono>

#include "workload.hpp"

namespace acre::tour {
namespace {

/// f()'s result as text, or its exception's message, here or when the space is next synchronised. A
/// lack of memory is no answer.
template <class Space, class F>
void ask(outcome& out, Space const& space, std::string question, F const& f)
{
  std::string answer;
  try {
    answer = f();
    space.fence();
  } catch (out_of_memory const&) {
    throw;
  } catch (error const& e) {
    answer = e.message();
  }
  out.messages.push_back({std::move(question), std::move(answer)});
}

struct out_of_bounds {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    auto const start = std::chrono::steady_clock::now();
    outcome out;
    auto const a = from_host<double>(space, {0, 10, 20, 30, 40, 50});
    auto const i = from_host<std::int64_t>(space, {0, 5, -1, 6, -7});
    auto const good = from_host<std::int64_t>(space, {0, 5, 2});
    auto const taken = [&](index_mode mode) {
      return [&, mode] { return to_string(take(a, i, mode)); };
    };
    ask(out, space, "take, raise", taken(index_mode::raise));
    ask(out, space, "take, wrap", taken(index_mode::wrap));
    ask(out, space, "take, clip", taken(index_mode::clip));
    ask(out, space, "take, fill(-1)", [&] { return to_string(take(a, i, fill(-1.0))); });
    ask(out, space, "take, drop", taken(index_mode::drop));
    ask(out, space, "take, unchecked (0, 5, 2)",
        [&] { return to_string(take(a, good, index_mode::unchecked)); });

    auto const written = [&](index_mode mode, auto const& index) {
      return [&, mode] {
        auto const b = copy(a);
        put(b, index, -1.0, mode);
        return to_string(b);
      };
    };
    ask(out, space, "put, raise", written(index_mode::raise, i));
    ask(out, space, "put, wrap", written(index_mode::wrap, i));
    ask(out, space, "put, clip", written(index_mode::clip, i));
    ask(out, space, "put, fill", written(index_mode::fill, i));
    ask(out, space, "put, drop", written(index_mode::drop, i));
    ask(out, space, "put, unchecked (0, 5, 2)", written(index_mode::unchecked, good));

    std::int64_t const n = given.count(10'000'000);
    ask(out, space, "take, raise, two bad ones in a large index", [&] {
      array<std::int64_t, 1, Space> const many = index_of(space, shape(n));
      many(n / 3) = n + 7;
      many(n - 1) = -n - 9;
      array<std::int64_t, 1, Space> const picked = take(many, many);
      return to_string(evaluate(picked(slice(0, 3))));
    });
    ask(out, space, "take from an empty array", [&] {
      return to_string(take(array<double, 1, Space>(space, shape(0)), i, index_mode::wrap));
    });
    ask(out, space, "an integer index", [&] { return to_string(a(6)); });
    ask(out, space, "an axis that is not there",
        [&] { return to_string(take(a, i, 2, index_mode::wrap)); });
    ask(out, space, "and afterwards", [&] { return to_string(a + 1); });
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    out.result = "see below";
    return out;
  }
};

}  // namespace

void add_indices(std::vector<workload>& list)
{
  add<out_of_bounds>(list, "indices",
                     "indices out of bounds under every mode, and what each space says");
}

}  // namespace acre::tour

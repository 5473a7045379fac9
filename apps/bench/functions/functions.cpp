#include <acre/elementwise/elementary.hpp>

#include "baseline.hpp"

/// exp, log, sin, cos of float64 on a CPU: acre's, the C library's scalar functions in a threaded
/// loop, and vector functions, from cache (10^5) and from memory (10^7). The GPU's rows are in
/// ../random. OMP_NUM_THREADS=1 for one core's figures.
namespace acre::bench {

namespace {

/// A function by name: acre's of an expression, the C library's of a number, a vector library's.
#define ACRE_BENCH_FUNCTION(f)                                       \
  struct f##_function {                                              \
    static constexpr char const* name = #f;                          \
    auto operator()(expression auto const& e) const { return f(e); } \
    double operator()(double x) const { return ::f(x); }             \
    template <class Library>                                         \
    void vector(double* y, double const* x, std::int64_t n) const    \
    {                                                                \
      Library::f(*this, y, x, n);                                    \
    }                                                                \
  }
ACRE_BENCH_FUNCTION(exp);
ACRE_BENCH_FUNCTION(log);
ACRE_BENCH_FUNCTION(sin);
ACRE_BENCH_FUNCTION(cos);
#undef ACRE_BENCH_FUNCTION

template <class Function, class Space, class... Libraries>
void add_libraries(Space const& space, std::int64_t n, auto input, detail::type_list<Libraries...>)
{
  auto const add_one = [&]<class Library>(std::type_identity<Library>) {
    add(Function::name, "float64", n, Library::name, [=](benchmark::State& state) {
      auto const x = input();
      auto const y = empty<double>(space, shape(n));
      measure(state, space, 16.0 * static_cast<double>(n),
              [&] { Function().template vector<Library>(y.data(), x.data(), n); });
    });
  };
  (add_one(std::type_identity<Libraries>()), ...);
}

template <class Function, class Space>
void add_function(Space const& space, std::int64_t n, double low, double high)
{
  using bar = baseline<Space, double>;
  double const bytes = 16.0 * static_cast<double>(n);
  auto const input = [=] {
    array<double, 1, Space> const x = made_input<double>(space, shape(n), 1) * (high - low) + low;
    return x;
  };
  add(Function::name, "float64", n, acre_name(), [=](benchmark::State& state) {
    auto const x = input();
    auto y = empty<double>(space, shape(n));
    measure(state, space, bytes, [&] { y = Function()(x); });
  });
  if constexpr (requires { typename bar::vector_math; }) {
    add(Function::name, "float64", n, bar::math_name, [=](benchmark::State& state) {
      auto const x = input();
      auto const y = empty<double>(space, shape(n));
      measure(state, space, bytes, [&] { bar::apply(space, Function(), y.data(), n, x.data()); });
    });
    add_libraries<Function>(space, n, input, typename bar::vector_math());
  }
}

template <class Space>
void add_all(Space const& space)
{
  for (std::int64_t const n : {100'000, 10'000'000}) {
    add_function<exp_function>(space, n, -20, 20);
    add_function<log_function>(space, n, 1e-6, 1e6);
    add_function<sin_function>(space, n, -10, 10);
    add_function<cos_function>(space, n, -10, 10);
  }
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) {
      if constexpr (std::decay_t<decltype(space)>::host_accessible) acre::bench::add_all(space);
    });
  });
}

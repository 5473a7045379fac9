#include <acre/array/creation.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>

#include "workload.hpp"

namespace acre::tour {
namespace {

/// Numbers between low and high that repeat after `period` elements, as an expression.
template <class T, class Space>
auto made(Space const& space, std::int64_t count, int period, double low, double high)
{
  auto const place = remainder(index_of(space, shape(count)), period);
  return cast<T>(cast<double>(place) * ((high - low) / period) + low);
}

struct increment {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    std::int64_t const n = given.count(100'000'000);
    array<float, 1, Space> x = made<float>(space, n, 1009, 0, 1000);
    outcome out;
    out.seconds = seconds_of(space, [&] { x += 1; });
    x = made<float>(space, n, 1009, 0,
                    1000);  // the runs for the clock added as often as time allowed
    x += 1;
    out.bytes = 2.0 * sizeof(float) * n;
    keep(out, "x", x);
    return out;
  }
};

struct vecadd {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    std::int64_t const n = given.size < 1 ? given.count((1 << 24) + 11) : (1 << 24) + 11;
    array<float, 1, Space> const a = made<float>(space, n, 1009, -1, 1),
                                 b = made<float>(space, n, 2003, 0, 1e-3);
    array<float, 1, Space> c(space, shape(n));
    outcome out;
    out.seconds = seconds_of(space, [&] { c = a + b; });
    out.bytes = 3.0 * sizeof(float) * n;
    keep(out, "c", c);
    return out;
  }
};

/// Coefficients of equations with two real roots.
template <class Space>
struct equations {
  array<double, 1, Space> a, b, c;
  equations(Space const& space, std::int64_t n)
      : a(made<double>(space, n, 1009, 1, 2)),
        b(made<double>(space, n, 2003, 5, 6)),
        c(made<double>(space, n, 4001, 0.5, 2))
  {}
};
constexpr std::int64_t equation_count = 10'000'000;

struct quadratic_fused {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    std::int64_t const n = given.count(equation_count);
    equations<Space> const e(space, n);
    array<double, 1, Space> root(space, shape(n));
    outcome out;
    out.seconds =
        seconds_of(space, [&] { root = (-e.b + sqrt(e.b * e.b - 4 * e.a * e.c)) / (2 * e.a); });
    out.bytes = 4.0 * sizeof(double) * n;
    keep(out, "root", root);
    return out;
  }
};

/// Computed as a library without fusion does: an array for each operation.
struct quadratic_in_steps {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    using vector = array<double, 1, Space>;
    std::int64_t const n = given.count(equation_count);
    equations<Space> const e(space, n);
    vector root;
    outcome out;
    out.seconds = seconds_of(space, [&] {
      vector const minus_b = -e.b;
      vector const b_squared = e.b * e.b;
      vector const four_a = 4 * e.a;
      vector const four_a_c = four_a * e.c;
      vector const discriminant = b_squared - four_a_c;
      vector const distance = sqrt(discriminant);
      vector const numerator = minus_b + distance;
      vector const two_a = 2 * e.a;
      root = vector(numerator / two_a);
    });
    out.bytes = 4.0 * sizeof(double) * n;
    keep(out, "root", root);
    vector const fused = (-e.b + sqrt(e.b * e.b - 4 * e.a * e.c)) / (2 * e.a);
    keep(out, "equal to the fused roots", evaluate(root == fused));
    return out;
  }
};

struct softplus {
  template <class Space>
  outcome operator()(Space const& space, context const& given) const
  {
    std::int64_t const n = given.count(10'000'000);
    array<float, 1, Space> const x = made<float>(space, n, 10007, -20, 20);
    array<float, 1, Space> y(space, shape(n));
    outcome out;
    out.seconds = seconds_of(space, [&] { y = maximum(0, x) + log1p(exp(-abs(x))); });
    out.bytes = 2.0 * sizeof(float) * n;
    keep(out, "y", y);
    return out;
  }
};

}  // namespace

void add_elementwise(std::vector<workload>& list)
{
  add<increment>(list, "increment", "x += 1 on 1e8 float32");
  add<vecadd>(list, "vecadd", "c = a + b on 2^24 + 11 float32: no multiple of any block or vector");
  add<quadratic_fused>(list, "quadratic.fused",
                       "(-b + sqrt(b*b - 4*a*c)) / (2*a) on 1e7 float64, one kernel");
  add<quadratic_in_steps>(list, "quadratic.steps",
                          "the same with an array for each of its nine operations");
  add<softplus>(list, "softplus", "max(0, x) + log1p(exp(-|x|)) on 1e7 float32");
}

}  // namespace acre::tour

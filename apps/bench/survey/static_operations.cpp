#include <acre/array.hpp>
#include <acre/elementwise/exponential.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/fft/convolve.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/index/take.hpp>
#include <acre/order/topk.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/softmax.hpp>
#include <acre/reduce/sum.hpp>

#include "operations.hpp"

namespace acre::survey {

namespace {

/// f of float32 arrays of a rank on the call's space, as an operation.
template <int Rank, class Make>
operation typed(call const& c, Make make)
{
  return std::visit(
      [&]<class Space>(Space const&) {
        return make([&](char name) { return c[name].as<float, Rank, Space>(); });
      },
      c.space);
}

template <int Rank>
operation sum_of_two(call const& c)
{
  return typed<Rank>(
      c, [](auto in) { return looped([x = in('x'), y = in('y')] { return evaluate(x + y); }); });
}
template <int Rank>
operation largest(call const& c)
{
  return typed<Rank>(c, [&](auto in) {
    return looped([x = in('x'), k = c.whole(2)] { return topk(x, k).values; });
  });
}

operation of_vectors(call const& c, std::string const& name)
{
  return typed<1>(c, [&](auto in) {
    auto const x = in('x');
    if (name == "exp") return looped([=] { return evaluate(exp(x)); });
    if (name == "sum") return looped([=] { return sum(x); });
    if (name == "cumsum") return looped([=] { return cumsum(x); });
    if (name == "sort") return looped([=] { return sort(x); });
    if (name == "fast_convolve") return looped([=, y = in('y')] { return fast::convolve(x, y); });
    if (name == "fused") return looped([=, y = in('y')] { return evaluate(2.0f * x + y); });
    if (name == "greater") return looped([=, y = in('y')] { return evaluate(where(x > y, x, y)); });
    if (name == "take") {
      using Space = typename std::remove_cvref_t<decltype(x)>::space_type;
      auto const i = c['i'].as<std::int64_t, 1, Space>();
      return looped([=] { return evaluate(take(x, i)); });
    }
    throw value_error("the survey has no operation static " + name);
  });
}

operation of_rows(call const& c, std::string const& name)
{
  return typed<2>(c, [&](auto in) {
    auto const x = in('x');
    if (name == "squares") return looped([=] { return sum(x * x, 1); });
    if (name == "softmax") return looped([=] { return softmax(x, -1); });
    if (name.ends_with("add_rows")) {
      using Space = typename std::remove_cvref_t<decltype(x)>::space_type;
      auto const y = in('y');
      auto const i = c['i'].as<std::int64_t, 1, Space>();
      bool const in_order = name == "add_rows";
      return looped([=] {
        if (in_order)
          scatter_add(y(i, ALL), x);
        else
          fast::scatter_add(y(i, ALL), x);
        return y;
      });
    }
    return looped([=, y = in('y')] {
      return evaluate(sqrt(sum(square(x(ALL, newaxis, ALL) - y(newaxis, ALL, ALL)), 2)));
    });
  });
}

}  // namespace

operation static_operation_of(call const& c)
{
  std::string const& name = c.word(1);
  int const rank = c['x'].rank();
  if (name == "add") return rank == 1 ? sum_of_two<1>(c) : sum_of_two<2>(c);
  if (name == "topk") return rank == 1 ? largest<1>(c) : largest<2>(c);
  if (name == "squares" || name == "softmax" || name == "distances" || name.ends_with("add_rows"))
    return of_rows(c, name);
  return of_vectors(c, name);
}

}  // namespace acre::survey

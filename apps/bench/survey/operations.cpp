#include "operations.hpp"

#include <acre/dynamic.hpp>
#include <acre/dynamic/fft.hpp>
#include <acre/dynamic/solvers.hpp>
#include <acre/random/generator.hpp>

#include <array>
#include <memory>

namespace acre::survey {

namespace {

using dynamic::index_term;

std::vector<std::int64_t> wholes(call const& c)
{
  std::vector<std::int64_t> all;
  for (std::size_t k = 1; k < c.words.size(); ++k) all.push_back(c.whole(k));
  return all;
}
dynamic::reduction_options over(call const& c, std::size_t k)
{
  dynamic::reduction_options options;
  if (auto const axis = c.axis(k)) options.axes = std::vector{*axis};
  return options;
}
std::array<dynamic_array, 2> both(call const& c) { return {c['x'], c['y']}; }

operation assignment(call const& c, char to, char at, dynamic_array const& value)
{
  return looped([to = c[to], at = std::array<index_term, 1>{c[at]}, value] {
    dynamic::setitem(to, at, value);
    return to;
  });
}
/// Draws are new ones in every call.
template <class Draw>
operation drawn(call const& c, Draw draw)
{
  auto const g = std::make_shared<generator>(42);
  return looped([=, x = c['x'], space = c.space] { return draw(*g, space, x); });
}

using maker = operation (*)(call const&);

std::map<std::string, maker> const& elementwise()
{
  static std::map<std::string, maker> const table = {
      {"copy", [](call const& c) { return looped([x = c['x']] { return dynamic::copy(x); }); }},
      {"unary",
       [](call const& c) {
         return looped([x = c['x'], f = c.word(1)] { return dynamic::unary(f, x); });
       }},
      {"binary",
       [](call const& c) {
         return looped(
             [x = c['x'], y = c['y'], f = c.word(1)] { return dynamic::binary(f, x, y); });
       }},
      {"number",
       [](call const& c) {
         return looped([x = c['x'], f = c.word(1), number = std::stod(c.word(2))] {
           return dynamic::binary(f, x, number);
         });
       }},
      {"where",
       [](call const& c) {
         return looped([m = c['m'], x = c['x'], y = c['y']] { return dynamic::where(m, x, y); });
       }},
      {"clip",
       [](call const& c) {
         auto const limit = [&](std::size_t k) {
           return dynamic::scalar_operand(c['x'], std::stod(c.word(k)));
         };
         return looped(
             [x = c['x'], low = limit(1), high = limit(2)] { return dynamic::clip(x, low, high); });
       }},
      {"astype",
       [](call const& c) {
         return looped(
             [x = c['x'], to = dtype_named(c.word(1)).value()] { return dynamic::astype(x, to); });
       }},
      {"diff",
       [](call const& c) {
         return looped([x = c['x'], axis = *c.axis(1)] { return dynamic::diff(x, 1, axis); });
       }},
  };
  return table;
}

std::map<std::string, maker> const& reductions()
{
  static std::map<std::string, maker> const table = {
      {"reduce",
       [](call const& c) {
         return looped([x = c['x'], f = c.word(1), options = over(c, 2)] {
           return dynamic::reduce(f, x, options);
         });
       }},
      {"scan",
       [](call const& c) {
         return looped([x = c['x'], f = c.word(1), axis = c.axis(2)] {
           return dynamic::scan(f, x, {.axis = axis});
         });
       }},
      {"norm",
       [](call const& c) {
         return looped(
             [x = c['x'], options = over(c, 1)] { return dynamic::vector_norm(x, 2, options); });
       }},
      {"median",
       [](call const& c) {
         dynamic::quantile_options options;
         options.axes = over(c, 1).axes;
         return looped([x = c['x'], options] { return dynamic::median("median", x, options); });
       }},
      {"convolve",
       [](call const& c) {
         return looped([x = c['x'], y = c['y']] { return dynamic::convolve(x, y); });
       }},
  };
  return table;
}

std::map<std::string, maker> const& order()
{
  static std::map<std::string, maker> const table = {
      {"sort",
       [](call const& c) {
         return looped([x = c['x'], axis = c.axis(1)] { return dynamic::sort(x, {.axis = axis}); });
       }},
      {"argsort",
       [](call const& c) {
         return looped(
             [x = c['x'], axis = c.axis(1)] { return dynamic::argsort(x, {.axis = axis}); });
       }},
      {"unique", [](call const& c) { return looped([x = c['x']] { return dynamic::unique(x); }); }},
      {"searchsorted",
       [](call const& c) {
         return looped([x = c['x'], y = c['y']] { return dynamic::searchsorted(y, x); });
       }},
      {"interp",
       [](call const& c) {
         return looped([x = c['x'], y = c['y'], z = c['z']] { return dynamic::interp(x, y, z); });
       }},
      {"histogram",
       [](call const& c) {
         dynamic::bin_options bins;
         bins.bins = c.whole(1);
         bins.range = std::pair(0.0, 1.0);
         return looped([x = c['x'], bins] { return dynamic::histogram(x, bins).counts; });
       }},
      {"bincount",
       [](call const& c) {
         std::optional<dynamic_array> weights;
         if (c.has(1)) weights = c['y'];
         return looped([x = c['x'], weights] { return dynamic::bincount(x, weights); });
       }},
      {"digitize",
       [](call const& c) {
         return looped([x = c['x'], y = c['y']] { return dynamic::digitize(x, y); });
       }},
  };
  return table;
}

std::map<std::string, maker> const& index()
{
  static std::map<std::string, maker> const table = {
      {"take",
       [](call const& c) {
         return looped([x = c['x'], i = c['i']] { return dynamic::take(x, i); });
       }},
      {"rows",
       [](call const& c) {
         return looped([x = c['x'], i = c['i']] { return dynamic::take(x, i, 0); });
       }},
      {"mask",
       [](call const& c) {
         return looped([x = c['x'], m = std::array<index_term, 1>{c['m']}] {
           return dynamic::getitem(x, m);
         });
       }},
      {"put",
       [](call const& c) {
         return looped([x = c['x'], y = c['y'], i = c['i']] {
           dynamic::put(y, i, x);
           return y;
         });
       }},
      {"set_rows", [](call const& c) { return assignment(c, 'y', 'i', c['x']); }},
      {"set_mask",
       [](call const& c) {
         return assignment(c, 'x', 'm', dynamic::scalar_operand(c['x'], std::int64_t{0}));
       }},
      {"nonzero",
       [](call const& c) { return looped([x = c['x']] { return dynamic::nonzero(x).front(); }); }},
      {"take_along",
       [](call const& c) {
         return looped([x = c['x'], i = c['i']] { return dynamic::take_along_axis(x, i, -1); });
       }},
      {"add_at",
       [](call const& c) {
         return looped([x = c['x'], y = c['y'], i = std::array<index_term, 1>{c['i']}] {
           dynamic::add_at(y, i, x);
           return y;
         });
       }},
  };
  return table;
}

std::map<std::string, maker> const& rearrangements()
{
  static std::map<std::string, maker> const table = {
      {"repeat",
       [](call const& c) {
         return looped([x = c['x'], count = c.whole(1), axis = c.axis(2)] {
           return dynamic::repeat(x, count, axis);
         });
       }},
      {"repeat_counts",
       [](call const& c) {
         return looped([x = c['x'], i = c['i']] { return dynamic::repeat(x, i); });
       }},
      {"tile",
       [](call const& c) {
         return looped([x = c['x'], counts = wholes(c)] { return dynamic::tile(x, counts); });
       }},
      {"pad",
       [](call const& c) {
         return looped([x = c['x'], width = c.whole(1)] { return dynamic::pad(x, width); });
       }},
      {"pad_edge",
       [](call const& c) {
         dynamic::pad_options options;
         options.mode = "edge";
         return looped(
             [x = c['x'], width = c.whole(1), options] { return dynamic::pad(x, width, options); });
       }},
      {"concatenate",
       [](call const& c) {
         return looped(
             [parts = both(c), axis = c.axis(1)] { return dynamic::concatenate(parts, axis); });
       }},
      {"stack",
       [](call const& c) {
         return looped(
             [parts = both(c), axis = *c.axis(1)] { return dynamic::stack(parts, axis); });
       }},
      {"roll",
       [](call const& c) {
         return looped([x = c['x'], shift = c.whole(1)] { return dynamic::roll(x, shift); });
       }},
  };
  return table;
}

std::map<std::string, maker> const& matrices()
{
  static std::map<std::string, maker> const table = {
      {"solve",
       [](call const& c) {
         return looped([x = c['x'], y = c['y']] { return dynamic::linalg::solve(x, y); });
       }},
      {"inv",
       [](call const& c) { return looped([x = c['x']] { return dynamic::linalg::inv(x); }); }},
      {"det",
       [](call const& c) { return looped([x = c['x']] { return dynamic::linalg::det(x); }); }},
      {"eigh",
       [](call const& c) {
         return looped([x = c['x']] { return dynamic::linalg::eigh(x).eigenvalues; });
       }},
  };
  return table;
}

std::map<std::string, maker> const& products_and_draws()
{
  static std::map<std::string, maker> const table = {
      {"matmul",
       [](call const& c) {
         return looped([x = c['x'], y = c['y']] { return dynamic::matmul(x, y); });
       }},
      {"dot",
       [](call const& c) {
         return looped([x = c['x'], y = c['y']] { return dynamic::dot(x, y); });
       }},
      {"einsum",
       [](call const& c) {
         return looped([operands = both(c), subscripts = c.word(1)] {
           return dynamic::einsum(subscripts, operands);
         });
       }},
      {"fft", [](call const& c) { return looped([x = c['x']] { return dynamic::fft::fft(x); }); }},
      {"rfft",
       [](call const& c) { return looped([x = c['x']] { return dynamic::fft::rfft(x); }); }},
      {"fft2",
       [](call const& c) { return looped([x = c['x']] { return dynamic::fft::fft2(x); }); }},
      {"uniform",
       [](call const& c) {
         return drawn(c, [](generator& g, dynamic_space const& space, dynamic_array const& x) {
           return dynamic::uniform(g, space, x.dtype(), x.shape());
         });
       }},
      {"normal",
       [](call const& c) {
         return drawn(c, [](generator& g, dynamic_space const& space, dynamic_array const& x) {
           return dynamic::normal(g, space, x.dtype(), x.shape());
         });
       }},
      {"permutation",
       [](call const& c) {
         return drawn(c, [](generator& g, dynamic_space const& space, dynamic_array const& x) {
           return dynamic::permutation(g, space, x.size());
         });
       }},
  };
  return table;
}

}  // namespace

operation operation_of(call const& c)
{
  if (c.word(0) == "static") return static_operation_of(c);
  for (auto const* table : {&elementwise(), &reductions(), &order(), &index(), &rearrangements(),
                            &matrices(), &products_and_draws()})
    if (auto const found = table->find(c.word(0)); found != table->end()) return found->second(c);
  throw value_error("the survey has no operation " + c.word(0));
}

}  // namespace acre::survey

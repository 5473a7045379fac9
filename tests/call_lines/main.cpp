#include <acre/acre.hpp>

#include <cstdio>
#include <exception>
#include <functional>
#include <source_location>
#include <string>
#include <vector>

/// what() of every kind of error names the public operation and the line that called it, however
/// much of acre was inlined there (the program is built with and without optimisation).

namespace {

int failures = 0;

/// f() throws `text` with this operation, called at the line of the call of expect_at().
template <class F>
void expect_at(std::string const& operation, std::string const& text, F const& f,
               std::source_location where = std::source_location::current())
{
  std::string told = "nothing", alone = told;
  try {
    f();
  } catch (acre::error const& e) {
    acre::error const copied = e;
    told = copied.what();
    alone = e.message();
    if (told != e.what()) told += " (and another text of the first)";
  }
  std::string const wanted =
      text + " (in " + operation + "; called at main.cpp:" + std::to_string(where.line()) + ")";
  if (told == wanted && alone == text) return;
  std::fprintf(stderr, "%s\ninstead of %s\n", told.c_str(), wanted.c_str());
  ++failures;
}

/// A program's own class: the line lies in it, not where it is called.
template <class Space>
struct model {
  acre::array<double, 1, Space> x;
  void step(acre::array<double, 1, Space> const& y) { x += y; }
};
constexpr int line_of_step = __LINE__ - 2;

template <class Space>
void run(Space const& space)
{
  using acre::shape, acre::slice;
  auto a = acre::arange(space, 0.0, 6.0, 1.0);
  auto const b = acre::ones(space, shape(4));
  auto const m = acre::zeros(space, shape(2, 3));
  std::string const apart = "operands could not be broadcast together with shapes (6,) (4,)";
  // each on one line, which is that of the call
  expect_at("acre::operator+", apart, [&] { acre::evaluate(a + b); });
  expect_at("acre::operator<", apart, [&] { acre::any(a < b); });
  expect_at("acre::operator<<", apart, [&] { acre::cast<int>(a) << acre::cast<int>(b); });
  expect_at("acre::operator-", apart, [&] { auto const later = 2 * a - sqrt(b) / 3; });
  expect_at("acre::operator+=", apart, [&] { a += b; });
  expect_at("acre::hypot", apart, [&] { hypot(a, b); });
  std::string const into = "could not broadcast input array from shape (4,) into shape ";
  expect_at("acre::array::operator=", into + "(6,)", [&] { a = b + 1; });
  expect_at("acre::array::operator=", into + "(3,)", [&] { a(slice(0, 3)) = b; });
  std::string const index = "index 6 is out of bounds for axis 0 with size 6";
  expect_at("acre::array::operator()", index, [&] { a(6); });
  std::string const axis = "axis 2 is out of bounds for array of dimension 2";
  expect_at("acre::sum", axis, [&] { sum(m, 2); });
  expect_at("acre::sort", axis, [&] { sort(m, 2); });
  expect_at("acre::array::extent", axis, [&] { m.extent(2); });
  std::string const aligned = "shapes (6,) and (4,) not aligned: 6 (dim 0) != 4 (dim 0)";
  expect_at("acre::dot", aligned, [&] { dot(a, b); });
  auto const extents = shape(2, -1);
  std::string const negative = "negative dimensions are not allowed: shape (2,-1)";
  expect_at("acre::zeros", negative, [&] { acre::zeros(space, extents); });
  std::string const item = "item() wants an array of size 1, not of shape (6,)";
  expect_at("acre::array::item", item, [&] { a.item(); });
  // on the host: no kernel of a GPU takes a class that is local to a function
  auto const host = acre::serial();
  struct local {
    void operator()(std::int64_t) const {}
  };
  std::string const count = "launch: count -1 is negative";
  expect_at("acre::launch", count, [&] { launch(host, -1, local()); });
  expect_at("acre::launch", count, [&] { launch(host, -1, [](std::int64_t) {}); });
  std::function<void()> const stored = [&] { sort_by_key(a, b); };
  int const line_of_stored = __LINE__ - 1;
  try {
    stored();
  } catch (acre::shape_error const& e) {
    std::string const wanted =
        "(in acre::sort_by_key; called at main.cpp:" + std::to_string(line_of_stored) + ")";
    if (!std::string(e.what()).ends_with(wanted))
      std::fprintf(stderr, "%s\n", e.what()), ++failures;
  }
  try {
    model<Space>{a}.step(b);
  } catch (acre::shape_error const& e) {
    std::string const wanted =
        "(in acre::operator+=; called at main.cpp:" + std::to_string(line_of_step) + ")";
    if (!std::string(e.what()).ends_with(wanted))
      std::fprintf(stderr, "%s\n", e.what()), ++failures;
  }
}

struct run_each {
  template <class Space>
  void operator()(Space const& space) const
  {
    run(space);
  }
};

}  // namespace

int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  acre::for_each_space(run_each());
  return failures == 0 ? 0 : 1;
}

// kernels: those of the usual GPU lessons, each on every space, compiled with the program and from
// text, compared to the bit.
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/io/atomic_file.hpp>
#include <acre/jit.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/picture/png.hpp>
#include <acre/reduce/closeness.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/version.hpp>
#include <acre_apps/chosen_spaces.hpp>
#include <acre_apps/command_line.hpp>
#include <acre_apps/progress.hpp>
#include <acre_apps/table.hpp>
#include <acre_apps/timing.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iostream>
#include <map>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels.hpp"
#include "texts.hpp"
#include <CLI/CLI.hpp>

namespace acre::kernels {
namespace {

struct settings {
  std::vector<std::string> spaces, only;
  double size = 1;
  std::optional<std::filesystem::path> plot;

  std::int64_t scaled(double n) const
  {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(n * size));
  }
};

/// Result of a kernel on a space: the bits, whether they are right, and the time of a launch.
struct outcome {
  std::vector<unsigned char> bits;
  bool right = false;
  double seconds = 0;
  std::string note;
};

template <class A>
std::vector<unsigned char> bits_of(A const& a)
{
  auto const values = to_vector(a);
  std::vector<unsigned char> bits(values.size() * sizeof values[0]);
  std::memcpy(bits.data(), values.data(), bits.size());
  return bits;
}

/// The time of one call of f, which is queued, behind one that is not counted.
template <class Space, class F>
double seconds_of(Space const& space, F const& f)
{
  f();
  space.fence();
  auto const start = std::chrono::steady_clock::now();
  f();
  space.fence();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// How a kernel came to be.
enum class written { compiled, text };

jit::kernel const& of_text(char const* name)
{
  static jit::module const all(texts);
  static std::map<std::string, jit::kernel> known;
  return known.try_emplace(name, all.kernel(name)).first->second;
}

/// Blocks of these threads over so many elements.
launch_size over(std::int64_t n) { return {.grid = {blocks_for(n, 256)}, .block = {256}}; }

template <element T, class Space, std::size_t Rank>
auto numbers(Space const& space, std::array<std::int64_t, Rank> const& extents, std::int64_t seed)
{
  auto const word = (index_of(space, extents) + seed) * std::int64_t{0x5851f42d4c957f2d};
  return evaluate(cast<T>((word >> std::int64_t{40}) & std::int64_t{0xfffff}) *
                  static_cast<T>(0x1p-20));
}

struct run_vecadd {
  template <class Space>
  outcome operator()(Space const& space, settings const& given, written by) const
  {
    std::int64_t const n = given.scaled((1 << 24) + 11);
    auto const a = numbers<float>(space, shape(n), 1), b = numbers<float>(space, shape(n), 2),
               c = zeros<float>(space, shape(n));
    outcome o;
    o.seconds = seconds_of(space, [&] {
      if (by == written::text)
        of_text("vecadd")(space, over(n), a, b, c);
      else
        launch(space, over(n), vecadd{a.ref(), b.ref(), c.ref()});
    });
    o.bits = bits_of(c);
    o.right = array_equal(c, a + b);
    o.note = apps::format_many(n, "sum");
    return o;
  }
};

struct run_increment {
  bool strides;
  template <class Space>
  outcome operator()(Space const& space, settings const& given, written by) const
  {
    std::int64_t const n = given.scaled(1e7 + 3);
    launch_size const some{.grid = {1000}, .block = {128}};
    auto const x = zeros<std::int32_t>(space, shape(n));
    outcome o;
    o.seconds = seconds_of(space, [&] {
      if (strides && by == written::text)
        of_text("increment_in_strides")(space, some, x);
      else if (strides)
        launch(space, some, increment_in_strides{x.ref()});
      else if (by == written::text)
        of_text("increment")(space, over(n), x);
      else
        launch(space, n, increment{x.ref()});
    });
    o.bits = bits_of(x);
    o.right = bool(all(x == 2));
    if (!strides) o.note = apps::format_many(n, "integer");
    return o;
  }
};

struct run_distances {
  template <class Space>
  outcome operator()(Space const& space, settings const& given, written by) const
  {
    std::int64_t const n = given.scaled(1e6);
    auto const r = numbers<double>(space, shape(n), 1),
               phi = evaluate(numbers<double>(space, shape(n), 2) * 6.28),
               out = zeros<double>(space, shape(n));
    outcome o;
    o.seconds = seconds_of(space, [&] {
      if (by == written::text)
        of_text("distances")(space, over(n), r, phi, out);
      else
        launch(space, n, distances{r.ref(), phi.ref(), out.ref()});
    });
    o.bits = bits_of(out);
    o.right = array_equal(out, hypot(r * cos(phi) - 1.0, r * sin(phi)));
    return o;
  }
};

struct run_matmul {
  template <class Space>
  outcome operator()(Space const& space, settings const& given, written by) const
  {
    std::int64_t const n = given.scaled(301), k = given.scaled(517), m = given.scaled(253);
    auto const a = numbers<double>(space, shape(n, k), 1),
               b = numbers<double>(space, shape(k, m), 2), c = zeros<double>(space, shape(n, m));
    outcome o;
    launch_size const tiles{.grid = {blocks_for(m, 16), blocks_for(n, 16)},
                            .block = {16, 16},
                            .scratch = tiled_matmul::scratch};
    o.seconds = seconds_of(space, [&] {
      if (by == written::text)
        of_text("tiled_matmul")(space, tiles, a, b, c);
      else
        launch(space, tiles, tiled_matmul{a.ref(), b.ref(), c.ref()});
    });
    o.bits = bits_of(c);
    o.right = bool(allclose(c, matmul(a, b)));
    o.note = std::to_string(n) + " x " + std::to_string(k) + " x " + std::to_string(m);
    return o;
  }
};

struct run_absolute_sum {
  template <class Space>
  outcome operator()(Space const& space, settings const& given, written by) const
  {
    std::int64_t const n = given.scaled(1e7 + 1);
    auto const x = evaluate(numbers<double>(space, shape(n), 1) - 0.5);
    auto const of_block = zeros<double>(space, shape(512));
    outcome o;
    array<double, 0, Space> total = empty<double>(space, shape());
    launch_size const blocks{.grid = {512}, .block = {256}, .scratch = 256 * sizeof(double)};
    o.seconds = seconds_of(space, [&] {
      if (by == written::text)
        of_text("absolute_sums")(space, blocks, x, of_block);
      else
        launch(space, blocks, absolute_sums{x.ref(), of_block.ref()});
      total = evaluate(sum(of_block));
    });
    o.bits = bits_of(total);
    o.right = bool(isclose(total, sum(abs(x))));
    o.note = std::to_string(total.item());
    return o;
  }
};

struct run_grayscale {
  template <class Space>
  outcome operator()(Space const& space, settings const& given, written by) const
  {
    std::int64_t const height = given.scaled(1080), width = given.scaled(1920);
    auto const picture = zeros<std::uint8_t>(space, shape(height, width, 3));
    auto const grey = zeros<std::uint8_t>(space, shape(height, width));
    launch_size const pixels{.grid = {blocks_for(width, 32), blocks_for(height, 8)},
                             .block = {32, 8}};
    if (by == written::text)
      of_text("rings")(space, pixels, picture);
    else
      launch(space, pixels, rings{picture.ref()});
    outcome o;
    o.seconds = seconds_of(space, [&] {
      if (by == written::text)
        of_text("grayscale")(space, pixels, picture, grey);
      else
        launch(space, shape(height, width), grayscale{picture.ref(), grey.ref()});
    });
    o.bits = bits_of(grey);
    auto const channel = [&](int c) { return cast<int>(picture(ALL, ALL, c)); };
    auto const sum = channel(0) * 77 + channel(1) * 150 + channel(2) * 29;
    o.right = bool(all(cast<int>(grey) == floor_divide(sum, 256)));
    if (given.plot) {
      std::vector<std::uint8_t> rgb;
      for (auto const byte : o.bits) rgb.insert(rgb.end(), 3, byte);
      picture::write_png(*given.plot, width, height, rgb);
    }
    return o;
  }
};

struct run_smooth {
  template <class Space>
  outcome operator()(Space const& space, settings const& given, written by) const
  {
    std::int64_t const n = given.scaled(130);
    auto const from = numbers<double>(space, shape(n, n + 1, n + 2), 1),
               to = zeros<double>(space, from.shape());
    outcome o;
    launch_size const box{.grid = {blocks_for(n + 2, 32), blocks_for(n + 1, 8), n},
                          .block = {32, 8}};
    o.seconds = seconds_of(space, [&] {
      if (by == written::text)
        of_text("smooth")(space, box, from, to);
      else
        launch(space, from.shape(), smooth{from.ref(), to.ref()});
    });
    o.bits = bits_of(to);
    slice const in(1, -1), before(0, -2), after(2, none);
    o.right = n < 3 || bool(allclose(to(in, in, in), (from(before, in, in) + from(after, in, in) +
                                                      from(in, before, in) + from(in, after, in) +
                                                      from(in, in, before) + from(in, in, after)) /
                                                         6.0));
    return o;
  }
};

struct run_counts {
  template <class Space>
  outcome operator()(Space const& space, settings const& given, written by) const
  {
    std::int64_t const n = given.scaled(1e7);
    auto const bytes = evaluate(cast<std::uint8_t>(numbers<float>(space, shape(n), 3) * 256.0F));
    auto const counts = zeros<std::uint32_t>(space, shape(256));
    outcome o;
    launch_size const blocks{.grid = {528}, .block = {256}, .scratch = 256 * sizeof(std::uint32_t)};
    o.seconds = seconds_of(space, [&] {
      if (by == written::text)
        of_text("count_bytes")(space, blocks, bytes, counts);
      else
        launch(space, blocks, count_bytes{bytes.ref(), counts.ref()});
    });
    o.bits = bits_of(counts);
    o.right = sum(counts).item() == static_cast<std::uint64_t>(2 * n);
    return o;
  }
};

struct run_disc {
  template <class Space>
  outcome operator()(Space const& space, settings const& given, written by) const
  {
    std::int64_t const n = 4096, draws = given.scaled(2000);
    auto const states = create_xoroshiro128p_states(space, n, 12345);
    auto const hits = zeros<std::int64_t>(space, shape(n));
    outcome o;
    o.seconds = seconds_of(space, [&] {
      if (by == written::text)
        of_text("points_in_disc")(space, over(n), states, hits, draws);
      else
        launch(space, n, points_in_disc{states.ref(), hits.ref(), draws});
    });
    o.bits = bits_of(hits);
    double const pi = 4 * static_cast<double>(sum(hits).item()) / static_cast<double>(n * draws);
    o.right =
        std::abs(pi - std::numbers::pi) < 5 * 1.6422 / std::sqrt(static_cast<double>(n * draws));
    o.note = "pi is about " + std::to_string(pi);
    return o;
  }
};

struct softened {
  KOKKOS_FUNCTION double operator()(double x, double y) const { return (x - y) * (x - y); }
};
struct run_elementwise {
  template <class Space>
  outcome operator()(Space const& space, settings const& given, written by) const
  {
    std::int64_t const n = given.scaled(3000);
    auto const x = numbers<double>(space, shape(n, 1), 1);
    auto const y = numbers<double>(space, shape(n), 2);
    outcome o;
    array<double, 2, Space> z(space, shape(n, n));
    static jit::elementwise const from_text("double x, double y", "double z",
                                            "z = (x - y) * (x - y)", "softened");
    o.seconds = seconds_of(space, [&] {
      if (by == written::text)
        from_text(x, y, z);
      else
        z = elementwise(softened{}, x, y);
    });
    o.bits = bits_of(z);
    o.right = array_equal(z, (x - y) * (x - y));
    return o;
  }
};

/// The refusal's text, with this space's device, and that the space works on.
struct run_refused {
  template <class Space>
  outcome operator()(Space const& space, settings const&, written by) const
  {
    auto const x = zeros<std::int32_t>(space, shape(10));
    outcome o;
    auto const start = [&](launch_size const& size) {
      if (by == written::text)
        of_text("increment_in_strides")(space, size, x);
      else
        launch(space, size, increment_in_strides{x.ref()});
    };
    try {
      start({.grid = {1}, .block = {2048}});
    } catch (launch_error const& e) {
      o.note = e.message();
    }
    start({.grid = {1}, .block = {1024}});
    o.bits = bits_of(x);
    o.right = bool(all(x == 1)) &&
              o.note.starts_with("block size 2048 exceeds the limit of 1024 threads per block of ");
    return o;
  }
};

template <class F>
outcome on_space(std::string const& name, F const& f, settings const& given, written by)
{
  outcome o;
  dispatch(name, [&](auto const& space) { o = f(space, given, by); });
  return o;
}

struct lesson {
  char const *name, *what;
  outcome (*run)(std::string const& space, settings const& given, written by);
};
constexpr lesson lessons[] = {
    {"vecadd", "",
     [](auto const& s, auto const& g, written by) { return on_space(s, run_vecadd{}, g, by); }},
    {"increment", "",
     [](auto const& s, auto const& g, written by) {
       return on_space(s, run_increment{false}, g, by);
     }},
    {"grid_stride", "the same by 1000 blocks of 128",
     [](auto const& s, auto const& g, written by) {
       return on_space(s, run_increment{true}, g, by);
     }},
    {"device_function", "distances in the plane",
     [](auto const& s, auto const& g, written by) { return on_space(s, run_distances{}, g, by); }},
    {"tiled_matmul", "tiles in scratch",
     [](auto const& s, auto const& g, written by) { return on_space(s, run_matmul{}, g, by); }},
    {"absolute_sum", "a sum of each block's threads",
     [](auto const& s, auto const& g, written by) {
       return on_space(s, run_absolute_sum{}, g, by);
     }},
    {"grayscale", "a picture, in two dimensions",
     [](auto const& s, auto const& g, written by) { return on_space(s, run_grayscale{}, g, by); }},
    {"smooth", "a box, in three dimensions",
     [](auto const& s, auto const& g, written by) { return on_space(s, run_smooth{}, g, by); }},
    {"counts", "atomics in scratch and memory",
     [](auto const& s, auto const& g, written by) { return on_space(s, run_counts{}, g, by); }},
    {"pi", "points by xoroshiro128+",
     [](auto const& s, auto const& g, written by) { return on_space(s, run_disc{}, g, by); }},
    {"elementwise", "a function as a term",
     [](auto const& s, auto const& g, written by) {
       return on_space(s, run_elementwise{}, g, by);
     }},
    {"refused", "block size 2048",
     [](auto const& s, auto const& g, written by) { return on_space(s, run_refused{}, g, by); }},
};

int run(settings const& given)
{
  for (std::string const& name : given.only)
    if (std::none_of(std::begin(lessons), std::end(lessons),
                     [&](lesson const& l) { return l.name == name; })) {
      std::string message = "no kernel is called '" + name + "'; there are";
      for (lesson const& l : lessons) message += ' ' + std::string(l.name);
      throw std::invalid_argument(message);
    }
  if (given.plot && !given.only.empty() &&
      std::find(given.only.begin(), given.only.end(), "grayscale") == given.only.end())
    throw std::invalid_argument("--plot: it is grayscale's, which --only leaves out");
  if (given.plot) io::require_writable("--plot", *given.plot);
  runtime const running = apps::runtime_for(given.spaces);
  auto const names = apps::chosen_spaces(given.spaces);
  using apps::align;
  apps::text_table table(
      {{"kernel"}, {"space"}, {"written"}, {"time", align::right}, {"result"}, {"bits"}, {""}});
  std::vector<lesson> chosen;
  for (lesson const& l : lessons)
    if (given.only.empty() ||
        std::find(given.only.begin(), given.only.end(), l.name) != given.only.end())
      chosen.push_back(l);
  apps::progress_bar bar("kernels", static_cast<std::int64_t>(2 * names.size() * chosen.size()));
  bool good = true;
  for (lesson const& l : chosen) {
    std::optional<outcome> first;
    for (std::string const& space : names)
      for (written const by : {written::compiled, written::text}) {
        std::string const how = by == written::text ? "as text" : "compiled";
        bar.label(std::string(l.name) + " on " + space + ", " + how);
        bar.advance(0);
        outcome o;
        try {
          o = l.run(space, given, by);
        } catch (backend_error const& e) {
          if (by == written::compiled) throw;
          // no compiler is there, which the sentence says
          table.add_row({"", space, how, "", "not run", "", e.what()});
          bar.advance();
          continue;
        }
        bool const same = !first || o.bits == first->bits;
        good = good && same && o.right;
        table.add_row({first ? "" : l.name, first && by == written::text ? "" : space, how,
                       o.seconds > 0 ? apps::format_time(o.seconds) : "",
                       o.right ? "right" : "WRONG",
                       !first ? "reference"
                       : same ? "same"
                              : "DIFFERENT",
                       !first && o.note.empty()          ? l.what
                       : !first || o.note != first->note ? o.note
                                                         : ""});
        if (!first) first = o;
        bar.advance();
      }
  }
  bar.finish();
  table.print(std::cout);
  if (given.plot) std::cout << "\nthe picture: " << given.plot->string() << '\n';
  return good ? 0 : 1;
}

}  // namespace
}  // namespace acre::kernels

int main(int argc, char** argv)
{
  acre::kernels::settings given;
  CLI::App app(
      "The kernels of the usual GPU lessons, each on every space of this build, compiled with the "
      "program and from text while it runs: the results are checked and compared to the bit.",
      "kernels");
  app.footer(
      "Examples:\n"
      "  kernels                               all of them, on every space\n"
      "  kernels --space cuda --only vecadd    one, on a GPU\n"
      "  kernels --size 0.1 --plot grey.png    smaller, and the picture that grayscale made\n"
      "\n"
      "Exit status: 0 if all are right and agree, on every space and however written, 1 if not, 2 "
      "for a wrong call.");
  acre::apps::add_names(app, "--space", given.spaces,
                        "Spaces to run on, such as serial, openmp, cuda:1 (default: all)");
  acre::apps::add_names(app, "--only", given.only, "Kernels to run, by name (default: all)");
  app.add_option("--size", given.size, "How large, as a factor")
      ->check(acre::apps::between(1e-6, 100.0))
      ->capture_default_str()
      ->type_name("X");
  acre::apps::add_output(app, "--plot", given.plot, "Picture that grayscale made (PNG)");
  return acre::apps::run_program(app, argc, argv, [&] { return acre::kernels::run(given); });
}

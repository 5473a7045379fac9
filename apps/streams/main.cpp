// streams: data that goes through a device in parts, copied and computed at the same time on
// several queues, with a picture of when what ran.
#include <acre/array/creation.hpp>
#include <acre/array/pinned.hpp>
#include <acre/device/queue.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/picture/canvas.hpp>
#include <acre/picture/png.hpp>
#include <acre_apps/figure.hpp>
#include <acre_apps/program.hpp>
#include <acre_apps/table.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <iostream>

namespace acre::streams {
namespace {

struct settings : apps::plot_options {
  std::vector<std::string> spaces;
  std::int64_t parts = 12, size = 1 << 20, rounds = 4, queues = 3;

  settings() { plot = "streams.png"; }
};

enum kind { upload, compute, download };
constexpr std::array<char const*, 3> kind_name{"copy to the device", "compute", "copy back"};
constexpr std::array<picture::rgb, 3> kind_color{
    picture::rgb{31, 119, 180}, picture::rgb{214, 39, 40}, picture::rgb{44, 160, 44}};

/// One piece of work, in seconds from the beginning.
struct piece {
  kind what;
  std::size_t queue;
  double from, to;
};

struct measured {
  std::string space;
  std::size_t queues = 0;
  std::vector<piece> pieces;
  double seconds = 0;
  std::vector<float> result;

  double busy() const
  {
    double total = 0;
    for (piece const& p : pieces) total += p.to - p.from;
    return total;
  }
};

/// All parts through `queues` queues by turns; the last of three times is kept, when all memory has
/// been had before.
template <class Space>
measured pass(settings const& given, Space const& space, std::size_t queues)
{
  auto const input = empty_pinned<float>(space, shape(given.parts, given.size)),
             output = empty_pinned<float>(space, shape(given.parts, given.size));
  std::int64_t const count = given.parts * given.size;
  for (std::int64_t i = 0; i < count; ++i)
    input.data()[i] = static_cast<float>((i * 7919) % 100003) * 0x1p-16F;
  std::vector<Space> on;
  std::vector<array<float, 1, Space>> data;
  for (std::size_t q = 0; q < queues; ++q) {
    on.push_back(space.new_queue());
    data.push_back(empty<float>(on.back(), shape(given.size)));
  }

  measured m;
  for (int time = 0; time < 3; ++time) {
    struct marked {
      kind what;
      std::size_t queue;
      event from, to;
    };
    std::vector<marked> marks;
    for (auto const& each : on) each.fence();
    event const begin = space.record();
    for (auto const& each : on) each.wait_for(begin);
    for (std::int64_t part = 0; part < given.parts; ++part) {
      std::size_t const q = static_cast<std::size_t>(part) % queues;
      auto const& x = data[q];
      event const e0 = on[q].record();
      copy_async(x, input(part));
      event const e1 = on[q].record();
      for (std::int64_t round = 0; round < given.rounds; ++round)
        x(ALL) = sqrt(x * x + 1.0F) * exp(-x) + sin(x) * cos(x);
      event const e2 = on[q].record();
      copy_async(output(part), x);
      event const e3 = on[q].record();
      marks.push_back({upload, q, e0, e1});
      marks.push_back({compute, q, e1, e2});
      marks.push_back({download, q, e2, e3});
    }
    for (auto const& each : on) each.fence();
    m.pieces.clear();
    m.seconds = 0;
    for (marked const& k : marks) {
      m.pieces.push_back(
          {k.what, k.queue, elapsed_seconds(begin, k.from), elapsed_seconds(begin, k.to)});
      m.seconds = std::max(m.seconds, m.pieces.back().to);
    }
  }
  m.space = name_of(space);
  m.queues = queues;
  m.result.assign(output.data(), output.data() + count);
  return m;
}

struct run_on {
  settings const& given;
  std::vector<measured>& all;

  template <class Space>
  void operator()(Space const& space) const
  {
    all.push_back(pass(given, space, 1));
    if (given.queues > 1) all.push_back(pass(given, space, static_cast<std::size_t>(given.queues)));
  }
};

/// A row for each queue of each pass of one space, one time axis for all.
void draw(settings const& given, std::vector<measured> const& all)
{
  constexpr int width = 1100, row = 26, gap = 18;
  std::vector<measured const*> shown;
  for (measured const& m : all)
    if (m.space == all.back().space) shown.push_back(&m);
  double longest = 0;
  int height = gap;
  for (measured const* m : shown) {
    longest = std::max(longest, m->seconds);
    height += row * static_cast<int>(m->queues) + gap;
  }
  picture::canvas bars(width, height);
  apps::figure around;
  int top = gap;
  for (measured const* m : shown) {
    for (piece const& p : m->pieces) {
      auto const place = [&](double t) { return static_cast<int>((width - 1) * t / longest); };
      int const y = top + row * static_cast<int>(p.queue);
      for (int k = 2; k < row - 2; ++k)
        bars.line(place(p.from), y + k, std::max(place(p.from), place(p.to) - 1), y + k,
                  kind_color[p.what]);
    }
    for (std::size_t q = 0; q < m->queues; ++q) {
      int const middle = top + row * static_cast<int>(q) + row / 2;
      around.y.ticks.push_back({1 - static_cast<double>(middle) / (height - 1),
                                std::to_string(q + 1) + " of " + std::to_string(m->queues)});
    }
    top += row * static_cast<int>(m->queues) + gap;
  }
  around.title = std::to_string(given.parts) + " parts of " +
                 apps::format_bytes(static_cast<std::uint64_t>(given.size) * sizeof(float)) +
                 " on " + shown.front()->space;
  around.y.label = "queue";
  around.x = {"time / ms", apps::round_ticks(0, 1e3 * longest)};
  for (int k : {upload, compute, download})
    around.legend.emplace_back(kind_name[static_cast<std::size_t>(k)],
                               kind_color[static_cast<std::size_t>(k)]);
  auto const picture = around.around(width, height, bars.take());
  picture::write_png(given.plot, picture.width, picture.height, picture.rgb);
}

/// 0: all agree.
int report(settings const& given, std::vector<measured> const& all)
{
  using apps::align;
  apps::text_table table({{"space"},
                          {"queues", align::right},
                          {"copies and kernels", align::right},
                          {"took", align::right},
                          {"at the same time", align::right},
                          {"bits"}});
  bool agree = true;
  for (measured const& m : all) {
    bool const equal = std::memcmp(m.result.data(), all.front().result.data(),
                                   m.result.size() * sizeof(float)) == 0;
    agree = agree && equal;
    table.add_row({m.space, std::to_string(m.queues), apps::format_time(m.busy()),
                   apps::format_time(m.seconds), apps::formatted("%.2f", m.busy() / m.seconds),
                   &m == &all.front() ? "reference"
                   : equal            ? "same"
                                      : "DIFFERENT"});
  }
  table.print(std::cout);
  if (!given.no_plot) {
    draw(given, all);
    std::cout << "\nwhat ran when: " << given.plot.string() << '\n';
  }
  if (!agree) std::cout << "\nThe results disagree.\n";
  return agree ? 0 : 1;
}

void describe(CLI::App& app, settings& given)
{
  app.footer(
      "Examples:\n"
      "  streams                           every space of this build, one queue and three\n"
      "  streams --space cuda --queues 4   four streams of a GPU\n"
      "\n"
      "\"at the same time\" is the time of all copies and kernels over the time that all took: 1\n"
      "where one waits for the other, as on a CPU, whose work is done when a call returns.\n"
      "\n"
      "Exit status: 0 if all spaces gave the same bits, 1 if not, 2 for a wrong call.");
  auto const number = [&](char const* name, std::int64_t& value, std::int64_t most,
                          char const* about) {
    app.add_option(name, value, about)
        ->transform(apps::count(1, most))
        ->capture_default_str()
        ->type_name("N");
  };
  number("--parts", given.parts, 1000, "How many parts the data has");
  number("--size", given.size, 1 << 28, "Numbers (float32) of a part");
  number("--rounds", given.rounds, 10000, "How often a part is computed with");
  number("--queues", given.queues, 32, "Queues, beside one alone");
  apps::add_names(app, "--space", given.spaces,
                  "Spaces to run on, such as serial, openmp, cuda:1 (default: all)");
  given.add_plot(app, "what ran when on the last space");
}

int run(settings const& given)
{
  apps::require_outputs({given.plot_file()});
  runtime const running = apps::runtime_for(given.spaces);
  std::vector<measured> all;
  for (std::string const& name : apps::chosen_spaces(given.spaces))
    dispatch(name, run_on{given, all});
  return report(given, all);
}

}  // namespace
}  // namespace acre::streams

int main(int argc, char** argv)
{
  acre::streams::settings given;
  CLI::App app(
      "Sends data through a device in parts: to it, through some arithmetic, and back, with one "
      "queue "
      "and with several, whose copies and kernels run at the same time on a GPU.",
      "streams");
  acre::streams::describe(app, given);
  return acre::apps::run_program(app, argc, argv, [&] { return acre::streams::run(given); });
}

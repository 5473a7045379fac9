// scale: what the operations of acre::distributed send on up to 100000 processes, and how long that
// takes by a model of the network.
#include <acre/device/runtime.hpp>
#include <acre/io/atomic_file.hpp>
#include <acre/picture/log_chart.hpp>
#include <acre/picture/png.hpp>
#include <acre/version.hpp>
#include <acre_apps/program.hpp>
#include <acre_apps/progress.hpp>
#include <acre_apps/table.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fit.hpp"
#include "operations.hpp"
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace acre::scale {
namespace {

struct settings : apps::plot_options {
  std::vector<int> processes{1, 2, 3, 4, 7, 16, 64, 256, 1024, 4096, 10000};
  std::vector<std::string> only;
  sizes n;
  std::string network = "h200";
  std::optional<std::filesystem::path> json, fit;

  settings() { plot = "scale.png"; }
};

/// Costs by operation and number of processes, each computed once.
class survey {
 public:
  survey(settings const& given, parameters const& p) : given_(given), p_(p) {}

  /// None where the machine has no memory for so many.
  std::optional<cost> of(operation const& op, int processes)
  {
    if (!op.takes(processes)) return {};
    auto const key = std::pair(op.name, processes);
    auto const [at, is_new] = known_.try_emplace(key);
    if (is_new) at->second = cost_of(op, processes, given_.n, p_);
    return at->second;
  }
  double all_reduce(int processes) const { return all_reduce_seconds(p_, processes, 8); }

 private:
  settings const& given_;
  parameters const& p_;
  std::map<std::pair<std::string, int>, cost> known_;
};

std::vector<operation const*> chosen(settings const& given)
{
  std::vector<operation const*> list;
  for (operation const& op : operations())
    if (given.only.empty() || std::ranges::find(given.only, op.name) != given.only.end())
      list.push_back(&op);
  for (std::string const& name : given.only)
    if (std::ranges::find(operations(), name, &operation::name) == operations().end()) {
      std::string names;
      for (operation const& op : operations()) names += (names.empty() ? "" : "; ") + op.name;
      throw value_error("--only: there is no " + name + " among: " + names);
    }
  return list;
}

std::string most_of_all(std::int64_t most, std::int64_t all)
{
  return apps::format_count(most) + " / " + apps::format_count(all);
}

/// Of the powers of two up to `most`: where the operation costs 30 % more than an all-reduce of 8
/// bytes.
std::vector<int> dearer(survey& of, operation const& op, int most)
{
  std::vector<int> at;
  for (int p = 2; p <= most && op.takes(p); p *= 2)
    if (of.of(op, p)->seconds >= 1.3 * of.all_reduce(p)) at.push_back(p);
  return at;
}

/// The last of them, if it is `most` or so, back to the first one beside it: from there on it is.
std::optional<int> dearer_from(std::vector<int> const& at, int most)
{
  if (at.empty() || at.back() * 2 <= most) return {};
  int from = at.back();
  while (std::ranges::find(at, from / 2) != at.end()) from /= 2;
  return from;
}

std::string listed(std::vector<int> const& numbers)
{
  std::string text;
  for (int const n : numbers) text += (text.empty() ? "" : ", ") + apps::format_count(n);
  return text;
}

void draw(settings const& given, survey& of, std::vector<std::string> const& names, int most)
{
  constexpr picture::rgb colors[] = {{31, 119, 180},  {214, 39, 40},  {44, 160, 44},
                                     {148, 103, 189}, {255, 127, 14}, {23, 190, 207}};
  picture::log_chart chart;
  chart.title = "Messages of acre::distributed";
  chart.x_label = "processes";
  chart.y_label = "µs by the model";
  picture::log_chart::line bare{"all-reduce of 8 bytes", {120, 120, 120}, {}, false};
  for (int p = 2; p <= most; p *= 2) bare.points.emplace_back(p, of.all_reduce(p) * 1e6);
  chart.lines.push_back(bare);
  std::size_t color = 0;
  for (operation const& op : operations()) {
    if (std::ranges::find(names, op.name) == names.end()) continue;
    picture::log_chart::line line{op.name, colors[color++ % std::size(colors)], {}, false};
    for (int p = 2; p <= most; p *= 2)
      if (auto const c = of.of(op, p)) line.points.emplace_back(p, c->seconds * 1e6);
    chart.lines.push_back(std::move(line));
    if (op.name != "sum, large") continue;
    if (auto const from = dearer_from(dearer(of, op, most), most))
      chart.lines.push_back({"30 % more than an all-reduce, from " + std::to_string(*from) + " on",
                             {0, 0, 0},
                             {{*from, of.of(op, *from)->seconds * 1e6}},
                             true});
  }
  picture::write_png(given.plot, 960, 640, chart.draw(960, 640));
}

nlohmann::ordered_json to_json(counts const& c)
{
  return {{"messages", c.messages},
          {"sent_bytes", c.sent},
          {"received_bytes", c.received},
          {"joint_calls", c.joint_calls}};
}

int report(settings const& given)
{
  using apps::align;
  parameters const p = network_named(given.network);
  auto const list = chosen(given);
  int const most = *std::ranges::max_element(given.processes);
  survey of(given, p);
  {
    apps::progress_bar bar("scale",
                           static_cast<std::int64_t>(list.size() * given.processes.size()));
    for (operation const* op : list)
      for (int const count : given.processes) {
        bar.label(op->name + " on " + std::to_string(count));
        of.of(*op, count);
        bar.advance();
      }
  }
  apps::text_table table({{"operation"},
                          {"processes", align::right},
                          {"joint calls", align::right},
                          {"messages", align::right},
                          {"bytes sent", align::right},
                          {"received", align::right},
                          {"time", align::right},
                          {"all-reduces", align::right}});
  nlohmann::ordered_json j{{"build", build_info()},
                           {"elements", given.n.elements},
                           {"large", given.n.large},
                           {"network", nlohmann::ordered_json::parse(to_json(p))}};
  j["operations"] = nlohmann::ordered_json::array();
  for (operation const* op : list) {
    if (op != list.front()) table.add_rule();
    for (int const count : given.processes) {
      auto const c = of.of(*op, count);
      std::string const name = count == given.processes.front() ? op->name : "";
      if (!c) {
        table.add_row({name, apps::format_count(count), "–"});
        continue;
      }
      double const bare = of.all_reduce(count);
      table.add_row({name, apps::format_count(count), apps::format_count(c->most.joint_calls),
                     most_of_all(c->most.messages, c->all.messages),
                     most_of_all(c->most.sent, c->all.sent), apps::format_count(c->most.received),
                     apps::format_time(c->seconds),
                     bare > 0 ? apps::formatted("%.2f", c->seconds / bare) : ""});
      j["operations"].push_back({{"operation", op->name},
                                 {"processes", count},
                                 {"most_of_one", to_json(c->most)},
                                 {"all", to_json(c->all)},
                                 {"seconds", c->seconds},
                                 {"all_reduce_seconds", bare}});
    }
  }
  std::cout << apps::format_count(given.n.elements) << " elements of float64 a process, "
            << apps::format_count(given.n.large) << " of the large sum; " << p.source
            << "\nmessages and bytes: of the process that has most / of all; received: of the "
               "process that has most\n\n";
  table.print(std::cout);
  std::cout << '\n';
  for (operation const* op : list) {
    if (op->name != "sum" && op->name != "sum, large") continue;
    auto const at = dearer(of, *op, most);
    std::cout << op->name << " costs 30 % more than an all-reduce of 8 bytes, of the powers of two "
              << "up to " << apps::format_count(most) << ", on "
              << (at.empty() ? "none" : listed(at)) << '\n';
    j["costs_30_percent_more"][op->name] = at;
  }
  if (!given.no_plot && most >= 2) {
    std::vector<std::string> names;
    for (operation const* op : list)
      for (char const* drawn : {"sum", "sum, large", "argmax", "cumsum", "exchange, slabs", "sort"})
        if (op->name == drawn) names.push_back(op->name);
    draw(given, of, names, most);
    std::cout << "\ntimes by the number of processes: " << given.plot.string() << '\n';
  }
  if (given.json) io::write_text_file(*given.json, j.dump(2) + '\n');
  return 0;
}

void describe(CLI::App& app, settings& given)
{
  app.footer(
      "Examples:\n"
      "  scale                                 all operations on 1 to 10000 processes\n"
      "  scale --processes 100000 --only sum   one, on 100000\n"
      "  mpiexec -n 4 scale --fit fit.json     measures a network's parameters\n"
      "  scale --network fit.json              times by these\n"
      "\n"
      "Exit status: 0, or 2 for a wrong call.");
  app.add_option("--processes", given.processes, "How many virtual processes, with commas between")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(apps::between(1, 100000))
      ->capture_default_str();
  app.add_option("--elements", given.n.elements, "Elements of each process")
      ->transform(apps::count(1, std::int64_t{1} << 30))
      ->capture_default_str();
  app.add_option("--large", given.n.large,
                 "Elements of each process of a sum whose tiles are counted and not computed")
      ->transform(apps::count(1, std::int64_t{1} << 40))
      ->capture_default_str();
  app.add_option("--only", given.only, "These operations, with semicolons between")
      ->delimiter(';')
      ->allow_extra_args(false)
      ->type_name("NAME");
  app.add_option("--network", given.network,
                 "h200 (two of a host over NCCL), host (MPICH, processes of a host), cluster (2 µs, 25 GB/s) "
                 "or a file of --fit")
      ->capture_default_str();
  apps::add_output(app, "--fit", given.fit,
                   "Under mpiexec: measures messages, and writes their parameters there");
  apps::add_output(app, "--json", given.json, "Also writes the results as JSON");
  given.add_plot(app, "times by the number of processes");
}

int run(settings const& given, int argc, char** argv)
{
  if (given.fit) return fit_under_mpi(argc, argv, *given.fit);
  apps::require_outputs({given.plot_file(), {"--json", given.json}});
  runtime const running;
  return report(given);
}

}  // namespace
}  // namespace acre::scale

int main(int argc, char** argv)
{
  acre::scale::settings given;
  CLI::App app(
      "Counts the messages of distributed arrays' operations on virtual processes, to the byte, "
      "and "
      "tells how long they take by the LogGOPS model of a network.",
      "scale");
  acre::scale::describe(app, given);
  return acre::apps::run_program(app, argc, argv,
                                 [&] { return acre::scale::run(given, argc, argv); });
}

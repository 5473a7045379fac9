// tour: every kind of work that acre does, on every space of this build, each result checked
// against serial's bit by bit.
#include <acre/device/runtime.hpp>
#include <acre/io/atomic_file.hpp>
#include <acre/picture/png.hpp>
#include <acre/version.hpp>
#include <acre_apps/chosen_spaces.hpp>
#include <acre_apps/command_line.hpp>
#include <acre_apps/progress.hpp>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "collisions.hpp"
#include "report.hpp"
#include "workload.hpp"
#include <CLI/CLI.hpp>

namespace acre::tour {
namespace {

struct options {
  std::vector<std::string> spaces, only;
  std::string device;  // --acre-space, for its device number
  context given;
  std::filesystem::path out = "tour-out";
  std::optional<std::filesystem::path> json;
  bool list = false;
};

std::vector<workload> all_workloads()
{
  std::vector<workload> list;
  add_topography(list);
  add_relief(list);
  add_sea_temperature(list);
  add_events(list);
  add_elementwise(list);
  add_random(list);
  add_reductions(list);
  add_sort(list);
  add_heat(list);
  add_mandelbrot(list);
  add_indices(list);
  return list;
}

/// The workloads named, by whole name or group. Throws std::invalid_argument listing the names.
std::vector<workload> chosen(std::vector<workload> const& all,
                             std::vector<std::string> const& names)
{
  if (names.empty()) return all;
  for (std::string const& name : names)
    if (std::none_of(all.begin(), all.end(),
                     [&](workload const& w) { return w.name == name || w.group() == name; })) {
      std::string message = "no workload is called '" + name + "'; there are";
      for (workload const& w : all) message += ' ' + w.name;
      throw std::invalid_argument(message);
    }
  std::vector<workload> picked;
  for (workload const& w : all)
    if (std::any_of(names.begin(), names.end(),
                    [&](std::string const& n) { return w.name == n || w.group() == n; }))
      picked.push_back(w);
  return picked;
}

/// Made input for which a space or the host has no memory.
struct too_large : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class guide {
 public:
  guide(options const& o, std::vector<workload> const& workloads, std::vector<std::string> spaces)
      : options_(o),
        spaces_(std::move(spaces)),
        bar_("tour", static_cast<std::int64_t>(workloads.size() * spaces_.size()))
  {
    report_.build = build_info();
    report_.size = o.given.size;
    for (space_info const& s : acre::spaces())
      if (std::find(spaces_.begin(), spaces_.end(), s.name) != spaces_.end())
        for (device_info const& d : s.devices)
          report_.devices.push_back(s.name + ':' + std::to_string(d.index) + "  " + d.name + ", " +
                                    std::to_string(d.multiprocessors) +
                                    (d.compute_capability.empty() ? " thread" : " multiprocessor") +
                                    (d.multiprocessors == 1 ? "" : "s"));
    for (workload const& w : workloads) visit(w);
    bar_.finish();
  }
  report const& result() const { return report_; }

 private:
  /// Runs a workload on serial and then on the spaces asked for, with made input halved until all
  /// of them have the memory.
  void visit(workload const& w)
  {
    context given = options_.given;
    std::size_t const rows = report_.rows.size();
    std::string note;
    for (;; given.size /= 2) {
      report_.rows.resize(rows);
      try {
        run(w, given, note);
        return;
      } catch (too_large const& e) {
        if (given.size < options_.given.size / 1000) {
          report_.rows.resize(rows);
          report_.rows.push_back(row_of(w, "", standing::failed, e.what()));
          return;
        }
        note = "made smaller to fit: " + std::string(e.what());
      }
    }
  }

  static row row_of(workload const& w, std::string space, standing status, std::string note)
  {
    row line;
    line.workload = w.name;
    line.space = std::move(space);
    line.status = status;
    line.note = std::move(note);
    return line;
  }

  void run(workload const& w, context const& given, std::string const& note)
  {
    section s{w.name, {}, {}, {}};
    std::optional<outcome> reference;
    std::int64_t const done = bar_done_;
    std::vector<std::string> order{"serial"};
    for (std::string const& space : spaces_)
      if (space != "serial") order.push_back(space);
    for (std::string const& space : order) {
      bool const shown = std::find(spaces_.begin(), spaces_.end(), space) != spaces_.end();
      bar_.label(w.name + " on " + space);
      bar_.update(bar_done_);
      row line = row_of(w, space, standing::left_out, note);
      try {
        outcome got = w.run(space, given);
        line.seconds = got.seconds;
        line.bytes = got.bytes;
        line.status = standing::reference;
        if (reference) {
          line.versus_serial = compare(*reference, got);
          line.status = line.versus_serial.same ? standing::same : standing::different;
        }
        s.result = got.result;
        s.spaces.push_back(space);
        s.messages.push_back(got.messages);
        if (!reference) reference = std::move(got);
      } catch (out_of_memory const& e) {
        bar_done_ = done;
        throw too_large{e.what()};
      } catch (std::bad_alloc const&) {
        bar_done_ = done;
        throw too_large{"the host has no memory for a copy of the result"};
      } catch (unavailable const& e) {
        bar_done_ = done + static_cast<std::int64_t>(spaces_.size());
        report_.rows.push_back(row_of(w, "", standing::left_out, e.what()));
        return;
      } catch (std::exception const& e) {
        line.status = standing::failed;
        line.note = e.what();
      }
      if (shown || line.status == standing::failed) report_.rows.push_back(std::move(line));
      if (shown) ++bar_done_;
      if (!reference) break;  // there is nothing to compare with
    }
    report_.sections.push_back(std::move(s));
    if (reference && w.draw) draw(w, *reference);
  }

  void draw(workload const& w, outcome const& o)
  {
    std::filesystem::create_directories(options_.out);
    for (picture const& p : w.draw(o)) {
      acre::picture::write_png(options_.out / p.file, p.width, p.height, p.rgb);
      report_.pictures.push_back(options_.out / p.file);
    }
  }

  options const& options_;
  std::vector<std::string> spaces_;
  report report_;
  apps::progress_bar bar_;
  std::int64_t bar_done_ = 0;
};

void describe(CLI::App& app, options& o)
{
  app.footer(
      "Examples:\n"
      "  tour                              everything, on every space\n"
      "  tour --list                       what there is\n"
      "  tour --only topography,sort       two groups of workloads\n"
      "  tour --space cuda --size 0.1      a tenth of the made input, on one space\n"
      "\n"
      "Exit status: 0 if all results agree, 1 if any differs or fails, 2 for a wrong call.");
  apps::add_names(app, "--space", o.spaces,
                  "Spaces to run on, such as serial, openmp, cuda:1 (default: all)");
  apps::add_names(app, "--only", o.only,
                  "Workloads to run, by name or by what stands before the dot");
  app.add_option("--size", o.given.size, "Factor on the sizes of made input")
      ->check(apps::between(1e-9, context::largest_size))
      ->capture_default_str()
      ->type_name("FACTOR");
  app.add_option(
         "--data", o.given.data,
         "Folder with etopo5.cdf and coads_climatology.cdf (default: Debian's ferret-datasets)")
      ->check(CLI::ExistingDirectory)
      ->type_name("DIR");
  app.add_option(
         "--events", o.given.events,
         "Folder with collision events (electron_offsets.npy, electron_pt.npy and so on, or "
         "lepton_...), or with folders of them: the largest is taken")
      ->check(CLI::ExistingDirectory)
      ->type_name("DIR");
  apps::add_output(app, "--out", o.out, "Folder for the pictures")
      ->capture_default_str()
      ->type_name("DIR");
  apps::add_output(app, "--json", o.json, "Also writes the table as JSON");
  app.add_option("--acre-space", o.device, "Device that a space uses, such as cuda:1")
      ->type_name("NAME:N");
  app.add_flag("--list", o.list, "Lists the workloads and ends");
}

int take_tour(options& o)
{
  auto const all = all_workloads();
  if (o.list) {
    for (workload const& w : all) std::printf("%-22s %s\n", w.name.c_str(), w.about.c_str());
    return 0;
  }
  auto const workloads = chosen(all, o.only);
  if (o.given.events) o.given.events = find_collisions(*o.given.events);
  if (o.json) io::require_writable("--json", *o.json);
  if (std::any_of(workloads.begin(), workloads.end(), [](workload const& w) { return !!w.draw; }))
    io::require_writable_folder("--out", o.out);
  runtime const running = apps::runtime_for(o.spaces, o.device);

  guide const g(o, workloads, apps::chosen_spaces(o.spaces));
  print(std::cout, g.result());
  if (o.json) write_json(*o.json, g.result());
  return g.result().all_agree() ? 0 : 1;
}

}  // namespace
}  // namespace acre::tour

int main(int argc, char** argv)
{
  acre::tour::options o;
  CLI::App app(
      "Shows what acre does, on real data and on made data: each workload on every space of this "
      "build, each result checked against serial's bit by bit.",
      "tour");
  acre::tour::describe(app, o);
  return acre::apps::run_program(app, argc, argv, [&] { return acre::tour::take_tour(o); });
}

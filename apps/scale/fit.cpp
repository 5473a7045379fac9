#include "fit.hpp"

#include <acre/device/runtime.hpp>
#include <acre/distributed/processes.hpp>
#include <acre/error.hpp>
#include <acre/io/atomic_file.hpp>
#include <acre_apps/outputs.hpp>
#include <acre_apps/table.hpp>
#include <acre_apps/timing.hpp>
#ifdef ACRE_SCALE_MPI
#include <acre_apps/mpi_program.hpp>
#endif

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iostream>
#include <limits>

#include "operations.hpp"
#include <nlohmann/json.hpp>

namespace acre::scale {

namespace {

/// a and b of least squares of (u a + v b - t) / t.
struct line {
  double uu = 0, uv = 0, vv = 0, ut = 0, vt = 0, tt = 0;
  void add(double u, double v, double t, double scale)
  {
    u /= scale, v /= scale, t /= scale;
    uu += u * u, uv += u * v, vv += v * v, ut += u * t, vt += v * t, tt += t * t;
  }
  double a() const { return (ut * vv - vt * uv) / (uu * vv - uv * uv); }
  double b() const { return (vt * uu - ut * uv) / (uu * vv - uv * uv); }
  double residual() const { return tt - a() * ut - b() * vt; }
};

}  // namespace

parameters fitted(measured_messages const& m, std::string source)
{
  parameters best;
  best.source = std::move(source);
  best.o = std::min(m.send_of_one, m.one_way.front().second / 2);
  best.g = std::max(m.between, best.o);
  double least = std::numeric_limits<double>::infinity(), a = 0, b = 0;
  // a message above the threshold asks before: 2 (L + o), which is 2 a - 2 o for a = L + 2 o
  for (std::size_t k = 1; k <= m.one_way.size(); ++k) {
    line l;
    for (std::size_t i = 0; i < m.one_way.size(); ++i) {
      auto const [bytes, seconds] = m.one_way[i];
      double const asks = i >= k ? 1 : 0;
      l.add(1 + 2 * asks, beyond_first(bytes), seconds + 2 * best.o * asks, seconds);
    }
    if (l.residual() >= 0.9 * least || l.a() <= 0) continue;  // no threshold without a reason
    if (k < m.one_way.size() && l.b() < 0) continue;
    least = l.residual();
    a = l.a();
    b = std::max(l.b(), 0.0);
    best.S = k < m.one_way.size() ? m.one_way[k - 1].first : parameters().S;
  }
  double const most = beyond_first(m.one_way.back().first);
  best.L = std::max(a - 2 * best.o, 0.0);
  best.O = most > 0 ? std::clamp((m.send_of_most - m.send_of_one) / most, 0.0, b) : 0;
  best.G = b - best.O;
  return best;
}

std::string to_json(parameters const& p)
{
  nlohmann::ordered_json const j{{"source", p.source}, {"L", p.L}, {"o", p.o}, {"g", p.g},
                                 {"G", p.G},           {"O", p.O}, {"S", p.S}};
  return j.dump(2) + '\n';
}

parameters network_named(std::string const& name)
{
  if (name == "h200") return nccl_h200();
  if (name == "host") return mpich_host();
  if (name == "cluster") return network();
  std::ifstream in(name);
  if (!in)
    throw value_error("--network: " + name +
                      " is neither h200, host nor cluster, nor a file that can be read");
  try {
    auto const j = nlohmann::json::parse(in);
    parameters p;
    j.at("source").get_to(p.source);
    j.at("L").get_to(p.L);
    j.at("o").get_to(p.o);
    j.at("g").get_to(p.g);
    j.at("G").get_to(p.G);
    j.at("O").get_to(p.O);
    j.at("S").get_to(p.S);
    return p;
  } catch (nlohmann::json::exception const& e) {
    throw value_error("--network: " + name + " has no parameters: " + e.what());
  }
}

#ifdef ACRE_SCALE_MPI

namespace {

namespace dist = acre::distributed;
using backends::byte_message;

double now()
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double median(std::vector<double> samples) { return apps::summarize(std::move(samples)).median; }

/// Process 0 and the last one send each other messages; what process 0 has seen.
measured_messages measure_messages(dist::processes const& all)
{
  auto& by = dist::detail::access::of(all);
  int const me = all.rank(), other = all.size() - 1;
  constexpr int tag = 20;
  measured_messages m;
  std::vector<double> of_one, of_most;
  std::vector<std::int64_t> const lengths{1,       64,      512,     4096,   16384,
                                          1 << 16, 1 << 18, 1 << 20, 1 << 22};
  for (std::int64_t const bytes : lengths) {
    int const repeats = bytes <= 1 << 16 ? 200 : 30;
    std::vector<double> half;
    all.barrier();
    for (int k = 0; k < repeats; ++k) {
      byte_message message(static_cast<std::size_t>(bytes));
      if (me == 0) {
        double const start = now();
        by.send(other, tag, std::move(message));
        double const sent = now();
        by.receive(other, tag);
        half.push_back((now() - start) / 2);
        if (bytes == lengths.front()) of_one.push_back(sent - start);
        if (bytes == lengths.back()) of_most.push_back(sent - start);
      } else if (me == other) {
        by.send(0, tag, by.receive(0, tag));
      }
    }
    if (me == 0) m.one_way.emplace_back(bytes, median(std::move(half)));
  }
  constexpr int burst = 33;
  std::vector<double> one, many;
  for (int k = 0; k < 100; ++k)
    for (int const count : {1, burst}) {
      all.barrier();
      if (me == 0) {
        double const start = now();
        for (int i = 0; i < count; ++i) by.send(other, tag, byte_message(1));
        by.receive(other, tag);
        (count == 1 ? one : many).push_back(now() - start);
      } else if (me == other) {
        for (int i = 0; i < count; ++i) by.receive(0, tag);
        by.send(0, tag, byte_message(1));
      }
    }
  if (me == 0) {
    m.between = std::max(0.0, (median(std::move(many)) - median(std::move(one))) / (burst - 1));
    m.send_of_one = median(std::move(of_one));
    m.send_of_most = median(std::move(of_most));
  }
  return m;
}

/// Seconds of the process that is last, the median of some.
double measure(dist::processes const& all, operation const& op, sizes const& n)
{
  auto const work = op.prepare(all, n);
  std::vector<double> samples;
  for (int k = 0; k < 31; ++k) {
    all.barrier();
    double const start = now();
    work();
    double const mine = now() - start;
    byte_message message(sizeof mine);
    std::memcpy(message.data(), &mine, sizeof mine);
    auto const told = dist::detail::access::of(all).all_gather(std::move(message));
    double last = 0;
    for (auto const& m : *told) {
      double theirs = 0;
      std::memcpy(&theirs, m.data(), sizeof theirs);
      last = std::max(last, theirs);
    }
    if (k > 0) samples.push_back(last);
  }
  return median(std::move(samples));
}

int fit(dist::processes const& all, std::filesystem::path const& file)
{
  runtime const running;
  if (all.size() < 2)
    throw value_error("--fit: one process sends nothing: mpiexec -n 2 scale --fit " +
                      file.string());
  auto const m = measure_messages(all);
  std::vector<double> seconds;
  for (operation const& op : operations()) seconds.push_back(measure(all, op, sizes()));
  if (all.rank() == 0) {
    auto const p = fitted(m, "fitted: MPI, " + std::to_string(all.size()) + " processes");
    io::write_text_file(file, to_json(p));
    std::cout << "L " << apps::format_time(p.L) << ", o " << apps::format_time(p.o) << ", g "
              << apps::format_time(p.g) << ", G " << apps::formatted("%.3g", p.G * 1e9)
              << " ns/byte, O " << apps::formatted("%.3g", p.O * 1e9) << " ns/byte, S "
              << (p.S == parameters().S ? "none" : std::to_string(p.S) + " bytes") << ": "
              << file.string() << "\n\n";
    using apps::align;
    apps::text_table messages(
        {{"bytes", align::right}, {"one way", align::right}, {"model", align::right}});
    for (auto const& [bytes, took] : m.one_way)
      messages.add_row({apps::format_count(bytes), apps::format_time(took),
                        apps::format_time(message_seconds(p, bytes))});
    messages.print(std::cout);
    std::cout << '\n';
    apps::text_table table({{"on " + std::to_string(all.size()) + " processes"},
                            {"measured", align::right},
                            {"messages by the model", align::right}});
    for (std::size_t k = 0; k < seconds.size(); ++k) {
      operation const& op = operations()[k];
      table.add_row({op.name, apps::format_time(seconds[k]),
                     apps::format_time(cost_of(op, all.size(), sizes(), p).seconds)});
    }
    table.print(std::cout);
  }
  all.barrier();
  return 0;
}

}  // namespace

int fit_under_mpi(int argc, char** argv, std::filesystem::path const& file)
{
  apps::require_outputs({{"--fit", file}});
  return apps::run_under_mpi(argc, argv,
                             [&](dist::processes const& all) { return fit(all, file); });
}

#else

int fit_under_mpi(int, char**, std::filesystem::path const&)
{
  throw value_error("--fit: the program was built without MPI (Debian: libopenmpi-dev)");
}

#endif

}  // namespace acre::scale

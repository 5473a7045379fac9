#include <acre/array/array.hpp>
#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace acre {

namespace {

/// Empty without a choice.
std::string& choice()
{
  static std::string name;
  return name;
}

template <class... Gpu>
bool is_gpu(detail::type_list<host, Gpu...>, [[maybe_unused]] std::string_view name)
{
  return ((name == Gpu::name) || ...);
}

/// The option by which Kokkos starts as "openmp:4" and "cuda:1" ask for; empty for a name alone and
/// for what parse_space() will refuse.
std::string kokkos_option(std::string const& wanted)
{
  auto const colon = wanted.find(':');
  if (colon == std::string::npos) return {};
  std::string const name = wanted.substr(0, colon), number = wanted.substr(colon + 1);
  int value = 0;
  auto const [end, status] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (status != std::errc() || end != number.data() + number.size() || value < 1) return {};
  auto const* const kind = backends::host::kind_named(name.c_str());
  if (kind && kind->of_threads && value <= backends::host::most_threads())
    return "--kokkos-num-threads=" + number;
  if (is_gpu(all_spaces(), name)) return "--kokkos-device-id=" + number;
  return {};
}

/// Computes there from now on where no space is named. Throws backend_error for what is not there.
void choose(std::string const& wanted, bool owns_kokkos)
{
  auto const [name, number] = parse_space(wanted);
  if (auto const* const kind = backends::host::kind_named(name.c_str())) {
    if (number && *number != kind->threads())
      throw backend_error("acre::runtime: " + wanted + " was chosen, but Kokkos " +
                          (owns_kokkos ? "started" : "runs already") + " with " +
                          std::to_string(kind->threads()) + " threads; " +
                          (owns_kokkos
                               ? "look at OMP_THREAD_LIMIT"
                               : "make the acre::runtime before Kokkos::initialize, or arrays on "
                                 "acre::openmp(" +
                                     std::to_string(*number) + ")"));
    if (auto* const before = host::running_queue()) before->fence();  // its errors are thrown
    backends::host::choose(*kind);
  }
  choice() = name;
}

/// Removes --acre-space=X or --acre-space X from the arguments; the last one counts. Throws
/// backend_error where none is named.
std::string take_argument(int& argc, char** argv)
{
  std::string value;
  constexpr std::string_view option = "--acre-space";
  int kept = 0;
  for (int i = 0; i < argc; ++i) {
    std::string_view const argument = argv[i];
    if (argument == option && i + 1 == argc)
      throw backend_error(
          "acre::runtime: --acre-space wants the name of a space behind it, such as openmp or "
          "cuda:1");
    if (argument == option)
      value = argv[++i];
    else if (argument.starts_with(option) && argument.substr(option.size()).starts_with('='))
      value = argument.substr(option.size() + 1);
    else
      argv[kept++] = argv[i];
  }
  argc = kept;
  argv[argc] = nullptr;
  return value;
}

/// Kokkos::initialize, which takes its own arguments out, without its advice on OMP_PROC_BIND,
/// which would greet every user of every program who sets nothing. No thread runs elsewhere than
/// before: OpenMP has read its environment by now, or takes from "false" what it does by itself
/// where nothing about places is said. Kokkos' other warnings stay.
void start_kokkos(int& argc, char** argv)
{
  char const* const advised = "OMP_PROC_BIND";
  bool says_nothing = true;
  for (char const* name : {advised, "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"})
    says_nothing = says_nothing && !std::getenv(name);
  if (says_nothing) setenv(advised, "false", 1);
  try {
    Kokkos::initialize(argc, argv);
  } catch (...) {
    if (says_nothing) unsetenv(advised);
    throw;
  }
  if (says_nothing) unsetenv(advised);
}

}  // namespace

runtime::runtime(int& argc, char** argv)
{
  if (Kokkos::is_finalized())
    throw backend_error(
        "acre::runtime: Kokkos has ended (with an earlier acre::runtime or by Kokkos::finalize) "
        "and starts only once in a process; make one acre::runtime at the beginning of main");
  std::string wanted = take_argument(argc, argv);
  if (char const* const from_environment = std::getenv("ACRE_SPACE");
      wanted.empty() && from_environment)
    wanted = from_environment;
  if (!Kokkos::is_initialized()) {
    std::string option = kokkos_option(wanted);
    // its own alone: it would answer --help, too
    auto const ours = std::stable_partition(argv, argv + argc, [](std::string_view argument) {
      return !argument.starts_with("--kokkos-");
    });
    std::vector<char*> arguments(ours, argv + argc);
    if (!option.empty()) arguments.push_back(option.data());
    int count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    start_kokkos(count, arguments.data());
    argc = static_cast<int>(std::copy_n(arguments.begin(), count, ours) - argv);
    argv[argc] = nullptr;
    owns_kokkos_ = true;
  }
  if (wanted.empty()) return;
  try {
    choose(wanted, owns_kokkos_);
  } catch (...) {
    if (owns_kokkos_) Kokkos::finalize();
    throw;
  }
}

runtime::runtime()
{
  int argc = 0;
  char* argv[] = {nullptr};
  runtime started(argc, argv);
  owns_kokkos_ = std::exchange(started.owns_kokkos_, false);
}

runtime::~runtime()
{
  if (owns_kokkos_) Kokkos::finalize();
}

std::string chosen_space()
{
  if (!choice().empty()) return choice();
  return std::is_same_v<default_space, host> ? backends::host::chosen_kind().name
                                             : default_space::name;
}

}  // namespace acre

#include <acre/array/array.hpp>
#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>

#include <Kokkos_Core.hpp>

#include <cstdlib>
#include <string_view>

namespace acre {

namespace {

std::string& choice()
{
  static std::string name = default_space::name;
  return name;
}

/// Removes --acre-space=X or --acre-space X from the arguments; the last one counts.
std::string take_argument(int& argc, char** argv)
{
  std::string value;
  constexpr std::string_view option = "--acre-space";
  int kept = 0;
  for (int i = 0; i < argc; ++i) {
    std::string_view const argument = argv[i];
    if (argument == option && i + 1 < argc)
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

/// Kokkos::initialize without its advice on OMP_PROC_BIND, which would greet every user of every
/// program who sets nothing. No thread runs elsewhere than before: OpenMP has read its environment
/// by now, or takes from "false" what it does by itself where nothing about places is said. Kokkos'
/// other warnings stay.
void start_kokkos(Kokkos::InitializationSettings const& settings)
{
  char const* const advised = "OMP_PROC_BIND";
  bool says_nothing = true;
  for (char const* name : {advised, "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"})
    says_nothing = says_nothing && !std::getenv(name);
  if (says_nothing) setenv(advised, "false", 1);
  try {
    Kokkos::initialize(settings);
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
    Kokkos::InitializationSettings settings;
    if (auto const colon = wanted.find(':'); colon != std::string::npos)
      if (int const device = std::atoi(wanted.c_str() + colon + 1); device > 0)
        settings.set_device_id(device);
    start_kokkos(settings);
    owns_kokkos_ = true;
  }
  if (wanted.empty()) return;
  try {
    choice() = parse_space(wanted).name;
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

std::string const& chosen_space() { return choice(); }

}  // namespace acre

#include <acre/acre.hpp>

#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace {

template <class Space>
struct model {
  acre::array<double, 1, Space> rhs;
  acre::array<double, 0, Space> total;
  acre::array<float, 2, Space> never_used;
};

/// Made before main, gone behind its end.
template <class Space>
model<Space> global;

int failures = 0;

void expect(bool holds, char const* what)
{
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  ++failures;
}

template <class F>
void expect_refusal(F const& f, std::string const& text)
{
  std::string told = "nothing";
  try {
    f();
  } catch (acre::backend_error const& e) {
    told = e.message();
  }
  expect(told == text, (told + "\ninstead of " + text).c_str());
}

/// Arrays on Space(), which --acre-space=NAME makes the space of that name.
template <class Space>
void run(std::string const& name)
{
  // serial() needs nothing that starts or ends
  bool const always_there = name == "serial";
  char const* const foremost = acre::backends::host::kinds().back()->name;
  std::string const before = std::is_same_v<Space, acre::host> ? foremost : Space::name;
  model<Space>& global = ::global<Space>;
  acre::array<double, 1, Space> above;
  acre::array<double, 1, Space> const copied = above;
  acre::array<double, 1, acre::host> of_another;  // on the host's foremost queue
  expect(above.size() == 0, "an array without a shape has no elements");
  auto const make = [] { return acre::zeros<double>(Space(), acre::shape(3)); };
  std::string const used_early = "acre: the space " + before +
                                 " is used before acre::runtime (or Kokkos::initialize) has "
                                 "started it; make an acre::runtime at the beginning of main";
  if (before != "serial") expect_refusal(make, used_early);
  // what a program's --list tells needs no runtime
  auto const listed = acre::spaces();
  expect(!listed.empty() && !listed.front().devices.empty() &&
             listed.front().devices.front().multiprocessors >= 1,
         "spaces() names what the build has, with threads");
  expect(acre::parse_space(name).name == name, "a name is read");
  std::string unknown = "space 'nowhere' is not built; this build has";
  for (char const* separator = " "; acre::space_info const& space : listed)
    for (acre::device_info const& device : space.devices) {
      bool const is_host = acre::backends::host::kind_named(space.name.c_str());
      unknown += separator + space.name + (is_host ? "" : ':' + std::to_string(device.index));
      unknown += " (" + device.name + ')';
      separator = ", ";
    }
  expect_refusal([] { acre::parse_space("nowhere"); }, unknown);
  if (std::is_same_v<Space, acre::host>)
    acre::on_device<acre::host>(0);
  else
    expect_refusal([] { acre::on_device<Space>(0).queue(); }, used_early);
  {
    char program[] = "program", own[] = "--help", of_kokkos[] = "--kokkos-disable-warnings",
         option[] = "--acre-space";
    char* arguments[] = {program, option, nullptr};
    int count = 2;
    expect_refusal(
        [&] { acre::runtime const unnamed(count, arguments); },
        "acre::runtime: --acre-space wants the name of a space behind it, such as openmp "
        "or cuda:1");
    std::string chosen = name;
    char* given[] = {program, of_kokkos, option, chosen.data(), own, nullptr};
    int left = 5;
    acre::runtime const runtime(left, given);
    expect(left == 2 && given[0] == program && given[1] == own && !given[2],
           "the program's arguments are left, and those alone");
    expect(acre::chosen_space() == name, "--acre-space names the space");
    above = make();
    above += 2;
    global.rhs = above * 3;
    global.total = sum(global.rhs);
    expect(global.total.item() == 18, "arrays made before the runtime work in it");
    expect(acre::to_vector(global.rhs) == std::vector<double>(3, 6), "their elements are right");
    acre::dispatch(foremost, [&](auto const& space) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(space)>, acre::host>)
        of_another = acre::ones<double>(space, acre::shape(3));
    });
    expect(sum(of_another).item() == 3, "a queue that wasn't chosen works beside the one that was");
  }
  expect_refusal([] { acre::runtime const again; },
                 "acre::runtime: Kokkos has ended (with an earlier acre::runtime or by "
                 "Kokkos::finalize) and starts only once in a process; make one acre::runtime at "
                 "the beginning of main");
  expect(above.extent(0) == 3 && global.rhs.shape() == acre::shape(3),
         "shapes outlive the runtime");
  if (std::string_view(foremost) != "serial")
    expect_refusal([&] { sum(of_another); },
                   std::string("acre: the space ") + foremost +
                       " has ended with its runtime; nothing can be computed on it any more");
  if (!always_there) {
    std::string const ended = "acre: the space " + name +
                              " has ended with its runtime; nothing can be computed on it any more";
    expect_refusal(make, ended);
    expect_refusal([&] { global.rhs += 1; }, ended);
    expect_refusal([&] { sum(above); }, ended);
    expect_refusal([&] { global.total.item(); }, ended);
  }
}

template <class... Gpu>
void run_named(acre::detail::type_list<acre::host, Gpu...>, std::string const& name)
{
  if (acre::backends::host::kind_named(name.c_str())) return run<acre::host>(name);
  bool const found = ((name == Gpu::name ? (run<Gpu>(name), true) : false) || ...);
  expect(found, "the space is built");
}

}  // namespace

int main(int, char** argv)
{
  run_named(acre::all_spaces(), argv[1]);
  return failures == 0 ? 0 : 1;
}

#include <acre/device/spaces.hpp>

#include <charconv>

namespace acre {

namespace {

template <class... Gpu>
void add_gpus(detail::type_list<host, Gpu...>, std::vector<space_info>& all)
{
  (all.push_back({Gpu::name, Gpu::devices()}), ...);
}

}  // namespace

std::vector<space_info> spaces()
{
  std::vector<space_info> all;
  for (auto const* const kind : backends::host::kinds())
    all.push_back({kind->name, {backends::host::describe_cpu(kind->threads())}});
  add_gpus(all_spaces(), all);
  return all;
}

namespace {

constexpr char const* no_device_number = "does not name a device (expected NAME or NAME:NUMBER)";

[[noreturn]] void refuse(std::string_view text, std::string const& why)
{
  std::string message = "space '" + std::string(text) + "' " + why + "; this build has";
  char const* separator = " ";
  for (space_info const& space : spaces())
    for (device_info const& device : space.devices) {
      message += separator + space.name;
      if (!backends::host::kind_named(space.name.c_str()))
        message += ':' + std::to_string(device.index);
      message += " (" + device.name + ')';
      separator = ", ";
    }
  throw backend_error(message);
}

}  // namespace

space_name parse_space(std::string_view text)
{
  space_name result;
  auto const colon = text.find(':');
  result.name = text.substr(0, colon);
  if (result.name == host::name) result.name = backends::host::chosen_kind().name;
  auto const* const kind = backends::host::kind_named(result.name.c_str());
  if (colon != std::string_view::npos) {
    auto const number = text.substr(colon + 1);
    int value = 0;
    auto const [end, status] = std::from_chars(number.data(), number.data() + number.size(), value);
    bool const is_number = status == std::errc() && end == number.data() + number.size();
    if (kind && !kind->of_threads)
      refuse(text, "has a number, and " + result.name + " has one thread");
    if (kind && (!is_number || value < 1 || value > backends::host::most_threads()))
      refuse(text, "does not name 1 to " + std::to_string(backends::host::most_threads()) +
                       " threads (expected NAME or NAME:NUMBER)");
    if (!is_number || value < 0) refuse(text, no_device_number);
    result.number = value;
  }
  if (kind) return result;
  for (space_info const& space : spaces()) {
    if (space.name != result.name) continue;
    for (device_info const& device : space.devices)
      if (device.index == result.number.value_or(device.index)) return result;
    refuse(text, "is not present");
  }
  refuse(text, "is not built");
}

namespace detail {

void require_device(char const* space, int index, std::vector<device_info> const& there)
{
  for (device_info const& device : there)
    if (device.index == index) return;
  refuse(std::string(space) + ':' + std::to_string(index),
         index < 0 ? no_device_number : "is not present");
}

std::optional<host> host_of(space_name const& name)
{
  auto const* const kind = backends::host::kind_named(name.name.c_str());
  if (!kind) return std::nullopt;
  return name.number ? kind->of_threads(*name.number) : backends::host::handle_of(*kind);
}

}  // namespace detail

}  // namespace acre

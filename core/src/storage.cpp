#include <acre/array/detail/storage.hpp>

#include <cstdio>

namespace acre::detail {

std::string readable_bytes(double bytes)
{
  static constexpr char const* unit[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB"};
  int u = 0;
  char text[64];
  for (; u < 7 && bytes >= 1023.5; ++u) bytes /= 1024;
  if (u == 0)
    std::snprintf(text, sizeof text, "%.0f", bytes);
  else if (bytes < 999.5)
    std::snprintf(text, sizeof text, "%#.3g", bytes);
  else
    std::snprintf(text, sizeof text, "%.0f", bytes);
  std::string number = text;
  if (!number.empty() && number.back() == '.') number.pop_back();
  return number + ' ' + (u == 0 && number == "1" ? "byte" : unit[u]);
}

std::size_t bytes_of(extents_view shape, std::size_t item_size, char const* dtype)
{
  std::int64_t const size = size_of(shape);
  if (size > INT64_MAX / static_cast<std::int64_t>(item_size))
    throw_out_of_memory(shape, item_size, dtype);
  return static_cast<std::size_t>(size) * item_size;
}

std::string memory_report(backends::pool const& pool)
{
  auto const readable = [](std::size_t bytes) {
    return readable_bytes(static_cast<double>(bytes));
  };
  auto const state = pool.state();
  std::string text = "memory of " + pool.name() + ": " + readable(state.used) + " in use, " +
                     readable(state.reserved) + " reserved, peak " + readable(state.peak) +
                     (state.limit == SIZE_MAX ? ", no limit" : ", limit " + readable(state.limit)) +
                     '\n';
  char line[128];
  auto const row = [&](std::string const& bytes, std::string const& blocks,
                       std::string const& largest, std::string const& by) {
    std::snprintf(line, sizeof line, "%12s  %6s  %12s  ", bytes.c_str(), blocks.c_str(),
                  largest.c_str());
    text += line + by + '\n';
  };
  row("in use", "blocks", "largest", "for");
  for (auto const& each : pool.holders())
    row(readable(each.bytes), std::to_string(each.blocks), readable(each.largest),
        each.label == "acre::array"     ? "arrays without a label"
        : each.label == "acre::scratch" ? "scratch memory of operations"
        : each.label == "acre::pinned"  ? "pinned arrays"
        : each.label == "acre::graph"   ? "memory that graphs work in"
                                        : each.label);
  return text;
}

void throw_out_of_memory(extents_view shape, std::size_t item_size, char const* dtype,
                         backends::pool const* holds)
{
  double bytes = static_cast<double>(item_size);
  // acre::dynamic's arrays have axes of one element before their own
  if (shape.size() == max_rank)
    while (shape.size() > 1 && shape[0] == 1) shape = shape.subspan(1);
  std::string text = "(";
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    bytes *= static_cast<double>(shape[axis]);
    text += (axis > 0 ? ", " : "") + std::to_string(shape[axis]);
  }
  text += shape.size() == 1 ? ",)" : ")";
  std::string message = "Unable to allocate " + readable_bytes(bytes) +
                        " for an array with shape " + text + " and data type " + dtype;
  if (!holds) throw out_of_memory(message);
  auto const state = holds->state();
  if (state.limit != SIZE_MAX)
    message += ": of " + holds->name() + "'s limit of " +
               readable_bytes(static_cast<double>(state.limit)) + ", " +
               readable_bytes(static_cast<double>(state.used)) + " are in use";
  throw out_of_memory(message, memory_report(*holds));
}

namespace {

/// The deleter of an owner that another one stands behind.
struct keeps_name {
  std::shared_ptr<void> owner;
  std::string name;
  void operator()(void*) const {}
};

}  // namespace

std::shared_ptr<void> named_owner(std::shared_ptr<void> owner, std::string name)
{
  if (auto const* named = std::get_deleter<keeps_name>(owner)) owner = named->owner;
  void* const data = owner.get();
  return {data, keeps_name{std::move(owner), std::move(name)}};
}

std::string name_of(std::shared_ptr<void> const& owner)
{
  auto const* named = std::get_deleter<keeps_name>(owner);
  return named ? named->name : std::string();
}

void refuse_no_element()
{
  throw value_error(
      "this array of shape () has no element yet; give it one with empty<T>(space, shape())");
}

void refuse_address(extents_view shape, extents_view strides)
{
  throw value_error("data(): the elements of this array of shape " + to_string(shape) +
                    " with strides " + to_string(strides) +
                    " do not lie side by side in memory: contiguous(a) is an array whose elements "
                    "do, and a.ref() has the address with the strides");
}

void refuse_item(extents_view shape)
{
  throw value_error("item() wants an array of size 1, not of shape " + to_string(shape));
}

void refuse_elements(extents_view shape, std::size_t elements)
{
  throw value_error("cannot make an array of shape " + to_string(shape) + " from " +
                    std::to_string(elements) + " elements");
}

void refuse_row(std::ptrdiff_t row, std::size_t elements, std::size_t columns)
{
  throw value_error("from_host: row " + std::to_string(row) + " has " + std::to_string(elements) +
                    " elements, the first " + std::to_string(columns));
}

}  // namespace acre::detail

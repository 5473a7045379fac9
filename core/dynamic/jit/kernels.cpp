#include <acre/device/launch.hpp>
#include <acre/dynamic/jit.hpp>
#include <acre/dynamic/queue.hpp>
#include <acre/jit/detail/untyped.hpp>
#include <acre/reduce/detail/reduced_axes.hpp>

#include <algorithm>

#include "../dispatch.hpp"

namespace acre::dynamic::jit {

namespace {

namespace untyped = acre::detail::jit;

untyped::operand operand_of(argument const& from)
{
  if (auto const* const number = std::get_if<scalar_value>(&from))
    return std::visit([](auto value) { return untyped::operand_of(value); }, *number);
  auto const& a = std::get<dynamic_array>(from);
  untyped::operand o;
  o.type = a.dtype();
  o.item_size = item_size(a.dtype());
  o.queue = std::visit([](auto const& on) -> backends::queue* { return &on.queue(); }, a.space());
  o.data = a.first();
  o.shape = a.shape();
  o.strides = a.strides();
  return o;
}
std::vector<untyped::operand> operands_of(std::span<argument const> arguments)
{
  std::vector<untyped::operand> all;
  for (auto const& each : arguments) all.push_back(operand_of(each));
  return all;
}

/// The space of the first array that has axes, or else of the first array: there a kernel runs.
dynamic_space const& space_of(std::span<argument const> arguments)
{
  dynamic_space const* found = nullptr;
  for (auto const& each : arguments) {
    auto const* const a = std::get_if<dynamic_array>(&each);
    if (a && a->rank() > 0) return a->space();
    if (a && !found) found = &a->space();
  }
  if (!found)
    throw value_error(
        "a run-time compiled kernel takes an array at least, which says where it runs");
  return *found;
}

void require_same_kind(dynamic_space const& a, dynamic_space const& b)
{
  if (a.index() != b.index())
    throw backend_error(std::string("the operands live on ") + name(a) + " and " + name(b) +
                        "; copy one with copy_to(space, x)");
}

/// The element of an array of rank 0. Waits.
scalar_value number_of(dynamic_array const& a)
{
  if (detail::is_half(a.dtype())) return number_of(astype(a, dtype::float32));
  return detail::with_type<scalar_value>(
      "a kernel's number", a.dtype(), detail::everything(),
      [&]<class T>(std::type_identity<T>) -> scalar_value {
        T const value = item<T>(a);
        if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::uint64_t>)
          return value;
        else if constexpr (std::is_integral_v<T>)
          return std::int64_t{value};
        else if constexpr (std::is_floating_point_v<T>)
          return double{value};
        else
          return complex<double>(value);
      });
}

/// The arguments as a kernel on a space takes them. An array of rank 0 that another device has is
/// a number, where takes_number(which argument) says so; it is read, and `kept` holds the list.
/// Throws backend_error for other arrays of another kind of device, before anything is read.
template <class F>
std::span<argument const> on_device(dynamic_space const& space, std::span<argument const> given,
                                    std::vector<argument>& kept, F const& takes_number)
{
  std::vector<std::size_t> numbers;
  for (std::size_t n = 0; n < given.size(); ++n) {
    auto const* const a = std::get_if<dynamic_array>(&given[n]);
    if (!a || is_same_device(a->space(), space)) continue;
    if (a->rank() == 0 && takes_number(n))
      numbers.push_back(n);
    else
      require_same_kind(space, a->space());
  }
  if (numbers.empty()) return given;
  kept.assign(given.begin(), given.end());
  for (std::size_t const n : numbers) kept[n] = number_of(std::get<dynamic_array>(given[n]));
  return kept;
}
template <class Kernel>
std::span<argument const> on_device(dynamic_space const& space, std::span<argument const> given,
                                    std::vector<argument>& kept, Kernel const* kernel)
{
  return on_device(space, given, kept,
                   [&](std::size_t n) { return untyped::takes_number(*kernel, n); });
}

}  // namespace

elementwise::elementwise(std::string_view inputs, std::string_view outputs,
                         std::string_view operation, std::string_view name,
                         acre::jit::options const& how)
    : kernel_(untyped::make_elementwise(inputs, outputs, operation, name, how))
{}

std::size_t elementwise::inputs() const { return untyped::input_count(*kernel_); }

void elementwise::operator()(std::span<argument const> arguments) const
{
  auto const& space = space_of(arguments);
  std::vector<argument> kept;
  auto const all = operands_of(on_device(space, arguments, kept, kernel_.get()));
  std::visit(
      [&](auto const& on) { untyped::run(*kernel_, backends::compiler_of(on.queue()), all); },
      space);
}

std::vector<dynamic_array> elementwise::make(std::span<argument const> given) const
{
  std::vector<argument> kept;
  auto const inputs = on_device(space_of(given), given, kept, kernel_.get());
  auto const all = operands_of(inputs);
  std::size_t rank = 0;
  for (auto const& each : all) rank = std::max(rank, each.shape.size());
  shape_t<max_rank> extents{};
  auto const shape = std::span(extents).first(rank);
  auto const outputs = untyped::result_types(*kernel_, all).size();
  untyped::result_shape(*kernel_, all, static_cast<int>(outputs), shape);
  return make(inputs, shape);
}

std::vector<dynamic_array> elementwise::make(std::span<argument const> given,
                                             extents_view shape) const
{
  auto const& space = space_of(given);
  std::vector<argument> kept;
  auto const inputs = on_device(space, given, kept, kernel_.get());
  auto const types = untyped::result_types(*kernel_, operands_of(inputs));
  std::vector<argument> arguments(inputs.begin(), inputs.end());
  std::vector<dynamic_array> made;
  for (dtype const type : types) {
    made.push_back(empty(space, type, shape));
    arguments.emplace_back(made.back());
  }
  (*this)(arguments);
  return made;
}

reduction::reduction(std::string_view inputs, std::string_view output, std::string_view map,
                     std::string_view combine, std::string_view finish, std::string_view identity,
                     std::string_view name, acre::jit::options const& how, std::string_view type)
    : kernel_(
          untyped::make_reduction(inputs, output, map, combine, finish, identity, name, how, type))
{}

std::size_t reduction::inputs() const { return untyped::input_count(*kernel_); }

namespace {

/// What is reduced, which axes of it, and the shape that is left.
struct reduced_shape {
  shape_t<max_rank> extents{}, left{};
  std::array<bool, max_rank> marks{};
  std::size_t rank = 0, left_rank = 0;

  reduced_shape(untyped::reduction_kernel const& kernel, std::span<untyped::operand const> inputs,
                std::optional<std::vector<int>> const& axes, bool keepdims)
  {
    for (auto const& each : inputs) rank = std::max(rank, each.shape.size());
    untyped::mapped_shape(kernel, inputs, std::span(extents).first(rank));
    if (axes)
      acre::detail::mark_axes(std::span(marks).first(rank), *axes, static_cast<int>(rank));
    else
      marks.fill(true);
    left_rank = rank;
    if (!keepdims) left_rank = static_cast<std::size_t>(std::ranges::count(reduced(), false));
    acre::detail::reduced_shape(shape(), reduced(), std::span(left).first(left_rank));
  }
  extents_view shape() const { return {extents.data(), rank}; }
  extents_view result() const { return {left.data(), left_rank}; }
  std::span<bool const> reduced() const { return {marks.data(), rank}; }
};

/// An array of rank 0 as one of one element along an axis, which is reduced.
std::vector<argument> with_axis(std::span<argument const> given)
{
  std::vector<argument> all(given.begin(), given.end());
  for (auto const& each : all)
    if (auto const* const a = std::get_if<dynamic_array>(&each); a && a->rank() > 0) return all;
  for (auto& each : all)
    if (auto const* const a = std::get_if<dynamic_array>(&each))
      each = a->view(0, std::array{std::int64_t{1}}, std::array{std::int64_t{1}});
  return all;
}

}  // namespace

dynamic_array reduction::make(std::span<argument const> given,
                              std::optional<std::vector<int>> const& axes, bool keepdims) const
{
  auto const& space = space_of(given);
  std::vector<argument> kept;
  auto const inputs = on_device(space, given, kept, kernel_.get());
  auto const all = operands_of(inputs);
  dtype const type = untyped::result_type(*kernel_, all);
  reduced_shape const shape(*kernel_, all, axes, keepdims);
  auto const made = empty(space, type, shape.result());
  (*this)(inputs, made, axes, keepdims);
  return made;
}

void reduction::operator()(std::span<argument const> arguments, dynamic_array const& to,
                           std::optional<std::vector<int>> const& axes, bool keepdims) const
{
  auto const& space = space_of(arguments);
  require_same_kind(space, to.space());
  std::vector<argument> kept;
  auto const inputs = on_device(space, arguments, kept, kernel_.get());
  auto const given = with_axis(inputs);
  auto all = operands_of(given);
  bool const of_scalar = reduced_shape(*kernel_, operands_of(inputs), axes, keepdims).rank == 0;
  reduced_shape const shape(*kernel_, all, of_scalar ? std::nullopt : axes, keepdims && !of_scalar);
  if (!std::ranges::equal(to.shape(), shape.result()))
    throw shape_error("a reduction to shape " + to_string(shape.result()) +
                      " is not written to an array of shape " + to_string(to.shape()));
  dynamic_array const out = contiguous(to);  // a kernel writes one element after another
  bool const is_own = out.first() == to.first();
  for (auto const& each : given)
    if (auto const* const a = std::get_if<dynamic_array>(&each);
        a && is_own && a->owner() && a->owner() == to.owner())
      return assign(to, make(inputs, axes, keepdims));
  all.push_back(operand_of(out));
  std::visit(
      [&](auto const& on) {
        untyped::run(*kernel_, backends::compiler_of(on.queue()), all, shape.shape(),
                     shape.reduced(), [&](std::int64_t values) -> std::shared_ptr<void> {
                       // (the widest of what is combined)
                       auto const made = empty(space, dtype::complex128, std::array{values});
                       return {made.owner(), made.first()};
                     });
      },
      space);
  if (!is_own) assign(to, out);
}

kernel::kernel(std::string_view source, std::string_view name, acre::jit::options const& how)
    : kernel_(untyped::make_module_kernel(source, name, how))
{}

void kernel::operator()(dynamic_space const& space, backends::launch_size const& size,
                        std::span<argument const> arguments) const
{
  std::vector<argument> kept;
  auto const all = operands_of(on_device(space, arguments, kept, kernel_.get()));
  std::visit(
      [&](auto const& on) {
        auto& queue = on.queue();
        acre::detail::require_launchable(size, backends::limits_of(queue));
        untyped::run(*kernel_, backends::compiler_of(queue), queue, size, all);
      },
      space);
}

}  // namespace acre::dynamic::jit

#include <acre/device/launch.hpp>
#include <acre/dynamic/jit.hpp>
#include <acre/jit/detail/untyped.hpp>

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

/// The space of the first array; all others' is of the same kind.
dynamic_space const& space_of(std::span<argument const> arguments)
{
  dynamic_space const* found = nullptr;
  for (auto const& each : arguments) {
    auto const* const a = std::get_if<dynamic_array>(&each);
    if (!a) continue;
    if (found && found->index() != a->space().index())
      throw backend_error(std::string("the operands live on ") + name(*found) + " and " +
                          name(a->space()) + "; copy one with copy_to(space, x)");
    if (!found) found = &a->space();
  }
  if (!found)
    throw value_error(
        "a run-time compiled kernel takes an array at least, which says where it runs");
  return *found;
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
  auto const all = operands_of(arguments);
  std::visit(
      [&](auto const& on) { untyped::run(*kernel_, backends::compiler_of(on.queue()), all); },
      space_of(arguments));
}

std::vector<dynamic_array> elementwise::make(std::span<argument const> inputs) const
{
  static_cast<void>(space_of(inputs));  // numbers alone say less than their shape
  auto const all = operands_of(inputs);
  std::size_t rank = 0;
  for (auto const& each : all) rank = std::max(rank, each.shape.size());
  shape_t<max_rank> extents{};
  auto const shape = std::span(extents).first(rank);
  auto const outputs = untyped::result_types(*kernel_, all).size();
  untyped::result_shape(*kernel_, all, static_cast<int>(outputs), shape);
  return make(inputs, shape);
}

std::vector<dynamic_array> elementwise::make(std::span<argument const> inputs,
                                             extents_view shape) const
{
  auto const& space = space_of(inputs);
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

kernel::kernel(std::string_view source, std::string_view name, acre::jit::options const& how)
    : kernel_(untyped::make_module_kernel(source, name, how))
{}

void kernel::operator()(dynamic_space const& space, backends::launch_size const& size,
                        std::span<argument const> arguments) const
{
  auto const all = operands_of(arguments);
  std::visit(
      [&](auto const& on) {
        auto& queue = on.queue();
        acre::detail::require_launchable(size, backends::limits_of(queue));
        untyped::run(*kernel_, backends::compiler_of(queue), queue, size, all);
      },
      space);
}

}  // namespace acre::dynamic::jit

#include "call.hpp"

#include <acre/error.hpp>

#include <algorithm>

#include "text.hpp"

namespace acre::detail::jit {

void parameters::add_steps(leaf_layout const& leaf)
{
  add(leaf.inner_stride);
  for (int axis = 0; axis < 5; ++axis) add(leaf.stride[axis]);
}

void parameters::add(declaration const& declared, operand const& given, dtype type,
                     leaf_layout const& leaf)
{
  if (!given.queue) {
    unsigned char value[16] = {};
    convert_number(given, type, value);
    std::memcpy(&words_[count_], value, sizeof value);
    count_ += 2;
    return;
  }
  add(given.data);
  if (declared.raw) {
    add(size_of(given.shape));
    add(static_cast<std::int64_t>(given.shape.size()));
    for (auto const list : {given.shape, given.strides})
      for (std::size_t axis = 0; axis < 6; ++axis) add(axis < list.size() ? list[axis] : 0);
  } else {
    add_steps(leaf);
  }
}

char step_of(declaration const& declared, operand const& given, leaf_layout const& leaf)
{
  if (!given.queue) return 'n';
  if (declared.raw) return 'r';
  return leaf.inner_stride == 0 ? '0' : leaf.inner_stride == 1 ? '1' : 's';
}

void describe_number(leaf_layout& leaf, extents_view shape)
{
  std::int64_t step = 1;
  for (std::size_t axis = shape.size(); axis-- > 0; step *= shape[axis])
    leaf.stride[axis] = shape[axis] == 1 ? 0 : step;
}

void require_count(std::string const& kernel, std::span<declaration const> wanted,
                   std::size_t given, char const* of)
{
  if (given == wanted.size()) return;
  std::string list;
  for (auto const& each : wanted)
    list += (list.empty() ? "" : ", ") + std::string(each.raw ? "raw " : "") +
            (each.type ? name_of(*each.type) : std::string(1, each.letter)) + ' ' + each.name;
  throw value_error(kernel + " takes " + std::to_string(wanted.size()) + ' ' + of + " (" + list +
                    "), and was given " + std::to_string(given));
}

void require_few(std::string const& kernel, std::size_t operands)
{
  constexpr std::size_t others = 20, of_operand = 15;
  constexpr std::size_t most = (parameters::most - others) / of_operand;
  if (operands > most)
    throw value_error(kernel + ": more than " + std::to_string(most) + " operands");
}

std::string opening(std::string const& name, resolved_types const& types,
                    acre::jit::options const& how, std::string_view text)
{
  std::string s;
  if (has_word(text, "complex") || has_word(how.preamble, "complex") ||
      std::any_of(types.of.begin(), types.of.end(),
                  [](dtype type) { return type >= dtype::complex64; }))
    add_prelude(s, "complex");
  s += "namespace acre::math::user {\n";
  for (auto const& [letter, type] : types.letters)
    s += std::string("using ") + letter + " = " + type_name(type) + ";\n";
  if (!how.preamble.empty()) s += line(name + " (preamble)") + how.preamble + line("acre");
  return s;
}

}  // namespace acre::detail::jit

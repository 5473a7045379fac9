#include "call.hpp"

#include <acre/error.hpp>

#include <algorithm>
#include <initializer_list>

#include "text.hpp"
#include "text_of_cuda.hpp"

namespace acre::detail::jit {

parameters& parameters::operator=(parameters const& other)
{
  count_ = other.count_;
  arguments_ = other.arguments_;
  std::copy_n(other.words_, count_, words_);
  std::copy_n(other.places_, arguments_, places_);
  return *this;
}

void parameters::add_steps(leaf_layout const& leaf)
{
  add(leaf.inner_stride);
  for (int axis = 0; axis < max_rank - 1; ++axis) add(leaf.stride[axis]);
}

void parameters::put(operand const& given, place at)
{
  if (given.queue) {
    words_[at.word] = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(given.data));
    return;
  }
  unsigned char value[16] = {};
  convert_number(given, at.type, value);
  std::memcpy(&words_[at.word], value, sizeof value);
}

void parameters::add(declaration const& declared, operand const& given, dtype type,
                     leaf_layout const& leaf)
{
  place const at = places_[arguments_++] = {count_, type};
  put(given, at);
  count_ += given.queue ? 1 : 2;
  if (!given.queue) return;
  if (declared.raw) {
    add(size_of(given.shape));
    add(static_cast<std::int64_t>(given.shape.size()));
    for (auto const list : {given.shape, given.strides})
      for (std::size_t axis = 0; axis < max_rank; ++axis) add(axis < list.size() ? list[axis] : 0);
  } else {
    add_steps(leaf);
  }
}

void parameters::renew(std::span<operand const> arguments)
{
  for (std::size_t n = 0; n < arguments_; ++n) put(arguments[n], places_[n]);
}

call_key::call_key(backends::kernel_compiler& compiler, backends::queue& on,
                   std::span<operand const> arguments)
{
  add(static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(&compiler)));
  add(on.device_index());
  for (operand const& o : arguments) {
    std::uintptr_t const aligned = reinterpret_cast<std::uintptr_t>(o.data) % 16;
    add(static_cast<std::int64_t>(o.type) | std::int64_t{o.queue != nullptr} << 8 |
        static_cast<std::int64_t>(aligned) << 16 | static_cast<std::int64_t>(o.shape.size()) << 24);
    for (std::int64_t const extent : o.shape) add(extent);
    for (std::int64_t const stride : o.strides) add(stride);
  }
}

touched_memory memory_of(operand const& array)
{
  std::int64_t below = 0, above = 0;
  for (std::size_t axis = 0; axis < array.shape.size(); ++axis) {
    if (array.shape[axis] == 0) return {0, 0};
    (array.strides[axis] < 0 ? below : above) += (array.shape[axis] - 1) * array.strides[axis];
  }
  auto const begin = reinterpret_cast<std::uintptr_t>(array.data);
  return {begin + static_cast<std::uintptr_t>(below * array.item_size),
          begin + static_cast<std::uintptr_t>((above + 1) * array.item_size)};
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
  constexpr std::size_t others = 27, of_operand = 19;
  static_assert(parameters::most_operands == (parameters::most - others) / of_operand);
  if (operands > parameters::most_operands)
    throw value_error(kernel + ": more than " + std::to_string(parameters::most_operands) +
                      " operands");
}

bool has_atomics(acre::jit::options const& how, std::string_view text)
{
  return how.preamble.find("atomic") != how.preamble.npos || text.find("atomic") != text.npos;
}

bool reads_plainly(acre::jit::options const& how, std::string_view text)
{
  return how.preamble.empty() && how.flags.empty() && text.find("__") == text.npos &&
         text.find('#') == text.npos && !has_atomics(how, text) && !has_word(text, "asm");
}

namespace {

/// NAME and TEXT of -DNAME=TEXT; no NAME for another flag.
std::pair<std::string, std::string> macro_of(std::string_view flag)
{
  for (std::string_view const begin : {"--define-macro=", "-D"}) {
    if (!flag.starts_with(begin)) continue;
    flag.remove_prefix(begin.size());
    std::size_t const equal = flag.find('=');
    if (equal == flag.npos) return {std::string(flag), "1"};
    return {std::string(flag.substr(0, equal)), std::string(flag.substr(equal + 1))};
  }
  return {};
}

}  // namespace

std::vector<std::string> compiler_flags(acre::jit::options const& how,
                                        backends::kernel_dialect dialect)
{
  constexpr std::string_view of_gpus[] = {"-lineinfo",      "--generate-line-info", "-G",
                                          "--device-debug", "--restrict",           "-restrict"};
  std::vector<std::string> flags;
  for (std::string const& flag : how.flags) {
    if (flag == "--use_fast_math" || flag == "-use_fast_math")
      throw value_error("jit: " + flag +
                        " gives other bits on each device; options' contract = true lets a "
                        "product and a sum be rounded once");
    bool const is_of_gpus =
        std::find(std::begin(of_gpus), std::end(of_gpus), flag) != std::end(of_gpus) ||
        flag.starts_with("--maxrregcount") || flag.starts_with("-maxrregcount");
    if (!macro_of(flag).first.empty() || flag.starts_with("-std=") || flag.starts_with("--std=") ||
        (dialect == backends::kernel_dialect::host && is_of_gpus))
      continue;
    flags.push_back(flag);
  }
  return flags;
}

std::string without_macros(acre::jit::options const& how)
{
  std::string text;
  for (std::string const& flag : how.flags)
    if (std::string const name = macro_of(flag).first; !name.empty())
      text += "\n#undef " + name.substr(0, name.find('('));
  return text.empty() ? text : text + '\n';
}

std::string opening(std::string const& name, resolved_types const& types,
                    acre::jit::options const& how, std::string_view text)
{
  std::string s;
  // whether a text has one of the words, or an operand one of the dtypes
  auto const needs = [&](std::initializer_list<std::string_view> words,
                         std::initializer_list<dtype> dtypes) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) {
                         return has_word(text, word) || has_word(how.preamble, word);
                       }) ||
           std::find_first_of(types.of.begin(), types.of.end(), dtypes.begin(), dtypes.end()) !=
               types.of.end();
  };
  if (needs({"vocabulary"}, {}))  // functions by NumPy's names, of complex numbers too
    add_prelude(s, "vocabulary");
  else if (needs({"complex"}, {dtype::complex64, dtype::complex128}))
    add_prelude(s, needs({"sin",   "cos",  "tan",   "asin",  "acos",  "atan", "sinh",
                          "cosh",  "tanh", "asinh", "acosh", "atanh", "exp2", "expm1",
                          "log1p", "log2", "log10", "pow",   "norm",  "polar"},
                         {})
                       ? "complex_functions"
                       : "complex");
  if (needs({"float16", "bfloat16"}, {dtype::float16, dtype::bfloat16})) add_prelude(s, "half");
  if (needs({"normcdf", "normcdff", "normcdfinv", "normcdfinvf", "erfinv", "erfinvf", "erfcinv",
             "erfcinvf"},
            {}))
    add_prelude(s, "quantiles");
  for (std::string const& flag : how.flags)
    if (auto const [macro, value] = macro_of(flag); !macro.empty())
      s += "#define " + macro + ' ' + value + '\n';
  s += "namespace acre::math::user {\n";
  for (auto const& [letter, type] : types.letters)
    s += std::string("using ") + letter + " = " + value_name(type) + ";\n";
  if (!how.preamble.empty())
    s += line(name + " (preamble)") + without_includes(how.preamble) + line("acre");
  return s;
}

}  // namespace acre::detail::jit

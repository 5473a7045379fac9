#include <acre/array/creation.hpp>
#include <acre/dynamic/fusion.hpp>
#include <acre/dynamic/jit.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/elementwise/functions.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <mutex>

#include "../../jit/text.hpp"
#include "../common_dtype.hpp"
#include "../dispatch.hpp"
#include "../halves.hpp"
#include "../integers.hpp"
#include "../named_functions.hpp"

namespace acre::dynamic::jit {

using namespace dynamic::detail;

struct fusion::node {
  enum class kind { input, number, computed } is;
  acre::dtype type;
  std::string text = {};
  std::vector<int> operands = {};
  scalar_value number = {};
};

namespace {

/// What a value of a dtype is in the text: float32 for the halves, which are rounded where they are
/// made.
char const* type_in_text(dtype d) { return acre::detail::jit::type_name(computed(d)); }
std::string rounded_to(dtype d, std::string const& text)
{
  return is_half(d) ? "acre::" + std::string(name(d)) + '(' + text + ')' : text;
}

/// Exactly, by its bits.
std::string literal(double x, bool in_float)
{
  if (in_float)
    return "acre::math::detail::from_bits<float>(std::uint32_t(" +
           std::to_string(std::bit_cast<std::uint32_t>(static_cast<float>(x))) + "u))";
  return "acre::math::detail::from_bits<double>(std::uint64_t(" +
         std::to_string(std::bit_cast<std::uint64_t>(x)) + "ull))";
}
std::string literal(scalar_value number, dtype type)
{
  bool const in_float = type == dtype::float32 || type == dtype::complex64;
  return std::visit(
      [&]<class S>(S n) -> std::string {
        if constexpr (acre::detail::is_complex<S>::value)
          return type_in_text(type) + ('(' + literal(n.real(), in_float)) + ", " +
                 literal(n.imag(), in_float) + ')';
        else if (kind_of(type) >= kind::floating)
          return type_in_text(type) +
                 ('(' + rounded_to(type, literal(static_cast<double>(n), in_float)) + ')');
        else
          return "static_cast<" + std::string(type_in_text(type)) + ">(" +
                 std::to_string(static_cast<std::uint64_t>(n)) + "ull)";
      },
      number);
}

/// Kernels of the process by their texts: functions that are written down anew have theirs.
std::shared_ptr<elementwise const> shared_kernel(std::string const& inputs,
                                                 std::string const& outputs,
                                                 std::string const& operation,
                                                 std::string const& name)
{
  static std::mutex lock;
  static std::map<std::string, std::shared_ptr<elementwise const>> all;
  std::lock_guard const one(lock);
  if (all.size() > 1000) all.clear();
  auto& found = all[name + '|' + inputs + '|' + outputs + '|' + operation];
  if (!found) found = std::make_shared<elementwise const>(inputs, outputs, operation, name);
  return found;
}

}  // namespace

fusion::fusion() : nodes_(std::make_shared<std::vector<node>>()) {}

fusion::value fusion::add(std::string text, acre::dtype type, std::vector<value> const& operands)
{
  node made{node::kind::computed, type, rounded_to(type, text)};
  for (value const& each : operands) made.operands.push_back(each.number);
  nodes_->push_back(std::move(made));
  return {static_cast<int>(nodes_->size()) - 1, type};
}

fusion::value fusion::input(acre::dtype type)
{
  nodes_->push_back({node::kind::input, type});
  return {static_cast<int>(nodes_->size()) - 1, type};
}

fusion::value fusion::number(scalar_value number, acre::dtype type)
{
  require_held(type, number);
  nodes_->push_back({node::kind::number, type, {}, {}, number});
  return {static_cast<int>(nodes_->size()) - 1, type};
}

fusion::value fusion::scalar_operand(value a, scalar_value n)
{
  return number(n, number_dtype(a.dtype, n));
}

fusion::value fusion::astype(value a, acre::dtype type)
{
  if (a.dtype == type) return a;
  if (kind_of(a.dtype) == kind::complex && kind_of(type) < kind::complex && type != dtype::boolean)
    throw dtype_error(std::string("astype: ") + name(a.dtype) + " becomes " + name(type) +
                      " by its part \"real\" or by \"absolute\", which say what becomes of the "
                      "imaginary part");
  std::string const through = is_half(type) ? kind_of(a.dtype) == kind::floating ? "double"
                                              : a.dtype == dtype::uint64         ? "std::uint64_t"
                                                                                 : "std::int64_t"
                                            : type_in_text(type);
  return add("vocabulary::converted<" + through + ">($0)", type, {a});
}

fusion::value fusion::unary(std::string_view function, value a)
{
  auto const f = unary_function(function, a.dtype);
  return add("vocabulary::" + std::string(f.name) + "($0)", f.result, {astype(a, f.argument)});
}

fusion::value fusion::add_compared(std::string_view function, value a, value b)
{
  return add("vocabulary::" + std::string(function) + "($0, $1)", dtype::boolean, {a, b});
}

fusion::value fusion::binary(std::string_view function, value a, value b)
{
  auto const f = binary_function(function, a.dtype, b.dtype);
  if (f.compares_as_they_are) return add_compared(f.name, a, b);
  bool const may_refuse = f.name == "power" && is_signed(f.argument) && is_signed(b.dtype);
  if (may_refuse) {
    auto const& exponent = (*nodes_)[static_cast<std::size_t>(b.number)];
    auto const* const known = std::get_if<std::int64_t>(&exponent.number);
    if (exponent.is != node::kind::number)
      throw value_error(
          "integers to the power of integers are no function of a fused kernel, as a negative "
          "exponent is an error that asks for values: call power() outside, or convert one to "
          "floating point");
    if (known && *known < 0)
      throw value_error("Integers to negative integer powers are not allowed.");
  }
  return add("vocabulary::" + std::string(f.name) + "($0, $1)", f.result,
             {astype(a, f.argument), astype(b, f.argument)});
}

fusion::value fusion::binary(std::string_view function, value a, scalar_value b)
{
  if (function == "ldexp") {
    bool const whole = std::visit([](auto n) { return std::is_integral_v<decltype(n)>; }, b);
    return binary(function, a, number(b, whole ? dtype::int64 : number_dtype(dtype::int64, b)));
  }
  dtype const type = number_dtype(a.dtype, b);
  if (holds(type, b)) return binary(function, a, number(b, type));
  // as dynamic::binary()
  bool const compares = binary_dtype(function, dtype::int64, dtype::int64) == dtype::boolean;
  bool const divides = kind_of(binary_dtype(function, a.dtype, a.dtype)) == kind::floating;
  if (kind_of(a.dtype) != kind::integer || !(compares || divides)) require_held(type, b);
  double const n = std::visit(
      [](auto each) {
        if constexpr (std::is_arithmetic_v<decltype(each)>) return static_cast<double>(each);
        return 0.0;
      },
      b);
  if (divides) {
    auto const wide = astype(a, binary_function(function, a.dtype, a.dtype).argument);
    return binary(function, wide, scalar_operand(wide, n));
  }
  double const far = std::numeric_limits<double>::infinity();
  auto const wide = astype(a, dtype::float64);
  return binary(function, wide, scalar_operand(wide, n < 0 ? -far : far));
}

fusion::value fusion::binary_into(std::string_view function, value to, value a, value b)
{
  auto const made = binary(function, a, b);
  bool const narrows =
      kind_of(made.dtype) > kind_of(to.dtype) ||
      (is_signed(made.dtype) && kind_of(to.dtype) == kind::integer && !is_signed(to.dtype));
  if (narrows)
    throw dtype_error("Cannot cast ufunc '" +
                      std::string(binary_function(function, a.dtype, b.dtype).name) +
                      "' output from dtype('" + name(made.dtype) + "') to dtype('" +
                      name(to.dtype) + "') with casting rule 'same_kind'");
  return astype(made, to.dtype);
}

fusion::value fusion::where(value condition, value a, value b)
{
  acre::dtype const type = promote(a.dtype, b.dtype);
  return add("vocabulary::where<" + std::string(type_in_text(type)) + ">($0, $1, $2)", type,
             {astype(condition, dtype::boolean), astype(a, type), astype(b, type)});
}

fusion::value fusion::clip(value a, value low, value high)
{
  return binary("minimum", binary("maximum", a, low), high);
}

fusion::value fusion::round(value a, std::int64_t decimals)
{
  if (a.dtype == dtype::boolean && decimals != 0)
    throw dtype_error(
        std::string("Cannot cast ufunc '") + (decimals > 0 ? "multiply" : "divide") +
        "' output from dtype('float64') to dtype('bool') with casting rule 'same_kind'");
  auto const x = a.dtype == dtype::boolean ? astype(a, inexact(a.dtype)) : a;
  bool const is_fraction = decimals >= 0;
  auto const unit =
      number(acre::detail::power_of_ten(is_fraction ? decimals : -decimals), dtype::float64);
  return add(std::string("vocabulary::multiple_of($0, $1, ") + (is_fraction ? "true)" : "false)"),
             x.dtype, {x, unit});
}

fusion::value fusion::isclose(value a, value b, double rtol, double atol, bool equal_nan)
{
  auto const both = [&](value x, value y) { return binary("logical_and", x, y); };
  acre::dtype const type = inexact(promote(a.dtype, b.dtype));
  auto const x = astype(a, type), y = astype(b, type);
  auto const distance = unary("absolute", binary("subtract", x, y));
  auto const near = binary("less_equal", distance,
                           binary("add", binary("multiply", unary("absolute", y), rtol), atol));
  auto const close = binary("logical_or", both(near, unary("isfinite", y)), binary("equal", x, y));
  if (!equal_nan) return close;
  return binary("logical_or", close, both(unary("isnan", x), unary("isnan", y)));
}

fusion::value fusion::nan_to_num(value a, double nan, std::optional<double> posinf,
                                 std::optional<double> neginf)
{
  if (kind_of(a.dtype) <= kind::integer) return a;
  double most = 0, least = 0;
  with_type<int>("nan_to_num", real_dtype(a.dtype), floats(), [&]<class T>(std::type_identity<T>) {
    most = static_cast<double>(std::numeric_limits<T>::max());
    least = static_cast<double>(std::numeric_limits<T>::lowest());
    return 0;
  });
  acre::dtype const real = real_dtype(a.dtype);
  return add("vocabulary::nan_to_num($0, $1, $2, $3)", a.dtype,
             {a, number(nan, real), number(posinf.value_or(most), real),
              number(neginf.value_or(least), real)});
}

fusion::value fusion::select(std::span<value const> conditions, std::span<value const> choices,
                             scalar_value otherwise)
{
  if (conditions.size() != choices.size())
    throw value_error("list of cases must be same length as list of conditions");
  if (conditions.empty()) throw value_error("select with an empty condition list is not possible");
  std::vector<dynamic_array> like;
  for (std::size_t n = 0; n < conditions.size(); ++n) {
    if (conditions[n].dtype != dtype::boolean)
      throw dtype_error("invalid entry " + std::to_string(n) +
                        " in condlist: should be boolean ndarray");
    like.emplace_back(dynamic_space(), choices[n].dtype, std::shared_ptr<void>(), nullptr,
                      std::array{std::int64_t{0}}, std::array{std::int64_t{1}});
  }
  acre::dtype const type = common_dtype(like);
  bool const whole = std::visit([](auto v) { return std::is_integral_v<decltype(v)>; }, otherwise);
  acre::dtype const own =
      std::holds_alternative<std::uint64_t>(otherwise) ? dtype::uint64 : dtype::int64;
  value chosen = kind_of(type) == kind::integer && whole
                     ? astype(number(otherwise, number_dtype(own, otherwise)), type)
                     : number(otherwise, number_dtype(type, otherwise));
  for (std::size_t n = conditions.size(); n-- > 0;)
    chosen = where(conditions[n], choices[n], chosen);
  return chosen;
}

fusion::value fusion::full_like(value a, scalar_value n, acre::dtype type)
{
  // (a is no part of the text, but of what says the shape)
  return add("$0", type, {astype(number(n, number_dtype(type, n)), type), a});
}

fusion::value fusion::assigned(value to, value from)
{
  return add("$0", to.dtype, {astype(from, to.dtype), to});
}

// --- kernels ---------------------------------------------------------------------------------

struct fusion::kernel::plan {
  std::vector<node> nodes;  // as they were when it was finished
  std::vector<value> results;
  std::string name;
  std::vector<std::vector<int>> inputs_of;  // the inputs that each result depends on
  int inputs = 0;

  /// The kernel of some of the results: which inputs it takes, and the numbers behind them.
  struct part {
    std::shared_ptr<elementwise const> run;
    std::vector<int> inputs;
    std::vector<scalar_value> numbers;
  };
  std::mutex lock;
  std::map<std::vector<int>, std::shared_ptr<part const>> parts;

  std::vector<bool> reached(std::span<int const> from) const;
  std::shared_ptr<part const> part_of(std::vector<int> const& some);
  std::shared_ptr<part const> made(std::vector<int> const& some) const;
  struct written;
  written write_down(std::span<int const> roots, std::size_t others) const;
  void write(part const& kernel, std::span<dynamic_array const> given,
             std::span<dynamic_array const> to) const;
};

std::vector<bool> fusion::kernel::plan::reached(std::span<int const> from) const
{
  std::vector<bool> needed(nodes.size());
  for (int const n : from) needed[static_cast<std::size_t>(n)] = true;
  for (std::size_t n = nodes.size(); n-- > 0;)
    if (needed[n])
      for (int const operand : nodes[n].operands) needed[static_cast<std::size_t>(operand)] = true;
  return needed;
}

fusion::kernel fusion::finish(std::span<value const> results, std::string_view name) const
{
  if (results.empty()) throw value_error("a fused function has a result");
  kernel made;
  made.plan_ = std::make_shared<kernel::plan>();
  auto& of = *made.plan_;
  of.nodes = *nodes_;
  of.results.assign(results.begin(), results.end());
  of.name = name;
  for (value const& each : results) {
    auto const needed = of.reached(std::array{each.number});
    auto& inputs = of.inputs_of.emplace_back();
    int input = 0;
    for (std::size_t n = 0; n < of.nodes.size(); ++n)
      if (of.nodes[n].is == node::kind::input) {
        if (needed[n]) inputs.push_back(input);
        ++input;
      }
    of.inputs = input;
    if (inputs.empty())
      throw value_error("a result of a fused function is a number that no array says the shape of");
  }
  return made;
}

/// The text that computes some values, and what it takes.
struct fusion::kernel::plan::written {
  std::string arrays, numbers, formal, statements;  // declarations; as arguments of a function
  std::vector<std::string> names;                   // of the values
  std::vector<int> inputs;
  std::vector<scalar_value> given;

  std::string declared() const { return arrays + (numbers.empty() ? "" : ", ") + numbers; }
  std::string actual() const
  {
    std::string list;
    for (int const n : inputs) list += (list.empty() ? "x" : ", x") + std::to_string(n);
    for (std::size_t n = 0; n < given.size(); ++n) list += ", n" + std::to_string(n);
    return list;
  }
};

/// `others` are operands beside those that the values take.
fusion::kernel::plan::written fusion::kernel::plan::write_down(std::span<int const> roots,
                                                               std::size_t others) const
{
  constexpr std::size_t most_operands = 22;  // of a kernel from text
  auto const needed = reached(roots);
  for (std::size_t n = 0; n < nodes.size(); ++n)
    others += needed[n] && nodes[n].is != node::kind::computed;
  bool const as_literals = others > most_operands;

  written text;
  text.names.resize(nodes.size());
  auto const declare = [&](std::string& list, acre::dtype type, std::string const& as) {
    list += (list.empty() ? "" : ", ") + std::string(acre::name(type)) + ' ' + as;
    text.formal +=
        (text.formal.empty() ? "" : ", ") + std::string(type_in_text(type)) + " const " + as;
  };
  int input = 0;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (nodes[n].is != node::kind::input) continue;
    if (needed[n]) {
      text.inputs.push_back(input);
      text.names[n] = 'x' + std::to_string(input);
      declare(text.arrays, nodes[n].type, text.names[n]);
    }
    ++input;
  }
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    node const& each = nodes[n];
    if (!needed[n] || each.is == node::kind::input) continue;
    if (each.is == node::kind::number && as_literals) {
      text.names[n] = literal(each.number, each.type);
    } else if (each.is == node::kind::number) {
      text.names[n] = 'n' + std::to_string(text.given.size());
      declare(text.numbers, each.type, text.names[n]);
      text.given.push_back(each.number);
    } else {
      text.names[n] = 'v' + std::to_string(n);
      text.statements += type_in_text(each.type) + (" const " + text.names[n] + " = ");
      for (std::size_t k = 0; k < each.text.size(); ++k)
        if (each.text[k] == '$')
          text.statements += text.names[static_cast<std::size_t>(
              each.operands[static_cast<std::size_t>(each.text[++k] - '0')])];
        else
          text.statements += each.text[k];
      text.statements += ";\n";
    }
  }
  return text;
}

std::shared_ptr<fusion::kernel::plan::part const> fusion::kernel::plan::made(
    std::vector<int> const& some) const
{
  std::vector<int> roots;
  for (int const r : some) roots.push_back(results[static_cast<std::size_t>(r)].number);
  auto const text = write_down(roots, some.size());
  std::string outputs, operation = text.statements;
  for (std::size_t k = 0; k < some.size(); ++k) {
    auto const& result = results[static_cast<std::size_t>(some[k])];
    std::string const as = "out" + std::to_string(k);
    outputs += (outputs.empty() ? "" : ", ") + std::string(acre::name(result.dtype)) + ' ' + as;
    operation += as + " = " + text.names[static_cast<std::size_t>(result.number)] + ";\n";
  }
  part kernel{{}, text.inputs, text.given};
  kernel.run = shared_kernel(text.declared(), outputs, operation, name);
  return std::make_shared<part const>(std::move(kernel));
}

std::shared_ptr<fusion::kernel::plan::part const> fusion::kernel::plan::part_of(
    std::vector<int> const& some)
{
  std::lock_guard const one(lock);
  auto& found = parts[some];
  if (!found) found = made(some);
  return found;
}

void fusion::kernel::plan::write(part const& kernel, std::span<dynamic_array const> given,
                                 std::span<dynamic_array const> to) const
{
  std::vector<argument> arguments;
  arguments.reserve(kernel.inputs.size() + kernel.numbers.size() + to.size());
  for (int const n : kernel.inputs) arguments.emplace_back(given[static_cast<std::size_t>(n)]);
  for (auto const& n : kernel.numbers) arguments.emplace_back(n);
  for (auto const& each : to) arguments.emplace_back(each);
  (*kernel.run)(arguments);
}

std::vector<dynamic_array> fusion::kernel::operator()(std::span<dynamic_array const> inputs) const
{
  return (*this)(inputs, {});
}

std::vector<dynamic_array> fusion::kernel::operator()(
    std::span<dynamic_array const> inputs,
    std::span<std::optional<dynamic_array> const> targets) const
{
  auto& of = *plan_;
  if (inputs.size() != static_cast<std::size_t>(of.inputs))
    throw value_error(of.name + " was written for " + std::to_string(of.inputs) +
                      " arrays, not for " + std::to_string(inputs.size()));
  for (dynamic_array const& x : inputs)
    if (x.space().index() != inputs[0].space().index())
      throw backend_error(std::string("the operands live on ") + acre::name(inputs[0].space()) +
                          " and " + acre::name(x.space()) + "; copy one with copy_to(space, x)");

  // shapes, and the results that have one together
  std::size_t const count = of.results.size();
  struct group {
    shape_t<max_rank> extents{};
    std::size_t rank = 0;
    std::vector<int> results = {};
    extents_view shape() const { return {extents.data(), rank}; }
  };
  std::vector<group> groups;
  std::vector<extents_view> shapes;
  for (std::size_t r = 0; r < count; ++r) {
    group one;
    shapes.clear();
    for (int const n : of.inputs_of[r]) {
      shapes.push_back(inputs[static_cast<std::size_t>(n)].shape());
      one.rank = std::max(one.rank, shapes.back().size());
    }
    acre::detail::broadcast_into(std::span(one.extents).first(one.rank), shapes);
    auto const same = std::ranges::find_if(
        groups, [&](group const& other) { return std::ranges::equal(other.shape(), one.shape()); });
    auto& in = same == groups.end() ? groups.emplace_back(one) : *same;
    in.results.push_back(static_cast<int>(r));
    if (r < targets.size() && targets[r] && !std::ranges::equal(targets[r]->shape(), one.shape()))
      throw shape_error("non-broadcastable output operand with shape " +
                        to_string(targets[r]->shape()) + " doesn't match the broadcast shape " +
                        to_string(one.shape()));
  }

  // a target is written at once where nothing else reads it, else when all has been computed
  auto const is_apart = [&](dynamic_array const& to, std::size_t result) {
    if (groups.size() > 1) return false;
    for (dynamic_array const& x : inputs)
      if (x.owner() == to.owner() &&
          !(x.first() == to.first() && std::ranges::equal(x.shape(), to.shape()) &&
            std::ranges::equal(x.strides(), to.strides())))
        return false;
    for (std::size_t r = 0; r < targets.size(); ++r)
      if (r != result && targets[r] && targets[r]->owner() == to.owner()) return false;
    return true;
  };
  std::vector<dynamic_array> made(count);
  std::vector<std::size_t> assigned;
  for (auto const& each : groups) {
    std::vector<dynamic_array> to;
    for (int const number : each.results) {
      auto const r = static_cast<std::size_t>(number);
      bool const has_target = r < targets.size() && targets[r];
      bool const at_once = has_target && is_apart(*targets[r], r);
      if (has_target && !at_once) assigned.push_back(r);
      made[r] = at_once ? *targets[r]
                        : empty(inputs[static_cast<std::size_t>(of.inputs_of[r][0])].space(),
                                of.results[r].dtype, each.shape());
      to.push_back(made[r]);
    }
    of.write(*of.part_of(each.results), inputs, to);
  }
  for (std::size_t const r : assigned) {
    assign(*targets[r], made[r]);
    made[r] = *targets[r];
  }
  return made;
}

// --- reductions ------------------------------------------------------------------------------

namespace {

/// How a reduction is said in a text; nothing where it isn't.
struct said {
  acre::dtype type{};  // of what is combined, and of the result
  std::string combine, identity;
};
template <class T>
std::string least(bool highest)
{
  using limits = std::numeric_limits<T>;
  std::string const type = type_in_text(dtype_of<T>);
  if constexpr (std::is_floating_point_v<T>)
    return (highest ? "" : "-") + ("acre::math::detail::infinity<" + type + ">()");
  else
    return "static_cast<" + type + ">(" +
           std::to_string(static_cast<std::uint64_t>(highest ? limits::max() : limits::min())) +
           "ull)";
}
std::optional<said> said_of(std::string_view reduction, acre::dtype d)
{
  acre::dtype const summed = is_half(d) ? d : sum_dtype(d);
  std::string const type = type_in_text(summed);
  auto const zero = [](acre::dtype of) -> std::string {
    switch (kind_of(of)) {
      case kind::floating:
        return "-0.0";
      case kind::complex:
        return type_in_text(of) + std::string("(-0.0, -0.0)");
      default:
        return "0";
    }
  };
  if (reduction == "sum") return said{summed, "vocabulary::add(a, b)", zero(summed)};
  if (reduction == "prod") return said{summed, "vocabulary::multiply(a, b)", type + "(1)"};
  if (reduction == "mean" && !is_half(d))
    return said{quotient_dtype(d), "vocabulary::add(a, b)", zero(quotient_dtype(d))};
  if (reduction == "any") return said{acre::dtype::boolean, "a || b", "false"};
  if (reduction == "all") return said{acre::dtype::boolean, "a && b", "true"};
  if (reduction == "count_nonzero") return said{acre::dtype::int64, "a + b", "0"};
  if ((reduction != "max" && reduction != "min") || kind_of(d) == kind::complex) return {};
  said found{d, reduction == "max" ? "vocabulary::maximum(a, b)" : "vocabulary::minimum(a, b)", {}};
  found.identity = with_type<std::string>(
      reduction, computed(d), acre::detail::real_dtypes(),
      [&]<class T>(std::type_identity<T>) { return least<T>(reduction == "min"); });
  return found;
}

}  // namespace

struct fusion::reduction::plan {
  std::string name;
  kernel values;  // what is reduced, written first: where no text is
  std::optional<jit::reduction> run;
  std::vector<int> inputs;
  std::vector<scalar_value> numbers;
};

fusion::reduction fusion::finish(std::string_view function, value a, std::string_view name) const
{
  reduction_dtype(function, a.dtype);  // refuses names and dtypes
  auto made = std::make_shared<fusion::reduction::plan>();
  made->name = function;
  if (auto const how = said_of(function, a.dtype)) {
    fusion with = *this;
    with.nodes_ = std::make_shared<std::vector<node>>(*nodes_);
    value const x = function == "count_nonzero"
                        ? with.astype(with.astype(a, dtype::boolean), dtype::int64)
                        : with.astype(a, how->type);
    made->values = with.finish(std::array{a}, name);
    auto const text = with.finish(std::array{x}, name).plan_->write_down(std::array{x.number}, 1);
    std::string const called = std::string(name) + "_value";
    acre::jit::options options;
    options.preamble = "KOKKOS_INLINE_FUNCTION " + std::string(type_in_text(how->type)) + ' ' +
                       called + '(' + text.formal + ")\n{\n" + text.statements + "return " +
                       text.names[static_cast<std::size_t>(x.number)] + ";\n}\n";
    made->run.emplace(text.declared(), std::string(acre::name(how->type)) + " out",
                      called + '(' + text.actual() + ')', how->combine, "", how->identity, name,
                      options);
    made->inputs = text.inputs;
    made->numbers = text.given;
  } else {
    made->values = finish(std::array{a}, name);
  }
  fusion::reduction result;
  result.plan_ = std::move(made);
  return result;
}

dynamic_array fusion::reduction::operator()(std::span<dynamic_array const> inputs,
                                            std::optional<std::vector<int>> const& axes,
                                            bool keepdims) const
{
  auto const& of = *plan_;
  bool const is_plain = std::ranges::all_of(of.inputs, [&](int n) {
    auto const at = static_cast<std::size_t>(n);
    return at < inputs.size() && inputs[at].rank() > 0 && inputs[at].size() > 0;
  });
  if (!of.run || !is_plain) return dynamic::reduce(of.name, of.values(inputs)[0], {axes, keepdims});
  std::vector<argument> arguments;
  std::vector<extents_view> shapes;
  std::size_t rank = 0;
  for (int const n : of.inputs) {
    auto const& x = inputs[static_cast<std::size_t>(n)];
    arguments.emplace_back(x);
    shapes.push_back(x.shape());
    rank = std::max(rank, x.shape().size());
  }
  for (auto const& n : of.numbers) arguments.emplace_back(n);
  auto const made = of.run->make(arguments, axes, keepdims);
  if (of.name != "mean") return made;
  shape_t<max_rank> shape{};
  acre::detail::broadcast_into(std::span(shape).first(rank), shapes);
  std::int64_t const elements = size_of(std::span(shape).first(rank));
  return dynamic::binary("true_divide", made,
                         static_cast<double>(elements / std::max<std::int64_t>(1, made.size())));
}

}  // namespace acre::dynamic::jit

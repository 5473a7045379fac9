#include <acre/array/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/into.hpp>
#include <acre/elementwise/functions.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "angles.hpp"
#include "named_functions.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

auto unary_tables()
{
  return std::array{sign_functions(),          power_functions(),       rounding_functions(),
                    float_predicates(),        complex_functions(),     bit_functions(),
                    logical_functions(),       exponential_functions(), logarithmic_functions(),
                    trigonometric_functions(), hyperbolic_functions(),  special_functions(),
                    angle_functions(),         part_functions()};
}
auto binary_tables()
{
  return std::array{
      additive_pairs(), multiplicative_pairs(), division_pairs(), remainder_pairs(),
      divisor_pairs(),  power_pairs(),          maximum_pairs(),  number_maximum_pairs(),
      equality_pairs(), ordering_pairs(),       bit_pairs(),      shift_pairs(),
      logical_pairs(),  elementary_pairs(),     step_pairs(),     part_pairs()};
}

/// The array API's and C++'s names, and those that they stand for.
constexpr std::pair<std::string_view, std::string_view> second_names[] = {
    {"abs", "absolute"},
    {"acos", "arccos"},
    {"acosh", "arccosh"},
    {"asin", "arcsin"},
    {"asinh", "arcsinh"},
    {"atan", "arctan"},
    {"atan2", "arctan2"},
    {"atanh", "arctanh"},
    {"pow", "power"},
    {"bitwise_invert", "invert"},
    {"bitwise_left_shift", "left_shift"},
    {"bitwise_right_shift", "right_shift"}};

/// Entries by all of their names.
template <class Entry>
using directory = std::unordered_map<std::string_view, Entry const*>;
template <class Entry, class Tables>
directory<Entry> directory_of(Tables const& tables)
{
  directory<Entry> all;
  for (auto const& table : tables)
    for (auto const& entry : table) {
      all.emplace(entry.name, &entry);
      if (!entry.alias.empty()) all.emplace(entry.alias, &entry);
    }
  for (auto const& [second, first] : second_names)
    if (auto const found = all.find(first); found != all.end()) all.emplace(second, found->second);
  return all;
}
template <class Entry>
Entry const& entry_named(directory<Entry> const& all, std::string_view name, char const* what)
{
  if (auto const found = all.find(name); found != all.end()) return *found->second;
  throw value_error("there is no " + std::string(what) + " function '" + std::string(name) + "'");
}
unary_entry const& unary_named(std::string_view name)
{
  static auto const all = directory_of<unary_entry>(unary_tables());
  return entry_named(all, name, "unary");
}
binary_entry const& binary_named(std::string_view name)
{
  static auto const all = directory_of<binary_entry>(binary_tables());
  return entry_named(all, name, "binary");
}

template <class Tables>
std::vector<std::string_view> names_of(Tables const& tables)
{
  std::vector<std::string_view> names;
  for (auto const& table : tables)
    for (auto const& entry : table) {
      names.push_back(entry.name);
      if (!entry.alias.empty()) names.push_back(entry.alias);
      for (auto const& [second, first] : second_names)
        if (first == entry.name) names.push_back(second);
    }
  return names;
}

using operands = std::initializer_list<std::reference_wrapper<dynamic_array const>>;

/// The shape to which at most three arrays broadcast.
std::span<std::int64_t> broadcast_shape(operands arrays, shape_t<max_rank>& shape)
{
  std::array<extents_view, 3> shapes;
  std::size_t count = 0, rank = 0;
  for (dynamic_array const& a : arrays) {
    shapes[count++] = a.shape();
    rank = std::max(rank, a.shape().size());
  }
  auto const result = std::span(shape).first(rank);
  acre::detail::broadcast_into(result, std::span(shapes).first(count));
  return result;
}
/// Whether arrays have that shape or no axes, which broadcasts to any.
bool fit_at_once(operands arrays, extents_view shape)
{
  return std::ranges::all_of(arrays, [&](dynamic_array const& a) {
    return a.rank() == 0 || std::ranges::equal(a.shape(), shape);
  });
}
/// Throws shape_error where arrays don't broadcast.
void require_broadcast(operands arrays)
{
  extents_view longest;
  for (dynamic_array const& a : arrays)
    if (a.shape().size() > longest.size()) longest = a.shape();
  shape_t<max_rank> shape;
  if (!fit_at_once(arrays, longest)) broadcast_shape(arrays, shape);
}

/// uint64 compared with a signed dtype: float64, their common one, would round.
bool compares_exactly(std::string_view function, dtype a, dtype b)
{
  if (!((a == dtype::uint64 && is_signed(b)) || (b == dtype::uint64 && is_signed(a)))) return false;
  auto const is_named = [&](binary_entry const& entry) { return entry.name == function; };
  return std::ranges::any_of(equality_pairs(), is_named) ||
         std::ranges::any_of(ordering_pairs(), is_named);
}
dynamic_array compare_exactly(std::string_view function, dynamic_array const& a,
                              dynamic_array const& b)
{
  bool const unsigned_first = a.dtype() == dtype::uint64;
  dynamic_array const& other = unsigned_first ? b : a;
  auto const negative = binary("less", other, scalar_operand(other, std::int64_t{0}));
  auto const compared = binary(function, astype(a, dtype::uint64), astype(b, dtype::uint64));
  // beside a negative number every uint64 is the larger one
  bool const answer =
      function == "not_equal" || function.starts_with(unsigned_first ? "greater" : "less");
  return answer ? binary("logical_or", negative, compared)
                : binary("logical_and", unary("logical_not", negative), compared);
}

/// Complex numbers by their real parts, none of them where an imaginary part is NaN, then by the
/// imaginary ones, as <acre/elementwise/operators.hpp> has them.
bool orders_complex(std::string_view function, dtype a, dtype b)
{
  if (kind_of(promote(a, b)) != kind::complex) return false;
  return std::ranges::any_of(ordering_pairs(),
                             [&](binary_entry const& entry) { return entry.name == function; });
}
dynamic_array order_complex(std::string_view function, dynamic_array const& a,
                            dynamic_array const& b)
{
  dtype const type = promote(a.dtype(), b.dtype());
  auto const x = astype(a, type), y = astype(b, type);
  auto const x_re = unary("real", x), y_re = unary("real", y), x_im = unary("imag", x),
             y_im = unary("imag", y);
  auto const first = binary(function.starts_with("less") ? "less" : "greater", x_re, y_re);
  auto const no_number = binary("logical_or", unary("isnan", x_im), unary("isnan", y_im));
  auto const then = binary(function, x_im, y_im);
  return binary("logical_or", binary("logical_and", first, unary("logical_not", no_number)),
                binary("logical_and", binary("equal", x_re, y_re), then));
}

/// Functions for which NumPy refuses complex numbers in other words than its ufunc's, or under
/// another name.
void refuse_complex_as(std::string_view function)
{
  if (function == "i0") throw dtype_error("i0 not supported for complex values");
  if (function == "degrees" || function == "radians")
    throw dtype_error("ufunc '" + std::string(function) +
                      "' not supported for the input types, and the inputs could not be safely "
                      "coerced to any supported types according to the casting rule ''safe''");
}

/// (Compiled for each size of an element.)
template <class T>
using bits_like = std::conditional_t<
    sizeof(T) == 16, complex<double>,
    std::conditional_t<
        sizeof(T) == 8, std::uint64_t,
        std::conditional_t<sizeof(T) == 4, std::uint32_t,
                           std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>>;
template <class Space, class T>
dynamic_array written_by_kernel(Space const& on, T const& value)
{
  bits_like<T> pattern{};
  std::memcpy(static_cast<void*>(&pattern), &value, sizeof value);
  return as_dtype(acre::full(on, shape_t<0>(), pattern), dtype_of<T>);
}
/// Memory of the queue's, which the array holds, see gpu::queue::number; none where it has none.
template <class Space, class T>
std::optional<dynamic_array> held_by_queue(Space const& on, T const& value)
{
  std::array<std::uint64_t, 2> words{};
  std::memcpy(words.data(), &value, sizeof value);
  using bits = bits_like<T>;
  if constexpr (requires { on.queue().number(words); })
    if (auto held = on.queue().number(words)) {
      auto* const there = static_cast<bits*>(held.get());
      return as_dtype(array<bits, 0, Space>(on, std::move(held), there, {}, {}), dtype_of<T>);
    }
  return {};
}

/// Whose memory a number's array is: its own, or its queue's, which holds numbers that kernels are
/// given again and again. Only what is queued while the array is there may read that, none write.
enum class number_memory { own, of_queue };

/// The number, which T's kind has room for, as an array of rank 0. On a GPU a kernel writes it,
/// which nobody waits for. Throws value_error for an integer that T cannot hold.
template <class T, class S>
dynamic_array one_element(dynamic_space const& space, S number,
                          number_memory memory = number_memory::own)
{
  require_held(dtype_of<T>, number);
  T value{};
  if constexpr (std::is_constructible_v<T, S>) value = static_cast<T>(number);
  return std::visit(
      [&]<class Space>(Space const& on) {
        if constexpr (Space::host_accessible) {
          array<T, 0, Space> const made(on, shape_t<0>());
          on.copy_from_host(made.data(), &value, sizeof value);
          return dynamic_array(made);
        } else {
          if (memory == number_memory::of_queue)
            if (auto const held = held_by_queue(on, value)) return *held;
          return written_by_kernel(on, value);
        }
      },
      space);
}

/// scalar_operand(), or what only this call's kernels read.
dynamic_array number_operand(dynamic_array const& a, scalar_value value, number_memory memory)
{
  return std::visit(
      [&]<class S>(S s) {
        dtype const type = promote_scalar(a.dtype(), acre::detail::kind_of<S>());
        return with_type<dynamic_array>(
            "a scalar", type, acre::detail::stored_dtypes(),
            [&]<class T>(std::type_identity<T>) { return one_element<T>(a.space(), s, memory); });
      },
      value);
}

/// The second operand of ldexp: an integer whatever it multiplies.
dynamic_array power_of_two(dynamic_array const& a, scalar_value b)
{
  return std::visit(
      [&]<class S>(S s) {
        using T = std::conditional_t<std::is_integral_v<S>, std::int64_t, S>;
        return one_element<T>(a.space(), static_cast<T>(s));
      },
      b);
}

}  // namespace

std::string detail::class_of(dtype d)
{
  std::string const of = d == dtype::boolean ? "bool" : name(d);
  bool const is_unsigned = of.starts_with("uint");
  std::string text = is_unsigned ? "UInt" + of.substr(4) : of;
  text[0] = static_cast<char>(text[0] - (is_unsigned ? 0 : 'a' - 'A'));
  return "<class 'numpy.dtypes." + text + "DType'>";
}

named_function detail::unary_function(std::string_view function, dtype a)
{
  unary(function, empty(dynamic_space(), a, std::array{std::int64_t{0}}));  // refuses dtypes
  auto const& entry = unary_named(function);
  dtype const type = entry.argument(a);
  return {entry.name, type, entry.result(type)};
}
named_function detail::binary_function(std::string_view function, dtype a, dtype b)
{
  auto const& entry = binary_named(function);
  if (compares_exactly(function, a, b)) return {entry.name, a, dtype::boolean, true};
  if (orders_complex(function, a, b)) return {entry.name, promote(a, b), dtype::boolean};
  dtype const type = entry.argument(a, b);
  if (function == "nextafter" && is_half(type)) refuse(function, type);
  return {entry.name, type, entry.result(type)};
}

dtype detail::number_dtype(dtype a, scalar_value number)
{
  return std::visit([&]<class S>(S) { return promote_scalar(a, acre::detail::kind_of<S>()); },
                    number);
}
bool detail::holds(dtype type, scalar_value number)
{
  return std::visit(
      [&]<class S>(S n) {
        if constexpr (!acre::detail::is_integer<S>) {
          return true;
        } else {
          return [&]<class... T>(type_list<T...>) {
            return (... && (type != dtype_of<T> || std::in_range<T>(n)));
          }(integers());
        }
      },
      number);
}
void detail::require_held(dtype type, scalar_value number)
{
  if (holds(type, number)) return;
  std::visit(
      [&]<class S>(S n) {
        if constexpr (acre::detail::is_integer<S>) {
          if (!std::in_range<std::int64_t>(n) && type != dtype::uint32)
            throw value_error("Python int too large to convert to C long");
          throw value_error("Python integer " + std::to_string(n) + " out of bounds for " +
                            name(type));
        }
      },
      number);
}

std::vector<std::string_view> unary_functions() { return names_of(unary_tables()); }
std::vector<std::string_view> binary_functions() { return names_of(binary_tables()); }

dtype unary_dtype(std::string_view function, dtype a)
{
  auto const& entry = unary_named(function);
  return entry.result(entry.argument(a));
}
dtype binary_dtype(std::string_view function, dtype a, dtype b)
{
  if (orders_complex(function, a, b)) return dtype::boolean;
  auto const& entry = binary_named(function);
  return entry.result(entry.argument(a, b));
}

dynamic_array unary(std::string_view function, dynamic_array const& a)
{
  auto const& entry = unary_named(function);
  if (kind_of(a.dtype()) == kind::complex) refuse_complex_as(function);
  if (a.dtype() != entry.argument(a.dtype()) || !is_half(a.dtype()))
    return entry.run(astype(a, entry.argument(a.dtype())), nullptr);
  if (function == "spacing") refuse(function, a.dtype());  // which is not float32's
  return in_float(a, [&](dynamic_array const& x) { return entry.run(x, nullptr); });
}

dynamic_array binary(std::string_view function, dynamic_array const& a, dynamic_array const& b)
{
  if (compares_exactly(function, a.dtype(), b.dtype())) return compare_exactly(function, a, b);
  if (orders_complex(function, a.dtype(), b.dtype())) return order_complex(function, a, b);
  auto const& entry = binary_named(function);
  dtype const type = entry.argument(a.dtype(), b.dtype());  // refuses dtypes before shapes
  require_broadcast({a, b});
  if (a.dtype() == type && b.dtype() == type && !is_half(type))  // as they are: no handle is copied
    return entry.run(a, b, nullptr);
  if (is_half(type) && function == "nextafter") refuse(function, type);
  auto const y = astype(astype(b, type), computed(type));
  return in_float(astype(a, type),
                  [&](dynamic_array const& x) { return entry.run(x, y, nullptr); });
}

namespace {

/// NumPy's truth of a Python integer is that of an int64.
void require_truth(std::string_view function, scalar_value number)
{
  auto const* const n = std::get_if<std::uint64_t>(&number);
  if (n && !std::in_range<std::int64_t>(*n) && function.starts_with("logical_"))
    throw value_error("Python int too large to convert to C long");
}

}  // namespace

dynamic_array binary(std::string_view function, dynamic_array const& a, scalar_value b)
{
  require_truth(function, b);
  if (function == "ldexp") return binary(function, a, power_of_two(a, b));
  try {
    return binary(function, a, number_operand(a, b, number_memory::of_queue));
  } catch (value_error const&) {  // b doesn't fit into a's dtype
    bool const compares = binary_dtype(function, dtype::int64, dtype::int64) == dtype::boolean;
    // beside a boolean the number is of 64 bits
    dtype const own = a.dtype() == dtype::boolean ? dtype::int64 : a.dtype();
    bool const divides = kind_of(binary_dtype(function, own, own)) == kind::floating;
    if (kind_of(own) != kind::integer || !(divides || (compares && own == a.dtype()))) throw;
    auto const wide =
        astype(a, divides ? binary_named(function).argument(own, own) : dtype::float64);
    double const number = std::visit(
        [](auto n) {
          if constexpr (std::is_arithmetic_v<decltype(n)>) return static_cast<double>(n);
          return 0.0;  // what doesn't fit is an integer
        },
        b);
    if (divides) return binary(function, wide, scalar_operand(wide, number));
    // all of a lies on one side of b
    double const far = std::numeric_limits<double>::infinity();
    return binary(function, wide, scalar_operand(wide, number < 0 ? -far : far));
  }
}

dynamic_array binary(std::string_view function, scalar_value a, dynamic_array const& b)
{
  require_truth(function, a);
  return binary(function, number_operand(b, a, number_memory::of_queue), b);
}

dynamic_array scalar_operand(dynamic_array const& a, scalar_value value)
{
  return number_operand(a, value, number_memory::own);
}

dynamic_array where(dynamic_array const& condition, dynamic_array const& a, dynamic_array const& b)
{
  require_broadcast({condition, a, b});
  int const rank = std::max({condition.rank(), a.rank(), b.rank()});
  dtype const type = promote(a.dtype(), b.dtype());
  auto const c = astype(condition, dtype::boolean), y = bits_of(astype(b, type));
  auto const select = [&]<class T, class Space>(array<T, max_rank, Space> const& x) {
    return dynamic_array(
        evaluate(acre::where(c.as<bool, max_rank, Space>(), x, y.as<T, max_rank, Space>())), rank);
  };
  return with_bits(astype(a, type), select);
}

namespace {

/// Refuses a result that is cast into a dtype of a lesser kind, as NumPy does.
void require_same_kind(std::string_view function, dtype result, dtype to)
{
  bool const narrows = kind_of(result) > kind_of(to) ||
                       (is_signed(result) && kind_of(to) == kind::integer && !is_signed(to));
  if (narrows)
    throw dtype_error("Cannot cast ufunc '" + std::string(function) + "' output from dtype('" +
                      name(result) + "') to dtype('" + name(to) +
                      "') with casting rule 'same_kind'");
}

/// number_operand() of a number that a's dtype can hold, for this call's kernels.
std::optional<dynamic_array> fitting_operand(dynamic_array const& a, scalar_value b)
{
  try {
    return number_operand(a, b, number_memory::of_queue);
  } catch (value_error const&) {
    return {};
  }
}

/// Operands broadcast to what is written, which doesn't broadcast itself. (NumPy's text of operands
/// that don't fit names what is written to as well.)
void require_written_shape(operands all, dynamic_array const& to)
{
  if (fit_at_once(all, to.shape())) return;
  shape_t<max_rank> shape;
  auto const common = broadcast_shape(all, shape);
  if (!std::ranges::equal(common, to.shape()))
    throw shape_error("non-broadcastable output operand with shape " + to_string(to.shape()) +
                      " doesn't match the broadcast shape " + to_string(common));
}

}  // namespace

void unary_into(std::string_view function, dynamic_array const& to, dynamic_array const& a)
{
  auto const& entry = unary_named(function);
  dtype const type = entry.argument(a.dtype()), result = entry.result(type);
  require_same_kind(entry.name, result, to.dtype());
  require_written_shape({a, to}, to);
  if (kind_of(a.dtype()) == kind::complex) refuse_complex_as(function);
  if (is_half(type) || result != to.dtype())
    assign(to, unary(function, a));
  else
    entry.run(astype(a, type), &to);
}

void binary_into(std::string_view function, dynamic_array const& to, dynamic_array const& a,
                 dynamic_array const& b)
{
  auto const& entry = binary_named(function);
  bool const in_steps = compares_exactly(function, a.dtype(), b.dtype()) ||
                        orders_complex(function, a.dtype(), b.dtype());
  dtype const type = in_steps ? dtype::boolean : entry.argument(a.dtype(), b.dtype()),
              result = in_steps ? dtype::boolean : entry.result(type);
  require_same_kind(entry.name, result, to.dtype());
  require_written_shape({a, b, to}, to);
  if (in_steps || is_half(type) || result != to.dtype())
    assign(to, binary(function, a, b));
  else
    entry.run(astype(a, type), astype(b, type), &to);
}

void binary_into(std::string_view function, dynamic_array const& to, dynamic_array const& a,
                 scalar_value b)
{
  if (function == "ldexp") return binary_into(function, to, a, power_of_two(a, b));
  if (auto const number = fitting_operand(a, b)) return binary_into(function, to, a, *number);
  dynamic_array const made = binary(function, a, b);  // which a comparison or a division takes
  require_same_kind(binary_named(function).name, made.dtype(), to.dtype());
  require_written_shape({made, to}, to);
  assign(to, made);
}

void add_to(dynamic_array const& to, dynamic_array const& from)
{
  binary_into("add", to, to, from);
}

}  // namespace acre::dynamic

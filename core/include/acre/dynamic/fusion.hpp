#pragma once

#include <acre/dynamic/elementwise.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Functions of elements that become one kernel. A library of its own: link acre::dynamic_jit.
namespace acre::dynamic::jit {

/// Functions of <acre/dynamic/elementwise.hpp> written down instead of run, on arrays of which only
/// the dtypes are known; then all of them are one kernel from text (acre/jit/elementwise.hpp),
/// which writes no intermediate result. Dtypes, errors and bits are those of the functions called
/// one after another, as contraction is off.
/// A value is of an array that is input(), of a number, or what a function gives; finish() makes
/// the kernel of some of them, which is called with arrays of any shapes that broadcast, on any
/// space.
class fusion {
 public:
  /// An array of the text: an input, a number, or what a function gives.
  struct value {
    int number = 0;
    acre::dtype dtype = acre::dtype::float64;
  };
  fusion();

  /// The next array that the kernel is called with.
  value input(acre::dtype type);
  /// A number as scalar_operand() makes it beside `a`; of a dtype: value_error where it doesn't
  /// fit.
  value scalar_operand(value a, scalar_value number);
  value number(scalar_value number, acre::dtype type);

  value unary(std::string_view function, value a);
  /// Throws value_error for integers to the power of signed ones, whose values decide about an
  /// error.
  value binary(std::string_view function, value a, value b);
  value binary(std::string_view function, value a, scalar_value b);
  /// What binary_into() writes over `to`, in its dtype; shapes are compared when the kernel is
  /// called.
  value binary_into(std::string_view function, value to, value a, value b);
  value astype(value a, acre::dtype type);
  value where(value condition, value a, value b);
  value clip(value a, value low, value high);
  value round(value a, std::int64_t decimals);
  value isclose(value a, value b, double rtol, double atol, bool equal_nan);
  value nan_to_num(value a, double nan, std::optional<double> posinf, std::optional<double> neginf);
  value select(std::span<value const> conditions, std::span<value const> choices,
               scalar_value otherwise);
  /// The number everywhere, in a's shape.
  value full_like(value a, scalar_value number, acre::dtype type);
  /// What `from` is in the dtype and the shape of `to`, as assign() writes it.
  value assigned(value to, value from);

  /// The kernel of `results`.
  class kernel {
   public:
    /// A new array for each result, of the shape to which the inputs that it depends on broadcast;
    /// those of one shape are one kernel. Throws shape_error as binary(), backend_error for arrays
    /// on several spaces; compile_error and backend_error as jit::elementwise. Queued.
    std::vector<dynamic_array> operator()(std::span<dynamic_array const> inputs) const;
    /// Likewise, but a result whose target is an array is written there: it may be an input.
    /// shape_error for a target of another shape.
    std::vector<dynamic_array> operator()(
        std::span<dynamic_array const> inputs,
        std::span<std::optional<dynamic_array> const> targets) const;

   private:
    friend fusion;
    struct plan;
    std::shared_ptr<plan> plan_;
  };
  /// Throws value_error for no results. `name` is an identifier.
  kernel finish(std::span<value const> results, std::string_view name = "fused") const;

  /// A reduction of reduce() by its name, of a value.
  class reduction {
   public:
    /// As reduce() of that value, with its bits. sum, prod, mean, max, min, any, all and
    /// count_nonzero are one kernel with what computes it; for others, and of nothing, the value is
    /// written first.
    dynamic_array operator()(std::span<dynamic_array const> inputs,
                             std::optional<std::vector<int>> const& axes = {},
                             bool keepdims = false) const;

   private:
    friend fusion;
    struct plan;
    std::shared_ptr<plan> plan_;
  };
  reduction finish(std::string_view function, value a, std::string_view name = "fused") const;

 private:
  struct node;
  /// `text` has $0, $1 … for its operands.
  value add(std::string text, acre::dtype type, std::vector<value> const& operands);
  value add_compared(std::string_view function, value a, value b);

  std::shared_ptr<std::vector<node>> nodes_;
};

}  // namespace acre::dynamic::jit

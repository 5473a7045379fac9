#pragma once

#include <acre/device/spaces.hpp>
#include <acre/testing/detail/outcome.hpp>

#include <iosfwd>
#include <tuple>
#include <type_traits>

namespace acre {

/// An input of cross_check that stands for the space it runs on.
struct each_space_t {};
inline constexpr each_space_t each_space{};

/// Result of cross_check(). The first space is the reference; every other one is compared with it.
/// Printable.
struct cross_report {
  /// One result (of several, if the callable returned a tuple) on one space.
  struct result {
    std::string space;
    int number = 0;        ///< which one of the tuple
    std::string type;      ///< the reference's dtype and shape: "float64 (3,4)"
    std::string mismatch;  ///< "dtype float32 and float64", "shape (3,) and (4,)"; else empty
    std::vector<std::int64_t> shape;  ///< of the reference

    /// With no mismatch: how many elements differ, which is the first (a flat index) with its two
    /// values and their distance, which are farthest apart; signed zeros, NaNs on one side only,
    /// and pairs of NaNs with different bits, which count as the same.
    detail::difference found;

    bool same() const { return mismatch.empty() && found.same(); }
    /// Index of the first element that differs along each axis.
    std::vector<std::int64_t> first_index() const
    {
      return detail::unravel(found.elements.first, shape);
    }
  };
  /// The callable's exception on one space; the type's name is empty if it threw nothing.
  struct error {
    std::string space, type, text;
  };

  std::vector<error> errors;    ///< one for each space, the reference first
  std::vector<result> results;  ///< for each space but the reference, where neither threw
  std::string mismatch;         ///< numbers of results that differ; else empty

  /// Same dtypes, shapes and bits (a NaN equals any NaN), or the same error, on every space.
  bool same() const;
  explicit operator bool() const { return same(); }
};

/// One line for each comparison, then where it differs, the values and the distances:
///
///   serial and openmp: same bits: 12 elements, float64 (3,4)
///   serial and cuda: different: 1 of 12 elements, float64 (3,4)
///     first at index (0, 2): 1.5 and 1.5000000000000002 (1 ulp)
std::ostream& operator<<(std::ostream& out, cross_report const& report);

namespace detail {

cross_report compare_outcomes(std::vector<outcome> const& outcomes);

template <class Space, class T>
decltype(auto) input_on(Space const& space, T const& input)
{
  if constexpr (expression<T>)
    return copy_to(space, input);
  else if constexpr (std::is_same_v<T, each_space_t>)
    return Space(space);
  else
    return T(input);
}

template <class Space, class F, class... Input>
outcome run_on(Space const& space, F const& f, Input const&... inputs)
{
  outcome o{name_of(space), {}, {}};
  space.fence();  // what is pending from before is none of f's
  auto arguments = std::tuple(input_on(space, inputs)...);
  try {
    if constexpr (std::is_void_v<decltype(std::apply(f, arguments))>)
      std::apply(f, arguments);
    else
      append_results(o.results, std::apply(f, arguments));
    space.fence();
  } catch (...) {
    o.results.clear();
    o.error = current_exception_text();
    try {
      space.fence();
    } catch (error const&) {  // a second error, from work that f had queued before it threw
    }
  }
  return o;
}

}  // namespace detail

/// Runs f on each of the given instances of spaces with the same inputs and compares what comes
/// out with the first one's: cross_check_on(std::tuple(serial(), openmp(3), cuda()), f, x).
///
/// inputs   arrays and expressions are copied to the space (contiguous; f may write to them);
///          each_space stands for the space; anything else is handed over as it is. f is called
///          with lvalues.
/// f        a callable for the arrays of every space: a generic lambda or a function object. It
///          returns an array, an expression, a number, a tuple of them or nothing, or throws.
///
/// Waits. Errors pending on a space from before are thrown; what f throws, and index errors of the
/// work it queued, go into the report. A NaN equals a NaN whatever its sign and payload, which
/// IEEE 754 leaves open and processors make differently (0.0 / 0.0 is a negative NaN on x86 and a
/// positive one on NVIDIA's GPUs); pairs with different bits are counted. -0.0 and 0.0 differ.
template <class... Space, class F, class... Input>
cross_report cross_check_on(std::tuple<Space...> const& spaces, F const& f, Input const&... inputs)
{
  return std::apply(
      [&](auto const&... space) {
        return detail::compare_outcomes({detail::run_on(space, f, inputs...)...});
      },
      spaces);
}

/// Checks on every space of the build.
///
/// ```cpp
/// auto const x = ones(shape(3, 4));
/// auto const report = cross_check([](auto const& a) { return sum(exp(a), 0); }, x);
/// if (!report) std::cout << report;
/// ```
template <class F, class... Input>
cross_report cross_check(F const& f, Input const&... inputs)
{
  std::vector<detail::outcome> outcomes;
  for_each_space(
      [&](auto const& space) { outcomes.push_back(detail::run_on(space, f, inputs...)); });
  return detail::compare_outcomes(outcomes);
}

}  // namespace acre

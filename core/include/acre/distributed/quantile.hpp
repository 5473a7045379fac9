#pragma once

#include <acre/distributed/detail/sort.hpp>
#include <acre/distributed/elementwise.hpp>
#include <acre/order/quantile.hpp>
#include <acre/reduce/sum.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

/// Quantiles of all elements, by acre's names, methods, dtypes and errors, with the bits of one
/// process: numbers that every process gets. Blocks of any kind.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<std::int64_t, 1> x(all, blocks(shape(10)));
///   x = coordinate(x, 0) * 7 % 10;
///   double const middle = median(x), most = percentile(x, 90);
///   auto const quarters = quantile(x, std::vector{0.25, 0.75});
///   if (all.rank() == 0) std::cout << middle << ' ' << most << ' ' << quarters << '\n';
/// });
/// ```
/// ```text
/// 4.5 8.1 [2.25 6.75]
/// ```
///
/// Together. Waits for the others. Each process sorts its own elements, and none crosses: the
/// elements that a quantile lies between are looked for by their bits, in as many rounds as sort()
/// has at most, in which a process sends 256 (16, 4) numbers for each of them. Throws index_error
/// on all processes for a bad index that any of them met before, out_of_memory on all where one has
/// too little, value_error on all where calls, dtypes or blocks differ, communication_error.
/// Scratch: an unsigned number of the elements' size for each, twice.
namespace acre::distributed {

namespace detail {

/// Elements at some places in the order of all, and how many of all there are, and numbers.
template <class T, class Space>
class elements_in_order {
 public:
  template <class Local, std::size_t N>
  elements_in_order(char const* operation, term<Local, N> const& t, bool count_numbers)
      : all_(t.all)
  {
    using map = to_word<T, false>;
    joint_name const name{operation, dtype_name<T>(), t.where.get()};
    next_call(t.all);
    struct counted {
      row_facts facts;
      std::int64_t numbers = 0;
    };
    counted mine;
    auto const failed = failure_of(t, [&] {
      words_ = acre::array<typename map::word, 1, Space>(t.space(), shape_t<1>{0});
      if (!t.where->owns(t.all.rank())) return;
      auto const words = evaluate(acre::detail::make_unary<map>(t.local));
      words_ = acre::sort(acre::detail::contiguous(words).reshape(shape(-1)));
      mine.facts = facts_of(words_);
      mine.numbers = mine.facts.count;
      if constexpr (std::is_floating_point_v<T>)
        if (count_numbers)
          mine.numbers -= acre::sum(cast<std::int64_t>(acre::isnan(t.local))).item();
    });
    auto const told = gather_all(t.all, name, to_bytes(std::span<counted const>(&mine, 1)), failed);
    count_ = mine.facts.count;
    for (std::size_t p = 0; p < told.size(); ++p) {
      counted theirs;
      std::memcpy(&theirs, told.of(p).data(), sizeof theirs);
      facts_.low = std::min(facts_.low, theirs.facts.low);
      facts_.high = std::max(facts_.high, theirs.facts.high);
      facts_.count += theirs.facts.count;
      numbers_ += theirs.numbers;
    }
  }

  std::int64_t size() const { return facts_.count; }
  std::int64_t numbers() const { return numbers_; }
  /// Places ascending. Together.
  std::vector<T> at(std::vector<std::int64_t> const& places) const
  {
    using word = typename to_word<T, false>::word;
    auto const less = counting(words_);
    key_search const found(all_, places, until::key, facts_, count_, less);
    std::vector<T> values;
    for (std::size_t k = 0; k < places.size(); ++k)
      values.push_back(from_word<T, false>{}(static_cast<word>(found.key(k))));
    return values;
  }

 private:
  processes all_;
  acre::array<typename to_word<T, false>::word, 1, Space> words_;
  row_facts facts_;
  std::int64_t count_ = 0, numbers_ = 0;
};

/// The quantiles q of all elements.
template <class R, class Value, class Local, std::size_t N>
std::vector<R> quantiles_of_all(char const* operation, term<Local, N> const& t,
                                std::vector<double> const& q, acre::detail::quantile_method method,
                                bool skip_nan)
{
  using T = typename Local::value_type;
  constexpr bool has_nan = std::is_floating_point_v<T>;
  constexpr std::size_t together = 3;  // two places each, and the last element's
  R const none = std::numeric_limits<R>::quiet_NaN();
  elements_in_order<T, typename Local::space_type> const elements(operation, t, skip_nan);
  std::int64_t const length = elements.size();
  std::vector<R> result(q.size(), none);
  if (length == 0) {
    if (std::is_floating_point_v<R> && (skip_nan || std::is_same_v<Value, acre::detail::middle>))
      return result;
    acre::detail::refuse_quantile_of_nothing();
  }
  acre::detail::quantiles_of_rows<T, R, Value> rule{{},     1,  -1,   skip_nan && has_nan,
                                                    method, {}, none, result.data()};
  std::int64_t const numbers = skip_nan && has_nan ? elements.numbers() : length;
  if (skip_nan && has_nan) rule.numbers = numbers;
  rule.from.length = length;
  rule.from.selected = true;
  for (std::size_t done = 0; done < q.size() && numbers > 0; done += together) {
    std::size_t const some = std::min(q.size() - done, together);
    std::vector<std::int64_t> wanted;
    if (has_nan && !skip_nan) wanted.push_back(length - 1);
    for (std::size_t k = 0; k < some; ++k) {
      rule.q[k] = q[done + k];
      auto const p = method.place(numbers, rule.q[k]);
      wanted.push_back(p.previous);
      wanted.push_back(p.next);
    }
    std::ranges::sort(wanted);
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    auto const values = elements.at(wanted);
    rule.from.values = values.data();
    rule.from.count = static_cast<int>(wanted.size());
    std::ranges::copy(wanted, rule.from.number);
    rule.to = result.data() + done;
    for (std::size_t k = 0; k < some; ++k) rule(static_cast<std::int64_t>(k));
  }
  return result;
}

template <class E>
constexpr bool has_quantiles()
{
  constexpr bool has =
      acre::detail::kind_of<typename E::value_type>() != acre::detail::kind::complex;
  static_assert(has, "acre: complex numbers have no order to take quantiles in");
  return has;
}

template <class E, class Q, class Method>
auto quantile_of_all(char const* operation, acre::detail::quantile_scale scale, bool skip_nan,
                     E const& e, Q const& q, Method method)
{
  using T = typename E::value_type;
  if constexpr (acre::detail::is_half<T>) {
    auto const value = quantile_of_all(operation, scale, skip_nan, cast<float>(e), q, method);
    if constexpr (std::is_arithmetic_v<Q>)
      return T(value);
    else
      return value;
  } else if constexpr (has_quantiles<E>()) {
    constexpr bool list = !std::is_arithmetic_v<Q>,
                   is_one = std::is_same_v<Method, order_statistic>;
    using real = std::conditional_t<std::is_floating_point_v<T> && !list, T, double>;
    using result = std::conditional_t<is_one, T, real>;
    using value =
        std::conditional_t<is_one, acre::detail::first_of_both, acre::detail::interpolated>;
    auto const numbers = acre::detail::checked_quantiles(
        acre::detail::quantile_numbers(q), scale == acre::detail::quantile_scale::percent);
    auto const values =
        quantiles_of_all<result, value>(operation, as_term(e), numbers, method, skip_nan);
    if constexpr (list)
      return from_host(values);
    else
      return values.front();
  }
}

template <class E>
auto median_of_all(char const* operation, bool skip_nan, E const& e)
{
  using T = typename E::value_type;
  if constexpr (acre::detail::is_half<T>) {
    return T(median_of_all(operation, skip_nan, cast<float>(e)));
  } else if constexpr (has_quantiles<E>()) {
    using result = std::conditional_t<std::is_floating_point_v<T>, T, double>;
    return quantiles_of_all<result, acre::detail::middle>(operation, as_term(e), {0.5},
                                                          interpolation::linear, skip_nan)
        .front();
  }
}

template <class Q>
concept numbers_of_quantiles =
    std::is_arithmetic_v<Q> || std::same_as<Q, std::vector<double>> || acre::expression<Q>;

}  // namespace detail

/// The number below which a fraction q (percentile: a hundredth) of all elements lies; of several
/// q, the same on every process, an array of the host. NaN where an element is.
template <detail::whole_operand E, detail::numbers_of_quantiles Q,
          quantile_choice M = interpolation>
auto quantile(E const& e, Q const& q, M method = {})
{
  return detail::quantile_of_all("quantile", acre::detail::quantile_scale::fraction, false, e, q,
                                 method);
}
template <detail::whole_operand E, detail::numbers_of_quantiles Q,
          quantile_choice M = interpolation>
auto percentile(E const& e, Q const& q, M method = {})
{
  return detail::quantile_of_all("percentile", acre::detail::quantile_scale::percent, false, e, q,
                                 method);
}
/// The element in the middle, or the mean of both.
template <detail::whole_operand E>
auto median(E const& e)
{
  return detail::median_of_all("median", false, e);
}

/// Likewise of the elements that are no NaN.
template <detail::whole_operand E, detail::numbers_of_quantiles Q,
          quantile_choice M = interpolation>
auto nanquantile(E const& e, Q const& q, M method = {})
{
  return detail::quantile_of_all("nanquantile", acre::detail::quantile_scale::fraction, true, e, q,
                                 method);
}
template <detail::whole_operand E, detail::numbers_of_quantiles Q,
          quantile_choice M = interpolation>
auto nanpercentile(E const& e, Q const& q, M method = {})
{
  return detail::quantile_of_all("nanpercentile", acre::detail::quantile_scale::percent, true, e, q,
                                 method);
}
template <detail::whole_operand E>
auto nanmedian(E const& e)
{
  return detail::median_of_all("nanmedian", true, e);
}

}  // namespace acre::distributed

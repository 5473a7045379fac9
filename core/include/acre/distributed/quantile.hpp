#pragma once

#include <acre/distributed/detail/in_float.hpp>
#include <acre/distributed/detail/quantile_axes.hpp>
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
#include <string>
#include <type_traits>
#include <vector>

/// Quantiles, by acre's names, methods, dtypes and errors, with the bits of one process. Blocks of
/// any kind. Those of all elements are numbers that every process gets (several q: an array of the
/// host), those along axes distributed arrays as sum(x, 1) has them:
///
///   quantile(x, 0.25)                       of all elements
///   quantile(x, 0.25, 1)                    along axis 1; axes(0, 2), keepdims as sum() takes them
///   quantile(x, std::vector{0.1, 0.9}, 1)   several: their axis comes first
///   quantile(x, 0.25, interpolation::hazen, 1)
///   quantile(x, 0.25, order_statistic::lower)
///   percentile(x, 25), median(x, 1), nanmedian(x), nanquantile(x, 0.25), nanpercentile(x, 25)
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
/// *Of all elements.* Together. Waits for the others. Each process sorts its own elements, and none
/// crosses: the elements that a quantile lies between are looked for by their bits, in as many
/// rounds as sort() has at most, in which a process sends 256 (16, 4) numbers for each of them.
/// Scratch: an unsigned number of the elements' size for each, twice.
///
/// *Along axes.* Where no axis that is reduced is cut, nothing is sent: each process has acre's
/// quantiles of its block, and its scratch. Where a cut one is, which all processes along it have
/// the same block of the result for, it is together and waits for the others: each element crosses
/// once at most, to the process that has all of its line, and each result to all processes along
/// the axis. Scratch: twice the elements, and that of acre's quantiles of a process' lines.
///
/// Throws index_error on all processes for a bad index that any of them met before, out_of_memory
/// on all where one has too little, value_error on all where calls, dtypes or blocks differ,
/// communication_error.
namespace acre::distributed {

namespace detail {

/// Elements at some places in the order of all, and how many of all there are, and numbers.
template <class T, class Space>
class elements_in_order {
 public:
  template <class Local, std::size_t N>
  elements_in_order(std::string const& operation, term<Local, N> const& t, bool count_numbers)
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

/// The quantiles of all elements.
template <class R, class Value, bool OfList, class Local, std::size_t N>
std::vector<R> quantiles_of_all(quantiles_wanted<R, Value, OfList> const& wanted,
                                term<Local, N> const& t)
{
  using T = typename Local::value_type;
  auto const& [operation, q, method, skip_nan] = wanted;
  constexpr bool has_nan = std::is_floating_point_v<T>;
  constexpr std::size_t together = 3;  // two places each, and the last element's
  R const none = std::numeric_limits<R>::quiet_NaN();
  std::string call = operation;  // with what all are to ask for
  for (double const number : q) call += " " + text_of(number);
  elements_in_order<T, typename Local::space_type> const elements(call, t, skip_nan);
  std::int64_t const length = elements.size();
  std::vector<R> result(q.size(), none);
  if (length == 0) {
    wanted.require_elements();
    return result;
  }
  acre::detail::quantiles_of_rows<T, R, Value> rule{{},     1,  -1,   skip_nan && has_nan,
                                                    method, {}, none, result.data()};
  std::int64_t const numbers = skip_nan && has_nan ? elements.numbers() : length;
  if (skip_nan && has_nan) rule.numbers = numbers;
  rule.from.length = length;
  rule.from.selected = true;
  for (std::size_t done = 0; done < q.size() && numbers > 0; done += together) {
    std::size_t const some = std::min(q.size() - done, together);
    std::vector<std::int64_t> places;
    if (has_nan && !skip_nan) places.push_back(length - 1);
    for (std::size_t k = 0; k < some; ++k) {
      rule.q[k] = q[done + k];
      auto const p = method.place(numbers, rule.q[k]);
      places.push_back(p.previous);
      places.push_back(p.next);
    }
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    auto const values = elements.at(places);
    rule.from.values = values.data();
    rule.from.count = static_cast<int>(places.size());
    std::ranges::copy(places, rule.from.number);
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

template <class R, class Value, bool OfList, whole_operand E, class... Axes>
auto quantiles(quantiles_wanted<R, Value, OfList> const& wanted, E const& e, Axes const&... which)
{
  auto const t = as_term(e);
  return with_axes(
      t,
      [&](auto const& mask, auto rank, std::int64_t) {
        if constexpr (rank() > 0) {
          return quantiles_along<rank()>(wanted, t, mask);
        } else {
          auto const values = quantiles_of_all(wanted, t);
          if constexpr (OfList)
            return from_host(values);
          else
            return values.front();
        }
      },
      which...);
}

/// acre's quantile() and the others: q in fractions or percents.
template <class E, class Q, class Method, class... Axes>
auto quantile_of(char const* operation, acre::detail::quantile_scale scale, bool skip_nan,
                 E const& e, Q const& q, Method method, Axes const&... which)
{
  return in_float(e, [&](auto const& x) {
    if constexpr (has_quantiles<std::remove_cvref_t<decltype(x)>>()) {
      using T = typename std::remove_cvref_t<decltype(x)>::value_type;
      constexpr bool list = !std::is_arithmetic_v<Q>,
                     is_one = std::is_same_v<Method, order_statistic>;
      using real = std::conditional_t<std::is_floating_point_v<T> && !list, T, double>;
      using result = std::conditional_t<is_one, T, real>;
      using value =
          std::conditional_t<is_one, acre::detail::first_of_both, acre::detail::interpolated>;
      auto const numbers = acre::detail::checked_quantiles(
          acre::detail::quantile_numbers(q), scale == acre::detail::quantile_scale::percent);
      return quantiles(quantiles_wanted<result, value, list>{operation, numbers, method, skip_nan},
                       x, which...);
    }
  });
}

template <class E, class... Axes>
auto median_of(char const* operation, bool skip_nan, E const& e, Axes const&... which)
{
  return in_float(e, [&](auto const& x) {
    if constexpr (has_quantiles<std::remove_cvref_t<decltype(x)>>()) {
      using T = typename std::remove_cvref_t<decltype(x)>::value_type;
      using result = std::conditional_t<std::is_floating_point_v<T>, T, double>;
      return quantiles(
          quantiles_wanted<result, acre::detail::middle, false>{
              operation, {0.5}, interpolation::linear, skip_nan},
          x, which...);
    }
  });
}

template <class Q>
concept numbers_of_quantiles =
    std::is_arithmetic_v<Q> || std::same_as<Q, std::vector<double>> || acre::expression<Q>;

}  // namespace detail

/// The number below which a fraction q (percentile: a hundredth) of the elements lies. NaN where an
/// element is.
template <detail::whole_operand E, detail::numbers_of_quantiles Q, quantile_choice M, class... Axes>
auto quantile(E const& e, Q const& q, M method, Axes const&... axes)
{
  return detail::quantile_of("quantile", acre::detail::quantile_scale::fraction, false, e, q,
                             method, axes...);
}
template <detail::whole_operand E, detail::numbers_of_quantiles Q, class... Axes>
auto quantile(E const& e, Q const& q, Axes const&... axes)
{
  return quantile(e, q, interpolation::linear, axes...);
}
template <detail::whole_operand E, detail::numbers_of_quantiles Q, quantile_choice M, class... Axes>
auto percentile(E const& e, Q const& q, M method, Axes const&... axes)
{
  return detail::quantile_of("percentile", acre::detail::quantile_scale::percent, false, e, q,
                             method, axes...);
}
template <detail::whole_operand E, detail::numbers_of_quantiles Q, class... Axes>
auto percentile(E const& e, Q const& q, Axes const&... axes)
{
  return percentile(e, q, interpolation::linear, axes...);
}
/// The element in the middle, or the mean of both.
template <detail::whole_operand E, class... Axes>
auto median(E const& e, Axes const&... axes)
{
  return detail::median_of("median", false, e, axes...);
}

/// Likewise of the elements that are no NaN.
template <detail::whole_operand E, detail::numbers_of_quantiles Q, quantile_choice M, class... Axes>
auto nanquantile(E const& e, Q const& q, M method, Axes const&... axes)
{
  return detail::quantile_of("nanquantile", acre::detail::quantile_scale::fraction, true, e, q,
                             method, axes...);
}
template <detail::whole_operand E, detail::numbers_of_quantiles Q, class... Axes>
auto nanquantile(E const& e, Q const& q, Axes const&... axes)
{
  return nanquantile(e, q, interpolation::linear, axes...);
}
template <detail::whole_operand E, detail::numbers_of_quantiles Q, quantile_choice M, class... Axes>
auto nanpercentile(E const& e, Q const& q, M method, Axes const&... axes)
{
  return detail::quantile_of("nanpercentile", acre::detail::quantile_scale::percent, true, e, q,
                             method, axes...);
}
template <detail::whole_operand E, detail::numbers_of_quantiles Q, class... Axes>
auto nanpercentile(E const& e, Q const& q, Axes const&... axes)
{
  return nanpercentile(e, q, interpolation::linear, axes...);
}
template <detail::whole_operand E, class... Axes>
auto nanmedian(E const& e, Axes const&... axes)
{
  return detail::median_of("nanmedian", true, e, axes...);
}

}  // namespace acre::distributed

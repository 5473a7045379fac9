#pragma once

#include <acre/array/print.hpp>
#include <acre/testing/detail/outcome.hpp>

#include <optional>
#include <ostream>
#include <vector>

#include <gmock/gmock.h>

/// GoogleTest matchers for arrays of any space; needs GoogleMock, which acre itself does not.
///
/// ```sketch
/// EXPECT_THAT(sum(x, 0), acre::testing::SameBits(std::vector<double>{1, 2.5}));
/// EXPECT_THAT(on_gpu, acre::testing::WithinUlp(2, on_cpu));
/// ```
///
/// Both sides may be arrays, expressions, numbers or std::vectors, on any spaces; they are brought
/// to the host (which waits). The dtypes must be the same, and the shapes; a std::vector has no
/// shape, only its elements in C order. A NaN equals a NaN whatever its sign and payload (see
/// cross_check.hpp). A failure names the counts, the first element that differs with its index and
/// both values, and the largest distance in ulp.
namespace acre::testing {

namespace detail {

/// The elements of either side, and whether they have a shape.
struct side {
  acre::detail::host_result elements;
  bool has_shape = true;
};

template <operand E>
side side_of(E const& e)
{
  return {acre::detail::to_host_result(e)};
}
template <element T>
side side_of(std::vector<T> const& v)
{
  auto const size = static_cast<std::int64_t>(v.size());
  if constexpr (std::is_same_v<T, bool>) {  // which has no memory of its own
    std::vector<char> const bytes(v.begin(), v.end());
    return {
        acre::detail::host_result_of(reinterpret_cast<bool const*>(bytes.data()), {size}, v.size()),
        false};
  } else {
    return {acre::detail::host_result_of(v.data(), {size}, v.size()), false};
  }
}

class elements_matcher {
 public:
  elements_matcher(side expected, std::optional<std::uint64_t> tolerance)
      : expected_(std::move(expected)), tolerance_(tolerance)
  {}

  template <class Actual>
  bool MatchAndExplain(Actual const& actual, ::testing::MatchResultListener* listener) const
  {
    side const got = side_of(actual);
    auto const &a = got.elements, &b = expected_.elements;
    bool const shaped = got.has_shape && expected_.has_shape;
    if (a.dtype != b.dtype || (shaped ? a.shape != b.shape : a.bytes.size() != b.bytes.size())) {
      *listener << "which is " << acre::detail::type_text(a) << ", not "
                << acre::detail::type_text(b);
      return false;
    }
    auto const found = acre::detail::difference_of(a, b, tolerance_);
    *listener << "which is "
              << acre::detail::verdict_text(found, tolerance_, acre::detail::plain_count) << ", "
              << acre::detail::type_text(a) << '\n';
    if (listener->stream())
      acre::detail::print_places(*listener->stream(), found, got.has_shape ? a.shape : b.shape,
                                 "  ", acre::detail::plain_count);
    return found.same();
  }
  void DescribeTo(std::ostream* out) const { describe(*out, "has", "is"); }
  void DescribeNegationTo(std::ostream* out) const { describe(*out, "doesn't have", "isn't"); }

 private:
  void describe(std::ostream& out, char const* has, char const* is) const
  {
    if (tolerance_)
      out << is << " within " << *tolerance_ << " ulp of ";
    else
      out << has << " the bits of ";
    out << acre::detail::type_text(expected_.elements);
  }
  side expected_;
  std::optional<std::uint64_t> tolerance_;
};

}  // namespace detail

/// Equal bits in every element; -0.0 and 0.0 differ.
template <class Expected>
auto SameBits(Expected const& expected)
{
  return ::testing::MakePolymorphicMatcher(
      detail::elements_matcher(detail::side_of(expected), std::nullopt));
}

/// At most n steps of floating-point numbers apart in every element; for integers, a difference of
/// at most n. -0.0 equals 0.0; an infinity is one step beyond the largest number.
template <class Expected>
auto WithinUlp(std::uint64_t n, Expected const& expected)
{
  return ::testing::MakePolymorphicMatcher(detail::elements_matcher(detail::side_of(expected), n));
}

}  // namespace acre::testing

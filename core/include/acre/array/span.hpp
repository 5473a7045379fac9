#pragma once

#include <acre/array/read_only.hpp>

#include <span>

/// std::span as an array and back, without a copy: both see the same elements. (Fewer lines where a
/// copy is wanted: from_host(s), to_vector(a).)
///
/// ```cpp
/// std::vector<double> v{3.0, 1.0, 2.0};
/// auto const a = from_span(host(), std::span(v));
/// a += 1.0;  // v sees it
/// std::cout << v[0] << ' ' << to_span(a(slice(1, 3)))[1] << '\n';
/// ```
/// ```text
/// 4 3
/// ```
namespace acre {

namespace detail {
/// A container that a span can be made of, and that is none itself.
template <class R>
concept holds_elements = requires(R& r) { std::span(r); } && !requires(R& r) { r.subspan(0); };
}  // namespace detail

/// The elements of a span, which lives as long as the array; of a span of const elements a
/// read_only_array. The space is host() or another queue of the host; does not wait. Throws
/// value_error for bool whose memory has bytes other than 0 and 1.
template <class Space, class T, std::size_t Extent>
auto from_span(Space const& space, std::span<T, Extent> elements)
{
  static_assert(Space::host_accessible,
                "acre: a span's memory is the host's: name host(), or copy by from_host(space, s)");
  return detail::as_array(space, nullptr, elements.data(),
                          shape(static_cast<std::int64_t>(elements.size())), shape(1));
}

/// Likewise of a vector, a std::array or an array of C's that has a name.
template <class Space, class R>
  requires(detail::holds_elements<R>)
auto from_span(Space const& space, R& elements)
{
  return from_span(space, std::span(elements));
}

/// The elements of an array of any rank in C order, const those of a read_only_array; valid as long
/// as the array (or a slice of it) lives. Work of a CPU's space is done when its call returns, so
/// this does not wait; pinned memory that copy_async writes is another matter (queues.md). Throws
/// shape_error where the elements don't lie in C order without gaps.
template <class Array>
  requires detail::lies_in_memory<Array>
std::span<detail::pointed_to<Array>> to_span(Array const& a)
{
  static_assert(Array::space_type::host_accessible,
                "acre: a span's memory is the host's: copy_to(host(), a) brings the array there");
  detail::require_lies(detail::lies::in_c_order, "to_span", "std::span", a.shape(), a.strides());
  return {a.data(), static_cast<std::size_t>(a.size())};
}

}  // namespace acre

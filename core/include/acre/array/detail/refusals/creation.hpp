#pragma once

/// Misuses of <acre/array/creation.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

namespace detail {

/// Arguments that functions which make arrays are often called with instead of a shape, or with
/// another dtype than acre's.
template <class T, class First>
concept misread = !element<T> || std::integral<First>;

template <class T, class First>
array<double> refuse_creation()
{
  static_assert(element<T>,
                "acre: no such dtype; there are bool, integers of 8 to 64 bits, float, double and "
                "acre::complex of these two");
  static_assert(!std::integral<First>,
                "acre: an array's extents are written as a shape: zeros<double>(shape(5)), "
                "ones(shape(3, 4))");
  return {};
}

/// eye(shape(3, 4)).
template <class T>
array<T, 2> refuse_matrix_shape()
{
  static_assert(never<T>, "acre: a matrix's extents stand side by side: eye(3, 4), tri(3, 4)");
  return {};
}

/// An element of from_host({1.0, NAN}), whose types differ.
struct one_of_several_types {
  template <scalar S>
  one_of_several_types(S)
  {
    static_assert(never<S>,
                  "acre: elements in braces are of one type, as NAN and INFINITY are float ones: "
                  "from_host<double>({1, 2.5, NAN})");
  }
};

}  // namespace detail

/// eye(shape(3, 4)), eye({3, 4}).
template <element T = double, std::size_t Rank>
auto eye(std::array<std::int64_t, Rank> const&)
{
  return detail::refuse_matrix_shape<T>();
}
template <element T = double>
auto eye(std::initializer_list<std::int64_t>)
{
  return detail::refuse_matrix_shape<T>();
}

/// from_host({1.0, NAN}), from_host(v, {3, 4}), from_host<float>(v), from_host(1.0, 2.0), zeros(5).
template <class T = double>
array<T> from_host(std::initializer_list<detail::one_of_several_types>)
{
  return {};
}
template <detail::lies_on_host R>
auto from_host(R const&, std::initializer_list<std::int64_t>)
{
  return detail::refuse_creation<std::ranges::range_value_t<R>, std::int64_t>();
}
template <element T, detail::lies_on_host R>
  requires(!std::same_as<T, std::ranges::range_value_t<R>>)
auto from_host(R const&)
{
  static_assert(detail::never<R>,
                "acre: from_host keeps the elements' dtype: cast<float>(from_host(v)) has another");
  return array<T>();
}
template <detail::lies_on_host R, std::integral Extent, std::integral... Extents>
auto from_host(R const&, Extent, Extents...)
{
  return detail::refuse_creation<std::ranges::range_value_t<R>, Extent>();
}
template <scalar First, scalar... Rest>
auto from_host(First, Rest...)
{
  static_assert(detail::never<First>,
                "acre: an array's elements stand in braces: from_host({1.0, 2.0})");
  return from_host<First>({});
}
template <class T = double, class First, class... Rest>
  requires(detail::misread<T, First>)
auto empty(First const&, Rest const&...)
{
  return detail::refuse_creation<T, First>();
}
template <class T = double, detail::space_argument Space, class First, class... Rest>
  requires(detail::misread<T, First>)
auto empty(Space const&, First const&, Rest const&...)
{
  return detail::refuse_creation<T, First>();
}
template <class T = double, class First, class... Rest>
  requires(detail::misread<T, First>)
auto zeros(First const&, Rest const&...)
{
  return detail::refuse_creation<T, First>();
}
template <class T = double, detail::space_argument Space, class First, class... Rest>
  requires(detail::misread<T, First>)
auto zeros(Space const&, First const&, Rest const&...)
{
  return detail::refuse_creation<T, First>();
}
template <class T = double, class First, class... Rest>
  requires(detail::misread<T, First>)
auto ones(First const&, Rest const&...)
{
  return detail::refuse_creation<T, First>();
}
template <class T = double, detail::space_argument Space, class First, class... Rest>
  requires(detail::misread<T, First>)
auto ones(Space const&, First const&, Rest const&...)
{
  return detail::refuse_creation<T, First>();
}
template <class T = double, class First, class... Rest>
  requires(detail::misread<T, First>)
auto full(First const&, Rest const&...)
{
  return detail::refuse_creation<T, First>();
}
template <class T = double, detail::space_argument Space, class First, class... Rest>
  requires(detail::misread<T, First>)
auto full(Space const&, First const&, Rest const&...)
{
  return detail::refuse_creation<T, First>();
}

/// Extents in braces.
template <class T = double>
auto empty(std::initializer_list<std::int64_t>)
{
  return detail::refuse_creation<T, std::int64_t>();
}
template <class T = double, detail::space_argument Space>
auto empty(Space const&, std::initializer_list<std::int64_t>)
{
  return detail::refuse_creation<T, std::int64_t>();
}
template <class T = double>
auto zeros(std::initializer_list<std::int64_t>)
{
  return detail::refuse_creation<T, std::int64_t>();
}
template <class T = double, detail::space_argument Space>
auto zeros(Space const&, std::initializer_list<std::int64_t>)
{
  return detail::refuse_creation<T, std::int64_t>();
}
template <class T = double>
auto ones(std::initializer_list<std::int64_t>)
{
  return detail::refuse_creation<T, std::int64_t>();
}
template <class T = double, detail::space_argument Space>
auto ones(Space const&, std::initializer_list<std::int64_t>)
{
  return detail::refuse_creation<T, std::int64_t>();
}
template <class T = double, class... Rest>
auto full(std::initializer_list<std::int64_t>, Rest const&...)
{
  return detail::refuse_creation<T, std::int64_t>();
}
template <class T = double, detail::space_argument Space, class... Rest>
auto full(Space const&, std::initializer_list<std::int64_t>, Rest const&...)
{
  return detail::refuse_creation<T, std::int64_t>();
}

/// Rows in a vector of vectors, std::complex.
template <class T, class... Rest>
auto from_host(std::vector<std::vector<T>> const&, Rest const&...)
{
  static_assert(detail::never<T>,
                "acre: the elements of a matrix lie one row behind the other: from_host(v, "
                "shape(rows, columns)); rows of different lengths are from_lists(v)");
  return array<double, 2>();
}
template <class T, class... Rest>
auto from_host(std::vector<std::complex<T>> const&, Rest const&...)
{
  static_assert(detail::never<T>,
                "acre: complex numbers are of acre::complex, which is made of std::complex: "
                "std::vector<acre::complex<double>>(v.begin(), v.end())");
  return array<complex<double>>();
}
template <detail::std_complex T>
auto from_host(std::initializer_list<std::initializer_list<double>>)
{
  static_assert(detail::never<T>,
                "acre: complex numbers are of acre::complex, each written as one: "
                "from_host({acre::complex(1.0, 2.0), acre::complex(3.0, 4.0)}); rows of numbers "
                "make a matrix");
  return array<complex<double>>();
}

/// broadcast_to(a, 3, 4), broadcast_to(a, {3, 4}).
template <expression E, std::integral First, std::integral... Rest>
auto broadcast_to(E const& e, First, Rest...)
{
  return detail::refuse_extents<First>(e);
}
template <expression E>
auto broadcast_to(E const& e, std::initializer_list<std::int64_t>)
{
  return detail::refuse_extents<E>(e);
}

}  // namespace acre

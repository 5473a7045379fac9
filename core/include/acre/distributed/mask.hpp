#pragma once

#include <acre/distributed/compress.hpp>
#include <acre/distributed/elementwise.hpp>

/// x(mask), the elements that meet a condition, as NumPy's x[mask]: a distributed array or
/// expression of bool with x's blocks.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<double, 1> x(all, blocks(shape(8)));
///   x = coordinate(x, 0) * 3 % 8;
///   x(x > 5) = 0;
///   x(x == 0) -= 0.5;
///   auto const text = to_string(x) + ' ' + to_string(x(x > 2) * 10);
///   if (all.rank() == 0) std::cout << text << '\n';
/// });
/// ```
/// ```text
/// [-0.5  3.  -0.5  1.   4.  -0.5  2.   5. ] [30. 40. 50.]
/// ```
///
/// Writing, a number, is each process' own matter and sends nothing: other names of x see it.
/// Reading is compress(mask, x), a new array, and together. Throws shape_error, which names
/// redistribute, where the mask's blocks are others than x's.
namespace acre::distributed::detail {

template <class T, int Rank, class Space, class Mask>
struct masked_of : selected_tag {
  array<T, Rank, Space> target;
  Mask mask;  // a term

  using value_type = T;
  using space_type = Space;
  static constexpr int rank = 1;

  auto read() const { return compress(mask, target); }
  operator array<T, 1, Space>() const { return read(); }

  template <operand V>
  masked_of const& operator=(V const& value) const
  {
    return change([](auto const&, auto const& v) { return acre::detail::fitting<T>(v); }, value);
  }
  masked_of const& operator=(masked_of const& other) const
  {
    return this->operator= <masked_of>(other);
  }
  template <class F, class V>
  masked_of const& change(F const& f, V const& value) const
  {
    static_assert(acre::scalar<V>,
                  "acre: x(mask) of several processes is assigned a number: x = where(mask, v, x) "
                  "writes elements of an array v with x's blocks");
    if constexpr (acre::scalar<V>) {
      require_same("operator()", target.all(), array_access::layout_of(target), mask);
      auto const chosen = copy(mask);  // it may read what is written
      write_elements(target, where(chosen, cast_to<T>(f(target, value)), target));
    }
    return *this;
  }

 private:
  template <class To, class V>
  static auto cast_to(V const& v)
  {
    if constexpr (whole_operand<V>)
      return cast<To>(v);
    else
      return v;
  }
};

}  // namespace acre::distributed::detail

/// Which functions of numbers are C++'s for integers, and for two numbers of different types: in double.
namespace acre::math {

template <class T>
inline constexpr bool jit_integer = sizeof(T) <= 8 && T(3) / T(2) == T(1);

template <class A, class B>
inline constexpr bool jit_same_types = false;
template <class A>
inline constexpr bool jit_same_types<A, A> = true;
/// What a number is computed as (see prelude/half.hpp).
template <class A>
struct jit_computed {
  using type = A;
};
template <class A, class B>
inline constexpr bool jit_mixed =
    !jit_same_types<typename jit_computed<A>::type, typename jit_computed<B>::type> ||
    jit_integer<A>;

}  // namespace acre::math

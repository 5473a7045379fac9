#pragma once

/// Misuses of <acre/array/array.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// array<long double>, array<std::complex<double>>: an array of the dtype that is meant, so that
/// what stands around it complains of nothing.
template <detail::no_dtype_yet T, int Rank, class Space>
class array<T, Rank, Space> : public array<typename detail::dtype_meant<T>::type, Rank, Space> {
  static_assert(detail::never<T>,
                "acre: long double and std::complex are no dtypes: array<double>, "
                "array<acre::complex<double>>");

 public:
  using of_dtype = array<typename detail::dtype_meant<T>::type, Rank, Space>;
  using of_dtype::of_dtype;
  using of_dtype::operator=;
};

}  // namespace acre

// Comparisons of the tests, for the types that most of them have.
#include <acre_test/compare.hpp>

namespace acre_test {

template AssertionResult same_elements(std::vector<std::int8_t> const&,
                                       std::vector<std::int8_t> const&);
template AssertionResult same_elements(std::vector<std::int32_t> const&,
                                       std::vector<std::int32_t> const&);
template AssertionResult same_elements(std::vector<std::int64_t> const&,
                                       std::vector<std::int64_t> const&);
template AssertionResult same_elements(std::vector<std::uint8_t> const&,
                                       std::vector<std::uint8_t> const&);
template AssertionResult same_elements(std::vector<std::uint32_t> const&,
                                       std::vector<std::uint32_t> const&);
template AssertionResult same_elements(std::vector<std::uint64_t> const&,
                                       std::vector<std::uint64_t> const&);
template AssertionResult same_elements(std::vector<float> const&, std::vector<float> const&);
template AssertionResult same_elements(std::vector<double> const&, std::vector<double> const&);
template AssertionResult same_elements(std::vector<acre::complex<double>> const&,
                                       std::vector<acre::complex<double>> const&);

}  // namespace acre_test

namespace testing {

template std::string PrintToString(char const* const&);
template std::string PrintToString(std::string const&);
template std::string PrintToString(int const&);
template std::string PrintToString(unsigned const&);
template std::string PrintToString(long const&);
template std::string PrintToString(unsigned long const&);
template std::string PrintToString(float const&);
template std::string PrintToString(double const&);
template std::string PrintToString(acre::shape_t<1> const&);
template std::string PrintToString(acre::shape_t<2> const&);
template std::string PrintToString(acre::shape_t<3> const&);
template std::string PrintToString(std::vector<double> const&);

}  // namespace testing

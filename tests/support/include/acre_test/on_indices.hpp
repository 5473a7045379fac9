#pragma once

#include <acre/array/creation.hpp>
#include <acre_test/on_space.hpp>

/// Fixtures that tests of index arrays share.
namespace acre_test {

/// The words for a bad index of take or put, with where it was found.
inline std::string bad_index(std::int64_t index, std::int64_t position, char const* operation,
                             std::int64_t size = 6, int axis = 0)
{
  return "index " + std::to_string(index) + " is out of bounds for axis " + std::to_string(axis) +
         " with size " + std::to_string(size) + " (in acre::" + operation + ", position " +
         std::to_string(position) + " of the indices)";
}

/// The error's text without the line that called, which a test of its own looks at.
template <class Error, class F>
std::string error_without_line(F const& f)
{
  std::string text = error_of<Error>(f);
  auto const at = text.find("; called at ");
  return at == text.npos ? text : text.substr(0, at) + ")";
}

/// A test with arrays to index.
template <class Space>
class on_indices : public on_space<Space> {
 protected:
  auto tens() const { return this->template row<double>({0, 10, 20, 30, 40, 50}); }
  auto counting(std::int64_t a, std::int64_t b) const
  {
    return acre::arange<double>(this->space, 0.0, static_cast<double>(a * b))
        .reshape(acre::shape(a, b));
  }
  auto cube() const
  {
    return acre::arange<double>(this->space, 0.0, 24.0).reshape(acre::shape(2, 3, 4));
  }
  /// The error of an operation that waits, up to acre's own words.
  template <class F>
  std::string index_error_of(F const& f)
  {
    std::string const text = error_of<acre::index_error>([&] {
      f();
      this->space.fence();
    });
    return text.substr(0, text.find(" (in acre::"));
  }
  template <class E>
  std::string taking(E const& e)
  {
    return error_without_line<acre::index_error>([&] { acre::to_vector(e); });
  }
  std::string fencing()
  {
    return error_without_line<acre::index_error>([&] { this->space.fence(); });
  }
};

}  // namespace acre_test

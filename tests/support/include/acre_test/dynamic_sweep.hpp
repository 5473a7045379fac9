#pragma once

#include <acre/dynamic/array.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/typed_tests.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

/// Sweeps: tests whose dtype, layout and space are values, of acre::dynamic, which has each
/// operation compiled once for a dtype. For sources that are named dynamic_….
namespace acre_test {

/// A test on the space of a name.
class dynamic_sweep : public ::testing::Test {
 public:
  explicit dynamic_sweep(std::string const& name) : space(acre::space_named(name)) {}

 protected:
  acre::dynamic_space const space;

  bool host_accessible() const
  {
    return std::visit([]<class Space>(Space const&) { return Space::host_accessible; }, space);
  }
  /// The space's instances that must agree: see acre_test::instances.
  std::vector<acre::dynamic_space> instances() const
  {
    return std::visit(
        []<class Space>(Space const&) {
          auto const all = acre_test::instances<Space>();
          return std::vector<acre::dynamic_space>(all.begin(), all.end());
        },
        space);
  }
};

/// The names of acre::spaces(), also before Kokkos is initialised.
inline std::vector<std::string> names_of_spaces()
{
  std::vector<std::string> names;
  for (auto const* const kind : acre::backends::host::kinds()) names.push_back(kind->name);
  [&]<class... Gpu>(acre::detail::type_list<acre::host, Gpu...>) {
    (names.push_back(Gpu::name), ...);
  }(acre::all_spaces());
  return names;
}

/// Enters a sweep in GoogleTest's list once a space, with the names of typed tests:
/// dynamic_sort/serial.every_dtype. Always true.
inline bool enter_dynamic_sweep(std::string const& suite, char const* test, char const* file,
                                int line, dynamic_sweep* (*make)(std::string const& space))
{
  for (auto const& space : names_of_spaces())
    ::testing::RegisterTest((suite + '/' + space).c_str(), test, nullptr, nullptr, file, line,
                            [make, space] {
                              choose_host_queue(space.c_str());
                              return make(space);
                            });
  return true;
}

/// f(std::type_identity<T>()) for the T of a dtype. What it calls is compiled once for each dtype
/// of `Types`: for models alone.
template <class Types = acre::detail::all_elements, class F>
void with_type(acre::dtype type, F const& f)
{
  [&]<class... T>(acre::detail::type_list<T...>) {
    bool const found = ((type == acre::dtype_of<T> && (f(std::type_identity<T>()), true)) || ...);
    ASSERT_TRUE(found) << acre::name(type);
  }(Types());
}

/// Every dtype, bool first.
inline std::vector<acre::dtype> const& all_dtypes()
{
  static auto const all = []<class... T>(acre::detail::type_list<T...>) {
    return std::vector{acre::dtype_of<T>...};
  }(acre::detail::all_elements());
  return all;
}

/// Host elements, bool as well, as an array of a shape on a space.
template <class T>
acre::dynamic_array place(acre::dynamic_space const& space, std::vector<T> const& v,
                          std::vector<std::int64_t> const& shape)
{
  std::vector<std::byte> bytes(v.size() * sizeof(T));
  if constexpr (std::is_same_v<T, bool>)
    std::ranges::transform(v, bytes.begin(), [](bool x) { return std::byte(x); });
  else if (!v.empty())
    std::memcpy(bytes.data(), v.data(), bytes.size());
  return acre::dynamic::from_host(space, acre::dtype_of<T>, bytes, shape);
}
template <class T>
acre::dynamic_array place(acre::dynamic_space const& space, std::vector<T> const& v)
{
  return place(space, v, {static_cast<std::int64_t>(v.size())});
}

/// An array's elements in C order, of whose dtype T has to be; of bool as bytes.
template <class T>
auto elements_of(acre::dynamic_array const& a)
{
  EXPECT_EQ(a.dtype(), acre::dtype_of<T>);
  auto const bytes = acre::dynamic::to_host(a);
  std::vector<std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>> v(bytes.size() /
                                                                               sizeof(T));
  if (!v.empty()) std::memcpy(v.data(), bytes.data(), v.size() * sizeof(T));
  return v;
}

/// An array against host elements in C order: dtype and bits, as equals().
template <class T>
::testing::AssertionResult has_elements(acre::dynamic_array const& a, std::vector<T> const& wanted)
{
  if (a.dtype() != acre::dtype_of<T>)
    return ::testing::AssertionFailure() << "elements of " << acre::name(a.dtype());
  if constexpr (std::is_same_v<T, bool>)
    return same_elements(elements_of<T>(a),
                         std::vector<unsigned char>(wanted.begin(), wanted.end()));
  else
    return same_elements(elements_of<T>(a), wanted);
}

}  // namespace acre_test

/// A test named SUITE/SPACE.TEST for each space of the build; its body has `space`.
#define DYNAMIC_SWEEP(suite, test)                                                               \
  class suite##_##test##_sweep : public acre_test::dynamic_sweep {                               \
    using dynamic_sweep::dynamic_sweep;                                                          \
    void TestBody() override;                                                                    \
                                                                                                 \
   public:                                                                                       \
    static dynamic_sweep* make(std::string const& space)                                         \
    {                                                                                            \
      return new suite##_##test##_sweep(space);                                                  \
    }                                                                                            \
  };                                                                                             \
  [[maybe_unused]] static bool const suite##_##test##_entered_ = acre_test::enter_dynamic_sweep( \
      #suite, #test, __FILE__, __LINE__, suite##_##test##_sweep::make);                          \
  void suite##_##test##_sweep::TestBody()

#pragma once

#include <string>
#include <typeinfo>

#include <gtest/gtest.h>

/// GoogleTest's TYPED_TEST_SUITE and TYPED_TEST: what enters their tests in its list is compiled
/// once, which in its own is a twentieth of the machine code of acre's tests.
namespace acre_test {

/// Makes host() the queue of that name until the test that is being made ends; of a GPU's name
/// nothing.
void choose_host_queue(char const* name);

/// A typed test of one type.
struct typed_test {
  std::string (*name)(int index);
  std::type_info const* type;
  void const* fixture;  // one address for each
  void (*set_up_suite)();
  void (*tear_down_suite)();
  ::testing::Test* (*make)();
};

/// Always true.
bool enter_typed_test(char const* suite, char const* test, char const* file, int line,
                      typed_test const* tests, int count);

/// Names as TYPED_TEST_SUITE gives them without a third argument.
struct numbers_as_names {
  template <class>
  static std::string GetName(int index)
  {
    return std::to_string(index);
  }
};

template <class Fixture>
inline constexpr char address_of = 0;

template <class Test>
::testing::Test* make_test()
{
  return new Test;
}

template <class Types, class Names = numbers_as_names>
struct typed_suite;
template <class... Ts, class Names>
struct typed_suite<::testing::Types<Ts...>, Names> {
  template <template <class> class Fixture, template <class> class Test>
  static bool enter(char const* suite, char const* test, char const* file, int line)
  {
    static constexpr typed_test tests[] = {{&Names::template GetName<Ts>, &typeid(Ts),
                                            &address_of<Fixture<Ts>>, &Test<Ts>::SetUpTestSuite,
                                            &Test<Ts>::TearDownTestSuite, &make_test<Test<Ts>>}...};
    return enter_typed_test(suite, test, file, line, tests, sizeof...(Ts));
  }
};

}  // namespace acre_test

#undef TYPED_TEST_SUITE
#define TYPED_TEST_SUITE(suite, types, ...) \
  using suite##_suite_ = acre_test::typed_suite<types __VA_OPT__(, ) __VA_ARGS__>

#undef TYPED_TEST
#define TYPED_TEST(suite, test)                                                                  \
  template <class gtest_TypeParam_>                                                              \
  class GTEST_TEST_CLASS_NAME_(suite, test) : public suite<gtest_TypeParam_> {                   \
    using TestFixture = suite<gtest_TypeParam_>;                                                 \
    using TypeParam = gtest_TypeParam_;                                                          \
    void TestBody() override;                                                                    \
  };                                                                                             \
  [[maybe_unused]] static bool const suite##_##test##_entered_ =                                 \
      suite##_suite_::enter<suite, GTEST_TEST_CLASS_NAME_(suite, test)>(#suite, #test, __FILE__, \
                                                                        __LINE__);               \
  template <class gtest_TypeParam_>                                                              \
  void GTEST_TEST_CLASS_NAME_(suite, test)<gtest_TypeParam_>::TestBody()

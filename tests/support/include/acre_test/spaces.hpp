#pragma once

#include <acre/backends.hpp>
#include <acre_test/typed_tests.hpp>

#include <string>

#include <gtest/gtest.h>

namespace acre_test {

template <class List>
struct as_test_types;

template <class... Ts>
struct as_test_types<acre::detail::type_list<Ts...>> {
  using type = ::testing::Types<Ts...>;
};

/// The types of space that tests are instantiated for: every one of the build. A device check names
/// the device's alone by ACRE_TEST_SPACE, as the host's are compiled, and run, elsewhere.
#ifdef ACRE_TEST_SPACE
using tested_spaces = acre::detail::type_list<ACRE_TEST_SPACE>;
#else
using tested_spaces = acre::all_spaces;
#endif

/// Spaces for TYPED_TEST_SUITE(suite, acre_test::spaces, acre_test::space_names). Tests of the
/// host run once for each of its queues, which host() is then.
using spaces = as_test_types<tested_spaces>::type;

/// Names typed tests after their space, those of the host after the queue:
/// fill/cuda.writes_every_element, fill/openmp.writes_every_element.
struct space_names {
  template <class Space>
  static std::string GetName(int /*index*/)
  {
    return Space::name;
  }
};

}  // namespace acre_test

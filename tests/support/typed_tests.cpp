#include <acre_test/typed_tests.hpp>

namespace acre_test {
namespace {

class factory : public ::testing::internal::TestFactoryBase {
 public:
  explicit factory(typed_test const& test) : make_(test.make) {}
  ::testing::Test* CreateTest() override { return make_(); }

 private:
  ::testing::Test* (*make_)();
};

}  // namespace

bool enter_typed_test(char const* suite, char const* test, char const* file, int line,
                      typed_test const* tests, int count)
{
  for (int i = 0; i < count; ++i) {
    typed_test const& each = tests[i];
    ::testing::internal::MakeAndRegisterTestInfo(
        (suite + ("/" + each.name(i))).c_str(), test,
        ::testing::internal::GetTypeName(*each.type).c_str(), nullptr,
        ::testing::internal::CodeLocation(file, line), each.fixture, each.set_up_suite,
        each.tear_down_suite, new factory(each));
  }
  return true;
}

}  // namespace acre_test

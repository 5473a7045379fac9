#include <acre/backends/host_common/space.hpp>
#include <acre_test/typed_tests.hpp>

namespace acre_test {
namespace {

using acre::backends::host::queue_kind;

/// Makes host() the queue that a test is for, and the foremost again when it ends.
class factory : public ::testing::internal::TestFactoryBase {
 public:
  factory(typed_test const& test, queue_kind const* kind) : make_(test.make), kind_(kind) {}
  ::testing::Test* CreateTest() override
  {
    if (kind_) acre::backends::host::choose(*kind_);
    return make_();
  }

 private:
  ::testing::Test* (*make_)();
  queue_kind const* kind_;
};

class foremost_again : public ::testing::EmptyTestEventListener {
  void OnTestEnd(::testing::TestInfo const&) override
  {
    acre::backends::host::choose(*acre::backends::host::kinds().back());
  }
};

void enter(char const* suite, std::string const& name, char const* test, char const* file, int line,
           typed_test const& each, queue_kind const* kind)
{
  ::testing::internal::MakeAndRegisterTestInfo(
      (suite + ("/" + name)).c_str(), test, ::testing::internal::GetTypeName(*each.type).c_str(),
      nullptr, ::testing::internal::CodeLocation(file, line), each.fixture, each.set_up_suite,
      each.tear_down_suite, new factory(each, kind));
}

}  // namespace

bool enter_typed_test(char const* suite, char const* test, char const* file, int line,
                      typed_test const* tests, int count)
{
  [[maybe_unused]] static bool const listens =
      (::testing::UnitTest::GetInstance()->listeners().Append(new foremost_again), true);
  for (int i = 0; i < count; ++i) {
    typed_test const& each = tests[i];
    if (*each.type == typeid(acre::host))
      for (queue_kind const* const kind : acre::backends::host::kinds())
        enter(suite, kind->name, test, file, line, each, kind);
    else
      enter(suite, each.name(i), test, file, line, each, nullptr);
  }
  return true;
}

}  // namespace acre_test

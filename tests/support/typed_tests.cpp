#include <acre/backends/host_common/space.hpp>
#include <acre_test/typed_tests.hpp>

#include <utility>
#include <vector>

namespace acre_test {

namespace host = acre::backends::host;

namespace {

host::queue_kind const* chosen_before = nullptr;

class as_before : public ::testing::EmptyTestEventListener {
  void OnTestEnd(::testing::TestInfo const&) override
  {
    if (chosen_before) host::choose(*std::exchange(chosen_before, nullptr));
  }
};

class factory : public ::testing::internal::TestFactoryBase {
 public:
  factory(typed_test const& test, std::string name) : make_(test.make), name_(std::move(name)) {}
  ::testing::Test* CreateTest() override
  {
    choose_host_queue(name_.c_str());
    return make_();
  }

 private:
  ::testing::Test* (*make_)();
  std::string name_;
};

}  // namespace

void choose_host_queue(char const* name)
{
  [[maybe_unused]] static bool const listens =
      (::testing::UnitTest::GetInstance()->listeners().Append(new as_before), true);
  chosen_before = &host::chosen_kind();
  if (host::queue_kind const* const kind = host::kind_named(name)) host::choose(*kind);
}

bool enter_typed_test(char const* suite, char const* test, char const* file, int line,
                      typed_test const* tests, int count)
{
  for (int i = 0; i < count; ++i) {
    typed_test const& each = tests[i];
    std::vector<std::string> names;
    if (*each.type == typeid(acre::host))
      for (host::queue_kind const* const kind : host::kinds()) names.push_back(kind->name);
    else
      names.push_back(each.name(i));
    for (auto const& name : names)
      ::testing::internal::MakeAndRegisterTestInfo(
          (suite + ("/" + name)).c_str(), test,
          ::testing::internal::GetTypeName(*each.type).c_str(), nullptr,
          ::testing::internal::CodeLocation(file, line), each.fixture, each.set_up_suite,
          each.tear_down_suite, new factory(each, name));
  }
  return true;
}

}  // namespace acre_test

// What a profiler sees through Kokkos Tools: each operation is a region, each kernel has its name
// and an end, each piece of memory a label.
#include <acre/array/creation.hpp>
#include <acre/array/kokkos.hpp>
#include <acre/index/advanced.hpp>
#include <acre/order/sort.hpp>
#include <acre/reduce/sum.hpp>

#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

/// A small tool: what it was told. Callbacks are plain functions, so there is one of it.
struct seen {
  std::vector<std::string> regions, kernels;
  std::set<std::uint64_t> open;
  int depth = 0;
  std::map<void const*, std::string> memory;  // what is allocated, by its label
  std::set<std::string> labels;
  bool freed_as_allocated = true;
} tool;

void begin_kernel(char const* name, std::uint32_t, std::uint64_t* id)
{
  static std::uint64_t last = 0;
  *id = ++last;
  tool.open.insert(*id);
  tool.kernels.emplace_back(name);
}
void end_kernel(std::uint64_t id) { EXPECT_EQ(tool.open.erase(id), 1u); }
void push(char const* name)
{
  ++tool.depth;
  tool.regions.emplace_back(name);
}
void pop() { --tool.depth; }
bool is_ours(std::string const& name) { return name.rfind("acre::", 0) == 0; }
void allocate(Kokkos::Tools::SpaceHandle, char const* label, void const* data, std::uint64_t)
{
  if (!is_ours(label)) return;  // an instance of Kokkos' has memory of its own
  tool.memory[data] = label;
  tool.labels.insert(label);
}
void deallocate(Kokkos::Tools::SpaceHandle, char const* label, void const* data, std::uint64_t)
{
  auto const found = tool.memory.find(data);
  if (found == tool.memory.end()) return;  // from before the tool listened
  tool.freed_as_allocated = tool.freed_as_allocated && found->second == label;
  tool.memory.erase(found);
}

template <class Space>
class tools : public ::testing::Test {
 protected:
  void SetUp() override
  {
    namespace api = Kokkos::Tools::Experimental;
    before_ = api::get_callbacks();
    tool = {};
    api::set_begin_parallel_for_callback(begin_kernel);
    api::set_end_parallel_for_callback(end_kernel);
    api::set_push_region_callback(push);
    api::set_pop_region_callback(pop);
    api::set_allocate_data_callback(allocate);
    api::set_deallocate_data_callback(deallocate);
  }
  void TearDown() override { Kokkos::Tools::Experimental::set_callbacks(before_); }

 private:
  Kokkos::Tools::Experimental::EventSet before_;
};
TYPED_TEST_SUITE(tools, acre_test::spaces, acre_test::space_names);

using names = std::vector<std::string>;

TYPED_TEST(tools, are_told_of_kernels_by_operation_and_step)
{
  TypeParam const space;
  auto const x = acre_test::place(space, acre_test::noise<double>(100000));
  auto const i = acre_test::place(space, std::vector<std::int64_t>{5, 3, 5});
  tool.kernels.clear();
  acre::array<double, 1, TypeParam> const y = x + 1;
  EXPECT_EQ(tool.kernels, names{"acre::assign::elements"});
  tool.kernels.clear();
  auto const total = sum(x);
  EXPECT_EQ(tool.kernels.front().rfind("acre::sum::", 0), 0u) << tool.kernels.front();
  tool.kernels.clear();
  y(i) = 0.0;
  EXPECT_EQ(tool.kernels.back(), "acre::setitem::elements");
  tool.kernels.clear();
  auto const sorted = sort(x);
  EXPECT_TRUE(std::any_of(tool.kernels.begin(), tool.kernels.end(),
                          [](auto const& name) { return name.rfind("acre::sort::", 0) == 0; }));
  for (auto const& name : tool.kernels) EXPECT_TRUE(is_ours(name)) << name;
  EXPECT_TRUE(tool.open.empty());
  EXPECT_EQ(tool.depth, 0);
  EXPECT_EQ(std::count(tool.regions.begin(), tool.regions.end(), "acre::sum"), 1);
  EXPECT_EQ(std::count(tool.regions.begin(), tool.regions.end(), "acre::setitem"), 2);
}

TYPED_TEST(tools, are_told_of_memory)
{
  {
    TypeParam const space = TypeParam().new_queue();
    auto const x = acre_test::place(space, acre_test::noise<float>(1000000));
    EXPECT_EQ(std::count_if(tool.memory.begin(), tool.memory.end(),
                            [](auto const& each) { return each.second == "acre::array"; }),
              1);
    EXPECT_GT(acre::to_vector(sum(x)).size(), 0u);
    EXPECT_TRUE(tool.labels.count("acre::scratch") == 1);
  }
  EXPECT_TRUE(tool.memory.empty());  // all of it is given back, under its own label
  EXPECT_TRUE(tool.freed_as_allocated);
}

}  // namespace

// Events for a profiler through Kokkos Tools: each operation is a region, each kernel has its name
// and an end, each piece of memory a label.
#include <acre/array/creation.hpp>
#include <acre/array/kokkos.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/nonzero.hpp>
#include <acre/index/put.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/index/take.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/order/bincount.hpp>
#include <acre/order/group_by.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/quantile.hpp>
#include <acre/order/sort.hpp>
#include <acre/order/topk.hpp>
#include <acre/order/unique.hpp>
#include <acre/random/generator.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre/rearrange/reshape.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/variance.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <functional>
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
  // a CPU's tiles are combined by a second one
  EXPECT_EQ(tool.kernels.size(), TypeParam::host_accessible ? 2u : 1u);
  tool.kernels.clear();
  auto const of_one_tile = sum(x(acre::slice(0, 4096)));
  ASSERT_EQ(tool.kernels.size(), 1u);
  EXPECT_EQ(tool.kernels[0].rfind("acre::sum::", 0), 0u) << tool.kernels[0];
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
  EXPECT_EQ(std::count(tool.regions.begin(), tool.regions.end(), "acre::sum"), 2);
  EXPECT_EQ(std::count(tool.regions.begin(), tool.regions.end(), "acre::setitem"), 2);
}

/// An operation, and the region that a profiler finds its kernels in: that of the public function,
/// or of the assignment that computes what the function only describes.
struct told_operation {
  char const* name;
  char const* region;
  std::function<void()> run;
};

// Functions that are not here have no kernels, or no region of their own: to_vector() and from a
// vector are the queue's copies, and the libraries behind acre::linalg and acre::fft are no kernels
// of acre's.
TYPED_TEST(tools, are_told_of_every_operation)
{
  using namespace acre;
  TypeParam const space;
  auto const x = acre_test::place(space, acre_test::noise<double>(200000));
  auto const few = acre_test::place(space, acre_test::noise<double>(1000));
  auto const i = acre_test::place(space, std::vector<std::int64_t>{5, 3, 5});
  auto const m = x.reshape(shape(400, 500));
  auto const y = copy(x);
  std::vector<told_operation> const operations{
      {"zeros", "acre::assign", [&] { zeros<double>(space, shape(100)); }},
      {"an expression", "acre::assign", [&] { evaluate(x + 1); }},
      {"where", "acre::assign", [&] { evaluate(where(x > 0, x, 0.0)); }},
      {"a transposed copy", "acre::assign", [&] { copy(m.transpose()); }},
      {"concatenate", "acre::assign", [&] { evaluate(concatenate({x, x})); }},
      {"repeat", "acre::launch", [&] { evaluate(repeat(x, 3)); }},
      {"take", "acre::assign", [&] { evaluate(take(x, i)); }},
      {"a(index)", "acre::assign", [&] { evaluate(x(i)); }},
      {"uniform", "acre::assign", [&] { evaluate(generator(1).uniform(space, shape(1000))); }},
      {"sum", "acre::sum", [&] { sum(x); }},
      {"sum along an axis", "acre::sum", [&] { sum(m, 0); }},
      {"mean", "acre::mean", [&] { mean(x); }},
      {"var", "acre::var", [&] { var(x); }},
      {"max", "acre::max", [&] { max(x); }},
      {"argmax", "acre::argmax", [&] { argmax(x); }},
      {"any", "acre::any", [&] { any(x > 0); }},
      {"cumsum", "acre::cumsum", [&] { cumsum(x); }},
      {"sort", "acre::sort", [&] { sort(x); }},
      {"sort of rows", "acre::sort", [&] { sort(m, 1); }},
      {"argsort", "acre::argsort", [&] { argsort(x); }},
      {"median", "acre::quantile", [&] { median(x); }},
      {"median of few", TypeParam::host_accessible ? "acre::sort" : "acre::launch",
       [&] { median(few); }},
      {"topk", "acre::topk", [&] { topk(x, 5); }},
      {"unique", "acre::unique", [&] { unique(x); }},
      {"nonzero", "acre::nonzero", [&] { nonzero(x > 0); }},
      {"a(mask)", "acre::nonzero", [&] { evaluate(x(x > 0)); }},
      {"a(mask) = 0", "acre::setitem", [&] { y(x > 0) = 0.0; }},
      {"a(index) = 0", "acre::setitem", [&] { y(i) = 0.0; }},
      {"put", "acre::put", [&] { put(y, i, 1.0); }},
      {"scatter_add", "acre::scatter_add", [&] { scatter_add(y(i), 1.0); }},
      {"histogram", "acre::histogram", [&] { histogram(x, 10, 0, 1); }},
      {"bincount", "acre::bincount", [&] { bincount(i); }},
      {"group_by", "acre::group_by",
       [&] { group_by(acre::cast<std::int64_t>(floor(x * 10))).sum(x); }},
      {"matmul", "acre::matmul", [&] { matmul(m, m.transpose()); }},
  };
  for (told_operation const& each : operations) {
    SCOPED_TRACE(each.name);
    tool.kernels.clear();
    tool.regions.clear();
    each.run();
    EXPECT_FALSE(tool.kernels.empty());
    for (auto const& name : tool.kernels) EXPECT_TRUE(is_ours(name)) << name;
    for (auto const& name : tool.regions) EXPECT_TRUE(is_ours(name)) << name;
    EXPECT_NE(std::count(tool.regions.begin(), tool.regions.end(), each.region), 0)
        << ::testing::PrintToString(tool.regions);
    EXPECT_TRUE(tool.open.empty());
    EXPECT_EQ(tool.depth, 0);
  }
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

// The ranges that a profiler of NVIDIA's sees: a small NVTX tool in the program counts them.
#include <acre/array/creation.hpp>
#include <acre/device/benchmark.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/order/sort.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#if defined(KOKKOS_ENABLE_CUDA) && __has_include(<nvtx3/nvToolsExt.h>)
#define NVTX_NO_IMPL  // this is a tool
#include <nvtx3/nvToolsExt.h>
#define ACRE_TEST_HAS_NVTX 1
#else
#define ACRE_TEST_HAS_NVTX 0
#endif

namespace {

/// The calls that the tool got for the domain acre: names as ranges begin, "-" as one ends.
std::vector<std::string> told;

using names = std::vector<std::string>;

#if ACRE_TEST_HAS_NVTX
nvtxDomainRegistration_st* const domain_of_acre = reinterpret_cast<nvtxDomainHandle_t>(&told);

nvtxDomainHandle_t create_domain(char const* name)
{
  return std::strcmp(name, "acre") == 0 ? domain_of_acre : nullptr;
}
int push(nvtxDomainHandle_t domain, nvtxEventAttributes_t const* range)
{
  if (domain == domain_of_acre) told.emplace_back(range->message.ascii);
  return 0;
}
int pop(nvtxDomainHandle_t domain)
{
  if (domain == domain_of_acre) told.emplace_back("-");
  return 0;
}

template <class F>
void set(NvtxFunctionTable table, int id, F* f)
{
  *table[id] = reinterpret_cast<NvtxFunctionPointer>(f);
}

int start_tool(NvtxGetExportTableFunc_t export_table)
{
  auto const* const callbacks =
      static_cast<NvtxExportTableCallbacks const*>(export_table(NVTX_ETID_CALLBACKS));
  NvtxFunctionTable table = nullptr;
  unsigned size = 0;
  if (callbacks == nullptr ||
      callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size) == 0)
    return 0;
  set(table, NVTX_CBID_CORE2_DomainCreateA, create_domain);
  set(table, NVTX_CBID_CORE2_DomainRangePushEx, push);
  set(table, NVTX_CBID_CORE2_DomainRangePop, pop);
  return 1;
}
#endif

}  // namespace

#if ACRE_TEST_HAS_NVTX
// NVTX looks for this before a program's first range, and has a weak null of its own.
extern "C" NvtxInitializeInjectionNvtxFunc_t InitializeInjectionNvtx2_fnptr = start_tool;
#endif

namespace {

template <class Space>
class nvtx : public ::testing::Test {};
TYPED_TEST_SUITE(nvtx, acre_test::spaces, acre_test::space_names);

TYPED_TEST(nvtx, ranges_are_operations_and_what_a_user_names)
{
  TypeParam const space;
  auto const x = acre_test::place(space, acre_test::noise<double>(100000));
  told.clear();
  {
    acre::profile_region const step(space, "step");
    sum(x);
    acre::array<double, 1, TypeParam> const y = x + 1;
    sort(y);
  }
  if (std::strcmp(TypeParam::name, "cuda") != 0) {
    EXPECT_TRUE(told.empty());  // a CPU's operations are no ranges
    return;
  }
  if (!ACRE_TEST_HAS_NVTX) GTEST_SKIP() << "the toolkit has no NVTX";
  if (std::getenv("NVTX_INJECTION64_PATH")) GTEST_SKIP() << "another tool listens";
  ASSERT_FALSE(told.empty());
  int depth = 0;
  names outer;  // within the step
  for (auto const& name : told) {
    if (name == "-") {
      --depth;
      ASSERT_GE(depth, 0);
      continue;
    }
    if (depth == 1) outer.push_back(name);
    ++depth;
  }
  EXPECT_EQ(depth, 0);
  EXPECT_EQ(told.front(), "step");
  EXPECT_EQ(outer, (names{"sum", "assign", "sort"}));
}

}  // namespace

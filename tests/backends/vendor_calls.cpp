// Calls of the vendor's functions by the host, from a trace: memory that is taken and given back
// again and again costs no call that allocates, frees or waits. On CUDA, where its profiling
// library is.
#include <acre/array/creation.hpp>
#include <acre/device/memory.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/spaces.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <dlfcn.h>

namespace {

using acre::shape;

/// CUPTI's callbacks at the CUDA runtime's calls, without its headers.
class trace {
 public:
  trace()
  {
    for (char const* name :
         {"libcupti.so", "libcupti.so.13", "libcupti.so.12",
          "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so", "/usr/local/cuda/lib64/libcupti.so",
          "/usr/local/cuda/lib/libcupti.so"})
      if (!library_) library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library_) return;
    auto const subscribe =
        function<int(void**, void (*)(void*, int, std::uint32_t, void const*), void*)>(
            "cuptiSubscribe");
    works_ = subscribe && subscribe(&subscriber_, called, this) == 0;
  }
  trace(trace const&) = delete;
  ~trace()
  {
    if (works_) function<int(void*)>("cuptiUnsubscribe")(subscriber_);
  }
  bool works() const { return works_; }

  /// How often f calls which of the runtime's functions.
  std::map<std::string, int> of(std::function<void()> const& f)
  {
    auto const enable = function<int(std::uint32_t, void*, int)>("cuptiEnableDomain");
    int const runtime_calls = 2;
    calls_.clear();
    enable(1, subscriber_, runtime_calls);
    f();
    enable(0, subscriber_, runtime_calls);
    return calls_;
  }

 private:
  template <class F>
  F* function(char const* name) const
  {
    return reinterpret_cast<F*>(dlsym(library_, name));
  }
  static void called(void* self, int, std::uint32_t, void const* data)
  {
    struct begin_of_callback_data {
      int site;
      char const* name;
    };
    auto const& call = *static_cast<begin_of_callback_data const*>(data);
    if (call.site == 0) ++static_cast<trace*>(self)->calls_[call.name];
  }

  void *library_ = nullptr, *subscriber_ = nullptr;
  bool works_ = false;
  std::map<std::string, int> calls_;
};

std::string listed(std::map<std::string, int> const& calls)
{
  std::string all;
  for (auto const& [name, count] : calls) all += name + ' ' + std::to_string(count) + '\n';
  return all;
}
int count_of(std::map<std::string, int> const& calls, std::string_view part)
{
  int count = 0;
  for (auto const& [name, times] : calls)
    if (name.find(part) != name.npos) count += times;
  return count;
}

template <class Space>
class vendor_calls : public ::testing::Test {
 protected:
  Space space;
};
TYPED_TEST_SUITE(vendor_calls, acre_test::spaces, acre_test::space_names);

TYPED_TEST(vendor_calls, neither_allocate_nor_wait_where_memory_is_kept)
{
  if (std::string_view(TypeParam::name) != "cuda") GTEST_SKIP() << "a trace of CUDA's calls";
  trace calls;
  if (!calls.works()) GTEST_SKIP() << "CUPTI is not there, or another profiler has it";
  auto const x = acre::ones(this->space, shape(1 << 17));
  auto const kept_from_call_to_call = [&] {
    for (int k = 0; k < 100; ++k) {
      auto const a = acre::empty<float>(this->space, shape(1 << 18)),
                 b = acre::empty<float>(this->space, shape(100 + k));
      auto const c = acre::evaluate(x + 1.0), d = acre::evaluate(c * x);
      auto const total = acre::evaluate(acre::sum(d));
    }
  };
  kept_from_call_to_call();
  auto const seen = calls.of(kept_from_call_to_call);
  for (char const* part : {"Synchronize", "Malloc", "Free", "Query", "Memcpy"})
    EXPECT_EQ(count_of(seen, part), 0) << listed(seen);
  EXPECT_GE(count_of(seen, "Launch"), 300) << listed(seen);
  // and the trace sees what there is to see
  auto const others = calls.of([&] {
    acre::sum(x).item();
    acre::memory_of(this->space).release();
  });
  EXPECT_GE(count_of(others, "Synchronize"), 1) << listed(others);
  this->RecordProperty("calls", listed(seen));
}

}  // namespace

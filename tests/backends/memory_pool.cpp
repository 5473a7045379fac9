// The pool behind the arrays: what it counts, keeps, refuses and tells. All of it on every space.
#include <acre/array/pinned.hpp>
#include <acre/backends/common/pool.hpp>
#include <acre/device/graph.hpp>
#include <acre/device/memory.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <Kokkos_Core.hpp>

#include <new>
#include <set>
#include <string>
#include <thread>

namespace {

using acre::shape;
using acre_test::error_of;

constexpr std::int64_t mebi = 1 << 20;

template <class Space>
class memory_pool : public ::testing::Test {
 protected:
  void SetUp() override
  {
    acre::sum(acre::ones(space, shape(mebi))).item();  // the queue has its own scratch memory now
    memory.release();
    memory.reset_peak();
    before = memory.used();
  }
  void TearDown() override
  {
    memory.remove_limit();
    EXPECT_EQ(memory.used(), before);
  }
  auto bytes(std::int64_t n) const { return acre::empty<std::int8_t>(space, shape(n)); }
  std::size_t more() const { return memory.used() - before; }

  Space space;
  acre::device_memory memory = acre::memory_of(space);
  std::size_t before = 0;
};
TYPED_TEST_SUITE(memory_pool, acre_test::spaces, acre_test::space_names);

TYPED_TEST(memory_pool, counts)
{
  auto a = this->bytes(mebi);
  EXPECT_EQ(this->more(), std::size_t{mebi});
  {
    auto const b = this->bytes(3 * mebi), c = this->bytes(1);
    EXPECT_EQ(this->more(), std::size_t{4 * mebi + 256});
  }
  EXPECT_EQ(this->more(), std::size_t{mebi});
  EXPECT_EQ(this->memory.peak() - this->before, std::size_t{4 * mebi + 256});
  this->memory.reset_peak();
  EXPECT_EQ(this->memory.peak(), this->memory.used());
  EXPECT_GE(this->memory.reserved(), this->memory.used());
  EXPECT_GT(this->memory.total(), this->memory.used());
  EXPECT_GT(this->memory.available(), 0u);
  EXPECT_GE(this->memory.blocks(), 1);
  a = {};
  EXPECT_EQ(this->more(), 0u);
}

TYPED_TEST(memory_pool, loses_an_eighth_at_most)
{
  for (std::int64_t n :
       {1, 255, 256, 257, 4095, 4096, 4097, 5000, 70000, 1000000, 67108864, 67108865, 200000000}) {
    auto const a = this->bytes(n);
    EXPECT_GE(this->more(), static_cast<std::size_t>(n));
    EXPECT_LE(this->more(), static_cast<std::size_t>(n + std::max<std::int64_t>(n / 8, 255) +
                                                     (n > 67108864 ? 2 * mebi : 0)))
        << n;
  }
}

TYPED_TEST(memory_pool, keeps_what_is_freed_for_the_next_use)
{
  std::set<void*> places;
  for (int k = 0; k < 100; ++k) places.insert(this->bytes(5 * mebi + 1 + k).data());
  if (this->memory.free_blocks() > 0) {  // a sanitizer's build keeps none
    EXPECT_EQ(places.size(), 1u);
    EXPECT_EQ(this->memory.largest_free(), std::size_t{5 * mebi + mebi / 2});
  }
  auto const kept = this->memory.reserved() - this->memory.used();
  EXPECT_EQ(this->memory.release(), kept);
  EXPECT_EQ(this->memory.free_blocks(), 0);
  EXPECT_EQ(this->memory.largest_free(), 0u);
  EXPECT_EQ(this->memory.reserved(), this->memory.used());
  EXPECT_EQ(this->memory.release(), 0u);
}

/// Memory by count, which nobody touches; it keeps 10000 bytes.
class counting_pool final : public acre::backends::pool {
 public:
  counting_pool() : pool("counting", true, 10000) {}
  std::size_t total() const override { return 1000000; }
  std::size_t available() const override { return total(); }
  int obtained = 0;

 private:
  void* obtain(std::size_t, acre::backends::queue*) override
  {
    ++obtained;
    next_ += 1 << 20;
    return reinterpret_cast<void*>(next_);
  }
  void give_back(void*, std::size_t, acre::backends::queue*) override {}
  std::uintptr_t next_ = 0;
};

/// A program that goes on with other sizes has what it frees kept, as before.
TEST(pool, makes_room_for_what_is_used_now)
{
  counting_pool memory;
  auto const uses = [&](std::size_t bytes, int count = 1) {
    int const before = memory.obtained;
    std::vector<void*> all;
    for (int k = 0; k < count; ++k) all.push_back(memory.allocate(nullptr, bytes, "a"));
    for (void* each : all) memory.deallocate(nullptr, each);
    EXPECT_LE(memory.state().reserved, 10000u);
    return memory.obtained - before;
  };
  EXPECT_EQ(uses(2048, 4), 4);
  EXPECT_EQ(uses(2048, 4), 0);
  int anew = 0;
  for (int k = 0; k < 20; ++k) anew += uses(4096);
  EXPECT_LE(anew, 6) << "then what was used before has gone back";
  EXPECT_EQ(uses(4096), 0);
  EXPECT_EQ(uses(512), 1);
  EXPECT_EQ(uses(512), 0);

  // more in turn than is kept: what fits stays
  anew = 0;
  for (int k = 0; k < 10; ++k) anew += uses(1024, 12);
  EXPECT_LE(anew, 12 + 9 * 4);
  EXPECT_EQ(uses(16384), 1);
  EXPECT_EQ(uses(16384), 1) << "larger than all that is kept";
  EXPECT_LE(uses(1024, 9), 1) << "and nothing went for it";
}

TYPED_TEST(memory_pool, has_a_limit)
{
  EXPECT_FALSE(this->memory.limit());
  auto const a = this->bytes(2 * mebi);
  std::size_t const limit = this->memory.used() + 4 * mebi;
  this->memory.set_limit(limit);
  EXPECT_EQ(this->memory.limit(), limit);
  {
    auto const b = this->bytes(4 * mebi);
  }
  {
    auto const b = this->bytes(3 * mebi);
  }  // what is kept makes room
  auto const text = error_of<acre::out_of_memory>([&] { this->bytes(5 * mebi); });
  std::string const begin =
      "Unable to allocate 5.00 MiB for an array with shape (5242880,) and data type int8: of ";
  EXPECT_EQ(text.substr(0, begin.size()), begin);
  EXPECT_NE(text.find("'s limit of "), text.npos) << text;
  EXPECT_EQ(error_of<acre::value_error>([&] {
              this->memory.set_limit(this->memory.used() - mebi);
            }).substr(0, 11),
            "set_limit: ");
  EXPECT_EQ(this->memory.limit(), limit) << "a refused limit changes nothing";
  EXPECT_EQ(acre::sum(acre::ones(this->space, shape(1000))).item(), 1000) << "and all goes on";

  for (double const percent : {0.0, -1.0, 101.0, std::nan("")})
    EXPECT_THROW(this->memory.set_limit_percent(percent), acre::value_error) << percent;
  this->memory.set_limit_percent(50);
  EXPECT_EQ(this->memory.limit(), this->memory.total() / 2);
  this->memory.remove_limit();
  EXPECT_FALSE(this->memory.limit());
  auto const c = this->bytes(5 * mebi);
}

TYPED_TEST(memory_pool, tells_what_holds_the_memory)
{
  auto const small = this->bytes(4 * mebi).labelled("small one");
  auto const large = this->bytes(60 * mebi).labelled("large one");
  auto const large_too = this->bytes(40 * mebi).labelled("large one");
  auto const text = this->memory.report();
  auto const first = text.find("     100 MiB       2      60.0 MiB  large one\n");
  auto const second = text.find("    4.00 MiB       1      4.00 MiB  small one\n");
  EXPECT_NE(first, text.npos) << text;
  EXPECT_NE(second, text.npos) << text;
  EXPECT_LT(first, second);
  EXPECT_NE(text.find(", no limit\n      in use  blocks       largest  for\n"), text.npos) << text;
  try {
    acre::empty<double>(this->space, shape(1000000000000));
    ADD_FAILURE();
  } catch (acre::out_of_memory const& e) {
    EXPECT_NE(e.report().find("large one"), std::string::npos) << e.report();
  }
  auto const unnamed = this->bytes(4 * mebi);  // memory loses its label with its array
  EXPECT_NE(this->memory.report().find("arrays without a label"), std::string::npos);
}

TYPED_TEST(memory_pool, serves_threads_and_queues)
{
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      TypeParam const own = std::string_view(acre::name_of(this->space)) == "serial" || t > 0
                                ? this->space.new_queue()
                                : this->space;
      for (int k = 0; k < 50; ++k) {
        auto const a = acre::full<std::int64_t>(own, shape(1000 + 100 * t), t);
        auto const b = acre::copy(a + a);
        if (acre::sum(b).item() != 2 * t * (1000 + 100 * t)) ADD_FAILURE() << t;
      }
    });
  for (auto& each : threads) each.join();
}

TYPED_TEST(memory_pool, has_pinned_memory)
{
  auto const pinned = acre::pinned_memory_of(this->space);
  std::size_t const used = pinned.used();
  {
    auto const a = acre::empty_pinned<double>(this->space, shape(mebi));
    EXPECT_EQ(pinned.used() - used, std::size_t{8 * mebi});
  }
  EXPECT_EQ(pinned.used(), used);
  void const* was = nullptr;
  {
    auto const a = acre::empty_pinned<double>(this->space, shape(mebi));
    was = a.data();
  }
  auto const b = acre::empty_pinned<double>(this->space, shape(mebi));
  EXPECT_TRUE(b.data() == was || pinned.free_blocks() == 0);
}

TYPED_TEST(memory_pool, has_others_beside_it_by_name)
{
  auto const fields = acre::with_pool(this->space, "fields"),
             again = acre::with_pool(fields, "fields");
  auto const memory = acre::memory_of(fields);
  auto const there = memory.used();
  {
    auto const a = acre::ones<float>(fields, shape(512, 1024)).labelled("a");
    EXPECT_EQ(memory.used() - there, std::size_t{2 * mebi});
    auto const b = acre::evaluate(a + 1);
    auto const c = acre::zeros<float>(again, shape(512, 1024));
    EXPECT_EQ(memory.used() - there, std::size_t{6 * mebi}) << "results as well";
    EXPECT_EQ(this->more(), 0u);
    auto d = acre::zeros<float>(this->space, shape(512, 1024));
    d = a + b + c;  // memory of both
    EXPECT_EQ(acre::sum(d).item(), 3 * 512 * 1024);
    EXPECT_EQ(this->more(), std::size_t{2 * mebi});
    auto const text = memory.report();
    EXPECT_NE(text.find("/fields: "), text.npos) << text;
    EXPECT_NE(text.find("    2.00 MiB       1      2.00 MiB  a\n"), text.npos) << text;

    memory.set_limit(memory.used() + mebi);
    auto const told = error_of<acre::out_of_memory>([&] { acre::copy(a); });
    EXPECT_NE(told.find("/fields's limit of "), told.npos) << told;
    acre::copy(d);  // the device's has none
    memory.remove_limit();
  }
  EXPECT_EQ(memory.used(), there);
  memory.release();
  EXPECT_EQ(memory.reserved(), there);
  EXPECT_EQ(error_of<acre::value_error>([&] { acre::with_pool(this->space, ""); }),
            "with_pool: the name of a pool is empty");
}

/// Kokkos' memory, counted.
template <class Space>
struct counted_memory {
  struct counts {
    std::size_t bytes = 0, most = SIZE_MAX;
    int allocations = 0, deallocations = 0;
  };
  counts* told;

  void* allocate(std::size_t bytes, Space const&)
  {
    if (bytes > told->most) throw std::bad_alloc();
    told->bytes += bytes;
    ++told->allocations;
    return Kokkos::kokkos_malloc<typename Space::memory_space>(bytes);
  }
  void deallocate(void* data, std::size_t bytes, Space const& queue)
  {
    queue.fence();
    told->bytes -= bytes;
    ++told->deallocations;
    Kokkos::kokkos_free<typename Space::memory_space>(data);
  }
};

TYPED_TEST(memory_pool, may_be_an_allocator_of_ones_own)
{
  static typename counted_memory<TypeParam>::counts told;  // the pool stays
  static int times = 0;
  std::string const name = std::string("own of ") + acre::name_of(this->space) +
                           std::to_string(++times);  // CPUs share theirs
  {
    auto const own = acre::with_pool(this->space, name, counted_memory<TypeParam>{&told});
    auto const memory = acre::memory_of(own);
    auto const there = told.bytes;
    EXPECT_EQ(memory.used(), there);
    auto const a = acre::ones<double>(own, shape(1000, 100));
    EXPECT_GE(told.bytes - there, 800000u);
    EXPECT_EQ(memory.used(), told.bytes);
    EXPECT_EQ(acre::sum((a + 1.0) * 2.0).item(), 400000);
    EXPECT_GT(told.deallocations, 0) << "nothing is kept";
    EXPECT_EQ(memory.reserved(), memory.used());

    told.most = 100000;
    EXPECT_EQ(error_of<acre::out_of_memory>([&] { acre::copy(a); }),
              "Unable to allocate 781 KiB for an array with shape (1000, 100) and data type "
              "float64");
    EXPECT_EQ(acre::sum(a).item(), 100000) << "and all goes on";
    told.most = SIZE_MAX;

    auto const x = acre::ones<double>(own, shape(1000));
    {
      auto const steps = acre::capture(own, [=] {
        auto const y = acre::evaluate(x * 2.0);
        x(acre::ALL) = y + 1.0;
      });
      steps.replay();
    }
    EXPECT_EQ(acre::sum(x).item(), 7000);
    EXPECT_EQ(error_of<acre::value_error>([&] {
                acre::with_pool(own, name, counted_memory<TypeParam>{&told});
              }).substr(0, 29),
              "with_pool: there is a pool " +
                  std::string(TypeParam::host_accessible ? "CP" : TypeParam::name).substr(0, 2));
  }
  EXPECT_EQ(told.bytes, 0u);
  EXPECT_EQ(told.allocations, told.deallocations);
}

}  // namespace

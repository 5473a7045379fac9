// Devices of a space: what is known about them, choosing one, and work on several of them.
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/array/pinned.hpp>
#include <acre/device/memory.hpp>
#include <acre/device/queue.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

namespace {

using acre::ALL, acre::shape;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

template <class Space>
class devices : public ::testing::Test {};
TYPED_TEST_SUITE(devices, acre_test::spaces, acre_test::space_names);

TYPED_TEST(devices, are_known)
{
  TypeParam const space;
  auto const info = acre::device_of(space);
  EXPECT_FALSE(info.name.empty());
  EXPECT_GT(info.multiprocessors, 0);
  EXPECT_GT(info.memory, 0u);
  EXPECT_GE(info.warp_size, 1);
  EXPECT_EQ(info.bus.empty(), TypeParam::host_accessible);
  auto const all = TypeParam::devices();
  ASSERT_FALSE(all.empty());
  for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(all[k].index, static_cast<int>(k));
}

TYPED_TEST(devices, are_chosen_by_number)
{
  auto const count = static_cast<int>(TypeParam::devices().size());
  for (int k = 0; k < count; ++k) {
    auto const space = acre::on_device<TypeParam>(k);
    EXPECT_EQ(acre::device_of(space).index, k);
    EXPECT_EQ(space, acre::on_device<TypeParam>(k)) << "the same queue";
    EXPECT_EQ(acre::device_of(space.new_queue()).index, k);
    EXPECT_EQ(acre::sum(acre::ones(space, shape(1000))).item(), 1000);
    if constexpr (!TypeParam::host_accessible) {  // numbers of the host's queues are threads
      acre::dispatch(std::string(TypeParam::name) + ':' + std::to_string(k),
                     [&](auto const& chosen) { EXPECT_EQ(acre::device_of(chosen).index, k); });
    }
  }
  EXPECT_EQ(acre::on_device<TypeParam>(acre::device_of(TypeParam()).index), TypeParam());
  EXPECT_TRUE(can_access_peer(TypeParam(), TypeParam().new_queue())) << "a device and itself";
}

TEST(host_queues, are_chosen_by_name_and_threads)
{
  for (auto const& [name, devices] : acre::spaces()) {
    auto const chosen = [&](std::string const& text) {
      std::string found;
      acre::dispatch(text, [&](auto const& space) {
        found = std::string(acre::name_of(space)) + ' ' +
                std::to_string(acre::device_of(space).multiprocessors);
        EXPECT_EQ(acre::sum(acre::ones(space, shape(1000))).item(), 1000);
      });
      return found;
    };
    auto const why = [&](std::string const& text) {
      return error_of<acre::backend_error>([&] { chosen(text); });
    };
    if (name == "serial") {
      EXPECT_EQ(chosen("serial"), "serial 1");
      EXPECT_EQ(why("serial:2").find("space 'serial:2' has a number, and serial has one thread; "),
                0u);
    } else if (name == "openmp") {
      EXPECT_EQ(chosen("openmp:3"), "openmp 3");
      EXPECT_EQ(chosen("host"), chosen("openmp"));
      for (char const* wrong : {"openmp:0", "openmp:x", "openmp:", "openmp:99999999999"})
        EXPECT_EQ(why(wrong).find("space '" + std::string(wrong) + "' does not name 1 to "), 0u);
      std::string const told = why("openmp:0");
      std::string const most =
          told.substr(std::string("space 'openmp:0' does not name 1 to ").size());
      int const threads = std::stoi(most);
      EXPECT_EQ(chosen("openmp:" + std::to_string(threads)), "openmp " + std::to_string(threads))
          << "as many as the sentence allows";
      EXPECT_EQ(why("openmp:" + std::to_string(threads + 1)).find("space 'openmp:"), 0u);
      auto const* const kind = acre::backends::host::kind_named("openmp");
      for (int const wrong : {-1, 0, threads + 1, 100000})
        EXPECT_EQ(error_of<acre::value_error>([&] { kind->of_threads(wrong); }),
                  "acre::openmp: a queue has 1 to " + std::to_string(threads) +
                      " threads (more than that Kokkos cannot keep), not " + std::to_string(wrong));
    } else {
      EXPECT_EQ(why(name + ":x").find("space '" + name + ":x' does not name a device"), 0u);
    }
  }
}

TEST(host_queues, meet_in_an_expression)
{
  auto const one = acre::arange<double>(acre::serial(), 100000);
  std::vector<double> const wanted = acre::to_vector(one * 2.0 + 1.0);
  acre::for_each_space([&]<class Space>(Space const& space) {
    if constexpr (std::is_same_v<Space, acre::host>) {
      auto const x = acre::arange<double>(space, 100000);
      auto const y = acre::zeros<double>(acre::serial(), shape(100000));
      y(ALL) = x + one + 1.0;  // serial() computes
      EXPECT_EQ(acre::to_vector(y), wanted) << acre::name_of(space);
      auto const z = acre::zeros<double>(space, shape(100000));
      z(ALL) = one + x + 1.0;  // space computes
      EXPECT_EQ(acre::to_vector(z), wanted) << acre::name_of(space);
      EXPECT_STREQ(acre::name_of(z.space()), acre::name_of(space));
    }
  });
}

TYPED_TEST(devices, that_are_not_there_are_refused)
{
  for (int k : {-1, 1000}) {
    std::string const name = std::string(TypeParam::name) + ':' + std::to_string(k);
    auto const text = error_of<acre::backend_error>([&] { acre::on_device<TypeParam>(k); });
    EXPECT_EQ(text.rfind("space '" + name + "' ", 0), 0u) << text;
    EXPECT_NE(text.find("; this build has "), text.npos) << text;
    if constexpr (!TypeParam::host_accessible) {
      EXPECT_EQ(error_of<acre::backend_error>([&] { acre::dispatch(name, [](auto const&) {}); }),
                text);
    }
  }
  EXPECT_EQ(acre::sum(acre::ones(TypeParam(), shape(3))).item(), 3);
}

TYPED_TEST(devices, work_together)
{
  std::int64_t const n = 100000;
  auto const values = noise<double>(n);
  auto const count = static_cast<int>(TypeParam::devices().size());
  std::vector<double> wanted;
  for (int k = 0; k < count; ++k) {
    auto const space = acre::on_device<TypeParam>(k);
    auto const x = place(space, values);
    auto const y = acre::copy(x * 2.0 + x);
    auto const sum_of = acre::to_vector(acre::sum(y));
    if (k == 0) wanted = sum_of;
    EXPECT_EQ(sum_of, wanted) << "device " << k;
    auto const moved = acre::copy_to(acre::on_device<TypeParam>((k + 1) % count), y);
    EXPECT_TRUE(equals(moved, acre::to_vector(y)));
    acre::array<double, 1, TypeParam> both(moved.space(), moved.shape());
    if (can_access_peer(moved.space(), space)) {
      both(ALL) = moved + y;
    } else {
      EXPECT_EQ(error_of<acre::value_error>([&] { both(ALL) = moved + y; }),
                "an operand lives on device " + std::to_string(k) + ", whose memory device " +
                    std::to_string((k + 1) % count) +
                    " cannot read; copy it there with copy_to(space, x)");
      both(ALL) = moved + acre::copy_to(moved.space(), y);
    }
    EXPECT_TRUE(equals(both, acre::to_vector(y + y)));
  }
}

TYPED_TEST(devices, wait_for_each_other)
{
  std::int64_t const n = 1 << 20;
  auto const count = static_cast<int>(TypeParam::devices().size());
  for (int k = 0; k < count; ++k) {
    auto const here = acre::on_device<TypeParam>(k),
               there = acre::on_device<TypeParam>((k + 1) % count);
    auto const x = acre::zeros(here, shape(n));
    for (int step = 0; step < 20; ++step) x(ALL) = x + 1.0;
    auto const y = acre::empty(there, shape(n));
    copy_async(y, x);  // on there's queue, behind what here's has been given
    for (int step = 0; step < 20; ++step) x(ALL) = x + 1.0;
    EXPECT_EQ(acre::sum(y).item(), 20.0 * n);
    acre::event const begin = here.record();
    there.wait_for(begin);
    acre::event const end = there.record();
    there.fence();
    EXPECT_TRUE(begin.done());
    if (count > 1) {
      EXPECT_EQ(error_of<acre::value_error>([&] { elapsed_seconds(begin, end); }).substr(0, 47),
                "elapsed_seconds: the events are of two devices,");
    } else {
      EXPECT_GE(elapsed_seconds(begin, end), 0);
    }
    EXPECT_EQ(acre::sum(x).item(), 40.0 * n);
  }
}

TYPED_TEST(devices, are_the_vendors_current_one_in_a_scope)
{
  auto const count = static_cast<int>(TypeParam::devices().size());
  for (int k = 0; k < count; ++k) {
    auto const here = acre::on_device<TypeParam>(k),
               there = acre::on_device<TypeParam>((k + 1) % count);
    auto const current = [](auto const& of) {
      using queue = typename std::remove_cvref_t<decltype(of)>::queue_type;
      if constexpr (requires { queue::api::current_device(); })
        return queue::api::current_device();
      else
        return acre::device_of(of).index;
    };
    acre::device_guard const outer(here);
    EXPECT_EQ(current(here), k);
    {
      acre::device_guard const inner(there);
      EXPECT_EQ(current(there), (k + 1) % count);
      EXPECT_EQ(acre::sum(acre::ones(here, shape(1000))).item(), 1000);
      EXPECT_EQ(current(there), (k + 1) % count);
    }
    EXPECT_EQ(current(here), k);
  }
}

/// A stream that somebody else made is on its own device, whichever is the current one.
TYPED_TEST(devices, are_known_by_their_streams)
{
  auto const count = static_cast<int>(TypeParam::devices().size());
  for (int k = 0; k < count; ++k) {
    auto const made = acre::on_device<TypeParam>(k);
    if constexpr (requires { TypeParam(made.instance()); }) {
      TypeParam const wrapped(made.instance());
      EXPECT_EQ(acre::device_of(wrapped).index, k);
      auto const x = acre::ones(wrapped, shape(100000));
      EXPECT_EQ(acre::sum(x + 1.0).item(), 200000);
      EXPECT_EQ(acre::sum(acre::copy_to(TypeParam(), x)).item(), 100000);
    }
  }
}

/// Beyond the limit of a device its memory runs out, and the others' does not.
TYPED_TEST(devices, have_memory_of_their_own)
{
  auto const count = static_cast<int>(TypeParam::devices().size());
  for (int k = 0; k < count; ++k) {
    auto const here = acre::on_device<TypeParam>(k),
               there = acre::on_device<TypeParam>((k + 1) % count);
    auto const memory = acre::memory_of(here), other = acre::memory_of(there);
    auto const before = memory.used(), before_there = other.used();
    auto const x = acre::ones(here, shape(1 << 17));
    EXPECT_EQ(memory.used() - before, std::size_t{1} << 20);
    if (count > 1) {
      EXPECT_EQ(other.used(), before_there);
    }
    memory.set_limit(memory.used());
    EXPECT_NE(error_of<acre::out_of_memory>([&] { acre::copy(x); }), "nothing");
    if (count > 1) {
      EXPECT_EQ(acre::sum(acre::ones(there, shape(1 << 17))).item(), 1 << 17);
    }
    memory.remove_limit();
    EXPECT_EQ(acre::sum(acre::copy(x)).item(), 1 << 17);
  }
}

}  // namespace

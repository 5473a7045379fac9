#include "spaces.hpp"

// Scans along the only axis.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::expect_part;
using acre_test::on_processes;

template <class Space>
class distributed_spaces_scans : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_scans, acre_test::own_kernel_spaces, acre_test::space_names);

TYPED_TEST(distributed_spaces_scans, scans_of_rows)
{
  for (std::int64_t const n : {1, 40, 4097, 40000})
    on_processes<TypeParam, double, 1>(shape(n), [](auto const& x, auto const& w) {
      expect_part("cumsum", cumsum(x), cumsum(w));
      expect_part("cummax", cummax(x * 3), cummax(w * 3));
    });
}

/// A scan along the cut axis, of a distributed array or a whole one, where process 1 has room for
/// so many bytes more than its elements.
template <class Space, class F>
void with_little_memory(shape_t<2> const& s, F const& scan)
{
  auto const whole = acre_test::draw_shape<double>(host(), s, 3);
  auto const wanted = scan(whole);
  int refused = 0, given = 0;
  for (std::size_t const room : {0, 1000, 60000, 120000, 400000, 8000000}) {
    // (a device copies what lies before behind the joint call: without room for that one throws)
    if (!Space::host_accessible && room > 0 && room < 8000000) continue;
    std::vector<std::string> told(3, "nothing");
    dist::virtual_processes(3, [&](dist::processes const& all) {
      auto const rank = static_cast<std::size_t>(all.rank());
      auto const space =
          with_pool(dist::own_space<Space>(all), "process " + std::to_string(all.rank()));
      auto const memory = memory_of(space);
      dist::array<double, 2, Space> x(all, space, dist::blocks(s));
      acre_test::put(x, whole);
      space.fence();
      memory.release();
      if (rank == 1) memory.set_limit(memory.used() + room);
      try {
        expect_part("with little memory", scan(x), wanted);
        ++given;
      } catch (out_of_memory const& e) {
        told[rank] = e.message();
        ++refused;
      }
      memory.remove_limit();
      expect_part("afterwards", scan(x), wanted);
    });
    EXPECT_EQ(told[0], told[1]) << room;
    EXPECT_EQ(told[2], told[1]) << room;
  }
  EXPECT_GE(refused, 3);
  EXPECT_GE(given, 3);
}

TYPED_TEST(distributed_spaces_scans, memory_that_one_lacks_is_an_error_on_all)
{
  with_little_memory<TypeParam>(shape(9000, 4), [](auto const& x) { return cumsum(x); });
  with_little_memory<TypeParam>(shape(9000, 4), [](auto const& x) { return cumsum(x, 0); });
  with_little_memory<TypeParam>(shape(9000, 4), [](auto const& x) { return cummax(x * 2, 0); });
}

}  // namespace

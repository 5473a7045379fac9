// The bits of every reduction whose order shows, by dtype: see <acre_test/order_hashes.hpp>.

#include <acre/backends/common/reduce.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/reduce/detail/moments.hpp>
#include <acre_test/order_hashes.hpp>
#include <acre_test/spaces.hpp>

#include <cstring>

using acre_test::hasher;

static_assert(acre::backends::reduction_order_version == 1);  // of the hashes below
static_assert(acre::detail::moments_version == 1);            // and of the variances

namespace {

template <class T>
void add_as(hasher& h, std::vector<std::byte> const& bytes)
{
  std::vector<T> v(bytes.size() / sizeof(T));
  std::memcpy(v.data(), bytes.data(), bytes.size());
  h.add(v);
}
void add_elements(hasher& h, acre::dynamic_array const& a)
{
  auto const bytes = acre::dynamic::to_host(a);
  switch (a.dtype()) {
    case acre::dtype::int32:
      return add_as<std::int32_t>(h, bytes);
    case acre::dtype::int64:
      return add_as<std::int64_t>(h, bytes);
    case acre::dtype::float32:
      return add_as<float>(h, bytes);
    case acre::dtype::float64:
      return add_as<double>(h, bytes);
    case acre::dtype::complex64:
      return add_as<acre::complex<float>>(h, bytes);
    default:
      FAIL() << "no hash of " << acre::name(a.dtype());
  }
}

template <class Space>
class dynamic_order_hashes : public ::testing::Test {
 protected:
  struct row {
    char const* reduction;
    std::uint64_t recorded;
  };
  template <class T>
  void all_of(std::vector<row> const& rows)
  {
    for (auto const& [reduction, recorded] : rows) {
      std::string const name(reduction);
      auto const values = name == "prod"                  ? acre_test::factors<T>(count)
                          : name.find("max") != name.npos ? acre_test::few<T>(count)
                                                          : acre_test::noise<T>(count);
      acre_test::expect_hash<Space>(name + " of " + std::string(acre::dtype_name<T>()), recorded,
                                    [&](Space const& space, hasher& h) {
                                      acre_test::for_each_reduction<T, Space>(
                                          space, values,
                                          [&](auto const& a, std::vector<int> const& axes) {
                                            add_elements(h, acre::dynamic::reduce(name, a, {axes}));
                                          });
                                    });
    }
  }
  static constexpr std::int64_t count = acre_test::hashed_values;
};
TYPED_TEST_SUITE(dynamic_order_hashes, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dynamic_order_hashes, of_float32)
{
  this->template all_of<float>({{"sum", 0xae50b2e000118c15u},
                                {"prod", 0xc0af3594afaf5ec6u},
                                {"mean", 0xdedf4996aab67680u},
                                {"var", 0x666cbdabf3720d0du},
                                {"max", 0x9df43c6159d67c7eu},
                                {"argmax", 0xddeba18258adb77bu}});
}
TYPED_TEST(dynamic_order_hashes, of_float64)
{
  this->template all_of<double>({{"sum", 0x5c0bc9d2ffa23d16u},
                                 {"prod", 0xdf195c2cc2b302f0u},
                                 {"mean", 0x4919642694a843aeu},
                                 {"var", 0x8fe9f0d231704909u},
                                 {"max", 0x9df43c6159d67c7eu},
                                 {"argmax", 0xddeba18258adb77bu}});
}
TYPED_TEST(dynamic_order_hashes, of_complex64)
{
  this->template all_of<acre::complex<float>>({{"sum", 0xa2ee5db101478854u},
                                               {"prod", 0x56db788150b3e18eu},
                                               {"mean", 0xa59cfb5c7867211cu},
                                               {"var", 0x5e884fb0e6f1cf2eu}});
}
TYPED_TEST(dynamic_order_hashes, of_int32)
{
  this->template all_of<std::int32_t>({{"sum", 0x9d297973a3054675u},
                                       {"prod", 0xd6899a14a31e4f2eu},
                                       {"mean", 0x631ba0affcada559u},
                                       {"var", 0xa8e5d6d6bc291abdu},
                                       {"max", 0x49883e1254a8bf23u},
                                       {"argmax", 0xddeba18258adb77bu}});
}

}  // namespace

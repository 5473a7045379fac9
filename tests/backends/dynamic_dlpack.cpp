#include <acre/array/creation.hpp>
#include <acre/array/detail/dlpack_abi.hpp>
#include <acre/array/dlpack.hpp>
#include <acre/dynamic/dlpack.hpp>
#include <acre_test/on_space.hpp>

#include <vector>

namespace {

using acre::shape;
using acre_test::error_of;
namespace dynamic = acre::dynamic;

template <class Space>
class dynamic_dlpack : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(dynamic_dlpack, acre_test::spaces);

std::vector<float> numbers_of(acre::dynamic_array const& a)
{
  auto const bytes = dynamic::to_host(a);
  std::vector<float> v(bytes.size() / sizeof(float));
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<std::byte*>(v.data()));
  return v;
}

TYPED_TEST(dynamic_dlpack, there_and_back)
{
  auto const a = acre::arange(this->space, 6.0F).reshape(shape(2, 3));
  acre::dynamic_array const d = a.transpose();
  auto t = dynamic::to_dlpack(d, {.stream = -1});
  auto const b = dynamic::from_dlpack(this->space, t.release());
  EXPECT_EQ(b.data(), a.data());
  EXPECT_EQ(b.dtype(), acre::dtype::float32);
  EXPECT_EQ(b.rank(), 2);
  EXPECT_EQ(numbers_of(b), (std::vector<float>{0, 3, 1, 4, 2, 5}));

  auto const legacy =
      dynamic::from_dlpack(this->space, dynamic::to_dlpack_legacy(d, {.copy = true}).release());
  EXPECT_NE(legacy.data(), a.data());
  EXPECT_EQ(numbers_of(legacy), numbers_of(b));
  auto const copied =
      dynamic::from_dlpack(this->space, dynamic::to_dlpack(d).release(), {.copy = true});
  EXPECT_NE(copied.data(), a.data());
  EXPECT_EQ(numbers_of(copied), numbers_of(b));
}

TYPED_TEST(dynamic_dlpack, refusals)
{
  auto const t = acre::to_dlpack(acre::read_only(acre::arange(this->space, 6.0F)));
  EXPECT_EQ(error_of<acre::value_error>([&] { dynamic::from_dlpack(this->space, t.get()); }),
            "from_dlpack: the tensor is read-only, and an array can be written to; ask for a copy "
            "({.copy = true})");
  auto& seen = *reinterpret_cast<acre::detail::dlpack::versioned_tensor*>(t.get());
  seen.tensor.dtype = {4, 16, 1};
  EXPECT_NE(error_of<acre::dtype_error>([&] { dynamic::from_dlpack(this->space, t.get()); }), "");
}

/// Bytes that are no bools, which NumPy's view of uint8 may be.
TYPED_TEST(dynamic_dlpack, refuses_bytes_that_are_no_bools)
{
  auto const a = acre::from_host<std::uint8_t>(this->space, {0, 1, 2});
  auto const as_bool = [&](std::int64_t count) {
    auto t = acre::to_dlpack(a(acre::slice(0, count)));
    reinterpret_cast<acre::detail::dlpack::versioned_tensor*>(t.get())->tensor.dtype = {6, 8, 1};
    return t;
  };
  auto const static_error = [&](std::int64_t count) {
    auto t = as_bool(count);
    return error_of<acre::value_error>([&] {
      acre::from_dlpack<bool, 1>(this->space, t.get());
      static_cast<void>(t.release());
    });
  };
  std::string const why =
      "memory of bool with the byte 2 at index (2,): a bool is 0 or 1. Wrap the memory as uint8 "
      "and take x != 0, or fill it before it is wrapped";
  EXPECT_EQ(static_error(3), why);
  EXPECT_EQ(static_error(2), "nothing");
  auto const t = as_bool(3);
  EXPECT_EQ(error_of<acre::value_error>([&] { dynamic::from_dlpack(this->space, t.get()); }), why);
}

}  // namespace

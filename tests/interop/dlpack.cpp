#include <acre/array/creation.hpp>
#include <acre/array/detail/dlpack_abi.hpp>
#include <acre/array/dlpack.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/on_space.hpp>

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#ifdef ACRE_TEST_DLPACK_H
#include <dlpack/dlpack.h>
#endif

namespace {

using acre::from_dlpack, acre::host, acre::shape, acre::slice, acre::to_dlpack,
    acre::to_dlpack_legacy;
using acre_test::equals, acre_test::error_of;

namespace abi = acre::detail::dlpack;

#ifdef ACRE_TEST_DLPACK_H
// acre's structures are the real header's
static_assert(DLPACK_MAJOR_VERSION == 1);
static_assert(sizeof(abi::tensor) == sizeof(DLTensor));
static_assert(offsetof(abi::tensor, data) == offsetof(DLTensor, data));
static_assert(offsetof(abi::tensor, device) == offsetof(DLTensor, device));
static_assert(offsetof(abi::tensor, ndim) == offsetof(DLTensor, ndim));
static_assert(offsetof(abi::tensor, dtype) == offsetof(DLTensor, dtype));
static_assert(offsetof(abi::tensor, shape) == offsetof(DLTensor, shape));
static_assert(offsetof(abi::tensor, strides) == offsetof(DLTensor, strides));
static_assert(offsetof(abi::tensor, byte_offset) == offsetof(DLTensor, byte_offset));
static_assert(sizeof(abi::device) == sizeof(DLDevice));
static_assert(offsetof(abi::device, index) == offsetof(DLDevice, device_id));
static_assert(sizeof(abi::data_type) == sizeof(DLDataType));
static_assert(offsetof(abi::data_type, bits) == offsetof(DLDataType, bits));
static_assert(offsetof(abi::data_type, lanes) == offsetof(DLDataType, lanes));
static_assert(sizeof(abi::legacy_tensor) == sizeof(DLManagedTensor));
static_assert(offsetof(abi::legacy_tensor, tensor) == offsetof(DLManagedTensor, dl_tensor));
static_assert(offsetof(abi::legacy_tensor, context) == offsetof(DLManagedTensor, manager_ctx));
static_assert(offsetof(abi::legacy_tensor, deleter) == offsetof(DLManagedTensor, deleter));
static_assert(sizeof(abi::versioned_tensor) == sizeof(DLManagedTensorVersioned));
static_assert(offsetof(abi::versioned_tensor, version) ==
              offsetof(DLManagedTensorVersioned, version));
static_assert(offsetof(abi::versioned_tensor, context) ==
              offsetof(DLManagedTensorVersioned, manager_ctx));
static_assert(offsetof(abi::versioned_tensor, deleter) ==
              offsetof(DLManagedTensorVersioned, deleter));
static_assert(offsetof(abi::versioned_tensor, flags) == offsetof(DLManagedTensorVersioned, flags));
static_assert(offsetof(abi::versioned_tensor, tensor) ==
              offsetof(DLManagedTensorVersioned, dl_tensor));
static_assert(abi::cpu == kDLCPU && abi::cuda == kDLCUDA && abi::cuda_host == kDLCUDAHost);
static_assert(abi::rocm == kDLROCM && abi::rocm_host == kDLROCMHost);
static_assert(abi::cuda_managed == kDLCUDAManaged);
static_assert(abi::signed_integer == kDLInt && abi::unsigned_integer == kDLUInt);
static_assert(abi::floating == kDLFloat && abi::complex == kDLComplex && abi::boolean == kDLBool);
static_assert(abi::flag_read_only == DLPACK_FLAG_BITMASK_READ_ONLY);
static_assert(abi::flag_copied == DLPACK_FLAG_BITMASK_IS_COPIED);
#endif

abi::versioned_tensor& seen(acre::dlpack_tensor const& t)
{
  return *reinterpret_cast<abi::versioned_tensor*>(t.get());
}
abi::legacy_tensor& seen(acre::dlpack_legacy_tensor const& t)
{
  return *reinterpret_cast<abi::legacy_tensor*>(t.get());
}

/// Another library's tensor over a few numbers, which counts the calls of its deleter.
struct foreign {
  std::vector<float> numbers{1, 2, 3, 4, 5, 6};
  std::vector<std::int64_t> shape{2, 3}, strides{3, 1};
  std::atomic<int> deleted{0};
  abi::versioned_tensor tensor{};

  foreign()
  {
    tensor.version = {1, 0};
    tensor.context = this;
    tensor.deleter = [](abi::versioned_tensor* t) { ++static_cast<foreign*>(t->context)->deleted; };
    tensor.tensor = {numbers.data(), {abi::cpu, 0}, 2, {abi::floating, 32, 1}, nullptr, nullptr, 0};
    tensor.tensor.shape = shape.data();
    tensor.tensor.strides = strides.data();
  }
  DLManagedTensorVersioned* get() { return reinterpret_cast<DLManagedTensorVersioned*>(&tensor); }
};

template <class Error, class F>
std::string refused(F change)
{
  foreign f;
  change(f);
  auto const text = error_of<Error>([&] { from_dlpack<float, 2>(host(), f.get()); });
  EXPECT_EQ(f.deleted, 0) << "a tensor that is refused is still the caller's";
  return text;
}

TEST(dlpack, tells_what_an_array_is)
{
  auto const a = acre::arange<std::int16_t>(host(), 24).reshape(shape(2, 3, 4));
  auto const part = a(1, slice(0, 3, 2)).transpose();
  auto const t = to_dlpack(part);
  auto const& v = seen(t);
  EXPECT_EQ(v.version.major, 1u);
  EXPECT_EQ(v.flags, 0u);
  EXPECT_EQ(v.tensor.device.type, abi::cpu);
  EXPECT_EQ(v.tensor.device.index, 0);
  EXPECT_EQ(v.tensor.ndim, 2);
  EXPECT_EQ(v.tensor.dtype.code, abi::signed_integer);
  EXPECT_EQ(v.tensor.dtype.bits, 16);
  EXPECT_EQ(v.tensor.dtype.lanes, 1);
  EXPECT_EQ(static_cast<std::byte*>(v.tensor.data) + v.tensor.byte_offset,
            static_cast<void*>(part.ref().data));
  EXPECT_EQ((std::array{v.tensor.shape[0], v.tensor.shape[1]}), shape(4, 2));
  EXPECT_EQ((std::array{v.tensor.strides[0], v.tensor.strides[1]}), shape(1, 8));

  EXPECT_EQ(seen(to_dlpack_legacy(part)).tensor.dtype.bits, 16);
  EXPECT_EQ(seen(to_dlpack(acre::read_only(a))).flags, abi::flag_read_only);
  auto const copied = to_dlpack(part, {.copy = true});
  EXPECT_EQ(seen(copied).flags, abi::flag_copied);
  EXPECT_NE(seen(copied).tensor.data, v.tensor.data);
  EXPECT_EQ(seen(to_dlpack(acre::read_only(a), {.copy = true})).flags, abi::flag_copied);
  EXPECT_EQ(seen(to_dlpack(acre::zeros(host(), shape(0, 3)))).tensor.data, nullptr);
  EXPECT_EQ(seen(to_dlpack(acre::zeros(host(), shape()))).tensor.ndim, 0);
}

template <class... T>
void expect_every_dtype(acre::detail::type_list<T...>)
{
  auto const expect = []<class U>(std::type_identity<U>) {
    auto const a = acre::zeros<U>(host(), shape(2));
    EXPECT_EQ((from_dlpack<U, 1>(host(), to_dlpack(a))).data(), a.data());
    EXPECT_EQ((from_dlpack<U, 1>(host(), to_dlpack_legacy(a))).data(), a.data());
  };
  (expect(std::type_identity<T>()), ...);
}

TEST(dlpack, every_dtype_there_and_back) { expect_every_dtype(acre::detail::all_elements()); }

TEST(dlpack, a_tensor_keeps_the_memory_and_an_array_the_tensor)
{
  auto const memory = std::make_shared<std::vector<double>>(6, 0.5);
  std::weak_ptr const alive = memory;
  acre::dlpack_tensor t;
  {
    acre::array<double, 2, host> const a(host(), memory, memory->data(), shape(2, 3), shape(3, 1));
    t = to_dlpack(a);
  }
  EXPECT_EQ(memory.use_count(), 2);
  {
    auto const b = from_dlpack<double, 2>(host(), std::move(t))(1);
    EXPECT_EQ(memory.use_count(), 2);
    EXPECT_EQ(b.data(), memory->data() + 3);
    EXPECT_EQ(sum(b).item(), 1.5);
  }
  EXPECT_EQ(memory.use_count(), 1);

  auto const legacy = to_dlpack_legacy(acre::arange<float>(host(), 3));
  EXPECT_EQ(seen(legacy).tensor.dtype.code, abi::floating);
}

TEST(dlpack, the_deleter_is_called_once_by_whichever_thread_is_last)
{
  foreign f;
  {
    auto const a = from_dlpack<float, 2>(host(), f.get());
    EXPECT_EQ(a.data(), f.numbers.data());
    a(0) = 9.0F;
    EXPECT_EQ(f.numbers[2], 9);
    std::vector<std::thread> threads;
    for (int n = 0; n < 8; ++n)
      threads.emplace_back([part = a(n % 2)] { auto const copied = part; });
    for (auto& each : threads) each.join();
    EXPECT_EQ(f.deleted, 0);
  }
  EXPECT_EQ(f.deleted, 1);

  foreign copied;
  auto const c = from_dlpack<float, 2>(host(), copied.get(), {.copy = true});
  EXPECT_EQ(copied.deleted, 1);
  EXPECT_NE(c.data(), copied.numbers.data());
  EXPECT_TRUE(equals<float>(c, {1, 2, 3, 4, 5, 6}));

  foreign without;
  without.tensor.deleter = nullptr;
  from_dlpack<float, 2>(host(), without.get());
}

TEST(dlpack, strides_offsets_and_shapes)
{
  foreign f;
  f.tensor.tensor.strides = nullptr;
  EXPECT_EQ((from_dlpack<float, 2>(host(), f.get())).strides(), shape(3, 1));
  f.strides = {-3, 2};
  f.shape = {2, 2};
  f.tensor.tensor.strides = f.strides.data();
  f.tensor.tensor.byte_offset = 12;
  EXPECT_TRUE(equals<float>(from_dlpack<float, 2>(host(), f.get()), {4, 6, 1, 3}));
  f.tensor.tensor.ndim = 0;
  f.tensor.tensor.shape = nullptr;
  EXPECT_EQ((from_dlpack<float, 0>(host(), f.get())).item(), 4);
  f.tensor.tensor.device.type = abi::cuda_host;
  EXPECT_EQ((from_dlpack<float, 0>(host(), f.get())).item(), 4);
}

TEST(dlpack, what_may_not_be_written_is_read)
{
  foreign f;
  f.tensor.flags = abi::flag_read_only;
  auto const r = from_dlpack<float const, 2>(host(), f.get());
  static_assert(std::is_same_v<decltype(r), acre::read_only_array<float, 2, host> const>);
  EXPECT_EQ(r.data(), f.numbers.data());
  EXPECT_EQ(sum(r).item(), 21);
  auto const copied = from_dlpack<float, 2>(host(), f.get(), {.copy = true});
  EXPECT_TRUE(equals<float>(copied, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(f.deleted, 1);
  EXPECT_EQ(refused<acre::value_error>([](foreign& g) { g.tensor.flags = abi::flag_read_only; }),
            "from_dlpack: the tensor is read-only, and an array can be written to; ask for const "
            "elements (from_dlpack<T const, Rank>) or a copy ({.copy = true})");
}

TEST(dlpack, what_acre_has_not_is_refused)
{
  auto const dtype = [](int code, int bits, int lanes) {
    return refused<acre::dtype_error>([=](foreign& f) {
      f.tensor.tensor.dtype = {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(bits),
                               static_cast<std::uint16_t>(lanes)};
    });
  };
  std::string const has =
      ", of which acre has no arrays; it has bool, integers of 8 to 64 bits, float16, "
      "bfloat16, float32, float64, complex64 and complex128";
  EXPECT_EQ(dtype(4, 16, 1),
            "from_dlpack: the tensor's elements are bfloat16, the array's float32");
  EXPECT_EQ(dtype(2, 16, 1), "from_dlpack: the tensor's elements are float16, the array's float32");
  EXPECT_EQ(dtype(2, 32, 4),
            "from_dlpack: the tensor's elements are float32 in vectors of 4 lanes" + has);
  EXPECT_EQ(dtype(0, 4, 1), "from_dlpack: the tensor's elements are int4" + has);
  EXPECT_EQ(dtype(6, 1, 1), "from_dlpack: the tensor's elements are bool of bits 1" + has);
  EXPECT_EQ(dtype(8, 8, 1), "from_dlpack: the tensor's elements are float8_e4m3" + has);
  EXPECT_EQ(dtype(17, 4, 1), "from_dlpack: the tensor's elements are float4_e2m1fn" + has);
  EXPECT_EQ(dtype(99, 8, 1), "from_dlpack: the tensor's elements are dtype of code 99" + has);
  EXPECT_EQ(dtype(2, 64, 1), "from_dlpack: the tensor's elements are float64, the array's float32");

  auto const device = [](int type, int index) {
    return refused<acre::backend_error>(
        [=](foreign& f) { f.tensor.tensor.device = {type, index}; });
  };
  std::string const space =
      ", the array's space is host; take it on a space of its device and copy_to(space, a)";
  EXPECT_EQ(device(2, 1), "from_dlpack: the tensor lies on CUDA device 1" + space);
  EXPECT_EQ(device(10, 0), "from_dlpack: the tensor lies on ROCm device 0" + space);
  EXPECT_EQ(device(8, 0), "from_dlpack: the tensor lies on device 0 of DLPack's type 8" + space);

  using acre::value_error;
  EXPECT_EQ(refused<acre::shape_error>([](foreign& f) { f.tensor.tensor.ndim = 1; }),
            "from_dlpack: the tensor of shape (2,) has 1 axes, the array 2");
  EXPECT_EQ(refused<acre::shape_error>([](foreign& f) {
              f.shape.assign(9, 1);
              f.tensor.tensor.shape = f.shape.data();
              f.tensor.tensor.ndim = 9;
            }),
            "maximum supported dimension for an array is 8, found 9: from_dlpack's tensor of shape "
            "(1,1,1,1,1,1,1,1,1)");
  EXPECT_EQ(refused<value_error>([](foreign& f) { f.tensor.tensor.data = nullptr; }),
            "from_dlpack: the tensor of shape (2,3) has no memory (its data is null)");
  EXPECT_EQ(refused<value_error>([](foreign& f) { f.tensor.tensor.shape = nullptr; }),
            "from_dlpack: the tensor has no shape");
  EXPECT_EQ(refused<value_error>([](foreign& f) { f.tensor.tensor.byte_offset = 2; }),
            "from_dlpack: the tensor's memory is not aligned for float32 (to 4 bytes)");
  EXPECT_EQ(refused<value_error>([](foreign& f) { f.tensor.version = {2, 1}; }),
            "from_dlpack: the tensor is of DLPack 2.1, acre reads 1");
  EXPECT_NE(refused<acre::shape_error>([](foreign& f) { f.shape[1] = -1; }), "");
}

TEST(dlpack, a_tensor_is_taken_once)
{
  auto const x = acre::arange(acre::host(), 0.0, 3.0, 1.0);
  auto tensor = to_dlpack(x);
  auto const y = acre::from_dlpack<double, 1>(x.space(), std::move(tensor));
  std::string const why =
      "from_dlpack: there is no tensor: the pointer is null, as one is whose tensor was taken "
      "before";
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { acre::from_dlpack<double, 1>(x.space(), std::move(tensor)); }),
            why);
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { acre::from_dlpack<double, 1>(x.space(), acre::dlpack_legacy_tensor()); }),
            why);
}

TEST(dlpack, a_cpu_has_no_streams)
{
  EXPECT_EQ(acre::dlpack_stream(host()), std::nullopt);
  auto const a = acre::zeros(host(), shape(3));
  to_dlpack(a, {.stream = -1});
  EXPECT_EQ(error_of<acre::value_error>([&] { to_dlpack(a, {.stream = 1}); }),
            "DLPack: work of host has no stream, not 1; name none");
}

TEST(dlpack, numbers_of_streams)
{
  using acre::detail::stream_handle;
  EXPECT_EQ(stream_handle("cuda", {}), 1);
  EXPECT_EQ(stream_handle("cuda", -1), -1);
  EXPECT_EQ(stream_handle("cuda", 2), 2);
  EXPECT_EQ(stream_handle("hip", {}), 0);
  EXPECT_EQ(stream_handle("hip", 12345), 12345);
  EXPECT_EQ(error_of<acre::value_error>([] { stream_handle("cuda", 0); }),
            "DLPack: there is no stream 0 of cuda; 1 is the legacy default stream, 2 the thread's");
  EXPECT_EQ(error_of<acre::value_error>([] { stream_handle("hip", 1); }),
            "DLPack: there is no stream 1 of hip; 0 is the default stream");
}

}  // namespace

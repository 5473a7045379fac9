#pragma once

#include <acre/array/dtype.hpp>

#include <cstdint>

/// DLPack's structures as their binary interface has them (version 1), under acre's own names: a
/// program may include any dlpack.h beside acre's headers, before or behind them, or none.
/// tests/interop/dlpack.cpp compares them with the real header's.
namespace acre::detail::dlpack {

// DLDeviceType
inline constexpr std::int32_t cpu = 1, cuda = 2, cuda_host = 3, rocm = 10, rocm_host = 11,
                              cuda_managed = 13;
// DLDataTypeCode
inline constexpr std::uint8_t signed_integer = 0, unsigned_integer = 1, floating = 2, bfloat = 4,
                              complex = 5, boolean = 6;
// DLPACK_FLAG_BITMASK_…
inline constexpr std::uint64_t flag_read_only = 1, flag_copied = 2;

struct version {
  std::uint32_t major, minor;
};

struct device {
  std::int32_t type, index;
};

struct data_type {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};

/// A dtype as tensors name it.
data_type type_of(acre::dtype d);

/// (An attribute says that the bytes may be another library's structures.)
struct [[gnu::may_alias]] tensor {
  void* data;
  dlpack::device device;
  std::int32_t ndim;
  data_type dtype;
  std::int64_t* shape;
  std::int64_t* strides;
  std::uint64_t byte_offset;
};

struct [[gnu::may_alias]] legacy_tensor {
  dlpack::tensor tensor;
  void* context;
  void (*deleter)(legacy_tensor*);
};

struct [[gnu::may_alias]] versioned_tensor {
  dlpack::version version;
  void* context;
  void (*deleter)(versioned_tensor*);
  std::uint64_t flags;
  dlpack::tensor tensor;
};

}  // namespace acre::detail::dlpack

#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>

// dlpack.h's, which may be included before or behind
struct DLManagedTensor;
struct DLManagedTensorVersioned;

namespace acre {

namespace detail {

template <class Tensor>
concept dlpack_managed =
    std::same_as<Tensor, DLManagedTensor> || std::same_as<Tensor, DLManagedTensorVersioned>;

/// Calls a tensor's own deleter, if it has one.
struct dlpack_deleter {
  void operator()(DLManagedTensor* tensor) const;
  void operator()(DLManagedTensorVersioned* tensor) const;
};

}  // namespace detail

/// A tensor that C++ owns: its deleter is called unless it is handed on (release()).
using dlpack_tensor = std::unique_ptr<DLManagedTensorVersioned, detail::dlpack_deleter>;
/// A tensor before version 1 of DLPack, which cannot say that it is read-only.
using dlpack_legacy_tensor = std::unique_ptr<DLManagedTensor, detail::dlpack_deleter>;

/// A consumer's wishes.
struct dlpack_export {
  /// The stream on which the tensor will be used; without one the device's default stream.
  std::optional<std::int64_t> stream = {};
  /// Elements of the tensor's own, and a flag that says so.
  bool copy = false;
};

/// Ownership of a tensor that is taken.
struct dlpack_import {
  /// The stream whose work makes the elements, where the producer hasn't made the space's queue
  /// (dlpack_stream) wait for it.
  std::optional<std::int64_t> stream = {};
  /// Elements of the array's own; the tensor is let go.
  bool copy = false;
};

}  // namespace acre

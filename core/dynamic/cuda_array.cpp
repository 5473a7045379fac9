#include <acre/array/detail/dlpack.hpp>
#include <acre/array/detail/dlpack_abi.hpp>
#include <acre/device/spaces.hpp>
#include <acre/dynamic/cuda_array.hpp>
#include <acre/dynamic/dlpack.hpp>
#include <acre/dynamic/queue.hpp>

#include <string>
#include <utility>

namespace acre::dynamic {

namespace {

namespace abi = acre::detail::dlpack;

/// A tensor of DLPack that describes the same memory.
struct described_array {
  cuda_array from;
  abi::versioned_tensor tensor{};
};

}  // namespace

dynamic_array from_cuda_array(dynamic_space const& space, cuda_array from, bool copy)
{
  if (is_on_host(space))
    throw backend_error(std::string("__cuda_array_interface__ describes memory of a GPU, and ") +
                        name(space) + " is the host's: acre.cuda takes it");
  auto made = std::make_unique<described_array>();
  made->from = std::move(from);
  auto const stream = made->from.stream;
  auto& t = made->tensor;
  t.version = {1, 0};
  t.context = made.get();
  t.deleter = [](abi::versioned_tensor* tensor) {
    delete static_cast<described_array*>(tensor->context);
  };
  t.flags = made->from.read_only ? abi::flag_read_only : 0;
  t.tensor = {
      made->from.data,
      {std::string_view(name(space)) == "cuda" ? abi::cuda : abi::rocm, device_of(space).index},
      static_cast<std::int32_t>(made->from.shape.size()),
      abi::type_of(made->from.dtype),
      made->from.shape.data(),
      made->from.strides.data(),
      0};
  auto const result = from_dlpack(space, reinterpret_cast<DLManagedTensorVersioned*>(&t),
                                  {.stream = stream, .copy = copy});
  made.release();  // the array lets it go
  return result;
}

dynamic_space space_of_memory(dynamic_space const& like, void const* data)
{
  return std::visit(
      [&]<class Space>(Space const& own) {
        if constexpr (acre::detail::has_streams<typename Space::queue_type>) {
          int const found = Space::queue_type::api::device_with(data);
          if (found >= 0 && found != own.queue().device_index())
            return dynamic_space(Space::of_device(found));
        }
        return dynamic_space(own);
      },
      like);
}

}  // namespace acre::dynamic

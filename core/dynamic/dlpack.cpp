#include <acre/array/detail/dlpack.hpp>
#include <acre/array/detail/foreign_bools.hpp>
#include <acre/dynamic/dlpack.hpp>

namespace acre::dynamic {

namespace {

template <class Tensor>
Tensor* exported(dynamic_array const& a, dlpack_export const& wanted)
{
  auto const from = wanted.copy ? copy(a) : a;
  return std::visit(
      [&](auto const& space) {
        return acre::detail::exported<Tensor>(
            space,
            acre::detail::tensor_source{from.owner(), from.first(), from.dtype(), from.shape(),
                                        from.strides(), nullptr, 0, false, wanted.copy},
            wanted.stream);
      },
      from.space());
}

template <class Tensor>
dynamic_array imported(dynamic_space const& on, Tensor* tensor, dlpack_import const& how)
{
  return std::visit(
      [&]<class Space>(Space const& space) {
        auto const found =
            acre::detail::described(tensor, Space::name, space.queue().device_index());
        if (!how.copy) acre::detail::require_writable(found, "");
        if (how.stream) acre::detail::wait_for_stream(space.queue(), Space::name, *how.stream);
        auto const axes = static_cast<std::size_t>(found.rank);
        if (found.dtype == dtype::boolean)
          acre::detail::require_bools_of(space, static_cast<bool const*>(found.data),
                                         extents_view(found.shape).first(axes),
                                         extents_view(found.strides).first(axes));
        auto const seen = [&](std::shared_ptr<void> owner) {
          return dynamic_array(on, found.dtype, std::move(owner), found.data,
                               extents_view(found.shape).first(axes),
                               extents_view(found.strides).first(axes));
        };
        if (!how.copy) return seen(acre::detail::owner_of(space, tensor));
        auto const copied = copy(seen(nullptr));
        acre::detail::owner_of(space, tensor).reset();
        return copied;
      },
      on);
}

}  // namespace

std::optional<std::int64_t> dlpack_stream(dynamic_space const& space)
{
  return std::visit(
      []<class Space>(Space const& on) {
        return acre::detail::stream_number(on.queue(), Space::name);
      },
      space);
}

dlpack_tensor to_dlpack(dynamic_array const& a, dlpack_export const& wanted)
{
  return dlpack_tensor(exported<DLManagedTensorVersioned>(a, wanted));
}

dlpack_legacy_tensor to_dlpack_legacy(dynamic_array const& a, dlpack_export const& wanted)
{
  return dlpack_legacy_tensor(exported<DLManagedTensor>(a, wanted));
}

dynamic_array from_dlpack(dynamic_space const& space, DLManagedTensorVersioned* tensor,
                          dlpack_import const& how)
{
  return imported(space, tensor, how);
}

dynamic_array from_dlpack(dynamic_space const& space, DLManagedTensor* tensor,
                          dlpack_import const& how)
{
  return imported(space, tensor, how);
}

}  // namespace acre::dynamic

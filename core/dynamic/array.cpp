#include <acre/array/copy.hpp>
#include <acre/array/detail/shape_rules.hpp>
#include <acre/array/detail/storage.hpp>
#include <acre/array/detail/view_rules.hpp>
#include <acre/device/spaces.hpp>
#include <acre/dynamic/array.hpp>

#include <algorithm>
#include <string>
#include <type_traits>

#include "dispatch.hpp"

namespace acre {

dynamic_space space_named(std::string_view name)
{
  dynamic_space result;
  dispatch(name, [&]<class Space>(Space const& space) {
    if constexpr (std::is_constructible_v<dynamic_space, Space>)
      result = space;
    else
      throw backend_error("acre::dynamic of this build has not the space " + std::string(name) +
                          ": use " + acre::name(result));
  });
  return result;
}

char const* name(dynamic_space const& space)
{
  return std::visit([](auto const& on) { return name_of(on); }, space);
}

dynamic_array::dynamic_array(dynamic_space space, acre::dtype type, std::shared_ptr<void> owner,
                             void* data, extents_view shape, extents_view strides)
    : dynamic_array(std::visit(
                        [&]<class Space>(Space const& on) -> detail::memory_handle {
                          return detail::array_handle<Space>(on, std::move(owner));
                        },
                        space),
                    space, type, data, shape, strides)
{}

dynamic_array::dynamic_array(detail::memory_handle memory, dynamic_space space, acre::dtype type,
                             void* data, extents_view shape, extents_view strides)
    : space_(std::move(space)),
      dtype_(type),
      memory_(std::move(memory)),
      data_(data),
      rank_(static_cast<int>(shape.size()))
{
  acre::detail::require_max_rank(shape);
  size_of(shape);
  std::copy(shape.begin(), shape.end(), shape_.begin());
  std::copy(strides.begin(), strides.end(), stride_.begin());
}

void* dynamic_array::data() const
{
  if (!detail::lies_densely({shape(), strides()})) detail::refuse_address(shape(), strides());
  return data_;
}

dynamic_array dynamic_array::view(std::int64_t first, extents_view shape,
                                  extents_view strides) const
{
  auto* const begin = data_ ? static_cast<std::byte*>(data_) + first * item_size(dtype_) : nullptr;
  return {memory_.place(), space_, dtype_, begin, shape, strides};
}

void dynamic_array::require(acre::dtype type, int rank, bool same_space, char const* space) const
{
  if (type != dtype_)
    throw dtype_error(std::string("the array is of dtype ") + name(dtype_) + ", not " + name(type));
  if (!same_space)
    throw backend_error(std::string("the array lives on ") +
                        std::visit([]<class Space>(Space const&) { return Space::name; }, space_) +
                        ", not on " + space);
  if (rank < rank_)
    throw shape_error("an array of shape " + to_string(shape()) + " has more than " +
                      std::to_string(rank) + " axes");
}

namespace dynamic {

namespace {

/// detail::with_bits(a, f) for an f that makes an array: where there is no memory for it, the text
/// has a's dtype, not that of its bits.
template <class F>
dynamic_array made_of_bits(dynamic_array const& a, F const& f)
{
  try {
    return detail::with_bits(a, f);
  } catch (out_of_memory const& e) {
    std::string message = e.message();
    std::string const words = "and data type ", bits = words + name(detail::bits_of(a).dtype());
    if (auto const at = message.find(bits); at != message.npos)
      message.replace(at, bits.size(), words + name(a.dtype()));
    throw out_of_memory(message, e.report());
  }
}

}  // namespace

dynamic_array empty(dynamic_space const& space, dtype type, extents_view shape)
{
  size_of(shape);
  auto const like = dynamic_array(space, type, {}, nullptr, std::array{std::int64_t{0}},
                                  std::array{std::int64_t{1}});
  auto const extent = detail::padded(shape);
  return made_of_bits(like, [&]<class T, class Space>(array<T, max_rank, Space> const& x) {
    return dynamic_array(array<T, max_rank, Space>(x.space(), extent),
                         static_cast<int>(shape.size()));
  });
}

dynamic_array from_host(dynamic_space const& space, dtype type, std::span<std::byte const> bytes,
                        extents_view shape)
{
  if (std::cmp_not_equal(bytes.size(), size_of(shape) * item_size(type)))
    throw value_error(std::to_string(bytes.size()) + " bytes don't fill shape " + to_string(shape) +
                      " of " + name(type));
  auto const result = empty(space, type, shape);
  if (!bytes.empty())
    std::visit([&](auto const& s) { s.copy_from_host(result.data(), bytes.data(), bytes.size()); },
               space);
  return result;
}

std::vector<std::byte> to_host(dynamic_array const& a)
{
  auto const source = contiguous(a);
  std::vector<std::byte> bytes(static_cast<std::size_t>(source.size() * item_size(source.dtype())));
  std::visit(
      [&](auto const& s) {
        if (bytes.empty())
          s.fence();
        else
          s.copy_to_host(bytes.data(), source.data(), bytes.size());
      },
      source.space());
  return bytes;
}

void fence(dynamic_array const& a)
{
  std::visit([](auto const& s) { s.fence(); }, a.space());
}

bool truth(dynamic_array const& a)
{
  if (a.size() > 1)
    throw value_error(
        "The truth value of an array with more than one element is ambiguous. Use a.any() or "
        "a.all()");
  if (a.size() == 0)
    throw value_error(
        "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an "
        "array is "
        "not empty.");
  return item<bool>(astype(a, dtype::boolean));
}

dynamic_array contiguous(dynamic_array const& a)
{
  return made_of_bits(
      a, [&](auto const& x) { return dynamic_array(acre::detail::contiguous(x), a.rank()); });
}

dynamic_array copy(dynamic_array const& a)
{
  return made_of_bits(a, [&](auto const& x) { return dynamic_array(acre::copy(x), a.rank()); });
}

dynamic_array copy_to(dynamic_space const& space, dynamic_array const& a)
{
  return std::visit(
      [&](auto const& to) {
        return detail::with_bits(
            a, [&](auto const& x) { return dynamic_array(acre::copy_to(to, x), a.rank()); });
      },
      space);
}

}  // namespace dynamic
}  // namespace acre

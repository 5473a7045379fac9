#pragma once

#include <acre/array/copy.hpp>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace acre {

/// Results of a reduction of one's own whose finish() returns no dtype but a trivially copyable
/// type T: a T for each result, on the space. Read, not computed with: item() and to_vector() wait
/// and give them to the host, ref() is what a kernel captures.
template <class T, int Rank, class Space>
class records {
  static_assert(std::is_trivially_copyable_v<T>,
                "acre: a reduction's finish() returns a dtype or a trivially copyable type");

 public:
  using value_type = T;
  using space_type = Space;
  using shape_type = shape_t<Rank>;
  static constexpr int rank = Rank;

  records(Space const& space, shape_type const& shape)
      : shape_(shape),
        bytes_(space, shape_t<1>{size_of(shape) * static_cast<std::int64_t>(sizeof(T))})
  {}

  shape_type const& shape() const { return shape_; }
  std::int64_t size() const { return size_of(shape_); }
  Space const& space() const { return bytes_.space(); }
  /// The first one's address in the space's memory; the others follow in C order.
  T* data() const { return reinterpret_cast<T*>(bytes_.data()); }

  /// A kernel captures this.
  array_ref<T, Rank, false> ref() const
  {
    array_ref<T, Rank, false> r{};
    r.data = data();
    auto const stride = detail::row_major_strides(shape_);
    for (int axis = 0; axis < Rank; ++axis) {
      r.extent[axis] = shape_[axis];
      r.stride[axis] = stride[axis];
    }
    return r;
  }

  /// The only one. Throws value_error if there are others.
  T item() const
  {
    if (size() != 1)
      throw value_error("item() wants one record, not those of shape " + to_string(shape_));
    T value;
    space().copy_to_host(&value, data(), sizeof(T));
    return value;
  }
  operator T() const
    requires(Rank == 0)
  {
    return item();
  }

  /// All the same. Waits for the copy.
  void fill(T const& value)
  {
    std::vector<T> const all(static_cast<std::size_t>(size()), value);
    if (!all.empty()) space().copy_from_host(data(), all.data(), all.size() * sizeof(T));
  }

 private:
  shape_type shape_;
  array<std::uint8_t, 1, Space> bytes_;
};

/// All of them on the host, in C order. Waits.
template <class T, int Rank, class Space>
std::vector<T> to_vector(records<T, Rank, Space> const& r)
{
  std::vector<T> result(static_cast<std::size_t>(r.size()));
  if (!result.empty())
    r.space().copy_to_host(result.data(), r.data(), result.size() * sizeof(T));
  else
    r.space().fence();
  return result;
}

namespace detail {

template <class T, int Rank, class Space>
struct reduced_to {
  using type = records<T, Rank, Space>;
};
template <element T, int Rank, class Space>
struct reduced_to<T, Rank, Space> {
  using type = array<T, Rank, Space>;
};

}  // namespace detail
}  // namespace acre

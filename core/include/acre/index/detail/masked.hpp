#pragma once

#include <acre/backends/common/packet.hpp>
#include <acre/device/launch.hpp>
#include <acre/index/detail/gather.hpp>
#include <acre/index/detail/nonzero.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

/// Masks as indices. True elements are marked at once, as their number is the selection's shape;
/// the positions are made when something reads them, which writing one value does not.
namespace acre::detail {

/// A mask's marks, and its positions along each axis once they are asked for.
template <class Space, std::size_t Rank>
class mask_positions {
 public:
  mask_positions(Space const& space, marked<Space> m, std::array<std::int64_t, Rank> const& shape)
      : marks(std::move(m)), space_(space), shape_(shape)
  {}
  marked<Space> const marks;

  index_operand<std::int64_t> const& along(std::size_t axis)
  {
    std::call_once(once_, [&] {
      auto const found = positions_of_marks(space_, marks, shape_);
      for (std::size_t k = 0; k < Rank; ++k) operands_[k] = operand_of(found[k]);
    });
    return operands_[axis];
  }

 private:
  Space space_;
  std::array<std::int64_t, Rank> shape_;
  std::once_flag once_;
  std::array<index_operand<std::int64_t>, Rank> operands_{};
};

template <class Space, std::size_t Rank>
struct mask_axis final : deferred_indices<std::int64_t> {
  std::shared_ptr<mask_positions<Space, Rank>> of;
  std::size_t axis;

  mask_axis(std::shared_ptr<mask_positions<Space, Rank>> positions, std::size_t k)
      : of(std::move(positions)), axis(k)
  {}
  index_operand<std::int64_t> const& made() override { return of->along(axis); }
};

/// The marked of W neighbours become `value`: whole packets are read and written where some are. A
/// GPU needn't read where all are; a CPU doesn't ask, as it would often guess wrong.
template <class T, int W, bool Asks>
struct fill_marked {
  std::uint8_t const* bits;
  std::int64_t size;
  T* to;
  T value;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t p) const
  {
    using packet = backends::packet<T, W>;
    constexpr unsigned all = (1u << W) - 1;
    std::int64_t const first = p * W;
    unsigned const mine = static_cast<unsigned>(bits[first / 8]) >> (first % 8) & all;
    if (mine == 0) return;
    if (first + W > size) {
      for (int w = 0; first + w < size; ++w)
        if ((mine >> w & 1) != 0) to[first + w] = value;
      return;
    }
    packet v;
    if (Asks && mine == all) {
      for (int w = 0; w < W; ++w) v.v[w] = value;
    } else {
      v = *reinterpret_cast<packet const*>(to + first);
      for (int w = 0; w < W; ++w) {
        if constexpr (Asks) {
          v.v[w] = (mine >> w & 1) != 0 ? value : v.v[w];
        } else {
          T const either[2] = {v.v[w], value};  // no branch
          v.v[w] = either[mine >> w & 1];
        }
      }
    }
    backends::store_packet(to + first, v);
  }
};

/// Elements at some places become `value`.
template <class T>
struct fill_places {
  std::int64_t const* place;
  T* to;
  T value;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const { to[place[k]] = value; }
};

/// One value for what is marked of all of an array's elements. Returns false where it does
/// nothing, as they aren't neighbours.
template <class T, int Rank, class Space>
bool fill_marks(array<T, Rank, Space> const& a, marked<Space> const& m, T value)
{
  if (!a.is_contiguous() || reinterpret_cast<std::uintptr_t>(a.data()) % 16 != 0 ||
      m.size != a.size())
    return false;
  if (m.count == 0) return true;
  constexpr bool alone = Space::host_accessible;
  constexpr int W = alone ? 8 : backends::packet_width(sizeof(T));
  auto& on = a.space().queue();
  if constexpr (alone) {
    // of few among many only these are touched: 1 % of 5 * 10^6 float32 in 0.9 ms, 4.2 by packets
    if (m.count < m.size / 32) {
      auto const places = marked_positions(a.space(), m);
      backends::operation const running("setitem", on, m.leaves());
      launch(a.space(), m.count, fill_places<T>{places.data(), a.data(), value});
      return true;
    }
  }
  backends::operation const running("setitem", on, m.leaves());
  launch(a.space(), (m.size + W - 1) / W,
         fill_marked<T, W, !alone>{m.bits.data(), m.size, a.data(), value});
  return true;
}

/// to = what is marked of all of an array's elements, in C order. Returns false where it does
/// nothing: either's elements aren't neighbours, or they share memory.
template <class T, int Rank, class Space>
bool pick_marked(array<T, Rank, Space> const& a, marked<Space> const& m,
                 array<T, 1, Space> const& to, char const* operation)
{
  if (to.size() != m.count || !to.is_contiguous() || !(to.space() == a.space())) return false;
  flat_plan<array<T, Rank, Space>> all(a);
  leaf_layout target{}, *described = &target;
  node::describe(to, described, to.shape());
  leaf_layout const& source = all.leaves[1];
  if (!all.is_flat || (target.low < source.high && source.low < target.high)) return false;
  if (m.count == 0) return true;
  require_writable_memory(to.shape(), to.strides());
  auto& on = a.space().queue();
  backends::operation const running(operation, on, all.leaves), reading(operation, on, m.leaves());
  backends::pick(on, m.size, all.packed, all.program(), m.ref(), to.data());
  return true;
}

}  // namespace acre::detail

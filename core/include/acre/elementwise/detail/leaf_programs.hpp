#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/common/sink.hpp>
#include <acre/backends/common/tiling.hpp>
#include <acre/elementwise/detail/flat_programs.hpp>
#include <acre/elementwise/detail/integer_ops.hpp>
#include <acre/elementwise/detail/plan.hpp>

#include <cstdint>
#include <type_traits>

/// The programs that need no others: an array's elements, numbers, indices; and the sink that an
/// array is. They hold raw pointers and strides only.
namespace acre::detail {

using backends::packet;
using backends::position;

/// Element offset of a row: the part of a leaf that depends on the outer axes.
struct row_offset {
  std::int64_t stride[max_rank];
  std::int64_t inner;

  explicit row_offset(leaf_layout const& leaf) : inner(leaf.inner_stride)
  {
    for (int axis = 0; axis < max_rank; ++axis) stride[axis] = leaf.stride[axis];
  }

  KOKKOS_INLINE_FUNCTION std::int64_t operator()(position const& at) const { return from<0>(at); }

 private:
  template <int Axis>
  KOKKOS_INLINE_FUNCTION std::int64_t from(position const& at) const
  {
    if constexpr (Axis < max_rank) {
      if (Axis < at.rank) return at.index[Axis] * stride[Axis] + from<Axis + 1>(at);
    }
    return 0;
  }
};

/// An array's elements.
template <class T>
struct load_program {
  using value_type = T;
  static constexpr int width = sizeof(T);
  struct hints : backends::no_hints {
    static constexpr bool reads_plainly = true;
  };
  T const* data;
  row_offset offset;
  backends::gathered_operand gathered = {};

  struct row {
    T const* data;
    std::int64_t inner, step;

    KOKKOS_INLINE_FUNCTION T const* elements(std::int64_t i, std::int64_t k = 0) const
    {
      return data + k * step + i;
    }

    template <int W, bool Unit, class Places>
    KOKKOS_INLINE_FUNCTION packet<T, W> fetch_at(Places const& at) const
    {
      return at.template read<W, Unit>(data, inner, step);
    }
    T in_piece(int i, std::int64_t k, backends::place_in_row const& at) const
    {
      return (data + k * step + at.first * (inner > 0) + at.chunk * (inner >= 0))[i];
    }
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION T at(std::int64_t i, std::int64_t k = 0) const
    {
      return data[k * step + (Unit ? i : i * inner)];
    }
    row nth(std::int64_t k) const { return {data + k * step, inner, 0}; }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<T, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      T const* const from = data + k * step;
      if constexpr (Unit) {  // an if alone would have nvcc warn of unreachable code
        return *reinterpret_cast<packet<T, W> const*>(from + i);
      } else {
        if (inner != 0) return *reinterpret_cast<packet<T, W> const*>(from + i);
        packet<T, W> p;
        for (int w = 0; w < W; ++w) p.v[w] = from[0];
        return p;
      }
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    if (at.gathered != nullptr && gathered.offset >= 0)
      return {reinterpret_cast<T const*>(at.gathered + gathered.offset) - at.first * gathered.inner,
              gathered.inner, gathered.step};
    return {data + (at.alike ? at.offset : offset(at)), offset.inner, offset.stride[along]};
  }

  using flat_type = flat_load<load_program, T>;
  flat_type flat() const { return {{}, data, offset.inner}; }
};

/// Elements of an array that lie Shift from those of its interior (elementwise/shifted.hpp). If a
/// kernel knows that all that are read so belong to one array (tiling.hpp), it reads shared
/// elements once; everywhere else they are an array's elements like any other.
template <class T, int... Shift>
struct window_program {
  using value_type = T;
  static constexpr int width = sizeof(T);
  struct hints : backends::no_hints {
    static constexpr bool reads_plainly = true;
    static constexpr int window_axes = [] {
      constexpr int rank = sizeof...(Shift), shift[] = {Shift...};
      int first = 0;
      while (first + 1 < rank && shift[first] == 0) ++first;
      return rank - first;
    }();
  };
  load_program<T> moved;

  struct row : load_program<T>::row {
    template <int W, bool Unit, class Places>
    KOKKOS_INLINE_FUNCTION packet<T, W> fetch_at(Places const& at) const
    {
      if constexpr (requires { at.template window<T, W, Shift...>(); })
        return at.template window<T, W, Shift...>();
      else
        return load_program<T>::row::template fetch_at<W, Unit>(at);
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {moved.bind(at, along)};
  }
};

/// An array's elements as the result.
template <class T>
struct store_sink {
  static constexpr int width = sizeof(T);
  static constexpr bool packable = true, reads_plainly = true;
  T* data;
  row_offset offset;

  struct row {
    T* data;
    std::int64_t inner, step;

    T* elements(std::int64_t i, std::int64_t k = 0) const { return data + k * step + i; }
    /// The elements from i on at another place, where rows are `pitch` elements long.
    row moved(char* to, std::int64_t i, std::int64_t pitch) const
    {
      return {reinterpret_cast<T*>(to) - i, 1, pitch};
    }

    template <int W, class V, class Places>
    KOKKOS_INLINE_FUNCTION void store_at(Places const& at, packet<V, W> const& value) const
    {
      packet<T, W> p;
      for (int m = 0; m < W; ++m) p.v[m] = converted<T>(value.v[m]);
      at.template write<W>(data, inner, step, p);
    }
    /// Elements by which row k begins behind a multiple of `bytes`.
    KOKKOS_INLINE_FUNCTION int behind(int bytes, std::int64_t k = 0) const
    {
      return static_cast<int>(reinterpret_cast<std::uintptr_t>(data + k * step) % bytes /
                              sizeof(T));
    }

    template <bool Unit, class V>
    KOKKOS_INLINE_FUNCTION void put(std::int64_t i, V v, std::int64_t k = 0) const
    {
      data[k * step + (Unit ? i : i * inner)] = converted<T>(v);
    }
    template <int W, class V>
    KOKKOS_INLINE_FUNCTION void store(std::int64_t i, packet<V, W> const& value,
                                      std::int64_t k = 0) const
    {
      packet<T, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = converted<T>(value.v[w]);
      backends::store_packet(data + k * step + i, p);
    }
    /// Likewise for results that are not read soon.
    template <int W, class V>
    KOKKOS_INLINE_FUNCTION void store_to_leave(std::int64_t i, packet<V, W> const& value) const
    {
      packet<T, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = converted<T>(value.v[w]);
      backends::store_packet_to_leave(data + i, p);
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {data + offset(at), offset.inner, offset.stride[along]};
  }

  struct flat_type {
    static constexpr int width = sizeof(T);
    static constexpr bool packable = true, reads_plainly = true;
    T* data;
    KOKKOS_INLINE_FUNCTION row bind(position const&, int = 0) const { return {data, 1, 0}; }
  };
  flat_type flat() const { return {data}; }
};

/// A number that is the same everywhere.
template <class T>
struct constant_program {
  using value_type = T;
  static constexpr int width = 1;
  struct hints : backends::no_hints {
    static constexpr bool reads_plainly = true;
  };
  T value;

  template <bool Unit>
  KOKKOS_INLINE_FUNCTION T at(std::int64_t, std::int64_t = 0) const
  {
    return value;
  }
  template <int W, bool Unit>
  KOKKOS_INLINE_FUNCTION packet<T, W> load(std::int64_t, std::int64_t = 0) const
  {
    packet<T, W> p;
    for (int w = 0; w < W; ++w) p.v[w] = value;
    return p;
  }
  KOKKOS_INLINE_FUNCTION constant_program bind(position const&, int = 0) const { return *this; }
};

/// An element's own index: start + Σ index × stride, with nothing in memory.
struct index_program {
  using value_type = std::int64_t;
  static constexpr int width = 1;
  struct hints : backends::no_hints {
    static constexpr bool reads_plainly = true;
  };
  std::int64_t start;
  row_offset offset;

  struct row {
    std::int64_t start, inner, step;

    template <bool Unit>
    KOKKOS_INLINE_FUNCTION std::int64_t at(std::int64_t i, std::int64_t k = 0) const
    {
      return start + k * step + (Unit ? i : i * inner);
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<std::int64_t, W> load(std::int64_t i, std::int64_t k = 0) const
    {
      packet<std::int64_t, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = at<Unit>(i + w, k);
      return p;
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {start + offset(at), offset.inner, offset.stride[along]};
  }
};

}  // namespace acre::detail

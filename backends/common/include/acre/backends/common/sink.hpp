#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/packet.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

/// A program's values go to a *sink*, which is handed each with its position.
///
///   static constexpr int width;                    // bytes of an element
///   static constexpr bool packable;                // whether its rows have store
///   auto bind(position const& at, int along = 0) const;  // fixes every axis but the innermost
///
/// and what `bind` returns, a row, takes element i along the innermost axis, k steps further along
/// the outer axis `along`:
///
///   template <bool Unit> void put(std::int64_t i, value_type, std::int64_t k = 0) const;
///   template <int W>
///   void store(std::int64_t i, packet<value_type, W> const&, std::int64_t k = 0) const;
///
/// i is a multiple of W there. Rows that are memory, written as it is, say where: elements(i, k)
/// is the address of an element, for unit strides.
namespace acre::backends {

template <class R, class Value>
concept sink_row_of = requires(R const& row, std::int64_t i, Value const& value) {
  row.template put<true>(i, value, i);
  row.template put<false>(i, value);
};

template <class R, class Value, int W>
concept packed_sink_row_of = requires(R const& row, std::int64_t i, packet<Value, W> const& value) {
  row.template store<W>(i, value, i);
  row.template store<W>(i, value);
};

/// A sink of values of type Value.
template <class S, class Value>
concept sink_of =
    std::copy_constructible<S> && requires(S const& s, position const& at, int along) {
      typename std::integral_constant<int, S::width>;
      typename std::bool_constant<S::packable>;
      { s.bind(at) } -> sink_row_of<Value>;
      { s.bind(at, along) } -> sink_row_of<Value>;
    } && (!S::packable || requires(S const& s, position const& at) {
      { s.bind(at) } -> packed_sink_row_of<Value, packet_width(S::width)>;
    });

}  // namespace acre::backends

#pragma once

#include <concepts>

/// Rows whose elements are memory, or lie between what is: kernels may copy it before they compute.
namespace acre::backends::gpu {

/// elements(i) is where the elements lie, if they do so one behind the other.
template <class Row, class Value>
concept lies_in_memory = requires(Row const& from) {
  { from.elements(0) } -> std::same_as<Value const*>;
};
/// Words that are numbers as large as the accumulator, but what is scanned is between them.
template <class Row, class Value>
concept lies_between_words = requires(Row const& from, Value x) {
  { *from.words(0) } -> std::same_as<Value const&>;
  from.between(x, x);
};

}  // namespace acre::backends::gpu

#pragma once

#include <acre/backends.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/sum.hpp>

/// The reductions of arrays of one dtype that the library has (in_library of
/// acre/reduce/detail/reduce.hpp), for every queue of the build that takes them from it: a source
/// for each dtype.
namespace acre::detail {

template <class Program, class Queue, class Reducer, class Result>
void reduce_in_library(Queue& on, reduced_expression const& e, Reducer const& reducer, Result* out)
{
  reduce_program<Program, true>(on, e, reducer, out);
}

using address = void (*)();

template <class T, class Queue, class Reducer>
void name_reduction(address*& to)
{
  if constexpr (Queue::is_device && in_library<load_program<T>, Reducer>) {
    using result = decltype(Reducer().finish(Reducer().identity()));
    *to++ = reinterpret_cast<address>(reduce_in_library<load_program<T>, Queue, Reducer, result>);
  }
}
template <class T, class... Space>
void name_reductions(address* to, type_list<Space...>)
{
  (name_reduction<T, typename Space::queue_type, sum_reducer<sum_t<T>>>(to), ...);
  (name_reduction<T, typename Space::queue_type, mean_reducer<T>>(to), ...);
  (name_reduction<T, typename Space::queue_type, max_reducer<T>>(to), ...);
  (name_reduction<T, typename Space::queue_type, min_reducer<T>>(to), ...);
}

}  // namespace acre::detail

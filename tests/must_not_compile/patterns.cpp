// Requirements of the backends' patterns on programs, sinks, reducers and operations.
#include <acre/backends/common/accumulate.hpp>
#include <acre/backends/common/count.hpp>
#include <acre/backends/common/elementwise.hpp>
#include <acre/backends/common/read_back.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/common/runs.hpp>
#include <acre/backends/common/segments.hpp>
#include <acre/backends/common/select.hpp>
#include <acre/backends/common/sort.hpp>
#include <acre/reduce/detail/into.hpp>

#include <string>

#include "operands.hpp"

namespace refused {

template <class T>
struct nothing {
  using value_type = T;
  static constexpr bool packable = true;
};
using numbers = detail::load_program<double>;

void elementwise_of_nothing()
{
  // expect: acre: elementwise takes a program, see backends/common/program.hpp
  // expect: acre: a sink of packets takes a program whose rows have load, see
  backends::elementwise_takes<nothing<double>, detail::store_sink<double>>();
}

void elementwise_into_nothing()
{
  // expect: acre: elementwise takes a sink of what the program computes, see
  backends::elementwise_takes<numbers, nothing<double>>();
}

void accumulation_of_nothing()
{
  // expect: acre: accumulate takes a program whose rows have load, see backends/common/program.hpp
  backends::accumulate_takes<nothing<backends::keyed<double>>, double, detail::add_into>();
}

void accumulation_without_keys()
{
  // expect: acre: accumulate takes a program of keyed values of the target's type
  backends::accumulate_takes<numbers, double, detail::add_into>();
}

void accumulation_by_nothing()
{
  // expect: acre: accumulate takes an operation with an identity and an atomic form, see
  // also: acre: accumulate takes a program of keyed values of the target's type
  backends::accumulate_takes<numbers, float, nothing<float>>();
}

void count_of_nothing()
{
  // expect: acre: count takes a program whose rows have load, see backends/common/program.hpp
  backends::count_takes<nothing<std::int64_t>>();
}

void count_of_numbers()
{
  // expect: acre: count takes a program of places, which are int64
  backends::count_takes<numbers>();
}

void reduction_of_nothing()
{
  // expect: acre: a reduction takes a program whose rows have load, see backends/common/program.hpp
  backends::reduction_takes<nothing<double>, detail::max_reducer<double>, double>();
}

void reduction_by_nothing()
{
  // expect: acre: a reduction takes a reducer, see backends/common/reduce.hpp
  // expect: acre: a reduction's reducer takes what the program computes and gives what out holds
  backends::reduction_takes<numbers, nothing<double>, double>();
}

struct joined {
  using value_type = std::string;
  value_type identity() const { return {}; }
  value_type combine(value_type a, value_type const& b) const { return a += b; }
  value_type append(value_type a, double, std::int64_t) const { return a; }
  double finish(value_type const&) const { return 0; }
};

void reduction_to_text()
{
  // expect: acre: a reduction takes a reducer, see backends/common/reduce.hpp
  backends::reduction_takes<numbers, joined, double>();
}

struct offsets_of_text {
  using offset_type = std::string;
};

void segments_of_nothing()
{
  // expect: acre: the offsets of segments are integers
  // expect: acre: reduce_segments takes a program, see backends/common/program.hpp
  // expect: acre: reduce_segments takes a reducer of what the program computes and a target of its
  backends::segments_take<offsets_of_text, nothing<std::string>, detail::max_reducer<double>,
                          nothing<double>>();
}

void segments_by_nothing()
{
  // expect: acre: reduce_segments takes a reducer, see backends/common/reduce.hpp
  // also: acre: reduce_segments takes a reducer of what the program computes and a target of its
  backends::segments_take<backends::segment_list<std::int64_t>, numbers, nothing<double>,
                          nothing<double>>();
}

void marks_of_text()
{
  // expect: acre: mark takes a program whose rows have load, see backends/common/program.hpp
  // expect: acre: mark takes a program of truth values
  backends::mark_takes<nothing<std::string>>();
}

void picks_of_text()
{
  // expect: acre: pick takes a program whose rows have load, see backends/common/program.hpp
  // expect: acre: pick takes a program whose values convert to the target's type
  backends::pick_takes<nothing<std::string>, double>();
}

struct runs_of_anything {
  static constexpr bool ranks = false;
};
void runs_by_no_rule()
{
  // expect: acre: mark_runs takes a rule of what is the same, see backends/common/runs.hpp
  backends::mark_runs_takes<runs_of_anything, double>();
}

void told_in_short_words()
{
  // expect: acre: the host is told up to 8 words of 8 bytes, trivially copyable
  backends::read_back_takes<float>();
}

void sorted_truth_values()
{
  // expect: acre: keys to sort by are unsigned integers, int32, int64, float or double
  backends::sort_keys_takes<bool>();
}

void sorted_pairs_of_short_values()
{
  // expect: acre: sort_pairs takes trivially copyable values of 4 or 8 bytes
  backends::sort_pairs_takes<float, short>();
}

}  // namespace refused

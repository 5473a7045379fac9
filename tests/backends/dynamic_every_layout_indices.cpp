// Indices, places, choices of operands in every layout (acre_test/every_layout.hpp).

#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/index.hpp>
#include <acre_test/dynamic_every_layout.hpp>
#include <acre_test/dynamic_sweep.hpp>

#include <algorithm>
#include <initializer_list>

using acre::dtype, acre::dynamic_array, acre::index_mode;

namespace {

using in_t = acre_test::dynamic_operands;
using acre::dynamic::index_term;

constexpr acre::slice all;

dynamic_array at(dynamic_array const& a, std::initializer_list<index_term> list)
{
  return acre::dynamic::getitem(a, {list.begin(), list.size()});
}
void set(dynamic_array const& a, std::initializer_list<index_term> list, dynamic_array const& value)
{
  acre::dynamic::setitem(a, {list.begin(), list.size()}, value);
}
/// Some places along an axis, none of one without elements.
dynamic_array places(in_t& in, char const* name, std::int64_t size, std::int64_t count,
                     dtype type = dtype::int64)
{
  return in.below(size, name, type, {size > 0 ? count : 0});
}

std::vector<acre_test::dynamic_operation> const picks = {
    {"take", 1,
     [](in_t& in) {
       auto const from = in.noise("a", dtype::float32, {700});
       in << acre::dynamic::take(from, in.below(700, "index", dtype::int64));
     }},
    {"take of bytes by int32", 1,
     [](in_t& in) {
       auto const index = in.below(in.size() + 1, "index", dtype::int32, {800});
       in << acre::dynamic::take(in.noise("a", dtype::int8), index, {}, index_mode::clip);
     }},
    {"take along axes", 2,
     [](in_t& in) {
       auto const a = in.noise("a");
       auto const index = in.below(3, "index", dtype::int64, {40});
       in << acre::dynamic::take(a, index, 0, index_mode::wrap)
          << acre::dynamic::take(a, index, 1, index_mode::wrap);
     }},
    {"take_along_axis", 2,
     [](in_t& in) {
       auto const a = in.noise("a");
       auto const index = in.below(std::max<std::int64_t>(in.shape(1), 1), "index", dtype::int64);
       in << acre::dynamic::take_along_axis(a, index, 1);
     }},
    {"a(index)", 2,
     [](in_t& in) {
       auto const a = in.noise("a", dtype::float64);
       auto const i = places(in, "i", in.shape(0), 50);
       auto const j = places(in, "j", in.shape(1), 50, dtype::int32);
       in << at(a, {i, all}) << at(a, {all, j});
       if (in.shape(0) > 0 && in.shape(1) > 0) in << at(a, {i, j});
     }},
    {"compress", 1,
     [](in_t& in) {
       auto const condition = in.noise("condition", dtype::boolean);
       in << acre::dynamic::compress(condition, in.noise("a"));
     }},
    {"compress along an axis", 2,
     [](in_t& in) {
       auto const a = in.noise("a", dtype::int16);
       auto const rows = in.noise("condition", dtype::boolean, {in.shape(0)}),
                  columns = in.noise("condition", dtype::boolean, {in.shape(1)});
       in << acre::dynamic::compress(rows, a, 0) << acre::dynamic::compress(columns, a, 1);
     }},
    {"a(mask)", 2,
     [](in_t& in) {
       auto const a = in.noise("a");
       in << at(a, {in.noise("mask", dtype::boolean)});
     }},
    {"nonzero, argwhere", 2,
     [](in_t& in) {
       auto const x = in.below(3, "x", dtype::int8);
       for (auto const& along : acre::dynamic::nonzero(x)) in << along;
       in << acre::dynamic::argwhere(x);
     }},
    {"where", 2,
     [](in_t& in) {
       auto const condition = in.noise("condition", dtype::boolean);
       auto const a = in.noise("a"), b = in.noise("b");
       in << acre::dynamic::where(condition, a, b);
     }},
    {"choose", 1,
     [](in_t& in) {
       auto const index = in.below(2, "index", dtype::int8);
       auto const a = in.noise("a"), b = in.noise("b");
       in << acre::dynamic::choose(index, std::array{a, b});
     }},
};

std::vector<acre_test::dynamic_operation> const writes = {
    {"a(index) = values", 1,
     [](in_t& in) {
       auto const a = in.target("a", dtype::float32, {700});
       auto const index = in.below(700, "index", dtype::int64);
       set(a, {index}, in.noise("values"));
     }},
    {"a(index) = values of bytes", 1,
     [](in_t& in) {
       auto const a = in.target("a", dtype::int8, {in.size() + 1});
       auto const index = in.below(in.size() + 1, "index", dtype::int32, {900});
       set(a, {index}, in.noise("values", dtype::int8, {900}));
     }},
    {"rows and columns = values", 2,
     [](in_t& in) {
       auto const a = in.target("a", dtype::float32, in.shape()),
                  b = in.target("b", dtype::float32, in.shape());
       auto const i = places(in, "i", in.shape(0), 9), j = places(in, "j", in.shape(1), 9);
       set(a, {i, all}, in.noise("values", dtype::float32, {i.size(), in.shape(1)}));
       set(b, {all, j}, in.noise("values", dtype::float32, {in.shape(0), j.size()}));
     }},
    {"a(mask) = values", 1,
     [](in_t& in) {
       auto const a = in.target("a", dtype::float32, in.shape());
       set(a, {in.noise("mask", dtype::boolean)},
           acre::dynamic::full(in.space, dtype::float32, {}, 5.0));
     }},
    {"put", 1,
     [](in_t& in) {
       auto const a = in.target("a", dtype::float32, {in.size() + 3});
       auto const index = in.below(in.size() + 3, "index", dtype::int64, {500});
       acre::dynamic::put(a, index, in.noise("values"));
     }},
    {"put_along_axis", 2,
     [](in_t& in) {
       std::int64_t const n = in.shape(0), m = in.shape(1);
       auto const a = in.target("a", dtype::float32, in.shape());
       auto const index = in.below(n > 0 ? n : 1, "index", dtype::int64, {n > 0 ? 1 : 0, m});
       acre::dynamic::put_along_axis(a, index, in.noise("values", dtype::float32, {1, m}), 0);
     }},
    {"add_at", 1,
     [](in_t& in) {
       auto const a = in.target("a", dtype::float32, {60});
       index_term const index = in.below(60, "index", dtype::int64);
       acre::dynamic::add_at(a, {&index, 1}, in.noise("values"));
     }},
};

DYNAMIC_SWEEP(dynamic_every_layout, of_what_is_picked)
{
  acre_test::check_every_layout(picks, instances());
}
DYNAMIC_SWEEP(dynamic_every_layout, of_what_is_written)
{
  acre_test::check_every_layout(writes, instances());
}

}  // namespace

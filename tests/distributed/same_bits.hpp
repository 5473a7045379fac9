#pragma once

#include <acre/acre.hpp>
#include <acre/distributed.hpp>

#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

/// Under mpiexec: every process computes what all have computed together once more alone, and
/// compares the bits. Says what it has compared; the first difference ends the job. Nothing here is
/// of one MPI, so that it is compiled once for all.
namespace same_bits {
using namespace acre;
namespace dist = acre::distributed;
using dist::blocks;

inline int compared = 0;

/// By the program's MPI.
void end_job();

template <class T>
void require_same(char const* what, dist::processes const& all, T const& got, T const& wanted)
{
  if (std::memcmp(&got, &wanted, sizeof(T)) != 0) {
    std::printf("%s differs on process %d of %d\n", what, all.rank(), all.size());
    std::fflush(stdout);
    end_job();
  }
  ++compared;
}
inline void require(char const* what, dist::processes const& all, bool holds)
{
  require_same(what, all, holds, true);
}

/// f(x, whole) for each of some rows: of all processes, and the whole.
template <class Space, class F>
void for_each_draw(dist::processes const& all, Space const& space, F const& f)
{
  for (std::int64_t const n : {0, 1, 5, 4096, 4100, 20000, 300001}) {
    generator g(3), h(3);
    array<double, 1, Space> const whole(g.normal(space, shape(n)));
    dist::array<double, 1, Space> x(all, space, blocks(shape(n)));
    x = own_part(x, h.normal(space, shape(n)));
    f(x, whole);
  }
}

template <class Space>
void reductions(dist::processes const& all, Space const& space)
{
  for_each_draw(all, space, [&](auto const& x, auto const& whole) {
    require_same("sum", all, sum(x), sum(whole).item());
    require_same("sum of float32", all, sum(cast<float>(x)), sum(cast<float>(whole)).item());
    require_same("sum of an expression", all, sum(x * x + 1), sum(whole * whole + 1).item());
    require_same("any", all, any(x > 3), any(whole > 3).item());
    require_same("count_nonzero", all, count_nonzero(x > 0), count_nonzero(whole > 0).item());
  });
}

template <class Space>
void statistics(dist::processes const& all, Space const& space)
{
  for_each_draw(all, space, [&](auto const& x, auto const& whole) {
    if (whole.size() == 0) return;
    require_same("mean", all, mean(x), mean(whole).item());
    require_same("var", all, var(x), var(whole).item());
    require_same("max", all, max(x), max(whole).item());
    require_same("argmin", all, argmin(x), argmin(whole).item());
  });
}

/// Whether this process' block of a result is that part of the whole.
template <class T, int Rank, class Space>
void require_part(char const* what, dist::array<T, Rank, Space> const& got,
                  array<T, Rank, Space> const& whole)
{
  auto const part = dist::detail::part_of(whole, got.first(), got.local().shape());
  bool const same_shape = got.shape() == whole.shape();
  auto const mine = to_vector(got.local()), wanted = to_vector(array<T, Rank, Space>(part));
  require(what, got.all(), same_shape && mine.size() == wanted.size());
  std::size_t differing = 0, first = 0;
  for (std::size_t k = mine.size(); k-- > 0;)
    if (std::memcmp(&mine[k], &wanted[k], sizeof(T)) != 0) ++differing, first = k;
  if (differing > 0)
    std::printf("%s of %zu elements: %zu differ, the first is element %zu: %.17g for %.17g\n", what,
                mine.size(), differing, first, static_cast<double>(mine[first]),
                static_cast<double>(wanted[first]));
  require(what, got.all(), differing == 0);
}

/// f(x, w) for each of some arrays: of all processes, and the whole.
template <class Space, class F>
void for_each_matrix(dist::processes const& all, Space const& space, F const& f)
{
  for (auto const& extent : {shape(1000, 3), shape(3000, 40), shape(5, 9000)}) {
    generator g(5), h(5);
    array<double, 2, Space> const w(g.normal(space, extent));
    dist::array<double, 2, Space> x(all, space, blocks(extent));
    x = own_part(x, h.normal(space, extent));
    f(x, w);
  }
}

template <class Space>
void along_axes(dist::processes const& all, Space const& space)
{
  for_each_matrix(all, space, [](auto const& x, auto const& w) {
    require_part("sum of columns", sum(x, 0), sum(w, 0));
    require_part("sum of rows", sum(x, 1), sum(w, 1));
    require_part("var of columns", var(x, ddof(1), 0), var(w, ddof(1), 0));
  });
}

template <class Space>
void chosen_along_axes(dist::processes const& all, Space const& space)
{
  for_each_matrix(all, space, [](auto const& x, auto const& w) {
    require_part("medians of columns", median(x, 0), median(w, 0));
    require_part("argmax of columns", argmax(x, 0, keepdims), argmax(w, 0, keepdims));
    require_part("broadcast means", copy(x - mean(x, 0)), copy(w - mean(w, 0)));
  });
}

template <class Space>
void scans(dist::processes const& all, Space const& space)
{
  for_each_matrix(all, space, [](auto const& x, auto const& w) {
    require_part("cumsum", cumsum(x), cumsum(w));
    require_part("cumsum of columns", cumsum(x, 0), cumsum(w, 0));
    require_part("cummax of rows", cummax(x, 1), cummax(w, 1));
  });
  generator g(6), h(6);
  array<float, 1, Space> const w(g.normal<float>(space, shape(3000000)));
  dist::array<float, 1, Space> x(all, space, blocks(shape(3000000)));
  x = own_part(x, h.normal<float>(space, shape(3000000)));
  require_part("cumsum of groups", cumsum(x), cumsum(w));
}

template <class Space>
void counts(dist::processes const& all, Space const& space)
{
  for_each_matrix(all, space, [&](auto const& x, auto const& w) {
    require("histogram", all, array_equal(histogram(x, 20).counts, histogram(w, 20).counts));
    require("histogram's edges", all, array_equal(histogram(x, 20).edges, histogram(w, 20).edges));
    require("weights", all,
            array_equal(histogram(x, 9, -1, 1, x * x), histogram(w, 9, -1, 1, w * w)));
  });
}

template <class Space>
void blocks_and_halos(dist::processes const& all, Space const& space)
{
  constexpr std::int64_t rows = 37, columns = 21;
  generator g(4);
  array<double, 2, Space> const start(g.normal(space, shape(rows, columns)));
  auto const steps = [&](dist::processes const& who, blocks<2> const& where) {
    generator h(4);
    dist::array<double, 2, Space> u(who, space, where);
    u = own_part(u, h.normal(space, u.shape()));
    for (int k = 0; k < 5; ++k) {
      exchange(u);
      u = u + 0.1 * (shifted(u, 1, 0) + shifted(u, -1, 0) + shifted(u, 0, 1) + shifted(u, 0, -1) -
                     4 * u);
    }
    return u;
  };
  auto const alone =
      steps(dist::processes(), blocks(shape(rows, columns), dist::halo(1, 1), dist::periodic(0)));
  for (auto const& where :
       {blocks(shape(rows, columns), dist::halo(1, 1), dist::periodic(0)),
        blocks(shape(rows, columns), axes(0, 1), dist::halo(1, 1), dist::periodic(0))}) {
    auto const u = steps(all, where);
    int const root = all.size() - 1;
    auto const whole = gather_to(u, root);
    if (all.rank() == root) require("a stencil", all, array_equal(whole, alone.local()));
    auto const slabs = redistribute(u, axes(0));
    require_same("the sum of a stencil", all, sum(slabs), sum(alone.local()).item());
    auto const back = gather_to(dist::scatter_from(root, whole, all, where), 0);
    if (all.rank() == 0) require("scattered elements", all, array_equal(back, alone.local()));
  }
}

/// Whether x, on the processes that it is on, is `whole`, which each has.
template <class X, class W>
void require_elements(char const* what, dist::processes const& all, X const& x, W const& whole)
{
  auto const f = x.first()[0];
  auto const mine = to_vector(x.local()),
             wanted = to_vector(evaluate(whole)(slice(f, f + x.local().size())));
  bool same = x.shape() == whole.shape() && mine.size() == wanted.size();
  for (std::size_t k = 0; same && k < mine.size(); ++k)
    same = std::memcmp(&mine[k], &wanted[k], sizeof mine[k]) == 0 ||
           (mine[k] != mine[k] && wanted[k] != wanted[k]);
  require(what, all, same);
}

/// row(x, whole) for each of some rows with numbers that are equal and NaNs, in several blocks.
template <class Space, class F>
void for_each_row(dist::processes const& all, Space const& space, F const& row)
{
  for (std::int64_t const n : {1, 5, 1000, 30001}) {
    generator g(5);
    array<double, 1, Space> const draw(g.normal(space, shape(n)));
    array<double, 1, Space> const whole(
        where(draw > 2.0, std::numeric_limits<double>::quiet_NaN(), rint(draw * 50) / 50));
    std::vector<std::int64_t> cut{0};
    for (int p = 1; p < all.size(); ++p)
      cut.push_back(n * (p - 1) / all.size());  // process 0: none
    cut.push_back(n);
    for (auto const& where_it_is : {blocks(shape(n)), blocks(shape(n), dist::cuts(0, cut))}) {
      dist::array<double, 1, Space> x(all, space, where_it_is);
      auto const f = x.first()[0];
      if (x.local().size() > 0) x.local()(ALL) = whole(slice(f, f + x.local().size()));
      row(x, whole);
    }
  }
}

template <class Space>
void order(dist::processes const& all, Space const& space)
{
  for_each_row(all, space, [&](auto const& x, auto const& whole) {
    require_elements("sort", all, sort(x), sort(whole));
    require_elements("sort, descending", all, sort(x, descending), sort(whole, descending));
    auto const places = argsort(x);
    require_elements("argsort", all, places, argsort(whole));
    require_elements("take", all, take(x, places), take(whole, argsort(whole)));
    require_elements("unique", all, unique(x), unique(whole));
    require("text", all, to_string(x) == to_string(whole));
  });
}

template <class Space>
void complex_order(dist::processes const& all, Space const& space)
{
  for_each_row(all, space, [&](auto const& x, auto const& whole) {
    auto const number = [](auto const& k) {
      return cast<double>(k % 7) + complex<double>(0, 1) * cast<double>(k);
    };
    require_elements("sort of complex numbers", all, sort(number(argsort(x))),
                     sort(number(argsort(whole))));
  });
}

/// f(x, whole, cell, cells): with places in a third of the row, of all processes and of the whole.
template <class Space, class F>
void for_each_row_of_places(dist::processes const& all, Space const& space, F const& f)
{
  for_each_row(all, space, [&](auto const& x, auto const& whole) {
    std::int64_t const n = whole.size();
    dist::array<std::int64_t, 1, Space> const cell(coordinate(x, 0) * 7919 % (n / 3 + 1));
    array<std::int64_t, 1, Space> const cells(index_of(space, shape(n)) * 7919 % (n / 3 + 1));
    f(x, whole, cell, cells);
  });
}

template <class Space>
void groups(dist::processes const& all, Space const& space)
{
  for_each_row_of_places(
      all, space, [&](auto const& x, auto const& whole, auto const& cell, auto const& cells) {
        auto const of_all = group_by(cell);
        auto const of_whole = group_by(cells);
        require_elements("group_by's keys", all, of_all.keys(), of_whole.keys());
        require_elements("sums of groups", all, of_all.nansum(x), of_whole.nansum(whole));
      });
}

template <class Space>
void places(dist::processes const& all, Space const& space)
{
  for_each_row_of_places(
      all, space, [&](auto const& x, auto const& whole, auto const& cell, auto const& cells) {
        auto const added = copy(x), written = copy(x);
        auto const added_to = copy(whole), written_to = copy(whole);
        scatter_add(added(cell), x);
        scatter_add(added_to(cells), whole);
        require_elements("scatter_add", all, added, added_to);
        put(written, cell, x);
        put(written_to, cells, whole);
        require_elements("put", all, written, written_to);
      });
  dist::array<double, 1, Space> x(all, space, blocks(shape(20)));
  dist::array<std::int64_t, 1, Space> i(all, space, blocks(shape(60)));
  i = where(coordinate(i, 0) == 41, -21, where(coordinate(i, 0) == 55, 20, coordinate(i, 0) % 20));
  try {
    take(x, i);
    require("a bad index of take", all, false);
  } catch (index_error const& e) {
    require("its text", all,
            std::string(e.message())
                .starts_with("index -21 is out of bounds for axis 0 with size 20 (in acre::take, "
                             "position 41 of"));
  }
}

template <class Space>
void errors(dist::processes const& all, Space const& space)
{
  auto const table = arange(space, 10.0);
  dist::array<std::int64_t, 1, Space> i(all, space, blocks(shape(50)));
  i = where(coordinate(i, 0) == 33, 10, coordinate(i, 0) % 10);
  try {
    sum(on_blocks([&](auto const& mine) { return take(table, mine); }, i));
    require("a bad index", all, false);
  } catch (index_error const& e) {
    require("the position of a bad index", all, e.details().position == 33);
  }
  try {
    dist::array<double, 1, Space>(all, space, blocks(shape(all.rank() == 0 ? 8 : 9)));
    require("shapes that differ", all, all.size() == 1);
  } catch (value_error const& e) {
    require("the text of shapes that differ", all,
            std::string(e.message()).find("(8,)") != std::string::npos);
  }
  // parts that some have sent for calls that differ are not taken for a later call's
  dist::array<double, 1, Space> x(all, space, blocks(shape(20000)));
  x = coordinate(x, 0) * 0.1;
  auto const sum_of_x = sum(x);
  for (int turn = 0; turn < 3 && all.size() > 1; ++turn) {
    try {
      if (all.rank() + 1 == all.size())
        dist::array<double, 1, Space>(all, space, blocks(shape(7)));
      else
        sum(x * 3.0);
      require("calls that differ", all, false);
    } catch (value_error const& e) {
      require("the text of calls that differ", all,
              std::string(e.message()).find("differ") != std::string::npos);
    }
    require_same("sum behind calls that differed", all, sum(x), sum_of_x);
    require_same("sum of others behind them", all, sum(x * 2.0), 2 * sum_of_x);
  }
}

}  // namespace same_bits

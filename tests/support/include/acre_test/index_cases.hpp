#pragma once

#include <acre/device/spaces.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/along_axis.hpp>
#include <acre/index/put.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/index/take.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/index_arguments.hpp>
#include <acre_test/index_outcome.hpp>
#include <acre_test/row_model.hpp>
#include <acre_test/spaces.hpp>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

/// Random index lists: shapes, layouts, dtypes, modes, good indices and bad ones, all from fixed
/// seeds. Serial is compared with a plain model of NumPy's indexing on the host, every other space
/// with serial: the result, what is written and what must not be, and the errors' words.
///
/// ACRE_PROPERTY_CASES sets how many cases each of the 13 kinds of list gets (8500: 110,500 in
/// all); with ACRE_PROPERTY_TRACE each is printed before it runs.
namespace acre_test {

using acre::index_mode, acre::slice;

/// The model's outcome; write(elements) changes them, or returns an error.
template <class T, class Case, class Write>
outcome<T> expected_outcome(Case const& c, model_result const& m, Write const& write)
{
  outcome<T> o{m.error, {}, {}, c.elements(), 0};
  std::int64_t stored = 1;
  for (std::size_t k = 0; k < c.extent.size(); ++k)
    stored *= c.extent[k] * std::abs(c.lies.steps[k]);
  if (o.error.empty() && c.what == action::read) {
    o.shape = m.shape;
    for (std::int64_t const from : m.from)
      o.elements.push_back(from < 0 ? c.filler : o.view[static_cast<std::size_t>(from)]);
  } else if (c.what != action::read && (o.error.empty() || m.looked_up)) {
    if (auto const e = write(o.view); !e.empty()) o.error = e;
  }
  o.around = stored - static_cast<std::int64_t>(o.view.size());
  for (T const x : o.view) o.around += x == T(77);
  return o;
}
template <class T, class E>
void read(outcome<T>& o, E const& e)
{
  o.elements = to_vector(e);
  auto const s = e.shape();
  o.shape.assign(s.begin(), s.end());
}

/// A case: what is drawn from its seed, and what it does on a space. Kinds fill in the rest.
template <class T>
struct drawn_case {
  std::uint64_t seed;
  index_draw d;
  extents extent;
  index_layout lies;
  std::vector<model_item> items;
  index_mode mode = index_mode::raise;
  T filler = T(0);  // what mode fill reads
  action what = action::read;

  drawn_case(std::uint64_t s, int rank, std::int64_t largest) : seed(s), d(s)
  {
    for (int k = 0; k < rank; ++k) extent.push_back(d.chance(0.04) ? 0 : d.between(1, largest));
    lies = index_layout::drawn(d, rank);
  }
  void draw_mode(extents const& indexed)
  {
    mode = acre_test::drawn_mode(d);
    if (mode == index_mode::fill) filler = d.pick({T(0), T(-9), T(3)});
    if (mode == index_mode::unchecked) acre_test::keep_valid(items, indexed);
  }
  std::vector<T> elements() const { return acre_test::counting<T>(acre::size_of(extent)); }
};

/// a(arguments…, mode), read, written, and added to.
template <class T, int Rank, class... Argument>
struct list_case : drawn_case<T> {
  static constexpr int uses = (Argument::uses + ...);
  static constexpr bool has_extremes =
      Rank <= 2 || sizeof...(Argument) == 1;  // each wants its kernels

  explicit list_case(std::uint64_t s) : drawn_case<T>(s, Rank, 5)
  {
    index_draw& d = this->d;
    extents const common{d.chance(0.04) ? 0 : d.between(1, 3), d.between(1, 4)};
    std::size_t at = 0;
    auto const add = [&]<class A>(A const*) {
      if constexpr (std::is_same_v<A, rest>) at += static_cast<std::size_t>(Rank - uses);
      extents const left(this->extent.begin() + static_cast<std::ptrdiff_t>(at),
                         this->extent.end());
      this->items.push_back(A::drawn(d, left, common));
      at += static_cast<std::size_t>(A::uses);
    };
    (add(static_cast<Argument const*>(nullptr)), ...);
    this->draw_mode(this->extent);
    this->what = d.pick({action::read, action::read, action::write, action::add});
    if (has_extremes && this->what == action::add)
      this->what = d.pick({action::add, action::min, action::max});
  }
  model_result model() const { return index_model(this->extent, this->items, this->mode); }

  /// The words for values that do not fit: a mask alone has its own.
  static std::string value_error(extents const& wanted, extents const& result, action what)
  {
    if (what == action::write && sizeof...(Argument) == 1 && (Argument::uses + ...) > 1)
      return "shape_error: NumPy boolean array indexing assignment cannot assign " +
             std::to_string(wanted[0]) + " input values to the " + std::to_string(result[0]) +
             " output values where the mask is true";
    return "shape_error: shape mismatch: value array of shape " + acre::to_string(wanted) +
           " could not be broadcast to indexing result of shape " + acre::to_string(result);
  }
  /// The values that are written: of the result's shape, some axes 1, now and then a wrong one.
  extents value_extent(extents const& result) const
  {
    index_draw d(this->seed + 2);
    extents wanted = result;
    for (auto& e : wanted) e = d.chance(0.2) ? 1 : e;
    if (!wanted.empty() && d.chance(0.04))
      wanted[static_cast<std::size_t>(d.below(static_cast<std::int64_t>(wanted.size())))] += 2;
    return wanted;
  }

  template <class Space>
  outcome<T> run(Space const& space) const
  {
    index_draw d(this->seed + 1);
    auto const a = place_in<T, Rank>(space, this->elements(), this->extent, this->lies);
    return outcome_of<T>(space, a, [&](outcome<T>& o) {
      call(space, a.view, d, std::index_sequence_for<Argument...>(), o);
    });
  }
  template <class Space, class Array, std::size_t... K>
  void call(Space const& space, Array const& a, index_draw& d, std::index_sequence<K...>,
            outcome<T>& o) const
  {
    auto const arguments = std::tuple{Argument::made(space, this->items[K], d)...};
    auto const selected = std::apply(
        [&](auto const&... x) {
          return this->filler == T(0) ? a(x..., this->mode) : a(x..., acre::fill(this->filler));
        },
        arguments);
    if (this->what == action::read) return read(o, selected);
    constexpr int rank = std::remove_cvref_t<decltype(selected)>::rank;
    auto const s = selected.shape();
    extents const wanted = value_extent({s.begin(), s.end()});
    auto const v = place_in<T, rank>(space, values<T>(acre::size_of(wanted)), wanted,
                                     index_layout::drawn(d, rank))
                       .view;
    if (this->what == action::write) selected = v;
    if (this->what == action::add) scatter_add(selected, v);
    if constexpr (has_extremes) {
      if (this->what == action::min) scatter_min(selected, v);
      if (this->what == action::max) scatter_max(selected, v);
    }
  }
  outcome<T> expected() const
  {
    auto const m = model();
    return expected_outcome<T>(*this, m, [&](std::vector<T>& memory) {
      // NumPy's assignment looks at these shapes before it looks at indices, ufunc.at after that
      if (m.looked_up && this->what != action::write) return std::string();
      extents const wanted = value_extent(m.shape);
      for (std::size_t k = 0; k < wanted.size(); ++k)
        if (wanted[k] != 1 && wanted[k] != m.shape[k])
          return value_error(wanted, m.shape, this->what);
      std::map<std::int64_t, std::vector<T>> added;  // to each place, in the order of sum()
      for (std::size_t n = 0; n < m.from.size(); ++n) {
        if (m.from[n] < 0) continue;
        extents at = acre_test::unravel(static_cast<std::int64_t>(n), m.shape);
        for (std::size_t k = 0; k < wanted.size(); ++k)
          if (wanted[k] == 1) at[k] = 0;
        T const value = value_at<T>(acre_test::ravel(at, wanted));
        T& to = memory[static_cast<std::size_t>(m.from[n])];
        if (this->what == action::add)
          added[m.from[n]].push_back(value);
        else
          to = combined(this->what, to, value);
      }
      auto const add = [](T a, T b) { return combined(action::add, a, b); };
      for (auto const& [place, values] : added) {
        T& to = memory[static_cast<std::size_t>(place)];
        to = add(to, rows_result(values, add));
      }
      return std::string();
    });
  }
};

/// take(a, index, axis, mode) and without the axis; put(a, index, v, mode).
template <class T, int Rank, class I, int IndexRank>
struct take_case : drawn_case<T> {
  int axis;
  bool flat;
  std::int64_t count;  // of the values

  explicit take_case(std::uint64_t s) : drawn_case<T>(s, Rank, 6)
  {
    index_draw& d = this->d;
    axis = static_cast<int>(d.between(-Rank, Rank - 1));
    this->what = d.pick({action::read, action::read, action::write});
    flat = this->what == action::write || d.chance(0.3);
    std::size_t const along = static_cast<std::size_t>(axis < 0 ? axis + Rank : axis);
    if (!flat) this->items.assign(along, {model_item::kind::slice, 0, slice(), {}, {}});
    extents index_extent;
    for (int k = 0; k < IndexRank; ++k)
      index_extent.push_back(d.chance(0.04) ? 0 : d.between(1, 4));
    this->items.push_back(
        acre_test::drawn_indices<I>(d, flat ? indexed()[0] : this->extent[along], index_extent));
    this->draw_mode(indexed());
    count = d.between(0, 5);
  }
  extents indexed() const { return flat ? extents{acre::size_of(this->extent)} : this->extent; }

  template <class Space>
  outcome<T> run(Space const& space) const
  {
    index_draw d(this->seed + 1);
    auto const a = place_in<T, Rank>(space, this->elements(), this->extent, this->lies);
    return outcome_of<T>(space, a, [&](outcome<T>& o) {
      auto const index = array_of<IndexRank, I>::made(space, this->items.back(), d);
      if (this->what == action::write)
        put(a.view, index, acre_test::place(space, values<T>(count)), this->mode);
      else if (flat && this->filler == T(0))
        read(o, take(a.view, index, this->mode));
      else if (flat)
        read(o, take(a.view, index, acre::fill(this->filler)));
      else if (this->filler == T(0))
        read(o, take(a.view, index, axis, this->mode));
      else
        read(o, take(a.view, index, axis, acre::fill(this->filler)));
    });
  }
  outcome<T> expected() const
  {
    auto m = index_model(indexed(), this->items, this->mode, true);
    if (this->what == action::write && (count == 0 || this->items.back().indices.empty()))
      m = {};  // nothing to write: nothing is looked at
    else if (this->what == action::write && acre::size_of(this->extent) == 0)
      m.error = "index_error: cannot replace elements of an empty array";
    return expected_outcome<T>(*this, m, [&](std::vector<T>& memory) {
      for (std::size_t n = 0; n < m.from.size(); ++n)
        if (m.from[n] >= 0)
          memory[static_cast<std::size_t>(m.from[n])] =
              value_at<T>(static_cast<std::int64_t>(n) % count);
      return std::string();
    });
  }
};

/// take_along_axis(a, index, axis, mode), put_along_axis(a, index, v, axis, mode).
template <class T, int Rank, class I>
struct along_axis_case : drawn_case<T> {
  int axis;

  explicit along_axis_case(std::uint64_t s) : drawn_case<T>(s, Rank, 5)
  {
    index_draw& d = this->d;
    axis = static_cast<int>(d.between(0, Rank - 1));
    this->what = d.pick({action::read, action::read, action::write});
    extents index_extent = this->extent;
    for (auto& e : index_extent) e = d.chance(0.15) ? 1 : e;
    index_extent[static_cast<std::size_t>(axis)] = d.chance(0.04) ? 0 : d.between(1, 4);
    // an index array for each axis, as NumPy's own take_along_axis makes them
    for (int k = 0; k < Rank; ++k) {
      model_item item{
          model_item::kind::array, 0, {}, {}, extents(static_cast<std::size_t>(Rank), 1)};
      std::int64_t const n = this->extent[static_cast<std::size_t>(k)];
      item.extent[static_cast<std::size_t>(k)] = n;
      for (std::int64_t i = 0; i < n; ++i) item.indices.push_back(i);
      this->items.push_back(k == axis ? acre_test::drawn_indices<I>(d, n, index_extent) : item);
    }
    this->draw_mode(this->extent);
  }

  template <class Space>
  outcome<T> run(Space const& space) const
  {
    index_draw d(this->seed + 1);
    auto const a = place_in<T, Rank>(space, this->elements(), this->extent, this->lies);
    return outcome_of<T>(space, a, [&](outcome<T>& o) {
      auto const index =
          array_of<Rank, I>::made(space, this->items[static_cast<std::size_t>(axis)], d);
      if (this->what == action::write)
        put_along_axis(a.view, index, T(50), axis, this->mode);
      else if (this->filler == T(0))
        read(o, take_along_axis(a.view, index, axis, this->mode));
      else
        read(o, take_along_axis(a.view, index, axis, acre::fill(this->filler)));
    });
  }
  outcome<T> expected() const
  {
    auto const m = index_model(this->extent, this->items, this->mode);
    return expected_outcome<T>(*this, m, [&](std::vector<T>& memory) {
      for (std::int64_t const to : m.from)
        if (to >= 0) memory[static_cast<std::size_t>(to)] = T(50);
      return std::string();
    });
  }
};

inline std::string description(std::string const& name, std::uint64_t seed, action what,
                               index_mode mode, extents const& extent,
                               std::vector<model_item> const& items)
{
  char const* const modes[] = {"raise", "wrap", "clip", "fill", "drop", "unchecked"};
  char const* const actions[] = {"read", "write", "add", "min", "max"};
  std::string out = name + ", seed " + std::to_string(seed) + ", " +
                    actions[static_cast<int>(what)] + " in mode " + modes[static_cast<int>(mode)] +
                    ", a of shape " + acre::to_string(extent);
  for (auto const& item : items)
    if (!item.extent.empty())
      out += "; indices of shape " + acre::to_string(item.extent) + ": " +
             acre::to_string(item.indices);
  return out;
}
template <class T>
std::string description(std::string const& name, drawn_case<T> const& c)
{
  return description(name, c.seed, c.what, c.mode, c.extent, c.items);
}

/// Runs the cases of one kind; stops after a few failures. Its number tells its seeds from others'.
template <class Case, class Got, class Wanted>
void compare_kind(std::uint64_t kind, char const* name, Got const& got, Wanted const& wanted)
{
  char const* const cases = std::getenv("ACRE_PROPERTY_CASES");
  std::uint64_t const count = cases ? std::strtoull(cases, nullptr, 10) : 8500;
  bool const trace = std::getenv("ACRE_PROPERTY_TRACE") != nullptr;
  int failures = 0;
  for (std::uint64_t i = 0; i < count && failures < 5; ++i) {
    Case const c((kind << 40) + i);
    if (trace) std::fprintf(stderr, "%s\n", description(name, c).c_str());
    auto const a = got(c), b = wanted(c);
    if (a == b) continue;
    ++failures;
    ADD_FAILURE() << description(name, c) << "\n  is      " << text(a) << "\n  but not " << text(b);
  }
}

/// An error's text up to where acre says more than NumPy.
template <class T>
outcome<T> in_numpys_words(outcome<T> o)
{
  o.error = o.error.substr(0, o.error.find(" (in acre::"));
  return o;
}

/// A kind of list on a space: against the model, or against serial.
template <class Case, class Space>
void check_kind(std::uint64_t kind, char const* name)
{
  if (std::string_view(acre::name_of(Space())) == "serial")
    compare_kind<Case>(
        kind, name, [](auto const& c) { return in_numpys_words(c.run(acre::serial())); },
        [](auto const& c) { return c.expected(); });
  else
    compare_kind<Case>(
        kind, name, [](auto const& c) { return c.run(Space()); },
        [](auto const& c) { return c.run(acre::serial()); });
}

}  // namespace acre_test

#pragma once

#include <acre_test/dynamic_sweep.hpp>
#include <acre_test/order_models.hpp>

#include <optional>

/// The models of <acre_test/order_models.hpp> of elements whose dtype is a value.
namespace acre_test {

/// Host elements, the order that they have, and which are equal or one number: NaN is NaN.
struct host_elements {
  using relation = bool (*)(std::byte const* a, std::byte const* b);

  acre::dtype type;
  std::size_t size;  // of one
  std::vector<std::byte> bytes;
  relation ascending, descending, equal, same;

  template <class T>
  explicit host_elements(std::vector<T> const& v)
      : type(acre::dtype_of<T>),
        size(sizeof(T)),
        bytes(v.size() * sizeof(T)),
        ascending([](std::byte const* a, std::byte const* b) {
          return comes_before<T>(as<T>(a), as<T>(b));
        }),
        descending([](std::byte const* a, std::byte const* b) {
          return comes_before<T>(negated<T>(as<T>(a)), negated<T>(as<T>(b)));
        }),
        equal([](std::byte const* a, std::byte const* b) { return as<T>(a) == as<T>(b); }),
        same([](std::byte const* a, std::byte const* b) {
          return as<T>(a) == as<T>(b) || (is_nan(as<T>(a)) && is_nan(as<T>(b)));
        })
  {
    if constexpr (std::is_same_v<T, bool>)
      std::ranges::transform(v, bytes.begin(), [](bool x) { return std::byte(x); });
    else if (!v.empty())
      std::memcpy(bytes.data(), v.data(), bytes.size());
  }
  std::byte const* at(std::size_t i) const { return bytes.data() + i * size; }
  std::size_t count() const { return bytes.size() / size; }

  void push_back(std::byte const* element) { bytes.insert(bytes.end(), element, element + size); }
  /// Others of the same dtype.
  host_elements with(std::vector<std::byte> others) const
  {
    host_elements made = *this;
    made.bytes = std::move(others);
    return made;
  }

 private:
  template <class T>
  static T as(std::byte const* a)
  {
    T x;
    std::memcpy(&x, a, sizeof x);
    return x;
  }
};

inline acre::dynamic_array place(acre::dynamic_space const& space, host_elements const& v,
                                 std::vector<std::int64_t> const& shape)
{
  return acre::dynamic::from_host(space, v.type, v.bytes, shape);
}
inline acre::dynamic_array place(acre::dynamic_space const& space, host_elements const& v)
{
  return place(space, v, {static_cast<std::int64_t>(v.count())});
}

template <class Types = acre::detail::all_elements>
host_elements crowded(acre::dtype type, std::int64_t count, std::uint64_t seed)
{
  std::optional<host_elements> made;
  with_type<Types>(type,
                   [&]<class T>(std::type_identity<T>) { made.emplace(crowded<T>(count, seed)); });
  return *made;
}
template <class Types = acre::detail::all_elements>
host_elements noise(acre::dtype type, std::int64_t count, std::uint64_t seed = 0)
{
  std::optional<host_elements> made;
  with_type<Types>(type,
                   [&]<class T>(std::type_identity<T>) { made.emplace(noise<T>(count, seed)); });
  return *made;
}

/// The stable order of a row's elements.
inline std::vector<std::int64_t> order_of(host_elements const& v, std::span<std::size_t const> row,
                                          bool descending = false)
{
  std::vector<std::int64_t> order(row.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  auto const before = descending ? v.descending : v.ascending;
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
    return before(v.at(row[static_cast<std::size_t>(i)]), v.at(row[static_cast<std::size_t>(j)]));
  });
  return order;
}
inline std::vector<std::int64_t> order_of(host_elements const& v)
{
  std::vector<std::size_t> row(v.count());
  std::iota(row.begin(), row.end(), std::size_t{0});
  return order_of(v, row);
}

/// An array against host elements in C order, as numbers: -0.0 is 0.0, NaN is NaN.
inline ::testing::AssertionResult has_numbers(acre::dynamic_array const& a,
                                              host_elements const& wanted)
{
  if (a.dtype() != wanted.type)
    return ::testing::AssertionFailure() << "elements of " << acre::name(a.dtype());
  auto const got = wanted.with(acre::dynamic::to_host(a));
  if (got.count() != wanted.count())
    return ::testing::AssertionFailure() << got.count() << " elements, not " << wanted.count();
  for (std::size_t i = 0; i < got.count(); ++i)
    if (!wanted.same(got.at(i), wanted.at(i)))
      return ::testing::AssertionFailure() << "element " << i << " is another";
  return ::testing::AssertionSuccess();
}

/// The result of unique_all(), as unique_model.
struct dynamic_unique_model {
  host_elements values;
  std::vector<std::int64_t> first, inverse, counts;

  explicit dynamic_unique_model(host_elements const& v) : values(v.with({})), inverse(v.count())
  {
    for (auto const at : order_of(v)) {
      auto const* const x = v.at(static_cast<std::size_t>(at));
      if (counts.empty() || !v.same(values.at(values.count() - 1), x)) {
        values.push_back(x);
        first.push_back(at);
        counts.push_back(0);
      }
      ++counts.back();
      inverse[static_cast<std::size_t>(at)] = std::ssize(counts) - 1;
    }
  }
};

/// How many rows' elements are not where the model has them: of sort and argsort of elements of a
/// shape. Values are compared as NumPy does, where -0.0 is 0.0.
inline std::size_t wrongly_sorted(host_elements const& v, acre::extents_view shape, int axis,
                                  bool descending, std::span<std::byte const> sorted,
                                  std::span<std::int64_t const> order)
{
  if (sorted.size() != v.bytes.size() || order.size() != v.count()) return v.count() + 1;
  std::size_t wrong = 0;
  for_rows(shape, axis < 0 ? axis + static_cast<int>(shape.size()) : axis, [&](auto const& row) {
    auto const wanted = order_of(v, row, descending);
    for (std::size_t k = 0; k < row.size(); ++k) {
      std::byte const* const value = v.at(row[static_cast<std::size_t>(wanted[k])]);
      std::byte const* const got = sorted.data() + row[k] * v.size;
      wrong += order[row[k]] != wanted[k] || v.ascending(value, got) || v.ascending(got, value);
    }
  });
  return wrong;
}

}  // namespace acre_test

#include <acre/backends/common/sort.hpp>
#include <acre/backends/emulated/space.hpp>
#include <acre/backends/gpu_common/vendor_key.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

/// In the place of the vendors' radix sort, which is no kernel of acre's: the standard library's
/// stable sort of the same digits.
namespace acre::backends {

namespace {

template <class Key, bool Pairs>
std::vector<std::int64_t> sorted_order(Key const* keys, std::int64_t n, int first_bit, int last_bit)
{
  using order = sort_order<Key>;
  using word = sort_word<Key>;
  int const bits = last_bit - first_bit;
  word const mask = bits >= static_cast<int>(8 * sizeof(Key))
                        ? static_cast<word>(~word{0})
                        : static_cast<word>((word{1} << bits) - 1);
  auto const digits = [&](std::int64_t i) {
    word const rank = order::rank(std::bit_cast<word>(keys[i]));
    return static_cast<word>(
        static_cast<word>((Pairs ? order::equal_number(rank) : rank) >> first_bit) & mask);
  };
  std::vector<std::int64_t> places(static_cast<std::size_t>(n));
  std::iota(places.begin(), places.end(), std::int64_t{0});
  std::stable_sort(places.begin(), places.end(),
                   [&](std::int64_t a, std::int64_t b) { return digits(a) < digits(b); });
  return places;
}

}  // namespace

template <class Key>
void emulated_api::sort_keys(void* scratch, std::size_t& bytes, Key const* keys, Key* sorted,
                             std::int64_t n, int first_bit, int last_bit, stream s)
{
  bytes = 16;
  if (scratch == nullptr) return;
  s->take([=] {
    auto const places = sorted_order<Key, false>(keys, n, first_bit, last_bit);
    std::vector<Key> in_order;
    for (std::int64_t const i : places) in_order.push_back(keys[i]);
    std::copy(in_order.begin(), in_order.end(), sorted);
  });
}

template <class Key, class Word>
void emulated_api::sort_pairs(void* scratch, std::size_t& bytes, Key const* keys, Key* sorted_keys,
                              Word const* values, Word* sorted_values, std::int64_t n,
                              int first_bit, int last_bit, stream s)
{
  bytes = 16;
  if (scratch == nullptr) return;
  s->take([=] {
    auto const places = sorted_order<Key, true>(keys, n, first_bit, last_bit);
    std::vector<Key> in_order;
    std::vector<Word> with;
    for (std::int64_t const i : places) {
      in_order.push_back(keys[i]);
      with.push_back(values[i]);
    }
    std::copy(in_order.begin(), in_order.end(), sorted_keys);
    std::copy(with.begin(), with.end(), sorted_values);
  });
}

template <class Key, class Word>
Word* emulated_api::sort_pairs_between(void* scratch, std::size_t& bytes, Key const* keys,
                                       Key* sorted_keys, Word* values, Word* others, std::int64_t n,
                                       stream s)
{
  sort_pairs(scratch, bytes, keys, sorted_keys, static_cast<Word const*>(values), others, n, 0,
             static_cast<int>(8 * sizeof(Key)), s);
  return others;
}

#define ACRE_SORTS(Key)                                                                           \
  template void emulated_api::sort_keys(void*, std::size_t&, Key const*, Key*, std::int64_t, int, \
                                        int, stream);                                             \
  template void emulated_api::sort_pairs(void*, std::size_t&, Key const*, Key*,                   \
                                         std::uint32_t const*, std::uint32_t*, std::int64_t, int, \
                                         int, stream);                                            \
  template void emulated_api::sort_pairs(void*, std::size_t&, Key const*, Key*,                   \
                                         std::uint64_t const*, std::uint64_t*, std::int64_t, int, \
                                         int, stream);                                            \
  template std::uint32_t* emulated_api::sort_pairs_between(                                       \
      void*, std::size_t&, Key const*, Key*, std::uint32_t*, std::uint32_t*, std::int64_t, stream)

ACRE_SORTS(std::uint8_t);
ACRE_SORTS(std::uint16_t);
ACRE_SORTS(std::uint32_t);
ACRE_SORTS(std::uint64_t);
ACRE_SORTS(std::int32_t);
ACRE_SORTS(std::int64_t);
ACRE_SORTS(float);
ACRE_SORTS(double);

}  // namespace acre::backends

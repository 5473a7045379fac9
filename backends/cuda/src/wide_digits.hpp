#pragma once

#include <cstddef>
#include <cstdint>

#include <cub/device/device_radix_sort.cuh>

/// CUB's radix sort takes 8 bits in a pass. Digits of 9 bits are faster if they save a pass: 10^8
/// pairs by 17 bits take 2.17 ms on an H200 in the place of 2.80 (values of 8 bytes), 1.85 in the
/// place of 2.29 (of 4). CUB has no documented interface for this: other versions sort as they
/// do.
namespace acre::backends {

#if CUB_MAJOR_VERSION == 3 && CUB_MINOR_VERSION == 0

inline constexpr int wide_digit = 9;

/// Keys of 4 bytes; the tile is what fits the shared memory of a block.
template <class Key, class Word>
struct wide_digit_policies {
  using offset = std::uint32_t;
  using base = typename cub::detail::radix::policy_hub<Key, Word, offset>::Policy900;
  struct MaxPolicy : cub::ChainedPolicy<900, MaxPolicy, MaxPolicy> {
    static constexpr bool ONESWEEP = true;
    static constexpr int ONESWEEP_RADIX_BITS = wide_digit;
    using HistogramPolicy = cub::AgentRadixSortHistogramPolicy<128, 16, 1, Key, wide_digit>;
    using ExclusiveSumPolicy = cub::AgentRadixSortExclusiveSumPolicy<256, wide_digit>;
    using OnesweepPolicy = cub::AgentRadixSortOnesweepPolicy<
        512, sizeof(Word) == 8 ? 22 : 23, Word, 1, cub::RADIX_RANK_MATCH_EARLY_COUNTS_ANY,
        cub::BLOCK_SCAN_RAKING_MEMOIZE, cub::RADIX_SORT_STORE_DIRECT, wide_digit>;
    // of inputs of one tile, and of kernels that are compiled and not run
    using ScanPolicy = typename base::ScanPolicy;
    using DownsweepPolicy = typename base::DownsweepPolicy;
    using AltDownsweepPolicy = typename base::AltDownsweepPolicy;
    using UpsweepPolicy = typename base::UpsweepPolicy;
    using AltUpsweepPolicy = typename base::AltUpsweepPolicy;
    using SingleTilePolicy = typename base::SingleTilePolicy;
    using SegmentedPolicy = typename base::SegmentedPolicy;
    using AltSegmentedPolicy = typename base::AltSegmentedPolicy;
  };
};

template <class Key, class Word>
cudaError_t sort_pairs_by_wide_digits(void* scratch, std::size_t& bytes, Key const* keys,
                                      Key* sorted_keys, Word const* values, Word* sorted_values,
                                      std::int64_t n, int first_bit, int last_bit,
                                      cudaStream_t stream)
{
  using policies = wide_digit_policies<Key, Word>;
  cub::DoubleBuffer<Key> both_keys(const_cast<Key*>(keys), sorted_keys);
  cub::DoubleBuffer<Word> both_values(const_cast<Word*>(values), sorted_values);
  return cub::DispatchRadixSort<cub::SortOrder::Ascending, Key, Word, typename policies::offset,
                                cub::detail::identity_decomposer_t,
                                policies>::Dispatch(scratch, bytes, both_keys, both_values,
                                                    static_cast<typename policies::offset>(n),
                                                    first_bit, last_bit,
                                                    false,  // the input is left alone
                                                    stream);
}

/// Whether a sort by so many bits has a pass less, of pairs that 32 bits count.
inline bool saves_a_pass(std::int64_t n, int bits)
{
  return (bits + wide_digit - 1) / wide_digit < (bits + 7) / 8 && n <= std::int64_t{0xffffffff};
}

#endif

}  // namespace acre::backends

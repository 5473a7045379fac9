#include "sort_pairs.hpp"

namespace acre::backends {

template void cuda_api::sort_pairs(void*, std::size_t&, std::int32_t const*, std::int32_t*,
                                   std::uint32_t const*, std::uint32_t*, std::int64_t, int, int,
                                   stream);
template void cuda_api::sort_pairs(void*, std::size_t&, std::int32_t const*, std::int32_t*,
                                   std::uint64_t const*, std::uint64_t*, std::int64_t, int, int,
                                   stream);
template void cuda_api::sort_pairs(void*, std::size_t&, std::int64_t const*, std::int64_t*,
                                   std::uint32_t const*, std::uint32_t*, std::int64_t, int, int,
                                   stream);
template void cuda_api::sort_pairs(void*, std::size_t&, std::int64_t const*, std::int64_t*,
                                   std::uint64_t const*, std::uint64_t*, std::int64_t, int, int,
                                   stream);
template void cuda_api::sort_pairs(void*, std::size_t&, float const*, float*, std::uint32_t const*,
                                   std::uint32_t*, std::int64_t, int, int, stream);
template void cuda_api::sort_pairs(void*, std::size_t&, float const*, float*, std::uint64_t const*,
                                   std::uint64_t*, std::int64_t, int, int, stream);
template void cuda_api::sort_pairs(void*, std::size_t&, double const*, double*,
                                   std::uint32_t const*, std::uint32_t*, std::int64_t, int, int,
                                   stream);
template void cuda_api::sort_pairs(void*, std::size_t&, double const*, double*,
                                   std::uint64_t const*, std::uint64_t*, std::int64_t, int, int,
                                   stream);

template std::uint32_t* cuda_api::sort_pairs_between(void*, std::size_t&, std::int32_t const*,
                                                     std::int32_t*, std::uint32_t*, std::uint32_t*,
                                                     std::int64_t, stream);
template std::uint32_t* cuda_api::sort_pairs_between(void*, std::size_t&, std::int64_t const*,
                                                     std::int64_t*, std::uint32_t*, std::uint32_t*,
                                                     std::int64_t, stream);
template std::uint32_t* cuda_api::sort_pairs_between(void*, std::size_t&, float const*, float*,
                                                     std::uint32_t*, std::uint32_t*, std::int64_t,
                                                     stream);
template std::uint32_t* cuda_api::sort_pairs_between(void*, std::size_t&, double const*, double*,
                                                     std::uint32_t*, std::uint32_t*, std::int64_t,
                                                     stream);

}  // namespace acre::backends

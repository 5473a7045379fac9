#pragma once

#include <acre/distributed/nccl.hpp>

#include <cstdlib>
#include <string>

#include "measure.hpp"

/// GPUs of one host against one of them, a source for each workload, as nvcc takes a minute for
/// one. With NCCL, a process a GPU, its bare calls are the bars.
namespace acre::bench {

using gpu = acre::cuda;

/// NCCL by hand, the bars.
class bare_nccl {
 public:
  bare_nccl(dist::processes const& all, gpu const& space)
      : rank_(all.rank()), size_(all.size()), stream_(space.stream())
  {
    ncclUniqueId id{};
    if (rank_ == 0) check(ncclGetUniqueId(&id));
    MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (size_ > 1) check(ncclCommInitRank(&comm_, size_, id, rank_));
  }
  bare_nccl(bare_nccl const&) = delete;
  ~bare_nccl()
  {
    if (comm_) ncclCommDestroy(comm_);
  }
  /// `bytes` to each other process, and from each.
  void to_all(void const* from, void* to, std::size_t bytes) const
  {
    check(ncclGroupStart());
    for (int p = 0; p < size_; ++p) {
      if (p == rank_) continue;
      check(ncclSend(from, bytes, ncclUint8, p, comm_, stream_));
      check(ncclRecv(to, bytes, ncclUint8, p, comm_, stream_));
    }
    check(ncclGroupEnd());
  }
  void sum(double* value) const
  {
    if (comm_) check(ncclAllReduce(value, value, 1, ncclDouble, ncclSum, comm_, stream_));
  }

 private:
  static void check(ncclResult_t r)
  {
    if (r != ncclSuccess) throw backend_error(std::string("nccl: ") + ncclGetErrorString(r));
  }

  int rank_, size_;
  typename gpu::queue_type::api::stream stream_;
  ncclComm_t comm_ = nullptr;
};

/// Processes, of which each has `space`, and one by itself; what they take is called `way`.
struct gpu_run {
  dist::processes const& all;
  gpu const& space;
  bare_nccl const* bare;  // none where NCCL is not what is measured
  std::string way;
  records& out;
  std::int64_t side, elements, sorted;  // of a GPU

  dist::processes alone = {};
};

void measure_heat(gpu_run const& r);
void measure_sum(gpu_run const& r);
void measure_redistribute(gpu_run const& r);
void measure_sort(gpu_run const& r);

}  // namespace acre::bench

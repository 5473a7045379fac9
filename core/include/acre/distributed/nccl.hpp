#pragma once

#include <acre/backends/nccl/link.hpp>
#include <acre/distributed/processes.hpp>
#include <acre/error.hpp>

#include <cstddef>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// GPUs that send each other memory by NCCL (AMD's: RCCL). As <acre/distributed/mpi.hpp> wants MPI,
/// this header alone wants NCCL's, of which the program chooses one, and links nccl.
///
/// ```sketch
/// acre::distributed::mpi_session const mpi(argc, argv);
/// acre::runtime const runtime(argc, argv);
/// auto const all = acre::distributed::with_nccl(mpi.world(), acre::cuda());
/// acre::distributed::array<double, 2, acre::cuda> u(all, acre::distributed::blocks(shape(8192,
/// 8192)));
/// ```
namespace acre::distributed {

namespace detail {

/// A transport of bytes, and NCCL for memory of devices.
template <class Space>
class linked {
 public:
  linked(processes all, Space const& space, backends::byte_message const& id)
      : all_(std::move(all)), link_(space, id, all_.rank(), all_.size(), all_.timeout())
  {}

  int rank() const { return all_.rank(); }
  int size() const { return all_.size(); }
  double timeout() const { return all_.timeout(); }
  void set_timeout(double seconds)
  {
    all_.set_timeout(seconds);
    link_.set_timeout(seconds);
  }
  void send(int to, int tag, backends::byte_message m) { by().send(to, tag, std::move(m)); }
  backends::byte_message receive(int from, int tag) { return by().receive(from, tag); }
  backends::gathered_bytes all_gather(backends::byte_message m)
  {
    return by().all_gather(std::move(m));
  }
  std::vector<backends::byte_message> gather(int root, backends::byte_message m)
  {
    return by().gather(root, std::move(m));
  }
  std::vector<backends::byte_message> all_to_all(std::vector<backends::byte_message> m)
  {
    return by().all_to_all(std::move(m));
  }
  bool agree(bool mine) { return by().agree(mine); }
  void drop_unreceived() { by().drop_unreceived(); }
  bool takes(backends::queue const& on) const { return link_.takes(on); }
  bool in_pieces(backends::device_part const& part) const { return link_.in_pieces(part); }
  void transfer(backends::device_queue const& on, std::span<backends::device_part const> sends,
                std::span<backends::device_part const> receives)
  {
    link_.transfer(on, sends, receives);
  }
  void use(std::unique_ptr<backends::nccl::windows<Space>> w) { link_.use(std::move(w)); }

 private:
  transport& by()
  {
    link_.refuse_broken();
    return access::of(all_);
  }

  processes all_;
  backends::nccl::link<Space> link_;
};

/// What tells a GPU from all others: the machine's start and the GPU's place in it.
inline std::string gpu_of(int index, std::string const& bus)
{
  std::string start;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> start;
  return start + ' ' + (bus.empty() ? std::to_string(index) : bus);
}

/// Windows into the memory of the processes' GPUs, where these are on one host, as `hosts` has a
/// name of each process', and reach each other; else none. Together.
template <class Space>
std::unique_ptr<backends::nccl::windows<Space>> opened_windows(
    transport& by, Space const& space, std::vector<std::string> const& hosts)
{
  auto made = std::make_unique<backends::nccl::windows<Space>>(space, by.rank(), by.size());
  auto const exported = by.all_gather(made->exported());
  auto const me = static_cast<std::size_t>(by.rank());
  backends::byte_message mapped(hosts.size());
  for (std::size_t p = 0; p < hosts.size(); ++p)
    if (hosts[p] == hosts[me] && made->map(static_cast<int>(p), (*exported)[p]))
      mapped[p] = std::byte{1};
  auto const told = by.all_gather(mapped);
  for (std::size_t p = 0; p < hosts.size(); ++p)
    if ((*told)[p].at(me) == std::byte{1}) made->is_mapped_by(static_cast<int>(p));
  if (!made->reach_any()) made.reset();
  return made;
}

}  // namespace detail

/// The same processes, whose blocks on GPUs go from one to the other by NCCL, queued with the rest
/// of the work: halos, redistribute, gather_to, scatter_from. Numbers of reductions, which are few
/// bytes, and errors go as they did. `space` is of the process' own GPU. Virtual processes are
/// given back as they are: their GPUs copy from each other. (No other spaces: CPUs have no use of
/// it.)
///
/// Messages of 64 MiB and more between GPUs of one host that reach each other's memory go by their
/// copy engines, in pieces that are packed and unpacked on the way, beside kernels that compute:
/// through memory that the others have mapped as long as these processes are used, 128 MiB of each
/// of two GPUs and of more 64 MiB for each other one.
///
/// Together. Throws value_error on all where two processes have one GPU, which NCCL doesn't take;
/// communication_error where not all come within the timeout, backend_error for NCCL's errors.
///
/// A process that is gone: after the timeout() of what it should have sent, or as soon as NCCL
/// tells, NCCL is ended on the others. What the host or the GPU waits for ends, holding anything,
/// and the next call on `all` is a communication_error.
template <class Space>
  requires(Space::queue_type::is_device)
processes with_nccl(processes const& all, Space const& space)
{
  auto& by = detail::access::of(all);
  if (by.pauses()) return all;
  auto const id =
      all.rank() == 0 ? backends::nccl::make_id() : backends::byte_message(sizeof(ncclUniqueId));
  auto const device = space.device();
  std::string const mine = detail::gpu_of(device.index, device.bus);
  auto message = id;
  auto const* const text = reinterpret_cast<std::byte const*>(mine.data());
  message.insert(message.end(), text, text + mine.size());
  auto const told = by.all_gather(std::move(message));
  std::map<std::string, int> known;
  std::vector<std::string> hosts;
  for (int p = 0; p < all.size(); ++p) {
    auto const& m = (*told)[static_cast<std::size_t>(p)];
    std::string const gpu(reinterpret_cast<char const*>(m.data()) + sizeof(ncclUniqueId),
                          m.size() - sizeof(ncclUniqueId));
    hosts.push_back(gpu.substr(0, gpu.find(' ')));
    auto const [at, is_new] = known.emplace(gpu, p);
    if (!is_new)
      throw value_error("with_nccl: processes " + std::to_string(at->second) + " and " +
                        std::to_string(p) + " have one GPU, " + gpu.substr(gpu.find(' ') + 1) +
                        ", and NCCL takes one process a GPU: start as many processes as there are "
                        "GPUs, or do without with_nccl, and blocks go through the host's memory");
  }
  backends::byte_message const first(told->front().begin(),
                                     told->front().begin() + sizeof(ncclUniqueId));
  auto const linked = std::make_shared<detail::linked<Space>>(all, space, first);
  if (all.size() > 1) linked->use(detail::opened_windows(by, space, hosts));
  processes const result(linked);
  // 4096² float64 of heat: 40 µs of the host's in a step, and as long on an H200
  detail::access::of(result).fewest_bytes_beside = std::int64_t{64} << 20;
  return result;
}

}  // namespace acre::distributed

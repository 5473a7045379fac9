#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/pack.hpp>
#include <acre/distributed/detail/transfer.hpp>
#include <acre/elementwise/shifted.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// The elements around a block: exchange() fills its halo, shifted() reads it; start() and finish()
/// are its halves.
namespace acre::distributed {

namespace detail {
/// Tags of exchanges, in turn: one that was started and never finished leaves messages that are
/// nobody else's.
inline constexpr int halo_tag = 16, halo_tags = 1024;

template <class Array>
exchange_plan const& plan_of_halo(Array const& u)
{
  auto& halo = array_access::halo_of(u);
  if (!halo.plan)
    halo.plan = std::make_shared<exchange_plan const>(
        plan_exchange(array_access::layout_of(u), u.all().rank()));
  return *halo.plan;
}
/// What an exchange sends, and receives, of a block with its halo in memory of devices.
template <class Array>
auto halo_parts(Array const& with_halo, exchange_plan const& plan)
{
  auto const listed = [&](auto const& messages) {
    std::vector<array_part<Array>> list;
    for (auto const& m : messages)
      for (auto const& b : m.boxes) list.push_back({m.process, part_of(with_halo, b)});
    return list;
  };
  return std::pair(listed(plan.sends), listed(plan.receives));
}

/// From device to device, on the array's queue or one beside it. (An exchange of rows takes the GPU
/// some 10 µs: what it moves is written down once.)
template <acre::element T, int Rank, class Space>
void exchange_queued(array<T, Rank, Space> const& u, Space const& on)
{
  next_call(u.all());
  auto& halo = array_access::halo_of(u);
  if (!halo.in_place) {
    auto const [sends, receives] = halo_parts(u.with_halo(), plan_of_halo(u));
    halo.in_place = std::make_shared<parts_in_place const>(in_place(u.all(), sends, receives));
  }
  if (halo.in_place->are_all) {
    transfer_on(access::of(u.all()), on, halo.in_place->sends, halo.in_place->receives);
    return;
  }
  auto const [sends, receives] = halo_parts(on_queue(u.with_halo(), on), plan_of_halo(u));
  transfer_parts(u.all(), on, sends, receives);
}

/// Throws value_error where an array's exchange is under way.
inline void require_none_under_way(char const* operation, halo_exchange const& halo)
{
  if (halo.under_way >= 0)
    throw value_error(std::string("distributed::") + operation +
                      ": this array's exchange is under way: finish(u) ends it");
}
}  // namespace detail

/// exchange(u) in two halves, between which the processes compute what needs no halo: start() sends
/// the neighbours what they want, finish() waits for theirs and fills the halo.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<double, 1> u(all, blocks(shape(12), halo(1), periodic(0))), v = copy(u);
///   u = coordinate(u, 0);
///   auto const step = u + 0.25 * (shifted(u, 1) - 2 * u + shifted(u, -1));
///   start(u);
///   inner(v) = step;  // while the messages are on their way
///   finish(u);
///   rim(v) = step;
///   auto const whole = gather_to(v, 0);
///   if (all.rank() == 0) std::cout << whole << '\n';
/// });
/// ```
/// ```text
/// [ 3.  1.  2.  3.  4.  5.  6.  7.  8.  9. 10.  8.]
/// ```
///
/// What is sent are the elements that u has when it is started; its halo may change from then on,
/// and has changed behind finish(). From device to device all of it is queued, on a queue beside
/// u's own, whose kernels in between run while the messages are on their way. Other calls may come
/// in between, exchanges of other arrays as well. Throws value_error for an array whose exchange is
/// started already; for one that isn't, as u = … may make it that of new memory.
template <acre::element T, int Rank, class Space>
void start(array<T, Rank, Space> const& u)
{
  auto& halo = detail::array_access::halo_of(u);
  detail::require_none_under_way("start", halo);
  detail::plan_of_halo(u);
  detail::next_call(u.all());
  auto& transport = detail::access::of(u.all());
  halo.under_way = transport.exchanges++;
  if (detail::goes_by_device(u.all(), u.space())) {
    auto const [sends, receives] = detail::halo_parts(u.with_halo(), *halo.plan);
    halo.queued = std::make_shared<detail::transfer_beside<acre::array<T, Rank, Space>>>(
        u.all(), u.space(), sends, receives);
    return;
  }
  int const tag = detail::halo_tag + static_cast<int>(halo.under_way % detail::halo_tags);
  for (auto const& to : halo.plan->sends)
    transport.send(to.process, tag, detail::packed(u.with_halo(), to.boxes));
}
template <acre::element T, int Rank, class Space>
void finish(array<T, Rank, Space> const& u)
{
  auto& halo = detail::array_access::halo_of(u);
  if (halo.under_way < 0)
    throw value_error(
        "distributed::finish: no exchange of this array is under way: start(u) begins one, of the "
        "memory that u has then");
  if (halo.queued) {
    auto const queued =
        std::static_pointer_cast<detail::transfer_beside<acre::array<T, Rank, Space>>>(
            std::move(halo.queued));
    halo.queued.reset();
    halo.under_way = -1;
    queued->finish();
    return;
  }
  auto& transport = detail::access::of(u.all());
  int const tag = detail::halo_tag + static_cast<int>(halo.under_way % detail::halo_tags);
  for (auto const& from : halo.plan->receives)
    detail::unpack(u.with_halo(), from.boxes, transport.receive(from.process, tag), "finish",
                   from.process);
  halo.under_way = -1;
}

/// Fills the halo of every block with the neighbours' elements, corners too; those beyond the array
/// come from its other end along periodic axes. Along the others they are the program's: 0, or what
/// it has written to with_halo(), of which a corner beside a neighbour's block gets the
/// neighbour's. A halo may be wider than the neighbour's block.
///
/// Together; a message to each process that has a block or a corner beside, and waits for theirs:
/// from device to device it is queued, and the host goes on. Nothing is checked: processes that
/// make other calls at the same time meet in a communication_error.
template <acre::element T, int Rank, class Space>
void exchange(array<T, Rank, Space> const& u)
{
  if (detail::array_access::halo_of(u).under_way < 0 &&
      detail::goes_by_device(u.all(), u.space())) {
    detail::exchange_queued(u, u.space());
    return;
  }
  start(u);
  finish(u);
}

namespace detail {

template <class Array>
struct calls_of_halo {
  using space_type = typename Array::space_type;
  static Array of(name const& n) { return array_access::named<Array>(n); }
  static void begin(name const& n) { start(of(n)); }
  static void end(name const& n) { finish(of(n)); }
  static exchange_plan const& plan(name const& n) { return plan_of_halo(of(n)); }
  static bool is_of(name const& n, void const* space)
  {
    return of(n).space() == *static_cast<space_type const*>(space);
  }
  static void queue_on(name const& n, void const* beside)
  {
    exchange_queued(of(n), *static_cast<space_type const*>(beside));
  }
  static constexpr halo_calls all{begin, end, plan, is_of, queue_on};
};

/// A term of the elements that are `by` away from a block's own; local_of(them) is computed.
template <acre::element T, int Rank, class Space, class F>
auto shifted_term(array<T, Rank, Space> const& a,
                  typename array<T, Rank, Space>::shape_type const& by, F const& local_of)
{
  auto const& l = array_access::layout_of(a);
  auto const block = l.block_of(a.all().rank());
  shape_t<Rank> low{};
  reach far;
  for (int axis = 0; axis < Rank; ++axis) {
    std::int64_t const width = l.axis(axis).halo;
    if (by[axis] > width || -by[axis] > width)
      throw value_error("distributed::shifted: " + std::to_string(by[axis]) + " along axis " +
                        std::to_string(axis) + " is beyond the halo of " + std::to_string(width) +
                        ": blocks(…, halo(" + std::to_string(by[axis] < 0 ? -by[axis] : by[axis]) +
                        ")) has room for it");
    low[axis] = width + by[axis];
    if (by[axis] < 0 && is_exchanged(l, block, axis, false)) far.low[axis] = -by[axis];
    if (by[axis] > 0 && is_exchanged(l, block, axis, true)) far.high[axis] = by[axis];
  }
  auto whole = as_term(a);
  if (by != shape_t<Rank>{}) {
    whole.reads[0].halo = &array_access::halo_of(a);
    whole.reads[0].calls = &calls_of_halo<array<T, Rank, Space>>::all;
  }
  auto local = local_of(part_of(a.with_halo(), low, a.local().shape()));
  return term<decltype(local), 1>(whole.all, whole.where, std::move(local), whole.reads, far);
}

}  // namespace detail

/// The array whose element (i, j) is a's (i + di, j + dj), as an expression: from the halo, where
/// that is another block's. One offset for each axis.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(2, [](processes const& all) {
///   distributed::array<double, 1> u(all, blocks(shape(6), halo(1), periodic(0)));
///   u = coordinate(u, 0);
///   exchange(u);
///   auto const whole = gather_to(shifted(u, 1) - shifted(u, -1), 0);
///   if (all.rank() == 0) std::cout << whole << '\n';
/// });
/// ```
/// ```text
/// [-4.  2.  2.  2.  2. -4.]
/// ```
///
/// Offsets that the compiler knows are written shifted<1>(u), shifted<-1, 0>(u): the same values
/// and bits, quicker on a GPU, which reads each element of u once however many of these an
/// expression has. So it does where u is the only array that is read so, shifted<0, 0>(u) stands
/// for u itself, and rows lie in memory alike in all arrays, a multiple of 16 bytes apart with
/// their halo.
///
/// Throws value_error for an offset beyond the halo. Sends nothing: the halo has what exchange()
/// left there.
template <acre::element T, int Rank, class Space, std::integral... Offset>
auto shifted(array<T, Rank, Space> const& a, Offset... offset)
{
  static_assert(sizeof...(Offset) == Rank, "acre: shifted takes an offset for each axis");
  return detail::shifted_term(a, shape_t<Rank>{static_cast<std::int64_t>(offset)...},
                              [](auto there) { return there; });
}
template <int... Shift, acre::element T, int Rank, class Space>
  requires(sizeof...(Shift) > 0)
auto shifted(array<T, Rank, Space> const& a)
{
  static_assert(sizeof...(Shift) == Rank, "acre: shifted takes an offset for each axis");
  using window = acre::detail::moved_window<T, Rank, Space, acre::detail::numbers<Shift...>>;
  constexpr std::int64_t most = 1 << 20;  // of what a margin tells a kernel
  auto const margin = std::min(most, detail::array_access::layout_of(a).axis(Rank - 1).halo);
  return detail::shifted_term(a, shape_t<Rank>{Shift...}, [&](auto there) {
    return window(std::move(there), static_cast<int>(margin));
  });
}

}  // namespace acre::distributed

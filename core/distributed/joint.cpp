#include <acre/distributed/detail/bytes.hpp>
#include <acre/distributed/detail/joint.hpp>
#include <acre/distributed/detail/pack.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <new>
#include <utility>

namespace acre::distributed::detail {

namespace {

using backends::byte_message;

/// What goes before each payload: a number that the same calls share, its last bit whether the
/// process has met an error. One word, as each process receives one of all.
struct header {
  std::uint64_t call = 0;
  bool failed() const { return (call & 1) != 0; }
  friend bool operator==(header const&, header const&) = default;
};

header header_of(joint_name const& name, bool failed)
{
  std::uint64_t h = name.where == nullptr ? 1 : name.where->fingerprint();
  auto const add = [&](char const* text) {  // FNV-1a; the 0 at its end is a byte of it
    do h = (h ^ static_cast<unsigned char>(*text)) * 1099511628211u;
    while (*text++ != 0);
  };
  add(name.operation.c_str());
  add(name.dtype);
  return {(h & ~std::uint64_t{1}) | (failed ? 1u : 0u)};
}

byte_message written(transport const& by, joint_name const& name, std::optional<failure> const& f)
{
  writer w;
  w.number(by.calls);
  w.number(by.exchanges);
  w.text(name.operation + " of " + name.dtype +
         (name.where == nullptr ? "" : " " + name.where->text()));
  w.number(f ? 1 : 0);
  if (f) {
    w.number(static_cast<std::int64_t>(f->what));
    w.number(f->call);
    w.number(f->position);
    w.text(f->text);
    w.text(f->details.operation);
    w.text(f->details.label);
    w.number(f->details.index);
    w.number(f->details.axis);
    w.number(f->details.size);
  }
  return std::move(w.out);
}

[[noreturn]] void rethrow(failure const& f)
{
  using kind = failure::kind;
  switch (f.what) {
    case kind::index:
      throw index_error(f.text, f.details);
    case kind::memory:
      throw out_of_memory(f.text);
    case kind::shape:
      throw shape_error(f.text);
    case kind::value:
    case kind::calls:
      throw value_error(f.text);
    case kind::dtype:
      throw dtype_error(f.text);
    case kind::file:
      throw file_error(f.text);
    case kind::other:
      break;
  }
  throw backend_error(f.text);
}

/// Every process sees all calls and failures, and throws the same.
[[noreturn]] void throw_together(processes const& all, joint_name const& name,
                                 std::optional<failure> const& mine)
{
  auto& by = access::of(all);
  auto const told = by.all_gather(written(by, name, mine));
  std::optional<failure> worst;
  std::int64_t calls = 0, exchanges = 0;
  bool differ = false;
  std::string first, other;
  int other_process = -1;
  for (int p = 0; p < all.size(); ++p) {
    reader r((*told)[static_cast<std::size_t>(p)]);
    calls = std::max(calls, r.number());
    exchanges = std::max(exchanges, r.number());
    std::string const call = r.text();
    if (p == 0) first = call;
    if (call != first && other_process < 0) {
      other = call;
      other_process = p;
    }
    if (r.number() == 0) continue;
    failure f;
    f.what = static_cast<failure::kind>(r.number());
    differ = differ || f.what == failure::kind::calls;
    f.call = r.number();
    f.position = r.number();
    f.text = r.text();
    f.details.operation = r.text();
    f.details.label = r.text();
    f.details.position = f.position;
    f.details.index = r.number();
    f.details.axis = static_cast<int>(r.number());
    f.details.size = r.number();
    auto const rank_of = [](failure const& x) {
      bool const is_index = x.what == failure::kind::index;
      return std::array<std::int64_t, 3>{is_index ? 0 : 1, is_index ? x.call : 0,
                                         is_index ? x.position : 0};
    };
    if (!worst || rank_of(f) < rank_of(*worst)) worst = std::move(f);
  }
  if (differ || other_process >= 0) {
    // parts that some have sent would be taken for a later call's, and counts are no longer the
    // same
    by.drop_unreceived();
    by.calls = calls;
    by.exchanges = exchanges;
  }
  if (worst) rethrow(*worst);
  throw value_error("distributed: the processes' calls differ: process 0 calls " + first +
                    " and process " + std::to_string(other_process) + " " + other);
}

}  // namespace

std::string text_of(double argument)
{
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, argument).ptr};
}

gathered gather_all(processes const& all, joint_name const& name, byte_message payload,
                    std::optional<failure> const& mine)
{
  header const h = header_of(name, mine.has_value());
  byte_message message(sizeof h + payload.size());
  std::memcpy(message.data(), &h, sizeof h);
  if (!payload.empty()) std::memcpy(message.data() + sizeof h, payload.data(), payload.size());
  auto told = access::of(all).all_gather(std::move(message));
  // virtual processes share what they have gathered: one of them looks
  thread_local std::weak_ptr<std::vector<byte_message> const> known;
  if (known.lock() != told) {
    header first;
    bool alike = true, is_first = true;
    for (auto const& m : *told) {
      header theirs;
      std::memcpy(static_cast<void*>(&theirs), m.data(), sizeof theirs);
      if (std::exchange(is_first, false)) first = theirs;
      alike = alike && theirs == first && !theirs.failed();
    }
    if (!alike) throw_together(all, name, mine);
    known = told;
  }
  return {std::move(told), sizeof(header)};
}

failure current_failure()
{
  failure f;
  try {
    throw;
  } catch (index_error const& e) {
    f = {failure::kind::index, 0, e.details().position, e.message(), e.details()};
  } catch (out_of_memory const& e) {
    f = {failure::kind::memory, 0, -1, e.message(), {}};
  } catch (shape_error const& e) {
    f = {failure::kind::shape, 0, -1, e.message(), {}};
  } catch (value_error const& e) {
    f = {failure::kind::value, 0, -1, e.message(), {}};
  } catch (dtype_error const& e) {
    f = {failure::kind::dtype, 0, -1, e.message(), {}};
  } catch (file_error const& e) {
    f = {failure::kind::file, 0, -1, e.message(), {}};
  } catch (error const& e) {
    f = {failure::kind::other, 0, -1, e.message(), {}};
  } catch (std::bad_alloc const&) {
    f = {failure::kind::memory, 0, -1, "the host is out of memory", {}};
  } catch (std::exception const& e) {
    f = {failure::kind::other, 0, -1, e.what(), {}};
  }
  return f;
}

std::optional<failure> take_pending(processes const& all)
{
  auto& pending = access::of(all).pending;
  std::optional<failure> f;
  if (pending) f = *static_cast<failure const*>(pending.get());
  pending.reset();
  return f;
}

failure another_call(processes const& all, int from)
{
  return {failure::kind::calls,
          0,
          -1,
          "distributed: process " + std::to_string(from) + " and process " +
              std::to_string(all.rank()) +
              " don't compute the same: the dtypes or the calls differ",
          {}};
}

void require_bytes(std::size_t bytes, std::int64_t elements, std::size_t item_size,
                   char const* operation, int from)
{
  auto const wanted = static_cast<std::size_t>(elements) * item_size;
  if (bytes != wanted)
    throw communication_error(std::string("distributed::") + operation + ": process " +
                                  std::to_string(from) + " sent " + std::to_string(bytes) +
                                  " bytes where " + std::to_string(wanted) +
                                  " were expected: the processes' calls differ",
                              operation, from, 0);
}

void next_call(processes const& all) { ++access::of(all).calls; }

void note_failures(processes const& all, layout const& where, std::function<void()> const& fence)
{
  auto& t = access::of(all);
  try {
    fence();
  } catch (index_error const&) {
    auto const* const noted = static_cast<failure const*>(t.pending.get());
    if (noted && noted->call != t.calls) return;  // an earlier one counts
    failure f = current_failure();
    f.call = t.calls;
    box const b = where.block_of(all.rank());
    std::int64_t const local = f.position;
    if (local >= 0 && local < b.size()) {
      extents at{};
      std::int64_t rest = local;
      for (int axis = where.rank() - 1; axis >= 0; --axis) {
        at[axis] = b.low[axis] + rest % b.extent(axis);
        rest /= b.extent(axis);
      }
      f.position = flat_index(where, std::span(at.data(), static_cast<std::size_t>(where.rank())));
      f.details.position = f.position;
      std::string const was = "position " + std::to_string(local) + " ";
      if (auto const found = f.text.find(was); found != std::string::npos)
        f.text.replace(found, was.size(), "position " + std::to_string(f.position) + " ");
    }
    if (noted && noted->position <= f.position) return;
    t.pending = std::make_shared<failure>(std::move(f));
  }
}

}  // namespace acre::distributed::detail

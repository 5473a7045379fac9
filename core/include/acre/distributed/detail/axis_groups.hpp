#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/joint.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Processes that have parts of the same results: those along the cut axes that an operation
/// combines, in the order of the elements.
namespace acre::distributed::detail {

/// What all processes may hold of one operation's partial results; beyond, each combines a share.
inline constexpr std::int64_t gathered_bytes_at_most = 131072;

/// Processes that have parts of the same results, of which this one is `me`.
struct process_group {
  std::vector<int> members;
  int me = 0;
};

/// Those along the axes in `gone`, in C order of these.
inline process_group group_along(layout const& of, int process, std::span<bool const> gone)
{
  process_group g;
  g.members = of.along(process, gone);
  g.me = static_cast<int>(std::ranges::find(g.members, process) - g.members.begin());
  return g;
}

/// The processes along the axes in `gone`, of which the first alone may be cut, where their order
/// matters: elements of those axes are counted in C order. Keeps no list of them, as there may be
/// 100000; the layout outlives it.
class axis_order {
 public:
  axis_order(layout const& of, int process, std::span<bool const> gone)
      : of_(&of), process_(process)
  {
    while (!gone[static_cast<std::size_t>(axis_)]) ++axis_;
    for (int a = axis_ + 1; a < of.rank(); ++a)
      if (gone[static_cast<std::size_t>(a)]) rest_ *= of.shape()[a];
    me_ = static_cast<std::size_t>(of.parts_of(process)[static_cast<std::size_t>(axis_)]);
  }

  std::size_t size() const { return static_cast<std::size_t>(of_->axis(axis_).parts()); }
  std::size_t me() const { return me_; }
  int process(std::size_t member) const
  {
    return of_->beside(process_, axis_, static_cast<int>(member));
  }
  /// Member m has elements start(m) … start(m + 1) - 1.
  std::int64_t start(std::size_t member) const { return of_->axis(axis_).cuts[member] * rest_; }
  std::int64_t count(std::size_t member) const { return start(member + 1) - start(member); }
  std::int64_t begin() const { return start(me_); }
  std::int64_t end() const { return start(me_ + 1); }
  std::int64_t total() const { return start(size()); }
  /// The member that has an element, of which there is one.
  std::size_t owner(std::int64_t element) const
  {
    auto const& cuts = of_->axis(axis_).cuts;
    return static_cast<std::size_t>(std::ranges::upper_bound(cuts, element / rest_) -
                                    cuts.begin()) -
           1;
  }
  /// The next member's process on either side that has any element.
  int before() const
  {
    std::size_t m = me_ - 1;
    while (count(m) == 0) --m;
    return process(m);
  }
  int behind() const
  {
    std::size_t m = me_ + 1;
    while (count(m) == 0) ++m;
    return process(m);
  }

 private:
  layout const* of_;
  int process_, axis_ = 0;
  std::int64_t rest_ = 1;
  std::size_t me_;
};

/// Which of the axes in `gone` are cut: none, the first of them alone, or others.
enum class cut_of { none, first, others };
inline cut_of cuts_along(layout const& of, std::span<bool const> gone)
{
  auto found = cut_of::none;
  bool is_first = true;
  for (int a = 0; a < of.rank(); ++a) {
    if (!gone[static_cast<std::size_t>(a)]) continue;
    if (of.axis(a).parts() > 1) found = is_first ? cut_of::first : cut_of::others;
    is_first = false;
  }
  return found;
}

/// "sum along 0 1": what all processes are to call.
inline std::string along_axes(char const* name, std::span<bool const> gone)
{
  std::string text = std::string(name) + " along";
  for (std::size_t a = 0; a < gone.size(); ++a)
    if (gone[a]) text += " " + std::to_string(a);
  return text;
}

/// A process' block of a result, as an array. Sends nothing.
template <class T, int Rank, class Space>
array<T, Rank, Space> array_of(processes const& all, layout const& where,
                               acre::array<T, Rank, Space> const& block)
{
  return term<acre::array<T, Rank, Space>, 0>(all, std::make_shared<layout const>(where), block,
                                              {});
}

/// f(values, counts, width) for what the members have of `kept` results: `values` are sum(counts)
/// rows of `width` results, member after member, and f leaves those results in the first row. All
/// of a group get all of them. Together: one all-gather of everything where that is little (`most`
/// bytes of all processes, which count by `all_values`); else each member combines a share.
template <class Value, class F>
value_list<Value> combined_by_group(processes const& all, joint_name const& name,
                                    process_group const& group,
                                    std::vector<std::int64_t> const& counts, std::int64_t kept,
                                    std::int64_t all_values, value_list<Value> const& mine,
                                    std::optional<failure> const& failed, F const& f,
                                    std::int64_t most = gathered_bytes_at_most)
{
  std::size_t const members = group.members.size();
  auto& transport = access::of(all);
  std::int64_t rows = 0;
  for (auto const n : counts) rows += n;
  auto const join = [&](auto const& message_of, std::int64_t width) {
    value_list<Value> values(std::max<std::int64_t>(rows, 1) * width);
    auto* to = reinterpret_cast<std::byte*>(values.data());
    for (std::size_t m = 0; m < members; ++m) {
      auto const message = message_of(m);
      require_bytes(message.size(), counts[m] * width, sizeof(Value), name.operation.c_str(),
                    group.members[m]);
      if (message.size() > 0) std::memcpy(to, message.data(), message.size());
      to += message.size();
    }
    if (width > 0) f(values.data(), rows, width);
    return values;
  };
  if (all_values <= most / static_cast<std::int64_t>(sizeof(Value))) {
    auto const told = gather_all(all, name, to_bytes(mine), failed);
    return join([&](std::size_t m) { return told.of(static_cast<std::size_t>(group.members[m])); },
                kept);
  }
  gather_all(all, name, {}, failed);
  auto const share = [&](std::size_t m) {
    return kept * static_cast<std::int64_t>(m) / static_cast<std::int64_t>(members);
  };
  std::vector<backends::byte_message> parts(static_cast<std::size_t>(all.size()));
  std::int64_t const own_rows = counts[static_cast<std::size_t>(group.me)];
  for (std::size_t m = 0; m < members; ++m) {
    std::int64_t const from = share(m), width = share(m + 1) - from;
    auto& part = parts[static_cast<std::size_t>(group.members[m])];
    part.resize(static_cast<std::size_t>(own_rows * width) * sizeof(Value));
    for (std::int64_t r = 0; r < own_rows && width > 0; ++r)
      std::memcpy(part.data() + static_cast<std::size_t>(r * width) * sizeof(Value),
                  mine.data() + r * kept + from, static_cast<std::size_t>(width) * sizeof(Value));
  }
  auto const came = transport.all_to_all(std::move(parts));
  auto const me = static_cast<std::size_t>(group.me);
  std::int64_t const width = share(me + 1) - share(me);
  auto const combined = join(
      [&](std::size_t m) {
        return std::span<std::byte const>(came[static_cast<std::size_t>(group.members[m])]);
      },
      width);
  std::vector<backends::byte_message> results(static_cast<std::size_t>(all.size()));
  for (std::size_t m = 0; m < members; ++m)
    results[static_cast<std::size_t>(group.members[m])] =
        to_bytes(std::span<Value const>(combined.data(), static_cast<std::size_t>(width)));
  auto const told = transport.all_to_all(std::move(results));
  value_list<Value> values(kept);
  for (std::size_t m = 0; m < members; ++m) {
    auto const& message = told[static_cast<std::size_t>(group.members[m])];
    require_bytes(message.size(), share(m + 1) - share(m), sizeof(Value), name.operation.c_str(),
                  group.members[m]);
    if (!message.empty()) std::memcpy(values.data() + share(m), message.data(), message.size());
  }
  return values;
}

}  // namespace acre::distributed::detail

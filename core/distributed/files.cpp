#include <acre/distributed/detail/bytes.hpp>
#include <acre/distributed/detail/files.hpp>

#include <algorithm>
#include <exception>
#include <memory>
#include <system_error>
#include <utility>

namespace acre::distributed::detail {

namespace fs = std::filesystem;
using backends::byte_message;
using io::detail::file_parts;

block_runs::block_runs(extents const& whole, box const& block) : block_(block)
{
  std::int64_t stride = 1;
  for (int axis = block.rank - 1; axis >= 0; --axis) {
    stride_[axis] = stride;
    stride *= whole[axis];
  }
  if (block.size() == 0) {
    count_ = length_ = 0;
    return;
  }
  // along all axes behind the last one that is cut, and along that one
  int axis = block.rank - 1;
  for (; axis >= 0; --axis) {
    length_ *= block.extent(axis);
    if (block.extent(axis) != whole[axis]) break;
  }
  outer_ = std::max(axis, 0);
  for (int a = 0; a < outer_; ++a) count_ *= block.extent(a);
}

std::int64_t block_runs::first(std::int64_t piece) const
{
  std::int64_t at = 0;
  for (int axis = block_.rank - 1; axis >= outer_; --axis) at += block_.low[axis] * stride_[axis];
  for (int axis = outer_ - 1; axis >= 0; --axis) {
    at += (block_.low[axis] + piece % block_.extent(axis)) * stride_[axis];
    piece /= block_.extent(axis);
  }
  return at;
}

std::int64_t block_runs::first_beyond(std::int64_t low) const
{
  std::int64_t from = 0, to = count_;
  while (from < to) {
    std::int64_t const middle = from + (to - from) / 2;
    if (first(middle) + length_ > low)
      to = middle;
    else
      from = middle + 1;
  }
  return from;
}

void require_one_text(char const* operation, gathered const& told)
{
  std::string const first = reader(told.of(0)).text();
  for (std::size_t p = 1; p < told.size(); ++p)
    if (std::string const other = reader(told.of(p)).text(); other != first)
      throw value_error(std::string("distributed::") + operation + ": process 0 names " + first +
                        " and process " + std::to_string(p) + " " + other);
}

namespace {

/// Files are written and read in pieces of a mebibyte and more: blocks whose rows are shorter go
/// through messages, in windows of so much a process at a time.
constexpr std::int64_t shortest_piece = std::int64_t{1} << 20, window = std::int64_t{1} << 24;

/// What all processes have of an array.
struct cut_array {
  extents whole{};
  std::vector<box> blocks;
  std::size_t item_size;
  std::int64_t size = 1;

  /// `once`: of blocks that several processes have, one has the elements.
  cut_array(layout const& l, std::size_t item, bool once, bool backwards = false)
      : whole(l.shape()), item_size(item), size(l.size())
  {
    auto const turn = [&](extents& e) {
      if (backwards) std::reverse(e.begin(), e.begin() + l.rank());
    };
    turn(whole);
    for (int p = 0; p < l.processes(); ++p) {
      blocks.push_back(once ? l.own_block_of(p) : l.block_of(p));
      turn(blocks.back().low);
      turn(blocks.back().high);
    }
  }
  block_runs runs(int process) const { return {whole, blocks[static_cast<std::size_t>(process)]}; }
  std::int64_t bytes(std::int64_t elements) const
  {
    return elements * static_cast<std::int64_t>(item_size);
  }
  bool goes_by_itself() const
  {
    return std::ranges::all_of(blocks, [&](box const& b) {
      block_runs const r(whole, b);
      return r.count() <= 1 || bytes(r.length()) >= shortest_piece;
    });
  }
};

/// f(begin) for the windows, of which process p has elements begin(p) … begin(p + 1) - 1.
template <class F>
void for_windows(processes const& all, cut_array const& a, F const& f)
{
  auto const elements = [&](std::int64_t bytes) {
    return std::max<std::int64_t>(1, bytes / static_cast<std::int64_t>(a.item_size));
  };
  std::int64_t const each = std::clamp((a.size + all.size() - 1) / all.size(),
                                       elements(shortest_piece), elements(window));
  for (std::int64_t first = 0; first < a.size; first += each * all.size()) {
    auto const begin = [&](int p) { return std::min(a.size, first + p * each); };
    f(begin);
  }
}

/// The bytes of a block's elements first … last - 1 in their order, of which those from an element
/// and place in the block on lie at address(element, place).
template <class Address>
byte_message packed_runs(cut_array const& a, block_runs const& runs, std::int64_t first,
                         std::int64_t last, Address const& address)
{
  byte_message part;
  runs.within(first, last, [&](std::int64_t element, std::int64_t count, std::int64_t place) {
    std::byte const* const bytes = address(element, place);
    part.insert(part.end(), bytes, bytes + a.bytes(count));
  });
  return part;
}
/// The way back. Less comes of a process that has an error to tell.
template <class Address>
void unpack_runs(cut_array const& a, block_runs const& runs, std::int64_t first, std::int64_t last,
                 byte_message const& part, Address const& address)
{
  std::size_t used = 0;
  runs.within(first, last, [&](std::int64_t element, std::int64_t count, std::int64_t place) {
    auto const n = static_cast<std::size_t>(a.bytes(count));
    if (used + n <= part.size()) std::memcpy(address(element, place), part.data() + used, n);
    used += n;
  });
}

void write_block(processes const& all, cut_array const& a, std::byte const* mine,
                 std::uint64_t place, file_parts const* file, std::optional<failure>& failed)
{
  auto const me = all.rank();
  block_runs const own = a.runs(me);
  auto const at = [&](std::int64_t element) {
    return place + static_cast<std::uint64_t>(a.bytes(element));
  };
  if (a.goes_by_itself()) {
    try_to(failed, [&] {
      own.within(0, a.size, [&](std::int64_t to, std::int64_t count, std::int64_t from) {
        file->write(at(to), mine + a.bytes(from), static_cast<std::uint64_t>(a.bytes(count)));
      });
    });
    return;
  }
  for_windows(all, a, [&](auto const& begin) {
    std::vector<byte_message> parts(static_cast<std::size_t>(all.size()));
    try_to(failed, [&] {
      for (int p = 0; p < all.size(); ++p)
        parts[static_cast<std::size_t>(p)] =
            packed_runs(a, own, begin(p), begin(p + 1),
                        [&](std::int64_t, std::int64_t from) { return mine + a.bytes(from); });
    });
    auto const came = access::of(all).all_to_all(std::move(parts));
    std::int64_t const low = begin(me), high = begin(me + 1);
    try_to(failed, [&] {
      byte_message row(static_cast<std::size_t>(a.bytes(high - low)));
      for (int p = 0; p < all.size(); ++p)
        unpack_runs(a, a.runs(p), low, high, came[static_cast<std::size_t>(p)],
                    [&](std::int64_t to, std::int64_t) { return row.data() + a.bytes(to - low); });
      file->write(at(low), row.data(), row.size());
    });
  });
}

void read_block(processes const& all, cut_array const& a, std::byte* mine, std::uint64_t place,
                file_parts const* file, std::optional<failure>& failed)
{
  auto const me = all.rank();
  block_runs const own = a.runs(me);
  auto const at = [&](std::int64_t element) {
    return place + static_cast<std::uint64_t>(a.bytes(element));
  };
  if (a.goes_by_itself()) {
    try_to(failed, [&] {
      own.within(0, a.size, [&](std::int64_t from, std::int64_t count, std::int64_t to) {
        file->read(at(from), mine + a.bytes(to), static_cast<std::uint64_t>(a.bytes(count)));
      });
    });
    return;
  }
  for_windows(all, a, [&](auto const& begin) {
    std::int64_t const low = begin(me), high = begin(me + 1);
    std::vector<byte_message> parts(static_cast<std::size_t>(all.size()));
    try_to(failed, [&] {
      byte_message row(static_cast<std::size_t>(a.bytes(high - low)));
      file->read(at(low), row.data(), row.size());
      for (int p = 0; p < all.size(); ++p)
        parts[static_cast<std::size_t>(p)] = packed_runs(
            a, a.runs(p), low, high,
            [&](std::int64_t from, std::int64_t) { return row.data() + a.bytes(from - low); });
    });
    auto const came = access::of(all).all_to_all(std::move(parts));
    for (int p = 0; p < all.size(); ++p)
      unpack_runs(a, own, begin(p), begin(p + 1), came[static_cast<std::size_t>(p)],
                  [&](std::int64_t, std::int64_t to) { return mine + a.bytes(to); });
  });
}

}  // namespace

void save_together(processes const& all, joint_name const& name, fs::path const& path,
                   std::string const& what, std::optional<failure> failed,
                   std::vector<block_to_write> const& blocks, begin_file const& begin)
{
  writer mine;
  mine.text(what);
  std::unique_ptr<io::detail::new_file const> file;  // on process 0
  if (all.rank() == 0)
    try_to(failed, [&] {
      file = std::make_unique<io::detail::new_file const>(path);
      mine.text(file->name().string());
    });
  auto const told = gather_all(all, name, std::move(mine.out), failed);
  require_one_text(name.operation.c_str(), told);
  fs::path const beside = [&] {
    reader of_first(told.of(0));
    of_first.text();
    return of_first.text();
  }();
  try {
    writer where;
    if (file)
      try_to(failed, [&] {
        file->make();
        for (auto const place : begin(*file)) where.number(static_cast<std::int64_t>(place));
      });
    auto const places = gather_all(all, name, std::move(where.out), failed);
    reader place(places.of(0));
    std::unique_ptr<file_parts> parts;
    try_to(failed,
           [&] { parts = std::make_unique<file_parts>(beside, path, file_parts::use::write); });
    for (auto const& b : blocks)
      write_block(all, cut_array(*b.where, b.item_size, true), b.elements,
                  static_cast<std::uint64_t>(place.number()), parts.get(), failed);
    if (parts) try_to(failed, [&] { parts->close(); });
    gather_all(all, name, {}, failed);
    // all is written
    if (file) try_to(failed, [&] { file->take_place(); });
    gather_all(all, name, {}, failed);
  } catch (communication_error const&) {
    // process 0, which removes it else, may be the one that is gone: all know the name before the
    // file is there
    std::error_code ignored;
    fs::remove(beside, ignored);
    throw;
  }
}

found_npy find_npy_together(processes const& all, joint_name const& name, fs::path const& path,
                            io::npy_array const& wanted)
{
  std::optional<failure> failed = take_pending(all);
  writer mine;
  mine.text(path.string());
  if (all.rank() == 0)
    try_to(failed, [&] {
      auto const place = io::detail::find_npy(path, wanted.kind, wanted.itemsize,
                                              static_cast<int>(wanted.shape.size()));
      mine.text(fs::absolute(path).string());
      mine.text(place.version);
      mine.number(static_cast<std::int64_t>(place.begin));
      mine.number(place.swapped ? 1 : 0);
      mine.number(place.fortran_order ? 1 : 0);
      for (auto const n : place.layout.shape) mine.number(n);
    });
  auto const told = gather_all(all, name, std::move(mine.out), failed);
  require_one_text(name.operation.c_str(), told);
  reader from(told.of(0));
  found_npy found;
  found.shown = from.text();
  found.name = from.text();
  found.place.version = from.text();
  found.place.layout = wanted;
  found.place.begin = static_cast<std::uint64_t>(from.number());
  found.place.swapped = from.number() != 0;
  found.place.fortran_order = from.number() != 0;
  for (auto& n : found.place.layout.shape) n = from.number();
  return found;
}

void read_together(processes const& all, joint_name const& name, found_npy const& file,
                   layout const& where, void* to)
{
  std::optional<failure> failed;
  std::unique_ptr<file_parts> parts;
  try_to(failed, [&] {
    parts = std::make_unique<file_parts>(file.name, file.shown, file_parts::use::read);
    if (parts->version() != file.place.version)
      throw file_error("cannot read " + file.shown +
                       ": another file has taken its place since process 0 has opened it");
  });
  auto const& of = file.place;
  cut_array const a(where, of.layout.itemsize, false, of.fortran_order);
  read_block(all, a, static_cast<std::byte*>(to), of.begin, parts.get(), failed);
  gather_all(all, name, {}, failed);
  box const& mine = a.blocks[static_cast<std::size_t>(all.rank())];
  of.to_native(to, static_cast<std::size_t>(a.bytes(mine.size())));
}

}  // namespace acre::distributed::detail

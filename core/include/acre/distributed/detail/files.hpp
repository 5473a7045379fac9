#pragma once

#include <acre/array/copy.hpp>
#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/joint.hpp>
#include <acre/distributed/detail/layout.hpp>
#include <acre/distributed/detail/pack.hpp>
#include <acre/io/detail/in_parts.hpp>
#include <acre/io/npy.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Files of which every process writes or reads its part.
namespace acre::distributed::detail {

/// Where a block's elements lie in the whole array's C order: in pieces of neighbours, all of one
/// length, in the block's own order.
class block_runs {
 public:
  block_runs(extents const& whole, box const& block);

  std::int64_t count() const { return count_; }
  std::int64_t length() const { return length_; }
  /// Place of a piece's first element.
  std::int64_t first(std::int64_t piece) const;
  /// f(place, elements, own): what of the pieces lies at places low … high - 1; `own` counts the
  /// block's elements.
  template <class F>
  void within(std::int64_t low, std::int64_t high, F const& f) const
  {
    for (std::int64_t k = first_beyond(low); k < count_; ++k) {
      std::int64_t const at = first(k);
      if (at >= high) return;
      std::int64_t const from = at < low ? low : at, to = at + length_ < high ? at + length_ : high;
      f(from, to - from, k * length_ + (from - at));
    }
  }

 private:
  /// The first piece that has an element at `low` or behind it.
  std::int64_t first_beyond(std::int64_t low) const;

  int outer_ = 0;  // axes before that along which a piece lies
  box block_;
  extents stride_{};
  std::int64_t count_ = 1, length_ = 1;
};

/// A block to be written: its elements in C order.
struct block_to_write {
  layout const* where;
  std::size_t item_size;
  std::byte const* elements;
};
/// Writes all of a new file but the blocks, and returns where each of those is to be: of process 0.
using begin_file = std::function<std::vector<std::uint64_t>(io::detail::new_file const&)>;

/// Together: a file of what `begin` writes and of the blocks takes the place of `path` when all
/// have written their parts, or else all throw and `path` is as it was. `what` says what each
/// process saves: value_error where they differ.
void save_together(processes const& all, joint_name const& name, std::filesystem::path const& path,
                   std::string const& what, std::optional<failure> failed,
                   std::vector<block_to_write> const& blocks, begin_file const& begin);

/// A .npy file as process 0 has found it.
struct found_npy {
  std::string shown, name;
  io::detail::npy_place place;
};
/// Together.
found_npy find_npy_together(processes const& all, joint_name const& name,
                            std::filesystem::path const& path, io::npy_array const& wanted);

/// Together: this process' block of the file's array, in C order or, of such a file, in Fortran
/// order.
void read_together(processes const& all, joint_name const& name, found_npy const& file,
                   layout const& where, void* to);

/// Throws value_error on all where the processes' texts differ, with which each payload begins.
void require_one_text(char const* operation, gathered const& told);

/// An array of a file, without extents yet.
template <class T, int Rank>
io::npy_array npy_of()
{
  return {io::detail::npy_kind_of<T>(), sizeof(T), std::vector<std::int64_t>(Rank), {}};
}

/// What a process has for a file: elements in C order, or why not.
template <class Elements>
struct computed_block {
  Elements elements;
  backends::byte_message copied;  // to the host, of a GPU's
  std::optional<failure> failed;

  std::byte const* bytes() const
  {
    if constexpr (Elements::space_type::host_accessible)
      return reinterpret_cast<std::byte const*>(elements.data());
    else
      return copied.data();
  }
};
template <class Term>
auto computed_in_c_order(Term const& t)
{
  using elements = acre::array<typename Term::value_type, Term::rank, typename Term::space_type>;
  computed_block<elements> block;
  next_call(t.all);
  try {
    block.elements = acre::detail::contiguous(acre::evaluate(t.local));
    note_failures(t.all, *t.where, [&] { block.elements.space().fence(); });
    if constexpr (!Term::space_type::host_accessible) {
      block.copied = packed(block.elements);
      block.elements = elements();
    }
  } catch (error const&) {
    block.failed = current_failure();
  }
  if (auto pending = take_pending(t.all)) block.failed = std::move(pending);
  return block;
}

}  // namespace acre::distributed::detail

#include <acre/backends/common/pool.hpp>
#include <acre/backends/common/queue.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace acre::backends {

std::size_t free_blocks::rounded(std::size_t bytes)
{
  if (bytes > largest_class) {
    std::size_t const step = std::size_t{2} << 20;
    return bytes > SIZE_MAX - step ? SIZE_MAX : (bytes + step - 1) / step * step;
  }
  std::size_t const units = std::max<std::size_t>(1, (bytes + unit - 1) / unit);
  if (units < 16) return units * unit;
  std::size_t const step = std::bit_floor(units) / 8;
  return (units + step - 1) / step * step * unit;
}

std::size_t free_blocks::class_of(std::size_t rounded)
{
  std::size_t const units = rounded / unit;
  if (units < 16) return units;
  auto const power = static_cast<std::size_t>(std::bit_width(units)) - 1;
  return 8 * (power - 2) + (units >> (power - 3)) - 8;
}

memory_block* free_blocks::take(std::size_t rounded)
{
  if (rounded <= largest_class) {
    memory_block*& first = of_class_[class_of(rounded)];
    return first ? std::exchange(first, first->next) : nullptr;
  }
  auto const found = large_.lower_bound(rounded);
  if (found == large_.end() || found->first > rounded + rounded / 8) return nullptr;
  memory_block* const block = found->second;
  large_.erase(found);
  return block;
}

void free_blocks::give(memory_block* block)
{
  if (block->bytes <= largest_class)
    block->next = std::exchange(of_class_[class_of(block->bytes)], block);
  else
    large_.emplace(block->bytes, block);
}

memory_block* free_blocks::take_unused_since(std::size_t freed)
{
  memory_block** first = nullptr;
  for (memory_block*& last : of_class_)
    if (last && last->freed < freed) freed = last->freed, first = &last;
  auto large = large_.end();
  for (auto it = large_.begin(); it != large_.end(); ++it)
    if (it->second->freed < freed) freed = it->second->freed, large = it;
  if (large != large_.end()) {
    memory_block* const block = large->second;
    large_.erase(large);
    return block;
  }
  return first ? std::exchange(*first, (*first)->next) : nullptr;
}

std::vector<memory_block*> free_blocks::take_all()
{
  std::vector<memory_block*> all;
  for (memory_block*& first : of_class_)
    for (; first; first = first->next) all.push_back(first);
  for (auto const& [bytes, block] : large_) all.push_back(block);
  large_.clear();
  return all;
}

void* pool::allocate(queue* on, std::size_t bytes, char const* label)
{
  std::lock_guard const only_one(mutex_);
  std::size_t const rounded =
      exact_ ? std::max<std::size_t>(1, bytes) : free_blocks::rounded(bytes);
  memory_block* block = nullptr;
  void const* holder = nullptr;
  if (!holding_.empty())
    if (auto const held = holding_.find(on); held != holding_.end()) {
      holder = held->second.holder;
      if (!exact_) block = held->second.free.take(rounded);
    }
  if (!block && !exact_) block = list_of(on).take(rounded);
  if (!block) block = add(on, rounded);
  if (!block) return nullptr;
  block->label = label;
  if (holder) block->held_by = holder;
  used_ += block->bytes;
  peak_ = std::max(peak_, used_);
  return block->data;
}

pool& pool::beside(std::string const& name, std::function<std::unique_ptr<pool>()> const& make)
{
  std::lock_guard const only_one(mutex_);
  auto& place = beside_[name];
  if (!place) place = make();
  return *place;
}

free_blocks& pool::list_of(queue* on) { return shares_ ? shared_ : on->free_memory(); }

void pool::keep_free(memory_block* block, queue* on)
{
  block->freed = obtained_;
  list_of(on).give(block);
  queues_.insert(shares_ ? nullptr : on);
}

/// A block from the source; where that has nothing left, or the limit leaves nothing, free ones go
/// back to it first.
memory_block* pool::add(queue* on, std::size_t rounded)
{
  if (rounded > total()) return nullptr;
  auto const fits = [&] { return rounded <= limit_ && reserved_ <= limit_ - rounded; };
  if (!fits()) release_all();
  if (!fits()) return nullptr;
  void* data = obtain(rounded, on);
  if (!data && release_all() > 0) {
    if (holding_.empty()) trim();
    data = obtain(rounded, on);
  }
  if (!data) return nullptr;
  reserved_ += rounded;
  obtained_ += rounded;
  memory_block& block = blocks_[data];
  block.data = data;
  block.bytes = rounded;
  return &block;
}

void pool::remove(memory_block* block, queue* on)
{
  void* const data = block->data;
  std::size_t const bytes = block->bytes;
  reserved_ -= bytes;
  blocks_.erase(data);
  give_back(data, bytes, on);
}

void pool::deallocate(queue* on, void* data)
{
  if (!data) return;
  std::lock_guard const only_one(mutex_);
  auto const found = blocks_.find(data);
  if (found == blocks_.end()) return;
  memory_block* const block = &found->second;
  used_ -= block->bytes;
  block->label = nullptr;
  if (!holding_.empty())
    if (auto const held = holding_.find(on); held != holding_.end()) {
      // also what comes from before: the graph may have read it
      if (!block->held_by) block->held_by = held->second.holder;
      if (block->held_by == held->second.holder) {
        if (!exact_) held->second.free.give(block);
        return;
      }
    }
  if (block->held_by) return;  // its graph is the next to use it
  if ((!on && !shares_) || block->bytes > keep_ || !has_room(on))
    remove(block, on);
  else
    keep_free(block, on);
}

/// Whether what is free, with what is being freed, may be kept. Blocks of sizes that a program has
/// done with make room: else those that it uses now would come from the source each time. (One that
/// it uses in turn with others comes back before as much has come from the source, unless all of
/// them are more than three times what may be kept.)
bool pool::has_room(queue* on)
{
  while (reserved_ - used_ > keep_) {
    memory_block* const unused =
        obtained_ / 2 > keep_ ? list_of(on).take_unused_since(obtained_ - 2 * keep_) : nullptr;
    if (!unused) return false;
    remove(unused, on);
  }
  return true;
}

void pool::relabel(void const* data, std::string const& label)
{
  std::lock_guard const only_one(mutex_);
  auto const found = blocks_.find(data);
  if (found == blocks_.end() || !found->second.label) return;
  found->second.label = labels_.insert(label).first->c_str();
}

void pool::forget(queue& on)
{
  std::lock_guard const only_one(mutex_);
  if (queues_.erase(&on) > 0)
    for (memory_block* block : list_of(&on).take_all()) remove(block, &on);
}

std::size_t pool::release()
{
  std::lock_guard const only_one(mutex_);
  std::size_t const bytes = release_all();
  if (holding_.empty()) trim();
  return bytes;
}

std::size_t pool::release_all()
{
  std::size_t const before = reserved_;
  for (queue* on : std::exchange(queues_, {}))
    if (on && holding_.contains(on))
      queues_.insert(on);  // its work can't be ordered against what frees memory
    else
      for (memory_block* block : list_of(on).take_all()) remove(block, on);
  return before - reserved_;
}

pool_state pool::state() const
{
  std::lock_guard const only_one(mutex_);
  pool_state s;
  s.used = used_;
  s.reserved = reserved_;
  s.peak = peak_;
  s.limit = limit_;
  s.blocks = static_cast<std::int64_t>(blocks_.size());
  for (auto const& [data, block] : blocks_)
    if (!block.label && !block.held_by) {
      ++s.free_blocks;
      s.largest_free = std::max(s.largest_free, block.bytes);
    }
  return s;
}

std::vector<memory_holder> pool::holders() const
{
  std::lock_guard const only_one(mutex_);
  std::map<std::string, memory_holder> by_label;
  for (auto const& [data, block] : blocks_) {
    if (!block.label && !block.held_by) continue;
    auto& h = by_label[block.label ? block.label : "acre::graph"];
    h.bytes += block.bytes;
    h.largest = std::max(h.largest, block.bytes);
    ++h.blocks;
  }
  std::vector<memory_holder> all;
  for (auto& [label, h] : by_label) {
    h.label = label;
    all.push_back(std::move(h));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](auto const& a, auto const& b) { return a.bytes > b.bytes; });
  return all;
}

void pool::reset_peak()
{
  std::lock_guard const only_one(mutex_);
  peak_ = used_;
}

bool pool::set_limit(std::size_t bytes)
{
  std::lock_guard const only_one(mutex_);
  if (bytes < used_) return false;
  if (bytes < reserved_) release_all();
  if (bytes < reserved_) return false;  // held by graphs
  limit_ = bytes;
  return true;
}

void pool::begin_hold(queue& on, void const* holder)
{
  std::lock_guard const only_one(mutex_);
  holding_[&on].holder = holder;
}

void pool::end_hold(queue& on)
{
  std::lock_guard const only_one(mutex_);
  holding_.erase(&on);
}

void pool::unhold(queue* on, void const* holder)
{
  std::lock_guard const only_one(mutex_);
  std::vector<memory_block*> free;
  for (auto& [data, block] : blocks_)
    if (block.held_by == holder) {
      block.held_by = nullptr;
      if (!block.label) free.push_back(&block);
    }
  for (memory_block* block : free) {
    if ((!on && !shares_) || exact_)
      remove(block, on);
    else
      keep_free(block, on);
  }
}

}  // namespace acre::backends

#include <acre/backends/emulated/grid.hpp>
#include <acre/backends/emulated/memory.hpp>
#include <acre/backends/emulated/words.hpp>
#include <acre/error.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <acre/backends/common/fibre.hpp>

namespace acre::backends::emulated {

thread_local constinit kernel_thread* running [[gnu::tls_model("initial-exec")]] = nullptr;

namespace {

constexpr int most_blocks = 4;                          // there at once
constexpr std::size_t static_bytes = 262144, red = 64;  // of shared memory, and between its pieces
constexpr unsigned char red_byte = 0x5a;
constexpr std::uint32_t no_value = 0xa5a5a5a5;
constexpr std::int64_t most_waits = 1 << 22;  // without a thread that goes on

enum class state { ready, at_barrier, in_exchange, ended };
enum class exchange { shuffle, ballot, sync };
constexpr char const* name_of[] = {"a shuffle", "a ballot", "a barrier"};

struct block_there;

struct fibre : kernel_thread {
  context at;
  fibre_stack* stack = nullptr;
  block_there* in = nullptr;
  state is = state::ready;
  int number = 0, from = 0;
  exchange kind{};
  std::uint64_t mask = 0, result = 0;
};

/// Lanes that exchange something, until all of the mask have come.
struct meeting {
  std::uint64_t mask, come = 0, yes = 0;
  exchange kind;
  std::uint32_t value[64];
};

struct warp {
  std::uint64_t ended = 0;  // or never were
  std::vector<meeting> meetings;
};

struct shared_piece {
  void const* place;
  char* data;
  std::size_t bytes;
};

struct block_there {
  unsigned number = 0;
  bool is_there = false, any = false;
  int alive = 0, at_barrier = 0;
  std::vector<fibre> threads;
  std::vector<int> ready, paused;
  std::vector<warp> warps;
  std::unique_ptr<char[]> memory;
  std::size_t used = 0;
  std::vector<shared_piece> pieces;
  void* dynamic = nullptr;
};

/// What a thread of the CPU runs kernels with.
class machine {
 public:
  void run(grid const& g, void (*body)(void const*), void const* object)
  {
    grid_ = &g;
    body_ = body;
    object_ = object;
    failure_.clear();
    waits_ = 0;
    random_ = (seed() + 1) * 0x9e3779b97f4a7c15u ^ ++launches_ * 0xbf58476d1ce4e5b9u;
    order_.resize(g.blocks);
    for (unsigned b = 0; b < g.blocks; ++b) order_[b] = b;
    for (unsigned b = g.blocks; b > 1; --b) std::swap(order_[b - 1], order_[below(b)]);
    next_ = 0;
    lanes_ = lanes();
    unsigned const there = std::min(g.blocks, 1 + below(most_blocks));
    for (unsigned s = 0; s < there; ++s) {
      if (g.shared_bytes > 0) blocks_[s].dynamic = allocate(g.shared_bytes);
      begin_block(blocks_[s]);
    }
    watch();
    go_through(there);
    for (unsigned s = 0; s < there; ++s) {
      deallocate(std::exchange(blocks_[s].dynamic, nullptr));
      blocks_[s].is_there = false;
    }
    free_.clear();
    for (auto const& each : stacks_) free_.push_back(each.get());
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
    std::string const beside = damage();
    if (failure_.empty()) failure_ = beside;
    if (!failure_.empty())
      throw backend_error("emulated: kernel " + std::string(g.kernel) + ", " + failure_ +
                          " (ACRE_EMULATED_SEED=" + std::to_string(seed()) +
                          ", ACRE_EMULATED_LANES=" + std::to_string(lanes_) + ")");
  }

  bool sync_block(bool yes)
  {
    fibre& f = *current_;
    block_there& b = *f.in;
    b.any |= yes;
    ++b.at_barrier;
    f.is = state::at_barrier;
    leave();
    return f.result != 0;
  }

  std::uint64_t meet(exchange kind, std::uint64_t mask, std::uint32_t word, int from, bool yes)
  {
    fibre& f = *current_;
    warp& w = warp_of(f);
    int const lane = f.number % lanes_;
    std::uint64_t const bit = std::uint64_t{1} << lane;
    if ((mask & bit) == 0) {
      char text[120];
      std::snprintf(text, sizeof text, "lane %d takes part in %s whose mask %#llx does not name it",
                    lane, name_of[static_cast<int>(kind)], static_cast<unsigned long long>(mask));
      fail(text);
    }
    if (from >= 0 && (mask >> from & 1) == 0) {
      char text[120];
      std::snprintf(text, sizeof text,
                    "lane %d asks for the value of lane %d, which mask %#llx does not name", lane,
                    from, static_cast<unsigned long long>(mask));
      fail(text);
    }
    meeting* m = nullptr;
    for (meeting& each : w.meetings)
      if (each.mask == mask && each.kind == kind) m = &each;
    if (m == nullptr) {
      m = &w.meetings.emplace_back();
      m->mask = mask;
      m->kind = kind;
    }
    m->come |= bit;
    if (yes) m->yes |= bit;
    m->value[lane] = word;
    f.from = from;
    f.kind = kind;
    f.mask = mask;
    f.is = state::in_exchange;
    if (is_complete(w, *m)) {
      end_meeting(f, *m, &f);
      f.is = state::ready;
    } else {
      leave();
    }
    return f.result;
  }

  void let_others_run(bool waits)
  {
    if (below(waits ? 2 : 8) != 0) return;
    if (waits && ++waits_ > most_waits)
      fail("threads wait for what none of those that are there writes");
    pauses_ = true;
    leave();
  }

  void* shared_bytes(void const* place, std::size_t bytes, std::size_t alignment)
  {
    block_there& b = *current_->in;
    for (shared_piece const& p : b.pieces)
      if (p.place == place) return p.data;
    alignment = std::max(alignment, std::size_t{16});
    std::size_t const begin = (b.used + red + alignment - 1) / alignment * alignment;
    if (begin + bytes + red > static_bytes) fail("more shared memory than any block has");
    std::memset(b.memory.get() + b.used, red_byte, begin - b.used);
    std::memset(b.memory.get() + begin, poison, bytes);
    std::memset(b.memory.get() + begin + bytes, red_byte, red);
    b.used = begin + bytes;
    b.pieces.push_back({place, b.memory.get() + begin, bytes});
    return b.memory.get() + begin;
  }
  void* dynamic_shared() { return current_->in->dynamic; }

  [[noreturn]] void fail(char const* what)
  {
    if (failure_.empty()) failure_ = where(*current_) + ": " + what;
    change(current_->at, scheduler_, true);
    std::abort();  // nobody comes back
  }

 private:
  unsigned below(unsigned n)
  {
    random_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = random_;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return static_cast<unsigned>((z >> 32) * n >> 32);
  }

  warp& warp_of(fibre const& f) { return f.in->warps[static_cast<std::size_t>(f.number / lanes_)]; }

  static std::string where(fibre const& f)
  {
    return "block " + std::to_string(f.in->number) + ", thread " + std::to_string(f.number);
  }

  /// False if all have begun.
  bool begin_block(block_there& b)
  {
    b.is_there = false;
    if (next_ == order_.size()) return false;
    auto const threads = static_cast<std::size_t>(grid_->threads);
    auto const per_warp = static_cast<std::size_t>(lanes_);
    b.number = order_[next_++];
    b.is_there = true;
    b.any = false;
    b.alive = grid_->threads;
    b.at_barrier = 0;
    if (b.threads.size() < threads) b.threads.resize(threads);
    b.warps.resize((threads + per_warp - 1) / per_warp);
    for (warp& w : b.warps) {
      w.ended = 0;
      w.meetings.clear();
    }
    if (lanes_ == 32)
      for (warp& w : b.warps) w.ended = ~std::uint64_t{0xffffffff};
    if (std::size_t const rest = threads % per_warp; rest != 0)
      b.warps.back().ended |= ~((std::uint64_t{1} << rest) - 1);
    b.ready.clear();
    b.paused.clear();
    for (int t = 0; t < grid_->threads; ++t) {
      fibre& f = b.threads[static_cast<std::size_t>(t)];
      f.stack = nullptr;
      f.in = &b;
      f.is = state::ready;
      f.number = t;
      f.lanes = lanes_;
      f.thread = {static_cast<unsigned>(t), 0, 0};
      f.block = {b.number, 0, 0};
      f.block_size = {static_cast<unsigned>(grid_->threads), 1, 1};
      f.grid_size = {grid_->blocks, 1, 1};
      b.ready.push_back(t);
    }
    if (!b.memory) b.memory = std::make_unique_for_overwrite<char[]>(static_bytes);
    b.used = 0;
    b.pieces.clear();
    if (grid_->shared_bytes > 0) std::memset(b.dynamic, poison, grid_->shared_bytes);
    return true;
  }

  void go_through(unsigned there)
  {
    unsigned at = 0;
    bool elsewhere = true;
    for (;;) {
      if (elsewhere) {
        unsigned left = 0, chosen = 0;
        for (unsigned s = 0; s < there; ++s)
          if (blocks_[s].is_there && below(++left) == 0) chosen = s;
        if (left == 0) return;
        at = chosen;
        elsewhere = false;
      }
      block_there& b = blocks_[at];
      if (b.ready.empty()) {
        if (b.alive == 0) {
          if (!check_shared(b)) return;
          if (!begin_block(b)) elsewhere = true;
          continue;
        }
        if (b.at_barrier == grid_->threads) {
          release(b);
          elsewhere = below(4) == 0;
          continue;
        }
        if (b.paused.empty()) {
          failure_ = stuck(b);
          return;
        }
        b.ready.swap(b.paused);
        elsewhere = true;
        if (there > 1) continue;
      }
      std::size_t const place = below(static_cast<unsigned>(b.ready.size()));
      int const t = b.ready[place];
      b.ready[place] = b.ready.back();
      b.ready.pop_back();
      resume(b, t);
      if (!failure_.empty() || thrown_) return;
      if (std::exchange(pauses_, false)) {
        b.paused.push_back(t);
        elsewhere = true;
        if (below(2) == 0) {  // those who wait go on before others here have done all they can
          b.ready.insert(b.ready.end(), b.paused.begin(), b.paused.end());
          b.paused.clear();
        }
      }
    }
  }

  void resume(block_there& b, int t)
  {
    fibre& f = b.threads[static_cast<std::size_t>(t)];
    if (f.stack == nullptr) {
      if (free_.empty()) {
        stacks_.push_back(std::make_unique<fibre_stack>());
        free_.push_back(stacks_.back().get());
      }
      f.stack = free_.back();
      free_.pop_back();
      prepare(f.at, *f.stack, &machine::begin_thread);
    }
    current_ = &f;
    running = &f;
    if (scheduler_.bottom == nullptr) find_own_stack();
    change(scheduler_, f.at, false);
    running = nullptr;
    if (f.is != state::ended) return;
    free_.push_back(std::exchange(f.stack, nullptr));
    --b.alive;
    waits_ = 0;
    warp& w = warp_of(f);
    w.ended |= std::uint64_t{1} << f.number % lanes_;
    for (std::size_t m = 0; m < w.meetings.size();)
      if (is_complete(w, w.meetings[m]))
        end_meeting(f, w.meetings[m], nullptr);
      else
        ++m;
  }

  void find_own_stack()
  {
#if defined(__SANITIZE_ADDRESS__)
    pthread_attr_t about;
    pthread_getattr_np(pthread_self(), &about);
    pthread_attr_getstack(&about, &scheduler_.bottom, &scheduler_.size);
    pthread_attr_destroy(&about);
#endif
  }

  static void begin_thread();
  void run_thread()
  {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
#endif
    try {
      body_(object_);
    } catch (...) {
      thrown_ = std::current_exception();
    }
    current_->is = state::ended;
    change(current_->at, scheduler_, true);
    std::abort();  // nobody comes back
  }

  void leave() { change(current_->at, scheduler_, false); }

  void release(block_there& b)
  {
    for (int t = 0; t < grid_->threads; ++t) {
      fibre& f = b.threads[static_cast<std::size_t>(t)];
      f.is = state::ready;
      f.result = b.any ? 1 : 0;
      b.ready.push_back(t);
    }
    b.any = false;
    b.at_barrier = 0;
    waits_ = 0;
  }

  static bool is_complete(warp const& w, meeting const& m)
  {
    return m.come != 0 && ((m.come | w.ended) & m.mask) == m.mask;
  }

  /// Gives each lane what it came for; `last` goes on by itself.
  void end_meeting(fibre const& like, meeting& m, fibre const* last)
  {
    block_there& b = *like.in;
    int const first = like.number / lanes_ * lanes_;
    for (int lane = 0; lane < lanes_; ++lane) {
      if ((m.come >> lane & 1) == 0) continue;
      fibre& f = b.threads[static_cast<std::size_t>(first + lane)];
      if (m.kind == exchange::shuffle)
        f.result = (m.come >> f.from & 1) != 0 ? m.value[f.from] : no_value;
      else
        f.result = m.yes;
      if (&f == last) continue;
      f.is = state::ready;
      b.ready.push_back(first + lane);
    }
    auto& all = warp_of(like).meetings;
    all.erase(all.begin() + (&m - all.data()));
  }

  std::string stuck(block_there const& b) const
  {
    int waiting = 0;
    fibre const *first = nullptr, *of_barrier = nullptr;
    for (int t = 0; t < grid_->threads; ++t) {
      fibre const& f = b.threads[static_cast<std::size_t>(t)];
      if (f.is == state::in_exchange && first == nullptr) first = &f;
      if (f.is == state::at_barrier) {
        ++waiting;
        if (of_barrier == nullptr) of_barrier = &f;
      }
    }
    std::string text;
    if (of_barrier != nullptr)
      text = where(*of_barrier) + ": " + std::to_string(waiting) + " of " +
             std::to_string(grid_->threads) + " threads wait at a barrier of the block that " +
             std::to_string(grid_->threads - b.alive) + " have ended without";
    if (first != nullptr) {
      char mask[24];
      std::snprintf(mask, sizeof mask, "%#llx", static_cast<unsigned long long>(first->mask));
      text += (text.empty() ? "" : "; ") + where(*first) + ": waits in " +
              name_of[static_cast<int>(first->kind)] + " of mask " + mask +
              " for lanes that do not come";
    }
    return text;
  }

  bool check_shared(block_there& b)
  {
    for (shared_piece const& p : b.pieces)
      for (std::size_t k = 0; k < red; ++k)
        for (char const* at : {p.data - 1 - k, p.data + p.bytes + k}) {
          // behind it may lie the next piece's alignment, which is red as well
          if (static_cast<unsigned char>(*at) == red_byte) continue;
          failure_ = "block " + std::to_string(b.number) + ": wrote beside " +
                     std::to_string(p.bytes) + " bytes of shared memory";
          return false;
        }
    return true;
  }

  grid const* grid_ = nullptr;
  void (*body_)(void const*) = nullptr;
  void const* object_ = nullptr;
  context scheduler_;
  fibre* current_ = nullptr;
  block_there blocks_[most_blocks];
  std::vector<unsigned> order_;
  std::size_t next_ = 0;
  std::vector<std::unique_ptr<fibre_stack>> stacks_;
  std::vector<fibre_stack*> free_;
  std::uint64_t random_ = 0, launches_ = 0;
  std::int64_t waits_ = 0;
  int lanes_ = 32;
  bool pauses_ = false;
  std::string failure_;
  std::exception_ptr thrown_;
};

machine& mine()
{
  thread_local machine only;
  return only;
}

void machine::begin_thread() { mine().run_thread(); }

std::uint64_t from_environment(char const* name, std::uint64_t otherwise)
{
  char const* const text = std::getenv(name);
  return text != nullptr && *text != 0 ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace

int lanes()
{
  static int const number = from_environment("ACRE_EMULATED_LANES", 32) == 64 ? 64 : 32;
  return number;
}

std::uint64_t seed()
{
  static std::uint64_t const number = from_environment("ACRE_EMULATED_SEED", 0);
  return number;
}

void run(grid const& g, void (*body)(void const*), void const* object)
{
  mine().run(g, body, object);
}
void fail(char const* what) { mine().fail(what); }

bool sync_block(bool yes) { return mine().sync_block(yes); }
std::uint32_t shuffled(std::uint64_t mask, std::uint32_t word, int width, int from)
{
  int const lane = static_cast<int>(running->thread.x) % running->lanes;
  int const source = from >= 0 && from < width ? (lane & ~(width - 1)) + from : lane;
  return static_cast<std::uint32_t>(mine().meet(exchange::shuffle, mask, word, source, false));
}
std::uint64_t ballot(std::uint64_t mask, bool yes)
{
  return mine().meet(exchange::ballot, mask, 0, -1, yes);
}
void sync_lanes(std::uint64_t mask) { mine().meet(exchange::sync, mask, 0, -1, false); }
void let_others_run(bool waits)
{
  if (running != nullptr) mine().let_others_run(waits);
}
void* shared_bytes(void const* place, std::size_t bytes, std::size_t alignment)
{
  return mine().shared_bytes(place, bytes, alignment);
}
void* dynamic_shared() { return mine().dynamic_shared(); }

}  // namespace acre::backends::emulated

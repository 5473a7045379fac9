#include <acre/backends/emulated/grid.hpp>
#include <acre/backends/emulated/memory.hpp>
#include <acre/backends/emulated/words.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <tuple>

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

namespace acre::backends::emulated {

namespace {

struct piece {
  char* pages;
  std::size_t mapped, bytes;
};

std::mutex& lock()
{
  static auto& only = *new std::mutex;
  return only;
}
std::map<char*, piece>& pieces()
{
  static auto& all = *new std::map<char*, piece>;  // stays: arrays may outlive everything
  return all;
}
std::size_t in_use = 0;
std::uint64_t made = 0;

std::size_t page_bytes()
{
  static std::size_t const bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

struct sigaction before_segv, before_bus;

/// What the address is beside, as text; false where it is no memory of the device's.
bool describe(char const* address, char* text, std::size_t size)
{
  for (auto const& [data, p] : pieces()) {
    if (address < p.pages || address >= p.pages + p.mapped) continue;
    char const* const end = data + p.bytes;
    if (address >= end)
      std::snprintf(text, size, "an access %zd bytes behind the end of an array of %zu bytes",
                    address - end, p.bytes);
    else
      std::snprintf(text, size, "an access %zd bytes before an array of %zu bytes", data - address,
                    p.bytes);
    return true;
  }
  return false;
}

/// The thread that is interrupted is in a kernel, and so holds no lock of this file's.
void beside(int signal, siginfo_t* about, void*)
{
  char text[160];
  if (running != nullptr) {
    if (!describe(static_cast<char const*>(about->si_addr), text, sizeof text))
      std::snprintf(
          text, sizeof text,
          "an access to %p, which is no memory (or was freed, or a thread's stack is full)",
          about->si_addr);
    fail(text);
  }
  sigaction(signal, signal == SIGSEGV ? &before_segv : &before_bus, nullptr);
}

}  // namespace

void* allocate(std::size_t bytes)
{
  std::size_t const page = page_bytes(), rounded = (bytes + 15) / 16 * 16;
  if (rounded < bytes || rounded > (std::size_t{1} << 46)) return nullptr;
  std::size_t const inner = (rounded + page - 1) / page * page, mapped = inner + 2 * page;
  void* const pages =
      mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return nullptr;
  char* const first = static_cast<char*>(pages) + page;
  if (mprotect(first, inner, PROT_READ | PROT_WRITE) != 0) {
    munmap(pages, mapped);
    return nullptr;
  }
  std::memset(first, poison, inner);
  std::lock_guard const only_one(lock());
  // a number of its own for each, however many threads there are, would not be the same again
  bool const at_beginning = ((++made + seed()) * 0x9e3779b97f4a7c15u) >> 62 == 0;
  char* const data = at_beginning ? first : first + inner - rounded;
  pieces()[data] = {static_cast<char*>(pages), mapped, bytes};
  in_use += bytes;
  return data;
}

void deallocate(void* data)
{
  std::lock_guard const only_one(lock());
  auto const at = pieces().find(static_cast<char*>(data));
  if (at == pieces().end()) return;
  piece const& p = at->second;
  in_use -= p.bytes;
  munmap(p.pages, p.mapped);
  pieces().erase(at);
}

bool holds(void const* data)
{
  auto const* const at = static_cast<char const*>(data);
  std::lock_guard const only_one(lock());
  return std::ranges::any_of(pieces(), [at](auto const& each) {
    return at >= each.first && at < each.first + each.second.bytes;
  });
}

std::size_t bytes_in_use()
{
  std::lock_guard const only_one(lock());
  return in_use;
}

std::string damage()
{
  std::lock_guard const only_one(lock());
  for (auto const& [begin, p] : pieces()) {
    char* const first = p.pages + page_bytes();
    char* const last = p.pages + p.mapped - page_bytes();
    char* const end = begin + p.bytes;
    // of the side that is far from the page, a line of the cache
    for (auto const& [from, to, where] : {std::tuple{std::max(first, begin - 64), begin, "before"},
                                          std::tuple{end, std::min(last, end + 64), "behind"}}) {
      auto const is_poison = [](char c) { return static_cast<unsigned char>(c) == poison; };
      if (std::all_of(from, to, is_poison)) continue;
      std::fill(from, to, static_cast<char>(poison));  // to be told once
      return "wrote " + std::string(where) + " an array of " + std::to_string(p.bytes) + " bytes";
    }
  }
  return {};
}

void watch()
{
  static bool const once = [] {
    struct sigaction action{};
    action.sa_sigaction = beside;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(SIGSEGV, &action, &before_segv);
    sigaction(SIGBUS, &action, &before_bus);
    return true;
  }();
  static_cast<void>(once);
  // a fibre's stack may be what is full
  thread_local struct stack_of_handlers {
    void* pages;
    stack_of_handlers()
    {
      constexpr std::size_t bytes = 65536;
      pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      stack_t stack{};
      stack.ss_sp = pages;
      stack.ss_size = bytes;
      if (pages != MAP_FAILED) sigaltstack(&stack, nullptr);
    }
  } mine;
  static_cast<void>(mine);
}

}  // namespace acre::backends::emulated

// Work on several queues and from several host threads gives the bits and the errors of one queue:
// random programs, a sample of them or as many as ACRE_TEST_PROGRAMS says from
// ACRE_TEST_FIRST_PROGRAM on (100000 in the occasional run), ACRE_TEST_WORKERS of them at a time. A
// GPU wants one process with several workers: of several processes only one is on the device at a
// time.
#include <acre/device/spaces.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace {

using acre::array;
using acre::shape;
using acre::slice;
using acre_test::mix;

template <class Space>
class queues : public ::testing::Test {};
TYPED_TEST_SUITE(queues, acre_test::spaces, acre_test::space_names);

int from_environment(char const* name, int otherwise)
{
  char const* const text = std::getenv(name);
  int const value = text ? std::atoi(text) : 0;
  return value > 0 ? value : otherwise;
}

int programs_wanted(int sample) { return from_environment("ACRE_TEST_PROGRAMS", sample); }

/// Runs functions on a second host thread while the caller waits. Both look for the other's word a
/// while before they sleep: most steps take less time than waking a thread.
class other_thread {
 public:
  ~other_thread()
  {
    run({});
    thread_.join();
  }
  void run(std::function<void()> f)
  {
    job_ = std::move(f);
    tell(true);
    await(false);
  }

 private:
  void work()
  {
    for (bool more = true; more;) {
      await(true);
      more = bool(job_);
      if (more) job_();
      tell(false);
    }
  }
  void tell(bool waiting)
  {
    waiting_.store(waiting);
    waiting_.notify_one();
  }
  void await(bool waiting) const
  {
    for (int look = 0; look < 200; ++look) {
      if (waiting_.load() == waiting) return;
      std::this_thread::yield();
    }
    waiting_.wait(!waiting);
  }
  std::atomic<bool> waiting_ = false;
  std::function<void()> job_;
  std::thread thread_{[this] { work(); }};
};

/// One step of a program, and what it draws.
struct step {
  enum kind {
    combine,
    gather,
    scatter,
    rebind,
    make,
    total,
    accumulate,
    permute,
    spoil,
    mend,
    fence
  };
  kind what;
  int a, b, c, list, queue;
  double factor;
  bool elsewhere;  // on the other host thread
};

constexpr int arrays = 5, lists = 2;

std::vector<step> draw_program(std::uint64_t seed)
{
  auto next = [n = seed * 4096]() mutable { return mix(n++); };
  std::vector<step> program(8 + next() % 20);
  for (step& s : program) {
    static constexpr step::kind kinds[] = {
        step::combine, step::combine, step::gather, step::gather, step::scatter,
        step::rebind,  step::make,    step::total,  step::total,  step::accumulate,
        step::permute, step::spoil,   step::mend,   step::fence};
    s.what = kinds[next() % std::size(kinds)];
    s.a = static_cast<int>(next() % arrays);
    s.b = static_cast<int>(next() % arrays);
    s.c = static_cast<int>(next() % arrays);
    s.list = static_cast<int>(next() % lists);
    s.queue = static_cast<int>(next() % 4);
    s.factor = static_cast<double>(next() % 1000) * 0x1p-11;
    s.elsewhere = next() % 2 == 0;
  }
  return program;
}

template <class Space>
class machine {
 public:
  machine(std::vector<Space> const& on, std::int64_t n, std::uint64_t seed) : on_(on), n_(n)
  {
    // made where they are, as a copy from the host would wait: seven times for each program
    for (int k = 0; k < arrays; ++k) {
      auto const& q = queue(static_cast<int>(mix(seed + k) % 4));
      auto const drawn = static_cast<std::int64_t>(mix(seed * arrays + k) >> 24);
      value_.emplace_back(q, shape(n));
      value_.back() = remainder(acre::index_of(q, shape(n)) * 1237 + drawn, 65537) / 7.0 - 4000.0;
    }
    for (int k = 0; k < lists; ++k) {  // some places twice or more often, others not
      auto const& q = queue(static_cast<int>(mix(seed + 9 + k) % 4));
      auto const drawn = static_cast<std::int64_t>(mix(seed * lists + k) >> 44) + 1;
      auto const i = acre::index_of(q, shape(n));
      list_.emplace_back(q, shape(n));
      list_.back() = remainder(i * i * drawn + i, n);
    }
  }

  /// Whether the step reads a list that an earlier one has spoilt.
  bool fails(step const& s) const
  {
    return spoilt_[s.list] &&
           (s.what == step::gather || s.what == step::scatter || s.what == step::accumulate);
  }

  /// Returns the queue whose fence will tell what went wrong.
  Space run(step const& s)
  {
    auto& a = value_[s.a];
    auto const& b = value_[s.b];
    auto const& c = value_[s.c];
    auto& list = list_[s.list];
    switch (s.what) {
      case step::combine:
        a = b * s.factor + c;
        return a.space();
      case step::gather:
        a = b(list) - c;
        return a.space();
      case step::scatter:
        a(list) = b;
        return a.space();
      case step::rebind:
        a = copy(b);
        return a.space();
      case step::make: {
        array<double, 1, Space> made(queue(s.queue), shape(n_));
        made = where(b > s.factor, b, c);
        a = made;
        return a.space();
      }
      case step::total: {
        auto const sum_of = sum(b * c);
        a = c + sum_of * s.factor;
        return a.space();
      }
      case step::accumulate:
        scatter_add(a(list), b * s.factor);
        return a.space();
      case step::permute:
        list = remainder(list * 7 + 3, n_);
        spoilt_[s.list] = false;
        return list.space();
      case step::spoil:
        list(slice(n_ / 2, n_ / 2 + 1)) = n_ + s.b;
        spoilt_[s.list] = true;
        return list.space();
      case step::mend:
        list = remainder(list, n_);
        spoilt_[s.list] = false;
        return list.space();
      case step::fence:
        return a.space();
    }
    return a.space();
  }

  /// The elements of all arrays, brought to the host at once.
  std::vector<double> results() const
  {
    array<double, 2, Space> all(queue(0), shape(arrays, n_));
    for (int k = 0; k < arrays; ++k) all(k) = value_[k];
    return to_vector(all);
  }

 private:
  Space const& queue(int k) const { return on_[static_cast<std::size_t>(k) % on_.size()]; }

  std::vector<Space> on_;
  std::int64_t n_;
  std::vector<array<double, 1, Space>> value_;
  std::vector<array<std::int64_t, 1, Space>> list_;
  bool spoilt_[lists] = {};
};

template <class Space>
std::string error_at(Space const& queue)
{
  try {
    queue.fence();
  } catch (acre::index_error const& e) {
    return e.message();
  }
  return {};
}

/// Errors of the steps, one by one; then the elements.
struct outcome {
  std::vector<std::string> error;
  std::vector<double> elements;
};

/// A step's error is asked for where there must be one; that no other step made one is seen before
/// it and at the end.
template <class Space>
outcome run_on_one(Space const& queue, std::vector<step> const& program, std::int64_t n,
                   std::uint64_t seed)
{
  machine<Space> m({queue}, n, seed);
  outcome o;
  for (step const& s : program) {
    std::string& error = o.error.emplace_back();
    bool const fails = m.fails(s);
    std::string const before = fails ? error_at(queue) : "";
    EXPECT_EQ(before, "") << "program " << seed;
    m.run(s);
    if (fails) error = error_at(queue);
    EXPECT_EQ(error.empty(), !fails) << "program " << seed;
  }
  EXPECT_EQ(error_at(queue), "") << "program " << seed;
  o.elements = m.results();
  return o;
}

template <class Space>
void agrees_on_several(std::vector<Space> const& all, std::vector<step> const& program,
                       std::int64_t n, std::uint64_t seed, outcome const& wanted,
                       other_thread& other)
{
  machine<Space> m(all, n, seed);
  std::vector<std::string> pending(all.size());  // of each queue: its first error
  auto const place = [&](Space const& queue) {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), queue) - all.begin());
  };
  for (std::size_t k = 0; k < program.size(); ++k) {
    step const& s = program[k];
    std::string told;
    std::size_t where = 0;
    auto const work = [&] {
      Space const queue = m.run(s);
      where = place(queue);
      if (s.what == step::fence) told = error_at(queue);
    };
    if (s.elsewhere)
      other.run(work);
    else
      work();
    ASSERT_LT(where, all.size());
    if (s.what == step::fence)
      ASSERT_EQ(told, std::exchange(pending[where], {})) << "program " << seed << ", step " << k;
    else if (pending[where].empty())
      pending[where] = wanted.error[k];
  }
  for (std::size_t q = 0; q < all.size(); ++q)
    ASSERT_EQ(error_at(all[q]), pending[q]) << "program " << seed << ", queue " << q;
  auto const elements = m.results();
  ASSERT_EQ(elements.size(), wanted.elements.size());
  EXPECT_EQ(std::memcmp(elements.data(), wanted.elements.data(), elements.size() * sizeof(double)),
            0)
      << "program " << seed;
}

/// Every `workers`-th program from `from` on, with queues of its own; returns how many go wrong.
template <class Space>
int run_programs(Space const& first, std::uint64_t from, std::uint64_t to, std::uint64_t workers)
{
  std::vector<Space> all{first};
  while (all.size() < 4) all.push_back(first.new_queue());
  other_thread other;
  int bad = 0;
  for (std::uint64_t seed = from; seed < to && !::testing::Test::HasFailure(); seed += workers) {
    auto const program = draw_program(seed);
    std::int64_t const n = seed % 64 == 1 ? 70000 : 33 + static_cast<std::int64_t>(seed % 97);
    auto const wanted = run_on_one(first, program, n, seed);
    bad += std::any_of(wanted.error.begin(), wanted.error.end(),
                       [](auto const& text) { return !text.empty(); });
    std::size_t const used = 2 + seed % 3;
    agrees_on_several(std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(used)),
                      program, n, seed, wanted, other);
  }
  return bad;
}

TYPED_TEST(queues, give_the_results_and_errors_of_one)
{
  auto const programs = static_cast<std::uint64_t>(programs_wanted(200));
  auto const from = static_cast<std::uint64_t>(from_environment("ACRE_TEST_FIRST_PROGRAM", 0));
  auto const workers = static_cast<std::uint64_t>(from_environment("ACRE_TEST_WORKERS", 2));
  std::atomic<int> bad = 0;
  {
    TypeParam const first;
    std::vector<std::jthread> threads;
    for (std::uint64_t w = 0; w < workers; ++w)
      threads.emplace_back([&, w] {
        bad += run_programs(w == 0 ? first : first.new_queue(), from + w, from + programs, workers);
      });
  }
  EXPECT_GT(bad.load(),
            static_cast<int>(programs / 10));  // the programs that go wrong are among them
}

/// The work of each of two threads, on its own arrays and one that both read.
template <class Space>
std::vector<double> compute(Space const& queue, array<double, 1, Space> const& shared, int rounds,
                            std::uint64_t seed)
{
  auto x = acre_test::place(queue, acre_test::noise<double>(shared.size(), seed));
  array<std::int64_t, 1, Space> const places =
      remainder(acre::index_of(queue, x.shape()) * 7 + static_cast<std::int64_t>(seed), x.size());
  for (int round = 0; round < rounds; ++round) {
    x = x * 0.5 + shared;
    auto const total = sum(x * shared);
    x = x(places) + total * 0x1p-20;
    x(places) = shared - x;
  }
  return to_vector(x);
}

TYPED_TEST(queues, serve_two_threads_at_the_same_time)
{
  TypeParam const first, second = first.new_queue(), third = first.new_queue();
  auto const shared = acre_test::place(first, acre_test::noise<double>(3000));
  auto const wanted_a = compute(first, shared, 40, 1), wanted_b = compute(first, shared, 40, 2);
  for (auto const& [a, b] : {std::pair(second, third), std::pair(second, second),
                             std::pair(first, first), std::pair(first, second)})
    for (int repeat = 0; repeat < 5; ++repeat) {
      std::vector<double> from_a, from_b;
      std::thread one([&, &a = a] { from_a = compute(a, shared, 40, 1); });
      std::thread two([&, &b = b] { from_b = compute(b, shared, 40, 2); });
      one.join();
      two.join();
      EXPECT_EQ(from_a, wanted_a);
      EXPECT_EQ(from_b, wanted_b);
    }
}

/// Each thread's queue tells its own errors, every one: 10^5 of them, 10^6 in the occasional run.
TYPED_TEST(queues, tell_errors_to_the_thread_that_made_them)
{
  TypeParam const first, second = first.new_queue();
  auto const rounds = 5 * programs_wanted(10000);
  auto const errors = [&](TypeParam const& queue, std::int64_t index) {
    auto const x = acre_test::place(queue, std::vector<double>(10, 1.0));
    auto const bad = acre_test::place(queue, std::vector<std::int64_t>{index});
    std::string const wanted = "index " + std::to_string(index) + " is out of bounds";
    int told = 0;
    for (int round = 0; round < rounds; ++round) {
      array<double, 1, TypeParam> const y = x(bad);
      told += error_at(queue).starts_with(wanted);
    }
    return told;
  };
  int a = 0, b = 0;
  std::thread one([&] { a = errors(first, 17); });
  std::thread two([&] { b = errors(second, 23); });
  one.join();
  two.join();
  EXPECT_EQ(a, rounds);
  EXPECT_EQ(b, rounds);
}

/// Memory goes behind the last work that reads it, whichever queue that is on.
TYPED_TEST(queues, free_memory_behind_its_last_reader)
{
  TypeParam const first, second = first.new_queue();
  std::int64_t const n = 100000;
  array<double, 1, TypeParam> total(second, shape(n));
  total = 0.0;
  for (int round = 1; round <= 50; ++round) {
    array<double, 1, TypeParam> x(first, shape(n));
    x = static_cast<double>(round);
    total += x;  // on `second`; x's memory goes here, and the next round takes it again
  }
  auto const elements = to_vector(total);
  EXPECT_TRUE(std::all_of(elements.begin(), elements.end(), [](double x) { return x == 1275; }));
}

TYPED_TEST(queues, are_told_apart)
{
  TypeParam const first, again, second = first.new_queue();
  EXPECT_EQ(first, again);
  EXPECT_NE(first, second);
  EXPECT_EQ(second, TypeParam(second));
  array<double, 1, TypeParam> const x(second, shape(3));
  EXPECT_EQ(x.space(), second);
}

}  // namespace

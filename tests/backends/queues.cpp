// Work on several queues and from several host threads gives the bits and the errors of one queue:
// random programs, a sample of them or as many as ACRE_TEST_PROGRAMS says from ACRE_TEST_FIRST_PROGRAM
// on (100000 in the occasional run, in several processes).
#include <acre/device/spaces.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/reduce/sum.hpp>

#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <mutex>
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

int programs_wanted(int sample)
{
  return from_environment("ACRE_TEST_PROGRAMS", sample);
}

/// Runs functions on a second host thread while the caller waits.
class other_thread {
 public:
  ~other_thread()
  {
    run({});
    thread_.join();
  }
  void run(std::function<void()> f)
  {
    std::unique_lock lock(mutex_);
    job_ = std::move(f);
    waiting_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return !waiting_; });
  }

 private:
  void work()
  {
    std::unique_lock lock(mutex_);
    for (bool more = true; more;) {
      changed_.wait(lock, [&] { return waiting_; });
      more = bool(job_);
      if (more) job_();
      waiting_ = false;
      changed_.notify_all();
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> job_;
  bool waiting_ = false;
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
    for (int k = 0; k < arrays; ++k)
      value_.push_back(acre_test::place(queue(static_cast<int>(mix(seed + k) % 4)),
                                        acre_test::noise<double>(n, seed + k)));
    for (int k = 0; k < lists; ++k) {
      std::vector<std::int64_t> places(static_cast<std::size_t>(n));
      for (std::size_t i = 0; i < places.size(); ++i)
        places[i] =
            static_cast<std::int64_t>(mix(seed + i * 7 + k) % static_cast<std::uint64_t>(n));
      list_.push_back(acre_test::place(queue(static_cast<int>(mix(seed + 9 + k) % 4)), places));
    }
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
        return list.space();
      case step::spoil:
        list(slice(n_ / 2, n_ / 2 + 1)) = n_ + s.b;
        return list.space();
      case step::mend:
        list = remainder(list, n_);
        return list.space();
      case step::fence:
        return a.space();
    }
    return a.space();
  }

  std::vector<std::vector<double>> results() const
  {
    std::vector<std::vector<double>> all;
    for (auto const& each : value_) all.push_back(to_vector(each));
    return all;
  }

 private:
  Space const& queue(int k) const { return on_[static_cast<std::size_t>(k) % on_.size()]; }

  std::vector<Space> on_;
  std::int64_t n_;
  std::vector<array<double, 1, Space>> value_;
  std::vector<array<std::int64_t, 1, Space>> list_;
};

template <class Space>
std::string error_at(Space const& queue)
{
  try {
    queue.fence();
  } catch (acre::index_error const& e) {
    return e.what();
  }
  return {};
}

/// Errors of the steps, one by one; then the elements.
struct outcome {
  std::vector<std::string> error;
  std::vector<std::vector<double>> elements;
};

template <class Space>
outcome run_on_one(Space const& queue, std::vector<step> const& program, std::int64_t n,
                   std::uint64_t seed)
{
  machine<Space> m({queue}, n, seed);
  outcome o;
  for (step const& s : program) {
    m.run(s);
    o.error.push_back(error_at(queue));
  }
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
  for (std::size_t k = 0; k < elements.size(); ++k)
    ASSERT_TRUE(std::equal(elements[k].begin(), elements[k].end(), wanted.elements[k].begin(),
                           wanted.elements[k].end(),
                           [](double x, double y) {
                             return std::bit_cast<std::uint64_t>(x) ==
                                    std::bit_cast<std::uint64_t>(y);
                           }))
        << "program " << seed << ", array " << k;
}

TYPED_TEST(queues, give_the_results_and_errors_of_one)
{
  TypeParam const first;
  std::vector<TypeParam> all{first};
  while (all.size() < 4) all.push_back(first.new_queue());
  other_thread other;
  auto const programs = static_cast<std::uint64_t>(programs_wanted(200));
  auto const from = static_cast<std::uint64_t>(from_environment("ACRE_TEST_FIRST_PROGRAM", 0));
  int bad = 0;
  for (std::uint64_t seed = from; seed < from + programs && !this->HasFatalFailure(); ++seed) {
    auto const program = draw_program(seed);
    std::int64_t const n = seed % 64 == 1 ? 70000 : 33 + static_cast<std::int64_t>(seed % 97);
    auto const wanted = run_on_one(first, program, n, seed);
    bad += std::any_of(wanted.error.begin(), wanted.error.end(),
                       [](auto const& text) { return !text.empty(); });
    std::size_t const used = 2 + seed % 3;
    agrees_on_several(std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(used)),
                      program, n, seed, wanted, other);
  }
  EXPECT_GT(bad, static_cast<int>(programs / 10));  // the programs that go wrong are among them
}

/// What each of two threads computes, on its own arrays and one that both read.
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

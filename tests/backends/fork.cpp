// A child of fork() has none of OpenMP's threads: it is told so, and goes on without them.

#include <acre/acre.hpp>

#include <Kokkos_Core.hpp>

#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef KOKKOS_ENABLE_OPENMP

namespace {

/// The exit status of f() in a child, which ends by itself where it waits for ever.
template <class F>
int status_of_child(F const& f)
{
  pid_t const child = fork();
  if (child == 0) {
    alarm(30);
    _exit(f());
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + status;
}

constexpr std::int64_t many = std::int64_t{1} << 20;

double sum_on(acre::host const& space)
{
  return acre::sum(acre::ones<double>(space, acre::shape(many))).item();
}

TEST(fork, tells_a_child_that_threads_are_the_parents)
{
  acre::host const threads = acre::openmp(2);
  double const wanted = many;
  EXPECT_EQ(sum_on(threads), wanted);
  EXPECT_EQ(status_of_child([&] { return sum_on(acre::serial()) == wanted ? 0 : 1; }), 0);
  EXPECT_EQ(status_of_child([&] {
              auto const few = acre::from_host(threads, {1.0, 2.0});
              return acre::sum(few).item() == 3 ? 0 : 1;
            }),
            0)
      << "one thread is enough";
#ifndef __clang__
  EXPECT_EQ(status_of_child([&] {
              try {
                sum_on(threads);
                return 1;
              } catch (acre::launch_error const& e) {
                bool const told = std::string(e.what()).starts_with(
                    "acre: the space openmp is used in a child of fork()");
                return told && sum_on(acre::serial()) == wanted ? 0 : 2;
              }
            }),
            0);
#endif
  EXPECT_EQ(status_of_child([&] {
              double in_thread = 0;
              std::thread([&] { in_thread = sum_on(acre::openmp(2)); }).join();
              return in_thread == wanted ? 0 : 1;
            }),
            0)
      << "another thread has threads of its own";
  EXPECT_EQ(sum_on(threads), wanted) << "the parent works on";
}

}  // namespace

#endif

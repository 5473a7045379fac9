#pragma once

#include <acre/distributed.hpp>
#include <acre_test/files.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace acre_test {

/// The text that each of `count` virtual processes gets of the error that f throws: the same.
template <class F>
std::string told_to_all(int count, F const& f)
{
  std::vector<std::string> texts(static_cast<std::size_t>(count));
  acre::distributed::virtual_processes(count, [&](acre::distributed::processes const& all) {
    texts[static_cast<std::size_t>(all.rank())] = refusal([&] { f(all); });
  });
  for (auto const& t : texts) EXPECT_EQ(t, texts.front());
  return texts.front();
}

}  // namespace acre_test

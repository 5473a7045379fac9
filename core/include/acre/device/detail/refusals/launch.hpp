#pragma once

/// Misuses of <acre/device/launch.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// launch(1000, f).
template <std::integral I, class F>
void launch(I, F const&)
{
  static_assert(!std::integral<I>,
                "acre: launch names the space first: launch(a.space(), a.size(), f)");
}

}  // namespace acre

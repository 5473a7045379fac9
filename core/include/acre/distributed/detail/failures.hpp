#pragma once

#include <acre/distributed/detail/expression.hpp>
#include <acre/distributed/detail/joint.hpp>
#include <acre/error.hpp>

#include <cstddef>
#include <new>
#include <optional>

namespace acre::distributed::detail {

/// Runs f, which reads `t`'s elements, if nothing has failed before; returns what has: in earlier
/// calls, in f, or of the indices that are looked up in `t`. All are to throw it. Waits.
template <class Local, std::size_t N, class F>
std::optional<failure> failure_of(term<Local, N> const& t, F const& f,
                                  std::optional<failure> failed = {})
{
  if (!failed) failed = take_pending(t.all);
  if (failed) return failed;
  try {
    note_failures(t.all, *t.where, [&] {  // f may wait itself
      f();
      t.space().fence();
    });
    failed = take_pending(t.all);
  } catch (error const&) {
    failed = current_failure();
    note_failures(t.all, *t.where, [&] { t.space().fence(); });
    if (auto const noted = take_pending(t.all)) failed = noted;
  } catch (std::bad_alloc const&) {
    failed = current_failure();
  }
  return failed;
}

}  // namespace acre::distributed::detail

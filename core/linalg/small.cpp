#include "small.hpp"

#include <acre/backends/common/operation.hpp>

#include <array>
#include <cstdint>

#include "small_stacks.hpp"
#include "with_space.hpp"

namespace acre::detail {

namespace small {

/// An operand's queue, as backends::operation wants it.
struct leaf {
  backends::queue* queue;
};

/// Runs the step make(number, columns of an item) on the queue. Where the outcome is wanted this
/// waits for it, and a graph's capture is a value_error: false for a failure.
template <class Make>
bool run(backends::queue& on, backends::linear_type type, bool wanted, Make const& make)
{
  if (wanted) on.refuse_in_capture("the host waits for the queue");
  bool good = true;
  auto const with_number = [&](auto const& f) {
    backends::is_complex(type) ? f(complex_number()) : f(double());
  };
  with_space(on, [&]<class Space>(Space const& space) {
    if constexpr (Space::host_accessible) {
      with_number([&](auto number) {
        good = compute_on_host(space.queue(), make(number, columns_on_host));
      });
    } else {
      std::uint32_t code = 0;
      auto const failed = wanted ? scratch_memory(on, sizeof code) : nullptr;
      if (wanted) write_memory(on, failed.get(), &code, sizeof code);
      with_number([&](auto number) {
        auto const step = make(number, columns_on_gpu);
        compute_on_gpu(space.queue(), step, step.sides(), step.result(),
                       static_cast<std::uint32_t*>(failed.get()));
      });
      if (wanted) read_memory(on, &code, failed.get(), sizeof code);
      good = code == 0;
    }
  });
  return good;
}

}  // namespace small

bool is_small(matrix_stack const& a) { return a.rows() <= linalg_own_rows; }

bool solve_small(backends::queue& on, matrix_stack const& a, matrix_stack const& b,
                 matrix_stack const& x)
{
  backends::operation const running("linalg::solve", on,
                                    std::array{small::leaf{a.queue}, small::leaf{b.queue}});
  return small::run(on, x.type, true, [&]<class N>(N, int columns) {
    return small::solve_step<N>(a, b, x, columns);
  });
}

bool inv_small(backends::queue& on, matrix_stack const& a, matrix_stack const& out)
{
  backends::operation const running("linalg::inv", on, std::array{small::leaf{a.queue}});
  return small::run(on, out.type, true,
                    [&]<class N>(N, int) { return small::inverse_step<N>(a, out); });
}

void det_small(backends::queue& on, matrix_stack const& a, matrix_stack const& out,
               matrix_stack const& logarithms)
{
  backends::operation const running("linalg::det", on, std::array{small::leaf{a.queue}});
  small::run(on, out.type, false,
             [&]<class N>(N, int) { return small::determinant_step<N>(a, out, logarithms); });
}

bool cholesky_small(backends::queue& on, matrix_stack const& a, matrix_stack const& out, bool upper)
{
  backends::operation const running("linalg::cholesky", on, std::array{small::leaf{a.queue}});
  return small::run(on, out.type, true,
                    [&]<class N>(N, int) { return small::cholesky_step<N>(a, out, upper); });
}

bool eigh_small(backends::queue& on, matrix_stack const& a, bool upper, matrix_stack const& w,
                matrix_stack const& v)
{
  backends::operation const running("linalg::eigh", on, std::array{small::leaf{a.queue}});
  return small::run(on, a.type, true,
                    [&]<class N>(N, int) { return small::eigen_step<N>(a, upper, w, v); });
}

}  // namespace acre::detail

#pragma once

#include <acre/backends/host_common/queue.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

/// Transforms of lines: several at the same time, one beside the other, real and imaginary parts
/// apart, so that the processor's vectors hold the same element of several lines (or, further on in
/// a transform, several elements of one). What is computed of a line hangs on its length alone: the
/// same bits whatever lines lie beside it and whichever thread computes it.
namespace acre::backends::host::fft {

/// exp(2πi j / n) to within an ulp.
struct root_of_unity {
  double re, im;
};
root_of_unity root(std::uint64_t j, std::uint64_t n);

/// Transforms of one length n: Stockham's radices 4, 2, 3, 5, 7, 11 and 13 (after C. Van Loan,
/// "Computational Frameworks for the Fast Fourier Transform", 1992). What else n is divided by goes
/// by Bluestein's sum (1970) through a power of two, in double precision.
template <class R>
class line_plan {
 public:
  explicit line_plan(std::int64_t n);

  std::int64_t length() const { return n_; }
  /// Numbers of scratch that forward() wants for each lane.
  std::int64_t scratch() const;

  /// Element i of lane l lies at [i * lanes + l]. With the parts exchanged it is the inverse.
  void forward(R* re, R* im, std::int64_t lanes, R* scratch) const;

 private:
  struct stage {
    int radix;
    std::int64_t n, stride;  // of the transforms that are left, and how many there are
  };
  void by_stages(R* re, R* im, std::int64_t lanes, R* scratch) const;
  void by_bluestein(R* re, R* im, std::int64_t lanes, double* scratch) const;

  std::int64_t n_;
  std::vector<stage> stages_;
  std::vector<R> cos_, sin_;  // of 2π j / n
  std::shared_ptr<line_plan<double> const> inner_;
  std::vector<double> chirp_re_, chirp_im_, filter_re_, filter_im_;
};

extern template class line_plan<float>;
extern template class line_plan<double>;

/// What has been planned before: the last 32 lengths.
template <class Plan>
std::shared_ptr<Plan const> cached_plan(std::int64_t n)
{
  static std::mutex mutex;
  static std::vector<std::shared_ptr<Plan const>> known;  // the latest use at the end
  {
    std::lock_guard const lock(mutex);
    auto const at = std::find_if(known.begin(), known.end(),
                                 [&](auto const& plan) { return plan->length() == n; });
    if (at != known.end()) {
      std::rotate(at, at + 1, known.end());
      return known.back();
    }
  }
  auto made = std::make_shared<Plan const>(n);
  std::lock_guard const lock(mutex);
  if (known.size() == 32) known.erase(known.begin());
  known.push_back(made);
  return made;
}

}  // namespace acre::backends::host::fft

#pragma once

#include <acre/backends/host_common/queue.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "lanes.hpp"

/// Transforms of lines of complex numbers. A line's computation depends on its length alone: the
/// same bits whatever lines lie beside it, whichever thread computes it and however wide the
/// processor's vectors are.
namespace acre::backends::host::fft {

/// exp(2πi j / n) to within an ulp.
struct root_of_unity {
  double re, im;
};
root_of_unity root(std::uint64_t j, std::uint64_t n);

/// The functions of lanes.hpp for this machine's processor. Scratch is aligned to 64 bytes.
template <class R>
struct line_functions {
  int lanes;
  void (*beside)(stages<R> const&, R const* in, R* out, int many, bool inverse, R scale,
                 R* scratch);
  void (*columns)(split_line<R> const&, R const* in, R* between, std::int64_t group, bool inverse,
                  R* scratch);
  void (*rows)(split_line<R> const&, R* between, R* out, std::int64_t group, bool inverse, R scale,
               R* scratch);
  void (*multiply)(R const* x, R const* w, R* y, std::int64_t n);
};
template <class R>
line_functions<R> const& functions();

/// The stages of a length whose prime factors are at most most_radix, and their tables.
template <class R>
class stage_plan {
 public:
  explicit stage_plan(std::int64_t n = 1);
  stages<R> get() const { return {n_, static_cast<int>(stages_.size()), stages_.data()}; }

 private:
  std::int64_t n_;
  std::vector<stage<R>> stages_;
  std::vector<R> turns_;
};

/// Transforms of one length n. With prime factors up to most_radix: by Stockham's radices 8, 4, 2
/// and those primes (after C. Van Loan, "Computational Frameworks for the Fast Fourier Transform",
/// 1992), short lines several at a time, longer ones as matrices (D. Bailey, "FFTs in external or
/// hierarchical memory", 1990). All others go by Bluestein's sum (1970), in double precision.
template <class R>
class line_plan {
 public:
  explicit line_plan(std::int64_t n);

  std::int64_t length() const { return n_; }
  /// Numbers of scratch that forward() needs.
  std::int64_t scratch() const;

  /// `lines` lines, one behind the other, times `scale`. out may be in.
  void forward(R const* in, R* out, std::int64_t lines, bool inverse, R scale, R* scratch) const;

  /// Treats a line as a matrix, for several threads: all groups of columns, then all groups of
  /// rows. Groups of others: none.
  std::int64_t column_groups() const;
  std::int64_t row_groups() const;
  std::int64_t between() const;  // numbers that the columns leave
  void columns(R const* in, R* between, std::int64_t group, bool inverse, R* scratch) const;
  void rows(R* between, R* out, std::int64_t group, bool inverse, R scale, R* scratch) const;
  std::int64_t group_scratch() const;

 private:
  void by_bluestein(R const* in, R* out, bool inverse, R scale, double* scratch) const;
  split_line<R> split() const { return {columns_.get(), rows_.get(), turns_.data()}; }

  std::int64_t n_;
  bool is_split_ = false;
  stage_plan<R> columns_, rows_;  // of a line that isn't split: its rows
  std::vector<R> turns_;
  std::shared_ptr<line_plan<double> const> inner_;
  std::vector<double> chirp_, filter_;
};

extern template class line_plan<float>;
extern template class line_plan<double>;

/// Plans made before: those of the last 32 lengths.
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

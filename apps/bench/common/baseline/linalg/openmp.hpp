#pragma once

#include <acre/backends/openmp/space.hpp>

#include <cstdint>
#include <cstring>
#include <vector>

extern "C" {
void dgemm_(char const*, char const*, int const*, int const*, int const*, double const*,
            double const*, int const*, double const*, int const*, double const*, double*,
            int const*, std::size_t, std::size_t);
void dgesv_(int const*, int const*, double*, int const*, int*, double*, int const*, int*);
void dgesdd_(char const*, int const*, int const*, double*, int const*, double*, double*, int const*,
             double*, int const*, double*, int const*, int*, int*, std::size_t);
}

/// LAPACK, called as a program calls it that keeps its matrix: it is copied, as it is written over.
namespace acre::bench {

template <>
class library_baseline<openmp> {
 public:
  static constexpr char const* name = "lapack";

  library_baseline(openmp const&, std::int64_t n)
      : n_(static_cast<int>(n)),
        copy_(static_cast<std::size_t>(n * n)),
        u_(copy_.size()),
        v_(copy_.size()),
        s_(static_cast<std::size_t>(n)),
        integers_(8 * s_.size())
  {
    double wanted = 0;
    int const ask = -1;
    int info = 0;
    dgesdd_("S", &n_, &n_, copy_.data(), &n_, s_.data(), u_.data(), &n_, v_.data(), &n_, &wanted,
            &ask, integers_.data(), &info, 1);
    work_.resize(static_cast<std::size_t>(wanted));
  }
  void multiply(double const* a, double const* b, double* c)
  {
    double const one = 1, zero = 0;
    dgemm_("N", "N", &n_, &n_, &n_, &one, b, &n_, a, &n_, &zero, c, &n_, 1, 1);
  }
  void solve(double const* a, double const* b, double* x)
  {
    copy(a);
    std::memcpy(x, b, s_.size() * sizeof(double));
    int const one = 1;
    int info = 0;
    dgesv_(&n_, &one, copy_.data(), &n_, integers_.data(), x, &n_, &info);
  }
  void svd(double const* a)
  {
    copy(a);
    int const size = static_cast<int>(work_.size());
    int info = 0;
    dgesdd_("S", &n_, &n_, copy_.data(), &n_, s_.data(), u_.data(), &n_, v_.data(), &n_,
            work_.data(), &size, integers_.data(), &info, 1);
  }

 private:
  void copy(double const* a) { std::memcpy(copy_.data(), a, copy_.size() * sizeof(double)); }

  int n_;
  std::vector<double> copy_, u_, v_, s_, work_;
  std::vector<int> integers_;
};

}  // namespace acre::bench

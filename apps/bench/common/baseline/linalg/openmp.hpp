#pragma once

#include <acre/backends/openmp/queue.hpp>

#include <algorithm>
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
void dpotrf_(char const*, int const*, double*, int const*, int*, std::size_t);
void dgeqrf_(int const*, int const*, double*, int const*, double*, double*, int const*, int*);
void dorgqr_(int const*, int const*, int const*, double*, int const*, double const*, double*,
             int const*, int*);
void dsyevd_(char const*, char const*, int const*, double*, int const*, double*, double*,
             int const*, int*, int const*, int*, std::size_t, std::size_t);
void dgeev_(char const*, char const*, int const*, double*, int const*, double*, double*, double*,
            int const*, double*, int const*, double*, int const*, int*, std::size_t, std::size_t);
}

/// LAPACK, called as a program calls it that keeps its matrix: it is copied, as it is written over.
/// Its work space is asked for once; what lies in columns stays so.
namespace acre::bench {

template <>
class library_baseline<host> {
 public:
  static constexpr char const* name = "lapack";

  library_baseline(host const&, std::int64_t n)
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
    std::vector<double> sizes{wanted};
    int whole = 0;
    if (n <= 256) {  // larger ones aren't decomposed by these
      dgeqrf_(&n_, &n_, copy_.data(), &n_, s_.data(), &wanted, &ask, &info);
      sizes.push_back(wanted);
      dorgqr_(&n_, &n_, &n_, copy_.data(), &n_, s_.data(), &wanted, &ask, &info);
      sizes.push_back(wanted);
      dgeev_("N", "V", &n_, copy_.data(), &n_, s_.data(), u_.data(), nullptr, &n_, v_.data(), &n_,
             &wanted, &ask, &info, 1, 1);
      sizes.push_back(wanted);
      dsyevd_("V", "U", &n_, copy_.data(), &n_, s_.data(), &wanted, &ask, &whole, &ask, &info, 1,
              1);
      sizes.push_back(wanted);
    }
    work_.resize(static_cast<std::size_t>(*std::max_element(sizes.begin(), sizes.end())));
    integers_.resize(std::max(integers_.size(), static_cast<std::size_t>(whole)));
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
  void cholesky(double const* a)
  {
    copy(a);
    int info = 0;
    dpotrf_("U", &n_, copy_.data(), &n_, &info, 1);
  }
  void qr(double const* a)
  {
    copy(a);
    int const size = static_cast<int>(work_.size());
    int info = 0;
    dgeqrf_(&n_, &n_, copy_.data(), &n_, s_.data(), work_.data(), &size, &info);
    std::memcpy(u_.data(), copy_.data(), u_.size() * sizeof(double));  // r, whose place q takes
    dorgqr_(&n_, &n_, &n_, copy_.data(), &n_, s_.data(), work_.data(), &size, &info);
  }
  void eigh(double const* a)
  {
    copy(a);
    int const size = static_cast<int>(work_.size()), integers = static_cast<int>(integers_.size());
    int info = 0;
    dsyevd_("V", "U", &n_, copy_.data(), &n_, s_.data(), work_.data(), &size, integers_.data(),
            &integers, &info, 1, 1);
  }
  void eig(double const* a)
  {
    copy(a);
    int const size = static_cast<int>(work_.size()), one = 1;
    int info = 0;
    dgeev_("N", "V", &n_, copy_.data(), &n_, s_.data(), u_.data(), nullptr, &one, v_.data(), &n_,
           work_.data(), &size, &info, 1, 1);
  }

 private:
  void copy(double const* a) { std::memcpy(copy_.data(), a, copy_.size() * sizeof(double)); }

  int n_;
  std::vector<double> copy_, u_, v_, s_, work_;
  std::vector<int> integers_;
};

}  // namespace acre::bench

#include <acre/backends/host_common/linear_algebra.hpp>
#include <acre/backends/host_common/scratch.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>

#include <dlfcn.h>

// Fortran's BLAS and LAPACK as every library has them; sizes have 32 bits. A character is followed,
// behind all arguments, by its length, which libraries written in C leave unread.
using length = std::size_t;
using gemm_t = void(char const*, char const*, int const*, int const*, int const*, void const*,
                    void const*, int const*, void const*, int const*, void const*, void*,
                    int const*, length, length);
using getrf_t = void(int const*, int const*, void*, int const*, int*, int*);
using getrs_t = void(char const*, int const*, int const*, void const*, int const*, int const*,
                     void*, int const*, int*, length);
using potrf_t = void(char const*, int const*, void*, int const*, int*, length);
using potrs_t = void(char const*, int const*, int const*, void const*, int const*, void*,
                     int const*, int*, length);
using geqrf_t = void(int const*, int const*, void*, int const*, void*, void*, int const*, int*);
using orgqr_t = void(int const*, int const*, int const*, void*, int const*, void const*, void*,
                     int const*, int*);
using syevd_t = void(char const*, char const*, int const*, void*, int const*, void*, void*,
                     int const*, int*, int const*, int*, length, length);
using heevd_t = void(char const*, char const*, int const*, void*, int const*, void*, void*,
                     int const*, void*, int const*, int*, int const*, int*, length, length);
using gesdd_t = void(char const*, int const*, int const*, void*, int const*, void*, void*,
                     int const*, void*, int const*, void*, int const*, int*, int*, length);
using complex_gesdd_t = void(char const*, int const*, int const*, void*, int const*, void*, void*,
                             int const*, void*, int const*, void*, int const*, void*, int*, int*,
                             length);
using geev_t = void(char const*, char const*, int const*, void*, int const*, void*, void*, void*,
                    int const*, void*, int const*, void*, int const*, int*, length, length);
using complex_geev_t = void(char const*, char const*, int const*, void*, int const*, void*, void*,
                            int const*, void*, int const*, void*, int const*, void*, int*, length,
                            length);
extern "C" {
gemm_t sgemm_, dgemm_, cgemm_, zgemm_;
getrf_t sgetrf_, dgetrf_, cgetrf_, zgetrf_;
getrs_t sgetrs_, dgetrs_, cgetrs_, zgetrs_;
potrf_t spotrf_, dpotrf_, cpotrf_, zpotrf_;
potrs_t spotrs_, dpotrs_, cpotrs_, zpotrs_;
geqrf_t sgeqrf_, dgeqrf_, cgeqrf_, zgeqrf_;
orgqr_t sorgqr_, dorgqr_, cungqr_, zungqr_;
syevd_t ssyevd_, dsyevd_;
heevd_t cheevd_, zheevd_;
gesdd_t sgesdd_, dgesdd_;
complex_gesdd_t cgesdd_, zgesdd_;
geev_t sgeev_, dgeev_;
complex_geev_t cgeev_, zgeev_;
}

namespace acre::backends {

namespace {

template <class T>
struct lapack;
template <>
struct lapack<float> {
  static constexpr auto gemm = sgemm_;
  static constexpr auto getrf = sgetrf_;
  static constexpr auto getrs = sgetrs_;
  static constexpr auto potrf = spotrf_;
  static constexpr auto potrs = spotrs_;
  static constexpr auto geqrf = sgeqrf_;
  static constexpr auto orgqr = sorgqr_;
  static constexpr auto eigh = ssyevd_;
  static constexpr auto gesdd = sgesdd_;
  static constexpr auto geev = sgeev_;
};
template <>
struct lapack<double> {
  static constexpr auto gemm = dgemm_;
  static constexpr auto getrf = dgetrf_;
  static constexpr auto getrs = dgetrs_;
  static constexpr auto potrf = dpotrf_;
  static constexpr auto potrs = dpotrs_;
  static constexpr auto geqrf = dgeqrf_;
  static constexpr auto orgqr = dorgqr_;
  static constexpr auto eigh = dsyevd_;
  static constexpr auto gesdd = dgesdd_;
  static constexpr auto geev = dgeev_;
};
template <>
struct lapack<std::complex<float>> {
  static constexpr auto gemm = cgemm_;
  static constexpr auto getrf = cgetrf_;
  static constexpr auto getrs = cgetrs_;
  static constexpr auto potrf = cpotrf_;
  static constexpr auto potrs = cpotrs_;
  static constexpr auto geqrf = cgeqrf_;
  static constexpr auto orgqr = cungqr_;
  static constexpr auto eigh = cheevd_;
  static constexpr auto gesdd = cgesdd_;
  static constexpr auto geev = cgeev_;
};
template <>
struct lapack<std::complex<double>> {
  static constexpr auto gemm = zgemm_;
  static constexpr auto getrf = zgetrf_;
  static constexpr auto getrs = zgetrs_;
  static constexpr auto potrf = zpotrf_;
  static constexpr auto potrs = zpotrs_;
  static constexpr auto geqrf = zgeqrf_;
  static constexpr auto orgqr = zungqr_;
  static constexpr auto eigh = zheevd_;
  static constexpr auto gesdd = zgesdd_;
  static constexpr auto geev = zgeev_;
};

template <class T>
struct real_of {
  using type = T;
};
template <class T>
struct real_of<std::complex<T>> {
  using type = T;
};

int as_int(std::int64_t n)
{
  if (n > std::numeric_limits<int>::max())
    throw value_error("acre::linalg: " + std::to_string(n) +
                      " is beyond the 2147483647 that this BLAS counts up to");
  return static_cast<int>(n);
}

/// Throws where a matrix' decomposition works in more numbers than LAPACK's int counts: its own
/// answer to a query wraps then.
void require_countable(std::string const& name, int rows, int columns, double work)
{
  if (work > std::numeric_limits<int>::max())
    throw value_error("acre::linalg: " + name + " of a matrix of " + std::to_string(rows) + " × " +
                      std::to_string(columns) + " works in " +
                      std::to_string(static_cast<std::int64_t>(work)) +
                      " numbers, beyond the 2147483647 that this LAPACK counts up to");
}

/// How many numbers gesdd works in at most, with vectors: its bidiagonal problem takes 3 k^2 (of
/// complex numbers apart, after two k by k matrices), and a matrix much longer than wide k^2 more;
/// of that one only the square factor of a QR is worked on, unless all m vectors are wanted.
double svd_work(bool real, bool full, int rows, int columns)
{
  double const k = std::min(rows, columns), most = std::max(rows, columns);
  double const squares = !real ? 2 : 6 * most >= 11 * k ? 4 : 3;
  double const side = most >= 2 * k && !full ? k : most;
  return squares * k * k + 7 * k + 67 * side;  // 64, the largest block, and a few for each row
}

/// How many numbers of work space LAPACK asks for, from its answer to a query.
template <class T>
int asked(T const& answer)
{
  double const n = static_cast<double>(std::real(answer));
  return std::max(1, as_int(static_cast<std::int64_t>(n * (sizeof(answer) < 8 ? 1.0000002 : 1.0))));
}

/// Room for `count` numbers that LAPACK works in: on the stack where they are few.
template <class T>
class work_space {
 public:
  work_space(host::queue& on, std::int64_t count)
  {
    if (count * static_cast<std::int64_t>(sizeof(T)) > static_cast<std::int64_t>(sizeof(few_)))
      many_ = host::scratch<T>(on, count);
  }
  T* get() { return many_ ? many_.get() : reinterpret_cast<T*>(few_); }

 private:
  alignas(64) std::byte few_[8192];
  std::unique_ptr<T[], host::scratch_deleter> many_{nullptr, {}};
};

/// ask()'s answers for a shape: the sizes of work space, for which LAPACK takes as long as for a
/// small matrix itself. The last answer of each function (as `Ask` is a type of each) and thread is
/// kept.
template <class Ask, std::size_t N>
auto const& remembered(std::array<int, N> const& shape, Ask const& ask)
{
  struct answer {
    std::array<int, N> shape{};  // no question has zeros in the first place
    decltype(ask()) sizes{};
  };
  static thread_local answer last;
  if (last.shape != shape) last = {shape, ask()};
  return last.sizes;
}

/// How many threads the library may use, where it has its own: OpenBLAS, MKL.
void set_threads(int n)
{
  using getter = int (*)();
  using setter = void (*)(int);
  static auto const find = [](auto... names) {
    void* found = nullptr;
    ((found = found ? found : dlsym(RTLD_DEFAULT, names)), ...);
    return found;
  };
  static auto const set =
      reinterpret_cast<setter>(find("openblas_set_num_threads", "MKL_Set_Num_Threads"));
  static auto const get =
      reinterpret_cast<getter>(find("openblas_get_num_threads", "MKL_Get_Max_Threads"));
  if (set && get && get() != n) set(n);
}

/// f(each) of a stack's matrices: one by one with all threads on each, or where they are many and
/// small as many at a time as there are threads.
template <class F>
void for_each_matrix(host::queue& on, char const* step, std::int64_t count, std::int64_t size,
                     F const& f)
{
  int const threads = on.threads();
  if (count >= threads && size <= host::small_matrix && threads > 1) {
    set_threads(1);
    on.for_tasks(step, count, f);
  } else {
    set_threads(threads);
    for (std::int64_t each = 0; each < count; ++each) f(each);
  }
}

host::queue& as_host(queue& on) { return static_cast<host::queue&>(on); }

template <class T>
T* matrix(void* data, std::int64_t number, std::int64_t size)
{
  return static_cast<T*>(data) + number * size;
}
template <class T>
T const* matrix(void const* data, std::int64_t number, std::int64_t size)
{
  return static_cast<T const*>(data) + number * size;
}

// One call for real and complex numbers, whose functions take other arguments.
template <class T, class R>
void call_eigh(char job, char part, int n, T* a, R* w, T* work, int lwork,
               [[maybe_unused]] R* rwork, [[maybe_unused]] int lrwork, int* iwork, int liwork,
               int* code)
{
  if constexpr (std::is_same_v<T, R>)
    lapack<T>::eigh(&job, &part, &n, a, &n, w, work, &lwork, iwork, &liwork, code, 1, 1);
  else
    lapack<T>::eigh(&job, &part, &n, a, &n, w, work, &lwork, rwork, &lrwork, iwork, &liwork, code,
                    1, 1);
}
template <class T, class R>
void call_svd(char job, int m, int n, int ldv, T* a, R* s, T* u, T* v, T* work, int lwork,
              [[maybe_unused]] R* rwork, int* iwork, int* code)
{
  if constexpr (std::is_same_v<T, R>)
    lapack<T>::gesdd(&job, &m, &n, a, &m, s, u, &m, v, &ldv, work, &lwork, iwork, code, 1);
  else
    lapack<T>::gesdd(&job, &m, &n, a, &m, s, u, &m, v, &ldv, work, &lwork, rwork, iwork, code, 1);
}
/// For a real matrix: the values' real parts and then their imaginary ones in `parts`.
template <class T, class R>
void call_eig(char job, int n, T* a, [[maybe_unused]] std::complex<R>* w, [[maybe_unused]] R* parts,
              T* v, T* work, int lwork, [[maybe_unused]] R* rwork, int* code)
{
  char const no = 'N';
  int const one = 1;
  if constexpr (std::is_same_v<T, R>)
    lapack<T>::geev(&no, &job, &n, a, &n, parts, parts + n, nullptr, &one, v, &n, work, &lwork,
                    code, 1, 1);
  else
    lapack<T>::geev(&no, &job, &n, a, &n, w, nullptr, &one, v, &n, work, &lwork, rwork, code, 1, 1);
}

class lapack_algebra final : public linear_algebra {
 public:
  void multiply(queue& on, product_problem const& p) override
  {
    with_type<std::complex>(p.type, [&]<class T>(T) {
      int const m = as_int(p.rows), n = as_int(p.columns), k = as_int(p.depth),
                lda = as_int(p.a.leading), ldb = as_int(p.b.leading);
      char const form[] = {'N', 'T', 'C'};
      char const of_a = form[static_cast<int>(p.a.form)], of_b = form[static_cast<int>(p.b.form)];
      T const one(1), zero(0);
      std::int64_t count = 1;
      for (int axis = 0; axis < p.batch_axes; ++axis) count *= p.batch[axis];
      auto const at = [&](product_operand const& of, std::int64_t number) {
        std::int64_t offset = 0;
        for (int axis = p.batch_axes - 1; axis >= 0; --axis) {
          offset += number % p.batch[axis] * of.batch[axis];
          number /= p.batch[axis];
        }
        return static_cast<T const*>(of.data) + offset;
      };
      for_each_matrix(as_host(on), "multiply", count, p.rows * p.columns, [&](std::int64_t each) {
        lapack<T>::gemm(&of_a, &of_b, &m, &n, &k, &one, at(p.a, each), &lda, at(p.b, each), &ldb,
                        &zero, matrix<T>(p.c, each, p.rows * p.columns), &m, 1, 1);
      });
    });
  }

  codes lu(queue& on, linear_type type, std::int64_t rows, std::int64_t columns, std::int64_t count,
           void* a, void* pivots) override
  {
    codes info(static_cast<std::size_t>(count));
    int const m = as_int(rows), n = as_int(columns);
    with_type<std::complex>(type, [&]<class T>(T) {
      for_each_matrix(as_host(on), "lu", count, rows * columns, [&](std::int64_t each) {
        lapack<T>::getrf(&m, &n, matrix<T>(a, each, rows * columns), &m,
                         matrix<int>(pivots, each, std::min(rows, columns)),
                         &info[static_cast<std::size_t>(each)]);
      });
    });
    return info;
  }

  void lu_solve(queue& on, linear_type type, std::int64_t n, std::int64_t right, std::int64_t count,
                bool transposed, void const* a, void const* pivots, void* b) override
  {
    int const rows = as_int(n), columns = as_int(right);
    char const form = transposed ? 'T' : 'N';
    with_type<std::complex>(type, [&]<class T>(T) {
      for_each_matrix(as_host(on), "lu_solve", count, n * n, [&](std::int64_t each) {
        int info = 0;
        lapack<T>::getrs(&form, &rows, &columns, matrix<T>(a, each, n * n), &rows,
                         matrix<int>(pivots, each, n), matrix<T>(b, each, n * right), &rows, &info,
                         1);
      });
    });
  }

  std::vector<std::int64_t> read_pivots(queue&, std::int64_t rows, std::int64_t columns,
                                        std::int64_t count, void const* pivots) override
  {
    auto const* const first = static_cast<int const*>(pivots);
    return {first, first + std::min(rows, columns) * count};
  }

  int bytes_of_pivot(std::int64_t, std::int64_t, std::int64_t) const override
  {
    return sizeof(int);
  }

  codes cholesky(queue& on, linear_type type, std::int64_t n, std::int64_t count, void* a) override
  {
    codes info(static_cast<std::size_t>(count));
    int const rows = as_int(n);
    with_type<std::complex>(type, [&]<class T>(T) {
      for_each_matrix(as_host(on), "cholesky", count, n * n, [&](std::int64_t each) {
        lapack<T>::potrf("U", &rows, matrix<T>(a, each, n * n), &rows,
                         &info[static_cast<std::size_t>(each)], 1);
      });
    });
    return info;
  }

  void cholesky_solve(queue& on, linear_type type, std::int64_t n, std::int64_t right,
                      std::int64_t count, bool upper, void const* a, void* b) override
  {
    int const rows = as_int(n), columns = as_int(right);
    char const part = upper ? 'U' : 'L';
    with_type<std::complex>(type, [&]<class T>(T) {
      for_each_matrix(as_host(on), "cho_solve", count, n * n, [&](std::int64_t each) {
        int info = 0;
        lapack<T>::potrs(&part, &rows, &columns, matrix<T>(a, each, n * n), &rows,
                         matrix<T>(b, each, n * right), &rows, &info, 1);
      });
    });
  }

  void qr(queue& on, linear_type type, std::int64_t rows, std::int64_t columns, std::int64_t count,
          void* a, void* tau) override
  {
    int const m = as_int(rows), n = as_int(columns);
    with_type<std::complex>(type, [&]<class T>(T) {
      int const size = remembered(std::array{m, n}, [&] {
        int const ask = -1;
        int none = 0;
        T wanted{};
        lapack<T>::geqrf(&m, &n, a, &m, tau, &wanted, &ask, &none);
        return asked(wanted);
      });
      for_each_matrix(as_host(on), "qr", count, rows * columns, [&](std::int64_t each) {
        work_space<T> work(as_host(on), size);
        int info = 0;
        lapack<T>::geqrf(&m, &n, matrix<T>(a, each, rows * columns), &m,
                         matrix<T>(tau, each, std::min(rows, columns)), work.get(), &size, &info);
      });
    });
  }

  void make_q(queue& on, linear_type type, std::int64_t rows, std::int64_t columns,
              std::int64_t reflectors, std::int64_t count, void* a, std::int64_t stride,
              void const* tau) override
  {
    int const m = as_int(rows), n = as_int(columns), k = as_int(reflectors);
    with_type<std::complex>(type, [&]<class T>(T) {
      int const size = remembered(std::array{m, n, k}, [&] {
        int const ask = -1;
        int none = 0;
        T wanted{};
        lapack<T>::orgqr(&m, &n, &k, a, &m, tau, &wanted, &ask, &none);
        return asked(wanted);
      });
      for_each_matrix(as_host(on), "make_q", count, rows * columns, [&](std::int64_t each) {
        work_space<T> work(as_host(on), size);
        int info = 0;
        lapack<T>::orgqr(&m, &n, &k, matrix<T>(a, each, stride), &m,
                         matrix<T>(tau, each, reflectors), work.get(), &size, &info);
      });
    });
  }

  codes eigh(queue& on, linear_type type, std::int64_t n, std::int64_t count, bool vectors,
             bool upper, void* a, void* w) override
  {
    codes info(static_cast<std::size_t>(count));
    int const rows = as_int(n);
    require_countable("eigh", rows, rows, 1 + 6.0 * rows + 2.0 * rows * rows);
    char const job = vectors ? 'V' : 'N', part = upper ? 'U' : 'L';
    with_type<std::complex>(type, [&]<class T>(T) {
      using R = typename real_of<T>::type;
      auto const sizes = remembered(std::array{rows, int{job}}, [&] {
        T wanted{};
        R wanted_real{};
        int wanted_int = 0, none = 0;
        call_eigh(job, part, rows, static_cast<T*>(a), static_cast<R*>(w), &wanted, -1,
                  &wanted_real, -1, &wanted_int, -1, &none);
        return std::array{asked(wanted), asked(wanted_real), std::max(1, wanted_int)};
      });
      int const lwork = sizes[0], lrwork = sizes[1], liwork = sizes[2];
      for_each_matrix(as_host(on), "eigh", count, n * n, [&](std::int64_t each) {
        work_space<T> work(as_host(on), lwork);
        work_space<R> rwork(as_host(on), lrwork);
        work_space<int> iwork(as_host(on), liwork);
        call_eigh(job, part, rows, matrix<T>(a, each, n * n), matrix<R>(w, each, n), work.get(),
                  lwork, rwork.get(), lrwork, iwork.get(), liwork,
                  &info[static_cast<std::size_t>(each)]);
      });
    });
    return info;
  }

  codes svd(queue& on, linear_type type, std::int64_t rows, std::int64_t columns,
            std::int64_t count, singular_vectors which, void* a, void* s, void* u, void* v) override
  {
    codes info(static_cast<std::size_t>(count));
    int const m = as_int(rows), n = as_int(columns), k = std::min(m, n);
    bool const full = which == singular_vectors::full;
    char const job = which == singular_vectors::none ? 'N' : full ? 'A' : 'S';
    int const ldv = full ? n : k;
    std::int64_t const size_u = rows * (full ? m : k), size_v = std::int64_t{ldv} * columns;
    with_type<std::complex>(type, [&]<class T>(T) {
      using R = typename real_of<T>::type;
      if (job != 'N') require_countable("svd", m, n, svd_work(std::is_same_v<T, R>, full, m, n));
      int const lwork = remembered(std::array{m, n, int{job}}, [&] {
        T wanted{};
        int none = 0;
        call_svd<T, R>(job, m, n, ldv, static_cast<T*>(a), nullptr, nullptr, nullptr, &wanted, -1,
                       nullptr, nullptr, &none);
        return asked(wanted);
      });
      // LAPACK 3.7 on: max(5 k^2 + 5 k, 2 max(m, n) k + 2 k^2 + k)
      std::int64_t const few = k, more = std::max(m, n);
      std::int64_t const lrwork =
          std::is_same_v<T, R>
              ? 1
              : std::max(5 * few * few + 7 * few, 2 * more * few + 2 * few * few + few);
      for_each_matrix(as_host(on), "svd", count, rows * columns, [&](std::int64_t each) {
        work_space<T> work(as_host(on), lwork);
        work_space<R> rwork(as_host(on), lrwork);
        work_space<int> iwork(as_host(on), 8 * few);
        call_svd<T, R>(job, m, n, ldv, matrix<T>(a, each, rows * columns), matrix<R>(s, each, k),
                       u ? matrix<T>(u, each, size_u) : nullptr,
                       v ? matrix<T>(v, each, size_v) : nullptr, work.get(), lwork, rwork.get(),
                       iwork.get(), &info[static_cast<std::size_t>(each)]);
      });
    });
    return info;
  }

  codes eig(queue& on, linear_type type, std::int64_t n, std::int64_t count, void* a, void* w,
            void* vectors) override
  {
    codes info(static_cast<std::size_t>(count));
    int const rows = as_int(n);
    char const job = vectors ? 'V' : 'N';
    with_type<std::complex>(type, [&]<class T>(T) {
      using R = typename real_of<T>::type;
      using C = std::complex<R>;
      constexpr bool real = std::is_same_v<T, R>;
      int const lwork = remembered(std::array{rows, int{job}}, [&] {
        T wanted{};
        int none = 0;
        R unread[2] = {};  // the query writes one
        call_eig<T, R>(job, rows, static_cast<T*>(a), nullptr, unread, nullptr, &wanted, -1, unread,
                       &none);
        return asked(wanted);
      });
      for_each_matrix(as_host(on), "eig", count, n * n, [&](std::int64_t each) {
        work_space<T> work(as_host(on), lwork);
        work_space<R> rest(as_host(on), 2 * n);
        C* const values = matrix<C>(w, each, n);
        C* const v = vectors ? matrix<C>(vectors, each, n * n) : nullptr;
        int& code = info[static_cast<std::size_t>(each)];
        if constexpr (real) {
          work_space<R> packed(as_host(on), vectors ? n * n : 1);
          call_eig<T, R>(job, rows, matrix<T>(a, each, n * n), values, rest.get(), packed.get(),
                         work.get(), lwork, nullptr, &code);
          for (std::int64_t j = 0; j < n; ++j) values[j] = C(rest.get()[j], rest.get()[n + j]);
          if (v && code == 0) unpack_eigenvectors(values, packed.get(), v, n);
        } else {
          call_eig<T, R>(job, rows, matrix<T>(a, each, n * n), values, nullptr, v, work.get(),
                         lwork, rest.get(), &code);
        }
      });
    });
    return info;
  }
};

}  // namespace

linear_algebra& linear_algebra_of(host::queue&)
{
  static lapack_algebra only;
  return only;
}

}  // namespace acre::backends

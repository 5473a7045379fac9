#pragma once

#include <acre/backends/host_common/library_for_others.hpp>
#include <acre/backends/host_common/linear_algebra.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace acre::backends::host {

/// The host's library on queues of another space, each call of which is done when it returns.
/// `Seen`: library_for_others.hpp.
template <class Seen>
class algebra_for final : public linear_algebra {
 public:
  void multiply(backends::queue& on, product_problem const& p) override
  {
    std::int64_t count = 1;
    for (int axis = 0; axis < p.batch_axes; ++axis) count *= p.batch[axis];
    auto const a = operand(on, p, p.a, p.rows, p.depth),
               b = operand(on, p, p.b, p.depth, p.columns);
    auto c = numbers(on, p.type, p.c, p.rows * p.columns * count);
    product_problem mine = p;
    mine.a.data = a.first();
    mine.b.data = b.first();
    mine.c = c.get();
    by_library("matmul", [&](queue& own) { library().multiply(own, mine); });
    c.write_back();
  }
  codes lu(backends::queue& on, linear_type type, std::int64_t rows, std::int64_t columns,
           std::int64_t count, void* a, void* pivots) override
  {
    auto m = numbers(on, type, a, rows * columns * count);
    auto places = bytes(on, pivots, 8 * std::min(rows, columns) * count);
    auto const info = by_library("lu", [&](queue& own) {
      return library().lu(own, type, rows, columns, count, m.get(), places.get());
    });
    m.write_back();
    places.write_back();
    return info;
  }
  void lu_solve(backends::queue& on, linear_type type, std::int64_t n, std::int64_t right,
                std::int64_t count, bool transposed, void const* a, void const* pivots,
                void* b) override
  {
    auto const m = numbers(on, type, a, n * n * count);
    auto const places = bytes(on, pivots, 8 * n * count);
    auto x = numbers(on, type, b, n * right * count);
    by_library("lu_solve", [&](queue& own) {
      library().lu_solve(own, type, n, right, count, transposed, m.get(), places.get(), x.get());
    });
    x.write_back();
  }
  std::vector<std::int64_t> read_pivots(backends::queue& on, std::int64_t rows,
                                        std::int64_t columns, std::int64_t count,
                                        void const* pivots) override
  {
    auto const places = bytes(on, pivots, 8 * std::min(rows, columns) * count);
    return by_library("lu", [&](queue& own) {
      return library().read_pivots(own, rows, columns, count, places.get());
    });
  }
  int bytes_of_pivot(std::int64_t rows, std::int64_t columns, std::int64_t count) const override
  {
    return library().bytes_of_pivot(rows, columns, count);
  }
  codes cholesky(backends::queue& on, linear_type type, std::int64_t n, std::int64_t count,
                 void* a) override
  {
    auto m = numbers(on, type, a, n * n * count);
    auto const info = by_library(
        "cholesky", [&](queue& own) { return library().cholesky(own, type, n, count, m.get()); });
    m.write_back();
    return info;
  }
  void cholesky_solve(backends::queue& on, linear_type type, std::int64_t n, std::int64_t right,
                      std::int64_t count, bool upper, void const* a, void* b) override
  {
    auto const m = numbers(on, type, a, n * n * count);
    auto x = numbers(on, type, b, n * right * count);
    by_library("cho_solve", [&](queue& own) {
      library().cholesky_solve(own, type, n, right, count, upper, m.get(), x.get());
    });
    x.write_back();
  }
  void qr(backends::queue& on, linear_type type, std::int64_t rows, std::int64_t columns,
          std::int64_t count, void* a, void* tau) override
  {
    auto m = numbers(on, type, a, rows * columns * count);
    auto factors = numbers(on, type, tau, std::min(rows, columns) * count);
    by_library("qr", [&](queue& own) {
      library().qr(own, type, rows, columns, count, m.get(), factors.get());
    });
    m.write_back();
    factors.write_back();
  }
  void make_q(backends::queue& on, linear_type type, std::int64_t rows, std::int64_t columns,
              std::int64_t reflectors, std::int64_t count, void* a, std::int64_t stride,
              void const* tau) override
  {
    auto m = numbers(on, type, a, (count - 1) * stride + rows * columns);
    auto const factors = numbers(on, type, tau, reflectors * count);
    by_library("make_q", [&](queue& own) {
      library().make_q(own, type, rows, columns, reflectors, count, m.get(), stride, factors.get());
    });
    m.write_back();
  }
  codes eigh(backends::queue& on, linear_type type, std::int64_t n, std::int64_t count,
             bool vectors, bool upper, void* a, void* w) override
  {
    auto m = numbers(on, type, a, n * n * count);
    auto values = bytes(on, w, real_bytes(type) * n * count);
    auto const info = by_library("eigh", [&](queue& own) {
      return library().eigh(own, type, n, count, vectors, upper, m.get(), values.get());
    });
    m.write_back();
    values.write_back();
    return info;
  }
  codes svd(backends::queue& on, linear_type type, std::int64_t rows, std::int64_t columns,
            std::int64_t count, singular_vectors which, void* a, void* s, void* u, void* v) override
  {
    std::int64_t const few = std::min(rows, columns);
    bool const full = which == singular_vectors::full;
    auto m = numbers(on, type, a, rows * columns * count);
    auto values = bytes(on, s, real_bytes(type) * few * count);
    auto left = numbers(on, type, u, rows * (full ? rows : few) * count),
         right = numbers(on, type, v, columns * (full ? columns : few) * count);
    auto const info = by_library("svd", [&](queue& own) {
      return library().svd(own, type, rows, columns, count, which, m.get(), values.get(),
                           left.get(), right.get());
    });
    for (auto* each : {&m, &values, &left, &right}) each->write_back();
    return info;
  }
  bool svd_gives_v() const override { return library().svd_gives_v(); }
  codes eig(backends::queue& on, linear_type type, std::int64_t n, std::int64_t count, void* a,
            void* w, void* vectors) override
  {
    std::int64_t const number = 2 * real_bytes(type);  // complex ones
    auto m = numbers(on, type, a, n * n * count);
    auto values = bytes(on, w, number * n * count), v = bytes(on, vectors, number * n * n * count);
    auto const info = by_library("eig", [&](queue& own) {
      return library().eig(own, type, n, count, m.get(), values.get(), v.get());
    });
    for (auto* each : {&m, &values, &v}) each->write_back();
    return info;
  }
  bool has_eig() const override { return library().has_eig(); }

 private:
  static linear_algebra& library() { return linear_algebra_of(acre::host::default_queue()); }
  static std::int64_t real_bytes(linear_type type)
  {
    return static_cast<std::int64_t>(bytes_of_real(type));
  }
  template <class T>
  using seen = typename Seen::template of<T>;
  template <class T>
  static seen<T> bytes(backends::queue& on, T* data, std::int64_t count)
  {
    return {on, data, count};
  }
  template <class T>
  static seen<T> numbers(backends::queue& on, linear_type type, T* data, std::int64_t count)
  {
    return bytes(on, data, static_cast<std::int64_t>(bytes_of(type)) * count);
  }

  /// What lies between the first and the last number of a product's operand, whose batches may go
  /// backwards from `data`.
  struct seen_operand {
    seen<void const> memory;
    std::int64_t before;
    void const* first() const { return static_cast<std::byte const*>(memory.get()) + before; }
  };
  static seen_operand operand(backends::queue& on, product_problem const& p,
                              product_operand const& of, std::int64_t rows, std::int64_t columns)
  {
    if (of.form != matrix_form::plain) std::swap(rows, columns);
    auto const number = static_cast<std::int64_t>(bytes_of(p.type));
    std::int64_t low = 0, high = rows + (columns - 1) * of.leading;
    for (int axis = 0; axis < p.batch_axes; ++axis) {
      std::int64_t const reach = (p.batch[axis] - 1) * of.batch[axis];
      (reach < 0 ? low : high) += reach;
    }
    return {
        bytes(on, static_cast<void const*>(static_cast<std::byte const*>(of.data) + low * number),
              (high - low) * number),
        -low * number};
  }
};

}  // namespace acre::backends::host

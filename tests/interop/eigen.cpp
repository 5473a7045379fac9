#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>

#include <Eigen/Dense>

namespace {

using acre::ALL, acre::host, acre::shape, acre::slice;

using strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
using row_major = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Any matrix of an array that runs forwards.
Eigen::Map<row_major, 0, strides> map(acre::array<double, 2, host> const& a)
{
  return {a.ref().data, a.extent(0), a.extent(1), strides(a.strides()[0], a.strides()[1])};
}

template <class Matrix>
acre::array<double, 2, host> wrap(Matrix& m)
{
  return {host(), nullptr, m.data(), shape(m.rows(), m.cols()),
          shape(m.rowStride(), m.colStride())};
}

TEST(eigen, sees_arrays)
{
  auto const a = acre::arange(host(), 12.0).reshape(shape(3, 4));
  auto const all = map(a), part = map(a(slice(0, 3, 2), slice(1, 4, 2))),
             turned = map(a.transpose());
  EXPECT_EQ(all.data(), a.data());
  EXPECT_EQ(all(2, 1), 9);
  EXPECT_EQ(part(1, 1), 11);
  EXPECT_EQ(turned(1, 2), 9);
  EXPECT_TRUE((all.transpose().array() == turned.array()).all());
  auto all_written = map(a);
  all_written.row(1).setConstant(-1);
  EXPECT_EQ(sum(a(1)).item(), -4);

  auto const x = acre::arange(host(), 4.0);
  Eigen::VectorXd const product = all * Eigen::Map<Eigen::VectorXd const>(x.data(), x.size());
  EXPECT_EQ(product(2), 8 * 0 + 9 * 1 + 10 * 2 + 11 * 3);
}

TEST(eigen, as_the_page_shows)
{
  auto const a = acre::arange(host(), 6.0).reshape(shape(2, 3)).transpose();
  Eigen::Map<row_major, 0, strides> const m(a.ref().data, a.extent(0), a.extent(1),
                                            strides(a.strides()[0], a.strides()[1]));

  Eigen::MatrixXd e(2, 3);
  acre::array<double, 2, acre::host> const b(acre::host(), nullptr, e.data(),
                                             acre::shape(e.rows(), e.cols()),
                                             acre::shape(e.rowStride(), e.colStride()));
  EXPECT_EQ(m(2, 1), 5);
  b(1, 2) = 7.0;
  EXPECT_EQ(e(1, 2), 7);
}

TEST(eigen, matrices_are_seen_as_arrays)
{
  Eigen::MatrixXd columns(2, 3);  // column-major, as Eigen's are unless told otherwise
  columns << 0, 1, 2, 3, 4, 5;
  auto const a = wrap(columns);
  EXPECT_EQ(a.data(), columns.data());
  EXPECT_EQ(a.strides(), shape(1, 2));
  EXPECT_TRUE(acre_test::equals<double>(a, {0, 1, 2, 3, 4, 5}));
  a(1) = 7.0;
  EXPECT_EQ(columns(1, 2), 7);

  row_major rows(2, 3);
  rows << 0, 1, 2, 3, 4, 5;
  EXPECT_EQ(wrap(rows).strides(), shape(3, 1));
  auto block = rows.block(0, 1, 2, 2);
  EXPECT_TRUE(acre_test::equals<double>(wrap(block), {1, 2, 4, 5}));
  Eigen::Matrix2d small;
  small << 1, 2, 3, 4;
  Eigen::Matrix2d const square = small * small;
  EXPECT_TRUE(acre_test::equals<double>(matmul(wrap(small), wrap(small)),
                                        {square(0, 0), square(0, 1), square(1, 0), square(1, 1)}));
}

}  // namespace

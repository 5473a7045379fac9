// Einstein's sums, products of vectors and norms whose types are known at compile time; that values
// and texts are NumPy's is tests/conformance' matter (functions.py).

#include <acre/linalg.hpp>
#include <acre/random/generator.hpp>
#include <acre/testing/matchers.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

using acre::einsum, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

template <class Space>
class products : public ::testing::Test {
 protected:
  Space space;

  auto matrix(std::int64_t rows, std::int64_t columns) const
  {
    return acre::arange<double>(space, rows * columns).reshape(shape(rows, columns));
  }
};
TYPED_TEST_SUITE(products, acre_test::spaces, acre_test::space_names);

TYPED_TEST(products, einsum_is_what_there_is_already)
{
  auto const a = this->matrix(3, 4) / 7 - 0.3;
  auto const b = acre::evaluate(this->matrix(4, 5) / 3 + 0.1);
  auto const c = evaluate(a);
  EXPECT_THAT((einsum<"ij,jk">(a, b)), acre::testing::SameBits(matmul(a, b)));
  EXPECT_THAT((einsum<"ij,jk->ki">(a, b)), acre::testing::SameBits(matmul(a, b).transpose()));
  EXPECT_THAT((einsum<"ij,ij->i">(a, a)), acre::testing::SameBits(vecdot(c, c)));
  EXPECT_THAT((einsum<"ij->j">(a)), acre::testing::SameBits(sum(c, 0)));
  EXPECT_THAT((einsum<"ij,kl->ijkl">(c, b)),
              acre::testing::SameBits(acre::evaluate(outer(c, b)).reshape(shape(3, 4, 4, 5))));
  EXPECT_EQ((einsum<"ij->ji">(c).data()), c.data()) << "a view";
  EXPECT_EQ((einsum<"i i">(this->matrix(3, 3))).item(), 12.0);
  EXPECT_TRUE(
      equals<double>(einsum<"...ij,j->...i">(this->matrix(2, 3), this->matrix(1, 3)(0)), {5, 14}));
  EXPECT_THAT((einsum<"bij,bjk->bik">(einsum<"ij,b->bij">(c, b(0)), einsum<"jk,b->bjk">(b, b(1)))),
              acre::testing::SameBits(matmul(acre::evaluate(c * b(0).reshape(shape(5, 1, 1))),
                                             acre::evaluate(b * b(1).reshape(shape(5, 1, 1))))));
  EXPECT_EQ(error_of<acre::shape_error>([&] { einsum<"ij,kj">(c, b); }),
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            "(3,4)->(3,newaxis,4) (4,5)->(4,5) ");
  EXPECT_EQ(error_of<acre::value_error>([&] { einsum<"ij,j$">(c, b); }),
            "invalid subscript '$' in einstein sum subscripts string, subscripts must be letters");
}

TYPED_TEST(products, of_vectors_along_axes)
{
  auto const a = this->matrix(3, 2);
  EXPECT_TRUE(equals<double>(vecdot(a, a + 1, 0), {26, 44}));
  EXPECT_EQ(vdot(a, a.transpose()).item(), 50.0);
  EXPECT_TRUE(equals<double>(cross(a, a + 1, 0), {-2, -2, 4, 4, -2, -2}));
  EXPECT_TRUE(equals<double>(matvec(a, a(2)), {5, 23, 41}));
  EXPECT_TRUE(equals<double>(vecmat(a(slice(0, 2)).transpose()(0), a(slice(0, 2))), {4, 6}));
  EXPECT_TRUE(equals<double>(inner(a, a(slice(0, 2))), {1, 3, 3, 13, 5, 23}));
  EXPECT_EQ(kron(a(0), a).shape(), shape(3, 4));
  EXPECT_EQ(error_of<acre::index_error>([&] { cross(a, a, 2); }),
            "axisa: axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(error_of<acre::shape_error>([&] { matvec(a, a.transpose()); }),
            "matvec: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "(m,n),(n)->(m) (size 3 is different from 2)");
}

TYPED_TEST(products, norms)
{
  auto const a = acre::evaluate(this->matrix(2, 3) - 2);
  EXPECT_EQ(vector_norm(a).item(), std::sqrt(19.0));
  EXPECT_TRUE(equals<double>(vector_norm(a, 1, 1), {3, 6}));
  EXPECT_TRUE(equals<double>(vector_norm(a, inf, 0), {2, 2, 3}));
  EXPECT_TRUE(equals<double>(vector_norm(a, -inf, acre::axes(0, 1)), {0}));
  EXPECT_EQ(vector_norm(a, 0).item(), 5.0);
  EXPECT_NEAR(vector_norm(a, 3).item(), std::cbrt(45.0), 1e-14);
  EXPECT_EQ(matrix_norm(a).item(), std::sqrt(19.0));
  EXPECT_EQ(matrix_norm(a, 1).item(), 3.0);
  EXPECT_EQ(matrix_norm(a, inf).item(), 6.0);
  EXPECT_EQ(vector_norm(a(slice(0, 0)), inf).item(), 0.0);
  using z = acre::complex<float>;
  EXPECT_EQ(vector_norm(acre::from_host<z>(this->space, {z(3, 4), z(0, 12)})).item(), 13.0f);
  EXPECT_EQ(error_of<acre::value_error>([&] { matrix_norm(a, 3); }),
            "Invalid norm order for matrices.");
  EXPECT_EQ(error_of<acre::value_error>([&] { matrix_norm(a, -2); }),
            "Invalid norm order for matrices. Of order -2 it is the smallest singular value, of "
            "acre::linalg::svdvals(a).");
}

}  // namespace

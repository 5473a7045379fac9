// Linear algebra of arrays whose dtype is known at run time only: that of arrays, to the bit.
#include <acre/dynamic/solvers.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/linalg.hpp>
#include <acre/testing/matchers.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

using acre::dynamic_array, acre::shape;
using acre_test::error_of, acre_test::noise, acre_test::place;
namespace linalg = acre::linalg;
namespace at_run_time = acre::dynamic::linalg;

namespace {

template <class Space>
class dynamic_solvers : public ::testing::Test {};
TYPED_TEST_SUITE(dynamic_solvers, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dynamic_solvers, are_those_of_arrays)
{
  TypeParam const space;
  auto const x = acre::evaluate(place(space, noise<float>(2 * 4 * 4), shape(2, 4, 4)) +
                                acre::eye<float>(space, 4) * 4.0f);
  auto const h = acre::matmul(x, acre::swapaxes(x, -1, -2));
  auto const y = place(space, noise<float>(4, 1), shape(4));
  dynamic_array const a(x), g(h), b(y);
  auto const same = [&](dynamic_array const& got, auto const& wanted) {
    using array = std::remove_cvref_t<decltype(wanted)>;
    EXPECT_EQ(got.rank(), array::rank);
    EXPECT_THAT((got.template as<typename array::value_type, array::rank, TypeParam>()),
                acre::testing::SameBits(wanted));
  };
  same(at_run_time::solve(a, b), linalg::solve(x, y));
  same(at_run_time::solve(a, g), linalg::solve(x, h));
  same(at_run_time::inv(a), linalg::inv(x));
  same(at_run_time::det(a), linalg::det(x));
  same(at_run_time::matrix_power(a, -2), linalg::matrix_power(x, -2));
  same(at_run_time::matrix_rank(a), linalg::matrix_rank(x));
  same(at_run_time::pinv(a, 0.1), linalg::pinv(x, 0.1));
  same(at_run_time::cond(a), linalg::cond(x));
  same(at_run_time::cholesky(g, true), linalg::cholesky(h, acre::triangle::upper));
  same(at_run_time::svdvals(a), linalg::svdvals(x));
  same(at_run_time::eigvalsh(g), linalg::eigvalsh(h));
  same(at_run_time::eigvals(a), linalg::eigvals(x));
  same(at_run_time::slogdet(a).logabsdet, linalg::slogdet(x).logabsdet);
  same(at_run_time::qr(a, true).r, linalg::qr(x, acre::qr_mode::complete).r);
  same(at_run_time::svd(a, false).vh, linalg::svd(x, false).vh);
  same(at_run_time::eigh(g).eigenvectors, linalg::eigh(h).eigenvectors);
  same(at_run_time::eig(a).eigenvalues, linalg::eig(x).eigenvalues);
}

TYPED_TEST(dynamic_solvers, refuse_in_numpys_words)
{
  TypeParam const space;
  dynamic_array const row(acre::ones<double>(space, shape(3)));
  EXPECT_EQ(error_of<acre::linalg_error>([&] { at_run_time::inv(row); }),
            "1-dimensional array given. Array must be at least two-dimensional");
  EXPECT_EQ(error_of<acre::linalg_error>(
                [&] { at_run_time::inv(dynamic_array(acre::zeros<int>(space, shape(2, 2)))); }),
            "Singular matrix");
  EXPECT_THROW(at_run_time::det(dynamic_array(acre::zeros<acre::float16>(space, shape(2, 2)))),
               acre::dtype_error);
}

}  // namespace

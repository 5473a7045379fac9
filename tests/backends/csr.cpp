// Sparse matrices by rows.

#include <acre/linalg.hpp>
#include <acre/linalg/csr.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/testing/matchers.hpp>
#include <acre_test/on_space.hpp>

using acre::csr_matrix, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

template <class Space>
class csr : public acre_test::on_space<Space> {
 protected:
  using index = std::int64_t;
  /// [[1, 0, 2], [0, 0, 0], [0, 3, 4]]
  auto matrix() const
  {
    return csr_matrix<double, index, Space>(this->template row<double>({1, 2, 3, 4}),
                                            this->template row<index>({0, 2, 1, 2}),
                                            this->template row<index>({0, 2, 2, 4}), shape(3, 3));
  }
};
TYPED_TEST_SUITE(csr, acre_test::spaces, acre_test::space_names);

TYPED_TEST(csr, is_made_of_arrays_and_taken_apart)
{
  auto const a = this->matrix();
  EXPECT_EQ(a.nnz(), 4);
  EXPECT_TRUE(equals<double>(to_dense(a), {1, 0, 2, 0, 0, 0, 0, 3, 4}));
  EXPECT_TRUE(equals<double>(to_dense(transposed(a)), {1, 0, 0, 0, 0, 3, 2, 0, 4}));
  auto const again = acre::csr_from_dense(to_dense(a));
  EXPECT_TRUE(equals<std::int64_t>(again.indices(), {0, 2, 1, 2}));
  EXPECT_TRUE(equals<std::int64_t>(again.indptr(), {0, 2, 2, 4}));
  auto const sums = acre::csr_from_coo(this->template row<float>({1, 2, 4, 8}),
                                       this->template row<int>({1, 0, 1, 1}),
                                       this->template row<int>({0, 3, 0, 1}), shape(2, 4));
  EXPECT_TRUE(equals<float>(sums.data(), {2, 5, 8}));
  EXPECT_TRUE(equals<float>(to_dense(sums), {0, 0, 0, 2, 5, 8, 0, 0}));
  auto const none = acre::csr_from_dense(acre::zeros<double>(this->space, shape(2, 3)));
  EXPECT_EQ(none.nnz(), 0);
  EXPECT_TRUE(equals<double>(matvec(none, this->template row<double>({1, 2, 3})), {0, 0}));
  EXPECT_TRUE(equals<double>(to_dense(none), {0, 0, 0, 0, 0, 0}));
}

TYPED_TEST(csr, multiplies)
{
  auto const a = this->matrix();
  auto const x = this->template row<float>({1, 10, 100});
  auto const y = matvec(a, x);
  static_assert(std::is_same_v<typename decltype(y)::value_type, double>);
  EXPECT_TRUE(equals<double>(y, {201, 0, 430}));
  auto const b = acre::arange<double>(this->space, 6).reshape(shape(3, 2));
  EXPECT_THAT(matmul(a, b), acre::testing::SameBits(matmul(to_dense(a), b)));
  using small = std::int8_t;
  csr_matrix<small, std::int32_t, TypeParam> const c(
      this->template row<small>({100, 100}), this->template row<std::int32_t>({0, 0}),
      this->template row<std::int32_t>({0, 2}), shape(1, 1));
  EXPECT_TRUE(equals<small>(matvec(c, this->template row<small>({1})), {small(-56)}));
  EXPECT_TRUE(equals<small>(to_dense(c), {small(-56)})) << "elements of one place add up";
}

/// A row has the bits of the sum of its products, however long it is, and whatever the others are.
TYPED_TEST(csr, sums_rows_as_sum_does)
{
  std::vector<std::vector<std::int64_t>> all{{0, 3, 3, 40, 4136, 4137, 30000}};
  for (int const longest :
       {6, 33, 64, 70}) {  // of a thread, dealt out, dealt out beside longer ones
    all.push_back({0});
    for (int k = 0; k < 100; ++k) all.back().push_back(all.back().back() + k * 37 % (longest + 1));
  }
  for (auto const& ends : all) {
    auto const count = ends.back();
    auto const rows = static_cast<std::int64_t>(ends.size()) - 1;
    auto const values = noise<double>(static_cast<std::size_t>(count), 1);
    auto const factors = noise<double>(997, 2);
    std::vector<std::int64_t> columns;
    for (std::int64_t k = 0; k < count; ++k) columns.push_back(k * 7919 % 997);
    for (auto const& space : acre_test::instances<TypeParam>()) {
      csr_matrix<double, std::int64_t, TypeParam> const a(
          place(space, values), place(space, columns), place(space, ends), shape(rows, 997));
      auto const x = place(space, factors);
      auto const y = matvec(a, x);
      for (std::size_t row = 0; row + 1 < ends.size(); ++row) {
        auto const some = slice(ends[row], ends[row + 1]);
        EXPECT_THAT(y(static_cast<std::int64_t>(row)),
                    acre::testing::SameBits(
                        sum(a.data()(some) * x(a.indices()(some), acre::index_mode::unchecked))))
            << ends[row + 1] - ends[row];
      }
    }
  }
}

TYPED_TEST(csr, refuses)
{
  using index = std::int64_t;
  auto const v = this->template row<double>({1, 2});
  auto const make = [&](std::initializer_list<index> columns, std::initializer_list<index> ends) {
    csr_matrix<double, index, TypeParam>(v, this->template row<index>(columns),
                                         this->template row<index>(ends), shape(2, 3));
  };
  EXPECT_EQ(error_of<acre::shape_error>([&] { make({0, 1}, {0, 2}); }),
            "index pointer size (2) should be (3)");
  EXPECT_EQ(error_of<acre::shape_error>([&] { make({0}, {0, 1, 2}); }),
            "indices and data should have the same size, not 1 and 2");
  EXPECT_EQ(error_of<acre::value_error>([&] { make({0, 1}, {0, 2, 1}); }),
            "offsets decrease: offsets[1] is 2 and offsets[2] is 1");
  EXPECT_EQ(error_of<acre::index_error>([&] { make({0, 3}, {0, 1, 2}); }),
            "index 3 is out of bounds for axis 1 with size 3");
  EXPECT_EQ(error_of<acre::index_error>([&] { make({-1, 7}, {0, 1, 2}); }),
            "index -1 is out of bounds for axis 1 with size 3");
  EXPECT_EQ(error_of<acre::shape_error>([&] { matvec(this->matrix(), v); }),
            "matvec: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "(m,n),(n)->(m) (size 2 is different from 3)");
  auto const i = this->template row<index>({0, 5});
  EXPECT_EQ(error_of<acre::index_error>([&] { acre::csr_from_coo(v, i, i, shape(2, 3)); }),
            "index 5 is out of bounds for axis 0 with size 2");
}

}  // namespace

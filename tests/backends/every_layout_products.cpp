// Products of matrices, files of operands in every layout (acre_test/every_layout.hpp).

#include <acre/device/spaces.hpp>
#include <acre/io/npy.hpp>
#include <acre/linalg/einsum.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/linalg/matvec.hpp>
#include <acre/linalg/products.hpp>
#include <acre_test/every_layout.hpp>

#include <filesystem>

#include <unistd.h>

using acre_test::below, acre_test::noise;

namespace {

template <class Space>
std::vector<acre_test::operation<Space>> products()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"matmul", 2,
       [](in_t& in) {
         auto const n = in.template shape<2>();
         in << matmul(noise<float, 2>(in, "a"),
                      in.template noise<float>("b", acre::shape(n[1], 35)));
       }},
      {"matmul of float64", 2,
       [](in_t& in) {
         auto const n = in.template shape<2>();
         in << matmul(in.template noise<double>("a", acre::shape(40, n[0])),
                      noise<double, 2>(in, "b"));
       }},
      {"matmul of int16 stacks", 3,
       [](in_t& in) {
         auto const n = in.template shape<3>();
         in << matmul(noise<std::int16_t, 3>(in, "a"),
                      in.template noise<std::int16_t>("b", acre::shape(n[0], n[2], 9)));
       }},
      {"matvec, vecmat", 2,
       [](in_t& in) {
         auto const n = in.template shape<2>();
         auto const a = noise<float, 2>(in, "a");
         in << matvec(a, in.template noise<float>("x", acre::shape(n[1])))
            << vecmat(in.template noise<float>("y", acre::shape(n[0])), a);
       }},
      {"tensordot", 3,
       [](in_t& in) {
         auto const n = in.template shape<3>();
         in << tensordot(noise<float, 3>(in, "a"),
                         in.template noise<float>("b", acre::shape(n[1], n[2], 5)));
       }},
      {"einsum", 2,
       [](in_t& in) {
         auto const n = in.template shape<2>();
         in << acre::einsum<"ij,kj->ik">(noise<float, 2>(in, "a"),
                                         in.template noise<float>("b", acre::shape(6, n[1])));
       }},
      {"save_npy", 2,
       [](in_t& in) {
         auto const path = std::filesystem::temp_directory_path() /
                           ("every_layout_" + std::string(acre::name_of(in.space)) +
                            std::to_string(::getpid()) + ".npy");
         acre::io::save_npy(path, noise<float, 2>(in, "x"));
         in << acre::io::load_npy<float, 2>(in.space, path);
         std::filesystem::remove(path);
       }},
      {"copy_to", 3,
       [](in_t& in) { in << copy_to(acre::serial(), noise<std::int16_t, 3>(in, "x")); }},
  };
}

using namespace acre_test;

TYPED_TEST(every_layout, of_products)
{
  check_every_layout(products<TypeParam>(), products<first_space>());
}

}  // namespace

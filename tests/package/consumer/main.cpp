#include <acre/acre.hpp>
#include <acre/io.hpp>
#ifdef CONSUMER_HAS_LINALG
#include <acre/linalg/solve.hpp>
#endif
#include <acre/testing/matchers.hpp>
#ifdef CONSUMER_HAS_PICTURES
#include <acre/picture.hpp>
#endif

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>

#if defined(CONSUMER_HAS_SSE42) && !defined(__SSE4_2__)
#error "acre::native did not bring the processor's flags"
#endif

/// The text of an error ends with this file and the line of the call, for which acre::acre brings
/// line tables. True where the program is not to have any.
bool names_its_line()
{
#ifdef CONSUMER_HAS_LINES
  auto const six = acre::ones(acre::shape(6)), four = acre::ones(acre::shape(4));
  std::string const call = "; called at main.cpp:" + std::to_string(__LINE__ + 2) + ")";
  try {
    acre::evaluate(six + four);
  } catch (acre::shape_error const& e) {
    std::puts(e.what());
    return std::string_view(e.what()).ends_with(call);
  }
  return false;
#else
  return true;
#endif
}

int main(int argc, char** argv)
{
  acre::runtime const runtime(argc, argv);
  std::puts(acre::build_info());
  auto const x = acre::linspace(acre::default_space(), 0, 1, 1001);
  auto const squares = [](auto const& a) { return sum(a * a); };
  auto const report = acre::cross_check(squares, x);
  std::cout << report;
  bool const same = ::testing::Value(squares(x), acre::testing::SameBits(squares(x + 0)));
  auto const folder = std::filesystem::path(argv[0]).parent_path();  // wherever it is called from
  acre::io::save_npy(folder / "consumer.npy", squares(x));
  bool const kept = acre::io::load_npy<double, 0>(folder / "consumer.npy") == squares(x);
#ifdef CONSUMER_HAS_PICTURES
  acre::plot(folder / "consumer.png",
             std::vector<acre::sized_benchmark>{
                 {1001, acre::benchmark([&] { squares(x); }, {.n_repeat = 3})}});
#endif
  bool solved = true;
#ifdef CONSUMER_HAS_LINALG
  auto const answer =
      acre::linalg::solve(acre::from_host({{2.0, 1.0}, {1.0, 3.0}}), acre::from_host({3.0, 4.0}));
  solved = acre::allclose(answer, acre::ones(acre::shape(2)));
#endif
  return report && same && kept && solved && names_its_line() ? 0 : 1;
}

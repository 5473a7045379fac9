#include <acre/backends/gpu_common/loaded_library.hpp>
#include <acre/error.hpp>

#include <cmath>
#include <string>

#include <gtest/gtest.h>

/// Libraries that are opened when they are first called; the C library's own stands for a vendor's.
namespace {

using namespace acre::backends::gpu;

constinit loaded_library mathematics("libm", "/no/such/libm.so:libm.so.6"),
    absent("cuNone", "libcunone.so.7:/no/such/libcunone.so");
constinit loaded_function<double(double)> cosine{mathematics, "cos"},
    unknown{mathematics, "acre_has_no_such_function"}, of_absent{absent, "cos"};

std::string refusal(loaded_function<double(double)>& function)
{
  try {
    function(0.5);
  } catch (acre::backend_error const& e) {
    return e.what();
  }
  return "";
}

TEST(loaded_library, is_opened_by_the_first_call)
{
  EXPECT_EQ(cosine(0.5), std::cos(0.5));
  EXPECT_EQ(cosine(0.25), std::cos(0.25));
}

TEST(loaded_library, says_what_is_missing_and_the_way_out)
{
  for (char const* const part :
       {"cuNone", "libcunone.so.7", "/no/such/libcunone.so", "LD_LIBRARY_PATH"})
    EXPECT_NE(refusal(of_absent).find(part), std::string::npos) << refusal(of_absent);
  EXPECT_NE(refusal(unknown).find("libm has no acre_has_no_such_function"), std::string::npos)
      << refusal(unknown);
}

}  // namespace

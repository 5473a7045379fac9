// Runs a target over files and, unless the first argument is WHOLE, over each of them cut off at
// every length and with every byte changed: what an ordinary compiler makes of the readers that
// libFuzzer is let loose on.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "input.hpp"

int main(int argc, char** argv)
{
  std::size_t inputs = 0;
  auto const run = [&](std::vector<char> const& bytes, std::size_t size) {
    LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const*>(bytes.data()), size);
    ++inputs;
  };
  bool const whole = argc > 1 && std::string(argv[1]) == "WHOLE";
  for (int k = whole ? 2 : 1; k < argc; ++k)
    for (auto const& entry : std::filesystem::directory_iterator(argv[k])) {
      std::ifstream in(entry.path(), std::ios::binary);
      std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
      run(bytes, bytes.size());
      if (whole) continue;
      for (std::size_t size = 0; size < bytes.size(); ++size) run(bytes, size);
      for (char& byte : bytes)
        for (int const change : {0x01, 0x80, 0xff}) {
          byte = static_cast<char>(byte ^ change);
          run(bytes, bytes.size());
          byte = static_cast<char>(byte ^ change);
        }
    }
  std::printf("%zu inputs\n", inputs);
  return inputs == 0;
}

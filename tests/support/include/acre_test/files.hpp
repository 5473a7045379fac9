#pragma once

#include <acre/error.hpp>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace acre_test {

/// A test with a folder of its own, which goes with it.
class folder : public ::testing::Test {
 protected:
  folder() { std::filesystem::create_directories(dir); }
  ~folder() override { std::filesystem::remove_all(dir); }
  auto files() const { return std::distance(std::filesystem::directory_iterator(dir), {}); }

  std::filesystem::path const dir =
      std::filesystem::temp_directory_path() / ("acre_test." + std::to_string(::getpid()));
};

inline std::string content(std::filesystem::path const& file)
{
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
inline void put(std::filesystem::path const& file, std::string const& bytes)
{
  std::ofstream(file, std::ios::binary) << bytes;
}

/// "file_error: …", or "nothing".
template <class F>
std::string refusal(F const& f)
{
  try {
    f();
  } catch (acre::file_error const& e) {
    return std::string("file_error: ") + e.message();
  } catch (acre::dtype_error const& e) {
    return std::string("dtype_error: ") + e.message();
  } catch (acre::shape_error const& e) {
    return std::string("shape_error: ") + e.message();
  } catch (acre::value_error const& e) {
    return std::string("value_error: ") + e.message();
  } catch (acre::error const& e) {
    return std::string("error: ") + e.message();
  }
  return "nothing";
}

/// CRC-32 by the book.
inline std::uint32_t crc_32(std::string const& bytes)
{
  std::uint32_t sum = 0xffffffff;
  for (unsigned char const c : bytes) {
    sum ^= c;
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (0xedb88320u & (0u - (sum & 1)));
  }
  return ~sum;
}
inline std::string little_endian(std::uint64_t value, int bytes)
{
  std::string out;
  for (int k = 0; k < bytes; ++k) out += static_cast<char>(value >> (8 * k) & 0xff);
  return out;
}
inline std::string hexadecimal(std::uint32_t value)
{
  char text[9];
  std::snprintf(text, sizeof text, "%08x", value);
  return text;
}

}  // namespace acre_test

// .npy files. The cases of the reference data (a folder with manifest.json) run where
// ACRE_REFERENCE_DATA names it, as an environment variable or a compile definition.
#include <acre/io/npy_file.hpp>
#include <acre_test/error_of.hpp>
#include <acre_test/full_disk.hpp>

#include <bit>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#if __has_include(<nlohmann/json.hpp>)
#include <nlohmann/json.hpp>
#endif

namespace {

namespace fs = std::filesystem;
using acre::io::make_npy;
using acre::io::npy_array;
using acre::io::npy_format;
using acre::io::read_npy;
using acre::io::write_npy;

using shape = std::vector<std::int64_t>;

template <typename T>
std::vector<T> values(npy_array const& a)
{
  auto const v = a.view<T>();
  return {v.begin(), v.end()};
}

template <typename T>
npy_array make(std::vector<T> const& v, shape s)
{
  return make_npy<T>(std::span<T const>(v), std::move(s));
}

class npy_files : public acre_test::folder {
 protected:
  void put(std::string const& bytes) { acre_test::put(file_, bytes); }
  // Version 1.0 with the header as it is given.
  void put(std::string const& header, std::string const& data)
  {
    std::string start("\x93NUMPY\x01\0", 8);
    start += static_cast<char>(header.size() & 0xff);
    start += static_cast<char>(header.size() >> 8);
    put(start + header + data);
  }
  std::string error() const
  {
    try {
      read_npy(file_);
    } catch (std::runtime_error const& e) {
      std::string const what = acre_test::message_of(e), start = "cannot read " + file_ + ": ";
      EXPECT_EQ(what.rfind(start, 0), 0u) << what;
      return what.substr(start.size());
    }
    return "nothing thrown";
  }

  std::string const file_ = (dir / "a.npy").string();
};

TEST_F(npy_files, reads_what_was_written_by_hand)
{
  // [[1, 2, 3], [4, 5, 6]] as big-endian int16 in Fortran order: 1 4 2 5 3 6
  put("{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }\n",
      std::string("\0\1\0\4\0\2\0\5\0\3\0\6", 12));
  auto const a = read_npy(file_);
  EXPECT_EQ(a.dtype(), "int16");
  EXPECT_EQ(a.shape, (shape{2, 3}));
  EXPECT_EQ(a.shape_string(), "(2, 3)");
  EXPECT_EQ(values<std::int16_t>(a), (std::vector<std::int16_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_THROW((void)a.view<std::uint16_t>(), acre::dtype_error);
}

TEST_F(npy_files, header_variants)
{
  // other order of keys and quotes, no comma at the end, spaces, Python 2's long numbers
  put(R"({"shape":(2L , ),"fortran_order" : False , "descr":"|u1"})", "\x07\x08 and more");
  EXPECT_EQ(values<std::uint8_t>(read_npy(file_)), (std::vector<std::uint8_t>{7, 8}));
  put("{'descr': '?', 'fortran_order': False, 'shape': ()}", "\x01");
  EXPECT_EQ(values<bool>(read_npy(file_)), (std::vector<bool>{true}));
  std::string const header = "{'descr': '|i1', 'fortran_order': False, 'shape': (1,)}";
  for (char const version : {'\x02', '\x03'}) {
    put(std::string("\x93NUMPY", 6) + version + '\0' + static_cast<char>(header.size()) +
        std::string(3, '\0') + header + "\xff");
    EXPECT_EQ(values<std::int8_t>(read_npy(file_)), (std::vector<std::int8_t>{-1}));
  }
}

TEST_F(npy_files, swaps_each_part_of_a_complex_number)
{
  put("{'descr': '>c8', 'fortran_order': False, 'shape': (1,), }\n",
      std::string("\x3f\x80\0\0\xc0\0\0\0", 8));  // 1, -2
  EXPECT_EQ(values<std::complex<float>>(read_npy(file_)),
            (std::vector<std::complex<float>>{{1, -2}}));
}

TEST_F(npy_files, every_dtype_layout_and_version_comes_back)
{
  auto const check = [&]<typename T>(T const&) {
    std::vector<T> v(24);
    for (int i = 0; i < 24; ++i)
      v[static_cast<std::size_t>(i)] = T(static_cast<signed char>(i - 11));
    auto const a = make(v, {2, 3, 4});
    for (int version : {1, 2, 3}) {
      for (bool fortran : {false, true}) {
        for (bool other : {false, true}) {
          write_npy(file_, a, {version, fortran, other});
          auto const b = read_npy(file_);
          ASSERT_EQ(b.dtype(), a.dtype());
          ASSERT_EQ(b.shape, a.shape);
          ASSERT_EQ(b.data, a.data);
          ASSERT_EQ(values<T>(b), v);
        }
      }
    }
  };
  check(std::int8_t{}), check(std::int16_t{}), check(std::int32_t{}), check(std::int64_t{});
  check(std::uint8_t{}), check(std::uint16_t{}), check(std::uint32_t{}), check(std::uint64_t{});
  check(float{}), check(double{}), check(std::complex<float>{}), check(std::complex<double>{});
  npy_array const half{'f', 2, {2}, {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}}};
  write_npy(file_, half);
  EXPECT_EQ(read_npy(file_).data, half.data);
  EXPECT_EQ(read_npy(file_).dtype(), "float16");
}

TEST_F(npy_files, writes_the_bytes_numpy_writes)
{
  write_npy(file_, make<float>({1, 2, 3}, {3}));
  std::string const bytes = acre_test::content(file_);
  if (std::endian::native != std::endian::little) GTEST_SKIP() << "the text is little-endian's";
  std::string const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";
  EXPECT_EQ(bytes.substr(0, 128), std::string("\x93NUMPY\x01\0\x76\0", 10) + header +
                                      std::string(117 - header.size(), ' ') + "\n");
  EXPECT_EQ(bytes.size(), 140u);
}

TEST_F(npy_files, empty_and_0d)
{
  for (shape const& s : {shape{0}, shape{0, 3}, shape{3, 0, std::int64_t{1} << 62}}) {
    write_npy(file_, make<double>({}, s), {1, true, true});
    EXPECT_EQ(read_npy(file_).shape, s);
    EXPECT_EQ(read_npy(file_).size(), 0);
  }
  write_npy(file_, make<double>({2.5}, {}), {1, true, true});
  EXPECT_EQ(read_npy(file_).shape, shape{});
  EXPECT_EQ(values<double>(read_npy(file_)), (std::vector<double>{2.5}));
}

TEST_F(npy_files, says_why_a_file_cannot_be_read)
{
  EXPECT_EQ(error(), "No such file or directory");
  put("");
  EXPECT_EQ(error(), "not a .npy file (it has 0 bytes)");
  put("PK\3\4 is what .npz begins with");
  EXPECT_EQ(error(), "not a .npy file (it doesn't begin with \\x93NUMPY)");
  put(std::string("\x93NUMPY\x04\0\0\0\0\0", 12));
  EXPECT_EQ(error(), "format 4.0 is unknown; 1.0, 2.0 and 3.0 can be read");
  put(std::string("\x93NUMPY\x01\0\x76\0{'descr'", 18));
  EXPECT_EQ(error(), "truncated: the header should have 118 bytes, there are 8");
  put(std::string("\x93NUMPY\x02\0\x76\0", 10));
  EXPECT_EQ(error(), "truncated: the header's length should have 4 bytes, there are 2");
  put("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", std::string(47, 'x'));
  EXPECT_EQ(error(),
            "truncated: an array of shape (2, 3) and dtype float64 has 48 bytes, there are 47");
}

TEST_F(npy_files, cut_anywhere_it_is_refused)
{
  for (int const version : {1, 2}) {
    write_npy(file_, make<std::int16_t>({1, 2, 3, 4, 5, 6}, {2, 3}), {version, false, false});
    std::string const whole = acre_test::content(file_);
    std::size_t const start = 8, length = version == 1 ? 2 : 4,
                      header = whole.size() - 12 - start - length;
    auto const there = [](std::size_t n) { return " bytes, there are " + std::to_string(n); };
    for (std::size_t size = 0; size < whole.size(); ++size) {
      put(whole.substr(0, size));
      std::string const wanted =
          size < start            ? "not a .npy file (it has " + std::to_string(size) + " bytes)"
          : size < start + length ? "truncated: the header's length should have " +
                                        std::to_string(length) + there(size - start)
          : size < start + length + header
              ? "truncated: the header should have " + std::to_string(header) +
                    there(size - start - length)
              : "truncated: an array of shape (2, 3) and dtype int16 has 12" +
                    there(size - start - length - header);
      ASSERT_EQ(error(), wanted) << size;
      ASSERT_EQ(acre_test::refusal([&] { acre::io::npy_reader{file_}; }),
                "file_error: cannot read " + file_ + ": " + wanted)
          << size;
    }
  }
}

TEST_F(npy_files, dtypes_by_the_names_that_numpy_reads)
{
  // np.dtype(name).str of NumPy 2.4 on 64-bit Linux, without the byte order
  std::pair<char const*, char const*> const names[] = {{"?", "bool"},
                                                       {"b", "int8"},
                                                       {"B", "uint8"},
                                                       {"h", "int16"},
                                                       {"H", "uint16"},
                                                       {"i", "int32"},
                                                       {"I", "uint32"},
                                                       {"q", "int64"},
                                                       {"Q", "uint64"},
                                                       {"p", "int64"},
                                                       {"P", "uint64"},
                                                       {"n", "int64"},
                                                       {"N", "uint64"},
                                                       {"e", "float16"},
                                                       {"f", "float32"},
                                                       {"d", "float64"},
                                                       {"F", "complex64"},
                                                       {"D", "complex128"},
                                                       {"bool", "bool"},
                                                       {"bool_", "bool"},
                                                       {"int8", "int8"},
                                                       {"byte", "int8"},
                                                       {"uint8", "uint8"},
                                                       {"ubyte", "uint8"},
                                                       {"int16", "int16"},
                                                       {"short", "int16"},
                                                       {"uint16", "uint16"},
                                                       {"ushort", "uint16"},
                                                       {"int32", "int32"},
                                                       {"intc", "int32"},
                                                       {"uint32", "uint32"},
                                                       {"uintc", "uint32"},
                                                       {"int64", "int64"},
                                                       {"int", "int64"},
                                                       {"int_", "int64"},
                                                       {"intp", "int64"},
                                                       {"longlong", "int64"},
                                                       {"uint64", "uint64"},
                                                       {"uint", "uint64"},
                                                       {"uintp", "uint64"},
                                                       {"ulonglong", "uint64"},
                                                       {"float16", "float16"},
                                                       {"half", "float16"},
                                                       {"float32", "float32"},
                                                       {"single", "float32"},
                                                       {"float64", "float64"},
                                                       {"double", "float64"},
                                                       {"float", "float64"},
                                                       {"complex64", "complex64"},
                                                       {"csingle", "complex64"},
                                                       {"complex128", "complex128"},
                                                       {"cdouble", "complex128"},
                                                       {"complex", "complex128"}};
  auto const header = [](std::string const& descr) {
    return "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (1,), }";
  };
  for (auto const& [name, dtype] : names) {
    put(header(name), std::string(16, '\1'));
    EXPECT_EQ(read_npy(file_).dtype(), dtype) << name;
  }
  for (std::string const order : {"<", ">", "=", "|"}) {
    put(header(order + "h"), std::string("\1\2", 2));
    EXPECT_EQ(values<std::int16_t>(read_npy(file_))[0], order == ">" ? 0x102 : 0x201) << order;
  }
  put(header("l"), std::string(16, '\1'));
  EXPECT_EQ(read_npy(file_).itemsize, sizeof(long));
  put(header("ulong"), std::string(16, '\1'));
  EXPECT_EQ(read_npy(file_).dtype(), "uint" + std::to_string(8 * sizeof(long)));
  for (std::string const d :
       {"<float64", "float128", "g", "G", "O", "c", "d ", " d", "Float64", "str"}) {
    put(header(d), std::string(64, '\0'));
    EXPECT_EQ(error().rfind("unsupported dtype " + d + ";", 0), 0u) << error();
  }
}

TEST_F(npy_files, refuses_other_dtypes_by_name)
{
  for (std::string const d : {"'|O'", "'<U3'", "'|S3'", "'<M8[ns]'", "'<f16'", "'<c32'", "'<i3'",
                              "'<b2'", "''", "'f8000000000000'", "[('a', '<f4'), ('b', '<i4')]"}) {
    put("{'descr': " + d + ", 'fortran_order': False, 'shape': (1,), }", std::string(64, '\0'));
    std::string const name = d[0] == '[' ? d : d.substr(1, d.size() - 2);
    EXPECT_EQ(error().rfind("unsupported dtype " + name + ";", 0), 0u) << error();
  }
}

TEST_F(npy_files, refuses_broken_headers)
{
  auto const with = [&](std::string const& header) {
    put(header, std::string(64, '\0'));
    return error();
  };
  std::string const broken = "broken .npy header: ";
  EXPECT_EQ(with(""), broken + "no '{' at character 0");
  EXPECT_EQ(with("{}"), broken + "no 'descr'");
  EXPECT_EQ(with("{'descr': '<f8', 'fortran_order': False}"), broken + "no 'shape'");
  EXPECT_EQ(with("{'descr': '<f8"), broken + "an open quote");
  EXPECT_EQ(with("{'descr': [('a', '<f8')"), broken + "an open bracket");
  EXPECT_EQ(with("{'descr': '<f8', 'fortran_order': 0, 'shape': (1,)}"),
            broken + "'fortran_order' is neither True nor False");
  EXPECT_EQ(with("{'descr': '<f8', 'fortran_order': False, 'shape': (1)}"),
            broken + "'shape' is not a tuple");
  EXPECT_EQ(with("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}"),
            broken + "no number in 'shape' at character 51");
  EXPECT_EQ(with("{'descr': '<f8', 'fortran_order': False, 'shape': (1,)} x"),
            broken + "text after the closing brace");
  EXPECT_EQ(with("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'more': 1}"),
            broken + "unknown key 'more'");
  EXPECT_EQ(with("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}"),
            broken + "a shape beyond 64 bits");
  EXPECT_EQ(with("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296)}"),
            broken + "shape (4294967296, 4294967296) is beyond 64 bits");
}

TEST_F(npy_files, no_memory_is_asked_for_before_the_size_is_checked)
{
  put("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }", "12345678");
  EXPECT_EQ(error(),
            "truncated: an array of shape (1000000000000,) and dtype float64 has 8000000000000 "
            "bytes, there are 8");
}

TEST_F(npy_files, refuses_to_write_contradictions)
{
  EXPECT_THROW(write_npy(file_, npy_array{'f', 8, {2}, std::vector<std::byte>(8)}),
               acre::file_error);
  EXPECT_THROW(write_npy(file_, npy_array{'f', 16, {1}, std::vector<std::byte>(16)}),
               acre::file_error);
  EXPECT_THROW(write_npy(file_, npy_array{'f', 8, {-1}, {}}), acre::file_error);
  EXPECT_FALSE(fs::exists(file_));
  EXPECT_THROW(make<double>({1, 2}, {3}), acre::shape_error);
}

TEST_F(npy_files, a_full_disk_leaves_the_old_file_and_nothing_else)
{
  write_npy(file_, make<double>({1, 2}, {2}));
  acre_test::leaves_nothing_on_a_full_disk(
      file_, {0, 100, 5000, 400000, 800000},
      [](fs::path const& file) { write_npy(file, make(std::vector<double>(100000), {100000})); });
}

#if __has_include(<nlohmann/json.hpp>)
TEST_F(npy_files, reference_cases)
{
  std::string data;
#ifdef ACRE_REFERENCE_DATA
  data = ACRE_REFERENCE_DATA;
#endif
  if (char const* const named = std::getenv("ACRE_REFERENCE_DATA")) data = named;
  std::ifstream in(fs::path(data) / "manifest.json");
  if (data.empty() || !in)
    GTEST_SKIP() << "no reference data: ACRE_REFERENCE_DATA names no folder with a manifest.json";
  auto const manifest = nlohmann::json::parse(in);
  int cases = 0;
  for (auto const& c : manifest.at("cases")) {
    if (c.at("op") != "load_npy") continue;
    SCOPED_TRACE(c.at("name").get<std::string>());
    ++cases;
    auto const got = read_npy(fs::path(data) / c.at("inputs").at("file").get<std::string>());
    auto const& flat = c.at("expected").at("flat");
    auto const want = read_npy(fs::path(data) / flat.at("file").get<std::string>());
    EXPECT_EQ(got.dtype(), flat.at("dtype").get<std::string>());
    EXPECT_EQ(shape{got.size()}, flat.at("shape").get<shape>());
    EXPECT_EQ(got.data, want.data);
    auto const& want_shape = c.at("expected").at("shape").at("file").get<std::string>();
    EXPECT_EQ(got.shape, values<std::int64_t>(read_npy(fs::path(data) / want_shape)));
  }
  EXPECT_GT(cases, 0);
}
#endif

}  // namespace

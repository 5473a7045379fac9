// .npz files: those that NumPy writes, those that are broken, and arrays that come back from them.

#include <acre/array/creation.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/io/npz.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/files.hpp>
#include <acre_test/full_disk.hpp>
#include <acre_test/spaces.hpp>

#include <fstream>

#include "../../core/io/npz/zip.hpp"

using acre::shape, acre::slice;
using acre_test::equals, acre_test::refusal;
auto const number = acre_test::little_endian;

namespace {

namespace io = acre::io;
namespace fs = std::filesystem;

template <class Space>
class npz : public acre_test::folder {
 protected:
  Space space;
};
TYPED_TEST_SUITE(npz, acre_test::spaces, acre_test::space_names);

TYPED_TEST(npz, arrays_come_back)
{
  auto const file = this->dir / "a.npz";
  auto const a = acre_test::place(this->space, acre_test::noise<float>(24), shape(2, 3, 4));
  auto const yes = acre::arange(this->space, 5) > 2;
  for (bool const compressed : {false, true}) {
    auto const large = acre::arange(this->space, std::int64_t{compressed ? 100000 : 3000000});
    io::save_npz(file,
                 {{"a", a},
                  {"yes", yes},
                  {"turned", a.transpose()},
                  {"sum", a + 1.0f},
                  {"number", 2.5},
                  {"none", acre::empty<std::int16_t>(this->space, shape(0, 2))},
                  {"large", large}},
                 {.compressed = compressed});
    io::npz_reader const in(file);
    EXPECT_EQ(in.names(),
              (std::vector<std::string>{"a", "yes", "turned", "sum", "number", "none", "large"}));
    EXPECT_TRUE(in.contains("a") && !in.contains("b"));
    auto const& space = this->space;
    EXPECT_TRUE(equals<float>(in.template load<float, 3>(space, "a"), to_vector(a)));
    EXPECT_TRUE(equals<unsigned char>(in.template load<bool>(space, "yes"), {0, 0, 0, 1, 1}));
    EXPECT_TRUE(
        equals<float>(in.template load<float, 3>(space, "turned"), to_vector(a.transpose())));
    EXPECT_TRUE(equals<float>(in.template load<float, 3>(space, "sum"), to_vector(a + 1.0f)));
    EXPECT_EQ((in.template load<double, 0>(space, "number").item()), 2.5);
    EXPECT_EQ((in.template load<std::int16_t, 2>(space, "none").shape()), shape(0, 2));
    EXPECT_TRUE(
        equals<std::int64_t>(in.template load<std::int64_t>(space, "large"), to_vector(large)));
    EXPECT_EQ(in.read("a").template view<float>()[7], to_vector(a)[7]);
    EXPECT_EQ(in.layout("turned").shape_string(), "(4, 3, 2)");
    if (compressed) {
      EXPECT_LT(fs::file_size(file), 300000u);
      EXPECT_EQ(refusal([&] { in.template map<float, 3>(acre::serial(), "a"); }),
                "file_error: cannot read " + file.string() +
                    ": a.npy: it is compressed and can't be mapped");
    } else {
      auto const mapped = in.template map<float, 3>(acre::serial(), "a");
      EXPECT_TRUE(equals<float>(mapped, to_vector(a)));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(mapped.data()) % 64, 0u);
    }
    std::string const at = file.string() + ": ";
    EXPECT_EQ(refusal([&] { in.template load<double>(space, "large"); }),
              "dtype_error: " + at + "large.npy is of dtype int64, not float64");
    EXPECT_EQ(refusal([&] { in.template load<float>(space, "a"); }),
              "shape_error: " + at + "a.npy holds an array of shape (2, 3, 4), not of 1 axis");
    EXPECT_EQ(refusal([&] { in.read("b"); }),
              "file_error: cannot read " + at +
                  "it has no array b; there are: a, yes, turned, sum, number, none, large");
  }
}

using npz_files = acre_test::folder;

TEST_F(npz_files, names_are_asked_of)
{
  auto const file = dir / "a.npz";
  EXPECT_EQ(refusal([&] { io::save_npz(file, {{"x", 1}, {"x", 2}}); }),
            "value_error: save_npz: there are two arrays x");
  EXPECT_EQ(refusal([&] { io::save_npz(file, {{"", 1}}); }),
            "value_error: save_npz: an entry has no name");
  EXPECT_EQ(refusal([&] { io::save_npz(file, {{"a/../../b", 1}}); }),
            "value_error: save_npz: the name a/../../b leads out of a folder");
  EXPECT_EQ(files(), 0);
  io::save_npz(file, {{"größe/x", 1}});
  EXPECT_EQ(io::npz_reader(file).names(), (std::vector<std::string>{"größe/x"}));
  io::save_npz(file, {});
  EXPECT_TRUE(io::npz_reader(file).names().empty());
}

// A zip file by hand: `change` edits the fields.
struct zip_fields {
  std::string name = "x.npy", name_in_header = "x.npy";
  std::string content;
  unsigned method = 0, flags = 0;
  std::uint32_t sum = 0, size = 0, packed = 0, header_at = 0;
  unsigned count = 1, count_here = 1, disk = 0;
  std::string extra;
};

std::string npy(std::string const& descr, std::string const& order, std::string const& extent,
                std::string const& data)
{
  std::string header =
      "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + extent + ", }\n";
  return std::string("\x93NUMPY\x01\0", 8) + number(header.size(), 2) + header + data;
}

template <class Change>
std::string zip(std::string const& content, Change const& change)
{
  zip_fields z;
  z.content = content;
  z.sum = acre_test::crc_32(content);
  z.size = z.packed = static_cast<std::uint32_t>(content.size());
  change(z);
  std::string const header = "PK\3\4" + number(20, 2) + number(z.flags, 2) + number(z.method, 2) +
                             number(0, 4) + number(z.sum, 4) + number(z.packed, 4) +
                             number(z.size, 4) + number(z.name_in_header.size(), 2) + number(0, 2) +
                             z.name_in_header;
  std::string const entry = "PK\1\2" + number(20, 2) + number(20, 2) + number(z.flags, 2) +
                            number(z.method, 2) + number(0, 4) + number(z.sum, 4) +
                            number(z.packed, 4) + number(z.size, 4) + number(z.name.size(), 2) +
                            number(z.extra.size(), 2) + number(0, 2) + number(0, 2) + number(0, 2) +
                            number(0, 4) + number(z.header_at, 4) + z.name + z.extra;
  std::string out = header + z.content, directory;
  std::size_t const at = out.size();
  for (unsigned k = 0; k < z.count_here; ++k) directory += entry;
  return out + directory + "PK\5\6" + number(z.disk, 2) + number(0, 2) + number(z.count, 2) +
         number(z.count, 2) + number(directory.size(), 4) + number(at, 4) + number(3, 2) + "end";
}

TEST_F(npz_files, other_orders_are_read_and_broken_files_refused)
{
  auto const file = dir / "a.npz";
  std::string const good = npy("<i2", "False", "(3,)", std::string("\1\0\2\0\3\0", 6));
  auto const found = [&](std::string const& bytes) {
    acre_test::put(file, bytes);
    std::string const start = "file_error: cannot read " + file.string() + ": ";
    std::string const said = refusal([&] { io::npz_reader(file).read("x"); });
    return said.starts_with(start) ? said.substr(start.size()) : said;
  };
  auto const as = [&](auto change) { return found(zip(good, change)); };
  EXPECT_EQ(as([](zip_fields&) {}), "nothing");
  EXPECT_EQ(io::npz_reader(file).read("x").view<std::int16_t>()[2], 3)
      << "with a comment at the end";
  EXPECT_EQ(found(zip(npy(">i2", "False", "(1,)", std::string("\1\2", 2)), [](zip_fields&) {})),
            "nothing");
  EXPECT_EQ(io::npz_reader(file).load<std::int16_t>(acre::serial(), "x")(0).item(), 0x102);
  EXPECT_EQ(refusal([&] { io::npz_reader(file).map<std::int16_t>(acre::serial(), "x"); }),
            "file_error: cannot read " + file.string() +
                ": x.npy: its elements are in the other byte order and can't be mapped; load_npy "
                "reads them");
  EXPECT_EQ(found(zip(npy("|u1", "True", "(2, 2)", "\1\2\3\4"), [](zip_fields&) {})), "nothing");
  auto const turned = io::npz_reader(file).load<std::uint8_t, 2>(acre::serial(), "x");
  EXPECT_TRUE(equals<std::uint8_t>(turned, {1, 3, 2, 4}));
  auto const mapped = io::npz_reader(file).map<std::uint8_t, 2>(acre::serial(), "x");
  EXPECT_TRUE(equals<std::uint8_t>(mapped, {1, 3, 2, 4}));
  EXPECT_EQ(mapped.strides(), shape(1, 2));

  EXPECT_EQ(found(zip(npy("|O", "False", "(1,)", "pickle"), [](zip_fields&) {})),
            "x.npy: unsupported dtype |O; bool, integers of 8 to 64 bits, float16, float32, "
            "float64, complex64 and complex128 can be read");
  EXPECT_EQ(
      found(zip(npy("<f8", "False", "(1000,)", "few"), [](zip_fields&) {})),
      "x.npy: truncated: an array of shape (1000,) and dtype float64 has 8000 bytes, there are 3");
  EXPECT_EQ(found(zip("text", [](zip_fields&) {})), "x.npy: not a .npy file (it has 4 bytes)");
  EXPECT_EQ(found(""), "not a zip file (it doesn't begin with PK)");
  EXPECT_EQ(as([](zip_fields& z) { z.sum ^= 1; }).substr(0, 36),
            "x.npy: damaged: its checksum is " +
                acre_test::hexadecimal(acre_test::crc_32(good)).substr(0, 4));
  EXPECT_EQ(as([](zip_fields& z) { z.name = "y.npy"; }),
            "broken: member y.npy has another name in its header");
  EXPECT_EQ(as([](zip_fields& z) { z.name = z.name_in_header = "x.txt"; }),
            "it has no array x, and no other");
  EXPECT_EQ(as([](zip_fields& z) { z.flags = 1; }), "member x.npy is encrypted");
  EXPECT_EQ(
      as([](zip_fields& z) { z.method = 14; }),
      "member x.npy is packed by method 14; members as they are (0) and deflated (8) can be read");
  EXPECT_EQ(as([](zip_fields& z) { z.method = 8; }).substr(0, 16), "x.npy: damaged: ");
  EXPECT_EQ(as([](zip_fields& z) { z.method = 8, z.packed = 5, z.size = 1000000; }),
            "broken: entry 0 of its directory has more than deflate can pack");
  EXPECT_EQ(as([](zip_fields& z) { z.size += 1; }),
            "broken: entry 0 of its directory has two sizes");
  EXPECT_EQ(as([](zip_fields& z) { z.size = z.packed = 5000; }),
            "broken: member x.npy lies outside");
  EXPECT_EQ(as([](zip_fields& z) { z.header_at = 5000; }), "broken: member x.npy lies outside");
  EXPECT_EQ(as([](zip_fields& z) { z.header_at = 1; }), "broken: member x.npy has no header");
  EXPECT_EQ(as([&](zip_fields& z) {
              z.extra =
                  number(1, 2) + number(16, 2) + number(good.size(), 8) + number(good.size(), 8);
              z.size = z.packed = 0xffffffff;
            }),
            "nothing")
      << "zip64";
  EXPECT_EQ(as([](zip_fields& z) { z.count = 2; }),
            "broken: a directory of 51 bytes has no 2 members");
  EXPECT_EQ(as([](zip_fields& z) { z.count = 60000; }),
            "broken: a directory of 51 bytes has no 60000 members");
  EXPECT_EQ(as([](zip_fields& z) { z.count = z.count_here = 2; }), "it has two members x.npy");
  EXPECT_EQ(as([](zip_fields& z) { z.disk = 1; }), "it is one of several volumes");
  EXPECT_EQ(found(zip(good, [](zip_fields&) {}).substr(0, 150)),
            "truncated: a zip file ends with a directory of its members");
  EXPECT_EQ(
      refusal([&] { io::npz_reader{dir / "none.npz"}; }),
      "file_error: cannot read " + (dir / "none.npz").string() + ": No such file or directory");
}

TEST_F(npz_files, cut_anywhere_they_are_refused)
{
  auto const file = dir / "a.npz";
  auto const a = acre::arange(acre::serial(), std::int64_t{100});
  for (bool const compressed : {false, true}) {
    io::save_npz(file, {{"a", a}, {"b", 2 * a}}, {.compressed = compressed});
    std::string const whole = acre_test::content(file);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      acre_test::put(file, whole.substr(0, size));
      ASSERT_EQ(refusal([&] { io::npz_reader{file}; }),
                "file_error: cannot read " + file.string() +
                    (size < 4 ? ": not a zip file (it doesn't begin with PK)"
                              : ": truncated: a zip file ends with a directory of its members"))
          << size;
    }
  }
}

TEST_F(npz_files, a_full_disk_leaves_the_old_file_and_nothing_else)
{
  auto const file = dir / "a.npz";
  auto const noise =
      acre_test::place(acre::serial(), acre_test::noise<double>(100000), shape(100000));
  for (bool const compressed : {false, true}) {
    auto const save = [&](fs::path const& to) {
      io::save_npz(to, {{"small", 1}, {"noise", noise}}, {.compressed = compressed});
    };
    save(file);
    rlim_t const last = fs::file_size(file) - 1;
    fs::remove(file);
    acre_test::leaves_nothing_on_a_full_disk(file, {0, 100, 5000, 400000, last}, save);
    io::save_npz(file, {{"old", 1}});
    acre_test::leaves_nothing_on_a_full_disk(file, {0, 100, 5000, 400000, last}, save);
  }
}

// Members beyond 4 GiB: files with a hole where a large array would be, byte by byte as the
// format's description has them.
class large_zip {
 public:
  explicit large_zip(fs::path const& file) : file_(file) { acre_test::put(file, ""); }

  /// A member whose content is `start` and then zeros. `padding` is an extra field of acre's own,
  /// as are flags and a day of its own; without it: the header as NumPy writes it.
  void add(std::string const& name, std::string const& start, std::uint64_t size, bool of_acre)
  {
    std::uint64_t const all_ones = 0xffffffff;
    bool const large = size >= all_ones, sizes_in_extra = large || !of_acre;
    std::string const sum = number(acre_test::crc_32(start), 4);
    std::string extra;
    if (sizes_in_extra) extra = number(1, 2) + number(16, 2) + number(size, 8) + number(size, 8);
    if (of_acre) {
      std::uint64_t const before = at_ + 30 + name.size() + extra.size() + 6;
      std::uint64_t const gap = (64 - before % 64) % 64;
      extra += number(0xd935, 2) + number(2 + gap, 2) + number(64, 2) + std::string(gap, '\0');
    }
    std::string const flags = number(of_acre ? 0x0800 : 0, 2) + number(0, 2) + number(0, 2) +
                              number(0x0021, 2) + sum,
                      in_header = number(sizes_in_extra ? all_ones : size, 4);
    bool const far = at_ >= all_ones;
    put(at_, "PK\3\4" + number(sizes_in_extra ? 45 : 20, 2) + flags + in_header + in_header +
                 number(name.size(), 2) + number(extra.size(), 2) + name + extra + start);
    std::string in_entry;
    if (large) in_entry = number(size, 8) + number(size, 8);
    if (far) in_entry += number(at_, 8);
    if (!in_entry.empty()) in_entry = number(1, 2) + number(in_entry.size(), 2) + in_entry;
    std::string const version = number(large || far ? 45 : 20, 2),
                      short_size = number(large ? all_ones : size, 4);
    directory_ += "PK\1\2" + version + version + flags + short_size + short_size +
                  number(name.size(), 2) + number(in_entry.size(), 2) + std::string(10, '\0') +
                  number(far ? all_ones : at_, 4) + name + in_entry;
    at_ += 30 + name.size() + extra.size() + size;
    ++count_;
  }
  void finish() const
  {
    put(at_, directory_ + "PK\6\6" + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 8) +
                 number(count_, 8) + number(count_, 8) + number(directory_.size(), 8) +
                 number(at_, 8) + "PK\6\7" + number(0, 4) + number(at_ + directory_.size(), 8) +
                 number(1, 4) + "PK\5\6" + number(0, 4) + number(count_, 2) + number(count_, 2) +
                 number(directory_.size(), 4) + number(0xffffffff, 4) + number(0, 2));
  }
  std::uint64_t end() const { return at_; }

 private:
  void put(std::uint64_t at, std::string const& bytes) const
  {
    std::fstream out(file_, std::ios::binary | std::ios::in | std::ios::out);
    out.seekp(static_cast<std::streamoff>(at));
    out << bytes;
  }
  fs::path file_;
  std::string directory_;
  std::uint64_t at_ = 0;
  std::size_t count_ = 0;
};

TEST_F(npz_files, members_beyond_4_gib_are_read_and_written)
{
  auto const file = dir / "a.npz";
  std::uint64_t const many = (std::uint64_t{1} << 32) + 1000;
  std::string const small = npy("<i2", "False", "(3,)", std::string("\1\0\2\0\3\0", 6)),
                    large = npy("|u1", "False", "(" + std::to_string(many) + ",)", "");
  for (bool const of_acre : {false, true}) {
    large_zip made(file);
    made.add("first.npy", small, small.size(), of_acre);
    made.add("large.npy", large, large.size() + many, of_acre);
    made.add("last.npy", small, small.size(), of_acre);
    made.finish();
    if (fs::file_size(file) <= made.end()) GTEST_SKIP() << "no files of this size here";
    io::npz_reader const in(file);
    EXPECT_EQ(in.names(), (std::vector<std::string>{"first", "large", "last"}));
    EXPECT_EQ(in.layout("large").shape, (std::vector<std::int64_t>{std::int64_t(many)}));
    EXPECT_EQ(in.read("first").view<std::int16_t>()[2], 3);
    EXPECT_EQ(in.load<std::int16_t>(acre::serial(), "last")(1).item(), 2);
    // what acre writes around contents of these sizes are the same bytes
    if (of_acre) {
      EXPECT_NO_THROW(io::detail::zip_reader(file).require_as_written());
    }
    auto const start = "file_error: cannot read " + file.string() + ": ";
    fs::resize_file(file, made.end() - 1);
    EXPECT_EQ(refusal([&] { io::npz_reader{file}; }),
              start + "truncated: a zip file ends with a directory of its members");
  }
}

}  // namespace

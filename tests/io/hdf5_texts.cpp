// Attributes and texts of HDF5 files as other programs write them, by the library itself; and what
// is packed by a filter that isn't there.

#include <acre/array/creation.hpp>
#include <acre/io/hdf5.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/files.hpp>

#include <array>

#include <hdf5.h>

using acre::shape;
using acre_test::equals, acre_test::refusal;

namespace {

namespace io = acre::io;
using texts = std::vector<std::string>;

class hdf5_texts : public acre_test::folder {
 protected:
  acre::host space = acre::serial();
  std::filesystem::path file = dir / "a.h5";
};

TEST_F(hdf5_texts, arrays_are_attributes_and_texts_are_datasets)
{
  auto const range = acre_test::place(space, std::vector<double>{-1, 0, 2.5});
  texts const names{"größe", "", "a\tb"};
  io::save_hdf5(file, {{"/run/u", acre::arange(space, 3)},
                       {"/run/u@range", range},
                       {"run/u@matrix",
                        acre_test::place(space, std::vector<int>{0, 1, 2, 3, 4, 5}, shape(2, 3))},
                       {"/run@yes", range > 0.0},
                       {"/@names", names},
                       {"@none", acre::zeros<float>(space, shape(0))},
                       {"names", names},
                       {"no names", texts{}},
                       {"empty names", texts{"", ""}},
                       {"title", "one text"}});
  io::hdf5_reader const in(file);
  EXPECT_EQ(in.datasets(), (texts{"empty names", "names", "no names", "run/u", "title"}));
  EXPECT_EQ(in.attributes("run/u"), (texts{"matrix", "range"}));
  EXPECT_EQ(in.attributes("/"), (texts{"names", "none"}));
  EXPECT_EQ(in.attributes("/run"), texts{"yes"});
  EXPECT_EQ(in.numbers<double>("run/u@range"), (std::vector<double>{-1, 0, 2.5}));
  EXPECT_EQ(in.numbers<std::int32_t>("/run/u@matrix"),
            (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(in.attribute("/run/u@matrix").shape_string(), "(2, 3)");
  EXPECT_EQ(in.numbers<bool>("run@yes"), (std::vector<bool>{false, false, true}));
  EXPECT_EQ(in.numbers<float>("@none"), std::vector<float>{});
  EXPECT_EQ(in.texts("@names"), names);
  EXPECT_EQ(in.texts("/names"), names);
  EXPECT_EQ(in.texts("no names"), texts{});
  EXPECT_EQ(in.texts("empty names"), (texts{"", ""}));
  EXPECT_EQ(in.text("title"), "one text");
  EXPECT_TRUE(in.contains("/run/u"));
  EXPECT_TRUE(equals<int>(in.load<int>(space, "/run/u"), {0, 1, 2}));

  std::string const read = "file_error: cannot read " + file.string() + ": ";
  EXPECT_EQ(refusal([&] { in.number<double>("run/u@range"); }),
            read + "run/u@range: it is not one number; numbers() reads several");
  EXPECT_EQ(refusal([&] { in.numbers<float>("run/u@range"); }),
            "dtype_error: " + file.string() + ": run/u@range is of dtype float64, not float32");
  EXPECT_EQ(
      refusal([&] { in.numbers<float>("@names"); }),
      "dtype_error: " + file.string() + ": @names is of dtype text, no numbers; texts() reads it");
  EXPECT_EQ(refusal([&] { in.text("@names"); }), read + "@names: it is no text but 3");
  EXPECT_EQ(refusal([&] { in.texts("run/u"); }), read + "run/u: it is no text");
  EXPECT_EQ(refusal([&] { in.layout("names"); }), read + "names: it holds text; texts() reads it");
  EXPECT_EQ(refusal([&] { in.attributes("run/v"); }), read + "it has nothing of the name run/v");
  EXPECT_EQ(refusal([&] { io::save_hdf5(file, {{"a", texts{std::string("a\0", 2)}}}); }),
            "value_error: a text of 2 bytes ends with a zero byte, which files don't keep");
}

/// One after another, by the library.
void write_texts(hid_t file, char const* name, hid_t type, void const* bytes, hsize_t n,
                 bool attribute)
{
  hid_t const space = H5Screate_simple(1, &n, nullptr);
  hid_t const d = attribute
                      ? H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT)
                      : H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  EXPECT_GE(attribute ? H5Awrite(d, type, bytes)
                      : H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes),
            0);
  attribute ? H5Aclose(d) : H5Dclose(d);
  H5Sclose(space);
}

TEST_F(hdf5_texts, of_other_programs)
{
  hid_t const f = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  hid_t const any = H5Tcopy(H5T_C_S1);
  H5Tset_size(any, H5T_VARIABLE);
  char const* const many[] = {"one", "", nullptr, "a longer one"};
  write_texts(f, "any", any, many, 4, false);
  write_texts(f, "any", any, many, 4, true);
  struct {
    char const* name;
    H5T_str_t padding;
    char const* bytes;
  } const fixed[] = {{"terminated", H5T_STR_NULLTERM, "a \0xbb \0y"},
                     {"zeros", H5T_STR_NULLPAD, "a \0\0bb \0\0"},
                     {"spaces", H5T_STR_SPACEPAD, "a   bb  "}};
  for (auto const& [name, padding, bytes] : fixed) {
    hid_t const type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, 4);
    H5Tset_strpad(type, padding);
    write_texts(f, name, type, bytes, 2, false);
    write_texts(f, name, type, bytes, 2, true);
    H5Tclose(type);
  }
  H5Tclose(any);
  H5Fclose(f);
  io::hdf5_reader const in(file);
  for (std::string const at : {"", "@"}) {
    EXPECT_EQ(in.texts(at + "any"), (texts{"one", "", "", "a longer one"}));
    EXPECT_EQ(in.texts(at + "terminated"), (texts{"a ", "bb "}));
    EXPECT_EQ(in.texts(at + "zeros"), (texts{"a ", "bb "}));
    EXPECT_EQ(in.texts(at + "spaces"), (texts{"a", "bb"}));
  }
}

std::size_t as_it_is(unsigned, std::size_t, unsigned const*, std::size_t bytes, std::size_t*,
                     void**)
{
  return bytes;
}

TEST_F(hdf5_texts, a_filter_that_is_missing_is_named)
{
  constexpr H5Z_filter_t number = 32015;
  H5Z_class2_t const filter{H5Z_CLASS_T_VERS, number,  1,       1,
                            "Zstandard",      nullptr, nullptr, as_it_is};
  ASSERT_GE(H5Zregister(&filter), 0);
  hid_t const f = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  hid_t const create = H5Pcreate(H5P_DATASET_CREATE);
  hsize_t const extent[] = {4}, most[] = {H5S_UNLIMITED};
  H5Pset_chunk(create, 1, extent);
  H5Pset_filter(create, number, H5Z_FLAG_MANDATORY, 0, nullptr);
  hid_t const s = H5Screate_simple(1, extent, most);
  hid_t const d = H5Dcreate2(f, "u", H5T_NATIVE_INT, s, H5P_DEFAULT, create, H5P_DEFAULT);
  int const numbers[] = {1, 2, 3, 4};
  H5Dwrite(d, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers);
  H5Dclose(d), H5Sclose(s), H5Pclose(create), H5Fclose(f);
  EXPECT_TRUE(equals<int>(io::load_hdf5<int>(space, file, "u"), {1, 2, 3, 4}));
  ASSERT_GE(H5Zunregister(number), 0);
  std::string const before = acre_test::content(file),
                    why = file.string() +
                          ": u: it is packed by a filter that the HDF5 library here doesn't have "
                          "(Zstandard, number 32015); the environment variable HDF5_PLUGIN_PATH "
                          "names the folder of a plugin for it";
  EXPECT_EQ(refusal([&] { io::load_hdf5<int>(space, file, "u"); }),
            "file_error: cannot read " + why);
  EXPECT_EQ(refusal([&] { io::append_hdf5(file, {{"u", acre::zeros<int>(space, shape(4))}}); }),
            "file_error: cannot write " + why);
  EXPECT_EQ(acre_test::content(file), before);
}

}  // namespace

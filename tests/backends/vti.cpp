// Arrays as VTK's image data: the bytes of the file, and what is refused.
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/error.hpp>
#include <acre/io/vti.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/full_disk.hpp>
#include <acre_test/spaces.hpp>

#include <cstring>
#include <filesystem>
#include <limits>

using acre::shape, acre::slice, acre::none;
using acre_test::content, acre_test::error_of;

namespace {

namespace fs = std::filesystem;
namespace io = acre::io;

template <class Space>
class vti : public acre_test::folder {
 protected:
  template <class T>
  static std::string block_of(std::vector<T> const& values)
  {
    std::uint64_t const bytes = values.size() * sizeof(T);
    std::string out(sizeof bytes + bytes, '\0');
    std::memcpy(out.data(), &bytes, sizeof bytes);
    std::memcpy(out.data() + sizeof bytes, values.data(), bytes);
    return out;
  }

  Space space;
  fs::path const file = dir / "a.vti";
};
TYPED_TEST_SUITE(vti, acre_test::spaces, acre_test::space_names);

// what VTK 9.7's vtkXMLImageDataReader read as these values, dimensions, origin and spacing
TYPED_TEST(vti, is_head_and_appended_bytes)
{
  auto const a = arange(this->space, 12.0f).reshape(shape(2, 3, 2));
  io::write_vti(this->file,
                {io::make_vti_field("a<b", a(slice(none, none, -1), slice(0, 2), slice(none))),
                 io::make_vti_field("big", a(slice(none), slice(1, none), slice(none)) > 3.5f)},
                {{0.5, 0, -1}, {1, 0.25, 2}});
  std::string const text = content(this->file);
  EXPECT_EQ(text,
            std::string("<?xml version=\"1.0\"?>\n"
                        "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" "
                        "header_type=\"UInt64\">\n"
                        "  <ImageData WholeExtent=\"0 1 0 1 0 1\" Origin=\"0.5 0 -1\" "
                        "Spacing=\"1 0.25 2\">\n"
                        "    <Piece Extent=\"0 1 0 1 0 1\">\n"
                        "      <PointData Scalars=\"a&lt;b\">\n"
                        "        <DataArray type=\"Float32\" Name=\"a&lt;b\" format=\"appended\" "
                        "offset=\"0\"/>\n"
                        "        <DataArray type=\"UInt8\" Name=\"big\" format=\"appended\" "
                        "offset=\"40\"/>\n"
                        "      </PointData>\n"
                        "    </Piece>\n"
                        "  </ImageData>\n"
                        "  <AppendedData encoding=\"raw\">\n_") +
                this->block_of(std::vector<float>{6, 7, 8, 9, 0, 1, 2, 3}) +
                this->block_of(std::vector<std::uint8_t>{0, 0, 1, 1, 1, 1, 1, 1}) +
                "\n  </AppendedData>\n</VTKFile>\n");
}

TYPED_TEST(vti, takes_one_and_two_axes)
{
  io::save_vti(this->file, "x", arange(this->space, std::int64_t{3}));
  EXPECT_NE(content(this->file).find("WholeExtent=\"0 2 0 0 0 0\""), std::string::npos);
  EXPECT_NE(content(this->file).find("type=\"Int64\""), std::string::npos);
  io::save_vti(this->file, "x", acre::zeros<std::uint16_t>(this->space, shape(2, 5)));
  EXPECT_NE(content(this->file).find("WholeExtent=\"0 4 0 1 0 0\""), std::string::npos);
  EXPECT_NE(content(this->file).find("type=\"UInt16\""), std::string::npos);
}

TYPED_TEST(vti, refuses_what_vtk_cannot_hold)
{
  auto const a = acre::ones<double>(this->space, shape(2, 3));
  io::save_vti(this->file, "a", a);
  std::string const before = content(this->file);
  EXPECT_EQ(error_of<acre::value_error>([&] { io::save_vti(this->file, "", a); }),
            "write_vti: a field has no name");
  EXPECT_EQ(error_of<acre::shape_error>([&] { io::save_vti(this->file, "a", a(slice(0, 0))); }),
            "write_vti: a grid has 1 to 3 axes, none of them empty, but a is of shape "
            "(0, 3)");
  EXPECT_EQ(error_of<acre::value_error>([&] { io::save_vti(this->file, "a", a, {{}, {1, 0, 1}}); }),
            "write_vti: a spacing of 0 is not above 0");
  double const nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { io::save_vti(this->file, "a", a, {{0, nan, 0}, {1, 1, 1}}); }),
            "write_vti: an origin of nan is not finite");
  auto const field = io::make_vti_field("a", a);
  EXPECT_EQ(error_of<acre::value_error>([&] { io::write_vti(this->file, {}); }),
            "write_vti: there is no field to write");
  EXPECT_EQ(error_of<acre::value_error>([&] { io::write_vti(this->file, {field, field}); }),
            "write_vti: two fields are named a");
  EXPECT_EQ(error_of<acre::shape_error>([&] {
              io::write_vti(this->file, {field, io::make_vti_field("b", a.transpose())});
            }),
            "write_vti: b is of shape (3, 2), a of (2, 3)");
  io::vti_field wrong = field;
  wrong.data.pop_back();
  EXPECT_EQ(error_of<acre::shape_error>([&] { io::write_vti(this->file, {wrong}); }),
            "write_vti: a of shape (2, 3) takes 48 bytes, but has 47");
  wrong = field;
  wrong.itemsize = 2;
  EXPECT_EQ(error_of<acre::value_error>([&] { io::write_vti(this->file, {wrong}); }),
            "write_vti: VTK has no numbers of kind f and 2 bytes, as those of a");
  EXPECT_EQ(content(this->file), before);
  fs::path const missing = this->dir / "nowhere" / "a.vti";
  EXPECT_EQ(error_of<acre::file_error>([&] { io::save_vti(missing, "a", a); }),
            "cannot write " + missing.string() + ": No such file or directory");
}

TYPED_TEST(vti, series_name_files_and_times)
{
  fs::path const series = this->dir / "a.pvd";
  io::write_pvd(series, {{0, "a-1.vti"}, {0.1, "b & c.vti"}});
  EXPECT_EQ(content(series),
            "<?xml version=\"1.0\"?>\n"
            "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
            "  <Collection>\n"
            "    <DataSet timestep=\"0\" part=\"0\" file=\"a-1.vti\"/>\n"
            "    <DataSet timestep=\"0.1\" part=\"0\" file=\"b &amp; c.vti\"/>\n"
            "  </Collection>\n"
            "</VTKFile>\n");
  double const inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error_of<acre::value_error>([&] { io::write_pvd(series, {{inf, "a"}}); }),
            "write_pvd: a time of inf is not finite");
}

TYPED_TEST(vti, a_full_disk_leaves_the_old_file_and_nothing_else)
{
  auto const a = acre::ones<double>(this->space, shape(100, 1000));
  auto const save = [&](fs::path const& to) { io::save_vti(to, "a", a); };
  acre_test::leaves_nothing_on_a_full_disk(this->file, {0, 100, 5000, 400000, 800000}, save);
  io::save_vti(this->file, "a", acre::ones<float>(this->space, shape(2)));
  acre_test::leaves_nothing_on_a_full_disk(this->file, {0, 100, 5000, 400000, 800000}, save);
  acre_test::leaves_nothing_on_a_full_disk(this->dir / "a.pvd", {0, 100}, [](fs::path const& to) {
    io::write_pvd(to, {{0, "a-1.vti"}});
  });
}

}  // namespace

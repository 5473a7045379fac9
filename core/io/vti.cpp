#include <acre/io/atomic_file.hpp>
#include <acre/io/vti.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace acre::io {
namespace {

/// Text inside an attribute of XML.
std::string escaped(std::string_view text)
{
  std::string out;
  for (char const c : text) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      case '\t':
        out += "&#9;";
        break;
      default:
        out += c;
    }
  return out;
}

/// The shortest text that reads back as the number.
std::string text_of(double x)
{
  char out[32];
  return {out, std::to_chars(out, out + sizeof out, x).ptr};
}
std::string text_of(std::array<double, 3> const& x)
{
  return text_of(x[0]) + ' ' + text_of(x[1]) + ' ' + text_of(x[2]);
}

std::string shape_text(std::vector<std::int64_t> const& shape)
{
  std::string out = "(";
  for (std::size_t k = 0; k < shape.size(); ++k)
    out += (k > 0 ? ", " : "") + std::to_string(shape[k]);
  return out + (shape.size() == 1 ? ",)" : ")");
}

/// VTK's name of a dtype.
std::string type_name(vti_field const& f)
{
  bool const is_integer = f.kind == 'i' || f.kind == 'u';
  auto const fits = [&](std::size_t least) {
    return f.itemsize >= least && f.itemsize <= 8 && std::has_single_bit(f.itemsize);
  };
  std::string const bits = std::to_string(8 * f.itemsize);
  if (f.kind == 'b' && f.itemsize == 1) return "UInt8";
  if (is_integer && fits(1)) return (f.kind == 'i' ? "Int" : "UInt") + bits;
  if (f.kind == 'f' && fits(4)) return "Float" + bits;
  throw value_error("write_vti: VTK has no numbers of kind " + std::string(1, f.kind) + " and " +
                    std::to_string(f.itemsize) + " bytes, as those of " + f.name);
}

void require_sound(std::vector<vti_field> const& fields, vti_grid const& grid)
{
  if (fields.empty()) throw value_error("write_vti: there is no field to write");
  std::vector<std::int64_t> const& shape = fields.front().shape;
  if (shape.empty() || shape.size() > 3 ||
      std::any_of(shape.begin(), shape.end(), [](std::int64_t n) { return n < 1; }))
    throw shape_error("write_vti: a grid has 1 to 3 axes, none of them empty, but " +
                      fields.front().name + " is of shape " + shape_text(shape));
  for (std::size_t k = 0; k < fields.size(); ++k) {
    vti_field const& f = fields[k];
    if (f.name.empty()) throw value_error("write_vti: a field has no name");
    for (std::size_t before = 0; before < k; ++before)
      if (fields[before].name == f.name)
        throw value_error("write_vti: two fields are named " + f.name);
    type_name(f);
    if (f.shape != shape)
      throw shape_error("write_vti: " + f.name + " is of shape " + shape_text(f.shape) + ", " +
                        fields.front().name + " of " + shape_text(shape));
    std::size_t bytes = f.itemsize;
    for (std::int64_t const n : shape) bytes *= static_cast<std::size_t>(n);
    if (f.data.size() != bytes)
      throw shape_error("write_vti: " + f.name + " of shape " + shape_text(f.shape) + " takes " +
                        std::to_string(bytes) + " bytes, but has " + std::to_string(f.data.size()));
  }
  for (double const x : grid.spacing)
    if (!(x > 0) || std::isinf(x))
      throw value_error("write_vti: a spacing of " + text_of(x) + " is not above 0");
  for (double const x : grid.origin)
    if (!std::isfinite(x))
      throw value_error("write_vti: an origin of " + text_of(x) + " is not finite");
}

constexpr char const* byte_order =
    std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";

}  // namespace

void write_vti(std::filesystem::path const& path, std::vector<vti_field> const& fields,
               vti_grid const& grid)
{
  require_sound(fields, grid);
  auto const& shape = fields.front().shape;
  std::string extent;
  for (std::size_t k = 0; k < 3; ++k)
    extent += (k > 0 ? " 0 " : "0 ") +
              std::to_string(k < shape.size() ? shape[shape.size() - 1 - k] - 1 : 0);
  std::string head =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"";
  head += byte_order;
  head += "\" header_type=\"UInt64\">\n  <ImageData WholeExtent=\"" + extent + "\" Origin=\"" +
          text_of(grid.origin) + "\" Spacing=\"" + text_of(grid.spacing) +
          "\">\n    <Piece Extent=\"" + extent + "\">\n      <PointData Scalars=\"" +
          escaped(fields.front().name) + "\">\n";
  std::uint64_t offset = 0;
  for (vti_field const& f : fields) {
    head += "        <DataArray type=\"" + type_name(f) + "\" Name=\"" + escaped(f.name) +
            "\" format=\"appended\" offset=\"" + std::to_string(offset) + "\"/>\n";
    offset += sizeof offset + f.data.size();
  }
  head += "      </PointData>\n    </Piece>\n  </ImageData>\n  <AppendedData encoding=\"raw\">\n_";
  write_file_atomically(path, [&](std::FILE* out) {
    std::fwrite(head.data(), 1, head.size(), out);
    for (vti_field const& f : fields) {
      std::uint64_t const bytes = f.data.size();
      std::fwrite(&bytes, sizeof bytes, 1, out);
      std::fwrite(f.data.data(), 1, f.data.size(), out);
    }
    std::fputs("\n  </AppendedData>\n</VTKFile>\n", out);
  });
}

void write_pvd(std::filesystem::path const& path, std::vector<pvd_entry> const& entries)
{
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"";
  text += byte_order;
  text += "\">\n  <Collection>\n";
  for (pvd_entry const& e : entries) {
    if (!std::isfinite(e.time))
      throw value_error("write_pvd: a time of " + text_of(e.time) + " is not finite");
    text += "    <DataSet timestep=\"" + text_of(e.time) + "\" part=\"0\" file=\"" +
            escaped(e.file.generic_string()) + "\"/>\n";
  }
  write_text_file(path, text + "  </Collection>\n</VTKFile>\n");
}

}  // namespace acre::io

#include <acre/error.hpp>
#include <acre/picture/canvas.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>

#include <cairo.h>

namespace acre::picture {
namespace {

constexpr int most = 32767;  // of Cairo's image surfaces

void require_drawn(cairo_t* c)
{
  cairo_status_t const status = cairo_status(c);
  if (status == CAIRO_STATUS_SUCCESS) return;
  if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  throw std::runtime_error(std::string("cannot draw: ") + cairo_status_to_string(status));
}

void color(cairo_t* c, rgb of)
{
  cairo_set_source_rgb(c, of.r / 255.0, of.g / 255.0, of.b / 255.0);
}

/// A context of its own for a picture of that size.
cairo_t* context(int width, int height)
{
  cairo_surface_t* const surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  cairo_t* const c = cairo_create(surface);
  cairo_surface_destroy(surface);  // the context holds it
  return c;
}

/// The font so large that its lines are 8 * size pixels high; returns how far below the upper edge
/// letters stand.
double select_font(cairo_t* c, double size)
{
  cairo_select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_font_options_t* const options = cairo_font_options_create();
  // no colours at letters' edges, and nothing of the user's settings: pictures are compared
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(c, options);
  cairo_font_options_destroy(options);
  cairo_font_extents_t font;
  cairo_set_font_size(c, 100);
  cairo_font_extents(c, &font);
  require_drawn(c);
  double const scale = 8 * size / (font.ascent + font.descent);
  cairo_set_font_size(c, 100 * scale);
  return font.ascent * scale;
}

}  // namespace

void canvas::release::operator()(cairo_t* c) const { cairo_destroy(c); }

void canvas::require_size(std::int64_t width, std::int64_t height)
{
  if (width < 1 || height < 1 || width > most || height > most)
    throw value_error("a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                      " pixels cannot be drawn: 1 to " + std::to_string(most) +
                      " are possible along an edge");
}

canvas::canvas(int width, int height) : width_(width), height_(height)
{
  require_size(width, height);
  cairo_.reset(context(width, height));
  cairo_set_source_rgb(cairo_.get(), 1, 1, 1);
  cairo_paint(cairo_.get());
  require_drawn(cairo_.get());
}

void canvas::dot(int x, int y, rgb c, int size)
{
  color(cairo_.get(), c);
  cairo_rectangle(cairo_.get(), x, y, size, size);
  cairo_fill(cairo_.get());
}

void canvas::line(double x0, double y0, double x1, double y1, rgb c, int size)
{
  color(cairo_.get(), c);
  auto const is_whole = [](double v) { return v == std::round(v); };
  if ((x0 == x1 || y0 == y1) && is_whole(x0) && is_whole(x1) && is_whole(y0) && is_whole(y1)) {
    auto const [left, right] = std::minmax({x0, x1});
    auto const [top, bottom] = std::minmax({y0, y1});
    cairo_rectangle(cairo_.get(), left, top, right - left + size, bottom - top + size);
    cairo_fill(cairo_.get());
    return;
  }
  double const middle = size / 2.0;
  cairo_set_line_width(cairo_.get(), size);
  cairo_set_line_cap(cairo_.get(), CAIRO_LINE_CAP_ROUND);
  cairo_move_to(cairo_.get(), x0 + middle, y0 + middle);
  cairo_line_to(cairo_.get(), x1 + middle, y1 + middle);
  cairo_stroke(cairo_.get());
}

void canvas::image(int x, int y, int columns, std::span<std::uint8_t const> rgb)
{
  cairo_surface_t* const surface = cairo_get_target(cairo_.get());
  cairo_surface_flush(surface);
  unsigned char* const bytes = cairo_image_surface_get_data(surface);
  auto const stride = static_cast<std::ptrdiff_t>(cairo_image_surface_get_stride(surface));
  for (std::size_t k = 0; 3 * k + 2 < rgb.size(); ++k) {
    auto const at = static_cast<std::ptrdiff_t>(k);
    std::ptrdiff_t const column = x + at % columns, row = y + at / columns;
    if (column < 0 || row < 0 || column >= width_ || row >= height_) continue;
    std::uint32_t const pixel = std::uint32_t(rgb[3 * k]) << 16 |
                                std::uint32_t(rgb[3 * k + 1]) << 8 | std::uint32_t(rgb[3 * k + 2]);
    std::copy_n(reinterpret_cast<unsigned char const*>(&pixel), sizeof pixel,
                bytes + row * stride + column * 4);
  }
  cairo_surface_mark_dirty(surface);
}

void canvas::text(int x, int y, std::string_view text, rgb c, double size)
{
  columns(text, size);  // throws here, on a context of its own: after an error Cairo draws no more
  double const foot = select_font(cairo_.get(), size);
  color(cairo_.get(), c);
  cairo_move_to(cairo_.get(), x, y + foot);
  cairo_show_text(cairo_.get(), std::string(text).c_str());
  cairo_new_path(cairo_.get());
  require_drawn(cairo_.get());
}

int canvas::columns(std::string_view text, double size)
{
  std::unique_ptr<cairo_t, release> const c(context(1, 1));
  select_font(c.get(), size);
  cairo_text_extents_t extents;
  cairo_text_extents(c.get(), std::string(text).c_str(), &extents);
  if (cairo_status(c.get()) == CAIRO_STATUS_INVALID_STRING)
    throw value_error("text of a picture must be UTF-8: these " + std::to_string(text.size()) +
                      " bytes are not");
  require_drawn(c.get());
  return static_cast<int>(
      std::ceil(std::max(extents.x_advance, extents.x_bearing + extents.width)));
}

std::vector<std::uint8_t> canvas::take() const
{
  cairo_surface_t* const surface = cairo_get_target(cairo_.get());
  cairo_surface_flush(surface);
  unsigned char const* const bytes = cairo_image_surface_get_data(surface);
  auto const stride = static_cast<std::ptrdiff_t>(cairo_image_surface_get_stride(surface));
  std::vector<std::uint8_t> taken;
  taken.reserve(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 3);
  for (std::ptrdiff_t row = 0; row < height_; ++row)
    for (std::ptrdiff_t column = 0; column < width_; ++column) {
      std::uint32_t pixel = 0;
      std::copy_n(bytes + row * stride + column * 4, sizeof pixel,
                  reinterpret_cast<unsigned char*>(&pixel));
      for (int const shift : {16, 8, 0}) taken.push_back(static_cast<std::uint8_t>(pixel >> shift));
    }
  return taken;
}

}  // namespace acre::picture

#pragma once
#include <acre/picture/color.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

struct _cairo;  // cairo_t

namespace acre::picture {

/// The colours of what is drawn about the data.
inline constexpr rgb ink{40, 40, 40}, grid{225, 225, 225};

/// A white picture to draw on: dots, lines and text. Drawing outside is cut off.
///
/// Cairo draws; charts are acre's own, because none of Debian's plotting libraries for C++ fits:
/// MathGL is GPL, PLplot needs drivers installed, the others call gnuplot or matplotlib.
class canvas {
 public:
  /// Throws as require_size does.
  canvas(int width, int height);

  /// Throws value_error where no canvas has that size: Cairo's pictures end at 32767 pixels along
  /// an edge.
  static void require_size(std::int64_t width, std::int64_t height);

  int width() const { return width_; }
  int height() const { return height_; }

  /// A square of size x size pixels.
  void dot(int x, int y, rgb c, int size = 1);
  /// Both ends belong to it. Upright and level lines between whole numbers fill whole pixels of
  /// `c`, others are smoothed.
  void line(double x0, double y0, double x1, double y1, rgb c, int size = 1);
  /// Rows of `columns` pixels of 3 bytes, first row on top.
  void image(int x, int y, int columns, std::span<std::uint8_t const> rgb);

  /// UTF-8 in the system's sans-serif font, 8 * size pixels from the top of its highest letter to
  /// the foot of its lowest; x and y are the upper left corner. A letter that the font lacks is its
  /// box. Where no font is installed, Cairo's own letters are drawn, which are ASCII's alone
  /// (Debian and Ubuntu: fonts-dejavu-core has more). Throws value_error for bytes that aren't
  /// UTF-8.
  void text(int x, int y, std::string_view text, rgb c, double size = 2);
  /// Columns that a text takes at a size; throws as text() does.
  static int columns(std::string_view text, double size = 2);

  /// Rows of width() pixels of 3 bytes, first row on top, as write_png() takes them.
  std::vector<std::uint8_t> take() const;

 private:
  struct release {
    void operator()(_cairo* c) const;
  };
  int width_, height_;
  std::unique_ptr<_cairo, release> cairo_;
};

}  // namespace acre::picture

#pragma once
#include <acre/picture/color.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace acre::picture {

/// The colours of what is drawn about the data.
inline constexpr rgb ink{40, 40, 40}, grid{225, 225, 225};

/// A white picture to draw on: dots, lines and text. Drawing outside is cut off.
///
/// This is acre's own, because none of Debian's plotting libraries for C++ fits: MathGL is GPL,
/// PLplot needs fonts and drivers installed, the others call gnuplot or matplotlib.
class canvas {
 public:
  canvas(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }

  /// A square of size x size pixels.
  void dot(int x, int y, rgb c, int size = 1);
  void line(double x0, double y0, double x1, double y1, rgb c, int size = 1);
  /// Rows of `columns` pixels of 3 bytes, first row on top.
  void image(int x, int y, int columns, std::span<std::uint8_t const> rgb);

  /// Letters of 5 x 7 dots, each a square of size x size pixels, in a cell of 6 x 8. ASCII, °
  /// and ² (UTF-8); anything else is left blank. x and y are the upper left corner.
  void text(int x, int y, std::string_view text, rgb c, int size = 2);
  /// Columns that a text takes at a size.
  static int columns(std::string_view text, int size);

  /// Rows of width() pixels of 3 bytes, first row on top, as write_png() takes them.
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  int width_, height_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace acre::picture

#include "classic.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace acre::io::detail {
namespace {

constexpr std::uint64_t dimension_tag = 10, variable_tag = 11, attribute_tag = 12;
constexpr std::uint64_t most = std::uint64_t{1} << 62;  // bytes of a file that can be

/// Bytes of an element of nc_byte, nc_char, nc_short, …, nc_uint64; 0 for what is no type.
std::uint64_t item_size(std::uint64_t type)
{
  constexpr std::uint8_t sizes[] = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
  return type < std::size(sizes) ? sizes[type] : 0;
}

class header {
 public:
  explicit header(readable_file const& file) : file_(file) {}

  std::uint64_t size_of_file()
  {
    char magic[4];
    read(magic, sizeof magic);
    std::string_view const start(magic, 3);
    if (start != "CDF" || (magic[3] != 1 && magic[3] != 2 && magic[3] != 5)) return 0;
    wide_ = magic[3] == 5;
    wide_offsets_ = magic[3] != 1;
    std::uint64_t const streaming = wide_ ? ~std::uint64_t{0} : 0xffffffff;
    std::uint64_t records = count();
    if (records == streaming) records = 0;  // as many as the file has
    std::uint64_t const dimensions = list(dimension_tag);
    std::vector<std::uint64_t> extents;
    for (std::uint64_t k = 0; k < dimensions; ++k) {
      skip_text();
      extents.push_back(count());
    }
    skip_attributes();
    std::uint64_t const variables = list(variable_tag);
    std::uint64_t end = 0, record = 0, only = 0, of_records = 0;
    for (std::uint64_t v = 0; v < variables; ++v) {
      skip_text();
      std::uint64_t const rank = count_of("axes", count_size());
      bool has_records = false;
      std::uint64_t elements = 1;
      for (std::uint64_t axis = 0; axis < rank; ++axis) {
        std::uint64_t const dimension = count();
        if (dimension >= extents.size()) broken("a variable has an axis that is none");
        if (axis == 0 && extents[dimension] == 0)
          has_records = true;
        else
          elements = product(elements, extents[dimension]);
      }
      skip_attributes();
      std::uint64_t const type = number(4);
      if (item_size(type) == 0) broken("a variable is of type " + std::to_string(type));
      std::uint64_t const bytes = product(elements, item_size(type));
      count();  // of bytes, where they have 32 bits
      std::uint64_t const begin = number(wide_offsets_ ? 8 : 4);
      if (begin > most) broken("a variable begins at byte " + std::to_string(begin));
      if (!has_records) {
        if (bytes > 0) end = std::max(end, begin + bytes);
        continue;
      }
      ++of_records;
      only = bytes;
      record = std::min(record + (bytes + 3) / 4 * 4, most);
      last_ = std::max(last_, begin + bytes);
    }
    if (of_records == 1) record = only;  // one variable's records are not padded
    if (of_records > 0 && records > 0)
      end = std::max(end, std::min(last_ + product(record, records - 1), most));
    return std::max(end, at_);
  }

 private:
  [[noreturn]] void broken(std::string const& why) const
  {
    file_.fail("broken netCDF header: " + why);
  }
  /// That the file has so many bytes more.
  void require_more(std::uint64_t size) const
  {
    std::uint64_t const there = file_.size() < at_ ? 0 : file_.size() - at_;
    if (size > there)
      file_.fail("truncated: its netCDF header goes on behind its " + std::to_string(file_.size()) +
                 " bytes");
  }
  void read(char* to, std::uint64_t size)
  {
    require_more(size);
    // a piece of the file at a time
    while (size > 0) {
      if (at_ < piece_at_ || at_ >= piece_at_ + piece_.size()) {
        piece_.resize(std::min<std::uint64_t>(file_.size() - at_, 1 << 16));
        piece_at_ = at_;
        file_.read(at_, piece_.data(), piece_.size());
      }
      std::uint64_t const n = std::min(size, piece_at_ + piece_.size() - at_);
      to = std::copy_n(piece_.data() + (at_ - piece_at_), n, to);
      at_ += n;
      size -= n;
    }
  }
  std::uint64_t number(int size)
  {
    char bytes[8];
    read(bytes, static_cast<std::uint64_t>(size));
    std::uint64_t value = 0;
    for (int k = 0; k < size; ++k) value = value << 8 | static_cast<unsigned char>(bytes[k]);
    return value;
  }
  int count_size() const { return wide_ ? 8 : 4; }
  std::uint64_t count() { return number(count_size()); }
  /// How many things there are that take so many bytes each in the header.
  std::uint64_t count_of(char const* what, std::uint64_t bytes)
  {
    std::uint64_t const n = count();
    if (n > (file_.size() - at_) / bytes)
      file_.fail("truncated: its netCDF header says that there are " + std::to_string(n) + ' ' +
                 what + ", the file has " + std::to_string(file_.size()) + " bytes");
    return n;
  }
  std::uint64_t list(std::uint64_t tag)
  {
    std::uint64_t const found = number(4);
    if (found != tag && found != 0) broken("no list where one should be");
    std::uint64_t const n = count_of("entries", 8);
    if (found == 0 && n > 0) broken("an empty list has " + std::to_string(n) + " entries");
    return n;
  }
  void skip(std::uint64_t bytes)
  {
    std::uint64_t const padded = (bytes + 3) / 4 * 4;
    require_more(padded);
    at_ += padded;
  }
  void skip_text() { skip(count_of("characters", 1)); }
  void skip_attributes()
  {
    std::uint64_t const n = list(attribute_tag);
    for (std::uint64_t k = 0; k < n; ++k) {
      skip_text();
      std::uint64_t const type = number(4), size = item_size(type);
      if (size == 0) broken("an attribute is of type " + std::to_string(type));
      skip(size * count_of("numbers", size));
    }
  }
  std::uint64_t product(std::uint64_t a, std::uint64_t b) const
  {
    return b != 0 && a > most / b ? most : a * b;
  }

  readable_file const& file_;
  std::uint64_t at_ = 0, piece_at_ = 0, last_ = 0;
  std::vector<char> piece_;
  bool wide_ = false, wide_offsets_ = false;
};

}  // namespace

std::uint64_t classic_netcdf_size(readable_file const& file)
{
  return file.size() < 4 ? 0 : header(file).size_of_file();
}

}  // namespace acre::io::detail

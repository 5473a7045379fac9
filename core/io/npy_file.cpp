#include <acre/io/atomic_file.hpp>
#include <acre/io/detail/in_parts.hpp>
#include <acre/io/npy.hpp>
#include <acre/io/npy_file.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <limits>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "npy_source.hpp"
#include "readable_file.hpp"

namespace acre::io {
namespace {

namespace fs = std::filesystem;
using std::size_t;

constexpr std::string_view magic{"\x93NUMPY", 6};
constexpr bool little = std::endian::native == std::endian::little;

bool supported(char kind, size_t itemsize)
{
  switch (kind) {
    case 'b':
      return itemsize == 1;
    case 'i':
    case 'u':
      return itemsize == 1 || itemsize == 2 || itemsize == 4 || itemsize == 8;
    case 'f':
      return itemsize == 2 || itemsize == 4 || itemsize == 8;
    case 'c':
      return itemsize == 8 || itemsize == 16;
    case 'V':  // bfloat16, as ml_dtypes has it written
      return itemsize == 2;
    default:
      return false;
  }
}

/// NumPy's one-letter names, which it reads behind a byte order too; "" for others.
std::string_view type_of_letter(std::string_view letter)
{
  if (letter.size() != 1) return "";
  constexpr std::pair<char, std::string_view> types[] = {
      {'?', "b1"}, {'b', "i1"}, {'B', "u1"}, {'h', "i2"}, {'H', "u2"}, {'i', "i4"},
      {'I', "u4"}, {'q', "i8"}, {'Q', "u8"}, {'p', "i8"}, {'P', "u8"}, {'n', "i8"},
      {'N', "u8"}, {'e', "f2"}, {'f', "f4"}, {'d', "f8"}, {'F', "c8"}, {'D', "c16"}};
  if (letter == "l") return sizeof(long) == 8 ? "i8" : "i4";
  if (letter == "L") return sizeof(long) == 8 ? "u8" : "u4";
  for (auto const& [name, type] : types)
    if (letter[0] == name) return type;
  return "";
}

/// NumPy's words for dtypes, which have the machine's byte order; "" for others.
std::string_view type_of_name(std::string_view name)
{
  constexpr std::pair<std::string_view, std::string_view> types[] = {
      {"bool", "b1"},        {"bool_", "b1"},    {"int8", "i1"},      {"byte", "i1"},
      {"int16", "i2"},       {"short", "i2"},    {"int32", "i4"},     {"intc", "i4"},
      {"int64", "i8"},       {"int", "i8"},      {"int_", "i8"},      {"intp", "i8"},
      {"longlong", "i8"},    {"uint8", "u1"},    {"ubyte", "u1"},     {"uint16", "u2"},
      {"ushort", "u2"},      {"uint32", "u4"},   {"uintc", "u4"},     {"uint64", "u8"},
      {"uint", "u8"},        {"uintp", "u8"},    {"ulonglong", "u8"}, {"float16", "f2"},
      {"half", "f2"},        {"float32", "f4"},  {"single", "f4"},    {"float64", "f8"},
      {"double", "f8"},      {"float", "f8"},    {"complex64", "c8"}, {"csingle", "c8"},
      {"complex128", "c16"}, {"cdouble", "c16"}, {"complex", "c16"}};
  if (name == "long" || name == "ulong") return type_of_letter(name == "long" ? "l" : "L");
  for (auto const& [word, type] : types)
    if (name == word) return type;
  return "";
}

struct header {
  std::string descr;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

// Reads the Python dictionary of a header; every member throws value_error saying what
// is wrong.
class parser {
 public:
  explicit parser(std::string_view text) : text_(text) {}

  header parse()
  {
    std::optional<std::string> descr;
    std::optional<bool> fortran;
    std::optional<std::vector<std::int64_t>> shape;
    expect('{');
    while (!accept('}')) {
      std::string const key = string();
      expect(':');
      if (key == "descr")
        descr = type();
      else if (key == "fortran_order")
        fortran = boolean();
      else if (key == "shape")
        shape = tuple();
      else
        throw value_error("unknown key '" + key + "'");
      if (accept('}')) break;
      expect(',');
    }
    skip_space();
    if (at_ != text_.size()) throw value_error("text after the closing brace");
    if (!descr) throw value_error("no 'descr'");
    if (!fortran) throw value_error("no 'fortran_order'");
    if (!shape) throw value_error("no 'shape'");
    return {*descr, *fortran, *shape};
  }

 private:
  void skip_space()
  {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool accept(char c)
  {
    skip_space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c)
  {
    if (!accept(c))
      throw value_error(std::string("no '") + c + "' at character " + std::to_string(at_));
  }
  std::string string()
  {
    skip_space();
    char const quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"')
      throw value_error("no quoted word at character " + std::to_string(at_));
    size_t const end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) throw value_error("an open quote");
    std::string out(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return out;
  }
  // A structured type is a list: kept as text, for the message that refuses it.
  std::string type()
  {
    skip_space();
    if (at_ == text_.size() || text_[at_] != '[') return string();
    size_t const start = at_;
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '[') ++depth;
      if (text_[at_] == ']' && --depth == 0) {
        ++at_;
        return std::string(text_.substr(start, at_ - start));
      }
    }
    throw value_error("an open bracket");
  }
  bool boolean()
  {
    skip_space();
    for (bool const value : {false, true}) {
      std::string_view const word = value ? "True" : "False";
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return value;
      }
    }
    throw value_error("'fortran_order' is neither True nor False");
  }
  std::vector<std::int64_t> tuple()
  {
    std::vector<std::int64_t> out;
    expect('(');
    while (!accept(')')) {
      out.push_back(number());
      if (accept(')')) {
        // Python reads (3) as a number, not as a tuple
        if (out.size() == 1) throw value_error("'shape' is not a tuple");
        break;
      }
      expect(',');
    }
    return out;
  }
  std::int64_t number()
  {
    skip_space();
    constexpr std::int64_t max = std::numeric_limits<std::int64_t>::max();
    std::int64_t value = 0;
    size_t const start = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      int const digit = text_[at_] - '0';
      if (value > (max - digit) / 10) throw value_error("a shape beyond 64 bits");
      value = value * 10 + digit;
    }
    if (at_ == start) throw value_error("no number in 'shape' at character " + std::to_string(at_));
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote 3L
    return value;
  }

  std::string_view text_;
  size_t at_ = 0;
};

// a complex element is two numbers to swap
void swap_bytes(std::span<std::byte> data, char kind, size_t itemsize)
{
  size_t const word = kind == 'c' ? itemsize / 2 : itemsize;
  if (word == 1) return;
  for (auto p = data.begin(); p != data.end(); p += static_cast<std::ptrdiff_t>(word))
    std::reverse(p, p + static_cast<std::ptrdiff_t>(word));
}

// Copies between C order (row-major) and Fortran order; to_c says which way.
std::vector<std::byte> reorder(std::vector<std::byte> const& in, size_t itemsize,
                               std::vector<std::int64_t> const& shape, bool to_c)
{
  size_t const rank = shape.size();
  std::vector<size_t> stride(rank), index(rank, 0);  // Fortran strides in bytes
  size_t step = itemsize;
  for (size_t axis = 0; axis < rank; ++axis) {
    stride[axis] = step;
    step *= static_cast<size_t>(shape[axis]);
  }
  std::vector<std::byte> out(in.size());
  size_t fortran = 0;
  for (size_t c = 0; c < in.size(); c += itemsize) {
    std::memcpy(out.data() + (to_c ? c : fortran), in.data() + (to_c ? fortran : c), itemsize);
    for (size_t axis = rank; axis-- > 0;) {  // the next index in C order
      fortran += stride[axis];
      if (++index[axis] < static_cast<size_t>(shape[axis])) break;
      fortran -= stride[axis] * index[axis];
      index[axis] = 0;
    }
  }
  return out;
}

class reader : public detail::npy_source {
 public:
  explicit reader(fs::path const& path) : file_(path) {}

  std::uint64_t at() const { return at_; }
  detail::readable_place place() const override { return {&file_, at_}; }
  void seek(std::uint64_t to) { at_ = to; }
  [[noreturn]] void fail(std::string const& why) const override { file_.fail(why); }
  std::uint64_t left() const override { return file_.size() < at_ ? 0 : file_.size() - at_; }

  void read(void* to, std::uint64_t size, char const* what) override
  {
    if (size > left())
      fail("truncated: " + std::string(what) + " should have " + std::to_string(size) +
           " bytes, there are " + std::to_string(left()));
    file_.read(at_, to, size);
    at_ += size;
  }

 private:
  detail::readable_file file_;
  std::uint64_t at_ = 0;
};

std::string read_header(detail::npy_source& in)
{
  std::array<unsigned char, 8> start{};
  if (in.left() < start.size())
    in.fail("not a .npy file (it has " + std::to_string(in.left()) + " bytes)");
  in.read(start.data(), start.size(), "the start");
  if (!std::equal(magic.begin(), magic.end(), start.begin(),
                  [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; }))
    in.fail("not a .npy file (it doesn't begin with \\x93NUMPY)");
  unsigned const major = start[6], minor = start[7];
  if (major < 1 || major > 3 || minor != 0)
    in.fail("format " + std::to_string(major) + "." + std::to_string(minor) +
            " is unknown; 1.0, 2.0 and 3.0 can be read");
  std::array<unsigned char, 4> length{};
  in.read(length.data(), major == 1 ? 2 : 4, "the header's length");
  std::uint64_t size = 0;
  for (size_t i = length.size(); i-- > 0;) size = size << 8 | length[i];
  if (size > in.left())
    in.fail("truncated: the header should have " + std::to_string(size) + " bytes, there are " +
            std::to_string(in.left()));
  std::string text(size, '\0');
  in.read(text.data(), size, "the header");
  return text;
}

}  // namespace

namespace detail {

std::int64_t npy_size(std::vector<std::int64_t> const& shape)
{
  // zeros first: (0, 2^40, 2^40) is empty and no overflow
  if (std::any_of(shape.begin(), shape.end(), [](std::int64_t n) { return n < 0; }))
    throw shape_error("a negative extent in shape " + npy_shape(shape));
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
  std::int64_t size = 1;
  for (std::int64_t const n : shape) {
    // 16 bytes is the largest element
    if (size > std::numeric_limits<std::int64_t>::max() / 16 / n)
      throw shape_error("shape " + npy_shape(shape) + " is beyond 64 bits");
    size *= n;
  }
  return size;
}

void allocate(npy_array& a)
{
  try {
    a.data.resize(static_cast<size_t>(npy_size(a.shape)) * a.itemsize);
    return;
  } catch (std::bad_alloc const&) {
  } catch (std::length_error const&) {
  }
  acre::detail::throw_out_of_memory(a.shape, a.itemsize, a.dtype().c_str());
}

std::string npy_dtype(char kind, size_t itemsize)
{
  std::string const bits = std::to_string(itemsize * 8);
  switch (kind) {
    case 'b':
      return "bool";
    case 'i':
      return "int" + bits;
    case 'u':
      return "uint" + bits;
    case 'f':
      return "float" + bits;
    case 'c':
      return "complex" + bits;
    case 'S':
      return "text";
    case 'V':
      return "bfloat16";
    default:
      return std::string(1, kind) + std::to_string(itemsize);
  }
}

std::string npy_shape(std::vector<std::int64_t> const& shape)
{
  std::string out = "(";
  for (size_t i = 0; i < shape.size(); ++i) out += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return out + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace detail

std::string npy_array::dtype() const { return detail::npy_dtype(kind, itemsize); }
std::string npy_array::shape_string() const { return detail::npy_shape(shape); }

detail::npy_start detail::read_npy_start(npy_source& in, npy_text text)
{
  std::string const written = read_header(in);
  header head;
  std::int64_t size = 0;
  try {
    head = parser(written).parse();
    size = npy_size(head.shape);
  } catch (error const& e) {
    in.fail(std::string("broken .npy header: ") + e.message());
  }

  npy_start opened;
  npy_array& out = opened.array;
  std::string_view descr = head.descr;
  if (!descr.empty() && std::string_view("<>=|").find(descr[0]) != std::string_view::npos) {
    opened.swapped = descr[0] == (little ? '>' : '<');
    descr.remove_prefix(1);
  } else if (auto const written_as = type_of_name(descr); !written_as.empty())
    descr = written_as;
  if (auto const written_as = type_of_letter(descr); !written_as.empty()) descr = written_as;
  out.itemsize = 0;
  if (descr.size() >= 2 && descr.size() <= 19 &&
      std::all_of(descr.begin() + 1, descr.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    out.kind = descr[0];
    out.itemsize = std::stoull(std::string(descr.substr(1)));
  }
  out.shape = std::move(head.shape);
  bool const is_text = text == npy_text::taken && out.kind == 'S' && out.shape.empty();
  if (!is_text && !supported(out.kind, out.itemsize))
    in.fail("unsupported dtype " + head.descr +
            "; bool, integers of 8 to 64 bits, float16, float32, float64, complex64 and complex128 "
            "can be read");
  opened.fortran_order = head.fortran_order && out.shape.size() > 1;

  opened.bytes = static_cast<std::uint64_t>(size) * out.itemsize;
  if (opened.bytes > in.left())
    in.fail("truncated: an array of shape " + out.shape_string() + " and dtype " + out.dtype() +
            " has " + std::to_string(opened.bytes) + " bytes, there are " +
            std::to_string(in.left()));
  return opened;
}

npy_array detail::read_npy_rest(npy_source& in, npy_start start)
{
  npy_array out = std::move(start.array);
  out.data.resize(start.bytes);
  in.read(out.data.data(), start.bytes, "the array");
  if (start.swapped) swap_bytes(out.data, out.kind, out.itemsize);
  if (start.fortran_order) out.data = reorder(out.data, out.itemsize, out.shape, true);
  return out;
}

npy_array read_npy(fs::path const& path)
{
  reader in(path);
  return detail::read_npy_rest(in, detail::read_npy_start(in));
}

struct npy_reader::file {
  explicit file(fs::path const& path) : in(path) {}
  reader in;
  std::uint64_t begin = 0;  // of the array in the file
  bool swapped = false;
};

npy_reader::npy_reader(fs::path path) : path_(std::move(path)), file_(std::make_unique<file>(path_))
{
  std::uint64_t const all = file_->in.left();
  detail::npy_start opened = detail::read_npy_start(file_->in);
  if (opened.fortran_order) file_->in.fail("it is in Fortran order, which can't be read in parts");
  layout_ = std::move(opened.array);
  file_->begin = all - file_->in.left();
  file_->swapped = opened.swapped;
}
npy_reader::npy_reader(npy_reader&&) noexcept = default;
npy_reader& npy_reader::operator=(npy_reader&&) noexcept = default;
npy_reader::~npy_reader() = default;

npy_array npy_reader::read(std::int64_t first, std::int64_t count)
{
  if (first < 0 || count < 0 || first > rows() - count)
    throw shape_error(path_.string() + ": rows " + std::to_string(first) + " to " +
                      std::to_string(first + count) + " of an array of shape " +
                      layout_.shape_string());
  npy_array out{layout_.kind, layout_.itemsize, layout_.shape, {}};
  if (!out.shape.empty()) out.shape.front() = count;
  if (detail::npy_size(out.shape) == 0) return out;
  std::vector<std::int64_t> row = out.shape;
  if (!row.empty()) row.front() = 1;
  std::uint64_t const bytes = static_cast<std::uint64_t>(detail::npy_size(row)) * out.itemsize;
  out.data.resize(static_cast<std::uint64_t>(count) * bytes);
  file_->in.seek(file_->begin + static_cast<std::uint64_t>(first) * bytes);
  file_->in.read(out.data.data(), out.data.size(), "the array");
  if (file_->swapped) swap_bytes(out.data, out.kind, out.itemsize);
  return out;
}

struct detail::npy_contents::file {
  std::unique_ptr<npy_source> in;
  npy_start start;
  npy_array in_c_order;  // of a file in Fortran order
  size_t done = 0;
};

void detail::require_wanted(npy_array const& found, char kind, size_t itemsize, size_t rank,
                            std::string const& what)
{
  if (found.kind != kind || found.itemsize != itemsize)
    throw dtype_error(what + " is of dtype " + found.dtype() + ", not " +
                      npy_dtype(kind, itemsize));
  if (found.shape.size() != rank)
    throw shape_error(what + " holds an array of shape " + found.shape_string() + ", not of " +
                      std::to_string(rank) + (rank == 1 ? " axis" : " axes"));
}

detail::npy_contents::npy_contents(std::unique_ptr<npy_source> from, std::string const& name,
                                   char kind, size_t itemsize, int rank)
    : file_(std::make_unique<file>())
{
  file_->in = std::move(from);
  file_->start = read_npy_start(*file_->in);
  require_wanted(file_->start.array, kind, itemsize, static_cast<size_t>(rank), name);
  if (file_->start.bytes == 0) file_->in->finish();
}
detail::npy_contents::npy_contents(fs::path const& path, char kind, size_t itemsize, int rank)
    : npy_contents(std::make_unique<reader>(path), path.string(), kind, itemsize, rank)
{}
detail::npy_contents::~npy_contents() = default;

std::vector<std::int64_t> const& detail::npy_contents::shape() const
{
  return file_->start.array.shape;
}

void detail::npy_contents::read(void* to, size_t size)
{
  npy_array const& layout = file_->start.array;
  std::span const bytes(static_cast<std::byte*>(to), size);
  if (file_->start.fortran_order) {
    if (file_->done == 0) file_->in_c_order = read_npy_rest(*file_->in, file_->start);
    std::memcpy(to, file_->in_c_order.data.data() + file_->done, size);
  } else {
    file_->in->read(to, size, "the array");
    if (file_->start.swapped) swap_bytes(bytes, layout.kind, layout.itemsize);
  }
  if (layout.kind == 'b')
    for (std::byte& byte : bytes) byte = std::byte{byte != std::byte{0}};
  file_->done += size;
  if (file_->done == file_->start.bytes) file_->in->finish();
}

detail::npy_place detail::find_npy(fs::path const& path, char kind, size_t itemsize, int rank)
{
  reader in(path);
  npy_start start = read_npy_start(in);
  require_wanted(start.array, kind, itemsize, static_cast<size_t>(rank), path.string());
  return {std::move(start.array), in.at(), start.swapped, start.fortran_order,
          in.place().file->version()};
}

void detail::npy_place::to_native(void* elements, size_t size) const
{
  std::span const bytes(static_cast<std::byte*>(elements), size);
  if (swapped) swap_bytes(bytes, layout.kind, layout.itemsize);
  if (layout.kind == 'b')
    for (std::byte& byte : bytes) byte = std::byte{byte != std::byte{0}};
}

detail::npy_mapped detail::npy_contents::map() const
{
  npy_start const& start = file_->start;
  npy_array const& layout = start.array;
  if (start.swapped)
    file_->in->fail(
        "its elements are in the other byte order and can't be mapped; load_npy reads them");
  auto const [place, at] = file_->in->place();
  size_t const word = layout.kind == 'c' ? layout.itemsize / 2 : layout.itemsize;
  if (start.bytes > 0 && at % word != 0)
    file_->in->fail("its elements begin at byte " + std::to_string(at) +
                    ", which is no multiple of " + std::to_string(word) +
                    ", and can't be mapped; load_npy reads them");
  npy_mapped out{place->map(at, start.bytes), std::vector<std::int64_t>(layout.shape.size())};
  auto const* const bytes = static_cast<std::byte const*>(out.memory.get());
  if (layout.kind == 'b' &&
      std::any_of(bytes, bytes + start.bytes, [](std::byte b) { return b > std::byte{1}; }))
    file_->in->fail(
        "it has bytes of bool that are neither 0 nor 1 and can't be mapped; load_npy reads them");
  std::uint64_t step = 1;  // may wrap for shapes of no elements
  for (size_t k = 0; k < layout.shape.size(); ++k) {
    size_t const axis = start.fortran_order ? k : layout.shape.size() - 1 - k;
    out.strides[axis] = static_cast<std::int64_t>(step);
    step *= static_cast<std::uint64_t>(std::max<std::int64_t>(layout.shape[axis], 1));
  }
  return out;
}

std::string detail::make_npy_start(npy_array const& layout, npy_format format)
{
  char const order = layout.itemsize == 1 || layout.kind == 'S' ? '|'
                     : little != format.other_byte_order        ? '<'
                                                                : '>';
  std::string text = "{'descr': '" + std::string(1, order) + layout.kind +
                     std::to_string(layout.itemsize) +
                     "', 'fortran_order': " + (format.fortran_order ? "True" : "False") +
                     ", 'shape': " + layout.shape_string() + ", }";
  if (format.version == 1 && text.size() > 65000) format.version = 2;
  size_t const before = format.version == 1 ? 10 : 12;
  text.append(63 - (before + text.size()) % 64, ' ');  // the data begin at a multiple of 64
  text += '\n';
  std::string start(magic);
  start += static_cast<char>(format.version);
  start += '\0';
  for (size_t i = 0; i < before - 8; ++i) start += static_cast<char>(text.size() >> (8 * i) & 0xff);
  return start + text;
}

void detail::require_consistent(npy_array const& array, std::string const& to)
{
  auto const fail = [&](std::string const& why) {
    throw file_error("cannot write " + to + ": " + why);
  };
  if (!supported(array.kind, array.itemsize)) fail("unsupported dtype " + array.dtype());
  std::int64_t size = 0;
  try {
    size = npy_size(array.shape);
  } catch (error const& e) {
    fail(e.message());
  }
  if (static_cast<std::uint64_t>(size) * array.itemsize != array.data.size())
    fail("shape " + array.shape_string() + " and dtype " + array.dtype() + " make " +
         std::to_string(static_cast<std::uint64_t>(size) * array.itemsize) + " bytes, not " +
         std::to_string(array.data.size()));
}

void detail::write_npy_pieces(fs::path const& path, npy_array const& layout,
                              std::function<void(take_bytes const&)> const& content)
{
  std::string const start = make_npy_start(layout);
  write_file_atomically(path, [&](std::FILE* f) {
    std::fwrite(start.data(), 1, start.size(), f);
    content([&](void const* from, size_t size) {
      if (std::ferror(f) == 0) std::fwrite(from, 1, size, f);
    });
  });
}

void write_npy(fs::path const& path, npy_array const& array, npy_format format)
{
  if (format.version < 1 || format.version > 3)
    throw file_error("cannot write " + path.string() + ": no format " +
                     std::to_string(format.version) + ".0");
  detail::require_consistent(array, path.string());
  std::string const start = detail::make_npy_start(array, format);
  std::vector<std::byte> changed;
  if (format.fortran_order && array.shape.size() > 1)
    changed = reorder(array.data, array.itemsize, array.shape, false);
  if (format.other_byte_order) {
    if (changed.empty()) changed = array.data;
    swap_bytes(changed, array.kind, array.itemsize);
  }
  std::vector<std::byte> const& data = changed.empty() ? array.data : changed;
  write_file_atomically(path, [&](std::FILE* f) {
    std::fwrite(start.data(), 1, start.size(), f);
    if (!data.empty()) std::fwrite(data.data(), 1, data.size(), f);
  });
}

}  // namespace acre::io

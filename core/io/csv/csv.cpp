#include <acre/io/csv.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>

#include "../readable_file.hpp"
#include <csv.h>

namespace acre::io {

/// Fields one behind another, each up to its end.
struct csv_reader::file {
  file(std::filesystem::path const& from, csv_format const& how) : path(from), format(how) {}

  [[noreturn]] void fail(std::string const& why) const
  {
    throw file_error("cannot read " + path.string() + ": " + why);
  }
  [[noreturn]] void fail(std::int64_t at_line, std::string const& why) const
  {
    fail("line " + std::to_string(at_line) + why);
  }
  std::string_view field(std::size_t k) const
  {
    std::size_t const begin = k == 0 ? 0 : ends[k - 1];
    return std::string_view(text).substr(begin, ends[k] - begin);
  }
  std::int64_t row_count() const { return static_cast<std::int64_t>(lines.size()); }
  std::size_t column(std::string_view name) const
  {
    auto const found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    std::string all;
    for (std::string const& n : names) all += (all.empty() ? "" : ", ") + n;
    fail("it has no column " + std::string(name) + "; there are: " + all);
  }
  /// Calls f(field, line) for the column's fields.
  template <class F>
  void each(std::size_t column, F const& f) const
  {
    for (std::size_t row = 0; row < lines.size(); ++row)
      f(field((row + first_row) * names.size() + column), lines[row]);
  }

  void end_field(void const* bytes, std::size_t size)
  {
    if (size > 0) text.append(static_cast<char const*>(bytes), size);
    ends.push_back(text.size());
    ++in_row;
  }
  void end_line(int by)
  {
    if (by == '\n' && after_return && in_row == 0) {  // of CR LF the second
      after_return = false;
      return;
    }
    after_return = by == '\r';
    std::int64_t const at = line;
    std::size_t const begin = in_row < ends.size() ? ends[ends.size() - in_row - 1] : 0;
    if (in_row > 0)
      line += std::count(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(), '\n');
    ++line;
    if (in_row == 0) return;
    if (width == 0) {
      width = in_row;
    } else if (in_row != width && wrong_line == 0) {
      wrong_line = at;
      wrong_width = in_row;
      wrong_field = field(ends.size() - in_row);
    }
    lines.push_back(at);
    in_row = 0;
  }
  void parse(std::string_view bytes);
  void name_columns();

  std::filesystem::path path;
  csv_format format;
  std::string text;
  std::vector<std::size_t> ends;
  std::vector<std::int64_t> lines;  // of the rows
  std::vector<std::string> names;
  std::string wrong_field;  // the first one of a line that has another number of them
  std::size_t first_row = 0;
  std::size_t in_row = 0, width = 0, wrong_width = 0;
  std::int64_t line = 1, wrong_line = 0;
  bool after_return = false;
};

namespace {

struct parser {
  csv_parser p{};
  parser()
  {
    if (::csv_init(&p, CSV_STRICT | CSV_REPALL_NL | CSV_STRICT_FINI) != 0)
      throw out_of_memory("libcsv: out of memory");
  }
  ~parser() { ::csv_free(&p); }
};

struct sink {
  std::function<void(void const*, std::size_t)> field;
  std::function<void(int)> line;
};
void take_field(void* bytes, std::size_t size, void* to)
{
  static_cast<sink*>(to)->field(bytes, size);
}
void take_line(int by, void* to) { static_cast<sink*>(to)->line(by); }

std::string lower(std::string_view s)
{
  std::string out(s);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

bool missing(std::string_view s)
{
  if (s.empty()) return true;
  if (s.size() > 3) return false;
  std::string const word = lower(s);
  return word == "na" || word == "nan";
}

template <class T>
std::errc parse_number(std::string_view s, T& value, char decimal)
{
  std::string with_point;
  if (decimal != '.' && std::is_floating_point_v<T>) {
    if (s.find('.') != std::string_view::npos) return std::errc::invalid_argument;
    with_point = s;
    std::replace(with_point.begin(), with_point.end(), decimal, '.');
    s = with_point;
  }
  if (!s.empty() && s.front() == '+') {
    s.remove_prefix(1);
    if (!s.empty() && s.front() == '-') return std::errc::invalid_argument;
  }
  auto const [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (error == std::errc() && end != s.data() + s.size()) return std::errc::invalid_argument;
  return error;
}

std::errc parse_bool(std::string_view s, bool& value)
{
  std::string const word = s.size() > 5 ? "" : lower(s);
  value = word == "true" || word == "1";
  return value || word == "false" || word == "0" ? std::errc() : std::errc::invalid_argument;
}

/// Behind why a field or line isn't taken: the option that takes it, if it looks like that.
std::string advice(std::string_view field, csv_format const& format)
{
  double value = 0;
  if (format.comment == '\0' && field.starts_with('#'))
    return "; {.comment = '#'} passes over what begins with #";
  if (format.decimal == '.' && field.find(',') != std::string_view::npos &&
      parse_number(field, value, ',') == std::errc())
    return "; {.decimal = ','} reads decimal commas";
  return "";
}

/// Without comments, and spaces before them, outside of quotes.
std::string without_comments(std::string_view bytes, csv_format const& format)
{
  std::string out;
  bool quoted = false, comment = false;
  for (char const c : bytes) {
    if (c == '\n' || c == '\r') comment = false;
    if (!comment && c == format.quote) quoted = !quoted;
    if (!comment && !quoted && c == format.comment) {
      comment = true;
      while (out.ends_with(' ') || out.ends_with('\t')) out.pop_back();
    }
    if (!comment) out += c;
  }
  return out;
}

}  // namespace

void csv_reader::file::parse(std::string_view bytes)
{
  parser with;
  ::csv_set_delim(&with.p, static_cast<unsigned char>(format.separator));
  ::csv_set_quote(&with.p, static_cast<unsigned char>(format.quote));
  // a separator is no space to be passed over
  if (format.separator == ' ' || format.separator == '\t')
    ::csv_set_space_func(
        &with.p, format.separator == ' ' ? [](unsigned char c) { return int(c == '\t'); }
                                         : [](unsigned char c) { return int(c == ' '); });
  sink to{[this](void const* p, std::size_t n) { end_field(p, n); },
          [this](int by) { end_line(by); }};
  if (::csv_parse(&with.p, bytes.data(), bytes.size(), take_field, take_line, &to) != bytes.size())
    fail(line, std::string(": a quote (") + format.quote +
                   ") stands within a field, or something behind one that closes");
  std::int64_t const last = line;
  if (::csv_fini(&with.p, take_field, take_line, &to) != 0)
    fail(last, ": a quote that is opened in this row isn't closed");
  if (in_row > 0) end_line(-1);
  if (wrong_line != 0)
    fail(wrong_line, " has " + std::to_string(wrong_width) +
                         (wrong_width == 1 ? " field" : " fields") + ", the first one has " +
                         std::to_string(width) + advice(wrong_field, format));
}

void csv_reader::file::name_columns()
{
  if (lines.empty()) fail(format.header ? "it has no line that names columns" : "it has no lines");
  for (std::size_t k = 0; k < width; ++k)
    names.push_back(format.header ? std::string(field(k)) : std::to_string(k));
  if (format.header) {
    first_row = 1;
    std::vector<std::string> sorted = names;
    std::sort(sorted.begin(), sorted.end());
    auto const twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) fail(lines.front(), ": there are two columns " + *twice);
    lines.erase(lines.begin());
  }
}

csv_reader::csv_reader(std::filesystem::path const& path, csv_format format)
    : file_(std::make_unique<file>(path, format))
{
  auto const ends_lines = [](char c) { return c == '\n' || c == '\r' || c == '\0'; };
  if (format.separator == format.quote || ends_lines(format.separator) || ends_lines(format.quote))
    throw value_error(
        "csv_reader: a separator and a quote are two characters that don't end lines");
  auto const has_another_use = [&](char c) {
    return c == format.quote || c == '\n' || c == '\r' || (c >= '0' && c <= '9');
  };
  // a comma may be both in quoted fields, as German programs write them
  if (has_another_use(format.decimal) || has_another_use(format.comment) ||
      format.comment == format.separator || format.decimal == format.comment ||
      format.decimal == '\0')
    throw value_error(
        "csv_reader: decimals are separated, and comments begun, by characters of their own");
  detail::readable_file const in(path);
  std::string bytes(in.size(), '\0');
  in.read(0, bytes.data(), bytes.size());
  std::string_view all = bytes;
  constexpr std::string_view mark = "\xef\xbb\xbf";
  if (all.starts_with(mark)) all.remove_prefix(mark.size());
  // of UTF-32, too
  if (all.starts_with("\xff\xfe") || all.starts_with("\xfe\xff"))
    in.fail(
        "it is text in UTF-16, by its byte-order mark; iconv -f UTF-16 -t UTF-8 makes UTF-8 of "
        "it, which is read");
  if (auto const zero = all.find('\0'); zero != std::string_view::npos)
    file_->fail(1 + std::count(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(zero), '\n'),
                " has a zero byte, which text hasn't (one in UTF-16 has many: iconv -f UTF-16 -t "
                "UTF-8)");
  if (format.comment != '\0')
    file_->parse(without_comments(all, format));
  else
    file_->parse(all);
  file_->name_columns();
}
csv_reader::csv_reader(csv_reader&&) noexcept = default;
csv_reader& csv_reader::operator=(csv_reader&&) noexcept = default;
csv_reader::~csv_reader() = default;

std::vector<std::string> const& csv_reader::names() const { return file_->names; }
std::int64_t csv_reader::rows() const { return file_->row_count(); }
bool csv_reader::contains(std::string_view column) const
{
  return std::find(file_->names.begin(), file_->names.end(), column) != file_->names.end();
}

std::vector<std::string> csv_reader::texts(std::string_view column) const
{
  std::vector<std::string> out;
  file_->each(file_->column(column),
              [&](std::string_view s, std::int64_t) { out.emplace_back(s); });
  return out;
}

npy_array csv_reader::layout(std::string_view column) const
{
  bool whole = true, truth = true;
  file_->each(file_->column(column), [&](std::string_view s, std::int64_t line) {
    bool const none = missing(s);
    bool as_bool = false;
    std::int64_t as_int = 0;
    double as_float = 0;
    truth = truth && !none && s.size() > 1 && parse_bool(s, as_bool) == std::errc();
    char const decimal = file_->format.decimal;
    whole = whole && !none && parse_number(s, as_int, decimal) == std::errc();
    if (!truth && !whole && !none &&
        parse_number(s, as_float, decimal) == std::errc::invalid_argument)
      file_->fail(line, ", column " + std::string(column) + ": '" + std::string(s) +
                            "' is no number" + advice(s, file_->format));
  });
  bool const any = rows() > 0;
  if (any && truth) return {'b', 1, {rows()}, {}};
  return {any && whole ? 'i' : 'f', 8, {rows()}, {}};
}

npy_array csv_reader::read(std::string_view column) const
{
  npy_array const a = layout(column);
  return read_as(column, a.kind, a.itemsize);
}

npy_array csv_reader::read_as(std::string_view column, char kind, std::size_t itemsize) const
{
  npy_array out{kind, itemsize, {rows()}, {}};
  out.data.resize(static_cast<std::size_t>(rows()) * itemsize);
  std::size_t const which = file_->column(column);
  auto const fill = [&]<class T>(T) {
    std::byte* to = out.data.data();
    file_->each(which, [&](std::string_view s, std::int64_t line) {
      T value{};
      std::errc error{};
      bool const none = missing(s);
      if constexpr (std::is_same_v<T, bool>)
        error = parse_bool(s, value);
      else if constexpr (acre::detail::is_half<T>) {
        double number = std::numeric_limits<double>::quiet_NaN();
        if (!none) error = parse_number(s, number, file_->format.decimal);
        value = T(number);
      } else if constexpr (std::is_floating_point_v<T>)
        none ? void(value = std::numeric_limits<T>::quiet_NaN())
             : void(error = parse_number(s, value, file_->format.decimal));
      else
        error = parse_number(s, value, file_->format.decimal);
      if (error != std::errc()) {
        std::string const where = ", column " + std::string(column) + ": ",
                          type = detail::npy_dtype(kind, itemsize);
        if (none) file_->fail(line, where + "a missing value, which " + type + " has no NaN for");
        file_->fail(line,
                    where + "'" + std::string(s) +
                        (error == std::errc::result_out_of_range ? "' is beyond " : "' is no ") +
                        type + advice(s, file_->format));
      }
      std::memcpy(to, &value, sizeof value);
      to += sizeof value;
    });
  };
  auto const sized = [&]<class A, class B, class C, class D>(A a, B b, C c, D d) {
    itemsize == 1 ? fill(a) : itemsize == 2 ? fill(b) : itemsize == 4 ? fill(c) : fill(d);
  };
  if (kind == 'b')
    fill(bool{});
  else if (kind == 'i')
    sized(std::int8_t{}, std::int16_t{}, std::int32_t{}, std::int64_t{});
  else if (kind == 'u')
    sized(std::uint8_t{}, std::uint16_t{}, std::uint32_t{}, std::uint64_t{});
  else if (itemsize == 2)
    kind == 'V' ? fill(bfloat16{}) : fill(float16{});
  else if (itemsize == 4)
    fill(float{});
  else
    fill(double{});
  return out;
}

}  // namespace acre::io

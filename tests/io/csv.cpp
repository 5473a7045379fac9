// Tables as text: what is read, and what is refused with its line.

#include <acre/array/copy.hpp>
#include <acre/io/csv.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/files.hpp>

#include <cmath>
#include <limits>

using acre_test::equals, acre_test::refusal;

namespace {

namespace io = acre::io;

class csv : public acre_test::folder {
 protected:
  io::csv_reader read(std::string const& text, io::csv_format format = {}) const
  {
    acre_test::put(file, text);
    return io::csv_reader(file, format);
  }
  /// Behind "cannot read FILE: ".
  std::string refused(std::string const& text, io::csv_format format = {}) const
  {
    return reason([&] { read(text, format); });
  }
  template <class F>
  std::string reason(F const& f) const
  {
    std::string const said = refusal(f), start = "file_error: cannot read " + file.string() + ": ";
    return said.starts_with(start) ? said.substr(start.size()) : said;
  }
  acre::host space = acre::serial();
  std::filesystem::path file = dir / "a.csv";
};

TEST_F(csv, columns_have_the_dtype_that_holds_them)
{
  auto const t = read(
      "n,x,yes,name,holes\r\n1,0.5,true,Sun,\r\n-2,1e3,FALSE,\"a,\"\"b\"\"\n c\",4\r\n 3 ,+7,true, "
      "d ,NA\r\n");
  EXPECT_EQ(t.names(), (std::vector<std::string>{"n", "x", "yes", "name", "holes"}));
  EXPECT_EQ(t.rows(), 3);
  EXPECT_EQ(t.layout("n").dtype(), "int64");
  EXPECT_EQ(t.layout("x").dtype(), "float64");
  EXPECT_EQ(t.layout("yes").dtype(), "bool");
  EXPECT_EQ(t.layout("holes").dtype(), "float64");
  EXPECT_EQ(t.texts("name"), (std::vector<std::string>{"Sun", "a,\"b\"\n c", "d"}));
  EXPECT_TRUE(equals<std::int8_t>(t.load<std::int8_t>(space, "n"), {1, -2, 3}));
  EXPECT_TRUE(equals<float>(t.load<float>(space, "x"), {0.5f, 1e3f, 7.0f}));
  EXPECT_TRUE(equals<unsigned char>(t.load<bool>(space, "yes"), {1, 0, 1}));
  auto const holes = to_vector(t.load<double>(space, "holes"));
  EXPECT_TRUE(std::isnan(holes[0]) && holes[1] == 4 && std::isnan(holes[2]));
  EXPECT_EQ(t.read("n").view<std::int64_t>()[1], -2);
  EXPECT_EQ(reason([&] { t.read("name"); }), "line 2, column name: 'Sun' is no number");
  EXPECT_EQ(reason([&] { t.load<int>(space, "holes"); }),
            "line 2, column holes: a missing value, which int32 has no NaN for");
  EXPECT_EQ(reason([&] { t.load<int>(space, "x"); }), "line 2, column x: '0.5' is no int32");
  EXPECT_EQ(reason([&] { t.load<std::uint8_t>(space, "n"); }),
            "line 3, column n: '-2' is no uint8");
  EXPECT_EQ(reason([&] { t.load<float>(space, "name"); }),
            "line 2, column name: 'Sun' is no float32");
  EXPECT_EQ(reason([&] { t.load<float>(space, "m"); }),
            "it has no column m; there are: n, x, yes, name, holes");
}

TEST_F(csv, separators_quotes_and_lines)
{
  using acre::literals::operator""_col;
  EXPECT_EQ(read("a;b\n'1;2';3\n", {.separator = ';', .quote = '\''}).texts("a"),
            (std::vector<std::string>{"1;2"}));
  EXPECT_EQ(read("a\tb\n\t3\n", {.separator = '\t'}).texts("b"), (std::vector<std::string>{"3"}));
  auto const bare = read("1,2\n3,4", {.header = false});
  EXPECT_EQ(bare.names(), (std::vector<std::string>{"0", "1"}));
  EXPECT_TRUE(equals<double>(bare.load<double>(space, "1"), {2, 4}));
  EXPECT_EQ(read("\xef\xbb\xbf"
                 "a\n1\n")
                .names(),
            (std::vector<std::string>{"a"}));
  EXPECT_EQ(read("a\r1\r2\r").rows(), 2);
  EXPECT_EQ(read("a,b\n").rows(), 0);
  EXPECT_EQ(read("a,b\n").layout("b").dtype(), "float64");
  read("pt,eta\n1,0.5\n2,-0.5\n");
  auto const t = io::load_csv<float, double>(space, file, "eta"_col, "pt"_col);
  EXPECT_TRUE(equals<double>(t["pt"_col], {1, 2}));
  EXPECT_TRUE(equals<float>(t["eta"_col], {0.5f, -0.5f}));

  EXPECT_EQ(refused(""), "it has no line that names columns");
  EXPECT_EQ(refused("\n\n"), "it has no line that names columns");
  EXPECT_EQ(refused("a,a\n"), "line 1: there are two columns a");
  EXPECT_EQ(refused("a,b\n1,2\n\n3\n"), "line 4 has 1 field, the first one has 2");
  EXPECT_EQ(refused("a,b\r\n1,2\r\n\r\n\"3\n\",4\r\n5,6,7\r\n"),
            "line 6 has 3 fields, the first one has 2");
  EXPECT_EQ(refused("a,b\n1,\"2\n3,4\n"),
            "line 2: a quote that is opened in this row isn't closed");
  EXPECT_EQ(refused("a,b\n1,2\"3\n"),
            "line 2: a quote (\") stands within a field, or something behind one that closes");
  EXPECT_EQ(
      refused("a\n1\n", {.separator = '"'}),
      "value_error: csv_reader: a separator and a quote are two characters that don't end lines");
  EXPECT_EQ(refusal([&] { io::csv_reader{dir}; }),
            "file_error: cannot read " + dir.string() + ": is a directory");
}

TEST_F(csv, cut_anywhere_it_is_refused_where_a_row_is_not_whole)
{
  std::string const whole = "id,name,mass\n1,\"a,b\",0.5\n2,\"two\nlines\",12.25\n";
  std::size_t const header = whole.find('\n');
  // the rows begin in the lines 2 and 3, behind these bytes
  std::vector<std::size_t> const begins{header + 1, whole.find("2,\"two")};
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    std::string const text = whole.substr(0, size);
    std::string wanted =
        "nothing";  // a number that is cut is a number, and a file may end without LF
    if (size == 0) {
      wanted = "it has no line that names columns";
    } else if (size < header && !text.ends_with("mass")) {
      std::string names = text;
      for (auto at = names.find(','); at != std::string::npos; at = names.find(',', at + 2))
        names.replace(at, 1, ", ");
      wanted = "it has no column mass; there are: " + names;
    }
    for (std::size_t row = 0; row < begins.size(); ++row) {
      if (size <= begins[row] || (row == 0 && size >= begins[1])) continue;
      std::size_t fields = 1, quotes = 0;
      for (char const c : text.substr(begins[row])) {
        quotes += c == '"';
        fields += c == ',' && quotes % 2 == 0;
      }
      std::string const line = "line " + std::to_string(row + 2);
      if (quotes % 2 == 1)
        wanted = line + ": a quote that is opened in this row isn't closed";
      else if (fields < 3)
        wanted = line + " has " + std::to_string(fields) + (fields == 1 ? " field" : " fields") +
                 ", the first one has 3";
    }
    ASSERT_EQ(reason([&] { read(text).load<double>(space, "mass"); }), wanted) << text;
  }
  EXPECT_EQ(reason([&] { read("n\n-").load<int>(space, "n"); }),
            "line 2, column n: '-' is no int32");
  EXPECT_EQ(reason([&] { read("yes\ntr").load<bool>(space, "yes"); }),
            "line 2, column yes: 'tr' is no bool");
}

TEST_F(csv, numbers_are_rounded_once_and_beyond_is_refused)
{
  auto const t = read("x,n\n1.00000005960464477540,127\n1e-400,128\n");
  EXPECT_EQ(reason([&] { t.load<std::int8_t>(space, "n"); }),
            "line 3, column n: '128' is beyond int8");
  EXPECT_EQ(reason([&] { t.load<double>(space, "x"); }),
            "line 3, column x: '1e-400' is beyond float64");
  EXPECT_EQ(to_vector(read("x\n1.00000005960464477540\n").load<float>(space, "x"))[0],
            std::nextafter(1.0f, 2.0f));
  EXPECT_TRUE(std::isinf(to_vector(read("x\n-inf\n").load<float>(space, "x"))[0]));
}

TEST_F(csv, comments_and_decimal_commas_are_read_where_asked_for)
{
  auto const t =
      read("# made today, by hand\nx, y # metres\n\n1,2#three, four\n  # \"quote\n\"3\",\"#4\"\r\n",
           {.comment = '#'});
  EXPECT_EQ(t.names(), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(t.texts("y"), (std::vector<std::string>{"2", "#4"}));
  EXPECT_TRUE(equals<int>(t.load<int>(space, "x"), {1, 3}));
  EXPECT_EQ(reason([&] { t.load<int>(space, "y"); }), "line 6, column y: '#4' is no int32");
  EXPECT_EQ(read("x y\n1 2 % a b\n", {.separator = ' ', .comment = '%'}).rows(), 1);
  EXPECT_EQ(refused("x,y\n1,2\n# end\n"),
            "line 3 has 1 field, the first one has 2; {.comment = '#'} passes over what begins "
            "with #");
  EXPECT_EQ(reason([&] { read("x\n# 1\n").load<int>(space, "x"); }),
            "line 2, column x: '# 1' is no int32; {.comment = '#'} passes over what begins with #");

  auto const d = read("x;n\n1,5;1\n-2,5e3;2\n", {.separator = ';', .decimal = ','});
  EXPECT_EQ(d.layout("x").dtype(), "float64");
  EXPECT_EQ(d.layout("n").dtype(), "int64");
  EXPECT_TRUE(equals<double>(d.load<double>(space, "x"), {1.5, -2500}));
  EXPECT_TRUE(equals<float>(d.load<float>(space, "n"), {1, 2}));
  EXPECT_EQ(reason([&] {
              read("x\n1.5\n", {.separator = ';', .decimal = ','}).load<double>(space, "x");
            }),
            "line 2, column x: '1.5' is no float64");
  EXPECT_EQ(reason([&] { read("x;n\n1,5;2\n", {.separator = ';'}).load<float>(space, "x"); }),
            "line 2, column x: '1,5' is no float32; {.decimal = ','} reads decimal commas");
  EXPECT_EQ(reason([&] { read("x;n\n1,5;2\n", {.separator = ';'}).read("x"); }),
            "line 2, column x: '1,5' is no number; {.decimal = ','} reads decimal commas");
  EXPECT_TRUE(
      equals<double>(read("x,y\n\"1,5\",2\n", {.decimal = ','}).load<double>(space, "x"), {1.5}));
  for (io::csv_format const& format :
       {io::csv_format{.comment = ','}, {.decimal = '\0'}, {.decimal = '"'}, {.comment = '1'}})
    EXPECT_EQ(
        refused("a\n1\n", format),
        "value_error: csv_reader: decimals are separated, and comments begun, by characters of "
        "their own");
}

TEST_F(csv, bytes_that_are_no_text_are_named)
{
  std::string const utf_16 =
      "it is text in UTF-16, by its byte-order mark; iconv -f UTF-16 -t UTF-8 makes UTF-8 of it, "
      "which is read";
  EXPECT_EQ(refused(std::string("\xff\xfe"
                                "a\0\n\0",
                                6)),
            utf_16);
  EXPECT_EQ(refused(std::string("\xfe\xff\0a\0\n", 6)), utf_16);
  EXPECT_EQ(refused(std::string("a,b\n1,2\n3,\0"
                                "4\n",
                                13)),
            "line 3 has a zero byte, which text hasn't (one in UTF-16 has many: iconv -f UTF-16 -t "
            "UTF-8)");
}

}  // namespace

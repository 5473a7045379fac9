#include <acre/io/csv.hpp>

#include <iterator>

#include "input.hpp"

// CSV: the first byte chooses a format; all columns as what they hold.
int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  if (size == 0) return 0;
  acre::io::csv_format const formats[] = {{},
                                          {.separator = ';', .quote = '\''},
                                          {.separator = ' '},
                                          {.header = false},
                                          {.comment = '#'},
                                          {.separator = ';', .decimal = ',', .comment = '%'}};
  acre_fuzz::file const file(data + 1, size - 1);
  return acre_fuzz::read([&] {
    acre::io::csv_reader const in(file.path(), formats[data[0] % std::size(formats)]);
    for (auto const& name : in.names()) {
      if (in.texts(name).size() != static_cast<std::size_t>(in.rows())) std::abort();
      acre_fuzz::read([&] { in.read(name); });
    }
  });
}

#include <acre/io/detail/stored.hpp>

#include <charconv>

namespace acre::io::detail {

void require_stored(npy_array const& found, npy_array const& wanted, std::string const& what)
{
  if (found.kind != wanted.kind || found.itemsize != wanted.itemsize)
    throw dtype_error(what + " is of dtype " + found.dtype() + ", not " + wanted.dtype());
  if (found.shape != wanted.shape)
    throw shape_error(what + " has shape " + found.shape_string() + ", not " +
                      wanted.shape_string());
}

own_texts::own_texts(std::vector<std::string> const& texts)
    : count_(static_cast<std::int64_t>(texts.size()))
{
  for (std::string const& text : texts) {
    if (text.ends_with('\0'))
      throw value_error("a text of " + std::to_string(text.size()) +
                        " bytes ends with a zero byte, which files don't keep");
    size_ = std::max(size_, text.size());
  }
  for (std::string const& text : texts) (bytes_ += text).append(size_ - text.size(), '\0');
}

xoroshiro128p parse_xoroshiro128p(std::string_view text)
{
  std::uint64_t state[2]{};
  char const* p = text.data();
  char const* const end = p + text.size();
  bool good = true;
  for (int k = 0; k < 2 && good; ++k) {
    std::string_view const word = k == 0 ? "xoroshiro128+ s0 " : " s1 ";
    good = std::string_view(p, static_cast<std::size_t>(end - p)).starts_with(word);
    if (!good) break;
    auto const [behind, error] = std::from_chars(p + word.size(), end, state[k]);
    good = error == std::errc();
    p = behind;
  }
  if (!good || p != end)
    throw value_error("cannot read '" + std::string(text) +
                      "'; expected 'xoroshiro128+ s0 A s1 B'");
  return {state[0], state[1]};
}

}  // namespace acre::io::detail

#include <acre/random/generator.hpp>

#include <charconv>

namespace acre {

namespace detail {

namespace {

template <class T>
std::string read_as(T value)
{
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

double total_of(std::span<double const> weights)
{
  if (weights.empty()) throw value_error("choice: no weights");
  double total = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (!(weights[k] >= 0) || !std::isfinite(weights[k]))
      throw value_error("choice: weight " + shown(weights[k]) + " at index " + std::to_string(k) +
                        " is not a finite number from 0 on");
    total += weights[k];
  }
  if (total == 0) throw value_error("choice: the weights sum to 0");
  if (!std::isfinite(total)) throw value_error("choice: the weights sum to " + shown(total));
  return total;
}

}  // namespace

std::string shown(float value) { return read_as(value); }

std::string shown(double value) { return read_as(value); }

std::string shown(std::int64_t value) { return read_as(value); }

void require_bounds(char const* dtype, integer_bound low, integer_bound high, integer_bound least,
                    integer_bound most)
{
  if (low < least) throw value_error(std::string("low is out of bounds for ") + dtype);
  if (most < high && most < integer_bound(high.bits() - 1))
    throw value_error(std::string("high is out of bounds for ") + dtype);
  if (!(low < high))
    throw value_error("integers: low " + to_string(low) + " is not below high " + to_string(high));
}

alias_tables make_alias(std::span<double const> weights)
{
  double const total = total_of(weights);
  auto const n = static_cast<std::int64_t>(weights.size());
  alias_tables t{std::vector<double>(n), std::vector<std::int64_t>(n)};
  std::vector<double> scaled(n);
  std::vector<std::int64_t> small, large;
  for (std::int64_t k = 0; k < n; ++k) {
    scaled[k] = weights[k] / total * static_cast<double>(n);
    (scaled[k] < 1 ? small : large).push_back(k);
  }
  while (!small.empty() && !large.empty()) {
    auto const s = small.back(), l = large.back();
    small.pop_back();
    t.threshold[s] = scaled[s];
    t.alias[s] = l;
    scaled[l] -= 1 - scaled[s];
    if (scaled[l] < 1) {
      large.pop_back();
      small.push_back(l);
    }
  }
  for (auto const& left : {small, large})
    for (auto const k : left) t.threshold[k] = 1, t.alias[k] = k;
  return t;
}

}  // namespace detail

std::vector<generator> generator::split(std::int64_t count)
{
  if (count < 0) throw value_error("split: count " + std::to_string(count) + " is negative");
  auto const draw = begin("split", 0, count);
  std::vector<generator> children;
  for (std::int64_t k = 0; k < count; ++k) {
    auto const b = draw.block(static_cast<std::uint64_t>(k));
    children.emplace_back(detail::joined(b.w[0], b.w[1]));
  }
  return children;
}

std::string generator::to_string() const
{
  return "philox4x32-10 seed " + std::to_string(state_.seed) + " stream " +
         std::to_string(state_.stream) + " draw " + std::to_string(state_.draw);
}

generator generator::parse(std::string_view text)
{
  generator_state s;
  char const* p = text.data();
  char const* const end = p + text.size();
  auto const read = [&](std::string_view word, std::uint64_t& value) {
    if (static_cast<std::size_t>(end - p) < word.size() || std::string_view(p, word.size()) != word)
      return false;
    auto const result = std::from_chars(p + word.size(), end, value);
    p = result.ptr;
    return result.ec == std::errc();
  };
  if (!read("philox4x32-10 seed ", s.seed) || !read(" stream ", s.stream) ||
      !read(" draw ", s.draw) || p != end)
    throw value_error("generator: cannot read '" + std::string(text) +
                      "'; expected 'philox4x32-10 seed S stream T draw D'");
  return generator(s);
}

detail::random_draw generator::begin(char const* operation, std::int64_t first, std::int64_t count)
{
  constexpr std::uint64_t limit = std::uint64_t{1} << 48;
  auto const name = std::string(operation);
  if (first < 0) throw value_error(name + ": first " + std::to_string(first) + " is negative");
  auto const last = static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(count);
  if (last > limit)
    throw value_error(name + ": elements " + std::to_string(first) + " to " + std::to_string(last) +
                      " run beyond the 2^48 of a draw");
  if (state_.draw >= limit) throw value_error(name + ": the generator's 2^48 draws are used up");
  auto const draw = this_draw();
  ++state_.draw;
  return draw;
}

}  // namespace acre
